"""What a note says about a value of which some classes are undefined: which, their weight, what became of them."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import some
from steelyard.counts.plain_numbers import percentage
from steelyard.measuring.conditions import Condition
from steelyard.measuring.measure import Measured, reason, view_of
from steelyard.measuring.registry import metrics as registry
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


def undefined_note(result: Measured, cm: Confusion, at: tuple[int, ...], weights: Floats) -> str:
    """Return why a value is undefined, or which classes left it or count as the worst.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> from steelyard.measuring.measure import apply
    >>> cm = sy.Confusion([[0, 10], [0, 90]], labels=["ill", "well"])
    >>> (found,) = apply([sy.metrics.macro_precision], cm)
    >>> undefined_note(found, cm, (), np.array([0.5, 0.5]))
    "'ill' (50 % of the weight) has items and is never predicted: its precision counts as 0"
    """
    if math.isnan(result.value[at]):
        return f"undefined: {reason(result, cm, at, result.out(at))}"
    worst = result.worst(at)
    others = result.out(at) & ~worst
    told = []
    if worst.any():
        told.append(f"{_named(worst, cm, weights)} {_given_up(result, cm, at, worst)}")
    if others.any():
        left = "left out of an average" if result.metric.kind == "combined" else "left out"
        became = "counts as 0" if result.policy == "zero" else left
        told.append(f"{_named(others, cm, weights)} {became}: {_lacking(result, cm, at, others)}")
    return "; ".join(told)


def _named(classes: NDArray[np.bool_], cm: Confusion, weights: Floats) -> str:
    share = float(weights[classes].sum())
    return f"{some(itertools.compress(cm.labels, classes))} ({percentage(share)} of the weight)"


def _lacking(result: Measured, cm: Confusion, at: tuple[int, ...], classes: NDArray[np.bool_]) -> str:
    """Return why classes left, or count as 0: under "worst" the data alone are the cause."""
    if result.policy != "worst":
        return reason(result, cm, at, classes)
    held = result.metric.undefined.held(view_of(result, cm, at), result.arguments, classes)
    return " or ".join(dict.fromkeys(case.lacking or case.text for case in held)) or result.metric.undefined.text


def _given_up(result: Measured, cm: Confusion, at: tuple[int, ...], classes: NDArray[np.bool_]) -> str:
    metric = result.metric
    held = metric.undefined.held(view_of(result, cm, at), result.arguments, classes) or [metric.undefined]
    several = int(classes.sum()) > 1
    failed = " or ".join(_failing(case, several=several) for case in held)
    rate = None if metric.average_of is None else registry[metric.average_of].at(**metric.fixed)
    if rate is None:
        return f"{failed}: this counts as the worst"
    worst = float(np.ravel(rate.worst(result.relevance, result.arguments))[0])
    return f"{failed}: {'their' if several else 'its'} {rate.title} counts as {worst:g}"


def _failing(case: Condition, *, several: bool) -> str:
    one, many = case.failing or (f"has items, but {case.text}", f"have items, but {case.text}")
    return many if several else one
