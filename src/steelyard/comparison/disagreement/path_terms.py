"""What cells contribute to the difference of two models by any metric, and the jumps that no cell makes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steelyard.comparison.disagreement.attribution import ClassTerm, Why
from steelyard.comparison.disagreement.criterion import Criterion
from steelyard.comparison.disagreement.path import Path, integrated
from steelyard.comparison.disagreement.slopes import slopes_of
from steelyard.counts.confusion import Confusion
from steelyard.measuring.lead import TIED, rounding
from steelyard.measuring.measure import Measured, apply
from steelyard.measuring.view import Policy
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


class PathTerms(NamedTuple):
    """Contributions of the cells and jumps at the ends, which add up to the difference of the values."""

    by_cell: Floats
    ends: list[ClassTerm]
    residual: float


def path_terms(pair: Confusion, result: Measured, criterion: Criterion, policy: Policy) -> PathTerms:
    """Return the terms for the two matrices of a stack, of which the metric was measured, first minus second.

    The metric is continuous between the matrices, where only those cells are 0 that are 0 in both. At an end more
    cells may be 0, and a class undefined: the metric jumps, and the class that enters or leaves the average there is
    what causes it (several share by their relevance). A jump without such a class belongs to the cells that are 0 at
    that end. What quadrature missed is spread over all cells in proportion to their contributions.
    """
    first, second = pair.dense().cells.array().astype(np.float64)
    path = integrated(slopes_of(criterion.metric, result.relevance, policy, pair.labels), first, second)
    by_cell = path.by_cell.copy()
    moved = first != second
    ends: list[ClassTerm] = []
    for jump, zero, changed, why in _ends(pair, result, path, first, second):
        if abs(jump) <= max(TIED * np.abs(result.value).max(), rounding(result.metric)):
            continue
        if changed.any():
            parts = jump * _spread(result.relevance, changed)
            ends += [ClassTerm(pair.labels[i], float(parts[i]), why) for i in np.flatnonzero(changed).tolist()]
        else:
            by_cell += jump * _spread(np.abs(path.by_cell), zero & moved)
    missed = float(result.value[0] - result.value[1]) - math.fsum([*by_cell.flat, *(end.amount for end in ends)])
    by_cell += missed * _spread(np.abs(by_cell), moved)
    return PathTerms(by_cell, ends, missed)


def _ends(
    pair: Confusion, result: Measured, path: Path, first: Floats, second: Floats
) -> list[tuple[float, NDArray[np.bool_], NDArray[np.bool_], Why]]:
    """Return for both ends the metric's jump, the cells that are 0, and the classes that are undefined only there."""
    middle = Confusion((first + second)[None] / 2, pair.labels)
    policy: Policy = "exclude" if result.policy == "raise" else result.policy
    (inside,) = apply([result.metric], middle, importance=result.relevance, undefined=policy)
    within = inside.out((0,))
    return [
        (float(result.value[0] - path.stop), first == 0, result.out((0,)) & ~within, "leaves"),
        (float(path.start - result.value[1]), second == 0, result.out((1,)) & ~within, "enters"),
    ]


def _spread(sizes: Floats, among: NDArray[np.bool_]) -> Floats:
    """Return parts in proportion to the sizes of some, which sum to 1; the same for each if all sizes are 0."""
    parts = np.where(among, sizes, 0.0)
    if not parts.any():
        parts = among.astype(np.float64)
    return parts / (parts.sum() or 1.0)
