import numpy as np
import pytest

from steelyard.counts.read.tables.digit_sort import digit_order, digit_sorted


@pytest.mark.parametrize("bits", [1, 8, 16, 17, 32, 33, 48, 63])
@pytest.mark.parametrize("size", [0, 1, 1000])
def test_keys_of_any_width_are_sorted(rng, bits, size):
    keys = rng.integers(0, 2**bits, size)
    before = keys.tolist()
    assert digit_sorted(keys, bits).tolist() == sorted(before)
    assert digit_order(keys, bits).tolist() == np.argsort(keys, kind="stable").tolist()
    assert keys.tolist() == before
