"""XGBoost measured after each round: values are recomputed from the trees, round by round."""

import math
import pickle
import subprocess
import sys

import numpy as np
import pytest

xgb = pytest.importorskip("xgboost", reason="XGBoost is not installed")

from steelyard.integrations.xgboost import early_stopping, evaluation, sample_weight  # noqa: E402 - after the skip

ROUNDS = 40
PLACES = 6
"""XGBoost writes a value with six digits and reads it again."""

SHARES = {2: [0.9, 0.1], 3: [0.8, 0.14, 0.06]}


def items(rng, n, C):
    """Return features and classes of very different size, which overlap."""
    y = rng.choice(C, n, p=SHARES[C])
    X = rng.normal(size=(n, 4))
    X[:, 0] += 1.2 * y
    X[:, 1] -= 1.2 * y
    return X, y


def matrix_of(X, y=None, **more):
    """Return a matrix that is read by one thread; many of them only wait for each other on so few items."""
    return xgb.DMatrix(X, y, nthread=1, **more)


@pytest.fixture(params=[2, 3])
def data(rng, request):
    C = request.param
    return C, *items(rng, 700, C), *items(rng, 400, C)


def settings(C, **more):
    objective = {"objective": "binary:logistic"} if C == 2 else {"objective": "multi:softprob", "num_class": C}
    return objective | {"max_depth": 3, "eta": 0.3, "nthread": 1} | more


def weighted_recalls(y, predicted, weights):
    """Return Σ w·recall, written without the library."""
    recalls = [np.mean(predicted[y == c] == c) for c in range(len(weights))]
    return float(np.dot(weights, recalls))


def rarity(y):
    sizes = np.bincount(y)
    return (1 / sizes) / (1 / sizes).sum()


def each_round(booster, V, v, weights):
    """Return the weighted balanced accuracy after every round, from the trees."""
    found, matrix = [], matrix_of(V)
    for last in range(1, booster.num_boosted_rounds() + 1):
        p = booster.predict(matrix, iteration_range=(0, last))
        found.append(weighted_recalls(v, p > 0.5 if p.ndim == 1 else p.argmax(axis=1), weights))
    return np.array(found)


def stopped_at(values, rounds):
    """Return the best round when none of the next `rounds` is better, and fail if that never happens."""
    best, waited = 0, 0
    for at in range(1, len(values)):
        best, waited = (at, 0) if values[at] > values[best] else (best, waited + 1)
        if waited == rounds:
            return best
    pytest.fail("the data should let it stop")


def trained(data, **more):
    C, X, y, V, v = data
    history = {}
    booster = xgb.train(
        settings(C), matrix_of(X, y), ROUNDS, evals=[(matrix_of(X, y), "train"), (matrix_of(V, v), "valid")],
        evals_result=history, verbose_eval=False, **more,
    )  # fmt: skip
    return booster, history


def test_the_history_is_the_metric_of_every_round(data):
    _, _, y, V, v = data
    measured = evaluation("wba", "rarity", y=y)
    booster, history = trained(data, custom_metric=measured)
    expected = each_round(booster, V, v, rarity(y))
    assert history["valid"][measured.name] == pytest.approx(expected, abs=0.6 * 10**-PLACES)
    assert len(np.unique(expected)) > 10


@pytest.mark.parametrize("how", ["callback", "rounds"])
def test_early_stopping_keeps_the_round_with_the_best_weighted_balanced_accuracy(data, how):
    _, _, y, V, v = data
    measured = evaluation("wba", "rarity", y=y)
    stop = {"callbacks": [early_stopping(ROUNDS, measured)]} if how == "callback" else {"early_stopping_rounds": ROUNDS}
    booster, _ = trained(data, custom_metric=measured, **stop)
    values = each_round(booster, V, v, rarity(y)).round(PLACES)
    assert booster.best_iteration == values.argmax()
    assert booster.best_score == pytest.approx(values.max())
    assert values.argmin() != values.argmax() > 0


def test_it_stops_after_so_many_rounds_and_can_forget_what_came_after(data):
    _, _, y, V, v = data
    measured = evaluation("wba", "rarity", y=y)
    all_rounds, _ = trained(data, custom_metric=measured)
    values = each_round(all_rounds, V, v, rarity(y)).round(PLACES)
    best = stopped_at(values, 5)
    stopped, history = trained(data, custom_metric=measured, callbacks=[early_stopping(5, measured, save_best=True)])
    assert stopped.best_iteration == best
    assert stopped.num_boosted_rounds() == best + 1
    assert len(history["valid"][measured.name]) == best + 6


def test_left_alone_xgboost_would_keep_the_worst_round(data):
    """Why `tell_direction` exists; if this fails, XGBoost no longer guesses."""
    _, _, y, V, v = data
    measured = evaluation("wba", "rarity", y=y)

    def wba(predictions, matrix):
        return "wba", measured.value(matrix.get_label(), predictions)

    booster, _ = trained(data, custom_metric=wba, early_stopping_rounds=ROUNDS)
    assert booster.best_iteration == each_round(booster, V, v, rarity(y)).round(PLACES).argmin()


@pytest.mark.parametrize("how", ["callback", "rounds"])
def test_the_classifier_stops_at_the_best_round_too(data, how):
    _, X, y, V, v = data
    measured = evaluation("wba", "rarity", y=y)
    stop = {"callbacks": [early_stopping(ROUNDS, measured)]} if how == "callback" else {"early_stopping_rounds": ROUNDS}
    model = xgb.XGBClassifier(n_estimators=ROUNDS, max_depth=3, n_jobs=1, eval_metric=measured, **stop)
    model.fit(X, y, eval_set=[(V, v)], verbose=False)
    values = each_round(model.get_booster(), V, v, rarity(y)).round(PLACES)
    assert model.evals_result()["validation_0"][measured.name] == pytest.approx(values)
    assert model.best_iteration == values.argmax()
    assert weighted_recalls(v, model.predict(V), rarity(y)) == pytest.approx(values.max(), abs=1e-6)


def test_a_classifier_with_it_clones_and_pickles(rng):
    from sklearn.base import clone

    X, y = items(rng, 300, 2)
    model = xgb.XGBClassifier(n_estimators=5, n_jobs=1, eval_metric=evaluation("cba", "rarity", y=y))
    again = pickle.loads(pickle.dumps(clone(model).fit(X, y, eval_set=[(X, y)], verbose=False)))  # noqa: S301 - ours
    assert again.evals_result()["validation_0"]["cba_under_rarity"][-1] > 0.3


def test_labels_predicted_by_softmax_measure_as_probabilities_do(rng):
    X, y = items(rng, 500, 3)
    measured = evaluation("wba", "c=0.8, *=even", labels=["a", "b", "c"])
    histories = []
    for objective in ("multi:softprob", "multi:softmax"):
        history = {}
        matrix = matrix_of(X, y)
        xgb.train(
            settings(3, objective=objective), matrix, 5, evals=[(matrix, "d")], custom_metric=measured,
            evals_result=history, verbose_eval=False,
        )  # fmt: skip
        histories.append(history["d"][measured.name])
    assert histories[0] == histories[1]
    assert len(set(histories[0])) > 1


def logistic(predictions, matrix):
    p = 1 / (1 + np.exp(-predictions))
    return p - matrix.get_label(), p * (1 - p)


def test_an_objective_of_ones_own_gives_margins(rng):
    X, y = items(rng, 500, 2)
    V, v = items(rng, 300, 2)
    measured = evaluation("wba", "rarity", y=y, margins=True)
    history, valid = {}, matrix_of(V, v)
    booster = xgb.train(
        {"max_depth": 3, "nthread": 1, "base_score": 0.5, "disable_default_eval_metric": 1}, matrix_of(X, y), 20,
        evals=[(valid, "valid")], obj=logistic, custom_metric=measured, evals_result=history, verbose_eval=False,
    )  # fmt: skip
    margins = booster.predict(valid, output_margin=True)
    assert history["valid"][measured.name][-1] == pytest.approx(weighted_recalls(v, margins > 0, rarity(y)), abs=1e-6)


def test_margins_that_are_not_announced_are_refused(rng):
    X, y = items(rng, 500, 2)
    with pytest.raises(ValueError, match="say margins=True"):
        xgb.train(
            {"objective": "binary:logitraw", "nthread": 1}, matrix_of(X, y), 3, evals=[(matrix_of(X, y), "d")],
            custom_metric=evaluation("wba"), verbose_eval=False,
        )  # fmt: skip


def test_weights_of_the_matrix_count(rng):
    X, y = items(rng, 300, 2)
    weights = rng.random(300)
    measured = evaluation("accuracy")
    matrix = matrix_of(X, y, weight=weights)
    p = rng.random(300)
    name, value = measured(p, matrix)
    assert name == "accuracy"
    assert value == pytest.approx(weights[(p > 0.5) == y].sum() / weights.sum(), rel=1e-6)
    model = xgb.XGBClassifier(n_estimators=2, n_jobs=1, eval_metric=measured)
    model.fit(X, y, eval_set=[(X, y)], sample_weight_eval_set=[weights], verbose=False)
    right = model.predict(X) == y
    assert model.evals_result()["validation_0"]["accuracy"][-1] == pytest.approx(
        weights[right].sum() / weights.sum(), abs=1e-6
    )


def test_cross_validation_keeps_the_best_round(rng):
    X, y = items(rng, 600, 3)
    measured = evaluation("wba", "rarity", y=y)
    history = xgb.cv(
        settings(3), matrix_of(X, y), 25, nfold=3, stratified=True, seed=1, custom_metric=measured, as_pandas=False,
        early_stopping_rounds=4,
    )  # fmt: skip
    every = xgb.cv(
        settings(3), matrix_of(X, y), 25, nfold=3, stratified=True, seed=1, custom_metric=measured, as_pandas=False
    )
    means = every[f"test-{measured.name}-mean"]
    assert len(history[f"test-{measured.name}-mean"]) == stopped_at(means, 4) + 1


def test_rounds_where_the_metric_is_undefined_are_passed_over(rng):
    """The first trees of a skewed set predict one class only, and MCC is 0/0 there."""
    X, y = items(rng, 700, 2)
    measured = evaluation("mcc")
    history, matrix = {}, matrix_of(X, y)
    booster = xgb.train(
        settings(2, eta=0.1), matrix, 30, evals=[(matrix, "d")], custom_metric=measured, early_stopping_rounds=30,
        evals_result=history, verbose_eval=False,
    )  # fmt: skip
    values = history["d"]["mcc"]
    assert values[0] == -math.inf
    assert booster.best_iteration == np.argmax(values) > 0
    assert np.isfinite(booster.best_score)


def test_a_metric_of_which_less_is_better_is_made_small(rng):
    X, y = items(rng, 700, 2)
    V, v = items(rng, 400, 2)
    measured = evaluation("expected_cost", costs=[[0, 1], [8, 0]])
    booster, history = trained((2, X, y, V, v), custom_metric=measured, early_stopping_rounds=ROUNDS)
    values = history["valid"][measured.name]
    assert booster.best_iteration == np.argmin(values)
    stop = early_stopping(3, measured)
    assert stop.maximize is False
    assert stop.metric_name == measured.name


def test_a_direction_that_is_wrong_is_refused(data):
    with pytest.raises(ValueError, match="given maximize=False, but larger values are better; leave maximize out"):
        trained(data, custom_metric=evaluation("wba"), early_stopping_rounds=3, maximize=False)


def test_early_stopping_by_another_metric_is_left_alone(data):
    loss = "logloss" if data[0] == 2 else "mlogloss"
    stop = xgb.callback.EarlyStopping(rounds=3, metric_name=loss)
    booster, history = trained(data, custom_metric=evaluation("wba"), callbacks=[stop])
    assert stop.maximize is False
    assert booster.best_iteration == np.argmin(history["valid"][loss])


def test_the_direction_of_a_users_own_loss_beside_it_is_left_alone(data):
    """XGBoost stops by the last metric, which is the user's: ours must not turn it round."""
    measured = evaluation("wba")

    def both(predictions, matrix):
        p = predictions if data[0] == 2 else 1 - predictions[:, 0]
        return [measured(predictions, matrix), ("squares", float(np.mean((p - (matrix.get_label() > 0)) ** 2)))]

    with pytest.raises(ValueError, match=r"since another function calls it .* early_stopping\(…\), or say maximize="):
        trained(data, custom_metric=both, early_stopping_rounds=ROUNDS)
    booster, history = trained(data, custom_metric=both, early_stopping_rounds=ROUNDS, maximize=False)
    squares = history["valid"]["squares"]
    assert booster.best_iteration == np.argmin(squares) != np.argmax(squares)
    booster, history = trained(data, custom_metric=both, callbacks=[early_stopping(ROUNDS, measured)])
    assert booster.best_iteration == np.argmax(history["valid"][measured.name])


class Looking(xgb.callback.TrainingCallback):
    """A user's callback that looks at the metric for himself."""

    def __init__(self, measured):
        self.measured, self.values = measured, []

    def after_iteration(self, *_):
        self.values.append(self.measured([0, 1, 1], [0.1, 0.2, 0.9]))
        return False


def test_a_callback_that_measures_by_hand_does_not_turn_early_stopping_by_the_loss(data):
    looking = Looking(evaluation("wba"))
    booster, history = trained(data, callbacks=[looking], early_stopping_rounds=ROUNDS)
    (losses,) = history["valid"].values()
    assert booster.best_iteration == np.argmin(losses) > 0
    assert set(looking.values) == {0.75}


def test_a_class_beyond_those_named_is_refused(rng):
    X, y = items(rng, 300, 3)
    with pytest.raises(ValueError, match="the model predicts 3 classes, but the evaluation was made for 2"):
        xgb.train(
            settings(3), matrix_of(X, y), 2, evals=[(matrix_of(X, y), "d")], verbose_eval=False,
            custom_metric=evaluation("wba", labels=["ok", "fraud"]),
        )  # fmt: skip


def test_training_with_weights_moves_recall_to_what_matters(rng):
    X, y = items(rng, 1500, 2)
    V, v = items(rng, 1500, 2)
    measured = evaluation("wba", "ok=0.1, fraud=0.9", labels=["ok", "fraud"])
    values = []
    for weights in (None, sample_weight("ok=0.1, fraud=0.9", y, labels=["ok", "fraud"])):
        booster = xgb.train(settings(2), matrix_of(X, y, weight=weights), 15)
        values.append(measured(booster.predict(matrix_of(V)), matrix_of(V, v))[1])
    assert values[1] > values[0] + 0.1


def test_early_stopping_wants_an_evaluation_and_the_library(monkeypatch):
    with pytest.raises(ValueError, match=r"early stopping needs what steelyard's evaluation\(…\) returned, not 'wba'"):
        early_stopping(10, "wba")
    monkeypatch.setitem(sys.modules, "xgboost.callback", None)
    with pytest.raises(ValueError, match=r"pip install xgboost"):
        early_stopping(10, evaluation("wba"))


def test_evaluating_loads_neither_library():
    script = (
        "import sys; from steelyard.integrations.xgboost import evaluation as x; "
        "from steelyard.integrations.lightgbm import evaluation as l; "
        "x('wba')([0, 1], [0.1, 0.9]); l('wba')([0, 1], [0.1, 0.9]); "
        "print(*[name for name in ('xgboost', 'lightgbm', 'sklearn', 'scipy', 'pandas') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == []
