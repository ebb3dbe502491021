"""Bins of scores: which bin a score is in, and what an engine tells of each bin; the same bins wherever scores lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from steelyard.type_names import Floats, Positions

MOST_BINS = 1_000_000
SUM_ROUNDING = 1e-6
"""How far a row of probabilities may miss the sum 1, and one of them 0 or 1 (float32 models do)."""

PERCENTS = "divide percents by 100; "
ANOTHER_FORM = 'if they are logits, say form="logits", if only their order means something, form="ranks"'
"""What is advised where scores are no probabilities."""

REFUSED = -1
"""The bin of what is no score: it is looked for, and refused."""


def are_probabilities(scores: Any) -> Any:
    """Whether numbers lie between 0 and 1, but for rounding; `clipped` has them as probabilities.

    Examples
    --------
    >>> import numpy as np
    >>> are_probabilities(np.array([-1e-7, 0.5, 1.1])).tolist(), clipped(np.array([-1e-7, 0.5, 1 + 1e-7])).tolist()
    ([True, True, False], [0.0, 0.5, 1.0])
    """
    return (scores >= -SUM_ROUNDING) & (scores <= 1 + SUM_ROUNDING)


def clipped(probabilities: Any) -> Any:
    """Return probabilities that miss 0 or 1 by rounding as 0 or 1, of NumPy or PyTorch."""
    return probabilities.clip(0.0, 1.0)


@dataclass(frozen=True)
class Bins:
    """Bins of scores, from the lowest to the highest.

    Attributes
    ----------
    number
        How many.
    low, high
        Of scores that are no probabilities: bins are of equal width between these, and what lies beyond is in the first
        or the last. None of probabilities, whose bins grow with the distance from 0 and from 1, as square roots do:
        of 10,000 bins, those at 0.001 are 0.00001 wide, those at ½ 0.0002. Rare classes have small probabilities, and
        a root is the same number in every engine.

    Examples
    --------
    >>> import numpy as np
    >>> Bins(4).places(np.array([0.0, 0.1, 0.3, 0.5, 0.9, 1.0])).tolist()
    [0, 0, 1, 2, 3, 3]
    >>> Bins(4, -2.0, 2.0).places(np.array([-9.0, -0.5, 2.0])).tolist()
    [0, 1, 3]
    """

    number: int
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        between = "" if self.low is None else f" from {self.low:g} to {self.high:g}"
        return f"{self.number:,} bins{between}"

    @property
    def of_probabilities(self) -> bool:
        """Whether they are bins of probabilities."""
        return self.low is None

    def places(self, scores: Floats) -> Positions:
        """Return the bin of each score; `REFUSED` for what is none."""
        if self.low is None or self.high is None:
            fine = are_probabilities(scores)
            p = np.where(fine, clipped(scores), 0.0)
            share = np.where(p < 0.5, np.sqrt(p / 2), 1 - np.sqrt((1 - p) / 2))
        else:
            fine = np.isfinite(scores)
            share = (np.clip(np.where(fine, scores, self.low), self.low, self.high) - self.low) / (self.high - self.low)
        return np.where(fine, np.minimum(np.floor(share * self.number), self.number - 1), REFUSED).astype(np.intp)

    def edges(self) -> Floats:
        """Return the ends of the bins, from the lowest to the highest."""
        share = np.linspace(0.0, 1.0, self.number + 1)
        if self.low is None or self.high is None:
            return np.where(share < 0.5, 2 * share**2, 1 - 2 * (1 - share) ** 2)
        return self.low + share * (self.high - self.low)


class BinColumns(NamedTuple):
    """Which columns of data are counted into bins: those of one model.

    Attributes
    ----------
    truth, weight
        The columns of the true labels, and of weights; None if all items weigh the same.
    scores
        The columns of scores: one for each class, or, of two classes, a single one.
    bins
        Into which bins.
    logits
        Whether the scores are logits, of which probabilities are made first.
    losses
        Whether what log loss and Brier score need is summed, too.
    complete
        Columns of scores, of this model and others: where one of them lacks a number, the item has no truth either, and
        is left out. None if a missing number is refused.
    """

    truth: Any
    weight: Any
    scores: tuple[Any, ...]
    bins: Bins
    logits: bool
    losses: bool
    complete: tuple[Any, ...] = ()

    @property
    def single(self) -> bool:
        """Whether there is a single column, of two classes."""
        return len(self.scores) == 1


LOSSES = ("brier", "log_loss")
"""The losses that are summed."""

OF_OWN, LOSS_SUMS = 9, 12
"""How many sums there are of each loss: first those of the items of the class, then those of all items, see
`LossGroups`."""


def distance_share(classes: int) -> float:
    """Return which part of the squared distance over all classes is the Brier score: of two, that of one of them."""
    return 0.5 if classes == 2 else 1.0


class BinGroups(NamedTuple):
    """Groups of items with equal truth whose score is in the same bin.

    Attributes
    ----------
    truth
        The label of each group.
    place
        Its bin.
    rows, above
        How many items it has, and how many of them have a weight above 0.
    size, squares
        What they weigh, and the sum of the squares of that.
    """

    truth: Sequence[Any]
    place: Positions
    rows: Positions
    above: Positions
    size: Floats
    squares: Floats


class LossGroups(NamedTuple):
    """Sums over the items of each label.

    Attributes
    ----------
    truth
        The labels.
    off
        How far a row of scores is from the sum 1, at most.
    sums
        For each label, class and loss (in the order of `LOSSES`): what it would come to if that class were true. The
        sums of w · loss, w² · loss and w² · loss²; how many items have weight but the loss infinity; the sums of w⁴,
        w⁴ · loss, …, w⁴ · loss⁴; and, p being the probability of the class, those of w · p, w · p · loss and
        w · p · loss². What is infinite is in no sum.
    """

    truth: Sequence[Any]
    off: float
    sums: Floats


def shown_sum(off: float) -> ValueError:
    """Return the error for rows of probabilities that do not sum to 1."""
    return ValueError(f"each row of probabilities must sum to 1, but one is {off:g} away from it.")


def no_score(name: Any, example: Any, lacking: int, bins: Bins) -> ValueError:
    """Return the error for a column of scores with values that are none."""
    if lacking:
        rows = "row has" if lacking == 1 else "rows have"
        return ValueError(f"column {name!r} must hold a finite number in every row, but {lacking:,} {rows} none.")
    known = f"; {PERCENTS}{ANOTHER_FORM}" if bins.of_probabilities else ""
    return ValueError(f"probabilities in column {name!r} must lie between 0 and 1, but there is {example:g}{known}.")
