import datetime as dt
from itertools import product

import numpy as np
import pytest

from steelyard.counts.read.columns.array_column import array_column

INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4", "<i8", ">u8"]


@pytest.mark.parametrize("dtype", [*INTEGERS, "f2", "f4", "f8", ">f8", "longdouble", "O"])
def test_numbers_of_every_type(read_back, dtype):
    column = array_column(np.array([3, 1, 3, 0], dtype=dtype), "labels")
    assert read_back(column) == [3, 1, 3, 0]
    assert {type(label) for label in column.labels_of(np.arange(column.known)) if label is not None} == {int}


@pytest.mark.parametrize(
    ("array", "labels"),
    [
        (np.array([True, False]), [True, False]),
        (np.array([2**64 - 1, 5], dtype=np.uint64), [2**64 - 1, 5]),
        (np.array(["a", "bc"]), ["a", "bc"]),
        (np.array([b"a", b"bc"]), [b"a", b"bc"]),
        (np.array(["a", "bc"], dtype=object), ["a", "bc"]),
        (np.array(["a", "bc"], dtype=np.dtypes.StringDType()), ["a", "bc"]),
        (np.array(["2020-01-01", "NaT"], dtype="M8[D]"), [dt.date(2020, 1, 1), None]),
        (np.array(["2020-01-01", "NaT"], dtype="M8[ns]"), [dt.datetime(2020, 1, 1), None]),  # noqa: DTZ001
        (np.array([3, 60], dtype="m8[s]"), [dt.timedelta(seconds=3), dt.timedelta(minutes=1)]),
        (np.array([(1, "a"), (2, "b")], dtype=[("x", int), ("y", "U1")]), [(1, "a"), (2, "b")]),
        (np.ma.array([1, 2, 3], mask=[False, True, False]), [1, None, 3]),
        (np.ma.array([[1], [2]], mask=[[False], [True]]), [1, None]),
        (np.array([1.0, np.nan, 3.0]), [1, None, 3]),
        (np.array([[1], [2]]), [1, 2]),
        (np.zeros(2, dtype="S0"), [b"", b""]),
        (np.array([], dtype=np.int64), []),
        (np.array([]), []),
    ],
    ids=lambda value: str(value.dtype) if isinstance(value, np.ndarray) else "",
)
def test_arrays_of_every_kind(read_back, array, labels):
    assert read_back(array_column(array, "labels")) == labels


def test_a_column_matrix_is_a_column(read_back):
    with pytest.warns(PendingDeprecationWarning):
        matrix = np.matrix([[1], [2]])
    assert read_back(array_column(matrix, "labels")) == [1, 2]


def test_a_single_value_is_no_column():
    with pytest.raises(ValueError, match=r"predicted labels must be a list or an array .* not the single 3"):
        array_column(np.array(3), "predicted labels")


@pytest.mark.parametrize("shape", [(4, 3), (1, 4), (2, 2, 1)])
def test_several_columns_are_refused_with_a_hint_at_probabilities(shape):
    with pytest.raises(ValueError, match=r"predicted labels must be one label per item, but have the shape .* argmax"):
        array_column(np.full(shape, 0.5), "predicted labels")


@pytest.mark.parametrize("where", [0, 5, -1])
def test_a_fraction_anywhere_is_refused(where):
    array = np.ones(50_000)
    array[where] = 0.37
    with pytest.raises(ValueError, match=r"labels contain 0\.37, which looks like a probability"):
        array_column(array, "labels").codes(0, len(array))


@pytest.mark.parametrize(
    ("kind", "unit"),
    [*(("M", unit) for unit in ("Y", "M")), *product("Mm", ["W", "D", "h", "m", "s", "ms", "us", "ns", "25s"])],
)
@pytest.mark.parametrize("step", [2, 100])
def test_moments_and_durations_of_every_unit(read_back, unit, kind, step):
    numbers = np.array([3000, 5000, 3000, 10**6 if unit in ("ns", "us") else 4000])
    array = numbers.astype(f"{kind}8[{unit}]")
    array[2] = "NaT"
    plain = array.astype(f"{kind}8[us]") if unit == "ns" else array
    assert read_back(array_column(array, "labels"), step) == plain.tolist()
