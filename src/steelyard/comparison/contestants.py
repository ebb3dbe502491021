"""What is compared: models on the same items, from their joint table, or each on items of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, compress

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.joint import Joint
from steelyard.counts.labels import Label, find, some, text
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.score import strangers
from steelyard.intervals.units import Units, groups_of, items_of
from steelyard.measuring.notes import Note, Notes
from steelyard.measuring.record import Metric


@dataclass(frozen=True, eq=False)
class Contestants:
    """Models to be compared, and the units that are drawn to see how sure the comparison is.

    Attributes
    ----------
    tables
        The matrices of the models: a stack along "model".
    units
        What is drawn: of models on the same items one entry, which holds the predictions of all; else one per model.
    joint
        The joint table, of models on the same items.
    by_fold
        The matrices along "model" and an axis of folds or data sets, if there is one.
    """

    tables: Confusion
    units: tuple[Units, ...]
    joint: Joint | None = None
    by_fold: Confusion | None = None

    @property
    def models(self) -> tuple[Label, ...]:
        return tuple(self.tables.axes[MODEL])

    @property
    def slices_of(self) -> str:
        """What slices are called, if there are some: the axis other than the models."""
        return "" if self.by_fold is None else next(name for name in self.by_fold.axes if name != MODEL)

    def note(self, metrics: Sequence[Metric], *, across: bool = True) -> Notes:
        """Return which classes have items for some models or folds only, so that averages are over other classes."""
        here = self.tables.support > 0
        apart = tuple(compress(self.tables.labels, np.asarray(here.any(axis=0) & ~here.all(axis=0)).tolist()))
        reasons = [Note("items_for_some_models", apart)] if apart else []
        unsaid = [Note("slices_unsaid", unit=self.slices_of)] if self.by_fold is not None and not across else []
        return Notes([*strangers(self.tables), *reasons, *(self._missing_in_folds(metrics) if across else unsaid)])

    def _missing_in_folds(self, metrics: Sequence[Metric]) -> Iterator[Note]:
        """Yield the class that most folds or data sets lack: averages over classes are then without it.

        And the class of which a rate is one of the metrics, if some lack it.
        """
        if self.by_fold is None:
            return
        axes = list(self.by_fold.axes)
        per_fold = np.moveaxis(self.by_fold.support, axes.index(MODEL), 0)[0]
        lacking = ((per_fold == 0) & (self.tables.support[0] > 0)).sum(axis=0)
        named = {find(metric.positive, self.tables.labels): metric.name for metric in metrics if metric.kind == "class"}
        if any(metric.weighted for metric in metrics):
            named[int(np.argmax(lacking))] = ""
        for place, metric in named.items():
            if lacking[place]:
                label, amount = self.tables.labels[place], int(lacking[place])
                yield Note("missing_in_slices", (label,), amount=amount, beside=(len(per_fold),), metric=metric)

    @property
    def paired(self) -> bool:
        """Whether all models predicted the same items."""
        return self.joint is not None

    @property
    def units_of_each(self) -> list[Units]:
        """The items, or groups, of each model alone."""
        if self.grouped:
            return [
                replace(self.units[0], predictions=self.units[0].predictions[[k]]) if self.paired else self.units[k]
                for k in range(len(self.models))
            ]
        return [items_of(self.tables.slice(model), weighted=True) for model in range(len(self.models))]

    @property
    def grouped(self) -> bool:
        """Whether items belong together in groups."""
        return self.units[0].kind is not None

    @property
    def without_company(self) -> Contestants:
        """The same with items instead of groups where each group is a single item."""
        single_units = tuple(units.without_company for units in self.units)
        return self if any(units.kind is not None for units in single_units) else replace(self, units=single_units)


def fewest_items(tables: Confusion, models: Sequence[int], c: int) -> tuple[float, bool]:
    """Return how many items of a class the model has that has fewest of it, and whether no class of it has more.

    Items are counted, whatever they weigh.

    Examples
    --------
    >>> stack = Confusion.of_models({"a": Confusion([[5, 1], [2, 90]]), "b": Confusion([[3, 1], [2, 80]])})
    >>> fewest_items(stack, (0, 1), 0), fewest_items(stack, (0, 1), 1)
    ((4.0, False), (82.0, True))
    """
    support = np.asarray(tables.counted_items().support, dtype=np.float64)[list(models)]
    own = support[support[:, c].argmin()]
    return float(own[c]), bool(own[c] == own.max())


def contestants(counts: Joint | Confusion, *, group: str | None = None, paired: bool | None = None) -> Contestants:
    """Return what is compared, from a joint table or a stack of matrices; `group` names the axis of the groups."""
    if isinstance(counts, Joint) and paired is not False:
        return _together(counts, group)
    stack = counts.confusion() if isinstance(counts, Joint) else counts
    if MODEL not in stack.axes:
        raise ValueError(
            "a comparison needs several models, but there is one matrix; give one for each, {'a': …, 'b': …}."
        )
    if paired:
        raise ValueError(_why_unpaired(stack))
    return _apart(stack, group)


def _together(joint: Joint, group: str | None) -> Contestants:
    _check_several(joint.models)
    whole, folds = joint.pooled(), _folds(joint.axes, group)
    tables = whole.confusion()
    _check_items(tables)
    units = (
        items_of(whole, weighted=True) if group is None else groups_of(joint.pooled(*folds) if folds else joint, group)
    )
    by_fold = joint if group is None else joint.pooled(group)
    return Contestants(tables, (units,), whole, by_fold.confusion() if folds else None)


def _apart(stack: Confusion, group: str | None) -> Contestants:
    names, folds = tuple(stack.axes[MODEL]), _folds(stack.axes, group)
    _check_several(names)
    tables = _along_models(stack)
    _check_items(tables)
    _check_common_classes(tables)
    if group is None:
        units = tuple(items_of(tables.slice(i), weighted=True) for i in range(len(names)))
    else:
        in_groups = stack.pooled(*folds) if folds else stack
        units = tuple(groups_of(in_groups[name], group) for name in names)
    by_fold = stack if group is None else stack.pooled(group)
    return Contestants(tables, units, None, by_fold if folds else None)


def _along_models(stack: Confusion) -> Confusion:
    others = [name for name in stack.axes if name != MODEL]
    return stack.pooled(*others) if others else stack


def _folds(axes: Iterable[str], group: str | None) -> list[str]:
    """Return the axis of folds or data sets: one of them, or none."""
    fold_axes = [name for name in axes if name not in (MODEL, group)]
    if len(fold_axes) > 1:
        raise ValueError(f"folds or data sets are one axis, but there are {some(fold_axes)}; pool the others.")
    return fold_axes


def _check_several(models: Sequence[Label]) -> None:
    if len(models) < 2:
        raise ValueError(f"a comparison needs at least two models, but there is only {some(models)}.")


def _check_items(tables: Confusion) -> None:
    if not tables.pooled().total > 0:
        raise ValueError("there is nothing to compare: the counts are all 0.")
    for name, total in zip(tables.axes[MODEL], tables.total, strict=True):
        if not total > 0:
            raise ValueError(f"the model {name!r} has no items, so it cannot be compared.")


def _check_common_classes(tables: Confusion) -> None:
    names, here = tables.axes[MODEL], tables.support > 0
    for a, b in combinations(range(len(names)), 2):
        if not (here[a] & here[b]).any():
            raise ValueError(f"{names[a]!r} and {names[b]!r} have no class in common, so they cannot be compared.")


def _why_unpaired(stack: Confusion) -> str:
    """Return why matrices cannot be compared item by item, naming two that cannot even be of the same items."""
    support, names = _along_models(stack).support, stack.axes[MODEL]
    for i in range(1, len(names)):
        apart = np.flatnonzero(support[0] != support[i])
        if len(apart):
            c = int(apart[0])
            return (
                f"models can be paired only on the same items, but {names[0]!r} has {support[0][c]:g} of class "
                f"{text(stack.labels[c])!r} and {names[i]!r} has {support[i][c]:g}."
            )
    return "matrices alone do not say on which items the models agree; give the joint table, sy.Joint, to pair them."
