"""`steelyard compare`: the same as in Python, from files and stored matrices, and one sentence for bad input."""

import json
import sys

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import steelyard as sy
from steelyard.cli.compare import AcrossChoice, DifferenceWay, compare
from steelyard.comparison.signed_rank import AcrossKind

WINES = "examples/wine_quality_red.csv"
COLUMNS = [WINES, "-t", "quality", "-p", "tree", "-p", "svm"]
QUICK = ["--draws", "200"]

command = typer.Typer()
command.command()(compare)


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
def items(tmp_path, rng):
    """A file of 240 items with two models, folds, patients and weights."""
    truth = rng.integers(0, 3, 240)
    a, b = (np.where(rng.random(240) < 0.6, truth, rng.integers(0, 3, 240)) for _ in range(2))
    rows = zip(truth, a, b, np.arange(240) % 4, np.arange(240) // 3, rng.random(240).round(2) + 0.5, strict=True)
    path = tmp_path / "items.csv"
    path.write_text(
        "y,a,b,fold,patient,w\n" + "".join(",".join(map(str, row)) + "\n" for row in rows), encoding="utf-8"
    )
    return [path, "-t", "y", "-p", "a", "-p", "b"]


def test_it_prints_what_python_prints():
    joint = sy.Joint.from_files(WINES, "quality", ["tree", "svm"])
    expected = sy.compare(joint, importance="5 < 8", intervals=sy.intervals.bootstrap(draws=200, seed=3), rope=0.01)
    arguments = [*COLUMNS, *QUICK, "-i", "5 < 8", "--rope", "0.01", "--seed", "3"]
    closing = "print(result.full()) shows all metrics, pairs and ranks."
    assert run(*arguments).rstrip() == str(expected).replace(closing, closing.replace("print(result.full())", "--all"))
    assert "macro_specificity" not in run(*arguments)
    assert "macro_specificity" in run(*arguments, "--all")
    assert json.loads(run(*arguments, "--json")) == json.loads(expected.to_json())


@pytest.mark.slow
def test_the_default_is_pythons():
    """A command that drew data anew by itself called models better that Python could not tell apart."""
    joint = sy.Joint.from_files(WINES, "quality", ["tree", "svm"])
    assert json.loads(run(*COLUMNS, "--json")) == json.loads(sy.compare(joint).to_json())
    seeded = sy.compare(joint, intervals=sy.intervals.classwise(seed=5))
    assert json.loads(run(*COLUMNS, "--seed", "5", "--json")) == json.loads(seeded.to_json())


@pytest.mark.slow
def test_every_option_reaches_the_library(items):
    record = json.loads(
        run(*items, "--by", "fold", "--metric", "cba", "--metric", "cen", "--confidence", "0.9", "--json")
    )
    assert record["across"] == "folds"
    assert record["differences"][0]["folds"]["test"] == "correlated_t"
    assert (record["metric"], record["confidence"], record["draws"], record["seed"]) == ("cba", 0.9, None, 0)
    assert json.loads(run(*items, "-m", "cba", "--intervals", "percentile", "--seed", "1", "--json"))["draws"] == 10_000
    record = json.loads(run(*items, "--by", "fold", "--across", "datasets", "-m", "cba", *QUICK, "--json"))
    assert record["differences"][0]["folds"]["test"] == "signed_rank"
    record = json.loads(run(*items, "--group", "patient", "--weight", "w", "-m", "cba", *QUICK, "--json"))
    assert record["grouped"]
    assert record["items"] == 240, "however much they weigh"
    record = json.loads(run(*items, "--unpaired", "--stratified", "-m", "cba", *QUICK, "--json"))
    assert not record["paired"]
    folds = [*items, "--by", "fold", "--group", "patient", "-m", "cba", *QUICK, "--json"]
    plain, runs, share = (
        json.loads(run(*folds, *how))["differences"][0]["folds"]
        for how in ([], ["--runs", "2"], ["--test-share", "0.5"])
    )
    assert runs["error"] == pytest.approx(share["error"])
    assert runs["error"] / plain["error"] == pytest.approx(((1 / 4 + 1) / (1 / 4 + 1 / 3)) ** 0.5)
    for way in DifferenceWay:
        how = [] if way is DifferenceWay.CLASSWISE else QUICK
        assert json.loads(run(*items, "--intervals", way, "-m", "cba", *how, "--json"))["intervals"] == way


def test_labels_can_be_declared_and_undefined_chosen(items):
    record = json.loads(run(*items, "--labels", "3,2,1,0", "-m", "balanced_accuracy", *QUICK, "--json"))
    assert list(record["weights"]) == ["3", "2", "1", "0"]
    plain = json.loads(run(*items, "-m", "balanced_accuracy", *QUICK, "--json"))
    assert record["scores"][0]["value"] == pytest.approx(plain["scores"][0]["value"])
    record = json.loads(run(*items, "--labels", "3,2,1,0", "--undefined", "nan", "-m", "cba", *QUICK, "--json"))
    assert record["scores"][0]["value"] is None
    assert "class 0 is counted but not among" in refused(*items, "--labels", "1,2,3")


def test_stored_matrices_are_compared_unpaired(tmp_path):
    joint = sy.Joint.from_files(WINES, "quality", ["tree", "svm"])
    places = []
    for name in joint.models:
        place = tmp_path / f"{name}.json"
        place.write_text(json.dumps(joint[name].to_dict()), encoding="utf-8")
        places += ["--matrix", f"{name}={place}"]
    stack = tmp_path / "both.json"
    stack.write_text(json.dumps(joint.confusion().to_dict()), encoding="utf-8")
    one_by_one = json.loads(run(*places, "-m", "cba", *QUICK, "--json"))
    assert one_by_one == json.loads(run("--matrix", stack, "-m", "cba", *QUICK, "--json"))
    unnamed = [part if part == "--matrix" else part.partition("=")[2] for part in places]
    assert one_by_one == json.loads(run(*unnamed, "-m", "cba", *QUICK, "--json"))
    assert not one_by_one["paired"]
    assert "two matrices are called 'x'" in refused("--matrix", f"x={stack}", "--matrix", f"x={stack}")
    assert "give no file and no columns beside it" in refused(*COLUMNS, "--matrix", stack)
    assert "there is one matrix" in refused("--matrix", tmp_path / "tree.json")


def test_groups_of_stored_counts_are_an_axis_of_theirs(tmp_path, items):
    joint = sy.Joint.from_files(items[0], "y", ["a", "b"], by="patient")
    stored = tmp_path / "joint.json"
    stored.write_text(joint.to_json(), encoding="utf-8")
    expected = sy.compare(joint, group="patient", metrics="accuracy")
    assert json.loads(run("--matrix", stored, "--group", "patient", "-m", "accuracy", "--json")) == json.loads(
        expected.to_json()
    )
    assert "there is no axis 'fold' of groups" in refused("--matrix", stored, "--group", "fold")


def test_a_matrix_may_lie_in_a_folder_with_an_equals_sign(tmp_path):
    folder = tmp_path / "month=01"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.csv").write_text("5,1\n2,30\n", encoding="utf-8")
    record = json.loads(run("--matrix", folder / "a.csv", "--matrix", folder / "b.csv", "-m", "cba", *QUICK, "--json"))
    assert record["models"] == ["a", "b"]


def test_what_if_says_where_the_order_tips():
    shown = run(*COLUMNS, *QUICK, "-m", "accuracy", "--what-if", "7")
    assert "7 has a share of 12.4 %." in shown
    assert "svm is ahead of tree while class 7 has a share below 23.3 %; above that, tree is ahead." in " ".join(
        shown.split()
    )
    record = json.loads(run(*COLUMNS, *QUICK, "-m", "accuracy", "--what-if", "7", "--json"))
    assert record["what_if"]["metrics"][0]["pairs"][0]["flips"]
    assert "there is no class '99'" in refused(*COLUMNS, *QUICK, "--what-if", "99")
    assert "there is no class ''" in refused(*COLUMNS, *QUICK, "--what-if", "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name a file with labels, or stored counts with --matrix."),
        ([WINES], "say which columns to compare: --truth NAME --prediction NAME --prediction NAME; "),
        ([WINES, "-t", "quality", "-p", "tree"], "--prediction NAME --prediction NAME"),
        ([*COLUMNS, "--draws", "0"], "at least 100 draws, not 0"),
        ([*COLUMNS, "--confidence", "1.5"], "confidence must lie between 0 and 1, such as 0.95, not at 1.5."),
        ([*COLUMNS, "--rope", "-1"], "must be a finite number of at least 0, not -1.0"),
        ([*COLUMNS, "--seed", "-1"], "a seed is a whole number of at least 0, not -1."),
        ([*COLUMNS, "-m", "recall"], "'recall' is of one class, and there are 6: take 'macro_recall'"),
        ([*COLUMNS, "-m", "foo"], "there is no metric 'foo'"),
        ([*COLUMNS, "-i", "5 < 8, 5=0.7, 8=0.1"], "the order puts '5' below '8'"),
        ([*COLUMNS, "--by", "fold", "--group", "fold"], "'fold' slices the items, so it cannot group them"),
        ([*COLUMNS, "--group", "patient"], "patient"),
        ([*COLUMNS, "--by", "fold", "--runs", "2"], "name what says which item each row is"),
        ([*COLUMNS, "--by", "fold", "--test-share", "0.5"], "name what says which item each row is"),
        ([*COLUMNS, "--test-share", "0.5"], "test_share= is about slices that there are none of"),
        ([*COLUMNS, "--across", "datasets"], "across= is about slices that there are none of"),
        ([*COLUMNS, "--stratified", "--intervals", "bayes"], "--stratified goes with --intervals bootstrap"),
        (["--matrix", "nowhere.csv"], "nowhere.csv"),
    ],
)
def test_bad_input_is_one_sentence(arguments, sentence):
    assert sentence in refused(*arguments)


@pytest.mark.parametrize("arguments", [["--intervals", "delta"], ["--intervals", "none"], ["--across", "years"]])
def test_what_is_no_choice_is_exit_code_2(arguments):
    found = CliRunner().invoke(command, [*COLUMNS, *arguments])
    assert found.exit_code == 2
    assert "Traceback" not in found.output


def test_the_choices_are_those_of_the_library():
    assert tuple(AcrossChoice) == AcrossKind.__args__
    assert {kind.value for kind in DifferenceWay} == set(sy.intervals.NAMED) - {"delta"}


def test_a_bar_shows_the_draws_on_a_terminal(monkeypatch, items):
    class Terminal:
        written = ""

        def write(self, text):
            self.written += text

        def flush(self):
            pass

        def isatty(self):
            return True

    monkeypatch.setattr("steelyard.show.progress.PATIENCE", 0.0)
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    compare([str(items[0])], truth="y", prediction=["a", "b"], metric=["cba"], as_json=True)
    assert "Drawing" in screen.written


def test_a_column_of_counts_is_one_of_items(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("y,a,b,n\n0,0,1,30\n1,1,1,50\n1,0,1,20\n", encoding="utf-8")
    columns = [path, "-t", "y", "-p", "a", "-p", "b"]
    assert json.loads(run(*columns, "--counts", "n", "-m", "accuracy", *QUICK, "--json"))["items"] == 100
