"""When an interval cannot be trusted: what the data are too few for, in one sentence that names the class."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.labels import some
from steelyard.intervals.posterior import has_posterior
from steelyard.measuring.lead import TIED

if TYPE_CHECKING:
    from steelyard.intervals.interval import Draws
    from steelyard.intervals.replicates import Replicates
    from steelyard.intervals.sample import Sample

SMALL_CLASS = 10
"""Below so many items of a class, its rate takes few values, and percentiles of it cover what they happen to."""

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

NARROW = "the interval may be too narrow"
UNDEFINED = "the value is undefined"
NEVER_DEFINED = "the metric is undefined in every draw"
STEEP = "its derivatives have no bounds here, so that the delta method tells nothing; intervals='bootstrap' does"
NO_WIDTH = "the interval has no width"


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
) -> str:
    """Return why the interval of a metric may not be trusted; empty if nothing speaks against it.

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
        reasons.append(f"few {_units(sample)} decide, so {NARROW}; intervals='bootstrap' follows their skew")
    return "; ".join(reasons)


def nothing_varies(spread: float, value: float = 0.0, then: str = NO_WIDTH) -> str:
    """Return what follows where an interval has no width; draws may vary all the same, such as one in a hundred."""
    if spread <= TIED * max(1.0, abs(value)):
        return f"nothing varies in the data, so {then}"
    return f"almost nothing varies in the draws, so {then}"


def can_be_learned(sample: Sample) -> bool:
    """Whether a prior would give width to an interval that has none: not to groups, models together, or one class."""
    return has_posterior(sample.units) and len(sample.units.labels) > 1


def _units(sample: Sample) -> str:
    return "items" if sample.units.kind is None else "groups"


def _few_groups(sample: Sample) -> Iterator[str]:
    if sample.units.kind is not None and sample.units.total < FEW_GROUPS:
        yield f"there are only {sample.units.total} groups, so {NARROW}"


def _small_rate(sample: Sample, place: int, at: tuple[int, ...]) -> Iterator[str]:
    """Judge a rate by what is in its own denominator; where that is unknown, by its class."""
    name, known = some([sample.units.labels[at[-1]]]), sample.denominators[place]
    if sample.small_classes[at[-1]] and (known is None or known.own_class[at]):
        yield f"class {name} has fewer than {SMALL_CLASS} {_units(sample)}"
    elif known is not None and known.units[at] < SMALL_CLASS:
        yield f"the rate of class {name} rests on fewer than {SMALL_CLASS} {_units(sample)}"


def _small_classes(sample: Sample, place: int, at: tuple[int, ...], spread: float, *, learned: bool) -> Iterator[str]:
    labels = sample.units.labels
    small = f"has fewer than {SMALL_CLASS} {_units(sample)}"
    # √t/2 is the standard deviation of a class's hits at worst: when half of them are right; of groups, when the items
    # of each are all right or all wrong.
    units = np.maximum(sample.units_of_classes, 1)
    items = np.maximum(sample.tables.support[at[0]], 1 * sample.empty_classes)
    effects = sample.effects_of_one_item[place][at]
    felt = effects * items / np.sqrt(units) / 2 > FELT * spread
    told_already = sample.observed[place].out(at)
    # 2: an interval reaches two standard errors.
    missed = (RULE_OF_THREE * effects > 2 * FELT * spread) & ~sample.small_classes & (not learned)
    for classes, what in [
        (felt & sample.small_classes, small),
        (felt & sample.empty_classes & ~told_already, "has no items"),
        (missed & sample.never_found[at[0]], f"is never found, so {NARROW}"),
        (missed & sample.always_found[at[0]], f"is always found, so {NARROW}"),
    ]:
        if classes.any():
            yield f"class {some(compress(labels, classes))} {what}"


def _biased(sample: Sample, place: int, at: tuple[int, ...], draws: Draws, *, stratified: bool) -> Iterator[str]:
    known = None if sample.units.kind is not None else sample.influences(stratified=stratified)
    if known is None:
        return
    influence = known[place]
    spread = influence.by_kind[at] ** 2 * influence.sizes
    rare = float(spread[sample.units.sizes < RARE].sum() / spread.sum()) if spread.sum() > 0 else 0.0
    off = abs(draws.bias) / draws.spread
    if off * rare > BIASED:
        yield f"the draws are off the value by {off:.1f} standard errors, as many cells have few items"


def _often_undefined(sample: Sample, at: tuple[int, ...], draws: Draws, replicates: Replicates) -> Iterator[str]:
    total = len(draws.values) + draws.undefined
    if draws.undefined > OFTEN * total:
        what = "undefined or infinite" if draws.infinite else "undefined"
        yield f"the metric is {what} in {draws.undefined / total:.0%} of the draws"
    elif len(at) == 1 and replicates.partial[at[0]] > OFTEN * total:
        left = replicates.left[at[0]]
        most = int(np.argmax(np.where(left < total, left, 0)))
        yield f"class {some([sample.units.labels[most]])} is undefined in {left[most] / total:.0%} of the draws"


def _few_draws(draws: Draws, confidence: float | None) -> Iterator[str]:
    total = len(draws.values) + draws.undefined
    if confidence is not None and total * (1 - confidence) / 2 < BEYOND:
        yield f"{total:,} draws are too few for an interval of {100 * confidence:.15g} %"
