"""The numbers of a stack of matrices, dense or sparse: what can be done with them without knowing what they count.

Both kinds offer the same (`Cells`); classes are positions here, labels are `Confusion`'s.
"""

from steelyard.counts.cells.storage import DENSE_CELLS, Cells, DenseCells, SparseCells, gathered, refuse_dense, stacked
from steelyard.counts.cells.weighted_items import WeightedItems

__all__ = [
    "DENSE_CELLS",
    "Cells",
    "DenseCells",
    "SparseCells",
    "WeightedItems",
    "gathered",
    "refuse_dense",
    "stacked",
]
