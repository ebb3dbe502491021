from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from steelyard import Confusion
from steelyard.counts.read.frames.weights import exact


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


def arrow(weights):
    return pa.table({"y": ["a", "b"], "p": ["a", "a"], "w": weights})


def test_whole_numbers_of_arrow_beyond_signed_ones():
    found = Confusion.from_frame(arrow(pa.array([2**62, 1], pa.uint64())), "y", "p", weight="w")
    assert found.counts[:, 0].tolist() == [2**62, 1]
    with pytest.raises(ValueError, match="must sum to less than 2⁶³"):
        Confusion.from_frame(arrow(pa.array([2**63 + 1, 1], pa.uint64())), "y", "p", weight="w")


def test_half_floats_of_arrow():
    half = pa.array(np.array([1.5, 2], dtype=np.float16))
    assert Confusion.from_frame(arrow(half), "y", "p", weight="w").counts[:, 0].tolist() == [1.5, 2]
    for wrong in (-1, np.nan, np.inf):
        half = pa.array(np.array([1.5, wrong], dtype=np.float16))
        with pytest.raises(ValueError, match="'w' has a weight that is no finite number"):
            Confusion.from_frame(arrow(half), "y", "p", weight="w")
