"""Advice on metrics of scores: by the same situation, from stored verdicts."""

import pytest

import steelyard as sy

TWO = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])
THREE = sy.Confusion([[20, 30, 0], [10, 940, 0], [5, 5, 50]], labels=["fraud", "ok", "new"])


def told(cm, **situation):
    """Return (metric, shares) of those that fit, and the metrics to avoid with the properties they miss."""
    entries = sy.advise(cm, scores=True, **situation).scores
    fit = {(entry.metric, entry.shares) for entry in entries if entry.standing == "fits"}
    avoid = {e.metric: {reason.witness.property for reason in e.reasons} for e in entries if e.standing == "avoid"}
    return fit, avoid


def test_average_precision_is_for_stated_shares_if_shares_change():
    fit, avoid = told(TWO)
    assert ("roc_auc", None) in fit
    assert ("average_precision", "uniform") in fit
    assert ("average_precision", None) not in fit
    assert avoid["average_precision"] == {"condition_1"}


def test_nothing_speaks_against_it_if_shares_stay():
    fit, avoid = told(TWO, shares_change=False)
    assert ("average_precision", None) in fit
    assert avoid == {}


def test_of_three_classes_one_against_the_rest_depends_on_the_shares_of_the_rest():
    fit, avoid = told(THREE)
    assert ("roc_auc_ovo", None) in fit
    assert ("roc_auc", "uniform") in fit
    assert avoid["roc_auc"] == {"condition_1"}


def test_classes_that_change_and_must_all_work():
    _, avoid = told(TWO, shares_change=False, classes_change=True, every_class=True)
    assert avoid["average_precision"] == {"condition_2", "rare_ruin_shows"}
    assert avoid["brier"] == {"condition_2", "rare_ruin_shows"}  # 0 to 1 of two classes, to 2 of more


def test_it_is_told_only_if_asked_for_and_in_words():
    assert sy.advise(TWO).scores == ()
    assert "scores" not in str(sy.advise(TWO))
    shown = " ".join(str(sy.advise(TWO, scores=True)).split())
    assert "Nor against these, if class shares are stated (shares=): average_precision, pr_auc" in shown
    assert "stays the same [atlas, Condition 1]: average_precision, pr_auc" in shown
    assert "example" not in shown.partition("Of metrics of scores")[2].partition("All reasons")[0]


def test_a_reason_has_the_list_that_shows_it():
    entry = next(one for one in sy.advise(TWO, scores=True).scores if one.standing == "avoid")
    assert entry.reasons[0].witness.verdict().witness.lists
    assert entry.reasons[0].detail == "Each item of class 1 is there twice, and the value goes from 1/2 to 2/3."


@pytest.mark.parametrize("scores", [True, False])
def test_plain_values_have_the_entries(scores):
    assert bool(sy.advise(TWO, scores=scores).to_dict()["scores"]) is scores
