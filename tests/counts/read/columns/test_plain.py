import datetime as dt
from decimal import Decimal
from enum import Enum
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from steelyard.counts.read.columns.plain import is_missing, moments, plain, whole_numbers


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
