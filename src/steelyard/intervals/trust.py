"""When an interval cannot be trusted: what the data are too few for, in one sentence that names the class."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from steelyard.labels import some

if TYPE_CHECKING:
    from steelyard.intervals.interval import Draws
    from steelyard.intervals.replicates import Replicates
    from steelyard.intervals.sample import Sample

FEW_ITEMS = 10
"""Below so many items of a class, its rate takes few values, and percentiles of it cover what they happen to."""

FELT = 1 / 3
"""A small class is felt if the standard error that it may have at worst is this share of that of the whole."""

UNSEEN = 3
"""Items told otherwise that may have been missed where none was seen: of n alike, 3/n at 95 % (the rule of three)."""

RARE = 5
"""Below so many items, a cell may as well not have been seen."""

BIASED = 0.12
"""Standard errors that the middle draw is off the value, times the share of the spread that rare cells carry.
Beyond, correcting for the bias is guesswork; found with benchmarks/coverage.py."""

OFTEN = 0.05
"""Share of draws in which a class may be undefined that is defined in the data."""


UNDEFINED = "the value is undefined"
NEVER_DEFINED = "the metric is undefined in every draw"
STEEP = "its derivatives have no bounds here, so that the delta method tells nothing; intervals='bootstrap' does"
STILL = "nothing varies in the data, so the interval has no width; intervals='bayes' gives one"


def why_none(draws: Draws) -> str:
    """Return why draws make no interval; empty if they do."""
    if not math.isfinite(draws.estimate):
        return UNDEFINED
    return "" if len(draws.values) else NEVER_DEFINED


def doubts(
    sample: Sample,
    place: int,
    at: tuple[int, ...],
    draws: Draws | None = None,
    replicates: Replicates | None = None,
    spread: float = math.nan,
) -> str:
    """Return why the interval of a metric may not be trusted; empty if nothing speaks against it."""
    if not math.isfinite(float(sample.observed[place].value[at])):
        return UNDEFINED
    if draws is not None:
        if why_none(draws):
            return why_none(draws)
        spread = draws.spread
    if not math.isfinite(spread):
        return STEEP
    if spread == 0:
        return STILL
    reasons = list(_small_classes(sample, place, at, spread))
    if draws is not None and replicates is not None:
        reasons += _biased(sample, place, at, draws)
        reasons += _often_undefined(sample, at, draws, replicates)
    return "; ".join(reasons)


def _small_classes(sample: Sample, place: int, at: tuple[int, ...], spread: float) -> Iterator[str]:
    labels = sample.units.labels
    small = f"has fewer than {FEW_ITEMS} {'items' if sample.units.kind is None else 'groups'}"
    if sample.observed[place].metric.kind == "rate":
        if sample.small_classes[at[-1]]:
            yield f"class {some(labels[at[-1] : at[-1] + 1])} {small}"
        return
    # √t/2 is the standard deviation of a class's hits at worst: when half of them are right; of groups, when the items
    # of each are all right or all wrong.
    units = np.maximum(sample.units_of_classes, 1)
    items = np.maximum(sample.tables.support[at[0]], 1 * sample.empty_classes)
    effects = sample.effects_of_one_item[place][at]
    felt = effects * items / np.sqrt(units) / 2 > FELT * spread
    told_already = sample.observed[place].out(at)
    missed = (
        UNSEEN * effects > 2 * FELT * spread
    ) & ~sample.small_classes  # 2: an interval reaches two standard errors
    for classes, what in [
        (felt & sample.small_classes, small),
        (felt & sample.empty_classes & ~told_already, "has no items"),
        (missed & sample.never_found[at[0]], "is never found, so the interval may be too narrow"),
        (missed & sample.always_found[at[0]], "is always found, so the interval may be too narrow"),
    ]:
        if classes.any():
            yield f"class {some(compress(labels, classes))} {what}"


def _biased(sample: Sample, place: int, at: tuple[int, ...], draws: Draws) -> Iterator[str]:
    if sample.unstratified is None:
        return
    influence = sample.unstratified[place]
    spread = influence.by_kind[at] ** 2 * influence.sizes
    rare = float(spread[sample.units.sizes < RARE].sum() / spread.sum()) if spread.sum() > 0 else 0.0
    off = abs(draws.bias) / draws.spread
    if sample.units.kind is None and off * rare > BIASED:
        yield f"the draws are off the value by {off:.1f} standard errors, as many cells have few items"


def _often_undefined(sample: Sample, at: tuple[int, ...], draws: Draws, replicates: Replicates) -> Iterator[str]:
    total = len(draws.values) + draws.undefined
    if draws.undefined > OFTEN * total:
        yield f"the metric is undefined in {draws.undefined / total:.0%} of the draws"
    elif len(at) == 1 and replicates.partial[at[0]] > OFTEN * total:
        left = replicates.left[at[0]]
        most = int(np.argmax(np.where(left < total, left, 0)))
        yield f"class {some([sample.units.labels[most]])} is undefined in {left[most] / total:.0%} of the draws"
