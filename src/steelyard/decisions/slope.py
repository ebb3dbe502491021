"""How much each cell of the counts moves the goal: what one more answer there is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.measuring.program import gradients, record, with_slopes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.decisions.validation import Validation
    from steelyard.measuring.view import Floats

Slope = Callable[["NDArray[Any]"], "Floats | None"]
"""Takes counts, returns the derivative by each cell, larger is better; None where it is not finite."""


def slope_of(items: Validation) -> Slope:
    """Return the derivative of the goal; refuse a metric that cannot be recorded (NotRecordable, a ValueError)."""
    goal = items.goal
    program = with_slopes(
        record(
            [goal.metric],
            classes=items.C,
            policy=goal.undefined,
            whole_numbers=False,
            labels=items.labels,
        )
    )
    relevance = items.w / items.w.max()

    def slope(counts: NDArray[Any]) -> Floats | None:
        (found,) = gradients(program, counts.astype(np.float64), relevance).values()
        return goal.sign * found.by_cell if np.isfinite(found.by_cell).all() else None

    return slope
