"""The numbers of a stack of tables: what can be done with them without knowing what they count.

Matrices are dense or sparse, and both offer the same (`Cells`); a joint table's are combinations. Classes are positions
here, labels are the table's.
"""

from steelyard.counts.cells.combinations import CombinationCells
from steelyard.counts.cells.storage import (
    DENSE_CELLS,
    Cells,
    DenseCells,
    SparseCells,
    TableCells,
    gathered,
    refuse_dense,
    stacked,
)
from steelyard.counts.cells.weighted_items import WeightedItems

__all__ = [
    "DENSE_CELLS",
    "Cells",
    "CombinationCells",
    "DenseCells",
    "SparseCells",
    "TableCells",
    "WeightedItems",
    "gathered",
    "refuse_dense",
    "stacked",
]
