"""The near-Bayesian machine: scikit-learn's checks, margins and gap as trained, decisions, costs, what is refused."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.svm import SVC

from scikit_learn_checks import scikit_learn_checks
from steelyard_papers.classifiers.near_bayes.estimator import NearBayesianSVM
from steelyard_papers.classifiers.near_bayes.machine import machine
from steelyard_papers.classifiers.near_bayes.sides import Sides

EXACTLY = 1e-6
"""As exactly as SVC does it, which keeps kernel values in single precision."""

COSTS = [1, 2, 5, 10]


pytestmark = pytest.mark.usefixtures("one_thread")


def clouds(sizes, apart, seed=0):
    """Return items of normal clouds on a line, one per class, in a mixed order."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
    return rng.normal(size=(len(y), 2)) + apart * np.column_stack([y, np.zeros(len(y))]), y


@pytest.mark.parametrize(
    ("estimator", "check"),
    [
        *scikit_learn_checks(NearBayesianSVM(), "rbf-"),
        *scikit_learn_checks(NearBayesianSVM(kernel="linear"), "linear-"),
    ],
)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
@pytest.mark.parametrize("costs", [None, {0: 1, 1: 4}])
@pytest.mark.parametrize("apart", [1.0, 6.0])
def test_free_support_vectors_have_their_margin_and_the_gap_closes(kernel, costs, apart):
    X, y = clouds([60, 15], apart)
    C = 0.5
    model = NearBayesianSVM(C, kernel=kernel, gamma=0.7, costs=costs, tol=EXACTLY).fit(X, y)
    sign, own = np.where(y == 1, 1, -1), np.array([60, 15]) / 75
    weight = own * [1, 1 if costs is None else 4]
    np.testing.assert_allclose(model.margins_, weight / weight.sum())
    penalty = (C / own * (model.margins_ / own))[y]
    alpha = np.zeros(75)
    alpha[model.support_] = sign[model.support_] * model.dual_coef_[0]
    f = model.decision_function(X)
    free = (alpha > 1e-9) & (alpha < penalty * (1 - 1e-9))
    assert free.sum() >= 2
    np.testing.assert_allclose((sign * f)[free], model.margins_[y][free], atol=2 * EXACTLY)
    assert (sign * f)[alpha == 0].min(initial=np.inf) > model.margins_.min() - 2 * EXACTLY
    assert alpha.min() >= 0
    assert (alpha <= penalty * (1 + 1e-12)).all()
    np.testing.assert_allclose((sign * alpha).sum(), 0, atol=1e-9)
    if kernel == "linear":
        norm = (model.coef_**2).sum()
        np.testing.assert_allclose(f, X @ model.coef_[0] + model.intercept_[0], rtol=1e-12)
    else:
        values = np.exp(-0.7 * ((X[:, None] - X) ** 2).sum(axis=2))
        norm = (sign * alpha) @ values @ (sign * alpha)
        np.testing.assert_allclose(f, values @ (sign * alpha) + model.intercept_[0], atol=1e-10)
    primal = norm / 2 + penalty @ np.maximum(0, model.margins_[y] - sign * f)
    dual = model.margins_[y] @ alpha - norm / 2
    assert primal == pytest.approx(dual, abs=1e-5)
    assert primal >= dual - 1e-9


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
@pytest.mark.parametrize("sizes", [[30, 30], [54, 6], [12, 48]])
def test_it_is_a_balanced_svc_with_a_shift(kernel, sizes):
    """The notes' kinship; for classes of equal size the shift is 0, and f = ½g."""
    X, y = clouds(sizes, 1.5)
    model = NearBayesianSVM(0.3, kernel=kernel, gamma=0.4, tol=EXACTLY).fit(X, y)
    svc = SVC(C=4 * 0.3, kernel=kernel, gamma=0.4, class_weight="balanced", tol=1e-9).fit(X, y)
    shift = sizes[1] / sum(sizes) - 0.5
    np.testing.assert_allclose(model.decision_function(X), svc.decision_function(X) / 2 + shift, atol=1e-5)


def test_several_classes_are_each_against_the_rest():
    X, y = clouds([40, 25, 8], 2.0)
    costs = {0: 1, 1: 2, 2: 4}
    model = NearBayesianSVM(gamma=0.4, costs=costs, tol=EXACTLY).fit(X, y)
    assert model.dual_coef_.shape == (3, len(model.support_))
    np.testing.assert_array_equal(model.support_vectors_, X[model.support_])
    values = model.decision_function(X)
    assert values.shape == (73, 3)
    np.testing.assert_array_equal(model.predict(X), values.argmax(axis=1))
    np.testing.assert_allclose(model.margins_, np.array([40, 50, 32]) / 122)
    relative = np.array([1, 2, 4]) / (122 / 73)
    for place in range(3):
        share = np.where(y == place, np.mean(y == place), np.mean(y != place))
        svc = SVC(C=2, gamma=0.4, tol=1e-9).fit(X, y == place, sample_weight=relative[y] / share)
        expected = svc.decision_function(X) / 2 + model.margins_[place] - 0.5
        np.testing.assert_allclose(values[:, place], expected, atol=1e-5)


tables = st.integers(2, 3).flatmap(
    lambda classes: st.lists(
        st.lists(st.integers(0, 6), min_size=classes, max_size=classes), min_size=2, max_size=4
    ).filter(lambda table: np.array(table).sum(axis=0).all() and np.array(table).sum(axis=1).all())
)


@settings(max_examples=25)
@given(tables, st.lists(st.integers(1, 7), min_size=3, max_size=3))
def test_where_items_coincide_each_place_goes_to_the_side_that_weighs_more_there(table, costs):
    """At far-off places with a large C each decision value is free: P or −(1 − P), by cost × share of the side."""
    counts = np.array(table)
    places, classes = counts.shape
    cost = np.array(costs[:classes])
    X = np.repeat(np.repeat(np.arange(places), classes), counts.ravel())[:, None] * 100.0
    y = np.repeat(np.tile(np.arange(classes), places), counts.ravel())
    model = NearBayesianSVM(C=1000, gamma=1, costs=dict(enumerate(cost.tolist())), tol=1e-6).fit(X, y)
    values = model.decision_function(np.arange(places)[:, None] * 100.0)
    values = values if classes > 2 else np.column_stack([-values, values])
    for place in range(classes):
        own = cost[place] * counts[:, place] / counts[:, place].sum()
        rest = np.delete(counts * cost, place, axis=1).sum(axis=1) / np.delete(counts, place, axis=1).sum()
        margin = model.margins_[place]
        differ = ~np.isclose(own, rest, rtol=1e-9)
        expected = np.where(own > rest, margin, margin - 1)
        np.testing.assert_allclose(values[differ, place], expected[differ], atol=2e-2)


def recalls(apart, costs_of, sizes=(200, 20)):
    """Return the recall of class 1, on items spread wider than those trained on, by its cost."""
    X, y = clouds(sizes, apart)
    rng = np.random.default_rng(1)
    fresh = rng.normal(size=(2000, 2)) * 1.5 + [apart, 0]
    return [float((costs_of(cost).fit(X, y).predict(fresh) == 1).mean()) for cost in COSTS]


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
@pytest.mark.parametrize("apart", [1.5, 7.0])
def test_a_dearer_class_is_missed_less_where_classes_overlap_and_where_they_do_not(kernel, apart):
    dear = recalls(apart, lambda cost: NearBayesianSVM(kernel=kernel, costs={0: 1, 1: cost}, tol=1e-3))
    assert np.all(np.diff(dear) > 0), dear
    assert dear[-1] > dear[0] + 0.01
    cheap = recalls(apart, lambda cost: NearBayesianSVM(kernel=kernel, costs={0: cost, 1: 1}, tol=1e-3))
    assert np.all(np.diff(cheap) < 0), cheap


def test_penalties_to_the_letter_would_miss_a_dear_class_more():
    """Why penalties are not C/P once there are costs: P ∝ cost·n in both, as the definition says to the letter."""
    X, y = clouds([200, 20], 1.5)
    sign, found = np.where(y == 1, 1.0, -1.0), []
    for cost in COSTS:
        margins = np.where(y == 1, cost, 10) / (cost + 10)
        values = machine(X, Sides(sign, margins, 1 / margins), tolerance=1e-3).values(X)
        found.append(np.mean(values[y == 1] > 0))
    assert np.all(np.diff(found) < 0), found


def test_equal_costs_are_none():
    X, y = clouds([40, 10, 5], 1.5)
    plain = NearBayesianSVM(tol=EXACTLY).fit(X, y)
    for cost in (1, 3.7):
        equal = NearBayesianSVM(costs=dict.fromkeys(range(3), cost), tol=EXACTLY).fit(X, y)
        np.testing.assert_allclose(equal.decision_function(X), plain.decision_function(X), atol=1e-6)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_memory_changes_nothing_that_matters(kernel):
    X, y = clouds([60, 25, 15], 1.5)
    plenty = NearBayesianSVM(kernel=kernel).fit(X, y)
    little = NearBayesianSVM(kernel=kernel, cache_size=0.01).fit(X, y)
    np.testing.assert_allclose(little.decision_function(X), plenty.decision_function(X), atol=2e-4)


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_moving_all_items_far_away_changes_nothing(kernel):
    X, y = clouds([40, 12], 1.5)
    near = NearBayesianSVM(kernel=kernel).fit(X, y).decision_function(X)
    far = NearBayesianSVM(kernel=kernel).fit(X + 1e7, y).decision_function(X + 1e7)
    np.testing.assert_allclose(far, near, atol=1e-3)


def test_gamma_is_scikit_learns():
    X, y = clouds([40, 12], 1.5)
    for gamma, number in (("scale", 1 / (2 * X.var())), ("auto", 1 / 2), (0.3, 0.3)):
        assert NearBayesianSVM(gamma=gamma).fit(X, y).gamma_ == pytest.approx(number)
    assert NearBayesianSVM().fit(np.ones((4, 2)), [0, 0, 1, 1]).gamma_ == 1
    assert NearBayesianSVM(kernel="linear").fit(X, y).gamma_ is None


@settings(max_examples=25)
@given(st.data())
def test_odd_data_is_trained_on(data):
    """Items twice, with one label or two, columns that never change, classes of one item."""
    items, columns = data.draw(st.integers(2, 12)), data.draw(st.integers(1, 3))
    numbers = st.sampled_from([0.0, 1.0, -1.0, 1e-8, 1e4])
    X = np.array(data.draw(st.lists(numbers, min_size=items * columns, max_size=items * columns))).reshape(items, -1)
    y = np.array(data.draw(st.lists(st.sampled_from("abc"), min_size=items, max_size=items)))
    y[:2] = ["a", "b"]
    kernel = data.draw(st.sampled_from(["rbf", "linear"]))
    X = X if kernel == "rbf" else np.minimum(X, 2)
    C = data.draw(st.sampled_from([1e-4, 1.0, 100.0]))
    model = NearBayesianSVM(C, kernel=kernel, tol=1e-3, max_iter=100_000).fit(X, y)
    values = model.decision_function(X)
    assert np.isfinite(values).all()
    assert set(model.predict(X)) <= set(y)
    np.testing.assert_allclose(model.dual_coef_.sum(axis=1), 0, atol=1e-8 * C * items**2)
    np.testing.assert_allclose(
        NearBayesianSVM(C, kernel=kernel, tol=1e-3).fit(X, y).decision_function(X), values, atol=0
    )


def test_too_few_steps_are_told_in_one_sentence():
    X, y = clouds([40, 12], 0.5)
    with pytest.warns(
        ConvergenceWarning, match=r"^NearBayesianSVM stopped after max_iter = 3 steps, before .* tol = 0.0001; "
    ):
        model = NearBayesianSVM(max_iter=3).fit(X, y)
    assert model.n_iter_.tolist() == [3]


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_a_very_large_penalty_is_a_hard_margin(kernel):
    X, y = clouds([40, 12], 6.0)
    hard = NearBayesianSVM(1e4, kernel=kernel, tol=EXACTLY).fit(X, y).decision_function(X)
    for C in (1e12, 1e100):
        np.testing.assert_allclose(
            NearBayesianSVM(C, kernel=kernel, tol=EXACTLY).fit(X, y).decision_function(X), hard, atol=1e-5
        )


def test_it_clones_and_pickles():
    X, y = clouds([40, 12], 1.5)
    model = NearBayesianSVM(costs={0: 1, 1: 2}).fit(X, y)
    copy = pickle.loads(pickle.dumps(model))  # noqa: S301 - our own
    np.testing.assert_array_equal(copy.decision_function(X), model.decision_function(X))
    assert not hasattr(clone(model), "margins_")


def test_nothing_is_left_of_an_earlier_kernel():
    X, y = clouds([40, 12], 1.5)
    model = NearBayesianSVM(kernel="linear").fit(X, y)
    assert model.coef_.shape == (1, 2)
    assert not hasattr(model.set_params(kernel="rbf").fit(X, y), "coef_")


def test_labels_may_be_texts():
    X, y = clouds([40, 12], 6.0)
    named = np.array(["fine", "ill"])[y]
    model = NearBayesianSVM(costs={"ill": 3, "fine": 1}).fit(X, named)
    assert model.score(X, named) == 1
    assert model.margins_[1] == pytest.approx(36 / 76)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"C": 0}, "C must be a finite number above 0, not 0."),
        ({"C": -1.0}, "C must be a finite number above 0, not -1.0."),
        ({"C": float("inf")}, "C must be a finite number above 0, not inf."),
        ({"C": "1"}, "C must be a finite number above 0, not '1'."),
        ({"C": 10**400}, f"C must be a finite number above 0, not {10**400}."),
        ({"C": True}, "C must be a finite number above 0, not True."),
        ({"kernel": "poly"}, 'kernel must be "rbf" or "linear", not \'poly\'.'),
        ({"kernel": None}, 'kernel must be "rbf" or "linear", not None.'),
        ({"gamma": 0}, 'gamma must be a finite number above 0, "scale" or "auto", not 0.'),
        ({"gamma": -1}, 'gamma must be a finite number above 0, "scale" or "auto", not -1.'),
        ({"gamma": "wide"}, 'gamma must be a finite number above 0, "scale" or "auto", not \'wide\'.'),
        ({"tol": 0}, "tol must be a finite number above 0, not 0."),
        ({"cache_size": -3}, "cache_size must be a finite number above 0, not -3."),
        ({"max_iter": 0}, "max_iter must be a whole number of at least 1, not 0."),
        ({"max_iter": 2.5}, "max_iter must be a whole number of at least 1, not 2.5."),
        ({"costs": {0: 1}}, "costs must name every class, but there is none of 1."),
        ({"costs": {0: 1, 1: 2, 7: 3}}, "there is no class 7; the classes are 0, 1."),
        ({"costs": {0: 1, 1: -2}}, "a cost must be a finite number above 0, but class 1 has -2."),
    ],
)
def test_odd_settings_are_refused_in_one_sentence(settings, sentence):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the whole sentence is compared
        NearBayesianSVM(**settings).fit(*clouds([4, 3], 1.0))
    assert str(refused.value) == sentence


def test_odd_data_is_refused_in_one_sentence():
    X, y = clouds([4, 3], 1.0)
    with pytest.raises(ValueError, match=r"^there must be at least two classes, but y has one class only: 1\.$"):
        NearBayesianSVM().fit(X, np.ones(7, dtype=int))
    model = NearBayesianSVM().fit(X, y)
    X[2, 1] = np.nan
    for call in (lambda: NearBayesianSVM().fit(X, y), lambda: model.predict(X)):
        with pytest.raises(ValueError, match=r"^X must be finite numbers, but column 2 has NaN or inf\.$"):
            call()
    X[2, 1] = 1e200
    for call in (
        lambda: NearBayesianSVM().fit(X, y),
        lambda: model.predict(X),
        lambda: NearBayesianSVM().fit(X * 0 + 1e-200, y),
    ):
        with pytest.raises(ValueError, match=r"^the largest number of X is 1e[+-]200 in size, and its square beyond "):
            call()
    with pytest.raises(NotFittedError):
        NearBayesianSVM().predict(X)
