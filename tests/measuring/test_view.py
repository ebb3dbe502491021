"""What a metric's body sees, for counts and for weights."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.measuring.conditions import Condition, absent
from steelyard.measuring.view import View

M = np.array([[5.0, 1, 0], [2, 10, 3], [0, 300, 7]])


def view(m=M, relevance=None, policy="exclude", *, whole):
    m = np.asarray(m, dtype=np.float64)
    phi = np.ones(m.shape[-1]) if relevance is None else np.asarray(relevance, dtype=np.float64)
    return View(m, phi, policy, whole_numbers=whole)


@pytest.mark.parametrize("whole", [True, False], ids=["counts", "weights"])
def test_sums_by_hand(whole):
    c = view(whole=whole)
    assert c.C == 3
    assert c.t.tolist() == [6, 15, 307]
    assert c.p.tolist() == [7, 311, 10]
    assert c.tp.tolist() == [5, 10, 7]
    assert c.n.tolist() == [328]
    assert c.fn.tolist() == [1, 5, 300]
    assert c.fp.tolist() == [2, 301, 3]
    assert c.tn.tolist() == [320, 12, 18]
    assert c.t_rest.tolist() == [322, 313, 21]
    assert c.p_rest.tolist() == [321, 17, 318]
    assert c.errors.tolist() == [[0, 1, 0], [2, 0, 3], [0, 300, 0]]
    assert c.chance_corrected_hits.tolist() == [328 * 22 - (6 * 7 + 15 * 311 + 307 * 10)]
    assert c.column_rest(c.m).tolist() == [[2, 310, 10], [5, 301, 7], [7, 11, 3]]
    assert c.attracted == pytest.approx([5 / 6 + 2 / 15, 1 / 6 + 10 / 15 + 300 / 307, 3 / 15 + 7 / 307])
    assert c.attracted_wrongly == pytest.approx([2 / 15, 1 / 6 + 300 / 307, 3 / 15])


@pytest.mark.parametrize("whole", [True, False], ids=["counts", "weights"])
@pytest.mark.parametrize("stack", [(), (1,), (4,), (2, 3)])
def test_sums_of_stacks_are_those_of_each_matrix(whole, stack, rng):
    m = rng.integers(0, 50, (*stack, 4, 4))
    c = view(m, whole=whole)
    for at in np.ndindex(stack):
        one = m[at]
        for i in range(4):
            rest = [j for j in range(4) if j != i]
            assert c.t[at][i] == one[i].sum()
            assert c.p[at][i] == one[:, i].sum()
            assert c.fn[at][i] == one[i, rest].sum()
            assert c.fp[at][i] == one[rest, i].sum()
            assert c.tn[at][i] == one[np.ix_(rest, rest)].sum()
            assert c.rest(c.tp)[at][i] == one[rest, rest].sum()
        assert c.n[at] == one.sum()
        assert c.cell_sum(c.m)[at] == one.sum()


@pytest.mark.parametrize("C", [1, 2, 5])
def test_rest_of_weights_is_never_negative_and_keeps_small_numbers(C):
    x = np.full(C, 0.1)
    x[0] = 1e12
    c = view(np.diag(x), whole=False)
    assert c.rest(c.t)[0] == pytest.approx(0.1 * (C - 1), rel=1e-15)
    assert (c.rest(c.t) >= 0).all()
    assert (c.tn >= 0).all()


def test_only_is_decided_by_which_are_zero():
    c = view([[1e-300, 0], [0, 1e300]], whole=False)
    assert c.only(c.t).tolist() == [False, False]
    c = view([[0.1 + 0.2, 0], [0, 0]], whole=False)
    assert c.only(c.t).tolist() == [True, False]


# Averaging. The bodies divide by 0 where a rate is undefined; who calls them switches the warnings off.


@pytest.fixture
def quiet():
    with np.errstate(divide="ignore", invalid="ignore"):
        yield


def test_mean_by_hand():
    c = view(relevance=[1, 2, 1], whole=True)
    assert c.mean(sy.metrics.recall) == pytest.approx((5 / 6 + 2 * 10 / 15 + 7 / 307) / 4)
    assert c.left is None


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize(
    ("policy", "value"),
    [("exclude", (1 * 0.5 + 3 * 1) / 4), ("zero", (1 * 0.5 + 3 * 1) / 6), ("nan", np.nan), ("raise", np.nan)],
)
def test_mean_with_an_undefined_class(policy, value):
    c = view([[1, 1, 0], [0, 4, 0], [0, 0, 0]], relevance=[1, 3, 2], policy=policy, whole=True)
    np.testing.assert_allclose(c.mean(sy.metrics.recall), [value])
    assert c.left.tolist() == [False, False, True]


@pytest.mark.usefixtures("quiet")
def test_mean_ignores_classes_without_relevance():
    c = view([[1, 1, 0], [0, 4, 0], [0, 0, 0]], relevance=[1, 3, 0], policy="nan", whole=True)
    assert c.mean(sy.metrics.recall) == pytest.approx(3.5 / 4)
    assert not (c.left & (c.relevance > 0)).any()


@pytest.mark.usefixtures("quiet")
def test_mean_of_nothing_is_nan():
    c = view(np.zeros((2, 2)), whole=True)
    assert np.isnan(c.mean(sy.metrics.recall))


@pytest.mark.usefixtures("quiet")
def test_means_collect_the_classes_that_left():
    c = view([[1, 1, 0], [2, 4, 0], [0, 0, 0]], whole=True)
    c.mean(sy.metrics.recall)
    assert c.left.tolist() == [False, False, True]
    c.mean(sy.metrics.class_accuracy)
    assert c.left.tolist() == [False, False, True]


@pytest.mark.usefixtures("quiet")
def test_a_body_of_values_may_say_what_0_is():
    c = view([[1, 1], [0, 0]], policy="zero", whole=True)
    assert c.mean_of(np.log(c.tp / c.t), absent, zero=-np.inf) == -np.inf


# Conditions.


def test_conditions_combine_with_their_words():
    first = Condition("one", lambda c: c.t == 0)
    second = Condition("two", lambda c: c.p == 0)
    c = view([[0, 0], [1, 0]], whole=True)
    assert first(c).tolist() == [True, False]
    assert second(c).tolist() == [False, True]
    assert (first | second)(c).tolist() == [True, True]
    assert (first & second)(c).tolist() == [False, False]
    assert (first | second).text == "one, or two"
    assert (first & second).text == "one and two"
    assert (first | first).text == "one"
    assert (first | second | first).text == "one, or two"


def test_a_reason_names_only_what_holds():
    either = Condition("one", lambda c: c.t == 0) | Condition("two", lambda c: c.p == 0)
    c = view([[1, 0], [1, 0]], whole=True)
    assert either.reason(c, {}, None) == "two"
    assert either.reason(c, {}, np.array([True, False])) == "one, or two"  # neither holds for class 0: all are named
    c = view([[0, 0], [1, 0]], whole=True)
    assert either.reason(c, {}, None) == "one or two"
