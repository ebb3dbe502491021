"""Shares that shift: shares found without labels, probabilities corrected to them, and what goes with the tuner."""

import pickle

import numpy as np
import pytest
import sklearn
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC

from scikit_learn_checks import scikit_learn_checks
from steelyard.integrations.sklearn import DecisionTuner, SharesShift

CENTRES = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
OLD, NEW = np.array([0.7, 0.2, 0.1]), np.array([0.2, 0.2, 0.6])


pytestmark = pytest.mark.usefixtures("one_thread")


def drawn(shares, size, seed):
    """Return items of three normal clouds at class shares; linear discriminants are the right model of them."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat(np.arange(3), np.round(shares * size).astype(int)))
    return CENTRES[y] + rng.normal(size=(len(y), 2)), np.array(["a", "b", "c"])[y]


class Untrainable(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):  # noqa: ARG002
        pytest.fail("it was trained")

    def predict_proba(self, X):  # noqa: ARG002
        pytest.fail("it was asked")


@pytest.mark.parametrize(("estimator", "check"), scikit_learn_checks(SharesShift(LogisticRegression())))
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


def test_shares_are_found_without_labels():
    model = SharesShift(LinearDiscriminantAnalysis()).fit(*drawn(OLD, 4000, 0))
    np.testing.assert_allclose(model.trained_shares_, OLD)
    np.testing.assert_array_equal(model.shares_, model.trained_shares_)
    X, y = drawn(NEW, 4000, 1)
    before = model.score(X, y)
    # A share is found to about 0.01: the items overlap, so 4,000 of them say less than their labels would.
    np.testing.assert_allclose(model.adapt(X).shares_, NEW, atol=0.03)
    np.testing.assert_allclose(model.trained_shares_, OLD)
    assert model.score(X, y) > before + 0.1
    right = LinearDiscriminantAnalysis(priors=model.shares_).fit(*drawn(OLD, 4000, 0))
    assert np.mean(right.predict(X) == model.predict(X)) > 0.99


def test_until_adapted_probabilities_are_the_estimators():
    X, y = drawn(OLD, 200, 2)
    model = SharesShift(GaussianNB()).fit(X, y)
    np.testing.assert_allclose(model.predict_proba(X), GaussianNB().fit(X, y).predict_proba(X), rtol=1e-12)
    np.testing.assert_array_equal(model.predict(X), GaussianNB().fit(X, y).predict(X))
    model.adapt(X[y == "c"])
    assert model.shares_[2] > 0.8
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1)
    np.testing.assert_array_equal(model.fit(X, y).shares_, model.trained_shares_)


def test_a_balanced_model_is_told_its_shares():
    X, y = drawn(OLD, 4000, 3)
    balanced = LogisticRegression(class_weight="balanced")
    told = SharesShift(balanced, trained_shares="uniform").fit(X, y).adapt(X)
    np.testing.assert_allclose(told.shares_, OLD, atol=0.03)
    assert abs(SharesShift(balanced).fit(X, y).adapt(X).shares_[0] - OLD[0]) > 0.1
    by_name = SharesShift(balanced, trained_shares={"c": 0.5, "a": 0.25, "b": 0.25}).fit(X, y)
    np.testing.assert_array_equal(by_name.trained_shares_, [0.25, 0.25, 0.5])


def test_weights_count_as_repetitions():
    X, y = drawn(OLD, 200, 4)
    model = SharesShift(GaussianNB()).fit(X, y, sample_weight=np.where(y == "a", 1, 2))
    np.testing.assert_allclose(model.trained_shares_, np.array([0.7, 0.4, 0.2]) / 1.3)
    np.testing.assert_allclose(model.estimator_.class_prior_, model.trained_shares_)
    with sklearn.config_context(enable_metadata_routing=True):
        alone = SharesShift(GaussianNB().set_fit_request(sample_weight=False)).fit(X, y, sample_weight=np.ones(200))
        np.testing.assert_allclose(alone.estimator_.class_prior_, OLD)


def test_costs_follow_the_new_shares_with_the_tuner_outside():
    costs = np.array([[0, 1, 1], [1, 0, 1], [4, 4, 0]])
    tuner = DecisionTuner(SharesShift(LinearDiscriminantAnalysis()), costs=costs, cv=3).fit(*drawn(OLD, 900, 5))
    X, y = drawn(NEW, 900, 6)
    place = np.searchsorted(tuner.classes_, y)
    before = costs[place, np.searchsorted(tuner.classes_, tuner.predict(X))].mean()
    tuner.estimator_.adapt(X)
    after = np.searchsorted(tuner.classes_, tuner.predict(X))
    np.testing.assert_array_equal(after, (tuner.predict_proba(X) @ costs).argmin(axis=1))
    assert costs[place, after].mean() < before


def test_gains_for_balanced_accuracy_need_no_correction():
    model = LinearDiscriminantAnalysis()
    X, y = drawn(OLD, 900, 7)
    tuner = DecisionTuner(model, importance="rarity", cv=3).fit(X, y)
    unlabelled, _ = drawn(NEW, 900, 8)
    shifted = SharesShift(model).fit(X, y).adapt(unlabelled)
    at_new_shares = shifted.predict_proba(unlabelled) * tuner.weights_ / shifted.shares_
    np.testing.assert_array_equal(tuner.predict(unlabelled), tuner.classes_[at_new_shares.argmax(axis=1)])


def test_the_other_way_round_decides_for_the_most_probable_class():
    X, y = drawn(OLD, 300, 9)
    model = SharesShift(DecisionTuner(GaussianNB(), importance="rarity", cv=3)).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), GaussianNB().fit(X, y).predict(X))


def test_a_model_that_hardly_tells_the_classes_apart_may_have_more_steps():
    X, y = drawn(OLD, 200, 12)
    model = SharesShift(GaussianNB()).fit(X, y)
    with pytest.raises(ValueError, match="not settled after 3 steps"):
        model.adapt(X, most=3)
    rough = model.adapt(X, most=3, tolerance=1).shares_
    np.testing.assert_array_equal(rough, model.trained_shares_)


def test_it_clones_and_pickles():
    X, y = drawn(OLD, 200, 10)
    model = SharesShift(GaussianNB()).fit(X, y).adapt(X)
    copy = pickle.loads(pickle.dumps(model))  # noqa: S301 - our own
    np.testing.assert_array_equal(copy.shares_, model.shares_)
    assert not hasattr(clone(model), "shares_")


def test_bad_input_is_refused_before_training():
    X, y = drawn(OLD, 200, 11)
    with pytest.raises(ValueError, match=r"the shares sum to 1\.5, but together they can be at most 1"):
        SharesShift(Untrainable(), trained_shares=[0.5, 0.5, 0.5]).fit(X, y)
    with pytest.raises(ValueError, match="there is no class 'd'"):
        SharesShift(Untrainable(), trained_shares={"a": 0.5, "d": 0.5}).fit(X, y)
    with pytest.raises(ValueError, match="y has one class only: 'a'"):
        SharesShift(Untrainable()).fit(X, ["a"] * 200)
    with pytest.raises(ValueError, match="LinearSVC has no predict_proba"):
        SharesShift(LinearSVC()).fit(X, y)
    with pytest.raises(ValueError, match="Untrainable takes no sample_weight"):
        SharesShift(Untrainable()).fit(X, y, sample_weight=np.ones(200))
    with pytest.raises(NotFittedError):
        SharesShift(GaussianNB()).adapt(X)
