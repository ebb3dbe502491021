"""Packed numbers come back bit for bit, and long lists that are mostly one number become short."""

import json

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from steelyard.show.page.units_of import packed, unpacked

AWKWARD = [0.0, -0.0, 1.0, -1.0, float("nan"), float("inf"), float("-inf"), 0.1, 2.0**53, -(2.0**60), 5e-324, 1e300]


def through_json(record):
    return json.loads(json.dumps(record, allow_nan=False))


def as_the_contract_says(record):
    """Unpack by the words of the contract, one position after the other."""
    if isinstance(record, list):
        return [float(value) for value in record]
    found, position = [float(record["fill"])] * record["n"], -1
    for gap, value in zip(record["at"], record["values"], strict=True):
        position += gap
        found[position] = float(value)
    return found


def same_bits(found, expected):
    return np.asarray(found, dtype=np.float64).tobytes() == np.asarray(expected, dtype=np.float64).tobytes()


@given(
    st.lists(st.floats(allow_nan=False) | st.sampled_from(AWKWARD), max_size=40),
    st.sampled_from(AWKWARD),
    st.integers(0, 80),
)
def test_floats_come_back_bit_for_bit(varied, fill, times):
    values = np.array([*varied[: len(varied) // 2], *[fill] * times, *varied[len(varied) // 2 :]], dtype=np.float64)
    record = through_json(packed(values))
    assert same_bits(unpacked(record), values)
    assert same_bits(as_the_contract_says(record), values)


@given(arrays(np.int64, st.integers(0, 60), elements=st.integers(0, 3) | st.integers(0, 2**53)))
def test_counts_come_back(counts):
    record = through_json(packed(counts))
    assert unpacked(record).tolist() == counts.tolist() == as_the_contract_says(record)


def test_each_form_is_used_where_it_is_shorter():
    sparse = np.zeros(1000)
    sparse[[0, 5, 999]] = [3, 4, np.nan]
    assert packed(sparse) == {"n": 1000, "fill": 0, "at": [1, 5, 994], "values": [3, 4, "NaN"]}
    assert packed(np.arange(12).reshape(3, 4)) == list(range(12))
    assert packed(np.full((30, 30), -0.0))["fill"] == 0
    assert str(packed(np.full(900, -0.0))["fill"]) == "-0.0"
    assert packed([]) == []
    for density in (0.05, 0.3, 0.49, 0.51, 0.9):
        values = (np.random.default_rng(1).random(2000) < density) * 12
        written = len(json.dumps(packed(values), separators=(",", ":")))
        assert written <= len(json.dumps(values.tolist(), separators=(",", ":")))


def test_numbers_are_written_without_a_point_where_that_changes_nothing():
    assert json.dumps(packed([1.0, 2.5, 1e20, -0.0, True])) == "[1, 2.5, 1e+20, -0.0, 1]"
    assert packed(np.array([True, False])) == [1, 0]
