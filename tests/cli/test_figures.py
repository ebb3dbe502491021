"""Figures that commands draw with --plot; what cannot be drawn or saved is refused before anything is computed."""

import sys

import pytest

from steelyard.cli import main

MATRIX = ",fraud,ok\nfraud,20,30\nok,10,940\n"


@pytest.fixture
def run(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit) as left:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return left.value.code or 0, printed.out, printed.err

    return run


@pytest.fixture
def matrix(tmp_path):
    path = tmp_path / "matrix.csv"
    path.write_text(MATRIX, encoding="utf-8")
    return path


def test_advice_draws_how_metrics_would_move(run, matrix, tmp_path):
    code, out, err = run("advise", "--matrix", matrix, "--plot", tmp_path / "moves.svg")
    assert code == 0
    assert "balanced_accuracy" in out
    assert err == f"The figure is in {str(tmp_path / 'moves.svg')!r}.\n"
    assert "balanced_accuracy" in (tmp_path / "moves.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [["audit", "f1"], ["advise", "--matrix"]])
def test_what_cannot_be_saved_or_drawn_is_refused_first(command, run, matrix, tmp_path, monkeypatch):
    arguments = [*command, matrix] if command[-1] == "--matrix" else command
    code, out, err = run(*arguments, "--plot", tmp_path / "figure.docx")
    assert (code, out) == (2, "")
    assert ".png or .svg" in err
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    code, out, err = run(*arguments, "--plot", tmp_path / "figure.svg")
    assert (code, out) == (2, "")
    assert err == "steelyard: drawing needs Matplotlib; pip install matplotlib.\n"
