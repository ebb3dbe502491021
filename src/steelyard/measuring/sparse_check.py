"""Whether a user's own metric means the same on sparse counts: one that looks at `c.m` by itself may not."""

from __future__ import annotations

import numpy as np

from steelyard.measuring.outcome import outcome
from steelyard.measuring.record import Metric
from steelyard.measuring.sparse_view import SparseView
from steelyard.measuring.view import View

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
