"""What other class shares do to metrics and to the order of models, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.class_shares import ROUNDING
from steelyard.counts.labels import Label, text
from steelyard.show import numbers
from steelyard.show.class_names import MOST, listed, named, quoted

if TYPE_CHECKING:
    from steelyard.shares.distortion.result import MetricDistortion, Shift
    from steelyard.shares.what_ifs.result import Flip, MetricCurve, PairOrder


def stated_shares(labels: Sequence[Label], shares: Any, counted: Any = None) -> str:
    """Return stated class shares, as they stand in a sentence; of many, first those that are farthest from the counted.

    Examples
    --------
    >>> stated_shares(["fraud", "ok"], [0.001, 0.999]), stated_shares([0, 1, 2], [1 / 3] * 3)
    ("class shares 'fraud' 0.1 % and 'ok' 99.9 %", 'equal class shares')
    """
    if np.ptp(shares) <= ROUNDING:
        return "equal class shares"
    order = range(len(labels))
    if counted is not None and len(labels) > MOST + 1:
        order = np.argsort(-np.abs(np.asarray(shares) - counted), kind="stable").tolist()
    names = quoted(labels)
    return f"class shares {listed([f'{names[c]} {numbers.round_share(shares[c])}' for c in order])}"


def order_sentence(pair: PairOrder) -> str:
    """Return which of two models is ahead, and at which shares."""
    first, second, label = text(pair.first), text(pair.second), named([pair.label])
    if pair.undefined:
        return f"{first} and {second} cannot be compared: undefined for {' and '.join(map(text, pair.undefined))}."
    ties = ", or equal" if pair.ties else ""
    if not pair.flips:
        every = f"every share of {label}"
        if pair.between is not None:
            low, high = map(numbers.round_share, pair.between)
            every += f" from {low} to {high}"
        if pair.leader is None:
            return f"{first} and {second} are equal at {every}."
        behind = second if pair.leader == pair.first else first
        return f"{text(pair.leader)} is ahead of {behind} at {every}{ties}."
    start = pair.flips[0]
    opening = f"{text(start.below)} is ahead of {text(start.above)} while {label} has a share below "
    if len(pair.flips) == 1:
        return f"{opening}{numbers.share(start.low)}; above {_over(start)}, {text(start.above)} is ahead{ties}."
    middle = [
        f"{text(here.above)} from {numbers.share(here.high)} to {numbers.share(after.low)}"
        for here, after in zip(pair.flips, pair.flips[1:], strict=False)
    ]
    last = pair.flips[-1]
    return f"{opening}{numbers.share(start.low)}; {', '.join(middle)}; above {_over(last)}, {text(last.above)}{ties}."


def _over(flip: Flip) -> str:
    return "that" if math.isclose(flip.low, flip.high, rel_tol=1e-6) else numbers.share(flip.high)


def curve_sentence(curve: MetricCurve) -> str:
    """Return what the share of a class does to a metric."""
    if curve.robust:
        moving = f"does not change with the share of {named([curve.label])}"
    else:
        spans = (_span(curve, k) for k in range(len(curve.models)))
        moving = f"over all shares of {named([curve.label])} {'; '.join(spans)}"
    orders = [pair.sentence for pair in curve.pairs]
    if not orders:
        return f"{curve.metric.name}: {moving}."
    return f"{curve.metric.name}: {f'{moving}; ' if curve.robust else ''}{' '.join(orders)}"


def _span(curve: MetricCurve, k: int) -> str:
    known = curve.values[:, k][np.isfinite(curve.values[:, k])]
    return f"from {known.min():.3f} to {known.max():.3f}" if known.size else "undefined"


def shift_words(shift: Shift) -> str:
    """Return another situation, as it stands in a sentence."""
    if shift.factor is None:
        return f"{shift.added} more class{'es' if shift.added > 1 else ''}"
    if shift.factor > 1:
        return f"{shift.factor:g} times as many items of {named([shift.label])}"
    return f"1/{1 / shift.factor:g} of the items of {named([shift.label])}"


def distortion_sentence(result: MetricDistortion) -> str:
    """Return how a metric would move with other class shares and with added classes."""
    if math.isnan(result.present):
        return f"{result.metric.name}: undefined."
    said = []
    for verb, shift in (("falls", result.fall), ("rises", result.rise)):
        if shift is not None:
            said.append(f"{verb} to {shift.value:.3f} with {shift.words}")
    if result.shares:
        said = said or ["does not change with class shares" if result.robust_to_shares else "undefined at other shares"]
    if result.classes and result.robust_to_classes:
        said.append("does not change with added classes")
    elif result.classes:
        last = result.classes[-1]
        said.append(f"{'undefined' if math.isnan(last.value) else f'{last.value:.3f}'} with {last.words}")
    return f"{result.metric.name}: {result.present:.3f}; {'; '.join(said)}."
