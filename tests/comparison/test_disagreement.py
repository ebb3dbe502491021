"""Ranks by every criterion, and the reversals between them."""

import itertools
import json

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.disagreement import disagreements, reversal

LABELS = ["fraud", "ok"]
TREE, SVM, NONE = [[8, 2], [9, 81]], [[5, 5], [1, 89]], [[0, 10], [0, 90]]
STACK = sy.Confusion([TREE, SVM, NONE], LABELS, axes={"model": ["tree", "svm", "none"]})
FOUND = disagreements(STACK, ["accuracy", "balanced_accuracy", "mcc"], ["uniform", "prevalence"])


def test_ranks_by_hand():
    assert [one.name for one in FOUND.criteria] == [
        "accuracy", "balanced_accuracy", "balanced_accuracy under prevalence", "mcc",
    ]  # fmt: skip
    assert FOUND.ranks.tolist() == [[3, 1, 2], [1, 2, 3], [3, 1, 2], [2, 1, 3]]
    assert np.isnan(FOUND.values[3, 2])
    assert FOUND.to_rows()[-1] == {
        "metric": "mcc", "importance": None, "model": "none", "value": None, "rank": 3.0, "undefined": True,
    }  # fmt: skip


def test_values_are_those_of_evaluate():
    evaluated = sy.evaluate(STACK, importance="prevalence")
    found = disagreements(STACK, importances="prevalence", explain=0)
    for one, values in zip(found.criteria, found.values, strict=True):
        assert values == pytest.approx([s.value for s in evaluated[one.metric.name]], rel=1e-12, nan_ok=True)


def test_pairs_are_split_by_votes_in_parts_of_the_range():
    pairs = {(pair.first, pair.second): pair for pair in FOUND.pairs}
    assert set(pairs) == {("tree", "svm"), ("tree", "none")}, "all prefer svm to none"
    split = pairs["tree", "svm"]
    assert [vote.criterion.name for vote in split.for_first] == ["balanced_accuracy"]
    assert split.for_first[0].lead == pytest.approx(0.85 - 0.5 * (0.5 + 89 / 90))
    assert {vote.criterion.name for vote in split.for_second} == {
        "accuracy", "balanced_accuracy under prevalence", "mcc",
    }  # fmt: skip
    mcc = sy.metrics.mcc(STACK)
    leads = {vote.criterion.name: vote.lead for vote in split.for_second}
    assert leads["mcc"] == pytest.approx((mcc[1] - mcc[0]) / 2), "its range is 2"
    assert split.telling == min(split.for_first[0].lead, max(leads.values()))
    assert [pair.telling for pair in FOUND.pairs] == sorted((p.telling for p in FOUND.pairs), reverse=True)


def test_undefined_values_rank_last_and_vote_for_nobody():
    votes = [pair for pair in FOUND.pairs if pair.second == "none"]
    named = {vote.criterion.name for pair in votes for vote in (*pair.for_first, *pair.for_second)}
    assert "mcc" not in named


def test_the_most_telling_reversals_are_explained_and_are_those_one_can_ask_for():
    assert len(FOUND.reversals) == 2
    for told, pair in zip(FOUND.reversals, FOUND.pairs, strict=True):
        assert (told.first, told.second) == (pair.first, pair.second)
        by, against = told.by.criterion, told.against.criterion
        asked = reversal(
            STACK, told.second, told.first, by.metric, against.metric,
            importance_1=by.importance, importance_2=against.importance,
        )  # fmt: skip
        assert asked.sentence == told.sentence
    assert disagreements(STACK, explain=0).reversals == ()
    assert len(disagreements(STACK, explain=1).reversals) == 1


def test_the_most_telling_reversal_is_the_best_of_all_combinations():
    for pair in disagreements(STACK, explain=0).pairs:
        every = [min(one.lead, other.lead) for one, other in itertools.product(pair.for_first, pair.for_second)]
        assert pair.telling == max(every)


def test_criteria_that_agree_are_said_to():
    found = disagreements(STACK, ["accuracy"])
    assert found.pairs == ()
    assert found.sentence == "There is one criterion alone, so that none disagrees with it."


def test_the_table_prints_and_goes_to_json():
    lines = str(FOUND).splitlines()
    assert lines[0].split() == ["rank", "by", "tree", "svm", "none"]
    assert lines[1].split() == ["accuracy", "3", "1", "2"]
    assert lines[-1].startswith("The criteria disagree about 2 of 3 pairs of models. By ")
    record = json.loads(FOUND.to_json())
    assert record["distances"][0][2] == 0
    assert record["pairs"][0]["sentence"] == FOUND.pairs[0].sentence
    assert len(record["criteria"]) == 12


def test_a_joint_table_is_taken_as_its_matrices():
    truth = [0] * 4 + [1] * 6
    joint = sy.Joint.from_labels(truth, {"a": [0, 0, 1, 1, 1, 1, 1, 1, 0, 1], "b": [0] * 6 + [1] * 4})
    assert disagreements(joint, explain=0).to_dict() == disagreements(joint.confusion(), explain=0).to_dict()


def test_a_metric_without_bounds_leads_in_parts_of_its_value():
    costs = sy.metrics.cost_ratio.at(costs=[[0, 3], [1, 0]])
    (pair,) = disagreements(models("tree", "svm"), [costs, "accuracy"], explain=0).pairs
    first, second, _ = sy.metrics.cost_ratio(STACK, costs=[[0, 3], [1, 0]])
    vote = next(v for v in (*pair.for_first, *pair.for_second) if v.criterion.metric.id == "cost_ratio")
    assert vote.lead == pytest.approx(abs(first - second) / max(first, second))


def models(*names):
    return sy.Confusion.of_models({name: STACK[name] for name in names})


@pytest.mark.parametrize("explain", [-1, 1.5, True])
def test_how_many_to_explain_must_be_a_count(explain):
    with pytest.raises(ValueError, match="explain must be a whole number of at least 0"):
        disagreements(STACK, explain=explain)


def test_raising_policies_raise():
    with pytest.raises(ValueError, match="mcc is undefined"):
        disagreements(STACK, "mcc", undefined="raise")


def test_criteria_that_tie_are_counted():
    stack = sy.Confusion([[[8, 2], [2, 8]], [[5, 5], [1, 9]]], axes={"model": ["a", "b"]})
    level = {0: 0.25, 1: 0.75}  # recalls: 0.3 · 0.25 = 0.1 · 0.75
    found = disagreements(stack, "balanced_accuracy", ["uniform", [0, 1], level], explain=0)
    (pair,) = found.pairs
    assert (len(pair.for_first), len(pair.for_second), pair.level) == (1, 1, 1)
    assert pair.sentence.startswith("a is ahead of b by 1 of 3 criteria, most by balanced_accuracy; b by 1, most by")


def test_a_criterion_whose_order_depends_on_what_undefined_terms_count_has_no_vote():
    """By macro precision, tree is ahead of the model that gave fraud up (0.72 to 0.45), or behind (0.72 to 0.9)."""
    two = sy.Confusion([TREE, NONE], LABELS, axes={"model": ["tree", "none"]})
    assert disagreements(two, ["accuracy", "balanced_accuracy"]).pairs
    found = disagreements(two, ["accuracy", "macro_precision"])
    assert (found.pairs, found.reversals) == ((), ())
    assert [one.name for one in found.disputed] == ["macro_precision"]
    assert found.sentence == "Who is ahead by macro_precision depends on what undefined terms count."
    assert found.to_dict()["disputed"] == [{"metric": "macro_precision", "importance": "uniform"}]
    more = disagreements(two, ["accuracy", "macro_precision", "average_accuracy"]).sentence
    assert more.startswith("The other criteria agree on the order of the models, but for ties. Who is ahead by")
    chosen = disagreements(two, ["accuracy", "macro_precision"], undefined="worst")
    assert (len(chosen.pairs), chosen.disputed) == (1, ())
