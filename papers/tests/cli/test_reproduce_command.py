"""The command `reproduce` for experiments: what it asks for, shows, writes and keeps."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace

import pytest

import steelyard_papers.experiments
from squares_experiment import calls, squares
from steelyard.cli import main
from steelyard_papers.experiments.findings import Claim, Findings, View


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run a command with one experiment, of which everything is known."""

    def conclude(request, results, failures):
        rows = [{"part": key, **result} for key, result in results.items()]
        shown = View("Squares", ("part", "square"), tuple((key, str(r["square"])) for key, r in results.items()))
        claim = Claim("section 1", "Squares grow.", "reproduced", "1 < 4.")
        del request, failures
        return Findings({"squares": rows}, (shown,), (claim,), ("All is made up.",), {"seed": "0"})

    def draw(tables):
        from matplotlib.figure import Figure

        figure = Figure()
        figure.subplots().plot([row["square"] for row in tables["squares"]])
        yield "growth", figure

    numbers = [1, 2]
    known = replace(
        squares([]),
        paper="gupta2020",
        conclude=conclude,
        draw=draw,
        options=frozenset({"vectors"}),
        parts=lambda request: squares(numbers, quick=request.quick, **request.options).parts(request),
    )
    monkeypatch.setattr(steelyard_papers.experiments, "HOMES", {"gupta2020": ("squares",)})
    monkeypatch.setitem(sys.modules, "steelyard_papers.experiments.squares", SimpleNamespace(EXPERIMENT=known))

    def run(*arguments, more=()):
        numbers[2:] = more
        settled = ["--data", tmp_path, "--cache", tmp_path / "cache"]
        with pytest.raises(SystemExit) as left:
            main([str(each) for each in ("reproduce", "gupta2020", "squares", *settled, *arguments)])
        printed = capsys.readouterr()
        return left.value.code or 0, printed.out, printed.err

    run.calls = lambda: calls(SimpleNamespace(data=tmp_path))
    return run


def test_it_shows_tables_claims_and_notes(run):
    code, out, err = run()
    assert (code, err) == (0, "")
    assert "number 2        4" in out
    assert "1 claim: 1 reproduced, 0 not reproduced, 0 reversed." in out
    assert "reproduced: Squares grow. (section 1) 1 < 4." in out
    assert "A small version" not in out
    assert "- All is made up." in out
    assert max(map(len, out.splitlines())) <= 80


def test_it_resumes_and_begins_anew_when_asked(run):
    run()
    run(more=[5])
    assert run.calls() == [1, 2, 5]
    run("--fresh")
    assert run.calls() == [1, 1, 2, 2, 5]


def test_the_quick_version_and_options_are_other_parts(run):
    run()
    assert "A small version" in run("--quick")[1]
    run("--vectors", "glove.txt")
    assert run.calls() == [1, 1, 1, 2, 2, 2]


def test_it_writes_tables_and_figures(run, tmp_path):
    (tmp_path / "images").mkdir()
    code, out, _ = run("--write", tmp_path / "results", "--plot", tmp_path / "images")
    assert code == 0
    assert out.splitlines()[-2:] == [
        f"3 files are in {str(tmp_path / 'results')!r}.",
        f"1 figures are in {str(tmp_path / 'images')!r}.",
    ]
    assert (tmp_path / "results" / "gupta2020" / "squares.csv").read_text(encoding="utf-8").startswith("part,square\n")
    assert (tmp_path / "images" / "gupta2020_squares_growth.svg").exists()


def test_json_is_all_that_is_printed(run, tmp_path):
    code, out, err = run("--json", "--write", tmp_path / "results")
    assert code == 0
    assert json.loads(out)["tables"]["squares"][1] == {"part": "number 2", "square": 4}
    assert err.startswith("3 files are in")


def test_a_part_that_fails_is_told_and_the_others_are_shown(run):
    code, out, err = run(more=[3])
    assert code == 1
    assert "number 2        4" in out
    assert err == "Failed: number 3: three is not worked on.\n"


def test_on_a_terminal_it_tells_how_far_it_is(run, monkeypatch):
    told = []

    @contextmanager
    def bar(_):
        yield lambda share, words: told.append((share, words))

    monkeypatch.setattr("steelyard.extending.progress_bar", bar)
    assert run()[0] == 0
    assert told == [
        (0.0, "reading the data"),
        (0.0, "0 of 2: number 1"),
        (0.5, "1 of 2: number 1"),
        (1.0, "number 2"),
        (1.0, "concluding"),
    ]


def test_stopping_says_how_to_go_on(capsys, run, monkeypatch, tmp_path):
    known = sys.modules["steelyard_papers.experiments.squares"].EXPERIMENT
    stopping = replace(known, parts=lambda _: squares([1, 2], interrupt=2).parts(_))
    monkeypatch.setitem(sys.modules, "steelyard_papers.experiments.squares", SimpleNamespace(EXPERIMENT=stopping))
    code, _, err = run()
    assert code == 130
    assert f"what is finished is kept in {str(tmp_path / 'cache' / 'gupta2020' / 'squares')!r}" in err
    del capsys


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["reproduce", "gupta2020", "--quick"], "--quick is about an experiment"),
        (["reproduce", "gupta2020", "sqares"], "Did you mean 'squares'?"),
        (["reproduce", "gupta2020", "squares", "--parsers-python", "x"], "--parsers-python is not about squares"),
        (["reproduce", "lmu", "squares"], "no experiment of it is run here"),
        (["reproduce", "nobody1999", "squares"], "there is no paper 'nobody1999'"),
        (["reproduce", "gupta2020", "squares", "--jobs", "0"], "--jobs must be a whole number of at least 1"),
        (["reproduce", "gupta2020", "squares", "--write", __file__], "is not a folder"),
        (["reproduce", "gupta2020", "squares", "--plot", "no/such/folder"], "there is no folder"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence(run, capsys, arguments, said):
    del run
    with pytest.raises(SystemExit) as left:
        main(arguments)
    printed = capsys.readouterr()
    assert (left.value.code, printed.out) == (2, "")
    assert said in printed.err
    assert printed.err.count("\n") == 1


def test_the_tables_name_the_experiments(run, capsys):
    del run
    with pytest.raises(SystemExit):
        main(["reproduce", "gupta2020"])
    assert capsys.readouterr().out.endswith("\nExperiments that can be run: gupta2020 squares.\n")
