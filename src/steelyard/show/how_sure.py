"""What is said of intervals: beside a number, and below a table how they were made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.evaluation.uncertainty import Uncertainty
from steelyard.intervals.ways import WAYS
from steelyard.show import numbers
from steelyard.show.footnotes import Remark

if TYPE_CHECKING:
    from steelyard.evaluation.score import Score
    from steelyard.intervals import Interval


def level(confidence: float) -> str:
    """Write a level of confidence.

    Examples
    --------
    >>> from steelyard.show.how_sure import level
    >>> level(0.95), level(0.999)
    ('95 %', '99.9 %')
    """
    return f"{100 * confidence:.6g} %"


def full(interval: Interval | None) -> str:
    """Write an interval in a column of its own; nothing if there is none."""
    return "" if interval is None or not interval.known else numbers.between(interval.low, interval.high)


def compact(interval: Interval | None) -> str:
    """Write an interval beside its value."""
    return "" if interval is None or not interval.known else numbers.closely_between(interval.low, interval.high)


def remarks(score: Score) -> Iterator[Remark]:
    """Yield what a reader must know about a value: whether it misleads, and what is undefined in it."""
    if score.misleading:
        yield Remark(score.misleading, misleading=True)
    if score.note and score.note != score.misleading:
        yield Remark(score.note)


def reasons(score: Score) -> Iterator[Remark]:
    """Yield the same, and why its interval may not be trusted."""
    yield from remarks(score)
    interval = score.interval
    for note in () if interval is None else interval.note:
        yield Remark((note,))


def how_made(uncertainty: Uncertainty) -> str:
    """Return a sentence on how the intervals were made, or why there are none; empty if none were asked for."""
    method, why_none = uncertainty.chosen
    if method is None or uncertainty.confidence is None:
        return f"No intervals: {why_none}." if why_none else ""
    if method.name == "bayes" and uncertainty.group is None:
        what = f"Bayesian, {_prior(method)}, class shares {getattr(method, 'prevalence', '')}"
    else:
        strata = " within each class" if getattr(method, "stratified", False) else ""
        what = f"{WAYS.get(method.name, f'{method.name} of')} {_units(uncertainty)}{strata}"
    draws, seed = getattr(method, "draws", None), getattr(method, "seed", None)
    drawn = "" if draws is None else f", {draws:,} draws, seed {seed}"
    return f"{level(uncertainty.confidence)} intervals: {what}{drawn}."


def _units(uncertainty: Uncertainty) -> str:
    if uncertainty.group is None:
        return f"{uncertainty.units():,} items"
    return f"{uncertainty.units():,} groups ({uncertainty.group})"


def _prior(method: Any) -> str:
    if isinstance(method.prior, str):
        return f"{method.prior} prior"
    return "prior of pseudo-counts as given" if np.ndim(method.prior) else f"prior of {method.prior:g} per cell"
