import numpy as np
import pytest

from steelyard.counts.cells import DenseCells, SparseCells, gather
from steelyard.counts.read.tables import places
from steelyard.counts.read.tables.dense_table import DenseTable
from steelyard.counts.read.tables.places import in_places, placed
from steelyard.counts.read.tables.sparse_table import SparseTable

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
        monkeypatch.setattr(places, "DENSE_CELLS", 0)
        monkeypatch.setattr(gather, "DENSE_CELLS", 0)
    tables = [filled(kind) for kind in kinds]
    stack = (2,) if len(kinds) == 1 else (2, 2)
    cells = placed(tables, [ORDERS] * len(kinds), stack, 3, 0)
    assert isinstance(cells, SparseCells if sparse else DenseCells)
    assert cells.stack == stack
    assert cells.array().tolist() == (WANTED if len(kinds) == 1 else [WANTED, WANTED])
