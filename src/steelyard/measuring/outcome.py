"""What becomes of a body's value, by the metric's kind: its shape, where it is undefined, and what stands there then.

Nothing here looks at the numbers unless the view allows it (`View.shortcut`), so a recorder passes through as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.measuring.other_views import SparseView
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


# Whether a user's own metric means the same on sparse counts: one that looks at `c.m` by itself may not.


PROBE = np.array([[8.0, 2.0, 0.0], [1.0, 9.0, 0.0], [3.0, 0.5, 4.0]])

_checked: set[Metric] = set()


def check_sparse(metric: Metric) -> None:
    """Refuse a metric that gives other values, or none, for the cells that are not 0 of a small matrix."""
    if metric.builtin or metric in _checked:
        return
    rows, columns = PROBE.nonzero()
    phi = np.ones(len(PROBE))
    views = (
        View(PROBE, phi, "exclude", whole_numbers=False),
        SparseView(PROBE[rows, columns], (rows, columns), phi, "exclude", whole_numbers=False),
    )
    arguments = metric.arguments(range(len(PROBE)))
    try:
        with np.errstate(all="ignore"):
            dense, sparse = (outcome(metric, view, arguments)[0] for view in views)
        same = np.allclose(dense, sparse, equal_nan=True)
    except Exception:  # noqa: BLE001 - whatever a body does with cells that are not a matrix
        same = False
    if not same:
        raise ValueError(
            f"the metric {metric.id!r} does not mean the same on sparse counts, because it looks at c.m by itself; "
            "use the sums that the view offers, such as c.row_sum(...) and c.of_column(...), or evaluate cm.dense()."
        )
    _checked.add(metric)
