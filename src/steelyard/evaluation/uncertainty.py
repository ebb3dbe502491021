"""How sure the numbers of an evaluation are: which way to tell it is taken, and its intervals, once someone looks."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.counts.answer import bar
from steelyard.counts.cells import SparseCells
from steelyard.counts.confusion import Confusion
from steelyard.measuring.notes import NO_NOTES, Note, Notes, Remedy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.intervals import Interval, Method
    from steelyard.measuring.record import Metric
    from steelyard.measuring.view import Policy
    from steelyard.type_names import Progress

MOST_WORK = 10_000_000
"""Numbers drawn, about, before the default takes a quicker way: some two seconds on one core. It goes by the shape of
the counts alone, so that the same call tells the same on every machine."""

BESIDE_DRAW = 100
"""Cells that take as long as what each draw takes beside its cells."""

SLOPES = 5
"""Time that the slopes of a cell take beside one draw of it."""

SEVERAL = 12
"""How many times that may be drawn class by class, where each number is quick."""

BESIDE_SLOPES = 4096
"""Cells that take as long as what the slopes of a matrix take beside them."""

DEFAULT = "default"
"""No way was asked for, so that the shape of the counts decides."""

Place = tuple[int, ...]
"""Where a slice stands in the stack."""


class Choice(NamedTuple):
    """The way that is taken, or why none is (nothing if none was asked for)."""

    method: Method | None
    why_none: Notes = NO_NOTES


@dataclass(frozen=True, eq=False)
class Uncertainty:
    """The intervals of one stack; each slice of it is a sample of its own, computed when it is first looked at.

    Attributes
    ----------
    counts
        The counts, with an axis for the groups if there are some.
    group
        The axis whose slices are drawn whole, such as patients; None if items are.
    weights, policy
        How much each class matters, and what to do with undefined terms.
    confidence
        The level; None for no intervals.
    asked
        The way that was asked for, None if no intervals were, or "default".
    metrics, rates
        Of what there are intervals: numbers of a matrix, and rates of its classes.
    shares
        The class shares at which these are taken, if some were stated: known, not drawn, whatever the items are.
    """

    counts: Confusion
    group: str | None
    weights: NDArray[np.float64]
    policy: Policy
    confidence: float | None
    asked: Any
    metrics: Sequence[Metric]
    rates: Sequence[Metric]
    shares: NDArray[np.float64] | None = None
    _found: dict[tuple[bool, Place], Sequence[Any]] = field(default_factory=dict, repr=False)

    def of_other(self, counts: Confusion) -> Uncertainty:
        """Return the same of other counts, such as of all slices together."""
        return dataclasses.replace(self, counts=counts, _found={})

    def of_metrics(self, metrics: Sequence[Metric]) -> Uncertainty:
        """Return the same of some of the metrics; what is known of the classes' rates stays known."""
        known = {key: result for key, result in self._found.items() if key[0]}
        return dataclasses.replace(self, metrics=metrics, _found=known)

    @cached_property
    def chosen(self) -> Choice:
        """The way for the metrics."""
        return self._choice(rates=False)

    @cached_property
    def chosen_for_rates(self) -> Choice:
        """The way for the rates of the classes."""
        return self._choice(rates=True)

    def _choice(self, *, rates: bool) -> Choice:
        if self.confidence is None or self.asked is None:
            return Choice(None)
        C = len(self.counts.labels)
        if self.asked != DEFAULT:
            # Groups do not keep the size of each class; at stated shares the metric itself does.
            method = self.asked if self.shares is None or self.group is not None else self.asked.within_classes
            return _of_rates(method, C) if rates else Choice(method)
        why = why_not_counts(self.counts) if self.group is None and not self.counts.is_weighted else NO_NOTES
        return Choice(None, why) if why else _classwise(math.prod(self._shape), C, rates=rates)

    @property
    def _shape(self) -> tuple[int, ...]:
        return tuple(len(keys) for name, keys in self.counts.axes.items() if name != self.group)

    def settings(self) -> dict[str, Any]:
        """Return how the intervals are made, as plain values."""
        method, why = self.chosen
        made = {} if method is None else {"method": method.name, **_plain_settings(method)}
        if self.group is not None and "prior" in made:
            made["prior"] = None  # groups are reweighed without one
        of_rates = self.chosen_for_rates.why_none
        return {"method": None, **made, "group": self.group, "note": str(why), "rates_note": str(of_rates)}

    def look(
        self, places: Iterable[Place] | None = None, progress: Progress | None = None, *, rates: bool = False
    ) -> list[Sequence[Any]]:
        """Return the intervals in some slices, or all, of each metric; of rates, an array over the classes for each.

        Unless someone else is told how far it is, a bar shows it if it takes longer than a second: one for all slices.
        """
        wanted = list(np.ndindex(self._shape) if places is None else places)
        new = [at for at in dict.fromkeys(wanted) if (rates, at) not in self._found]
        if new and progress is None:
            with bar("draws") as shown:
                self._find(new, shown, rates=rates)
        else:
            self._find(new, progress, rates=rates)
        return [self._found[rates, at] for at in wanted]

    def _find(self, places: Sequence[Place], progress: Progress | None, *, rates: bool) -> None:
        for done, at in enumerate(places):
            self._found[rates, at] = self._of_slice(at, _part(progress, done, len(places)), rates=rates)

    def _of_slice(self, at: Place, progress: Progress | None, *, rates: bool) -> Sequence[Any]:
        metrics = self.rates if rates else self.metrics
        method, _ = self.chosen_for_rates if rates else self.chosen
        counts = self.slice(at)
        C = len(counts.labels)
        shape = (C,) if rates else ()
        if method is None or self.confidence is None or not metrics or not counts.pooled().total > 0:
            return [_all(None, shape) for _ in metrics]
        if self.group is not None and (sizes := _with_items(counts)) < 2:
            none = _unknown(self.confidence, method, Notes([Note("too_few_groups", amount=sizes, unit=self.group)]))
            return [_all(none, shape) for _ in metrics]
        sample = self._sample(counts, metrics, np.full(C, 1 / C) if rates else self.weights, rates=rates)
        intervals = method.of(sample, self.confidence, progress)
        return [
            _where_defined(result.value[0], interval[0])
            for result, interval in zip(sample.observed, intervals, strict=True)
        ]

    def _sample(self, counts: Confusion, metrics: Sequence[Metric], weights: Any, *, rates: bool) -> Any:
        from steelyard.intervals.sample import Sample  # noqa: PLC0415 - intervals load when someone looks
        from steelyard.intervals.units import groups_of, items_of  # noqa: PLC0415

        units = items_of(counts, weighted=True) if self.group is None else groups_of(counts, self.group)
        metrics = [metric.at_shares(self.shares) for metric in metrics]
        return Sample(units, metrics, weights, "exclude" if rates else self.policy)

    def units(self) -> int:
        """Return how many items, or groups, there are to draw from, in all slices together."""
        if self.group is None:
            return int(self.counts.each_item_once().items)
        others = [name for name in self.counts.axes if name != self.group]
        return _with_items(self.counts.pooled(*others) if others else self.counts)

    def slice(self, at: Place) -> Confusion:
        """Return one slice, with its groups."""
        if self.group is None:
            one = self.counts
            for place in at:
                one = one.slice(place)
            return one
        one, places = self.counts, list(at)
        for number, name in reversed(list(enumerate(one.axes))):
            if name != self.group:
                one = one.slice(places.pop(), number)
        return one


def asked_for(confidence: Any, intervals: Any) -> tuple[float | None, Any]:
    """Return the level and the way that was asked for, checked."""
    if confidence is None:
        if intervals is not None and intervals is not False and intervals != "none":
            raise ValueError("intervals need a confidence, such as 0.95; confidence=None asks for none.")
        return None, None
    from steelyard.intervals import as_method  # noqa: PLC0415 - only what is asked for is loaded
    from steelyard.intervals.interval import checked_confidence  # noqa: PLC0415

    level = checked_confidence(confidence)
    return level, DEFAULT if intervals is None else as_method(intervals)


def check(method: Any, counts: Confusion, group: str | None) -> None:
    """Refuse intervals that were asked for and cannot be made."""
    if not _is_method(method):
        return
    if group is None:
        why = NO_NOTES if method.name == "classwise" and counts.is_weighted else why_not_counts(counts)
        if why:
            raise ValueError(f"{why}.")
    elif getattr(method, "stratified", False) or getattr(method, "prevalence", None) == "fixed":
        from steelyard.intervals.units import NOT_BOTH  # noqa: PLC0415

        raise ValueError(NOT_BOTH)


def _is_method(asked: Any) -> bool:
    return asked is not None and asked != DEFAULT


def why_not_counts(counts: Confusion) -> Notes:
    """Return why items cannot be drawn from counts; nothing if they can."""
    from steelyard.intervals.units import NotCounts, refuse_weighted, whole_counts  # noqa: PLC0415

    cells = counts.cells
    try:
        refuse_weighted(counts)
        whole_counts(cells.values if isinstance(cells, SparseCells) else cells.array())
    except NotCounts as problem:
        return Notes([problem.note])
    return NO_NOTES


def _of_rates(method: Method, classes: int) -> Choice:
    """Return the way for the rates of the classes; delta and bca would need C³ derivatives."""
    from steelyard.intervals.influence import MOST_CLASSES_OF_RATES  # noqa: PLC0415

    if method.name in ("delta", "bca") and classes > MOST_CLASSES_OF_RATES:
        return Choice(None, Notes([Note("no_rates_by", amount=classes, causes=(method.name,))]))
    return Choice(method)


def _classwise(slices: int, classes: int, *, rates: bool) -> Choice:
    """Choose class by class, by draws or slopes, or none, by how much there is to compute."""
    from steelyard.intervals import classwise  # noqa: PLC0415
    from steelyard.intervals.class_moves import FEWEST, MOST, draws_within, slopes_known  # noqa: PLC0415

    draws = draws_within(classes**3) or FEWEST
    if rates:
        quick = True
        fits = slices * classes <= MOST_WORK // MOST
    else:
        quick = slices * draws * classes * (classes**2 + BESIDE_DRAW) > SEVERAL * MOST_WORK
        fits = not quick or (slopes_known(classes) and slices * (classes**2 + BESIDE_SLOPES) <= MOST_WORK // SLOPES)
    if fits:
        return Choice(classwise(by_slopes=quick and not rates))
    instead: Remedy = "classwise" if slopes_known(classes) else "percentile"
    return Choice(None, Notes([Note("long_to_compute", amount=classes, beside=(slices,), remedy=instead)]))


def _plain_settings(method: Method) -> Mapping[str, Any]:
    if not dataclasses.is_dataclass(method):
        return {}
    result = {setting.name: getattr(method, setting.name) for setting in dataclasses.fields(method)}
    return {name: value.tolist() if hasattr(value, "tolist") else value for name, value in result.items()}


def _part(progress: Progress | None, done: int, parts: int) -> Progress | None:
    """Return what is told of one part of the work, as of the whole."""
    if progress is None:
        return None
    return lambda drawn, draws: progress(done * draws + drawn, parts * draws)


def _with_items(counts: Confusion) -> int:
    """Return how many slices along the only axis have items."""
    return int(np.count_nonzero(np.asarray(counts.total) > 0))


def _unknown(confidence: float, method: Method, note: Notes) -> Interval:
    from steelyard.intervals import Interval  # noqa: PLC0415

    return Interval(math.nan, math.nan, confidence, method.name, note=note)


def _all(value: Any, shape: tuple[int, ...]) -> Any:
    result = np.empty(shape, dtype=object)
    result[...] = value
    return result if shape else value


def _where_defined(value: Any, interval: Any) -> Any:
    """Return intervals, and None where the value itself is undefined."""
    if not np.ndim(value):
        return interval if math.isfinite(value) else None
    return np.where(np.isfinite(value), interval, None)
