"""The same thing has the same name in every public function, and on the command line."""

import inspect

import pytest
import typer.main

import steelyard as sy
from steelyard.cli.app import app

OF_DATA = [sy.evaluate, sy.compare, sy.count, sy.measure, sy.advise, sy.metrics.cba]
OF_DATA += [sy.shares.what_if, sy.shares.distortions]
OF_DATA += [sy.plots.confusion, sy.plots.triangle, sy.plots.weights]
OF_A_RESULT = [sy.plots.classes, sy.plots.metrics, sy.plots.shares, sy.plots.slices, sy.plots.wins]
OF_LABELS = [sy.Confusion.from_labels, sy.Joint.from_labels, sy.stream.Counter().update, sy.stream.Counter().revert]
OF_LABELS += [sy.decisions.tune, sy.decisions.log_loss, sy.decisions.brier]
OF_COLUMNS = [sy.Confusion.from_frame, sy.Confusion.from_files, sy.Joint.from_frame, sy.Joint.from_files]

OTHERWISE = {"predictions", "y_hat", "priors", "priors_change", "cm", "models"}
"""What prediction, shares, shares_change and data were called, here or there."""

ON_COMMAND_LINE = {
    "evaluate": (sy.evaluate, {"matrix", "file", "metric", "draws", "seed", "stratified", "prior"}),
    "compare": (sy.compare, {"matrix", "file", "metric", "draws", "seed", "stratified", "unpaired"}),
    "advise": (sy.advise, {"matrix", "file", "metric"}),
}
"""Verbs, the functions they are, and what only a command has: files and settings of what Python makes beforehand."""

COLUMNS = {"truth", "prediction", "weight", "counts", "by", "group", "labels", "missing"}


def parameters(function):
    return list(inspect.signature(function).parameters)


@pytest.mark.parametrize("function", OF_DATA)
def test_what_is_counted_or_can_be_is_data(function):
    assert parameters(function)[0] == "data"


@pytest.mark.parametrize("function", OF_A_RESULT)
def test_an_answer_is_a_result(function):
    assert parameters(function)[0] == "result"


@pytest.mark.parametrize("function", OF_LABELS)
def test_labels_alone_are_y_true(function):
    assert parameters(function)[0] == "y_true"


@pytest.mark.parametrize("function", OF_DATA + OF_A_RESULT + OF_LABELS + OF_COLUMNS)
def test_one_spelling(function):
    assert OTHERWISE.isdisjoint(parameters(function))


def test_an_array_of_weights_is_weights_and_the_name_of_a_column_weight():
    """One weight per item is `weights`, wherever labels are taken; `weight` names a column, or weighs one item."""
    for function in OF_LABELS:
        assert "weights" in parameters(function)
        assert "weight" not in parameters(function)
    for function in [*OF_COLUMNS, sy.count]:
        assert "weight" in parameters(function)
        assert "weights" not in parameters(function)
    for function in (sy.evaluate, sy.compare):
        assert {"weight", "weights"} <= set(parameters(function))


@pytest.mark.parametrize("verb", ON_COMMAND_LINE)
def test_the_command_line_has_the_words_of_python(verb):
    function, of_commands = ON_COMMAND_LINE[verb]
    command = typer.main.get_command(app).commands[verb]
    words = {parameter.name for parameter in command.params} - of_commands
    shown = {
        "as_json",
        "as_markdown",
        "as_csv",
        "html",
        "opened",
        "plot",
        "full",
        "methods",
        "notes",
        "classes",
        "matrices",
        "what_if",
    }
    known = set(parameters(function)) | COLUMNS
    assert words - shown <= known, "a word that Python has not"
    assert {"truth", "prediction", "weight"} <= words
