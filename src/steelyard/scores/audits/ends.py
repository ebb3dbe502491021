"""How low and how high a score metric can go over all lists of items in which each class has some, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple, cast

from steelyard.lab.exact import Number
from steelyard.lab.exact.algebra import logarithm, power
from steelyard.lab.exact.constants import unrounded
from steelyard.scores.audits.exact import INFINITE, plus, times
from steelyard.scores.metric import ScoreMetric


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
