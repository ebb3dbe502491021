"""Take the difference of two models by one criterion apart."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

import numpy as np

from steelyard.comparison.disagreement.attribution import Attribution, CellTerm, ClassTerm
from steelyard.comparison.disagreement.average_terms import average_terms
from steelyard.comparison.disagreement.criterion import Criterion
from steelyard.comparison.disagreement.path_terms import path_terms
from steelyard.counts.confusion import MODEL, Confusion
from steelyard.counts.labels import text
from steelyard.measuring.measure import apply
from steelyard.measuring.view import Policy
from steelyard.type_names import Floats

MOST_CLASSES = 512
"""All cells are looked at some hundred times on the path between two matrices; beyond this that takes minutes."""

MOST_ROUNDING = 1e-10
"""Contributions of classes that miss the difference by more than this part of the values are wrong, not rounded."""


def attributed(
    stack: Confusion, models: tuple[Hashable, Hashable], criterion: Criterion, policy: Policy
) -> Attribution:
    """Return what classes and cells contribute to the value of the first model minus that of the second."""
    C = len(stack.labels)
    if C > MOST_CLASSES:
        raise ValueError(
            f"contributions are computed for up to {MOST_CLASSES} classes, not {C:,}; "
            "merge classes first, with cm.collapse."
        )
    pair = pair_of(stack, models)
    (result,) = apply([criterion.metric], pair, importance=criterion.weights, undefined=policy)
    values = float(result.value[0]), float(result.value[1])
    for model, value in zip(models, values, strict=True):
        if not math.isfinite(value):
            raise ValueError(f"{criterion.name} has no finite value for {text(model)}, so no difference to explain.")
    cells = path_terms(pair, result, criterion, policy)
    exact = average_terms(pair, criterion, policy)
    by_row = [ClassTerm(*row) for row in zip(pair.labels, cells.by_cell.sum(axis=1).tolist(), strict=True)]
    return Attribution(
        criterion,
        *models,
        values=values,
        classes=_closed([*by_row, *cells.ends] if exact is None else exact, values),
        cells=_cell_terms(cells.by_cell, pair),
        ends=tuple(cells.ends),
        exact=exact is not None,
        residual=cells.residual,
    )


def pair_of(stack: Confusion, models: tuple[Hashable, Hashable]) -> Confusion:
    """Return a stack of the matrices of two models."""
    names = list(stack.axes[MODEL])
    return stack.stacked([names.index(model) for model in models])


def _closed(terms: Sequence[ClassTerm], values: tuple[float, float]) -> tuple[ClassTerm, ...]:
    """Return the terms, the largest first and with the rounding of their sum, so that they add up."""
    difference, size = values[0] - values[1], max(map(abs, values))
    largest, *others = sorted(terms, key=lambda term: -abs(term.amount))
    rounding = difference - math.fsum(term.amount for term in terms)
    if abs(rounding) > MOST_ROUNDING * max(abs(largest.amount), size):
        raise ArithmeticError(f"the contributions of the classes miss the difference {difference:g} by {rounding:g}.")
    return ClassTerm(largest.label, largest.amount + rounding, largest.why), *others


def _cell_terms(by_cell: Floats, pair: Confusion) -> tuple[CellTerm, ...]:
    first, second = pair.dense().cells.array()
    places = zip(*(index.tolist() for index in np.nonzero(by_cell)), strict=True)
    terms = [
        CellTerm(pair.labels[i], pair.labels[j], float(by_cell[i, j]), first[i, j].item(), second[i, j].item())
        for i, j in places
    ]
    return tuple(sorted(terms, key=lambda term: -abs(term.amount)))
