"""The command `reproduce` for tables: what it prints, writes and draws; bad input is one sentence and exit code 2."""

from __future__ import annotations

import json

import pytest

from steelyard.cli import main


@pytest.fixture
def run(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit) as left:
            main(["reproduce", *map(str, arguments)])
        printed = capsys.readouterr()
        return left.value.code or 0, printed.out, printed.err

    return run


def test_all_is_the_same_or_explained(run):
    code, out, _ = run()
    assert code == 0, out[-2000:]
    assert " 0 different" in out
    assert max(map(len, out.splitlines())) <= 80


def test_results_are_written_where_it_says(tmp_path, run):
    _, out, _ = run("lmu", "--write", tmp_path / "new")
    assert out.splitlines()[-1] == f"2 files are in {str(tmp_path / 'new')!r}."
    assert {path.name for path in (tmp_path / "new" / "lmu").iterdir()} == {"counts.csv", "gaussians.csv"}
    _, out, err = run("lmu", "--json", "--write", tmp_path / "new")
    assert json.loads(out)
    assert err.startswith("2 files are in ")
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert run("lmu", "--write", tmp_path / "file")[0] == 2


@pytest.mark.slow
def test_figures_are_redrawn(run, tmp_path):
    code, out, _ = run("mullick2020", "--plot", tmp_path)
    assert (code, out.splitlines()[-1]) == (0, f"2 figures are in {str(tmp_path)!r}.")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mullick2020_figure1.svg", "mullick2020_figure2.svg"]


def test_a_missing_folder_is_told(run, tmp_path):
    code, out, err = run("mullick2020", "--plot", tmp_path / "none")
    assert (code, out) == (2, "")
    assert "there is no folder" in err


def test_an_unknown_paper_is_told(run):
    code, out, err = run("nobody1999")
    assert (code, out) == (2, "")
    assert err.startswith("steelyard: there is no paper 'nobody1999'; the papers are branco2017, ")
