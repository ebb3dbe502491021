"""Texts as numbers."""

import numpy as np
import pytest

from steelyard_papers.experiments.sentiment.words import FIRST, PADDING, UNKNOWN, numbered, vocabulary, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't BUY", ["do", "n't", "buy"]),
        ("I’ve won't they're", ["i", "'ve", "wo", "n't", "they", "'re"]),
        ("<a href='x'>link</a>2nd", ["link", "2", "nd"]),
        ("!!! ???", []),
        ("cant' 'tis", ["cant", "tis"]),
    ],
)
def test_words_are_lower_case_and_split_as_in_glove(text, expected):
    assert words(text) == expected


def test_a_word_is_known_from_its_third_occurrence_on():
    known = vocabulary([["tea", "tea", "cup"], ["tea", "cup"], ["cup", "pot", "pot"]], fewest=3)
    assert known == {"cup": FIRST, "tea": FIRST + 1}


def test_reviews_are_cut_and_filled_up():
    table, lengths = numbered([["tea"], ["pot", "tea", "tea"], []], {"tea": 2}, most=2)
    np.testing.assert_array_equal(table, [[2, PADDING], [UNKNOWN, 2], [UNKNOWN, PADDING]])
    np.testing.assert_array_equal(lengths, [1, 2, 1])
