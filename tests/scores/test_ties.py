"""Items on the threshold: of two classes, the positive one is answered from the threshold on, by whatever decides."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.scores.decided import Decisions
from steelyard.show.page.decided import Cuts, Gains

LABEL_METRICS = ["precision", "f1", "accuracy", "balanced_accuracy"]


def forests(seed, items=120, trees=10):
    """Return a truth, and two models whose probabilities are shares of a few trees, so that many lie on a threshold."""
    rng = np.random.default_rng(seed)
    ill = rng.random(items) < 0.35
    models = {
        name: np.clip(np.rint(trees * (0.5 * ill + 0.25 + rng.normal(0, noise, items))), 0, trees) / trees
        for name, noise in (("a", 0.2), ("b", 0.35))
    }
    return np.where(ill, "ill", "ok"), models


@pytest.mark.parametrize("positive", ["ill", "ok", None])
def test_one_half_is_answered_alike_in_the_terminal_on_the_page_and_by_labels(positive):
    truth, models = forests(1)
    answered = positive or "ill"  # the rarer one
    columns = {"ill": lambda p: p, "ok": lambda p: 1 - p}
    if positive is None:
        models = {name: np.stack([p, 1 - p], axis=1) for name, p in models.items()}
        of_class = {name: p[:, 0] for name, p in models.items()}
    else:
        of_class = models = {name: columns[positive](p) for name, p in models.items()}
    other = "ok" if answered == "ill" else "ill"
    said = {name: np.where(p >= 0.5, answered, other) for name, p in of_class.items()}
    assert all((p == 0.5).any() for p in of_class.values())
    metrics = LABEL_METRICS if positive else LABEL_METRICS[2:]
    by_labels = sy.compare(truth, said, metrics=metrics, positive=positive, labels=["ill", "ok"])
    asked = {"labels": None if positive else ["ill", "ok"], "positive": positive}
    by_scores = sy.scores.compare(truth, models, metrics=metrics, **asked)
    evaluation = sy.scores.evaluate(truth, models, metrics=metrics, **asked)
    for metric in metrics:
        name = by_scores[metric].metric
        assert by_scores[metric].values == tuple(by_labels[name][model].value for model in models)
        assert by_scores[metric].p_value == by_labels[name].p_value
        assert [evaluation[metric][model].value for model in models] == list(by_scores[metric].values)
    cuts = Cuts.of(sy.scores.evaluate(truth, models, "prevalence", **asked).question)  # every error counts the same
    assert (cuts.start, cuts.scores.labels[cuts.place]) == (0.5, answered)
    by_hand = sy.Joint.from_labels(truth, said, labels=evaluation.labels)
    np.testing.assert_array_equal(cuts.joint().codes, by_hand.codes)
    np.testing.assert_array_equal(cuts.joint().counts, by_hand.counts)
    assert f"{answered!r} from a probability of 0.5 on." in " ".join(str(evaluation).split())
    rule = sy.decisions.tune(truth, of_class["a"], "accuracy", positive=answered, method="closed_form")
    assert rule.decide(of_class["a"]).tolist() == said["a"].tolist()
    assert rule.untuned == evaluation["accuracy"]["a"].value


@pytest.mark.parametrize("missed", [1, 2, 3, 4, 9, 19])
@pytest.mark.parametrize("trees", [10, 100, 20, 12])
def test_a_threshold_of_costs_is_reached_by_the_share_of_trees_that_equals_it(missed, trees):
    """1/(1 + 9) is a tenth, also where it was computed from shares and weights: ten of a hundred trees reach it."""
    truth, models = forests(missed, trees=trees)
    p, at, importance = models["a"], 1 / (1 + missed), f"prevalence * (ill={missed}, ok=1)"
    ill, taken = truth == "ill", p >= at
    cost = (missed * (ill & ~taken).sum() + (~ill & taken).sum()) / (missed * ill.sum() + (~ill).sum())
    regret = sy.scores.regret(truth, p, importance, positive="ill")
    assert regret.threshold == at
    assert regret["model"].regret == pytest.approx(cost, rel=1e-12)
    curve = sy.scores.curve(truth, p, "cost", positive="ill", thresholds=regret.low)
    assert curve["model"].y[0] == pytest.approx(cost, rel=1e-12)
    benefit = sy.scores.curve(truth, p, "decision", positive="ill", thresholds=at)["model"].y[0]
    assert benefit == pytest.approx(((ill & taken).sum() - (~ill & taken).sum() * at / (1 - at)) / len(p), rel=1e-9)
    page = Cuts.of(sy.scores.evaluate(truth, p, importance, positive="ill").question)
    assert page.start == at
    costs = {("ill", "ok"): missed, ("ok", "ill"): 1}
    rule = sy.decisions.tune(truth, p, "expected_cost", positive="ill", costs=costs, method="closed_form")
    if rule.method == "closed_form":
        assert rule.threshold == at
    assert ((rule.decide(p) == "ill") == (p >= rule.threshold)).all()


def test_two_models_differ_where_one_of_them_lies_on_the_threshold():
    truth, models = forests(3)
    result = sy.scores.regret(truth, models, "prevalence * (ill=1, ok=1)", positive="ill")
    said = {name: np.where(p >= 0.5, "ill", "ok") for name, p in models.items()}
    error = {name: (answers != truth).mean() for name, answers in said.items()}
    assert result.threshold == 0.5
    assert result.differences[0].difference == pytest.approx(error["a"] - error["b"], abs=1e-12)


def test_very_small_probabilities_are_told_apart_by_both_columns():
    """1 − 1e-20 and 1 − 1e-18 are both 1 in floats; what the other class has is not."""
    p = np.array([[1e-20, 1.0], [1e-18, 1.0]])
    assert sy.decisions.decide(p, [1, 1e-19], positive=1).tolist() == [1, 0]
    assert sy.decisions.decide(p, [1, 1e-19], positive=0).tolist() == [1, 0]


@pytest.mark.parametrize("positive", [2, -1, 0])
def test_a_positive_class_is_one_of_two(positive):
    gains = [1, 1] if positive else [1, 1, 1]
    with pytest.raises(ValueError, match=f"positive must be the place of one of two classes, 0 or 1, not {positive}"):
        sy.decisions.decide(np.full((1, len(gains)), 1 / len(gains)), gains, positive=positive)


def test_of_more_classes_the_first_of_those_that_tie_is_answered_on_the_page_too():
    labels = np.array(["a", "b", "c"])
    truth = labels[[0, 1, 2, 1, 2, 0]]
    p = np.array([[0.4, 0.4, 0.2], [0.2, 0.4, 0.4], [0.5, 0.0, 0.5], [0.2, 0.6, 0.2], [0.1, 0.1, 0.8], [1, 0, 0]])
    result = sy.scores.evaluate(truth, p, metrics=["accuracy"], labels=labels)
    decided: Decisions = result.question.decided
    assert decided.answers()[1]["model"].tolist() == labels[p.argmax(axis=1)].tolist()
    certain = sy.scores.evaluate(truth, p, {"b": 1.0, "a": 0.0, "c": 0.0}, labels=labels).question
    assert set(Gains.of(certain, 10**6).joint().codes[:, 1]) == {1}  # always, as `sy.decisions.decide` has it
