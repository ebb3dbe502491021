from collections import Counter

import numpy as np
import pytest

from steelyard.counts.combinations import combined


@pytest.mark.parametrize("widths", [(3, 2), (5, 5, 5), (1,), (10**6, 10**6, 10**6), (2**40, 2**40), (2**31,) * 5])
@pytest.mark.parametrize("dtype", [np.int64, np.float64])
def test_combinations_are_added_up_in_order(rng, widths, dtype):
    """Few possible ones are counted in a table, more are sorted, and beyond 2⁶³ they are numbered anew."""
    few = rng.integers(0, 2**31, (40, len(widths))) % widths
    codes = list(few[rng.integers(0, 40, 1000)].T.astype(np.intp))
    values = rng.integers(0, 2**40, 1000).astype(dtype)
    expected = Counter()
    for *key, value in zip(*codes, values, strict=True):
        expected[tuple(map(int, key))] += int(value)
    found, sums = combined(codes, values)
    assert [tuple(map(int, key)) for key in zip(*found, strict=True)] == sorted(expected)
    assert dict(zip(zip(*found, strict=True), sums, strict=True)) == expected
    assert sums.dtype == dtype


def test_nothing_has_no_combinations():
    (codes,), sums = combined([np.empty(0, dtype=np.intp)], np.empty(0, dtype=np.int64))
    assert len(codes) == len(sums) == 0
