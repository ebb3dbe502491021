import numpy as np
import pytest

from steelyard.counts.read.columns.floats import Floats

NUMBERS = [0.5, 1.0, float("nan"), -0.0, 0.0, float("inf"), -2.25, 0.5, 1e300, 5e-324]


@pytest.mark.parametrize("step", [1, 3, 100])
def test_numbers_read_back(read_back, step):
    found = read_back(Floats(np.array(NUMBERS)), step)
    assert found == [0.5, 1, None, 0, 0, float("inf"), -2.25, 0.5, 1e300, 5e-324]
    assert [type(number) for number in found[:4]] == [float, int, type(None), int]


def test_every_nan_is_the_same():
    strange = np.array([0x7FF8000000000001, 0xFFF8000000000000], dtype=np.uint64).view(np.float64)
    column = Floats(strange)
    assert column.codes(0, 2).tolist() == [column.missing] * 2


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.longdouble])
def test_other_widths(read_back, dtype):
    assert read_back(Floats(np.array([0.25, 3], dtype=dtype))) == [0.25, 3]
