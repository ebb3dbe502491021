import copy
import math
import pickle

import numpy as np
import pytest

import steelyard as sy
from steelyard.integrations import lightgbm, xgboost

EVALUATIONS = [xgboost.evaluation, lightgbm.evaluation]


@pytest.fixture(params=EVALUATIONS, ids=["xgboost", "lightgbm"])
def evaluation(request):
    return request.param


def random_predictions(rng, n=300, C=4):
    y = rng.choice(C, n, p=[0.7, 0.15, 0.1, 0.05])
    return y, rng.dirichlet(np.ones(C), n)


@pytest.mark.parametrize("metric", ["cba", "mean_f", "mcc at importance", "kappa at importance", "g_mean"])
def test_a_value_is_that_of_the_metrics_own_call(rng, evaluation, metric):
    y, p = random_predictions(rng)
    names = np.array(["a", "b", "c", "d"])
    weights = rng.random(len(y))
    measured = evaluation(metric, "d=0.5, a=0.2, *=even", labels=names)
    cm = sy.Confusion.from_labels(names[y], names[p.argmax(axis=1)], labels=names, weights=weights)
    expected = sy.metrics[metric](cm, importance="d=0.5, a=0.2, *=even")
    assert measured.value(y, p, weights) == pytest.approx(expected, rel=1e-12)


def test_rarity_is_that_of_the_training_data_and_not_of_the_fold(evaluation):
    measured = evaluation("balanced_accuracy", "rarity", y=[0] * 9 + [1])
    assert measured.goal.weights == pytest.approx([0.1, 0.9])
    assert measured.value([0, 1, 1], [0.9, 0.9, 0.1]) == pytest.approx(0.45)


def test_without_training_data_it_is_that_of_the_items_evaluated(evaluation):
    assert evaluation("balanced_accuracy", "rarity").value([0, 0, 0, 1], [0.1, 0.9, 0.1, 0.9]) == pytest.approx(
        0.25 * 2 / 3 + 0.75
    )


def test_class_sizes_do_as_well_as_labels(evaluation):
    given = evaluation("cba", "rarity", counts={"ill": 1, "ok": 9}, labels=["ok", "ill"])
    assert given.goal.labels == ("ok", "ill")
    assert given.goal.weights == pytest.approx([0.1, 0.9])


def test_an_undefined_value_is_worse_than_any(evaluation):
    """A constant answer has no MCC; NaN would be the best value for ever, in both libraries."""
    assert evaluation("mcc").value([0, 0, 1], [0.1, 0.2, 0.3]) == -math.inf
    costs = evaluation("cost_ratio", costs=[[0, 1], [1, 0]])
    assert not costs.higher_is_better
    assert costs.value([0, 0, 0], [0.1, 0.2, 0.3]) == math.inf


def test_no_items_with_weights_given_count_as_without(evaluation):
    measured = evaluation("accuracy")
    assert measured.value([0, 1], [0.1, 0.2], np.array([])) == measured.value([0, 1], [0.1, 0.2]) == 0.5


def test_names_are_plain_and_can_be_chosen(evaluation):
    assert evaluation("mean_f", beta=2).name == "mean_f_beta_2"
    assert evaluation("cba", "rarity").name == "cba_under_rarity"
    assert evaluation("cba", "rarity", name="my cba: 1").name == "my_cba_1"


def test_it_can_be_copied_and_sent_to_other_processes(evaluation):
    measured = evaluation("mean_f", "fraud=0.9, ok=0.1", labels=["ok", "fraud"], beta=2)
    for again in (copy.deepcopy(measured), pickle.loads(pickle.dumps(measured))):  # noqa: S301 - our own bytes
        assert again.value([0, 1, 1], [0.1, 0.8, 0.3]) == measured.value([0, 1, 1], [0.1, 0.8, 0.3])
        assert again.name == measured.name


@pytest.mark.parametrize(
    ("arguments", "more", "message"),
    [
        (("balanced_accuracy", "theft=0.9"), {"labels": ["ok", "fraud"]}, "there is no class 'theft'"),
        (("balanced_accuracy", "theft=0.9"), {"y": ["ok", "fraud"]}, "there is no class 'theft'"),
        (("recall",), {}, "'recall' gives one value per class, not one number"),
        (("balanced_acuracy",), {}, "balanced_acuracy"),
        (("mean_f",), {"gamma": 2}, "mean_f has no parameter 'gamma'"),
        (("cba",), {"undefined": "ignore"}, "undefined must be one of"),
        (("cba",), {"labels": ["ok", "ok"]}, "each label may occur once"),
        (("cba",), {"labels": ["ok"]}, "at least two classes, but these are only 'ok'"),
        (("cba", "rarity"), {"y": [0, 0], "labels": ["ok", "fraud"]}, "fraud"),
        (("cba", "rarity"), {"y": [0, 1], "counts": [1, 1]}, "not from both"),
    ],
)
def test_bad_input_is_refused_before_training(evaluation, arguments, more, message):
    with pytest.raises(ValueError, match=message) as raised:
        evaluation(*arguments, **more)
    assert "\n" not in str(raised.value)


def test_it_says_what_it_is():
    from steelyard.integrations.lightgbm import evaluation

    assert repr(evaluation("cba", "rarity")) == "<LightGBMEvaluation: cba under rarity, logged as 'cba_under_rarity'>"
