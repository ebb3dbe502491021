"""The numbers of a stack of matrices, dense or sparse: what can be done with them without knowing what they count.

Both kinds offer the same (`Cells`); classes are positions here, labels are `Confusion`'s.
"""

from steelyard.counts.cells.base import Cells
from steelyard.counts.cells.dense import DenseCells
from steelyard.counts.cells.gather import gathered, stacked
from steelyard.counts.cells.limits import DENSE_CELLS, refuse_dense
from steelyard.counts.cells.sparse import SparseCells
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
