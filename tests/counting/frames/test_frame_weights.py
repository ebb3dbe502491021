from decimal import Decimal

import numpy as np
import pytest

from steelyard.counting.frames.weights import exact


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ([1, 2**62], np.int64),
        ([True, False], np.int64),
        ([np.int64(2**53 + 1), 1], np.int64),
        ([Decimal(2**53 + 1), 3], np.int64),
        ([Decimal("2.50"), Decimal(1)], np.float64),
        ([0.5, 2], np.float64),
        ([2.0, 3.0], np.float64),
        ([], np.int64),
    ],
)
def test_whole_numbers_stay_whole(values, dtype):
    found = exact(values, "w")
    assert found.dtype == dtype
    assert found.tolist() == values


@pytest.mark.parametrize("values", [[2**63], [Decimal(2**64)], [Decimal("1.5"), None]])
def test_sums_that_do_not_fit_are_refused(values):
    with pytest.raises(ValueError, match="column 'w' must sum to less than 2⁶³"):
        exact(values, "w")
