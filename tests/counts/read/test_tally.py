"""Counted combinations of codes, in their places."""

import numpy as np
import pytest

from steelyard.counts import cells as gather
from steelyard.counts.cells import DenseCells, SparseCells
from steelyard.counts.read import count as tally
from steelyard.counts.read import tables
from steelyard.counts.read.amounts import Counts, ItemWeights
from steelyard.counts.read.containers import as_column
from steelyard.counts.read.count import in_places, placed
from steelyard.counts.read.tables import DenseTable, SparseTable


def columns(*lists):
    return [as_column(values, "labels") for values in lists]


def test_each_model_has_a_table():
    truth, first, second, months = columns([*"aabb"], [*"aaab"], [*"bbbb"], [1, 2, 1, 2])
    found = tally.tally([months], [truth, first, second])
    assert [table.items.sum() for table in found.tables] == [4, 4]
    assert [table.items.ndim for table in found.tables] == [3, 3]
    assert found.lost == 0


@pytest.mark.parametrize("size", [1, 2, 100])
def test_an_item_without_a_label_is_left_out_for_all_models(monkeypatch, size):
    monkeypatch.setattr(tables, "CHUNK", size)
    lists = ["a", None, "b", "b"], ["a", "a", None, "b"], ["b", "a", "a", "b"]
    truth, first, second = columns(*lists)
    found = tally.tally([], [truth, first, second], ItemWeights(np.array([1, 2, 4, 8])))
    assert found.lost == 2
    assert [[sums.sum() for sums in table.sums] for table in found.tables] == [[1 + 8, 1 + 64]] * 2
    truth, first, second = columns(*lists)
    assert tally.tally([], [truth, first, second], Counts(np.array([1, 2, 4, 8]))).lost == 2 + 4
    truth, first, second = columns(*lists)
    found = tally.tally([], [truth, first, second], keep=True)
    assert [table.items.sum() for table in found.tables] == [4, 4]
    assert found.lost == 0


def test_a_table_turns_sparse_when_it_would_be_too_large(monkeypatch):
    monkeypatch.setattr(tables, "CHUNK", 10)
    monkeypatch.setattr(tally, "SMALL", 200)
    few, many = [0, 1] * 100, list(range(200))
    truth, same, different = columns(few, few, many)
    found = tally.tally([], [truth, same, different])
    assert [type(table) for table in found.tables] == [DenseTable, SparseTable]
    codes, values = found.tables[1].counted(0)
    assert codes[0].tolist() == sorted(few)
    assert codes[1].tolist() == many[::2] + many[1::2]
    assert values.tolist() == [1] * 200


def test_the_more_items_the_larger_a_dense_table_may_be(monkeypatch):
    monkeypatch.setattr(tally, "SMALL", 1)
    values = list(range(20))
    for repeats, kind in ((1, SparseTable), (100, DenseTable)):
        truth, prediction = columns(values * repeats, values * repeats)
        assert isinstance(tally.tally([], [truth, prediction]).tables[0], kind)
    monkeypatch.setattr(tally, "LARGEST", 100)
    truth, prediction = columns(values * 100, values * 100)
    assert isinstance(tally.tally([], [truth, prediction]).tables[0], SparseTable)


CODES = [np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([1, 1, 0])]
ORDERS = [np.array([1, 0]), np.array([1, -1, 0]), np.array([0, 1, -1])]
WANTED = [[[4, 0, 0], [0, 0, 0], [0, 0, 0]], [[0, 2, 0], [0, 0, 0], [0, 1, 0]]]


def filled(kind):
    table = kind(3, [np.dtype(np.int64)])
    if kind is DenseTable:
        table.reserve([2, 2, 2], 100)
    table.add(CODES, [np.array([1, 2, 4])])
    return table


def test_codes_become_coordinates():
    at, rows, columns, values = in_places(CODES, np.array([1, 2, 4]), ORDERS)
    assert at.tolist() == [1, 1, 0]
    assert rows.tolist() == [2, 0, 0]
    assert columns.tolist() == [1, 1, 0]
    assert values.tolist() == [1, 2, 4]


def test_several_axes_are_numbered_through():
    codes = [np.array([1, 0]), np.array([0, 2]), np.array([0, 0]), np.array([0, 0])]
    orders = [np.arange(2), np.arange(3), np.arange(1), np.arange(1)]
    assert in_places(codes, np.ones(2), orders).at.tolist() == [3, 2]


@pytest.mark.parametrize("kinds", [[DenseTable], [SparseTable], [DenseTable] * 2, [DenseTable, SparseTable]])
@pytest.mark.parametrize("sparse", [False, True])
def test_tables_of_one_or_several_models(monkeypatch, kinds, sparse):
    if sparse:
        monkeypatch.setattr(tally, "DENSE_CELLS", 0)
        monkeypatch.setattr(gather, "DENSE_CELLS", 0)
    tables = [filled(kind) for kind in kinds]
    stack = (2,) if len(kinds) == 1 else (2, 2)
    cells = placed(tables, [ORDERS] * len(kinds), stack, 3, 0)
    assert isinstance(cells, SparseCells if sparse else DenseCells)
    assert cells.stack == stack
    assert cells.array().tolist() == (WANTED if len(kinds) == 1 else [WANTED, WANTED])
