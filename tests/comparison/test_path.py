"""The path integral, on functions whose contributions are known in closed form."""

import numpy as np
import pytest

from steelyard.comparison.path import Slope, Slopes, integrated

A = np.array([[3.0, 5.0], [2.0, 7.0]])
B = np.array([[1.0, 2.0], [6.0, 4.0]])
"""Row sizes differ, so that derivatives are taken as they are."""


def slopes(value, *by_cell):
    """Return a function of the cells and its derivatives by (0, 0) and (0, 1)."""

    def of(m):
        found = np.zeros_like(m)
        for j, derivative in enumerate(by_cell):
            found[:, 0, j] = derivative(m[:, 0, 0], m[:, 0, 1])
        return Slope(value(m[:, 0, 0], m[:, 0, 1]), found)

    return Slopes(of)


PRODUCT = slopes(lambda x, y: x * y, lambda _, y: y, lambda x, _: x)


def test_a_sum_gives_each_cell_its_own_part():
    linear = slopes(lambda x, y: 2 * x - 3 * y, lambda x, _: 2 + 0 * x, lambda x, _: -3 + 0 * x)
    path = integrated(linear, A, B)
    assert path.by_cell == pytest.approx(np.array([[4.0, -9.0], [0.0, 0.0]]), abs=1e-9)
    assert (path.start, path.stop) == pytest.approx((2 - 6, 6 - 15))


def test_a_product_is_shared_at_the_mean_of_the_other():
    path = integrated(PRODUCT, A, B)
    assert path.by_cell[0] == pytest.approx([2 * 3.5, 3 * 2.0], rel=1e-9)
    assert path.residual == pytest.approx(0, abs=1e-8)


def test_a_cell_that_does_not_move_contributes_nothing():
    same = B.copy()
    same[0, 0] = A[0, 0]
    path = integrated(PRODUCT, A, same)
    assert path.by_cell[0] == pytest.approx([0, 9.0], rel=1e-9)
    assert path.by_cell[0, 0] == 0


@pytest.mark.parametrize("power", [1.0, 0.5, 0.1, 0.03])
def test_roots_of_a_cell_that_appears_are_integrated_to_the_end(power):
    """x^w from 0 to 1 has an infinite derivative at 0; what lies beyond 1e-60 of the path is told by start."""
    empty, full = np.zeros((2, 2)), np.eye(2)
    root = slopes(lambda x, _: x**power, lambda x, _: power * x ** (power - 1))
    path = integrated(root, full, empty)
    assert path.by_cell[0, 0] + path.start == pytest.approx(1, rel=1e-9)
    assert path.start == pytest.approx(np.exp(-138 * power), rel=1e-9)


def test_logarithms_of_a_cell_that_appears_or_vanishes():
    def entropy(x, _):
        return -x * np.log(x)

    def slope(x, _):
        return -np.log(x) - 1

    empty, full = np.zeros((2, 2)), np.full((2, 2), 2.0)
    for first, second, sign in ((full, empty, 1), (empty, full, -1)):
        path = integrated(slopes(entropy, slope), first, second)
        assert path.by_cell[0, 0] == pytest.approx(sign * -2 * np.log(2), rel=1e-9)


def test_a_kink_is_found_wherever_it_lies():
    """max(x, y) along x = 1 + 2s, y = 2 + s/2 (y first, x after s = 2/3): ∫ of 1 over each part, exactly."""
    first, second = np.array([[3.0, 2.5], [1, 1]]), np.array([[1.0, 2.0], [1, 2]])
    kinked = slopes(np.maximum, lambda x, y: (x > y) * 1.0, lambda x, y: (x <= y) * 1.0)
    path = integrated(kinked, first, second)
    assert path.by_cell[0] == pytest.approx([2 / 3, 0.5 * 2 / 3], rel=1e-8)


def test_a_jump_on_the_way_is_left_as_the_residual():
    def stepped(x, _):
        return x + (x > 2)

    path = integrated(slopes(stepped, lambda x, _: 1 + 0 * x), A, B)
    assert path.by_cell[0, 0] == pytest.approx(2, rel=1e-6)
    assert path.residual == pytest.approx(1, rel=1e-6)


def test_where_there_is_no_derivative_it_is_the_residual_that_says_so():
    nowhere = slopes(lambda x, _: x, lambda x, _: x * np.nan)
    path = integrated(nowhere, A, B)
    assert path.by_cell.tolist() == [[0, 0], [0, 0]]
    assert path.residual == pytest.approx(2)


def test_the_way_back_is_the_same_with_the_other_sign():
    there, back = integrated(PRODUCT, A, B), integrated(PRODUCT, B, A)
    assert back.by_cell == pytest.approx(-there.by_cell, rel=1e-12)
    assert (back.start, back.stop) == (there.stop, there.start)


def test_in_a_row_of_the_same_size_errors_count_against_the_average_error():
    """Derivatives (5, 3, 1) by the cells of a row, of which the last two are errors, 1 and 3 items all the way."""
    first, second = np.array([[4.0, 1, 3], [0, 1, 0], [0, 0, 1]]), np.array([[2.0, 2, 4], [0, 1, 0], [0, 0, 1]])

    def of(m):
        found = np.zeros_like(m)
        found[:, 0] = [5, 3, 1]
        return Slope(m[:, 0] @ np.array([5.0, 3, 1]), found)

    path = integrated(Slopes(of), first, second)
    s = (np.arange(200_000) + 0.5) / 200_000
    one, other = 2 - s, 4 - s
    average = (3 * one + 1 * other) / (one + other)
    wanted = [2 * (5 - average).mean(), -(3 - average).mean(), -(1 - average).mean()]
    assert path.by_cell[0] == pytest.approx(wanted, rel=1e-8)
    assert path.by_cell.sum() == pytest.approx(10 - 3 - 1)


SHARE = slopes(lambda x, y: x / (x + y), lambda x, y: y / (x + y) ** 2, lambda x, y: -x / (x + y) ** 2)


@pytest.mark.parametrize("turned", [False, True])
def test_cells_that_appear_together_contribute_nothing_to_their_own_proportion(turned):
    """x/(x + y) is 3/8 all the way from (0, 0) to (3, 5); the derivatives are ±15/64·8/s, whose integral diverges."""
    empty = np.array([[0.0, 0.0], [6.0, 4.0]])
    path = integrated(SHARE, *((empty, A) if turned else (A, empty)))
    assert path.start == path.stop == pytest.approx(3 / 8)
    assert path.by_cell == pytest.approx(np.zeros((2, 2)), abs=1e-12)


def test_beside_their_proportion_cells_that_appear_contribute_what_they_are_worth():
    empty = np.array([[0.0, 0.0], [6.0, 4.0]])
    worth = slopes(
        lambda x, y: x / (x + y) + 7 * x,
        lambda x, y: y / (x + y) ** 2 + 7,
        lambda x, y: -x / (x + y) ** 2,
    )
    assert integrated(worth, A, empty).by_cell[0] == pytest.approx([21, 0], abs=1e-9)
