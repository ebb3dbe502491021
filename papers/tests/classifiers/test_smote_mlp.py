"""SMOTE and a network: scikit-learn's own checks, imbalanced-learn's pipeline, and classes of a few items."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from imblearn.over_sampling import SMOTE
from imblearn.pipeline import make_pipeline
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.neural_network import MLPClassifier

from scikit_learn_checks import scikit_learn_checks
from steelyard_papers.classifiers import SmoteMLP
from steelyard_papers.classifiers.smote_mlp import filled_up

pytestmark = [
    pytest.mark.filterwarnings("ignore:Stochastic Optimizer"),  # that it could learn on is no news here
    pytest.mark.usefixtures("one_thread"),
]

SMALL = {"hidden_layer_sizes": (5,), "learning_rate_init": 0.02, "max_iter": 40}


def clouds(sizes, seed=0):
    """Return items of normal clouds, classes named by letters."""
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(len(sizes)), sizes)
    return 1.5 * np.eye(len(sizes))[y] + rng.normal(size=(len(y), len(sizes))), np.array(list("abcde"))[y]


@pytest.mark.parametrize(
    ("estimator", "check"), scikit_learn_checks(SmoteMLP((20,), learning_rate_init=0.01, max_iter=50))
)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("sizes", [(8, 60), (6, 20, 60)], ids=["two", "three"])
def test_with_enough_items_it_is_imbalanced_learns_pipeline(sizes):
    X, y = clouds(sizes)
    model = SmoteMLP(**SMALL, alpha=0.01, random_state=7).fit(X, y)
    other = make_pipeline(SMOTE(random_state=7), MLPClassifier(**SMALL, alpha=0.01, random_state=7)).fit(X, y)
    np.testing.assert_array_equal(model.predict_proba(X), other.predict_proba(X))
    np.testing.assert_array_equal(model.predict(X), other.predict(X))
    np.testing.assert_array_equal(model.classes_, other.classes_)
    assert model.n_iter_ == other[-1].n_iter_


def test_all_classes_become_as_large_as_the_largest_and_no_item_changes():
    X, y = clouds((1, 2, 4, 30))
    X_full, y_full = filled_up(X, y, random_state=0)
    np.testing.assert_array_equal(X_full[: len(y)], X)
    np.testing.assert_array_equal(y_full[: len(y)], y)
    assert dict(zip(*np.unique(y_full, return_counts=True), strict=True)) == dict.fromkeys("abcd", 30)


def test_an_item_alone_is_repeated_and_new_items_of_two_lie_between_them():
    X, y = clouds((1, 2, 30))
    X_full, y_full = filled_up(X, y, random_state=0)
    np.testing.assert_array_equal(X_full[y_full == "a"], np.repeat(X[y == "a"], 30, axis=0))
    left, right = X[y == "b"]
    step = (X_full[y_full == "b"] - left) / (right - left)
    np.testing.assert_allclose(step, step[:, :1].repeat(3, axis=1), atol=1e-12)
    assert step.min() >= -1e-12
    assert step.max() <= 1 + 1e-12
    assert len(np.unique(step[:, 0].round(6))) > 20


def test_a_small_class_takes_no_neighbours_from_a_larger_one():
    """Eight items on a line, far apart but for neighbours: with one neighbour, new ones lie in the pairs only."""
    X = np.concatenate([np.array([0, 1, 10, 11, 20, 21, 30, 31.0]), np.array([100, 200.0]), np.arange(1000, 1040.0)])
    y = np.repeat(["a", "b", "c"], [8, 2, 40])
    X_full, y_full = filled_up(X[:, None], y, k_neighbors=1, random_state=0)
    assert ((X_full[y_full == "a"] % 10) <= 1).all()
    wide, _ = filled_up(X[:, None], y, k_neighbors=5, random_state=0)
    assert ((wide[y_full == "a"] % 10) > 1).any()


def test_classes_of_few_items_are_learned():
    X, y = clouds((1, 3, 60))
    model = SmoteMLP(**SMALL, random_state=0).fit(X, y)
    np.testing.assert_array_equal(model.predict(X[:1]), ["a"])
    assert model.predict_proba(X).shape == (64, 3)


def test_it_finds_more_of_the_minority_than_the_network_alone():
    X, y = clouds((10, 300))
    new, _ = clouds((500, 1), seed=1)
    settings = {**SMALL, "random_state": 0}
    found = np.mean(SmoteMLP(**settings).fit(X, y).predict(new[:-1]) == "a")
    assert found > np.mean(MLPClassifier(**settings).fit(X, y).predict(new[:-1]) == "a") + 0.2


def test_it_stops_early_where_it_is_asked_to():
    X, y = clouds((30, 60))
    stopped = SmoteMLP(
        (5,), early_stopping=True, validation_fraction=0.2, n_iter_no_change=2, max_iter=500, tol=0.1, random_state=0
    ).fit(X, y)
    assert stopped.n_iter_ < 20
    assert stopped.network_.validation_scores_
    assert stopped.network_.validation_fraction == 0.2


def test_it_is_cloned_pickled_and_repeated_bit_by_bit():
    X, y = clouds((3, 20, 40))
    model = SmoteMLP(**SMALL, random_state=3).fit(X, y)
    expected = model.predict_proba(X)
    for other in (clone(model).fit(X, y), pickle.loads(pickle.dumps(model))):  # noqa: S301 - our own
        np.testing.assert_array_equal(other.predict_proba(X), expected)
    assert (SmoteMLP(**SMALL, random_state=4).fit(X, y).predict_proba(X) != expected).any()


def test_answers_are_of_the_kind_of_the_labels():
    X, y = clouds((6, 40))
    for labels in (y.astype(object), y == "a", np.where(y == "a", -3, 2)):
        model = SmoteMLP(**SMALL, random_state=0).fit(X, labels)
        assert model.predict(X).dtype == model.classes_.dtype == labels.dtype
        assert model.score(X, labels) > 0.6


def test_names_of_features_are_known():
    X, y = clouds((6, 40))
    frame = pd.DataFrame(X, columns=["left", "right"])
    model = SmoteMLP(**SMALL, random_state=0).fit(frame, y)
    assert model.feature_names_in_.tolist() == ["left", "right"]
    np.testing.assert_array_equal(model.predict(frame), SmoteMLP(**SMALL, random_state=0).fit(X, y).predict(X))
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[["right", "left"]])


def test_bad_input_is_refused():
    X, y = clouds((20, 40))
    with pytest.raises(ValueError, match="at least two classes, but y has one class only: 'a'"):
        SmoteMLP().fit(X[:20], y[:20])
    model = SmoteMLP(**SMALL).fit(X, y)
    X[2, 1] = np.nan
    for call in (lambda: SmoteMLP().fit(X, y), lambda: model.predict(X)):
        with pytest.raises(ValueError, match=r"^X must be finite numbers, but column 2 has NaN or inf\.$"):
            call()
    for odd in (0, 1.5, "five", None):
        with pytest.raises(ValueError, match=r"^k_neighbors must be a whole number of at least 1, not "):
            SmoteMLP(k_neighbors=odd).fit(X, y)
    with pytest.raises(NotFittedError):
        SmoteMLP().predict(X)


def test_ctrl_c_stops_the_training_instead_of_passing_for_its_end(monkeypatch):
    """scikit-learn's network catches it, warns, and returns as if it were trained."""

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(MLPClassifier, "_update_no_improvement_count", interrupted)
    X, y = np.eye(2)[[0] * 9 + [1] * 5], np.array([0] * 9 + [1] * 5)
    with pytest.warns(UserWarning, match="Training interrupted by user"):
        MLPClassifier(max_iter=5).fit(X, y)
    with pytest.raises(KeyboardInterrupt):
        SmoteMLP(max_iter=5).fit(X, y)


def test_another_warning_that_the_user_turns_into_an_error_is_no_ctrl_c():
    X, y = np.eye(2)[[0] * 9 + [1] * 5], np.array([0] * 9 + [1] * 5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ConvergenceWarning, match="Maximum iterations"):
            SmoteMLP(max_iter=1).fit(X, y)
