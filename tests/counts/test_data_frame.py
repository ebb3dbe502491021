"""Rows become a data frame of what is installed, or a sentence says what is missing."""

import sys

import pytest

from steelyard.counts.answer import frame_of

ROWS = [{"metric": "cba", "value": 0.5}, {"metric": "mcc", "value": None}]


def test_pandas_comes_first():
    pandas = pytest.importorskip("pandas")
    frame = frame_of(ROWS)
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["metric"]) == ["cba", "mcc"]


def test_polars_stands_in(monkeypatch):
    polars = pytest.importorskip("polars")
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert isinstance(frame_of(ROWS), polars.DataFrame)


def test_without_either_a_sentence_says_what_to_install(monkeypatch):
    for library in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ValueError, match="needs pandas or polars"):
        frame_of(ROWS)
