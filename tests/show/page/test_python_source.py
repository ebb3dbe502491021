"""Names as source read back as themselves, or as their text."""

import ast
import datetime as dt
import enum
import math

import pytest

from steelyard.show.page.presets import source_of


class Colour(enum.IntEnum):
    RED = 1


class Word(str):
    __slots__ = ()


@pytest.mark.parametrize(
    "name",
    [
        *["plain", 'it\'s "both"', "\ud800 half", "</script>\n\u2028🙂"],
        1,
        -7,
        True,
        None,
        2.5,
        -0.0,
        (),
        (1,),
        ("a", (None,)),
    ],
)
def test_plain_names_read_back(name):
    found = ast.literal_eval(source_of(name))
    assert (found, type(found), repr(found)) == (name, type(name), repr(name))


@pytest.mark.parametrize("name", [math.inf, -math.inf, (math.nan, 1)])
def test_numbers_without_a_literal_read_back(name):
    assert repr(eval(source_of(name), {"__builtins__": {"float": float}})) == repr(name)  # noqa: S307


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (dt.date(2024, 2, 29), "2024-02-29"),
        (Colour.RED, "1"),
        (frozenset([1]), "frozenset({1})"),
        (Word("x"), "x"),
    ],
)
def test_others_become_their_text(name, text):
    assert ast.literal_eval(source_of(name)) == text
