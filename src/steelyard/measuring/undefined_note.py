"""What a note says about a value of which some classes are undefined: which, their weight, what became of them."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.measuring.conditions import Condition
from steelyard.measuring.measure import Measured, reason, view_of
from steelyard.measuring.notes import Kind, Note, Notes
from steelyard.measuring.registry import metrics as registry
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


def undefined_note(result: Measured, cm: Confusion, at: tuple[int, ...], weights: Floats) -> Notes:
    """Return why a value is undefined, or which classes left it or count as the worst.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> from steelyard.measuring.measure import apply
    >>> cm = sy.Confusion([[0, 10], [0, 90]], labels=["ill", "well"])
    >>> (found,) = apply([sy.metrics.macro_precision], cm)
    >>> print(undefined_note(found, cm, (), np.array([0.5, 0.5])))
    'ill' (50 % of the weight) has items and is never predicted: its precision counts as 0
    """
    if math.isnan(result.value[at]):
        return Notes([Note("undefined", causes=(reason(result, cm, at, result.out(at)),))])
    worst = result.worst(at)
    others = result.out(at) & ~worst
    told = []
    if worst.any():
        told.append(_given_up(result, cm, at, worst, weights))
    if others.any():
        left: Kind = "left_out_of_average" if result.metric.kind == "combined" else "left_out"
        became: Kind = "counts_as_zero" if result.policy == "zero" else left
        causes = _lacking(result, cm, at, others)
        told.append(Note(became, _among(cm, others), amount=_share(weights, others), causes=causes))
    return Notes(told)


def _among(cm: Confusion, classes: NDArray[np.bool_]) -> tuple[Label, ...]:
    return tuple(itertools.compress(cm.labels, classes))


def _share(weights: Floats, classes: NDArray[np.bool_]) -> float:
    return float(weights[classes].sum())


def _lacking(result: Measured, cm: Confusion, at: tuple[int, ...], classes: NDArray[np.bool_]) -> tuple[str, ...]:
    """Return why classes left, or count as 0: under "worst" the data alone are the cause."""
    if result.policy != "worst":
        return (reason(result, cm, at, classes),)
    held = result.metric.undefined.held(view_of(result, cm, at), result.arguments, classes)
    return tuple(dict.fromkeys(case.lacking or case.text for case in held)) or (result.metric.undefined.text,)


def _given_up(
    result: Measured, cm: Confusion, at: tuple[int, ...], classes: NDArray[np.bool_], weights: Floats
) -> Note:
    metric = result.metric
    held = metric.undefined.held(view_of(result, cm, at), result.arguments, classes) or [metric.undefined]
    several = int(classes.sum()) > 1
    note = Note(
        "given_up",
        _among(cm, classes),
        amount=_share(weights, classes),
        causes=tuple(_failing(case, several=several) for case in held),
    )
    if metric.average_of is None:
        return note
    rate = registry[metric.average_of].at(**metric.fixed)
    worst = float(np.ravel(rate.worst(result.relevance, result.arguments))[0])
    return replace(note, metric=rate.title, beside=(worst,))


def _failing(case: Condition, *, several: bool) -> str:
    one, many = case.failing or (f"has items, but {case.text}", f"have items, but {case.text}")
    return many if several else one
