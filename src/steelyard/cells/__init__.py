"""The numbers of a stack of matrices, dense or sparse: what can be done with them without knowing what they count.

Both kinds offer the same (`Cells`); classes are positions here, labels are `Confusion`'s.
"""

from steelyard.cells.base import Cells
from steelyard.cells.dense import DenseCells
from steelyard.cells.gather import gathered, stacked
from steelyard.cells.limits import DENSE_CELLS, refuse_dense
from steelyard.cells.sparse import SparseCells
from steelyard.cells.weighted_items import WeightedItems

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
