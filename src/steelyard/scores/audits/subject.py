"""The score metric under audit: its exact values on lists of items, and which of two is better."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from steelyard.lab.audits.verdict import ListScene
from steelyard.lab.exact import Number, Undecided, compare
from steelyard.scores.audits.ends import Ends, Lists, ends
from steelyard.scores.audits.exact import exact_value
from steelyard.scores.audits.finding import ScoreFinding
from steelyard.scores.audits.lists import Items
from steelyard.scores.measured import measured
from steelyard.scores.metric import ScoreMetric
from steelyard.scores.table import ONE_MODEL, Scores


class ScoreSubject:
    """A score metric under audit, at stated class shares or as counted.

    Of two classes, a metric of one class against the rest is that of the first; else all classes count the same.

    Attributes
    ----------
    metric, classes, shares
        What, for how many classes, and at which class shares (None: those of the items).
    """

    def __init__(self, metric: ScoreMetric, classes: int, shares: tuple[Fraction, ...] | None = None) -> None:
        self.metric = metric
        self.classes = classes
        self.shares = (Fraction(1, classes),) * classes if metric.at_importance and shares is None else shares
        self._known: dict[int, tuple[Items, Number]] = {}

    @property
    def sign(self) -> int:
        """1 where higher is better, −1 where lower is."""
        return 1 if self.metric.direction == "higher" else -1

    @property
    def of_first(self) -> bool:
        """Whether the value of the first class is meant."""
        return self.metric.kind == "rate" and self.classes == 2

    @property
    def even(self) -> bool:
        """Whether no class is treated by shares of its own."""
        return self.shares is None or len(set(self.shares)) == 1

    def value(self, items: Items) -> Number:
        """Return the exact value on a list."""
        if id(items) not in self._known:  # hashing fractions takes longer than most values
            self._known[id(items)] = items, self._computed(items)
        return self._known[id(items)][1]

    def _computed(self, items: Items) -> Number:
        return exact_value(self.metric, items, self.classes, self.shares)

    def better(self, first: Items, second: Items) -> int | None:
        """Return 1, 0 or −1 as the first list has a better, the same, or a worse value; None if it is not decided."""
        order = compared(self.value(first), self.value(second))
        return None if order is None else self.sign * order

    def apart(self, first: Items, second: Items) -> float:
        """Return how far the values of two lists are apart."""
        return abs(float(self.value(first)) - float(self.value(second)))

    @property
    def ends(self) -> Ends:
        """The least and the greatest value over all lists."""
        return ends(self.metric, Lists(self.classes, self.of_first, self.shares))

    def scene(self, what: ScoreFinding, items: Items) -> ListScene:
        """Return a list with its value, for a witness: the float is that of the library's own arithmetic."""
        return ListScene(what, items, self._measured(items), written(self.value(items)))

    def _measured(self, items: Items) -> float:
        times = [item.times for item in items]
        truth = np.repeat(np.array([item.truth for item in items], dtype=np.intp), times)
        columns = np.repeat(np.array([[float(score) for score in item.scores] for item in items]), times, axis=0)
        given = Scores(tuple(range(self.classes)), truth, {ONE_MODEL: columns}, None, "probabilities")
        weights = np.array([1.0, 0.0]) if self.of_first else np.full(self.classes, 1 / self.classes)
        shares = None if self.shares is None else np.array([float(share) for share in self.shares])
        return measured(self.metric, given, ONE_MODEL, weights, shares).value


def compared(a: Number, b: Number) -> int | None:
    """Return −1, 0 or 1 as a is less than, equal to or greater than b; None if it is not decided."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return (a > b) - (a < b)
    return compare(a, b)


def written(x: Number) -> str:
    """Return an exact number as text: a fraction, with a root, or so many digits of a logarithm.

    Examples
    --------
    >>> written(Fraction(2, 3)), written(math.inf)
    ('2/3', '∞')
    """
    if isinstance(x, float):
        return "∞" if math.isinf(x) else str(x)
    try:
        return str(x)
    except Undecided:
        return f"{float(x):.10g}"


def checked_shares(given: object, classes: Sequence[int]) -> str | tuple[Fraction, ...] | None:
    """Return class shares as fractions that sum to 1: "uniform", or one for each class."""
    if given is None or given == "uniform":
        return given
    try:
        shares = [Fraction(str(share)) for share in given]  # type: ignore[attr-defined]  # whoever gave no list is told
    except (TypeError, ValueError, ZeroDivisionError):
        raise ValueError(f'shares of an audit are "uniform" or one number per class, not {given!r}.') from None
    if isinstance(given, str) or any(share <= 0 for share in shares) or sum(shares) <= 0:
        raise ValueError(f'shares of an audit are "uniform" or one number above 0 per class, not {given!r}.')
    if any(len(shares) != C for C in classes):
        raise ValueError(
            f"there are {len(shares)} shares, but the audit is of {' and '.join(map(str, classes))} classes; "
            f"say classes={len(shares)}."
        )
    return tuple(share / sum(shares) for share in shares)
