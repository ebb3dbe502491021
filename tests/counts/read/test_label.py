"""What a label is: values in memory, texts of CSV files, values of JSON."""

import datetime as dt
import json
import re
from decimal import Decimal
from enum import Enum
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read.label import (
    as_compared,
    as_labels,
    gaps_among,
    is_missing,
    json_labels,
    moments,
    number,
    plain,
    whole,
    whole_numbers,
)


@pytest.mark.parametrize(
    "value",
    [None, float("nan"), np.nan, np.float32("nan"), pd.NA, pd.NaT, np.datetime64("NaT"), Decimal("nan")],
)
def test_missing_values(value):
    assert is_missing(value)


@pytest.mark.parametrize("value", [0, "", "nan", "NA", (), b"", np.array([1, 2]), 0.0, False, (float("nan"),)])
def test_values_that_are_not_missing(value):
    assert not is_missing(value)


class Colour(Enum):
    RED = 1


@pytest.mark.parametrize(
    ("value", "label"),
    [
        (np.int8(3), 3),
        (np.str_("a"), "a"),
        (np.bytes_(b"a"), b"a"),
        (np.True_, True),
        (np.float32(2), 2),
        (2.0, 2),
        (-0.0, 0),
        (Decimal(7), 7),
        (Fraction(4, 2), 2),
        (1e300, int(1e300)),
        (np.datetime64("2020-01-02"), dt.date(2020, 1, 2)),
        (np.datetime64("2020-01-02", "ns"), dt.datetime(2020, 1, 2)),  # noqa: DTZ001 - NumPy's times have no zone
        (np.timedelta64(3, "s"), dt.timedelta(seconds=3)),
        (pd.Timestamp("2020-01-02 03:04", tz="UTC"), dt.datetime(2020, 1, 2, 3, 4, tzinfo=dt.UTC)),
        (pd.Timestamp("2020-01-02").as_unit("ns"), dt.datetime(2020, 1, 2)),  # noqa: DTZ001
        (pd.Timedelta(days=2, microseconds=7), dt.timedelta(days=2, microseconds=7)),
        (True, True),
        ("a", "a"),
        ((1, "a"), (1, "a")),
        (Colour.RED, Colour.RED),
    ],
)
def test_labels_become_plain_values(value, label):
    found = plain(value, "labels")
    assert found == label
    assert type(found) is type(label)


@pytest.mark.parametrize(
    "value", [0.5, np.float32(0.25), float("inf"), -float("inf"), Decimal("0.1"), 1j, Fraction(1, 3)]
)
def test_fractions_look_like_scores(value):
    with pytest.raises(ValueError, match=r"true labels contain .* looks like a probability or a score .* argmax"):
        plain(value, "true labels")


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.longdouble])
def test_whole_floats_become_integers(dtype):
    whole, missing = whole_numbers(np.array([0, -3, 7], dtype=dtype), "labels")
    assert whole.tolist() == [0, -3, 7]
    assert whole.dtype == np.int64
    assert missing is None


def test_nan_among_whole_floats_is_missing():
    whole, missing = whole_numbers(np.array([1, np.nan, 2]), "labels")
    assert missing.tolist() == [False, True, False]
    assert whole[[0, 2]].tolist() == [1, 2]


@pytest.mark.parametrize("bad", [0.5, np.inf, -np.inf, 2.0**63, -(2.0**64)])
@pytest.mark.parametrize("beside", [1.0, np.nan])
def test_fractions_and_what_no_int64_holds_are_refused(bad, beside):
    with pytest.raises(ValueError, match="looks like a probability or a score"):
        whole_numbers(np.array([1, beside, bad]), "labels")


def test_no_floats_at_all():
    assert whole_numbers(np.array([]), "labels")[0].tolist() == []


def test_times_finer_than_microseconds_are_refused_unless_nothing_is_lost():
    assert moments(np.array([1000, "NaT"], dtype="M8[ns]"), "labels").dtype == "M8[us]"
    with pytest.raises(ValueError, match=r"00:00:00\.000001001, which is finer than microseconds"):
        moments(np.array([1000, 1001], dtype="M8[ns]"), "labels")


@pytest.mark.parametrize("value", [pd.Timestamp(1, unit="ns"), pd.Timedelta(1, unit="ns")])
def test_times_finer_than_microseconds_are_refused(value):
    with pytest.raises(ValueError, match=r"labels contain .*000000001, which is finer than microseconds"):
        plain(value, "labels")


@pytest.mark.parametrize("value", [0.5, float("inf"), Decimal("0.1"), Fraction(1, 3), np.float32(0.25)])
def test_fractions_where_they_are_welcome(value):
    assert plain(value, "keys", fractions=True) == value
    assert plain(2.0, "keys", fractions=True) == 2
    assert type(plain(2.0, "keys", fractions=True)) is int


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0), ("-3", -3), ("1.0", 1), ("10.00", 10), ("9007199254740993", 9007199254740993), ("9" * 20, 10**20 - 1)],
)
def test_whole_numbers(text, value):
    assert whole(text) == value
    assert number(text) == value


@pytest.mark.parametrize(
    "text", ["", "007", "00", "1e3", "1_000", "+1", "\u0663", "1.", " 1", "1\n", "0x1", "inf", "nan", "--1", "9" * 5000]
)
def test_codes_stay_text(text):
    assert whole(text) is None
    assert number(text) is None


@pytest.mark.parametrize("text", ["0.31", ".5", "-1.5", "1e-05", "9.9E-01"])
def test_decimals(text):
    assert whole(text) is None
    assert number(text) == float(text)


def test_numbers_if_all_are():
    assert as_labels(["1", "2.0"]) == {"1": 1, "2.0": 2}
    assert as_labels(["1", "x"]) == {"1": "1", "x": "x"}
    assert as_compared({"1"}, {"a": {"2"}, "b": {"1"}}) == {"1": 1, "2": 2}
    assert as_compared({"1"}, {"a": {"2", "unknown"}}) == {"1": "1", "2": "2", "unknown": "unknown"}
    assert as_compared({"0.5", "1"}, {"a": {"1"}}) == {"1": "1", "0.5": "0.5"}


@pytest.mark.parametrize(
    ("texts", "gaps"),
    [
        ({"1", "2.0", "NaN"}, {"NaN"}),
        ({"0.5", "nan", "NaN"}, {"nan", "NaN"}),
        ({"1", "x", "NaN"}, {"NaN"}),
        ({"naan", "nan"}, {"nan"}),
        ({"nan"}, set()),
        ({"ok", "NAN", "none"}, set()),
        (set(), set()),
    ],
)
def test_nan_beside_labels_is_a_gap(texts, gaps):
    assert gaps_among(texts) == gaps


@pytest.mark.parametrize("same", [("1", "1.0"), ("0.5", "0.50"), ("-0", "0"), (".5", "5e-1")])
def test_texts_that_write_the_same_number_are_refused_unless_all_are_numbers(same):
    one, other = sorted(same)
    with pytest.raises(
        ValueError, match=f"the labels '{re.escape(one)}' and '{re.escape(other)}' write the same number"
    ):
        as_labels([*same, "x"])
    assert set(as_labels(["01", "1", "007", "7", "x"]).values()) == {"01", "1", "007", "7", "x"}
    assert as_labels(["1", "1.0"]) == {"1": 1, "1.0": 1}


def test_probabilities_are_refused_with_the_smallest_and_their_column():
    with pytest.raises(ValueError, match=r"the labels in column 'b' contain 0\.125, which looks like a probability"):
        as_compared({"0", "1"}, {"a": {"0", "1"}, "b": {"0.5", "0.125", "0.75", "1"}})


def test_probabilities_beside_texts_are_told_where_scores_go():
    with pytest.raises(
        ValueError, match=r"contain 0\.125, which .*: `sy.scores.evaluate` takes scores; to have labels,"
    ):
        as_compared({"no", "yes"}, {"b": {"0.5", "0.125", "1"}})
    with pytest.raises(ValueError, match="write both in the same way"):
        as_compared({"no", "yes"}, {"b": {"0", "1"}})


def test_each_model_is_compared_with_the_truth():
    with pytest.raises(ValueError, match="the labels in 'b' are texts such as 'no'"):
        as_compared({"0", "1"}, {"a": {"0", "1"}, "b": {"no", "yes"}})


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        (["1", "2", None], [1, 2, None]),
        (["1", "2.0"], [1, 2.0]),
        (["true", "false"], [True, False]),
        (["true", "1"], ["true", "1"]),
        (["1", '"1"'], ["1", "1"]),
        (["1.50", '"x"'], ["1.50", "x"]),
        (["9007199254740993", "12345678901234567890123"], [9007199254740993, 12345678901234567890123]),
        ([], []),
    ],
)
def test_one_kind_keeps_its_kind_and_several_are_texts(written, labels):
    found = json_labels(written, "y")
    assert found == labels
    assert [type(label) for label in found] == [type(label) for label in labels]


def test_one_number_in_two_spellings_among_texts_is_refused():
    with pytest.raises(ValueError, match=r"the labels '1' and '1\.0' write the same number"):
        json_labels(["1", "1.0", '"x"'], "y")
    assert json_labels(['"1"', '"1.0"'], "y") == ["1", "1.0"]


@given(st.lists(st.text(max_size=4), max_size=5))
def test_texts_come_back_as_they_were(texts):
    assert json_labels([json.dumps(text) for text in texts], "y") == texts


@pytest.mark.parametrize("nested", ["[1]", '{"a": 1}', "[" + "1, " * 50 + "1]"])
def test_nested_values_are_refused(nested):
    with pytest.raises(ValueError, match="column 'y' holds nested values such as") as refused:
        json_labels(["1", nested], "y")
    assert len(str(refused.value)) < 120
