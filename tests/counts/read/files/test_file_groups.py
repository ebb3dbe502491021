"""Columns of groups."""

import numpy as np
import pytest

from steelyard.counts.read.files.groups import Coded, coded, joined


def test_values_are_coded_and_come_back():
    column = coded(["a", None, "b", "a"])
    assert column.items().tolist() == ["a", None, "b", "a"]
    assert joined([column, coded([3, "a"])]).items().tolist() == ["a", None, "b", "a", 3, "a"]
    assert column.map(str.upper).items().tolist() == ["A", None, "B", "A"]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, -5], "int64"),
        ([1, None], "object"),
        ([1, 2**63], "object"),
        ([True, False], "object"),
        ([(1, 2), (3, 4)], "object"),
    ],
)
def test_only_whole_numbers_become_numbers(values, kind):
    items = coded(values).items()
    assert items.dtype == kind
    assert items.tolist() == values


def test_what_is_lost_is_none_and_its_values_are_forgotten():
    column = Coded(np.array([0, 1, 2, 0]), ["a", "b", "c"]).without(np.array([False, True, False, True]))
    assert column.items().tolist() == ["a", None, "c", None]
    assert set(column.values) == {"a", "c", None}
