"""Dual-LexiBoost as a scikit-learn classifier."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.exceptions import NotFittedError
from sklearn.metrics import balanced_accuracy_score
from sklearn.neighbors import KNeighborsClassifier

from scikit_learn_checks import scikit_learn_checks
from steelyard_papers.classifiers import DualLexiBoost
from steelyard_papers.classifiers.lexiboost.rounds import learned
from steelyard_papers.classifiers.lexiboost.voting import elected

pytestmark = pytest.mark.usefixtures("one_thread")


def drawn(seed=0, sizes=(60, 20), features=4):
    """Return overlapping clouds, one for each class."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
    return rng.normal(size=(len(y), features)) + 1.5 * np.eye(len(sizes), features)[y], y


def others(X, known, count):
    """Return the nearest known items of each, by distances computed one pair at a time, and never the item itself."""
    apart = np.array([[np.inf if a is b else ((a - b) ** 2).sum() for b in known] for a in X])
    return apart.argsort(axis=1, kind="stable")[:, :count]


@pytest.mark.parametrize(("estimator", "check"), scikit_learn_checks(DualLexiBoost(3)))
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize(("sizes", "count"), [((40, 40), 3), ((50, 20, 10), 3), ((60, 20), 5)])
def test_it_is_the_rounds_on_each_items_nearest_others_and_their_vote(sizes, count):
    X, y = drawn(4, sizes)
    items = list(X)
    model = DualLexiBoost(n_neighbors=count).fit(X, y)
    found = learned(others(items, items, count), y, 10)
    np.testing.assert_allclose(model.weights_, found.weights, rtol=1e-6)
    np.testing.assert_allclose(model.alphas_, found.alphas, atol=1e-6)
    np.testing.assert_allclose(model.z_, found.least)
    assert model.c_ == pytest.approx(found.c)
    assert model.n_rounds_ == len(found.alphas)
    new = list(drawn(5, sizes)[0])
    votes = np.zeros((len(new), len(sizes)))
    for alpha, weights in zip(found.alphas, found.weights, strict=True):
        votes += alpha * np.eye(len(sizes))[elected(others(new, items, count), y, weights, len(sizes))]
    values = votes[:, 1] - votes[:, 0] if len(sizes) == 2 else votes
    np.testing.assert_allclose(model.decision_function(np.array(new)), values, atol=1e-6)
    np.testing.assert_array_equal(model.predict(np.array(new)), votes.round(6).argmax(axis=1))


def test_rare_classes_are_found_that_neighbours_without_weights_miss():
    X, y = make_classification(
        1200, 10, n_informative=5, weights=[0.92], class_sep=0.8, flip_y=0.01, shuffle=True, random_state=3
    )
    model, plain = DualLexiBoost().fit(X[:800], y[:800]), KNeighborsClassifier(3).fit(X[:800], y[:800])
    gain = balanced_accuracy_score(y[800:], model.predict(X[800:])) - balanced_accuracy_score(
        y[800:], plain.predict(X[800:])
    )
    assert gain > 0.03


def test_names_of_classes_do_not_matter():
    X, y = drawn(6, (50, 20, 10))
    model = DualLexiBoost().fit(X, y)
    named = DualLexiBoost().fit(X, np.array(["c", "a", "b"])[y])
    assert named.classes_.tolist() == ["a", "b", "c"]
    np.testing.assert_allclose(named.z_, model.z_[[1, 2, 0]])
    clear = np.sort(model.decision_function(X))[:, -2:] @ [-1, 1] > 0
    np.testing.assert_array_equal(named.predict(X)[clear], np.array(["c", "a", "b"])[model.predict(X)][clear])


def test_it_uses_the_neighbours_there_are():
    """All three vote on a new item: "a" with ¼ each and "b" with ½, which is a tie, so that the nearest decides."""
    model = DualLexiBoost(1, n_neighbors=9).fit([[0.0], [1.0], [5.0]], ["a", "a", "b"])
    assert model.predict([[0.0], [6.0]]).tolist() == ["a", "b"]
    assert DualLexiBoost().fit([[0.0], [1.0]], [0, 1]).predict([[0.1], [0.9]]).tolist() == [0, 1]


def test_neither_place_nor_scale_matter():
    """Distances from squared lengths are rounded off 1e8 from 0, and squares overflow beyond 1e154."""
    X, y = drawn(4, (40, 40))
    expected = DualLexiBoost().fit(X, y).decision_function(X)
    for other in (X * 1e-300, X * 1e300, X + 1e8):
        np.testing.assert_array_equal(DualLexiBoost().fit(other, y).decision_function(other), expected)


def test_parameters_set_after_training_wait_for_the_next():
    X, y = drawn()
    model = DualLexiBoost().fit(X, y)
    before = model.decision_function(X)
    np.testing.assert_array_equal(model.set_params(n_neighbors=20).decision_function(X), before)


def test_it_is_the_same_every_time_and_pickles_and_clones():
    X, y = drawn(4, (40, 40))
    model, again = DualLexiBoost(5).fit(X, y), DualLexiBoost(5).fit(X, y)
    np.testing.assert_array_equal(model.weights_, again.weights_)
    np.testing.assert_array_equal(model.alphas_, again.alphas_)
    copy = pickle.loads(pickle.dumps(model))  # noqa: S301 - our own
    np.testing.assert_array_equal(copy.predict(X), model.predict(X))
    assert clone(model).get_params() == {"n_rounds": 5, "n_neighbors": 3}
    assert not hasattr(clone(model), "alphas_")


def test_bad_input_is_refused_in_one_sentence():
    X, y = drawn()
    for bad in (0, -1, 2.5, True):
        with pytest.raises(ValueError, match="n_rounds must be a whole number of at least 1, not"):
            DualLexiBoost(bad).fit(X, y)
        with pytest.raises(ValueError, match="n_neighbors must be a whole number of at least 1, not"):
            DualLexiBoost(n_neighbors=bad).fit(X, y)
    with pytest.raises(ValueError, match="at least two classes, but y has one class only: 'a'"):
        DualLexiBoost().fit(X, ["a"] * len(X))
    model, X[2, 1] = DualLexiBoost().fit(X, y), np.nan
    for call in (lambda: DualLexiBoost().fit(X, y), lambda: model.predict(X)):
        with pytest.raises(ValueError, match=r"^X must be finite numbers, but column 2 has NaN or inf\.$"):
            call()
    with pytest.raises(NotFittedError):
        DualLexiBoost().predict(X)
