"""A goal: one metric under one importance, fixed."""

import pickle

import numpy as np
import pytest

import steelyard as sy
from every_metric import under
from steelyard.importance.mechanisms import sizes_of
from steelyard.measuring.goal import depends_on_sizes, goal, goals

TRAIN = ["ok"] * 90 + ["ill"] * 10


def test_importance_is_resolved_once_on_the_sizes_given():
    aim = goal("balanced_accuracy", "rarity", sizes=sizes_of(TRAIN))
    assert aim.labels == ("ill", "ok")
    assert aim.weights.tolist() == [0.9, 0.1]
    assert aim.of_labels(["ok", "ok", "ok", "ill"], ["ok", "ok", "ill", "ok"]) == pytest.approx(0.1 * 2 / 3)


def test_without_sizes_weights_that_do_not_depend_on_them_are_fixed_by_the_labels():
    assert goal("cba", {"ill": 0.7}, labels=["ok", "ill"]).weights == pytest.approx([0.3, 0.7])
    assert goal("cba", "rarity", labels=["ok", "ill"]).weights is None
    assert goal("cba", "rarity(ok=9, ill=1)", labels=["ok", "ill"]).weights == pytest.approx([0.1, 0.9])
    assert goal("cba", "uniform").weights is None


@pytest.mark.parametrize(
    ("importance", "follows"),
    [
        ("uniform", False), ("ill > ok", False), ({"ill": 0.4}, False), ("rarity(ok=1, ill=2, new=3)", False),
        ("rarity", True), ("prevalence", True), ("complement", True), ("rarity * (ill=0.7, *=even)", True),
    ],
)  # fmt: skip
def test_it_is_known_which_importances_follow_the_class_sizes(importance, follows):
    assert depends_on_sizes(sy.importance.as_importance(importance), ("ill", "ok", "new")) == follows


@pytest.mark.parametrize("name", [m.id for m in sy.metrics.values() if m.kind != "rate" and not m.optional])
def test_values_are_those_of_the_metrics_own_call(name, rng, random_counts):
    stack = sy.Confusion(random_counts(rng, 3, 20), ["a", "b", "c"], axes={"draw": range(20)})
    sizes = sizes_of(counts={"a": 5, "b": 20, "c": 100})
    weights = sy.importance.rarity().weights(sizes)
    asked = under(name, "rarity")
    found = goal(asked, "rarity", sizes=sizes).of_counts(stack)
    assert np.array_equal(found, sy.metrics[asked](stack, importance=weights), equal_nan=True)
    assert np.array_equal(goal(name).of_counts(stack), sy.metrics[name](stack), equal_nan=True)


def test_counts_in_another_order_or_of_fewer_classes_get_the_weights_of_their_own_classes():
    aim = goal("balanced_accuracy", {"a": 0.7, "b": 0.2, "c": 0.1}, labels=["a", "b", "c"])
    cm = sy.Confusion([[9, 1, 0], [2, 8, 0], [0, 5, 5]], ["a", "b", "c"])
    assert aim.of_counts(cm.reorder(["c", "a", "b"])) == pytest.approx(aim.of_counts(cm), rel=1e-15)
    two = sy.Confusion([[8, 2], [1, 9]], ["b", "a"])
    assert aim.of_counts(two) == pytest.approx((0.7 * 0.9 + 0.2 * 0.8) / 0.9)
    with pytest.raises(ValueError, match="class 'x' is counted but not among the labels"):
        aim.of_counts(sy.Confusion([[1, 0], [0, 1]], ["a", "x"]))


def test_sample_weights_and_parameters_are_taken():
    aim = goal("mean_f", beta=2)
    truth, guess, weights = ["a", "b", "b"], ["a", "a", "b"], [1.0, 2.0, 3.0]
    assert aim.of_labels(truth, guess, weights) == sy.metrics.mean_f(
        sy.Confusion.from_labels(truth, guess, weights=weights), beta=2
    )
    assert aim.name == "mean_f(beta=2)"


def test_names_and_signs_are_those_of_the_metric():
    assert goal("cba", "rarity").name == "cba under rarity"
    assert goal("WBA").name == "balanced_accuracy"
    assert (goal("cba").sign, goal("cen").sign) == (1, -1)


def test_a_goal_pickles():
    aim = goal("mean_f", "rarity", sizes=sizes_of(TRAIN), beta=2)
    again = pickle.loads(pickle.dumps(aim))  # noqa: S301 - our own bytes
    assert again.name == aim.name
    assert again.of_labels(TRAIN, TRAIN[::-1]) == aim.of_labels(TRAIN, TRAIN[::-1])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"metric": "nothing"}, "there is no metric 'nothing'"),
        ({"metric": "recall"}, "'recall' gives one value per class, .* class c alone is 'recall of c'"),
        ({"metric": "f1", "positive": "fine"}, "there is no class 'fine'"),
        ({"metric": "cba", "importance": {"x": 0.5}}, "there is no class 'x'"),
        ({"metric": "cba", "undefined": "skip"}, "undefined must be one of"),
    ],
)
def test_what_cannot_be_measured_is_refused_at_once(arguments, told):
    with pytest.raises(ValueError, match=told):
        goal(**arguments, sizes=sizes_of(TRAIN))


def test_a_rate_of_the_positive_class_is_a_goal():
    """One of two ill is found, and two answers are "ill"."""
    truth, guess = ["ill", "ill", "ok", "ok"], ["ill", "ok", "ill", "ok"]
    aim = goal("f", sizes=sizes_of(TRAIN), positive="ill", beta=2)
    assert aim.name == "f(beta=2) of ill"
    assert aim.of_labels(truth, guess) == pytest.approx(0.5)
    assert pickle.loads(pickle.dumps(aim)).of_labels(truth, guess) == pytest.approx(0.5)  # noqa: S301 - our own bytes
    with pytest.raises(ValueError, match="'recall of ill' is of one class, so an importance has no part in it; 'bal"):
        goal("recall", "rarity", positive="ill")


def test_parameters_are_checked_for_the_classes():
    with pytest.raises(ValueError, match="costs"):
        goal("expected_cost", sizes=sizes_of(TRAIN), costs=np.ones((3, 3)))


def test_an_importance_without_effect_is_refused():
    with pytest.raises(
        ValueError, match=r"'mcc' counts items, not classes, .* 'mcc at importance' is the same at class shares"
    ):
        goal("mcc", "rarity")
    with pytest.raises(ValueError, match="'accuracy' counts items, not classes"):
        goals(["accuracy", "mcc"], "rarity")


def test_beside_metrics_that_follow_the_importance_others_are_as_counted():
    cm = sy.Confusion([[8, 2], [10, 80]], ["ill", "ok"])
    cba, mcc, at_importance = goals(["cba", "mcc", "mcc at importance"], "rarity", sizes=sizes_of(TRAIN))
    assert cba.name == "cba under rarity"
    assert (mcc.name, mcc.of_counts(cm)) == ("mcc", sy.metrics.mcc(cm))
    assert at_importance.name == "mcc at importance under rarity"
    assert at_importance.of_counts(cm) == pytest.approx(sy.metrics.mcc(cm.at_shares([0.9, 0.1])), rel=1e-14)
