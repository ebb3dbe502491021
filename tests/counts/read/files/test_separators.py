"""Separators, as the first line shows them."""

import pytest

from steelyard.counts.read.files.separators import separator_of


@pytest.mark.parametrize(
    ("text", "separator"),
    [("a,b\n1;2;3", ","), ("\n \na;b,c;d", ";"), ("\ta\na\t5", "\t"), ('"a,b,c"|d', "|"), ("a", None), ("", None)],
)
def test_the_first_line_decides(text, separator):
    assert separator_of(text) == separator
