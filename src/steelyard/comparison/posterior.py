"""How likely one model is better than another, worse, or practically the same."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from steelyard.counts.answer import Answer


@dataclass(frozen=True, slots=True)
class Posterior(Answer):
    """Three probabilities that sum to 1.

    Attributes
    ----------
    a_better, equivalent, b_better
        The probability that model a's scores exceed b's by more than the rope, that they differ by less, and that b's
        exceed a's by more. Without a rope, models are never equivalent.
    rope
        Half the width of the region of practical equivalence, in units of the metric.
    """

    a_better: float
    equivalent: float
    b_better: float
    rope: float

    def flipped(self) -> Posterior:
        """Return the same with the models exchanged."""
        return replace(self, a_better=self.b_better, b_better=self.a_better)


def checked_rope(rope: float) -> float:
    """Return half the width of a region of practical equivalence."""
    if isinstance(rope, bool) or not (isinstance(rope, int | float | np.number) and 0 <= rope < float("inf")):
        raise ValueError(
            f"rope, the largest difference that does not matter, must be a finite number of at least 0, not {rope!r}."
        )
    return float(rope)
