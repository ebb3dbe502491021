"""Columns of NumPy arrays."""

import datetime as dt
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read.array_column import (
    MANY_NUMBERS,
    SAMPLE,
    SMALL_WINDOW,
    WIDE_WINDOW,
    FloatNumbers,
    WholeNumbers,
    array_column,
    array_sample,
    truth_values,
)


def column(values, sample=None, missing=None, dtype=np.int64, labels=list):
    numbers = np.array(values, dtype=dtype)

    def read(start, stop):
        return numbers[start:stop].copy(), None if missing is None else np.array(missing[start:stop], dtype=bool)

    return WholeNumbers(len(numbers), read, numbers if sample is None else np.array(sample, dtype=dtype), labels)


@pytest.mark.parametrize(
    "values",
    [
        [0, 1, 2, 1],
        [-3, 5, -3],
        [7, 7],
        [1000, 1003, 1000],
        [10**12, 10**12 + 3],
        [0, 10**12, -(10**12)],
        [-(2**63), 2**63 - 1, 0],
        [2**63 - 1, 2**63 - 2],
        [-(2**63), -(2**63) + 1],
        [0, SMALL_WINDOW - 1],
        [0, SMALL_WINDOW],
        [-1, SMALL_WINDOW - 1],
    ],
)
def test_numbers_read_back(read_back, values):
    assert read_back(column(values)) == values


def test_unsigned_numbers_beyond_int64(read_back):
    values = [0, 2**64 - 1, 2**63, 5]
    assert read_back(column(values, dtype=np.uint64)) == values
    assert read_back(column(values, sample=[0, 5], dtype=np.uint64)) == values


@given(
    st.lists(st.one_of(st.integers(-5, 30), st.integers(-(2**63), 2**63 - 1)), min_size=1),
    st.lists(st.integers(-5, 30)),
    st.data(),
)
def test_numbers_outside_the_window_keep_the_codes_of_those_inside(values, sample, data):
    """Whatever the sample promised, and wherever labels are missing."""
    gaps = data.draw(st.one_of(st.none(), st.lists(st.booleans(), min_size=len(values), max_size=len(values))))
    found = column(values, sample=sample, missing=gaps)
    codes = np.concatenate([found.codes(start, start + 4) for start in range(0, len(values), 4)])
    expected = values if gaps is None else [None if gap else v for v, gap in zip(values, gaps, strict=True)]
    assert found.labels_of(codes) == expected
    assert len(set(found.labels_of(np.arange(found.known)))) == found.known


def test_the_ends_of_int64_are_not_neighbours(read_back):
    values = [2**63 - 1, -(2**63), 2**63 - 2, -(2**63) + 1]
    assert read_back(column(values, sample=values[:1])) == values
    assert read_back(column(values, sample=values[1:2])) == values


def test_booleans_have_two_labels(read_back):
    found = column([True, False, True], labels=truth_values)
    assert read_back(found) == [True, False, True]
    assert [type(label) for label in found.labels_of(np.arange(2))] == [bool, bool]


def test_the_numbers_of_the_user_are_not_changed():
    numbers = np.array([3, 4, 5])
    found = WholeNumbers(3, lambda start, stop: (numbers[start:stop], None), numbers)
    found.codes(0, 3)
    assert numbers.tolist() == [3, 4, 5]


def test_the_sample_sees_the_whole_array_and_its_beginning():
    array = np.arange(100 * SAMPLE)
    sample = array_sample(array)
    assert len(sample) <= 3 * SAMPLE
    assert sample.max() >= array.max() - 100
    assert set(range(50)) <= set(sample.tolist())
    assert array_sample(np.array([], dtype=np.int64)).size == 0


@pytest.mark.parametrize("low", [0, 5, -50_000, 10**12, 2**63 - 40_000, -(2**63)])
@pytest.mark.parametrize("step", [1, 3])
def test_many_numbers_have_a_wide_window(read_back, rng, low, step):
    values = (low + step * rng.permutation(9000)).tolist()
    found = column(values)
    inside = -(2**63) + WIDE_WINDOW // 2 < low < 2**63 - WIDE_WINDOW
    assert (found.known > WIDE_WINDOW) == inside
    assert read_back(found, step=1000) == values
    assert found.labels_of(found.codes(0, 9000)[:5]) == values[:5]


def test_a_wide_window_has_room_for_numbers_that_the_sample_lacks():
    values = np.arange(200_000, 300_000)
    found = column(values, sample=values[::20])
    assert (found.codes(0, len(values)) == values).all()
    far = column(values - 10**9, sample=values[10_000:20_000] - 10**9)
    assert far.codes(0, len(values)).max() < WIDE_WINDOW


def test_few_numbers_far_apart_have_no_window(read_back):
    values = list(range(0, 10**6, 10**4))
    assert len(values) < MANY_NUMBERS
    found = column(values)
    assert read_back(found, step=40) == values
    assert found.known == len(values) + 1


@pytest.mark.parametrize("values", [[7, 10**15, 7], [0, 10**15, 5, -1], [10**15, 10**16]])
def test_missing_numbers_beside_those_outside_the_window(read_back, values):
    gaps = [i == 0 for i in range(len(values))]
    assert read_back(column(values, sample=[0, 5], missing=gaps), step=1) == [None, *values[1:]]
    assert read_back(column(values, missing=gaps), step=100) == [None, *values[1:]]


NUMBERS = [0.5, 1.0, float("nan"), -0.0, 0.0, float("inf"), -2.25, 0.5, 1e300, 5e-324]


@pytest.mark.parametrize("step", [1, 3, 100])
def test_numbers_that_need_not_be_whole_read_back(read_back, step):
    found = read_back(FloatNumbers(np.array(NUMBERS)), step)
    assert found == [0.5, 1, None, 0, 0, float("inf"), -2.25, 0.5, 1e300, 5e-324]
    assert [type(number) for number in found[:4]] == [float, int, type(None), int]


def test_every_nan_is_the_same():
    strange = np.array([0x7FF8000000000001, 0xFFF8000000000000], dtype=np.uint64).view(np.float64)
    column = FloatNumbers(strange)
    assert column.codes(0, 2).tolist() == [column.missing] * 2


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.longdouble])
def test_other_widths(read_back, dtype):
    assert read_back(FloatNumbers(np.array([0.25, 3], dtype=dtype))) == [0.25, 3]


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
