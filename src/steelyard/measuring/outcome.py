"""What becomes of a body's value, by the metric's kind: its shape, where it is undefined, and what stands there then.

Nothing here looks at the numbers unless the view allows it (`View.shortcut`), so a recorder passes through as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.measuring.record import Metric
from steelyard.measuring.view import Floats, View

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Outcome(NamedTuple):
    """A metric's values over a block."""

    value: Floats
    undefined: NDArray[np.bool_] | None
    """Which classes are undefined in it; None if none was found to be."""
    given_up: NDArray[np.bool_] | None = None
    """Which of them the model gave up and so count as the worst; None under other policies."""


def outcome(metric: Metric, view: View, arguments: Mapping[str, Any]) -> Outcome:
    """Return a metric's values over a block, and which classes are undefined in it."""
    if metric.as_counted is not None:
        view = view.at_importance
    view.left = view.given_up = None
    value = _shaped(metric, metric.body(view, **arguments), view)
    if metric.kind == "rate":
        left = metric.undefined.where(view, value, arguments)
        if view.policy != "worst":
            return Outcome(np.where(left, 0.0 if view.policy == "zero" else np.nan, value), left)
        given_up = left & metric.undefined.given_up(view, value, metric.sign)
        instead = np.where(given_up, metric.worst(view.relevance, arguments), np.nan)
        return Outcome(np.where(left, instead, value), left, given_up)
    if metric.kind == "whole":
        out = metric.undefined.where(view, value, arguments)
        if view.lost is not None:
            out = out | view.any(view.lost)
        return Outcome(np.where(out, np.nan, value), view.lost)
    return Outcome(value, view.left, view.given_up)


def _shaped(metric: Metric, value: Any, view: View) -> Floats:
    # A recorded array is no NumPy array, and must not become one.
    floats = value.astype(np.float64, copy=False) if hasattr(value, "astype") else np.asarray(value, dtype=np.float64)
    if floats.shape == view.stack:
        floats = floats[..., None]
    width = view.C if metric.kind == "rate" else 1
    if floats.shape != (*view.stack, width):
        wanted = "one value per class" if width > 1 else "one value per matrix (sum over classes with c.total)"
        raise ValueError(
            f"the metric {metric.id!r} must return {wanted}, of shape {(*view.stack, width)}, "
            f"but returned shape {floats.shape}."
        )
    return floats
