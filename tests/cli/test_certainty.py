"""Intervals on the command line: the same words as in Python, and one sentence for what does not go together."""

import json
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.cli import main
from steelyard.cli.options import IntervalWay
from steelyard.intervals import NAMED, bayes, bootstrap, classwise, delta

ROOT = Path(__file__).parents[2]
WINES = str(ROOT / "examples" / "wine_quality_red.csv")
WINE = ["evaluate", WINES, "-t", "quality", "-p", "tree", "-m", "accuracy"]


def test_every_way_has_its_word():
    assert {kind.value for kind in IntervalWay} == {*NAMED, "none"}


@pytest.mark.parametrize(
    ("options", "python"),
    [
        ([], {}),
        (["--confidence", "0.8"], {"confidence": 0.8}),
        (["--intervals", "percentile"], {"intervals": "percentile"}),
        (["--seed", "4"], {"intervals": classwise(seed=4)}),
        (["--draws", "300", "--seed", "4"], {"intervals": bootstrap(300, 4)}),
        (["--group", "fold", "--seed", "4"], {"group": "fold", "intervals": classwise(seed=4)}),
        (["--intervals", "bca", "--stratified"], {"intervals": bootstrap(ends="bca", stratified=True)}),
        (["--intervals", "delta", "--stratified"], {"intervals": delta(stratified=True)}),
        (["--intervals", "bayes", "--prior", "uniform"], {"intervals": bayes(prior="uniform")}),
        (["--intervals", "bayes", "--prior", "0.25"], {"intervals": bayes(prior=0.25)}),
        (["--intervals", "none"], {"intervals": "none"}),
        (["--group", "fold"], {"group": "fold"}),
    ],
    ids=" ".join,
)
def test_options_mean_what_python_means(options, python, capsys):
    main_returns([*WINE, "--json", *options])
    found = json.loads(capsys.readouterr().out)
    expected = sy.evaluate(WINES, truth="quality", prediction="tree", metrics="accuracy", **python)
    assert found["metrics"] == expected.to_dict()["metrics"]
    assert found["classes"] == expected.to_dict()["classes"]
    assert found["intervals"] == expected.to_dict()["intervals"]
    assert found["confidence"] == expected.confidence


def main_returns(arguments):
    """Run a command in this process; return its exit code."""
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return left.value.code


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--confidence", "1"], "confidence must lie between 0 and 1, such as 0.95, not at 1.0."),
        (["--confidence", "95"], "confidence must lie between 0 and 1, such as 0.95, not at 95.0."),
        (["--confidence", "nan"], "confidence must lie between 0 and 1, such as 0.95, not at nan."),
        (["--draws", "0"], "an interval needs at least 100 draws, not 0."),
        (["--seed=-1"], "a seed is a whole number of at least 0, not -1."),
        (
            ["--stratified", "--group", "fold"],
            "groups of items do not keep the size of each class",
        ),
        (["--group", "fild"], "has no column 'fild'"),
        (["--group", "fold", "--by", "fold"], "'fold' slices the items, so it cannot group them as well"),
        (
            ["--intervals", "delta", "--draws", "500"],
            "--draws goes with --intervals bootstrap, percentile, bca, bayes, not",
        ),
        (["--intervals", "none", "--seed", "1"], "--seed goes with"),
        (["--prior", "jeffreys"], "--prior goes with --intervals bayes, not with classwise."),
        (
            ["--intervals", "bayes", "--stratified"],
            "--stratified goes with --intervals bootstrap, percentile, bca, delta",
        ),
        (["--intervals", "bayes", "--prior", "flat"], "a prior is one of jeffreys, uniform, haldane"),
        (["--intervals", "bayes", "--prior=-1"], "the pseudo-counts of a prior must be from 0 to 1e+15, not -1.0"),
        (["--intervals", "bayes", "--prior", "1e308"], "the pseudo-counts of a prior must be from 0 to 1e+15"),
        (["--draws", "9" * 20], "an interval takes at most 10,000,000 draws, not 99,999,999,999,999,999,999"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_does_not_go_together_is_one_sentence(options, sentence, capsys):
    assert main_returns([*WINE, *options]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("steelyard: ")
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("options", [["--intervals", "jackknife"], ["--draws", "many"], ["--confidence", "high"]])
def test_what_is_no_value_of_an_option_has_exit_code_2(options, capsys):
    assert main_returns([*WINE, *options]) == 2
    assert options[0] in capsys.readouterr().err


def test_a_stored_matrix_has_no_groups(tmp_path, capsys):
    stored = tmp_path / "matrix.csv"
    stored.write_text("truth,a,b\na,5,1\nb,2,8\n", encoding="utf-8")
    assert main_returns(["evaluate", "--matrix", str(stored), "--group", "who"]) == 2
    assert "there is no axis 'who'" in capsys.readouterr().err
    main_returns(["evaluate", "--matrix", str(stored), "-m", "accuracy"])
    assert "95 % intervals: class by class, from 16 items" in capsys.readouterr().out
