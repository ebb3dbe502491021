"""LightGBM measured after each round: values are recomputed from the trees, round by round."""

import math
import pickle
import sys
from typing import NamedTuple

import numpy as np
import pytest

lgb = pytest.importorskip("lightgbm", reason="LightGBM is not installed")

from steelyard.integrations.lightgbm import (  # noqa: E402 - after the skip
    EarlyStopping,
    early_stopping,
    evaluation,
    sample_weight,
)

pytestmark = pytest.mark.filterwarnings(
    # LightGBM 4.7 has a new name for it, which 4.5 and 4.6 do not know.
    "ignore:The argument 'eval_set' is deprecated",
    # scikit-learn reminds LightGBM's own wrapper of feature names that it gave itself.
    "ignore:X does not have valid feature names",
)

ROUNDS = 40
SHARES = {2: [0.9, 0.1], 3: [0.8, 0.14, 0.06]}
NAMES = {2: np.array(["fraud", "ok"]), 3: np.array(["a", "b", "c"])}


def items(rng, n, C):
    """Return features and classes of very different size, which overlap."""
    y = rng.choice(C, n, p=SHARES[C])
    X = rng.normal(size=(n, 4))
    X[:, 0] += 1.2 * y
    X[:, 1] -= 1.2 * y
    return X, y


@pytest.fixture(params=[2, 3])
def data(rng, request):
    C = request.param
    return C, *items(rng, 700, C), *items(rng, 400, C)


TREES = {"max_depth": 3, "min_child_samples": 5, "learning_rate": 0.3, "verbose": -1, "num_threads": 1}


def settings(C, **more):
    objective = {"objective": "binary"} if C == 2 else {"objective": "multiclass", "num_class": C}
    return objective | TREES | more


def weighted_recalls(y, predicted, weights):
    """Return Σ w·recall, written without the library."""
    recalls = [np.mean(predicted[y == c] == c) for c in range(len(weights))]
    return float(np.dot(weights, recalls))


def rarity(y):
    sizes = np.bincount(y)
    return (1 / sizes) / (1 / sizes).sum()


def each_round(booster, V, v, weights):
    """Return the weighted balanced accuracy after every round, from the trees."""
    found = []
    for last in range(1, booster.current_iteration() + 1):
        p = booster.predict(V, num_iteration=last, num_threads=1)
        found.append(weighted_recalls(v, p > 0.5 if p.ndim == 1 else p.argmax(axis=1), weights))
    return np.array(found)


def trained(data, callbacks=(), rounds=ROUNDS, weight=None, **more):
    C, X, y, V, v = data
    history = {}
    train = lgb.Dataset(X, y)
    booster = lgb.train(
        settings(C), train, rounds, valid_sets=[lgb.Dataset(V, v, weight=weight, reference=train)],
        valid_names=["valid"], callbacks=[lgb.record_evaluation(history), *callbacks], **more,
    )  # fmt: skip
    return booster, history


def test_the_history_is_the_metric_of_every_round(data):
    _, _, y, V, v = data
    measured = evaluation("wba", "rarity", y=y)
    booster, history = trained(data, feval=measured)
    expected = each_round(booster, V, v, rarity(y))
    assert history["valid"][measured.name] == pytest.approx(expected, rel=1e-12)
    assert len(np.unique(expected)) > 10


def test_early_stopping_keeps_the_round_with_the_best_weighted_balanced_accuracy(data):
    _, _, y, V, v = data
    measured = evaluation("wba", "rarity", y=y)
    every, _ = trained(data, feval=measured)
    values = each_round(every, V, v, rarity(y))
    booster, _ = trained(data, [early_stopping(ROUNDS, measured, verbose=False)], feval=measured)
    assert booster.best_iteration == values.argmax() + 1  # LightGBM counts rounds from 1
    assert booster.best_score["valid"][measured.name] == pytest.approx(values.max())
    assert values.argmin() != values.argmax() > 0


def test_lightgbms_own_early_stopping_follows_the_loss(data):
    """Why there is one of ours; if this fails, LightGBM's own may do."""
    _, _, y, V, v = data
    measured = evaluation("wba", "rarity", y=y)
    every, _ = trained(data, feval=measured)
    for only_first in (False, True):
        stop = lgb.early_stopping(5, first_metric_only=only_first, verbose=False)
        booster, _ = trained(data, [stop], feval=measured)
        if booster.best_iteration != each_round(every, V, v, rarity(y)).argmax() + 1:
            return
    pytest.fail("the data should tell them apart")


def test_it_stops_after_so_many_rounds(data):
    _, _, y, V, v = data
    measured = evaluation("wba", "rarity", y=y)
    every, _ = trained(data, feval=measured)
    values = each_round(every, V, v, rarity(y))
    best = next(at for at, value in enumerate(values) if (values[at + 1 : at + 6] <= value).all())
    booster, history = trained(data, [early_stopping(5, measured, verbose=False)], feval=measured)
    assert booster.best_iteration == best + 1
    assert len(history["valid"][measured.name]) == best + 6


@pytest.mark.parametrize("named", [False, True], ids=["codes", "names"])
def test_the_classifier_stops_at_the_best_round_too(data, named):
    C, X, y, V, v = data
    labels, truth = (NAMES[C][y], NAMES[C][v]) if named else (y, v)
    measured = evaluation("wba", "rarity", y=labels)
    assert measured.goal.labels == tuple(np.unique(labels).tolist())
    history = {}
    trees = {"max_depth": 3, "min_child_samples": 5, "learning_rate": 0.3, "verbose": -1, "n_jobs": 1}
    unstopped = lgb.LGBMClassifier(n_estimators=ROUNDS, **trees).fit(X, labels)
    every = each_round(unstopped.booster_, V, v, rarity(y))
    model = lgb.LGBMClassifier(n_estimators=ROUNDS, **trees).fit(
        X, labels, eval_set=[(V, truth)], eval_metric=measured,
        callbacks=[early_stopping(ROUNDS, measured, verbose=False), lgb.record_evaluation(history)],
    )  # fmt: skip
    assert history["valid_0"][measured.name] == pytest.approx(every.tolist())
    assert model.best_iteration_ == every.argmax() + 1
    assert weighted_recalls(v, np.searchsorted(np.unique(labels), model.predict(V)), rarity(y)) == pytest.approx(
        every.max()
    )


def test_weights_of_the_data_count(rng):
    X, y = items(rng, 300, 2)
    V, v = items(rng, 200, 2)
    weights = rng.random(200)
    booster, history = trained((2, X, y, V, v), feval=evaluation("accuracy"), rounds=3, weight=weights)
    right = (booster.predict(V) > 0.5) == v
    expected = weights[right].sum() / weights.sum()
    assert history["valid"]["accuracy"][-1] == pytest.approx(expected, rel=1e-6)
    model = lgb.LGBMClassifier(n_estimators=2, n_jobs=1, verbose=-1)
    model.fit(X, y, eval_set=[(V, v)], eval_sample_weight=[weights], eval_metric=evaluation("accuracy"))
    right = model.predict(V) == v
    assert model.evals_result_["valid_0"]["accuracy"][-1] == pytest.approx(
        weights[right].sum() / weights.sum(), rel=1e-6
    )


def logistic(predictions, data):
    p = 1 / (1 + np.exp(-predictions))
    return p - data.get_label(), p * (1 - p)


def test_an_objective_of_ones_own_gives_margins(rng):
    X, y = items(rng, 500, 2)
    V, v = items(rng, 300, 2)
    measured = evaluation("wba", "rarity", y=y, margins=True)
    history = {}
    train = lgb.Dataset(X, y)
    booster = lgb.train(
        TREES | {"objective": logistic, "metric": "None"}, train, 20, feval=measured,
        valid_sets=[lgb.Dataset(V, v, reference=train)], callbacks=[lgb.record_evaluation(history)],
    )  # fmt: skip
    expected = weighted_recalls(v, booster.predict(V, raw_score=True) > 0, rarity(y))
    assert history["valid_0"][measured.name][-1] == pytest.approx(expected)
    with pytest.raises(ValueError, match="say margins=True"):
        lgb.train(
            TREES | {"objective": logistic, "metric": "None"}, lgb.Dataset(X, y), 20, feval=evaluation("wba"),
            valid_sets=[lgb.Dataset(V, v, reference=train)],
        )  # fmt: skip


def test_cross_validation_keeps_the_best_round(rng):
    X, y = items(rng, 600, 3)
    measured = evaluation("wba", "rarity", y=y)
    every = lgb.cv(settings(3), lgb.Dataset(X, y), 25, nfold=3, seed=1, feval=measured)
    means = every[f"valid {measured.name}-mean"]
    stop = early_stopping(25, measured, verbose=False)
    history = lgb.cv(settings(3), lgb.Dataset(X, y), 25, nfold=3, seed=1, feval=measured, callbacks=[stop])
    assert len(history[f"valid {measured.name}-mean"]) == np.argmax(means) + 1
    assert max(means) > means[0]


def test_several_evaluations_are_told_apart(data):
    _, _, y, _, _ = data
    several = [evaluation("wba", "rarity", y=y), evaluation("wba", "uniform", y=y), evaluation("mcc")]
    booster, history = trained(data, [early_stopping(ROUNDS, several[1], verbose=False)], feval=several)
    assert {each.name for each in several} < set(history["valid"])
    assert booster.best_iteration == np.argmax(history["valid"]["balanced_accuracy_under_uniform"]) + 1


def test_rounds_where_the_metric_is_undefined_are_passed_over(rng):
    """The first trees of a skewed set predict one class only, and MCC is 0/0 there."""
    X, y = items(rng, 700, 2)
    V, v = items(rng, 400, 2)
    measured = evaluation("mcc")
    history = {}
    train = lgb.Dataset(X, y)
    booster = lgb.train(
        settings(2, learning_rate=0.05), train, 60, feval=measured, valid_sets=[lgb.Dataset(V, v, reference=train)],
        callbacks=[lgb.record_evaluation(history), early_stopping(60, measured, verbose=False)],
    )  # fmt: skip
    values = history["valid_0"]["mcc"]
    assert values[0] == -math.inf
    assert booster.best_iteration == np.argmax(values) + 1 > 1


def test_a_metric_of_which_less_is_better_is_made_small(rng):
    both = items(rng, 700, 2), items(rng, 400, 2)
    measured = evaluation("expected_cost", costs=[[0, 1], [8, 0]])
    stop = early_stopping(ROUNDS, measured, verbose=False)
    booster, history = trained((2, *both[0], *both[1]), [stop], feval=measured)
    assert booster.best_iteration == np.argmin(history["valid"][measured.name]) + 1 > 1


def test_training_with_weights_moves_recall_to_what_matters(rng):
    X, y = items(rng, 1500, 2)
    V, v = items(rng, 1500, 2)
    measured = evaluation("wba", "ok=0.1, fraud=0.9", labels=["ok", "fraud"])
    values = []
    for weights in (None, sample_weight("ok=0.1, fraud=0.9", y, labels=["ok", "fraud"])):
        booster = lgb.train(settings(2), lgb.Dataset(X, y, weight=weights), 15)
        values.append(measured(v, booster.predict(V), None)[1])
    assert values[1] > values[0] + 0.1


def test_a_classifier_with_it_pickles(rng):
    X, y = items(rng, 300, 2)
    model = lgb.LGBMClassifier(n_estimators=3, n_jobs=1, verbose=-1)
    model.fit(X, y, eval_set=[(X, y)], eval_metric=evaluation("cba", "rarity", y=y))
    again = pickle.loads(pickle.dumps(model))  # noqa: S301 - our own bytes
    assert "cba_under_rarity" in next(iter(again.evals_result_.values()))


def test_early_stopping_by_what_is_not_evaluated_is_refused(data):
    measured = evaluation("wba")
    loss = "binary_logloss" if data[0] == 2 else "multi_logloss"
    with pytest.raises(ValueError, match=f"waits for 'balanced_accuracy', but the metrics evaluated are: {loss}"):
        trained(data, [early_stopping(3, measured, verbose=False)])


class Env(NamedTuple):
    evaluation_result_list: list
    iteration: int


def test_it_sees_the_metric_alone_in_versions_with_named_tuples_too():
    """Before LightGBM 4.7, what callbacks get is a named tuple, and cross-validation names the data, too."""
    seen = []

    def callback(env):
        seen.append(env)

    callback.order = 30
    stop = EarlyStopping(callback, "wba")
    stop(Env([("cv_agg", "valid auc", 0.5, True, 0.1), ("cv_agg", "valid wba", 0.7, True, 0.1)], 3))
    assert seen == [Env([("cv_agg", "valid wba", 0.7, True, 0.1)], 3)]
    assert stop.order == 30


def test_early_stopping_wants_an_evaluation_and_the_library(monkeypatch):
    with pytest.raises(ValueError, match=r"early stopping needs what steelyard's evaluation\(…\) returned, not 'wba'"):
        early_stopping(10, "wba")
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    with pytest.raises(ValueError, match=r"pip install lightgbm"):
        early_stopping(10, evaluation("wba"))
