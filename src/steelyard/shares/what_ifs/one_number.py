"""The metrics asked for, all of which must give one number per matrix."""

from __future__ import annotations

from collections.abc import Iterable

from steelyard.measuring.measure import chosen, refuse_rates
from steelyard.measuring.record import Metric


def one_number(metrics: Iterable[str | Metric] | str | Metric | None) -> list[Metric]:
    """Return the metrics asked for (see `measuring.chosen`), refusing rates."""
    found = chosen(metrics)
    if not found:
        raise ValueError("no metric was asked for; name at least one, such as 'accuracy'.")
    refuse_rates(found)
    return found
