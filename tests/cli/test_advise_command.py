"""`steelyard advise`: the same as in Python, from files and stored matrices, and one sentence for bad input."""

import json

import pytest
import typer
from typer.testing import CliRunner

import steelyard as sy
from steelyard.advice.advise import advise as advised
from steelyard.cli.advise import advise

WINES = "examples/wine_quality_red.csv"
COLUMNS = [WINES, "--truth", "quality", "--prediction", "tree"]

command = typer.Typer()
command.command()(advise)


def run(*arguments):
    """Return what the command prints."""
    found = CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.stdout


def refused(*arguments):
    """Return the sentence with which the library refuses; `steelyard.cli.main` prints it and exits with 2."""
    with pytest.raises(ValueError, match=r".") as problem:
        CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False)
    return str(problem.value)


@pytest.fixture
def matrix(tmp_path):
    path = tmp_path / "matrix.csv"
    path.write_text(",fraud,ok\nfraud,20,30\nok,10,940\n", encoding="utf-8")
    return path


def test_it_prints_what_python_prints():
    expected = advised(sy.Confusion.from_files(WINES, "quality", "tree"), "5 < 8")
    assert run(*COLUMNS, "-i", "5 < 8").rstrip() == str(expected).replace("print(advice.full())", "--full")
    assert run(*COLUMNS, "-i", "5 < 8", "--full").rstrip() == expected.full()
    assert json.loads(run(*COLUMNS, "-i", "5 < 8", "--json")) == json.loads(expected.to_json())


@pytest.mark.parametrize(
    ("arguments", "situation"),
    [
        ([], {}),
        (["--shares-change"], {}),
        (["--shares-fixed"], {"shares_change": False}),
        (["--classes-change"], {"classes_change": True}),
        (["--worse", "misses"], {"worse": "misses"}),
        (["--worse", "false-alarms"], {"worse": "false_alarms"}),
        (["--every-class"], {"every_class": True}),
        (["--importance", "rarity"], {"importance": "rarity"}),
        (["--metric", "mcc"], {"metrics": ["mcc"]}),
    ],
)
def test_every_option_reaches_the_library(matrix, arguments, situation):
    expected = advised(sy.Confusion([[20, 30], [10, 940]], ["fraud", "ok"]), **situation)
    assert json.loads(run("--matrix", matrix, *arguments, "--json")) == expected.to_dict()


def test_it_speaks_the_words_of_the_command_line(matrix):
    shown = " ".join(run("--matrix", matrix, "--metric", "mean_f(beta=2)").split())
    assert "say --importance rarity; class 'fraud' would" in shown
    assert "steelyard audit 'mean_f(beta=2)' looks" in shown
    assert "importance=" not in shown
    assert "sy." not in shown
    shown = " ".join(run("--matrix", matrix, "--importance", "prevalence").split())
    assert "such as --importance 'a=2, b=1', or say that shares stay (--shares-fixed)" in shown


def test_the_importance_that_it_names_is_taken(matrix):
    told = run("--matrix", matrix, "--importance", "fraud=2, ok=1")
    assert told.startswith("Report balanced_accuracy (")


def test_several_predictions_have_their_values():
    shown = run(*COLUMNS, "--prediction", "svm")
    assert shown.startswith("Report balanced_accuracy")
    for model in ("tree", "svm"):
        value = sy.metrics.balanced_accuracy(sy.Confusion.from_files(WINES, "quality", model))
        assert any(line.split()[:2] == [model, f"{value:.3f}"] for line in shown.splitlines())


def test_a_plot_takes_one_prediction(tmp_path):
    """Refused before a file is read: there is none of that name."""
    columns = ["absent.csv", "-t", "quality", "-p", "tree", "-p", "svm"]
    assert refused(*columns, "--plot", tmp_path / "a.png") == "--plot takes one --prediction, not 2."


def test_stored_counts_of_several_models_are_advised_on_together(matrix):
    counts = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])
    cm = sy.Confusion.of_models({"matrix": counts, "other": counts})
    assert json.loads(run("--matrix", matrix, "--matrix", f"other={matrix}", "--json")) == sy.advise(cm).to_dict()


def test_bad_input_is_one_sentence(matrix):
    assert refused() == "name a file with labels, or stored counts with --matrix."
    assert "say which columns to compare" in refused(WINES)
    assert "--matrix holds all counts" in refused(WINES, "--matrix", matrix)
    assert "there is no class 'c9'" in refused("--matrix", matrix, "-i", "c9=1")
