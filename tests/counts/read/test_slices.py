import datetime as dt
import re
from collections import Counter
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.counts.read import Slices, tables

KEYS = {
    "texts": st.one_of(st.none(), st.sampled_from(["", "north", "south"])),
    "numbers": st.one_of(st.none(), st.integers(-2, 3), st.sampled_from([0.5, -0.25, 2.0])),
    "dates": st.one_of(st.none(), st.dates(dt.date(2024, 1, 1), dt.date(2024, 1, 4))),
}
CHUNKED = st.sampled_from([1, 2, 5, 100])


def brute_force(truth, prediction, keys, weights):
    """Count (keys…, truth, prediction) with a dictionary."""
    sums = Counter()
    for *place, weight in zip(*keys, truth, prediction, weights, strict=True):
        sums[tuple(place)] += weight
    return sums


def cells_of(found):
    """Return the cells of a stack that are not 0, by (keys…, truth, prediction)."""
    names = [*found.axes.values(), found.labels, found.labels]
    return {
        tuple(axis[i] for axis, i in zip(names, place, strict=True)): found.counts[tuple(place)]
        for place in np.argwhere(found.counts).tolist()
    }


def in_order(keys):
    return sorted(set(keys) - {None}) + [None] * (None in keys)


@pytest.mark.parametrize("first", KEYS.values(), ids=KEYS)
@pytest.mark.parametrize("second", KEYS.values(), ids=KEYS)
@given(data=st.data())
def test_two_axes_with_any_keys(first, second, data):
    label = st.sampled_from("abc")
    rows = data.draw(st.lists(st.tuples(label, label, first, second, st.integers(1, 9)), min_size=1))
    truth, prediction, one, other, weights = (list(column) for column in zip(*rows, strict=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "CHUNK", data.draw(CHUNKED))
        found = sy.Confusion.from_labels(truth, prediction, weights=weights, by={"one": one, "other": other})
    assert [list(keys) for keys in found.axes.values()] == [in_order(one), in_order(other)]
    assert list(found.axes) == ["one", "other"]
    assert cells_of(found) == brute_force(truth, prediction, [one, other], weights)


MISSING_KEY = {
    "list": [2.5, None, 1, float("nan"), 2.5],
    "objects": np.array([2.5, None, 1, np.nan, 2.5], dtype=object),
    "floats": np.array([2.5, np.nan, 1, np.nan, 2.5]),
    "halves": np.array([2.5, np.nan, 1, np.nan, 2.5], dtype=np.float16),
    "pandas": pd.Series([2.5, None, 1, np.nan, 2.5]),
    "pandas nullable": pd.Series([2.5, None, 1, None, 2.5], dtype="Float64"),
    "pandas categories": pd.Series([2.5, None, 1, None, 2.5], dtype="category"),
    "pandas Arrow": pd.Series([2.5, None, 1, None, 2.5], dtype="double[pyarrow]"),
    "Polars": pl.Series([2.5, None, 1.0, float("nan"), 2.5]),
    "Arrow": pa.array([2.5, None, 1.0, float("nan"), 2.5]),
    "Arrow without nulls": pa.array([2.5, float("nan"), 1.0, float("nan"), 2.5]),
    "Arrow dictionary": pa.array([2.5, None, 1.0, None, 2.5]).dictionary_encode(),
}


@pytest.mark.parametrize("keys", MISSING_KEY.values(), ids=MISSING_KEY)
def test_fractions_are_keys_and_missing_keys_a_slice(keys):
    found = sy.Confusion.from_labels([0, 1, 0, 1, 1], [0, 1, 1, 1, 0], by={"dose": keys})
    assert found.axes == {"dose": (1, 2.5, None)}
    assert [type(key) for key in found.axes["dose"]] == [int, float, type(None)]
    assert found.counts.tolist() == [[[0, 1], [0, 0]], [[1, 0], [1, 0]], [[0, 0], [0, 2]]]


def test_zero_has_no_sign():
    assert sy.Confusion.from_labels([0, 1], [0, 1], by=np.array([0.0, -0.0])).axes["slice"] == range(1)


BERLIN = ZoneInfo("Europe/Berlin")
MOMENTS = [dt.datetime(2024, 3, 31, 1, 30, tzinfo=BERLIN), None, dt.datetime(2024, 1, 1, microsecond=5, tzinfo=BERLIN)]
TIMES = {
    "list": MOMENTS,
    "pandas": pd.Series(pd.to_datetime(pd.Series(MOMENTS), utc=True)).dt.tz_convert("Europe/Berlin"),
    "pandas, nanoseconds": pd.Series(pd.to_datetime(pd.Series(MOMENTS), utc=True)).astype("datetime64[ns, UTC]"),
    "pandas index": pd.DatetimeIndex(pd.to_datetime(pd.Series(MOMENTS), utc=True)),
    "Polars": pl.Series(MOMENTS, dtype=pl.Datetime("us", "Europe/Berlin")),
    "Polars, nanoseconds": pl.Series(MOMENTS, dtype=pl.Datetime("ns", "Europe/Berlin")),
    "Arrow": pa.array(MOMENTS, type=pa.timestamp("us", "Europe/Berlin")),
    "Arrow, nanoseconds": pa.array(MOMENTS, type=pa.timestamp("ns", "Europe/Berlin")),
    "pandas Arrow": pd.Series(pa.array(MOMENTS, type=pa.timestamp("ns", "UTC")), dtype="timestamp[ns, UTC][pyarrow]"),
}


@pytest.mark.parametrize("keys", TIMES.values(), ids=TIMES)
def test_moments_of_a_time_zone_are_keys(keys):
    found = sy.Confusion.from_labels([0, 1, 1], [0, 1, 0], by={"at": keys})
    assert found.axes == {"at": (MOMENTS[2], MOMENTS[0], None)}
    assert {type(key) for key in found.axes["at"]} == {dt.datetime, type(None)}
    assert found.counts[0].tolist() == [[0, 0], [1, 0]]


@pytest.mark.parametrize(
    "keys",
    [
        np.array(["2024-02", "2024-01"], dtype="datetime64[M]"),
        pd.Series([dt.date(2024, 2, 1), dt.date(2024, 1, 1)]),
        pl.Series([dt.date(2024, 2, 1), dt.date(2024, 1, 1)]),
        pa.array([dt.date(2024, 2, 1), dt.date(2024, 1, 1)]),
    ],
    ids=["NumPy", "pandas", "Polars", "Arrow"],
)
def test_dates_are_keys(keys):
    assert sy.Confusion.from_labels([0, 1], [0, 1], by={"on": keys}).axes == {
        "on": (dt.date(2024, 1, 1), dt.date(2024, 2, 1))
    }


@pytest.mark.parametrize(
    "keys",
    [
        pd.Series(pd.to_datetime([1], unit="ns", utc=True)),
        pd.Series(pd.to_datetime([1], unit="ns")),
        pl.Series([1]).cast(pl.Datetime("ns")),
        pl.Series([1]).cast(pl.Duration("ns")),
        pl.Series([1]).cast(pl.Time),
        pa.array([1], type=pa.timestamp("ns", "UTC")),
        np.array([1], dtype="datetime64[ns]"),
    ],
    ids=["pandas zone", "pandas", "Polars", "Polars duration", "Polars time", "Arrow", "NumPy"],
)
def test_moments_finer_than_python_has_are_refused(keys):
    with pytest.raises(ValueError, match=r"keys of 'at' contain .*, which is finer than microseconds"):
        sy.Confusion.from_labels([0], [0], by={"at": keys})


def test_keys_that_are_coded_keep_their_order_and_those_without_items():
    found = sy.Confusion.from_labels([0, 1, 1], [0, 0, 1], by={"size": Slices([2, 0, 2], ["s", "m", "l"])})
    assert found.axes == {"size": ("s", "m", "l")}
    assert found.counts.tolist() == [[[0, 0], [1, 0]], [[0, 0], [0, 0]], [[1, 0], [0, 1]]]


@pytest.mark.parametrize(
    ("by", "axes"),
    [
        ([3, 4], {"slice": (3, 4)}),
        (np.array(["x", "y"]), {"slice": ("x", "y")}),
        (pd.Series([3, 4], name="month"), {"month": (3, 4)}),
        (pd.Series([3, 4]), {"slice": (3, 4)}),
        (pd.Series([3, 4], name=7), {"7": (3, 4)}),
        (pd.Index([3, 4], name="month"), {"month": (3, 4)}),
        (pl.Series("month", [3, 4]), {"month": (3, 4)}),
        (pl.Series([3, 4]), {"slice": (3, 4)}),
        (Slices([1, 0], ["p", "q"]), {"slice": ("p", "q")}),
        (pd.DataFrame({"m": [3, 4], "r": ["x", "x"]}), {"m": (3, 4), "r": ("x",)}),
        (pl.DataFrame({"m": [3, 4], "r": ["x", "x"]}), {"m": (3, 4), "r": ("x",)}),
        (pa.table({"m": [3, 4], "r": ["x", "x"]}), {"m": (3, 4), "r": ("x",)}),
    ],
)
def test_what_by_may_be(by, axes):
    assert sy.Confusion.from_labels([0, 1], [1, 0], by=by).axes == axes


def test_a_slice_whose_items_were_all_dropped_is_there_and_empty():
    found = sy.Confusion.from_labels([0, None, 1], [0, 1, 1], by={"m": [1, 2, 1]}, missing="drop")
    assert found.axes == {"m": (1, 2)}
    assert found.counts[1].tolist() == [[0, 0], [0, 0]]
    assert found.dropped == 1


def test_keys_that_cannot_be_compared_keep_the_order_in_which_they_appear():
    assert sy.Confusion.from_labels([0, 1, 0], [1, 0, 1], by=["b", 1, "a"]).axes == {"slice": ("b", 1, "a")}


def test_several_models_and_slices():
    cm = sy.Confusion.from_labels(
        [0, 1, 1, 0], {"a": [0, 1, 0, 0], "b": [0, 0, 0, 2]}, by={"month": [2, 1, 1, 2]}, weights=[1, 2, 3, 4]
    )
    assert cm.axes == {"model": ("a", "b"), "month": (1, 2)}
    assert cm.labels == (0, 1, 2)
    assert cm["a"][1].counts.tolist() == [[0, 0, 0], [3, 2, 0], [0, 0, 0]]
    assert cm["b"][2].counts.tolist() == [[1, 0, 4], [0, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize("missing", ["refuse", "drop", "keep"])
def test_an_item_that_lacks_a_models_prediction_is_left_out_for_all_models(missing):
    arguments = [0, 1, 1, None], {"a": [0, None, 0, 0], "b": [0, 0, 1, 0]}
    if missing == "refuse":
        with pytest.raises(ValueError, match="2 of 4 items have no true or no predicted label"):
            sy.Confusion.from_labels(*arguments)
        return
    cm = sy.Confusion.from_labels(*arguments, missing=missing)
    assert cm.axes == {"model": ("a", "b")}
    if missing == "drop":
        assert cm.counts.tolist() == [[[1, 0], [1, 0]], [[1, 0], [0, 1]]]
        assert cm.dropped == 2
    else:
        assert cm.labels == (0, 1, None)
        assert cm["a"].counts.tolist() == [[1, 0, 0], [1, 0, 1], [1, 0, 0]]


@pytest.mark.parametrize(
    ("by", "message"),
    [
        ({"m": [1]}, "there are 1 keys of 'm' for 2 items."),
        ([1, 2, 3], "there are 3 keys of 'slice' for 2 items."),
        ({"1": [1, 2], 1: [1, 2]}, "two axes are called '1'; give each column of `by` a name of its own."),
        ({"model": [1, 2]}, "the predictions of several models make an axis 'model'"),
        ({}, "`by` names no column"),
        ("month", "the keys of 'slice' must be a list, an array or a Series"),
        ({"m": "month"}, "the keys of 'm' must be a list, an array or a Series"),
        ({"m": np.ones((2, 2))}, "the keys of 'm' must be one label per item, but have the shape (2, 2)"),
        ({"m": [[1], [2]]}, "the keys of 'm' must be one label per item, but there is [1]"),
        ({"m": Slices([0, 2], ["a", "b"])}, "the codes of the keys of 'm' must be from 0 to 1, but there is 2."),
        ({"m": Slices([0, -1], ["a", "b"])}, "the codes of the keys of 'm' must be from 0 to 1, but there is -1."),
        ({"m": Slices([0.0, 1], ["a", "b"])}, "the codes of the keys of 'm' must be a list of positions"),
        ({"m": Slices([0, 1], ["a", "a"])}, "each label may occur once"),
        ({"m": Slices([0], ["a"])}, "there are 1 keys of 'm' for 2 items."),
    ],
)
def test_bad_keys(by, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        sy.Confusion.from_labels([0, 1], {"a": [0, 1], "b": [1, 0]}, by=by)
