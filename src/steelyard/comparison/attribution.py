"""Criteria that models are ranked by, and what classes and cells contribute to the difference of two by one."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from steelyard.comparison.path import PathIntegral, integrated, slopes_of
from steelyard.counts.answer import Answer, Row, plain_label
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, text
from steelyard.counts.matrix_input import MODEL
from steelyard.importance import Importance, as_importance, uniform
from steelyard.measuring.apply import Measured, apply
from steelyard.measuring.lead import TIED, lead, rounding
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.measuring.registry import one_number
from steelyard.measuring.view import Policy, policy_of_rates
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


# Criteria: metrics, each under an importance.


@dataclass(frozen=True, slots=True, eq=False)
class Criterion(Answer):
    """A metric under an importance, which was resolved once on the counts of all models.

    Metrics of the whole matrix are taken as counted; they have no importance.
    """

    metric: Metric
    importance: Importance | None
    weights: Floats

    @property
    def name(self) -> str:
        """As people read it: "balanced_accuracy under rarity"."""
        if self.importance is None or self.importance == uniform():
            return self.metric.name
        return f"{self.metric.name} under {self.importance}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {"metric": self.metric.name, "importance": None if self.importance is None else str(self.importance)}


def criterion(metric: str | Metric, importance: Any, stack: Confusion) -> Criterion:
    """Return one metric under one importance, resolved on the stack's counts, each item counted once."""
    (chosen_metric,) = one_number(metric)
    how = as_importance(importance)
    weights = how.weights(stack.each_item_once())
    weights.flags.writeable = False
    return Criterion(chosen_metric, how if chosen_metric.weighted else None, weights)


def criteria(
    metrics: Iterable[str | Metric] | str | Metric | None, importances: Any, stack: Confusion
) -> tuple[Criterion, ...]:
    """Return every metric under every importance; those of the whole matrix once."""
    ways = list(dict.fromkeys(as_importance(given) for given in _listed(importances)))
    return tuple(
        criterion(metric, how, stack)
        for metric in one_number(metrics)
        for how in (ways if metric.weighted else ways[:1])
    )


def _listed(importances: Any) -> Sequence[Any]:
    """Return one importance or several as a list; a list of numbers is one, the weights of the classes."""
    if importances is None or isinstance(importances, str | Importance | Mapping):
        return [importances]
    if not isinstance(importances, Iterable):
        raise ValueError(f"importances are given as a list, such as ['uniform', 'rarity'], not as {importances!r}.")
    every = list(importances)
    if not every:
        raise ValueError("importances must name at least one importance, such as 'uniform'.")
    return [every] if all(isinstance(one, Real) for one in every) else every


# Ranks of models by many criteria, and how far the criteria are apart.


def leads(values: Floats, metric: Metric) -> Floats:
    """Return lead[a, b] for the values of all models: 1 if a is ahead of b, −1 if behind, 0 if tied.

    A model without a value is behind those that have one.
    """
    known = ~np.isnan(values)
    order = lead(values[:, None], values[None, :], metric)
    return np.where(np.isnan(order), known[:, None].astype(np.float64) - known[None, :], order)


def ranked(values: Floats, metric: Metric) -> Floats:
    """Return the rank of each model, 1 the best; tied models share the mean of their places."""
    order = leads(values, metric)
    return 1 + (order < 0).sum(axis=1) + ((order == 0).sum(axis=1) - 1) / 2


def kendall_distances(values: Floats, criteria: Sequence[Criterion]) -> Floats:
    """Return, for each two criteria, the share of pairs of models that they order differently.

    A pair that is tied by one criterion only counts half; pairs that lack a value are left out. NaN if none is left.
    """
    pairs = np.array(list(itertools.combinations(range(values.shape[1]), 2)), dtype=np.intp).reshape(-1, 2)
    order = np.stack(
        [leads(row, one.metric)[pairs[:, 0], pairs[:, 1]] for row, one in zip(values, criteria, strict=True)]
    )
    known = ~np.isnan(values[:, pairs].sum(axis=-1))
    both = known[:, None] & known[None, :]
    apart = np.abs(order[:, None] - order[None, :]) / 2
    count = both.sum(axis=-1)
    return np.where(count > 0, (apart * both).sum(axis=-1) / np.maximum(count, 1), np.nan)


# The difference of two models by one criterion, taken apart.


Why = Literal["differs", "enters", "leaves"]


@dataclass(frozen=True, slots=True)
class ClassTerm(Answer):
    """What one class contributes to the difference.

    `why` is "differs" for how the models treat the class; "enters" for a class that takes part for the first model
    but is undefined for the second, and "leaves" for the reverse.
    """

    label: Label
    amount: float
    why: Why = "differs"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {"label": plain_label(self.label), "amount": self.amount, "why": self.why}


@dataclass(frozen=True, slots=True)
class CellTerm(Answer):
    """What the items of one true class that were predicted as one class contribute to the difference."""

    truth: Label
    prediction: Label
    amount: float
    first: float
    """The items in the cell, of the first model."""
    second: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        counts = {"first": self.first, "second": self.second}
        return {
            "truth": plain_label(self.truth),
            "prediction": plain_label(self.prediction),
            "amount": self.amount,
            **counts,
        }


@dataclass(frozen=True, slots=True)
class Attribution(Answer):
    """The difference of two models by one criterion, taken apart by class and by cell.

    The class terms add up to `difference`, and so do the cell terms together with the `ends`, to the rounding of a sum.

    Attributes
    ----------
    criterion, first, second
        The metric under its importance, and the models.
    values
        The values of the first and of the second model.
    classes
        What each class contributes, the largest first. For an average of a rate: its weight times the difference of
        its rate, which is exact. For all else, the sum over the cells of its row, and its part of the `ends`.
    cells
        What each cell contributes, the largest first: the path integral (see `comparison.path`). Cells
        without a contribution are left out.
    ends
        Jumps because a class is undefined for one of the models: no cell's doing.
    exact
        Whether the class terms are exact rather than by quadrature.
    residual
        What quadrature missed, spread over the cells in proportion to their size.
    """

    criterion: Criterion
    first: Hashable
    second: Hashable
    values: tuple[float, float]
    classes: tuple[ClassTerm, ...]
    cells: tuple[CellTerm, ...]
    ends: tuple[ClassTerm, ...]
    exact: bool
    residual: float

    @property
    def difference(self) -> float:
        """The value of the first model minus that of the second."""
        return self.values[0] - self.values[1]

    def speaking(self) -> tuple[list[ClassTerm], list[ClassTerm]]:
        """Return the terms that speak for the first and for the second model, the largest first."""
        quiet = max(TIED * max(map(abs, self.values)), rounding(self.criterion.metric))
        loud = [term for term in self.classes if abs(term.amount) > quiet]
        higher, lower = [term for term in loud if term.amount > 0], [term for term in loud if term.amount < 0]
        return (higher, lower) if self.criterion.metric.direction == "higher" else (lower, higher)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            **self.criterion.to_dict(),
            "first": plain_label(self.first),
            "second": plain_label(self.second),
            "values": list(self.values),
            "difference": self.difference,
            "classes": [term.to_dict() for term in self.classes],
            "cells": [term.to_dict() for term in self.cells],
            "ends": [term.to_dict() for term in self.ends],
            "exact": self.exact,
            "residual": self.residual,
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each class."""
        pair = {"first": plain_label(self.first), "second": plain_label(self.second), **self.criterion.to_dict()}
        return [{**pair, **term.to_dict()} for term in self.classes]


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
    cells = _path_terms(pair, result, criterion, policy)
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


# What each class contributes to the difference of two averages of a rate: exact, whatever is undefined.


def average_terms(pair: Confusion, criterion: Criterion, policy: Policy) -> list[ClassTerm] | None:
    """Return the terms of each class for the two matrices of a stack, first minus second; None if it is no average.

    If all rates are defined, a class contributes its weight times the difference of its rate; those that count as the
    worst are. Of others with "worst" or "exclude", let K be the classes that are defined for both models, and f_K the
    average over them. Then
    f(A) − f(B) = Σ_K w_i/W_K·(a_i − b_i) + Σ_{only A} w_i/W_A·(a_i − f_K(A)) − Σ_{only B} w_i/W_B·(b_i − f_K(B)),
    where each W is the weight of the classes that take part. So a class that takes part for one model only contributes
    by how far it lies from the average of those that both have (from 0, if they share none).
    """
    metric = criterion.metric
    if metric.kind != "average" or metric.average_of is None:
        return None
    (rates,) = apply([registry[metric.average_of].at(**metric.fixed)], pair, undefined=policy_of_rates(policy))
    w = criterion.weights
    known = ~np.isnan(rates.value) & (w > 0)
    rate = np.where(known, rates.value, 0.0)
    enters, leaves = known[0] & ~known[1], known[1] & ~known[0]
    amounts = w / w.sum() * (rate[0] - rate[1]) if policy == "zero" else _excluding(rate, known, w)
    whys: list[Why] = ["enters" if e else "leaves" if x else "differs" for e, x in zip(enters, leaves, strict=True)]
    return [ClassTerm(*term) for term in zip(pair.labels, amounts.tolist(), whys, strict=True)]


def _excluding(rate: Floats, known: NDArray[np.bool_], w: Floats) -> Floats:
    taking_part = known * w / (known * w).sum(axis=1, keepdims=True)
    both = w * (known[0] & known[1])
    shared = both / (both.sum() or 1.0)
    centre = (rate * shared).sum(axis=1, keepdims=True)
    apart = np.where(known[::-1], 0.0, taking_part * (rate - centre))
    amounts: Floats = shared * (rate[0] - rate[1]) + apart[0] - apart[1]
    return amounts


# What cells contribute to the difference of two models by any metric, and the jumps that no cell makes.


class _PathTerms(NamedTuple):
    """Contributions of the cells and jumps at the ends, which add up to the difference of the values."""

    by_cell: Floats
    ends: list[ClassTerm]
    residual: float


def _path_terms(pair: Confusion, result: Measured, criterion: Criterion, policy: Policy) -> _PathTerms:
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
    return _PathTerms(by_cell, ends, missed)


def _ends(
    pair: Confusion, result: Measured, path: PathIntegral, first: Floats, second: Floats
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
