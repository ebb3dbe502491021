"""When an interval cannot be trusted: which class has too few items, and what one item told otherwise would do."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from steelyard.intervals.posterior import has_posterior
from steelyard.intervals.sample import SMALL_CLASS, Sample
from steelyard.measuring.lead import TIED
from steelyard.measuring.notes import NO_NOTES, Kind, Note, Notes, Remedy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.intervals.draws import Draws, Replicates


FELT = 1 / 3
"""A small class is felt if the standard error that it may have at worst is this share of that of the whole."""

RULE_OF_THREE = 3
"""Items told otherwise that may have been missed where none was seen: of n alike, 3/n at 95 % (the rule of three)."""

RARE = 5
"""Below so many items, a cell may as well not have been seen."""

BIASED = 0.12
"""Standard errors that the middle draw is off the value, times the share of the spread that rare cells carry.
Beyond, correcting for the bias is guesswork; found with benchmarks/coverage.py."""

OFTEN = 0.05
"""Share of draws in which a class may be undefined that is defined in the data."""

FEW_GROUPS = 20
"""Below so many groups, their spread is itself uncertain."""

FEW_DECIDE = 30
"""Below so many effective units, the normal distribution of the delta method is not that of the metric."""

BEYOND = 5
"""Draws beyond each end of an interval, at least, that tell where it is."""

UNDEFINED = Notes([Note("undefined_value")])
NEVER_DEFINED = Notes([Note("undefined_in_every_draw")])
STEEP = Notes([Note("derivatives_without_bounds")])


def doubts(
    sample: Sample,
    place: int,
    at: tuple[int, ...],
    draws: Draws | None = None,
    replicates: Replicates | None = None,
    spread: float = math.nan,
    *,
    stratified: bool = False,
    learned: bool = False,
    confidence: float | None = None,
    effective: float = math.inf,
) -> Notes:
    """Return why the interval of a metric may not be trusted; nothing if nothing speaks against it.

    Parameters
    ----------
    sample, place, at
        What was observed; which of its metrics; and which model, of a rate also which class.
    draws, replicates
        The draws; without them, the standard error is `spread`.
    stratified
        Whether the size of each true class is fixed.
    learned
        Whether a prior stands for what was not seen.
    confidence
        The level of the interval, to be told if the draws are too few for it.
    effective
        How many units decide, for an interval that is normal.
    """
    if not math.isfinite(float(sample.observed[place].value[at])):
        return UNDEFINED
    if draws is not None:
        if not len(draws.values):
            return NEVER_DEFINED
        spread = draws.spread
    if not math.isfinite(spread):
        return STEEP
    if spread == 0:
        return nothing_varies(spread)
    reasons = list(_few_groups(sample))
    if sample.observed[place].metric.kind == "rate":
        reasons += _small_rate(sample, place, at)
    else:
        reasons += _small_classes(sample, place, at, spread, learned=learned)
    if draws is not None and replicates is not None:
        if not learned:
            reasons += _biased(sample, place, at, draws, stratified=stratified)
        reasons += _often_undefined(sample, at, draws, replicates)
        reasons += _few_draws(draws, confidence)
    if not reasons and effective < FEW_DECIDE:  # else it is told already which
        reasons.append(Note("few_decide", unit=_units(sample)))
    return Notes(reasons) if reasons else NO_NOTES


def nothing_varies(spread: float, value: float = 0.0, remedy: Remedy = "") -> Notes:
    """Return that an interval has no width; draws may vary all the same, such as one in a hundred."""
    still = spread <= TIED * max(1.0, abs(value))
    return Notes([Note("nothing_varies" if still else "hardly_varies", remedy=remedy)])


def as_told(share: float) -> float:
    """Return a share of draws as exactly as draws tell it, so that notes that say the same are the same."""
    return round(100 * share) / 100


def can_be_learned(sample: Sample) -> bool:
    """Whether a prior would give width to an interval that has none: not to groups, models together, or one class."""
    return has_posterior(sample.units) and len(sample.units.labels) > 1


def _units(sample: Sample) -> str:
    return "items" if sample.units.kind is None else "groups"


def _few_groups(sample: Sample) -> Iterator[Note]:
    if sample.units.kind is not None and sample.units.total < FEW_GROUPS:
        yield Note("few_groups", amount=int(sample.units.total))


def _small_rate(sample: Sample, place: int, at: tuple[int, ...]) -> Iterator[Note]:
    """Judge a rate by what is in its own denominator; where that is unknown, by its class."""
    labels, known = (sample.units.labels[at[-1]],), sample.denominators[place]
    if sample.small_classes[at[-1]] and (known is None or known.own_class[at]):
        yield Note("small_class", labels, amount=SMALL_CLASS, unit=_units(sample))
    elif known is not None and known.units[at] < SMALL_CLASS:
        yield Note("small_rate", labels, amount=SMALL_CLASS, unit=_units(sample))


def _small_classes(sample: Sample, place: int, at: tuple[int, ...], spread: float, *, learned: bool) -> Iterator[Note]:
    labels = sample.units.labels
    # √t/2 is the standard deviation of a class's hits at worst: when half of them are right; of groups, when the items
    # of each are all right or all wrong.
    units = np.maximum(sample.units_of_classes, 1)
    items = np.maximum(sample.tables.support[at[0]], 1 * sample.empty_classes)
    effects = sample.effects_of_one_item[place][at]
    felt = effects * items / np.sqrt(units) / 2 > FELT * spread
    told_already = sample.observed[place].out(at)
    # 2: an interval reaches two standard errors.
    missed = (RULE_OF_THREE * effects > 2 * FELT * spread) & ~sample.small_classes & (not learned)
    small = felt & sample.small_classes
    if small.any():
        yield Note("small_class", tuple(compress(labels, small)), amount=SMALL_CLASS, unit=_units(sample))
    others: list[tuple[Kind, NDArray[np.bool_]]] = [
        ("empty_class", felt & sample.empty_classes & ~told_already),
        ("never_found", missed & sample.never_found[at[0]]),
        ("always_found", missed & sample.always_found[at[0]]),
    ]
    for kind, classes in others:
        if classes.any():
            yield Note(kind, tuple(compress(labels, classes)))


def _biased(sample: Sample, place: int, at: tuple[int, ...], draws: Draws, *, stratified: bool) -> Iterator[Note]:
    known = None if sample.units.kind is not None else sample.influences(stratified=stratified)
    if known is None:
        return
    influence = known[place]
    spread = influence.by_kind[at] ** 2 * influence.sizes
    rare = float(spread[sample.units.sizes < RARE].sum() / spread.sum()) if spread.sum() > 0 else 0.0
    off = abs(draws.bias) / draws.spread
    if off * rare > BIASED:
        yield Note("biased_draws", amount=round(off, 1))


def _often_undefined(sample: Sample, at: tuple[int, ...], draws: Draws, replicates: Replicates) -> Iterator[Note]:
    total = len(draws.values) + draws.undefined
    if draws.undefined > OFTEN * total:
        kind: Kind = "infinite_in_draws" if draws.infinite else "undefined_in_draws"
        yield Note(kind, amount=as_told(draws.undefined / total))
    elif len(at) == 1 and replicates.partial[at[0]] > OFTEN * total:
        left = replicates.left[at[0]]
        most = int(np.argmax(np.where(left < total, left, 0)))
        label, share = sample.units.labels[most], float(left[most]) / total
        yield Note("class_undefined_in_draws", (label,), amount=as_told(share))


def _few_draws(draws: Draws, confidence: float | None) -> Iterator[Note]:
    total = len(draws.values) + draws.undefined
    if confidence is not None and total * (1 - confidence) / 2 < BEYOND:
        yield Note("few_draws", amount=total, beside=(confidence,))
