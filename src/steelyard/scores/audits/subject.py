"""The score metric under audit: exact values, which of two is better, how low and high it goes; and findings."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple, cast

import numpy as np

from steelyard.lab.audits.verdict import Finding, ListScene
from steelyard.lab.exact import Number, Undecided, compare
from steelyard.lab.exact.algebra import logarithm, power
from steelyard.lab.exact.exact_values import unrounded
from steelyard.scores.audits.exact import INFINITE, exact_value, plus, times
from steelyard.scores.audits.lists import Items
from steelyard.scores.measured import measured
from steelyard.scores.registry import ScoreMetric
from steelyard.scores.table import ONE_MODEL, Scores

# What an audit of a score metric finds, tries or does, as data.


Kind = Literal[
    # what a list of a witness is, or how it comes from the one before
    "one_list",
    "items_repeated",
    "exchanged_names",
    "better_scores",
    "same_order",
    "same_scores",
    "of_classes",
    "furthest_list",
    "told_list",
    "ruined_list",
    "rare_ruined_list",
    "true_probabilities",
    "other_probabilities",
    # what lists show
    "value_goes",
    "beyond_end",
    "short_of_end",
    "outside_range",
    "all_but_one",
    "ruin_unseen",
    "ruin_vanishes",
    "others_better",
    "others_as_good",
    # what was tried, and what came out
    "counterexample",
    "lists_tried",
    "ends",
    "ends_alike",
    "range_kept",
    "ruins_tried",
    "populations_tried",
    # why nothing was tried
    "one_class_alone",
    "worst_unknown",
    # why it holds
    "argument",
    # what else must be said
    "first_class_meant",
    "at_shares",
    "examining",
]
"""What a finding states; its values follow from it. Classes are named by their places, from 0."""


class ScoreFinding(Finding):
    """One thing that an audit of a score metric found, tried or did.

    Examples
    --------
    >>> print(ScoreFinding("items_repeated", place=1, factor=2))
    each item of class 2 is there twice
    """

    __slots__ = ()

    def __init__(self, kind: Kind, **values: Any) -> None:
        super().__init__(kind, **values)  # type: ignore[arg-type]  # kinds of its own


# The score metric under audit: its exact values, and which of two is better.


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


# How low and how high a score metric goes, and why.


class End(NamedTuple):
    """The least or the greatest value; if it is not known, no list goes beyond this."""

    value: Number
    known: bool = True


class Ends(NamedTuple):
    """Both, and why."""

    least: End
    greatest: End
    because: str


class Lists(NamedTuple):
    """Which lists are meant: how many classes, of which one counts or all, and at which class shares, if stated."""

    classes: int
    of_first: bool
    shares: tuple[Fraction, ...] | None

    @property
    def counted(self) -> tuple[Fraction, ...] | None:
        """The stated shares of the classes that count."""
        return self.shares if self.shares is None or not self.of_first else self.shares[:1]

    def mean(self, of_share: Callable[[Fraction], Number]) -> Number:
        """Return the mean over the classes that count at stated shares; if none are stated, at even ones."""
        even = (Fraction(1, self.classes),) * self.classes
        counted: Sequence[Fraction] = self.counted or even
        whole: Number = Fraction(0)
        for share in counted:
            whole = plus(whole, of_share(share))
        return times(Fraction(1, len(counted)), whole)


ZERO, ONE = Fraction(0), Fraction(1)

AREA = "An area is 0 if each class ranks last by its own score, and 1 if it ranks first"
UP_TO_RATE = "The area up to the rate lies between none and all of it"
RARE_LAST = "A class that ranks last has a precision of at most its share, however rare"
LAST = "A class with the share π that ranks last has 1 + log(1 − π)·(1 − π)/π, which is convex in π"
HIGHEST = "The items that score highest hold at least none and at most all of a class, or nothing else"
ALL_AMONG = "With no more classes than k, all are among the k highest"
SURE_AND_WRONG = "An item can be sure of a wrong class, and is then 1 away from the truth in two classes"
OF_ITEMS = "It is a share of items"
THRESHOLDS = "An item is wrong at most at all thresholds between its class and the farthest one"
UNCERTAIN = "The mean of π·(1 − π) over the classes is greatest for even shares π"
AT_MOST_UNCERTAIN = "It is at most the mean of π·(1 − π) over the classes, which is greatest for even shares π"
DISTANCE = "The probabilities of an item sum to 1, so that over all classes they are at most 2 away from the truth"


def ends(metric: ScoreMetric, lists: Lists) -> Ends:
    """Return the least and the greatest value of a metric over lists of items.

    Examples
    --------
    >>> import steelyard as sy
    >>> found = ends(sy.scores.metrics["pr_auc"], Lists(2, False, None))
    >>> print(round(float(found.least.value), 4), found.greatest.value)  # 1 − log 2
    0.3069 1
    """
    return ENDS[metric.id](metric, lists)


def _plain(low: int, high: int, because: str) -> Callable[[ScoreMetric, Lists], Ends]:
    return lambda *_: Ends(End(Fraction(low)), End(Fraction(high)), because)


def _parameter(metric: ScoreMetric, name: str) -> Fraction:
    return cast(Fraction, unrounded(float(metric.parameters[name])))


def _partial_area(metric: ScoreMetric, _: Lists) -> Ends:
    most = _parameter(metric, "max_fpr")
    least = (1 - most) / (2 - most)
    return Ends(End(Fraction(least)), End(ONE), UP_TO_RATE)


def _last(share: Fraction) -> Number:
    """Return the area under precision and recall of a class with the share π that ranks last."""
    return plus(ONE, times((1 - share) / share, cast(Number, logarithm(1 - share))))


def _precision(_: ScoreMetric, lists: Lists) -> Ends:
    if lists.of_first and lists.shares is None:
        return Ends(End(ZERO), End(ONE), RARE_LAST)
    return Ends(End(lists.mean(_last)), End(ONE), LAST)


def _lift(metric: ScoreMetric, lists: Lists) -> Ends:
    part, C = _parameter(metric, "share"), lists.classes
    if lists.shares is not None:
        least = lists.mean(lambda share: max(ZERO, (part - 1 + share) / (part * share)))
        return Ends(End(least), End(lists.mean(lambda share: min(1 / part, 1 / share))), HIGHEST)
    if lists.of_first:
        return Ends(End(ZERO), End(1 / part), HIGHEST)
    if C * part > 1:
        return Ends(End(ZERO), End(1 / part, known=False), HIGHEST)
    return Ends(End(ZERO), End(((C - 1) / part + 1 / (1 - (C - 1) * part)) / C), HIGHEST)


def _among_highest(metric: ScoreMetric, lists: Lists) -> Ends:
    always = metric.parameters["k"] >= lists.classes
    return Ends(End(Fraction(always)), End(ONE), ALL_AMONG if always else OF_ITEMS)


def _spread(share: Fraction) -> Number:
    return share * (1 - share)


def _most_spread(lists: Lists) -> Number:
    return Fraction(1, 4) if lists.of_first and lists.shares is None else lists.mean(_spread)


def _discrimination(_: ScoreMetric, lists: Lists) -> Ends:
    return Ends(End(ZERO), End(_most_spread(lists)), AT_MOST_UNCERTAIN)


def _uncertainty(_: ScoreMetric, lists: Lists) -> Ends:
    most = _most_spread(lists)
    return Ends(End(ZERO if lists.shares is None else most), End(most), UNCERTAIN)


def _distances(classes: int) -> Fraction:
    """Return how far the probabilities of an item lie from its truth at most, on average over classes."""
    return min(ONE, Fraction(2, classes))


def _miscalibration(_: ScoreMetric, lists: Lists) -> Ends:
    known = lists.classes == 2 and lists.shares is None
    return Ends(End(ZERO), End(_distances(lists.classes), known), DISTANCE)


def _classwise_error(_: ScoreMetric, lists: Lists) -> Ends:
    return Ends(End(ZERO), End(_distances(lists.classes)), DISTANCE)


def _rms_error(_: ScoreMetric, lists: Lists) -> Ends:
    most = power(_distances(lists.classes), Fraction(1, 2))
    return Ends(End(ZERO), End(cast(Number, most), lists.classes == 2), DISTANCE)


def _brier(metric: ScoreMetric, lists: Lists) -> Ends:
    return Ends(End(ZERO), End(Fraction(metric.bounds(lists.classes)[1])), SURE_AND_WRONG)


def _ranked_probability(_: ScoreMetric, lists: Lists) -> Ends:
    C = lists.classes
    if lists.shares is None:
        return Ends(End(ZERO), End(ONE), THRESHOLDS)
    worst = [Fraction(max(k, C - 1 - k), C - 1) for k in range(C)]
    most = sum((share * far for share, far in zip(lists.shares, worst, strict=True)), ZERO)
    return Ends(End(ZERO), End(most), THRESHOLDS)


ENDS: dict[str, Callable[[ScoreMetric, Lists], Ends]] = {
    "roc_auc": _plain(0, 1, AREA),
    "roc_auc_ovo": _plain(0, 1, AREA),
    "partial_roc_auc": _partial_area,
    "average_precision": _precision,
    "pr_auc": _precision,
    "lift_at_share": _lift,
    "log_loss": lambda *_: Ends(End(ZERO), End(INFINITE), "It is −log of probabilities from 1 down to 0"),
    "brier": _brier,
    "ranked_probability_score": _ranked_probability,
    "brier_miscalibration": _miscalibration,
    "brier_discrimination": _discrimination,
    "brier_uncertainty": _uncertainty,
    "expected_calibration_error": _plain(0, 1, "All items can be sure of a wrong class, or of the right one"),
    "classwise_calibration_error": _classwise_error,
    "rms_calibration_error": _rms_error,
    "top_k_recall": _among_highest,
}
