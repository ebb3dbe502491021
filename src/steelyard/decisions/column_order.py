"""Columns of probabilities that seem to be in another order than the classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.labels import some

if TYPE_CHECKING:
    from steelyard.decisions.validation import Validation

STANDARD_ERRORS = 4.0
"""How far below chance: a useless model comes so low once in 30,000 times."""


def refuse_other_order(items: Validation) -> None:
    """Refuse probabilities that are worse than chance: then the columns are hardly in the order of the classes.

    For each item, the probability of its own class is compared with that of a class drawn by the class shares.
    """
    size = len(items.truth)
    shares = np.bincount(items.truth, minlength=items.C) / size
    own = items.columns[items.truth, np.arange(size)]
    drawn = shares @ items.columns
    beyond = own - drawn
    if beyond.mean() < -STANDARD_ERRORS * beyond.std() / np.sqrt(size):
        raise ValueError(
            f"items get less probability of their own class ({own.mean():.3g} on average) than of a class drawn at "
            f"random ({drawn.mean():.3g}); are the columns in the order {some(items.labels)}? If not, say labels=[…]."
        )
