"""What is compared: models on the same items, from their joint table, or each on items of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.confusion import MODEL, Confusion
from steelyard.intervals.influence import Influence
from steelyard.intervals.method import Sample
from steelyard.intervals.units import Units, groups_of, items_of
from steelyard.joint import Joint
from steelyard.labels import Label, some, text
from steelyard.measuring import Measured, apply, resolved
from steelyard.record import Metric

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, eq=False)
class Contestants:
    """Models to be compared, and the units that are drawn to see how sure the comparison is.

    Attributes
    ----------
    tables
        The matrices of the models: a stack along "model".
    by_fold
        The same along "model" and an axis of folds or data sets, if there is one.
    units
        What is drawn: of models on the same items one entry, which holds the predictions of all; else one per model.
    joint
        The joint table, of models on the same items.
    """

    tables: Confusion
    units: tuple[Units, ...]
    joint: Joint | None = None
    by_fold: Confusion | None = None

    @property
    def models(self) -> tuple[Label, ...]:
        return tuple(self.tables.axes[MODEL])

    @property
    def paired(self) -> bool:
        """Whether all models predicted the same items."""
        return self.joint is not None

    @property
    def grouped(self) -> bool:
        """Whether groups of items are drawn."""
        return self.units[0].kind is not None

    def measured(self, metrics: Sequence[Metric], importance: Any, policy: str) -> Field:
        """Return the metrics of the models, with one set of weights for all."""
        relevance = resolved(importance, self.tables.pooled())
        samples = tuple(Sample(units, metrics, relevance, policy) for units in self.units)
        observed = apply(metrics, self.tables, importance=relevance, undefined=policy)
        return Field(samples, observed, paired=self.paired)


@dataclass(frozen=True, eq=False)
class Field:
    """The metrics of the models, and what is known of how they vary together."""

    samples: tuple[Sample, ...]
    observed: list[Measured]
    paired: bool

    def influences(self, *, stratified: bool) -> list[list[Influence]] | None:
        """Return, for each sample, the influence of its units on each metric; None if there are too many classes."""
        found = [sample.influences(stratified=stratified) for sample in self.samples]
        return None if any(each is None for each in found) else [each for each in found if each is not None]

    def of_model(self, known: list[list[Influence]], place: int, model: int) -> Influence:
        """Return the influence on one metric of one model."""
        source, at = self.place_of(model)
        influence = known[source][place]
        return Influence(influence.by_kind[at], influence.sizes)

    def of_pair(self, known: list[list[Influence]], place: int, a: int, b: int) -> Influence:
        """Return the influence on a's value less b's."""
        first, second = self.of_model(known, place, a), self.of_model(known, place, b)
        if self.paired:
            return Influence(first.by_kind - second.by_kind, first.sizes)
        both = np.concatenate([first.by_kind, -second.by_kind])
        return Influence(both, np.concatenate([first.sizes, second.sizes]))

    def place_of(self, model: int) -> tuple[int, int]:
        """Return the sample that a model is in, and its place there."""
        return (0, model) if self.paired else (model, 0)


def contestants(models: Any, *, group: str | None = None, paired: bool | None = None) -> Contestants:
    """Return what is compared, from a joint table, a stack of matrices, or matrices by name."""
    if isinstance(models, Joint):
        if paired is False:
            return _apart(_without_group(models.confusion(), group), models.confusion() if group else None, group)
        return _together(models, group)
    stack = Confusion.of_models(models) if isinstance(models, Mapping) else models
    if not isinstance(stack, Confusion):
        raise ValueError(
            "a comparison needs a joint table, true labels with several predictions, data with several columns of "
            f"predictions, or a confusion matrix per model, not {type(models).__name__}."
        )
    if MODEL not in stack.axes:
        raise ValueError('a comparison needs several models: a stack along "model", as Confusion.of_models makes.')
    if paired:
        raise ValueError(_why_unpaired(stack))
    return _apart(_without_group(stack, group), stack if group else None, group)


def _together(joint: Joint, group: str | None) -> Contestants:
    _several(joint.models)
    _check_group(group, joint.axes)
    folds = [name for name in joint.axes if name != group]
    whole = joint.pooled()
    if group is None:
        units = items_of(whole)
        by_fold = joint
    else:
        units = groups_of(joint.pooled(*folds) if folds else joint, group)
        by_fold = joint.pooled(group)
    return Contestants(whole.confusion(), (units,), whole, _one_axis(by_fold.confusion() if folds else None))


def _apart(stack: Confusion, grouped: Confusion | None, group: str | None) -> Contestants:
    names = tuple(stack.axes[MODEL])
    _several(names)
    others = [name for name in stack.axes if name != MODEL]
    tables = stack.pooled(*others) if others else stack
    if grouped is None or group is None:
        units = tuple(items_of(tables.slice(i)) for i in range(len(names)))
    else:
        kept = [name for name in grouped.axes if name not in (MODEL, group)]
        alone = grouped.pooled(*kept) if kept else grouped
        units = tuple(groups_of(alone[name], group) for name in names)
    return Contestants(tables, units, None, _one_axis(stack if others else None))


def _without_group(stack: Confusion, group: str | None) -> Confusion:
    _check_group(group, stack.axes)
    return stack if group is None else stack.pooled(group)


def _check_group(group: str | None, axes: Mapping[str, Any]) -> None:
    if group is not None and group not in axes:
        raise ValueError(f"there is no axis {group!r} of groups; the axes are {some(axes) or 'none'}.")


def _one_axis(stack: Confusion | None) -> Confusion | None:
    if stack is not None and len(stack.axes) > 2:
        named = some(name for name in stack.axes if name != MODEL)
        raise ValueError(f"folds or data sets are one axis, but there are {named}; pool the others.")
    return stack


def _several(models: Sequence[Label]) -> None:
    if len(models) < 2:
        raise ValueError(f"a comparison needs at least two models, but there is only {some(models)}.")


def _why_unpaired(stack: Confusion) -> str:
    """Return why matrices cannot be compared item by item, naming two that cannot even be of the same items."""
    others = [name for name in stack.axes if name != MODEL]
    support = (stack.pooled(*others) if others else stack).support
    names = stack.axes[MODEL]
    for i in range(1, len(names)):
        apart = np.flatnonzero(support[0] != support[i])
        if len(apart):
            c = int(apart[0])
            return (
                f"models can be paired only on the same items, but {names[0]!r} has {support[0][c]:g} of class "
                f"{text(stack.labels[c])!r} and {names[i]!r} has {support[i][c]:g}."
            )
    return "matrices alone do not say on which items the models agree; give the joint table, sy.Joint, to pair them."
