"""The dual problem: closed forms, the conditions of the optimum, another solver, and libsvm by a change of scale."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.svm import SVC

from steelyard_papers.classifiers.near_bayes.dual import solved

TOLERANCE = 1e-8
KERNELS = ["linear", "rbf"]


def kernel_of(X, name):
    """Return all kernel values, straight from the definition."""
    if name == "linear":
        return X @ X.T
    return np.exp(-0.5 * ((X[:, None] - X) ** 2).sum(axis=2))


def problem(seed, size=40, apart=1.0, plus=0.3):
    """Return items of two overlapping clouds, with signs, margins and penalties as different as they may be."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(size) < max(1, round(plus * size)), 1.0, -1.0)
    X = rng.normal(size=(size, 3)) + apart * (y[:, None] > 0)
    return X, y, rng.uniform(0.1, 0.9, size), rng.uniform(0.2, 3, size)


def solve(kernel, y, margins, penalties, tolerance=TOLERANCE, most=10**6):
    return solved(kernel.__getitem__, np.diagonal(kernel), y, margins, penalties, tolerance=tolerance, most=most)


def broken_conditions(kernel, y, margins, penalties, found):
    """Return by how much a solution breaks the conditions of Karush, Kuhn and Tucker, at most."""
    alpha = y * found.signed
    excess = y * (kernel @ found.signed + found.offset) - margins  # of the margin, over what is asked
    wrong = np.where(alpha <= 0, -excess, np.where(alpha >= penalties, excess, np.abs(excess)))
    outside = max((-alpha).max(), (alpha - penalties).max())
    return max(wrong.max(), outside, abs(found.signed.sum()))


def gap_of(kernel, y, margins, penalties, found):
    """Return primal minus dual, the primal computed from w, b and the slacks that these leave."""
    beta = found.signed
    norm = beta @ kernel @ beta
    slack = np.maximum(0, margins - y * (kernel @ beta + found.offset))
    return norm / 2 + penalties @ slack - (margins @ (y * beta) - norm / 2)


@settings(max_examples=50)
@given(
    st.floats(0.1, 10),
    st.floats(0.01, 5),
    st.floats(0.01, 5),
    st.floats(0.01, 100),
    st.floats(0.01, 100),
)
def test_two_items_have_a_closed_form(apart, first, second, most_first, most_second):
    """α = min((P₊ + P₋) / distance², penalties): the dual is a parabola in one number."""
    x = np.array([apart / 2, -apart / 2])
    y, margins, penalties = np.array([1.0, -1.0]), np.array([first, second]), np.array([most_first, most_second])
    found = solve(np.outer(x, x), y, margins, penalties)
    alpha = min((first + second) / apart**2, most_first, most_second)
    np.testing.assert_allclose(found.signed, [alpha, -alpha], rtol=1e-12)
    if alpha < min(most_first, most_second) * (1 - 1e-9):
        np.testing.assert_allclose(found.offset, (first - second) / 2, atol=1e-12 + 1e-12 * (first + second))


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("apart", [0.0, 1.0, 6.0])
def test_the_conditions_of_the_optimum_hold_and_the_gap_closes(name, apart):
    for seed in range(5):
        X, *asked = problem(seed, apart=apart)
        kernel = kernel_of(X, name)
        found = solve(kernel, *asked)
        assert found.violation <= TOLERANCE
        assert broken_conditions(kernel, *asked, found) < 1e-7
        assert abs(gap_of(kernel, *asked, found)) < 1e-6
        worse = type(found)(found.signed, found.offset + 0.01, found.steps, found.violation)
        assert broken_conditions(kernel, *asked, worse) > 1e-3


@pytest.mark.parametrize("name", KERNELS)
def test_another_solver_finds_the_same(name):
    for seed in range(4):
        X, y, margins, penalties = problem(seed, size=12)
        kernel = kernel_of(X, name)
        Q = kernel * np.outer(y, y)
        other = minimize(
            lambda alpha, Q=Q, margins=margins: alpha @ Q @ alpha / 2 - margins @ alpha,
            np.zeros(12),
            jac=lambda alpha, Q=Q, margins=margins: Q @ alpha - margins,
            bounds=[(0, penalty) for penalty in penalties],
            constraints={"type": "eq", "fun": lambda alpha, y=y: y @ alpha, "jac": lambda _, y=y: y},
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 500},
        )
        found = solve(kernel, y, margins, penalties)
        alpha = y * found.signed
        np.testing.assert_allclose(alpha @ Q @ alpha / 2 - margins @ alpha, other.fun, rtol=1e-7)
        # The α of a linear kernel need not be unique, but w, and with it all that is learnt, is.
        np.testing.assert_allclose(kernel @ found.signed, kernel @ (y * other.x), atol=2e-4)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("plus", [0.1, 0.3, 0.5, 0.8])
def test_margins_by_side_are_libsvms_with_a_shift(name, plus):
    """If P₊ + P₋ = 1, then f = ½g + (P₊ − P₋)/2, where g has margins 1 and penalties 2a."""
    X, y, _, penalties = problem(11, size=60, plus=plus)
    margins = np.where(y > 0, 0.15, 0.85)
    kernel = kernel_of(X, name)
    found = solve(kernel, y, margins, penalties)
    libsvm = SVC(kernel="precomputed", tol=1e-9).fit(kernel, y, sample_weight=2 * penalties)
    ours = kernel @ found.signed + found.offset
    # libsvm keeps kernel values in single precision.
    np.testing.assert_allclose(ours, libsvm.decision_function(kernel) / 2 + (0.15 - 0.85) / 2, atol=1e-5)


def test_items_that_the_kernel_does_not_tell_apart():
    """Every item at the same place: the side with the larger sum of penalties has its margin."""
    y = np.array([1.0, 1.0, -1.0, -1.0, -1.0])
    margins, flat = np.where(y > 0, 0.4, 0.6), np.ones((5, 5))
    more = solve(flat, y, margins, np.where(y > 0, 3.0, 1.0))
    assert more.offset == pytest.approx(0.4)
    less = solve(flat, y, margins, np.where(y > 0, 1.0, 3.0))
    assert less.offset == pytest.approx(-0.6)
    # 2 · 0.3 and 3 · 0.2 are one and the same but for rounding: every offset between the margins is as good.
    even = solve(flat, y, margins, np.where(y > 0, 0.3, 0.2))
    assert even.offset == pytest.approx((0.4 - 0.6) / 2)


def test_all_at_their_bounds_leaves_the_middle():
    """With little penalty both items are at their bounds; each offset between −P₋ + w·1 and P₊ − w·1 is optimal."""
    x, y = np.array([1.0, -1.0]), np.array([1.0, -1.0])
    found = solve(np.outer(x, x), y, np.array([0.7, 0.3]), np.array([0.1, 0.1]))
    np.testing.assert_allclose(found.signed, [0.1, -0.1])
    assert found.offset == pytest.approx(0.2)


def test_steps_are_counted_and_bounded():
    X, *asked = problem(3)
    kernel = kernel_of(X, "rbf")
    whole = solve(kernel, *asked)
    assert whole.steps > 10
    stopped = solve(kernel, *asked, most=10)
    assert stopped.steps == 10
    assert stopped.violation > 0.01
    exactly = solve(kernel, *asked, most=whole.steps)
    assert exactly.violation <= TOLERANCE
    np.testing.assert_array_equal(exactly.signed, whole.signed)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("scale", [1e-300, 1e-6, 1.0, 1e6, 1e12, 1e300])
def test_penalties_of_many_orders(name, scale):
    """Beside a very large penalty, which asks for a hard margin, no α is to be taken for 0."""
    X, y, margins, _ = problem(5, size=30, apart=6.0)
    kernel, penalties = kernel_of(X, name), np.full(30, scale)
    found = solve(kernel, y, margins, penalties)
    assert broken_conditions(kernel, y, margins, penalties, found) < 1e-7
