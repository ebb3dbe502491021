"""RUSBoost: scikit-learn's own checks, imbalanced-learn's answers, and bad input."""

import inspect
import pickle

import numpy as np
import pandas as pd
import pytest
from imblearn.ensemble import RUSBoostClassifier
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.tree import DecisionTreeClassifier

import steelyard_papers.classifiers as home
from scikit_learn_checks import scikit_learn_checks
from steelyard_papers.classifiers import RUSBoost

pytestmark = pytest.mark.usefixtures("one_thread")


def clouds(sizes, seed=0):
    """Return items of normal clouds, classes named by letters."""
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(len(sizes)), sizes)
    return 1.5 * np.eye(len(sizes))[y] + rng.normal(size=(len(y), len(sizes))), np.array(list("abcde"))[y]


@pytest.mark.parametrize(("estimator", "check"), scikit_learn_checks(RUSBoost(n_estimators=5)))
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("sizes", [(20, 200), (10, 40, 160)], ids=["two", "three"])
def test_it_answers_as_imbalanced_learns_does(sizes):
    X, y = clouds(sizes)
    model = RUSBoost(20, max_depth=3, learning_rate=0.5, random_state=7).fit(X, y)
    other = RUSBoostClassifier(DecisionTreeClassifier(max_depth=3), n_estimators=20, learning_rate=0.5, random_state=7)
    other.fit(X, y)
    for method in ("predict", "predict_proba", "decision_function"):
        np.testing.assert_array_equal(getattr(model, method)(X), getattr(other, method)(X))
    np.testing.assert_array_equal(model.classes_, other.classes_)
    assert model.n_rounds_ == len(other.estimators_) > 1


def test_each_tree_sees_as_many_items_of_every_class_as_the_smallest_has():
    model = RUSBoost(5, learning_rate=0.1, random_state=0).fit(*clouds((10, 40, 160)))
    for sampler, tree in zip(model.booster_.samplers_, model.booster_.estimators_, strict=True):
        assert len(sampler.sample_indices_) == tree.tree_.n_node_samples[0] == 3 * 10


def test_it_finds_more_of_the_minority_than_one_tree():
    X, y = clouds((20, 400))
    X_new, y_new = clouds((500, 500), seed=1)
    found = np.mean(RUSBoost(learning_rate=0.1, random_state=0).fit(X, y).predict(X_new[y_new == "a"]) == "a")
    alone = np.mean(DecisionTreeClassifier(random_state=0).fit(X, y).predict(X_new[y_new == "a"]) == "a")
    assert found > alone + 0.2


def test_weights_of_items_are_not_taken():
    assert list(inspect.signature(RUSBoost.fit).parameters) == ["self", "X", "y"]


def test_it_is_cloned_pickled_and_repeated_bit_by_bit():
    X, y = clouds((20, 80))
    model = RUSBoost(5, max_depth=4, random_state=3).fit(X, y)
    expected = model.predict_proba(X)
    for other in (clone(model).fit(X, y), pickle.loads(pickle.dumps(model))):  # noqa: S301 - our own
        np.testing.assert_array_equal(other.predict_proba(X), expected)
    assert (RUSBoost(5, max_depth=4, random_state=4).fit(X, y).predict_proba(X) != expected).any()


def test_names_of_features_are_known():
    X, y = clouds((20, 80))
    frame = pd.DataFrame(X, columns=["left", "right"])
    model = RUSBoost(3, random_state=0).fit(frame, y)
    assert model.feature_names_in_.tolist() == ["left", "right"]
    np.testing.assert_array_equal(model.predict(frame), RUSBoost(3, random_state=0).fit(X, y).predict(X))


def test_a_second_fit_forgets_the_first():
    X, y = clouds((20, 80))
    model = RUSBoost(3, random_state=0).fit(pd.DataFrame(X, columns=["left", "right"]), y).fit(X, y)
    assert not hasattr(model, "feature_names_in_")


def test_bad_input_is_refused():
    X, y = clouds((20, 80))
    with pytest.raises(ValueError, match="at least two classes, but y has one class only: 'a'"):
        RUSBoost().fit(X[:20], y[:20])
    with pytest.raises(ValueError, match="NaN"):
        RUSBoost().fit(np.where(X > 0, np.nan, X), y)
    with pytest.raises(ValueError, match="n_estimators"):
        RUSBoost(0).fit(X, y)
    with pytest.raises(NotFittedError):
        RUSBoost().predict(X)


def test_names_are_loaded_on_demand():
    assert dir(home) == ["DualLexiBoost", "NearBayesianSVM", "RUSBoost", "SmoteMLP"]
    with pytest.raises(AttributeError, match="no attribute 'Smote'"):
        home.Smote  # noqa: B018 - the access is the test
