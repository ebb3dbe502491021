"""Curves and regret take files, frames and names of columns as evaluations of scores do."""

import csv

import numpy as np
import pytest

import steelyard as sy

RNG = np.random.default_rng(3)
SICK = RNG.random(400) < 0.2
TRUTH = np.where(SICK, "sick", "ok").tolist()
MODELS = {name: np.round(np.clip(0.2 + 0.3 * SICK + RNG.normal(0, 0.15, 400), 0, 1), 6).tolist() for name in ("a", "b")}
ITEM = RNG.integers(1, 4, 400).tolist()
COLUMNS = {"y": TRUTH, "p_a": MODELS["a"], "p_b": MODELS["b"], "w": ITEM}
NAMED = {"truth": "y", "scores": "p_{model}", "positive": "sick"}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "items.csv"
    with path.open("w", newline="") as out:
        csv.writer(out).writerows([list(COLUMNS), *zip(*COLUMNS.values(), strict=True)])
    return path


KINDS = ["roc", "precision_recall", "reliability", "decision", "cost", "brier"]


@pytest.mark.parametrize("kind", KINDS)
def test_curves_of_a_file_are_those_of_its_columns(file, kind):
    wanted = sy.scores.curve(TRUTH, MODELS, kind, positive="sick", weights=ITEM).to_dict()
    assert sy.scores.curve(str(file), kind=kind, weight="w", **NAMED).to_dict() == wanted
    assert sy.scores.curve(COLUMNS, kind=kind, weight="w", **NAMED).to_dict() == wanted


def test_regret_of_a_file_is_that_of_its_columns(file):
    wanted = sy.scores.regret(TRUTH, MODELS, "ok < sick", positive="sick", weights=ITEM)
    assert sy.scores.regret(file, importance="ok < sick", weight="w", **NAMED).to_dict() == wanted.to_dict()
    assert sy.scores.regret(COLUMNS, importance="ok < sick", weight="w", **NAMED).to_dict() == wanted.to_dict()


def test_a_file_without_names_of_columns_is_told_how(file):
    for ask in (sy.scores.curve, sy.scores.regret):
        with pytest.raises(ValueError, match="to evaluate columns of data, name them: truth='…' and scores="):
            ask(file, positive="sick")


def test_regret_refuses_scores_in_bins():
    table = sy.scores.count(COLUMNS, truth="y", scores="p_a", positive="sick")
    with pytest.raises(ValueError, match="decisions need the scores of each item"):
        sy.scores.regret(table, positive="sick")


def test_columns_of_another_class_are_asked_about():
    """All models worse than chance: the probabilities are of the class that is not positive."""
    reversed_ = {name: [1 - p for p in column] for name, column in MODELS.items()}
    for ask in (sy.scores.regret, lambda *data, **how: sy.scores.curve(*data, kind="decision", **how)):
        with pytest.raises(ValueError, match=r"perhaps the scores are of another class than was said; check positive="):
            ask(TRUTH, reversed_, positive="sick")
    one = {**reversed_, "a": MODELS["a"]}
    assert [each.model for each in sy.scores.regret(TRUTH, one, "ok < sick", positive="sick").models] == ["a", "b"]


def test_a_rule_decides_on_the_column_it_was_found_on():
    """Of the positive class alone, be it the first label or the last."""
    for label, column in (("sick", np.array(MODELS["a"])), ("ok", 1 - np.array(MODELS["a"]))):
        rule = sy.decisions.tune(TRUTH, column, "balanced_accuracy", positive=label)
        both = np.stack([1 - np.array(MODELS["a"]), MODELS["a"]], axis=1)  # ok, sick
        assert rule.decide(column).tolist() == rule.decide(both).tolist()
