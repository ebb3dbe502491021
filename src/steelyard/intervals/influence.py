"""How much one more unit of each kind would move a metric: what the delta method and the acceleration are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.intervals.units import Units
from steelyard.measuring.apply import EXACT, Measured, apply
from steelyard.measuring.program import gradients, record, with_slopes
from steelyard.measuring.program.program import NotRecordable
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats

MOST_CLASSES = 1024
"""Beyond, derivatives by each of C² cells are not taken."""

MOST_CLASSES_OF_RATES = 512
"""A rate has C values, and so C³ derivatives: here 1 GiB."""

BLOCK = 1 << 20
"""Cells of the moved matrices that are measured at once."""

STEP = 2.0**-17
"""Share of a cell by which it is moved for a difference; its square is as small as rounding is beside it."""


@dataclass(frozen=True, eq=False)
class Influence:
    """For one metric and each model: the influence of a unit of each kind, centred, and how many there are of it."""

    by_kind: Floats
    """Shape (models, kinds), for a rate (models, classes, kinds)."""
    sizes: Floats

    @property
    def variance(self) -> Floats:
        """The variance of the metric by the delta method."""
        return (self.by_kind**2 * self.sizes).sum(axis=-1)

    @property
    def acceleration(self) -> Floats:
        """How fast the standard error changes with the value: a sixth of the influences' skewness (Efron 1987)."""
        return _acceleration((self.by_kind**3 * self.sizes).sum(axis=-1), self.variance)

    @property
    def effective_units(self) -> Floats:
        """How many units, all of one influence, would be as sure of their own spread: few, if few carry most of it."""
        fourth = (self.by_kind**4 * self.sizes).sum(axis=-1)
        with np.errstate(invalid="ignore"):  # infinite slopes
            return np.where(fourth > 0, self.variance**2 / np.where(fourth > 0, fourth, 1.0), np.inf)


def _acceleration(third: Floats, variance: Floats) -> Floats:
    return np.where(variance > 0, third / (6 * np.where(variance > 0, variance, 1.0) ** 1.5), 0.0)


def too_many_classes(metrics: Sequence[Metric], classes: int) -> bool:
    """Return whether the derivatives of one of the metrics would be too many."""
    rates = any(metric.kind == "rate" for metric in metrics)
    return classes > (MOST_CLASSES_OF_RATES if rates else MOST_CLASSES)


def influences(
    observed: Sequence[Measured], units: Units, tables: Confusion, *, stratified: bool = False
) -> list[Influence]:
    """Return the influence of each kind of unit on each metric, centred over what is drawn together.

    `tables`: the observed matrices, of shape (models,).
    """
    by_metric = []
    models = np.arange(units.models)[:, None]
    sizes = units.sizes.astype(np.float64)
    for slopes in cell_slopes(observed, tables):
        of_entries = slopes[models, ..., units.truth, units.predictions]  # the picked axes come first
        with np.errstate(invalid="ignore"):  # an infinite slope leaves the variance unknown, and that is said there
            moved = units.gathered(np.moveaxis(of_entries, 1, -1))
            by_metric.append(Influence(_centred(moved, units, stratified=stratified), sizes))
    return by_metric


def _centred(moved: Floats, units: Units, *, stratified: bool) -> Floats:
    """Return influences less their mean, over all units or within each true class."""
    centred = np.empty_like(moved)
    for inside in units.together(stratified=stratified):
        sizes = units.sizes[inside]
        mean = (moved[..., inside] * sizes).sum(axis=-1, keepdims=True) / max(sizes.sum(), 1)
        centred[..., inside] = moved[..., inside] - mean
    return centred


def cell_slopes(observed: Sequence[Measured], tables: Confusion) -> list[Floats]:
    """Return the derivative of each metric by each cell, of shape (models, C, C); for a rate (models, C, C, C).

    By recording the metric's body; a user's own that cannot be recorded, by differences.
    """
    if too_many_classes([result.metric for result in observed], len(tables.labels)):
        raise ValueError(
            f"the influence of each cell is known up to {MOST_CLASSES:,} classes ({MOST_CLASSES_OF_RATES} for rates), "
            f"and there are {len(tables.labels):,}; take intervals='percentile'."
        )
    try:
        return recorded_slopes(observed, tables)
    except NotRecordable:
        return [_recorded_or_differences(result, tables) for result in observed]


def _recorded_or_differences(result: Measured, tables: Confusion) -> Floats:
    try:
        (slopes,) = recorded_slopes([result], tables)
    except NotRecordable:
        counts = np.asarray(tables.dense().counts, dtype=np.float64)
        return np.stack([_differences(result, m, tables.labels) for m in counts])
    return slopes


def recorded_slopes(observed: Sequence[Measured], tables: Confusion) -> list[Floats]:
    """Return what `cell_slopes` does, of metrics that can all be recorded."""
    program = record(
        [result.metric for result in observed],
        classes=len(tables.labels),
        policy=observed[0].policy,
        whole_numbers=tables.cells.whole_numbers(EXACT),
        labels=tables.labels,
    )
    counts = np.asarray(tables.dense().counts, dtype=np.float64)
    differentiated = with_slopes(program)
    # Model by model: all steps of the program are kept in memory on the way.
    by_model = [gradients(differentiated, m, observed[0].relevance) for m in counts]
    return [np.stack([by_name[result.metric.name].by_cell for by_name in by_model]) for result in observed]


def _differences(result: Measured, m: Floats, labels: tuple[Any, ...]) -> Floats:
    """Return central differences by the cells that are not 0; the others have no units to draw."""
    rate = result.metric.kind == "rate"
    slopes = np.zeros((len(m), *m.shape) if rate else m.shape)
    rows, columns = np.nonzero(m)
    at_once = max(1, BLOCK // m.size)
    for start in range(0, len(rows), at_once):
        i, j = rows[start : start + at_once], columns[start : start + at_once]
        step = STEP * m[i, j]
        moved = np.repeat(m[None, None], 2, axis=0).repeat(len(i), axis=1)
        moved[:, np.arange(len(i)), i, j] += [step, -step]
        quiet = "nan" if result.policy == "raise" else result.policy
        (values,) = apply([result.metric], Confusion(moved, labels), importance=result.relevance, undefined=quiet)
        up, down = values.value
        slopes[..., i, j] = ((up - down).T if rate else up - down) / (2 * step)
    return slopes
