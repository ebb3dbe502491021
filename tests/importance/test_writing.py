from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.labels import text
from steelyard.importance.base import assignments, name, number
from steelyard.importance.grammar import parse, parse_order


@pytest.mark.parametrize(
    ("label", "written"),
    [
        ("c1", "c1"),
        ("not-spam", "not-spam"),
        ("v1.2", "v1.2"),
        ("2020-01-31", "2020-01-31"),
        ("3rd", "3rd"),
        ("_", "_"),
        ("naïve", "naïve"),
        ("良性", "良性"),
        ("rarity", "rarity"),
        (1, "1"),
        (-1, "-1"),
        (2.5, "2.5"),
        (True, "True"),
        ("a b", '"a b"'),
        ("a-", '"a-"'),
        ("-a", '"-a"'),
        (".a", '".a"'),
        ("", '""'),
        ("*", '"*"'),
        ("don't", '"don\'t"'),
        ('5" disk', r'"5\" disk"'),
        ("a\\b", r'"a\\b"'),
        ("a\nb", '"a\nb"'),
        (None, '"(missing)"'),
        (("a", 1), "\"('a', 1)\""),
    ],
)
def test_a_name_is_quoted_where_it_must_be(label, written):
    assert name(label) == written
    assert parse_order(f"{written} < other") == ((text(label), "other"),)


@pytest.mark.parametrize(
    ("value", "written"),
    [(1, "1"), (0.7, "0.7"), (1e16, "1e+16"), (1e-7, "1e-07"), (0.1 + 0.2, "0.30000000000000004"), (0, "0")],
)
def test_a_number_is_written_so_that_it_reads_back(value, written):
    assert number(value) == written
    assert float(written) == value


@given(st.text())
def test_any_text_can_be_the_name_of_a_class(label):
    assert parse_order(f"{name(label)} < {name(label + 'x')}") == ((label, label + "x"),)


@given(st.floats(0, exclude_min=True, allow_infinity=False))
def test_any_number_reads_back(value):
    assert parse(f"a={number(value)}").values == {"a": value}  # type: ignore[attr-defined]


def test_numbers_by_class_or_by_position():
    assert assignments({"a b": 0.5, 1: 2}) == '"a b"=0.5, 1=2'
    assert assignments([0.5, 2]) == "0.5, 2"
