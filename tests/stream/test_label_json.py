import datetime as dt
import json
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from zoneinfo import ZoneInfo

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.stream.saved_file import from_json, to_json

OFFSETS = st.integers(-23 * 3600, 23 * 3600).map(lambda seconds: dt.timezone(dt.timedelta(seconds=seconds)))
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(st.characters(exclude_categories=[])),  # lone surrogates too, as broken files bring them
    st.binary(),
    st.dates(),
    st.times(),
    st.timedeltas(),
    st.datetimes(),
    st.datetimes(timezones=OFFSETS),
    st.floats(allow_nan=False, allow_infinity=False),
)
LABELS = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=5)


def kinds(label):
    return (tuple, *map(kinds, label)) if isinstance(label, tuple) else type(label)


@given(LABELS)
def test_what_comes_back_is_equal_and_of_the_same_type(label):
    back = from_json(json.loads(json.dumps(to_json(label))))
    assert back == label
    assert kinds(back) == kinds(label)


Size = Enum("Size", ["SMALL", "LARGE"])
Grade = IntEnum("Grade", ["LOW", "HIGH"])
Colour = StrEnum("Colour", ["RED", "BLUE"])


@pytest.mark.parametrize(
    "label",
    [
        Size.SMALL,
        Grade.LOW,
        Colour.RED,
        frozenset("a"),
        Decimal(1),
        1j,
        float("nan"),
        float("inf"),
        pd.Timestamp("2026-11-15"),
        dt.datetime(2026, 11, 15, tzinfo=ZoneInfo("Europe/Berlin")),
        dt.datetime(2026, 11, 15, tzinfo=dt.timezone(dt.timedelta(microseconds=1))),  # which Python reads as UTC
        ("a", frozenset()),
        object,
    ],
    ids=repr,
)
def test_what_would_come_back_as_something_else_is_refused_by_name(label):
    with pytest.raises(ValueError, match=r"^the label .* cannot be stored in a file; texts, .* can\.$"):
        to_json(label)


def test_labels_that_are_equal_but_differ_stay_two():
    assert [json.dumps(to_json(label)) for label in (1, True, "1", None, "None")] == [
        "1",
        "true",
        '"1"',
        "null",
        '"None"',
    ]
