"""Several models on the same items are compared on the same items, however they come in: one call, one verdict."""

import csv
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.counts.data import Given

FILE = Path(__file__).parents[2] / "examples" / "credit.csv"
MODELS = ["forest", "careful"]


def columns():
    with FILE.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in ("risk", *MODELS)}


def ways():
    """Return evaluations of the same models, given in each way that there is."""
    given = columns()
    named = {"truth": "risk", "prediction": MODELS}
    labels = {model: given[model] for model in MODELS}
    return {
        "file": sy.evaluate(FILE, **named),
        "columns": sy.evaluate(given, **named),
        "labels": sy.evaluate(given["risk"], labels),
        "joint table": sy.evaluate(sy.Joint.from_labels(given["risk"], labels)),
    }


@pytest.fixture(scope="module")
def evaluations():
    return ways()


@pytest.mark.parametrize("way", ["file", "columns", "labels"])
def test_the_same_numbers_and_the_same_verdict_on_the_page(evaluations, way):
    wanted, result = evaluations["joint table"], evaluations[way]
    assert result.to_dict() == wanted.to_dict()
    assert result.joint == wanted.joint
    assert result.to_html() == wanted.to_html()
    assert "had items of its own" not in result.to_html()


@pytest.mark.parametrize("settings", [{"missing": "drop"}, {"missing": "keep"}, {"weights": [0.5, 1.5] * 500}])
def test_counting_together_gives_the_same_matrices(settings, monkeypatch):
    given = columns()
    if "missing" in settings:
        given["forest"][0], given["careful"][1] = None, None
    asked = given["risk"], {model: given[model] for model in MODELS}
    together = sy.evaluate(*asked, **settings)
    monkeypatch.setattr(Given, "evaluated", lambda self: (self.counted(), None))
    apart = sy.evaluate(*asked, **settings)
    assert together.joint is not None
    assert apart.joint is None
    assert together.confusion.labels == apart.confusion.labels
    assert together.confusion.dropped == apart.confusion.dropped
    assert together.confusion.counts == pytest.approx(apart.confusion.counts, abs=1e-9)
    for ours, theirs in zip(together.to_rows(), apart.to_rows(), strict=True):
        assert (ours["metric"], ours["model"]) == (theirs["metric"], theirs["model"])
        numbers = [[row[name] for name in ("value", "low", "high")] for row in (ours, theirs)]
        assert numbers[0] == pytest.approx(numbers[1], abs=1e-12)


def test_one_model_has_none_to_agree_with():
    given = columns()
    assert sy.evaluate(given["risk"], {"careful": given["careful"]}).joint is None
    assert sy.evaluate(FILE, truth="risk", prediction="careful").joint is None


def test_slices_and_groups_stay():
    given = columns()
    months = ["may", "june"] * 500
    result = sy.evaluate(given["risk"], {m: given[m] for m in MODELS}, by={"month": months})
    for model in MODELS:
        alone = sy.evaluate(given["risk"], given[model], by={"month": months})
        both = result["balanced_accuracy"][model]
        for month in ("may", "june"):
            assert both[month].value == pytest.approx(alone["balanced_accuracy"][month].value, abs=0)
    patients = [i // 4 for i in range(1000)]
    grouped = sy.evaluate(given["risk"], {m: given[m] for m in MODELS}, group=patients)
    alone = sy.evaluate(given["risk"], given["forest"], group=patients)["balanced_accuracy"]
    score = grouped["balanced_accuracy"]["forest"]
    assert (score.value, score.low, score.high) == pytest.approx((alone.value, alone.low, alone.high), abs=1e-12)


def test_a_joint_table_is_advised_on():
    given = columns()
    joint = sy.Joint.from_labels(given["risk"], {model: given[model] for model in MODELS})
    assert sy.advise(joint).recommended
