"""Combinations of any number of columns."""

from collections import Counter

import numpy as np
import pytest

from steelyard.counts.read.tables import tables as combination_table
from steelyard.counts.read.tables.tables import CombinationTable


@pytest.mark.parametrize("pending", [1, 50, 1 << 20])
@pytest.mark.parametrize("columns", [2, 40])  # 40 columns of 3 codes are more than 64 bits can number
def test_combinations_are_what_a_loop_counts(monkeypatch, rng, pending, columns):
    monkeypatch.setattr(combination_table, "PENDING", pending)
    table, rows, weights = CombinationTable(columns, [np.dtype(np.float64)]), Counter(), Counter()
    kinds = rng.integers(0, 3, (12, columns))
    for _ in range(5):
        chosen, values = kinds[rng.integers(0, 12, 60)], rng.integers(0, 8, 60) / 4
        table.add(list(chosen.T), [values])
        rows.update(map(tuple, chosen.tolist()))
        for row, value in zip(chosen.tolist(), values.tolist(), strict=True):
            weights[tuple(row)] += value
    codes, items = table.counted(1)
    found = list(zip(*(column.tolist() for column in codes), strict=True))
    assert found == sorted(rows)
    assert dict(zip(found, items.tolist(), strict=True)) == rows
    assert dict(zip(found, table.counted(0)[1].tolist(), strict=True)) == weights
    assert table.occurring(-1).tolist() == sorted({row[-1] for row in rows})


def test_a_table_without_items_is_empty():
    table = CombinationTable(2)
    table.add([np.empty(0, dtype=np.intp)] * 2)
    assert table.counted(0)[1].tolist() == []
    assert table.occurring(0).tolist() == []
