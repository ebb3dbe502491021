"""A matrix in which one row is any of many: all that bodies see is as in each matrix by itself."""

import numpy as np
import pytest

from steelyard.measuring.other_views import MovedView
from steelyard.measuring.view import View

SEEN = ["m", "t", "p", "tp", "n", "fn", "fp", "tn", "t_rest", "p_rest", "errors", "chance_corrected_hits"]
SEEN += ["attracted", "attracted_wrongly"]
RELEVANCE = np.array([1.0, 0.5, 0.2, 0.7])


def moved(matrix, place, rows):
    """Return the view, and those of the matrices one by one."""
    each = [np.where(np.arange(4)[:, None] == place, row, matrix) for row in rows]
    alone = [View(one, RELEVANCE, "worst", whole_numbers=False) for one in each]
    return MovedView(matrix, place, rows, RELEVANCE, "worst"), alone


@pytest.mark.parametrize("name", SEEN)
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("spread", [0, 8], ids=["alike", "sixteen digits apart"])
def test_sums_are_those_of_each_matrix(name, place, spread, rng):
    matrix, rows = (10 ** rng.uniform(-spread, spread, shape) for shape in ((4, 4), (5, 4)))
    matrix[:, 1] = rows[2] = 0
    together, alone = moved(matrix, place, rows)
    with np.errstate(invalid="ignore"):  # shares of a class without items, as when metrics are measured
        found, wanted = getattr(together, name), np.stack([getattr(view, name) for view in alone])
    # The one number that is a difference may be small beside what it is the difference of.
    least = 1e-13 * np.stack([view.n**2 for view in alone]).max() if name == "chance_corrected_hits" else 0
    np.testing.assert_allclose(found, wanted, rtol=1e-13, atol=least)
    assert together.stack == (5,)


@pytest.mark.parametrize("place", range(4))
def test_whole_numbers_are_exact(place, rng):
    matrix, rows = (rng.integers(0, 10**9, shape).astype(np.float64) for shape in ((4, 4), (5, 4)))
    together, alone = moved(matrix, place, rows)
    for name in SEEN[:11]:
        np.testing.assert_array_equal(getattr(together, name), np.stack([getattr(view, name) for view in alone]))


@pytest.mark.parametrize("place", range(4))
def test_rests_of_columns_are_those_of_each_matrix_also_of_other_cells(place, rng):
    matrix, rows = (10 ** rng.uniform(-8, 8, shape) for shape in ((4, 4), (5, 4)))
    together, alone = moved(matrix, place, rows)
    for cells in (lambda view: view.m, lambda view: view.errors):
        wanted = np.stack([view.column_rest(cells(view)) for view in alone])
        np.testing.assert_allclose(together.column_rest(cells(together)), wanted, rtol=1e-13)


def test_what_it_is_made_of_stays(rng):
    matrix, rows = rng.random((4, 4)), rng.random((5, 4))
    kept = matrix.copy(), rows.copy()
    together, _ = moved(matrix, 1, rows)
    assert together.at_importance.m.shape == (5, 4, 4)
    with pytest.raises(ValueError, match="read-only"):
        together.m[0] = 0
    np.testing.assert_array_equal(matrix, kept[0])
    np.testing.assert_array_equal(rows, kept[1])
