"""What decisions by a model's probabilities cost while importance is left open: on average, and at places in between.

Importance fixes a threshold; an order or a range of it is a region of thresholds. Over the region, the mean cost of
deciding is, of two classes, a clipped Brier score; of more, it is taken over drawn weights.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from steelyard.comparison.robustness.sampling import Sampler
from steelyard.counts.class_shares import shares_of
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, some, whole_number
from steelyard.decisions.rule import decided, positive_place, reached
from steelyard.decisions.validation import below_chance
from steelyard.importance.region import Region
from steelyard.importance.region_of import region_of
from steelyard.intervals.interval import checked_seed
from steelyard.scores.binned import BinnedScores
from steelyard.scores.certainty import NOTHING, loss_interval
from steelyard.scores.measured import Measured, measured
from steelyard.scores.registry import ScoreMetric
from steelyard.scores.steps import Means, Sums, at_even_shares, cells_of, costs, threshold_of, unseen
from steelyard.scores.table import Scores
from steelyard.type_names import Floats, Positions, Range

Along = Literal["weight", "threshold"]
"""What is left open: the weight of the positive class, or the threshold itself."""

PLACES = 101
"""Evenly over the region of two classes, at which models are compared one by one."""

MOST_PLACES = 200
"""Of more classes: of the drawn weights, those at which models are compared one by one."""

CHUNK = 2**22


def evenly(ends: Range, places: int) -> Floats:
    """Return places from one end to the other, or the one that there is.

    They are rounded, so that 0.35 is the same number as a probability of 0.35.

    Examples
    --------
    >>> evenly((0.0, 0.99), 100)[35].item(), evenly((0.2, 0.2), 100).tolist()
    (0.35, [0.2])
    """
    low, high = ends
    return np.array([low]) if low == high else np.clip(np.round(np.linspace(low, high, places), 12), low, high)


def clipped_losses(p: Floats, positive: Any, low: float, high: float, beta: tuple[float, float] = (1, 1)) -> Floats:
    """Return each item's mean cost over thresholds from low to a higher one: t of a false alarm, 1 − t of a miss.

    Uniformly it is a Brier score of clipped probabilities: of a positive item ((1 − a)² − (1 − high)²) / 2, of another
    (a² − low²) / 2, over the width, where a is p clipped. Other densities are Beta(a, b), cut at both ends.

    Examples
    --------
    >>> clipped_losses(np.array([0.75, 0.75]), np.array([True, False]), 0.0, 1.0).tolist()
    [0.03125, 0.28125]
    """
    cut = np.clip(p, low, high)
    if beta == (1, 1):
        missed, alarmed = ((1 - cut) ** 2 - (1 - high) ** 2) / 2, (cut**2 - low**2) / 2
        return np.asarray(np.where(positive, missed, alarmed) / (high - low))
    from scipy.special import betainc  # noqa: PLC0415 - SciPy loads when it is used

    a, b = beta
    mass = betainc(a, b, high) - betainc(a, b, low)
    missed = b / (a + b) * (betainc(a, b + 1, high) - betainc(a, b + 1, cut))
    alarmed = a / (a + b) * (betainc(a + 1, b, cut) - betainc(a + 1, b, low))
    return np.asarray(np.where(positive, missed, alarmed) / mass)


@dataclass(frozen=True, eq=False)
class OpenDecisions:
    """Scores, and what is left open about deciding by them.

    Attributes
    ----------
    scores
        The items.
    along, place, low, high, beta
        Of two classes: the weights or thresholds that are open, of which class, and how densely they lie.
    shares, stated
        The class shares that the probabilities speak of, and whether someone said them.
    drawn
        Of more classes, weights that agree with the importance.
    """

    scores: Scores
    along: Along
    place: int
    low: float
    high: float
    beta: tuple[float, float]
    shares: Floats
    stated: bool
    drawn: Floats | None

    @property
    def positive(self) -> Label | None:
        """The class that the weights or thresholds are of."""
        return self.scores.labels[self.place] if self.drawn is None else None

    @property
    def samples(self) -> int:
        """How many weights were drawn; 0 if it is exact."""
        return 0 if self.drawn is None else len(self.drawn)

    @property
    def by_weight(self) -> bool:
        """Whether the classes count by their weights, whatever their sizes."""
        return self.along == "weight"

    def measured(self, model: str) -> Measured:
        """Measure the mean cost over all that is open."""
        metric = ScoreMetric(
            "regret", "mean cost of decisions", "items", self._mean_losses, direction="lower", probabilities=True,
            at_importance=self.by_weight,
        )  # fmt: skip
        C = len(self.scores.labels)
        shares = self.shares if self.stated and not self.by_weight else None
        return measured(metric, self.scores, model, np.full(C, 1 / C), shares)

    def interval(self, result: Measured, confidence: float) -> Range:
        """Return the interval of the mean cost."""
        by_class = result.sample.covariance(result.slopes, result.slopes)
        degrees = result.told_by(
            by_class, result.sample.normal_items(result.slopes), tuple(range(len(self.scores.labels)))
        )
        if degrees < 1:
            return NOTHING
        low, high = loss_interval(result.value, float(by_class.sum()) + self.unseen, degrees, confidence)
        return low, min(high, 1.0)

    def of_constant(self, k: int) -> float:
        """Return the mean cost of always answering one class."""
        C = len(self.scores.labels)
        parts = np.full(C, 1 / C) if self.by_weight else self.shares
        return float(parts @ self._constant_losses[:, k])

    @cached_property
    def unseen(self) -> float:
        """The variance that one more item of each class would make if it cost the most; see `bands.unseen`."""
        return float(unseen(self.scores, self._parts, self._constant_losses.max(axis=1, keepdims=True))[0])

    @cached_property
    def _constant_losses(self) -> Floats:
        """What an item of each class (row) costs if always the same (column) is answered."""
        C = len(self.scores.labels)
        sure = np.eye(C)
        return np.stack([self._mean_losses(np.tile(sure[k], (C, 1)), np.arange(C)) for k in range(C)], axis=1)

    def places(self) -> Floats:
        """Return where models are compared one by one: weights or thresholds; of more classes, drawn weights."""
        if self.drawn is not None:
            return self.drawn[:MOST_PLACES]
        return evenly((self.low, self.high), PLACES)

    def differences(self, pair: tuple[str, str], places: Floats) -> Means:
        """Return the cost of one model less that of another at each place."""
        sums = Sums(self.scores, len(places))
        if self.drawn is None:
            cuts = self._cut(places)
            at = self._thresholds(cuts)
            cells = cells_of(self.scores, [self.scores.columns[model][:, self.place] for model in pair], at)
            positive = (cells.truth == self.place)[:, None]
            first, second = (costs(reached(column[:, None], at), positive, cuts) for column in cells.columns)
            sums.add(self._scale * (first - second), cells.truth, cells.weights, cells.squares)
        else:
            step = max(1, CHUNK // len(places))
            for begin in range(0, self.scores.items, step):
                these = slice(begin, begin + step)
                truth, a = self.scores.truth[these], self.scores.item_weights[these]
                first, second = (self._drawn_at(self.scores.columns[model][these], truth, places) for model in pair)
                sums.add(self._scale * (first - second), truth, a, a**2)
        return sums.means(self._parts, self._most(places))

    def _most(self, places: Floats) -> Floats:
        """Return what an item of each class costs at most, (classes, places)."""
        if self.drawn is not None:
            return self._scale * places.T
        cuts = self._cut(places)
        own = np.arange(len(self.scores.labels))[:, None] == self.place
        return np.asarray(self._scale * np.where(own, 1 - cuts, cuts))

    @property
    def _parts(self) -> Floats | None:
        """What each class counts; None if as many items count as there are."""
        if self.by_weight:
            return np.full(len(self.scores.labels), 1 / len(self.scores.labels))
        return self.shares if self.stated else None

    @property
    def _scale(self) -> int:
        """A mean over classes, each of which counts 1/C, becomes the sum over them."""
        return len(self.scores.labels) if self.by_weight else 1

    def _cut(self, along: Any) -> Any:
        """Return the threshold of a weight: on probabilities at even shares, it is what the other class weighs."""
        return 1 - along if self.by_weight else along

    def _thresholds(self, cuts: Any) -> Any:
        """Return the thresholds on the probabilities as they were given."""
        return threshold_of(1 - cuts, float(self.shares[self.place])) if self.by_weight else cuts

    def _column(self, columns: Floats) -> Floats:
        """Return the probabilities that thresholds are applied to."""
        own = columns[:, self.place]
        return at_even_shares(own, float(self.shares[self.place])) if self.by_weight else own

    def _mean_losses(self, columns: Floats, truth: Positions) -> Floats:
        if self.drawn is not None:
            total = np.zeros(len(truth))
            for w in self.drawn:
                total += w[truth] * self._wrong(columns, truth, w)
            return self._scale * total / self.samples
        low, high = sorted((self._cut(self.low), self._cut(self.high)))
        positive = truth == self.place
        if low == high:
            taken = reached(columns[:, self.place], self._thresholds(low))
            return self._scale * costs(taken, positive, low)
        beta = self.beta[::-1] if self.by_weight else self.beta
        return self._scale * clipped_losses(self._column(columns), positive, low, high, beta)

    def _drawn_at(self, columns: Floats, truth: Positions, places: Floats) -> Floats:
        return np.stack([w[truth] * self._wrong(columns, truth, w) for w in places], axis=1)

    def _wrong(self, columns: Floats, truth: Positions, w: Floats) -> Any:
        return decided(columns, w / self.shares) != truth


# What was said, checked.


def open_decisions(
    given: Scores, importance: Any, thresholds: Any, positive: Any, shares: Any, beta: Any, samples: Any, seed: Any
) -> OpenDecisions:
    """Return what is left open; refuse what contradicts itself."""
    refuse_ranks(given)
    refuse_empty_classes(given)
    refuse_reversed(given)
    if positive is not None and positive not in given.labels:
        raise ValueError(f"positive must be one of the classes, {some(given.labels)}, not {positive!r}.")
    two = len(given.labels) == 2
    density = _checked_beta(beta, two=two)
    sizes = Confusion(np.diag(given.support), labels=given.labels)
    at = class_shares(given, shares)
    stated = shares is not None
    if thresholds is not None:
        if not two:
            raise ValueError("thresholds= is for two classes; of more, say the importance of each.")
        if importance is not None:
            raise ValueError("an importance fixes the thresholds, so give one of importance= and thresholds=.")
        if positive is None:
            raise ValueError("say with positive= which class the thresholds are of.")
        low, high = checked_thresholds(thresholds)
        return OpenDecisions(given, "threshold", given.labels.index(positive), low, high, density, at, stated, None)
    region = region_of(importance, sizes)
    if two:
        place = positive_place(given.labels, given.support, positive)
        return OpenDecisions(given, "weight", place, *_weights_of(region, place), density, at, stated, None)
    drawn = _drawn(region, whole_number(samples, "samples", least=1), checked_seed(seed))
    return OpenDecisions(given, "weight", 0, math.nan, math.nan, density, at, stated, drawn)


def refuse_ranks(given: Scores) -> None:
    """Refuse scores that no threshold has a meaning for."""
    if given.form == "ranks":
        raise ValueError('decisions need probabilities, but the scores are of form="ranks".')


def refuse_reversed(given: Scores) -> None:
    """Refuse probabilities all of which are worse than chance: they are hardly of the classes that were said."""
    if all(below_chance(given.truth, columns.T) for columns in given.columns.values()):
        raise ValueError(
            "items get less probability of their own class than of a class drawn at random: perhaps the scores are of "
            f"another class than was said; check positive=, or the order of the columns, {some(given.labels)}."
        )


def refuse_empty_classes(given: Scores | BinnedScores) -> None:
    """Refuse classes without items: nobody knows how they would be decided."""
    empty = empty_classes(given)
    if empty or len(given.labels) < 2:
        missing = f", but there are none of {some(empty)}" if empty else ""
        raise ValueError(f"items of at least two classes are needed{missing}.")


def empty_classes(given: Scores | BinnedScores) -> list[Label]:
    """Return the classes without items."""
    return [label for label, size in zip(given.labels, given.support, strict=True) if size <= 0]


def class_shares(given: Scores | BinnedScores, shares: Any) -> Floats:
    """Return the class shares that were said, or those of the items."""
    if shares is None:
        return given.support / given.support.sum()
    at = shares_of(shares, Confusion(np.diag(given.support), labels=given.labels))
    if (at <= 0).any():
        raise ValueError("shares must give a part to every class.")
    return at


def checked_thresholds(thresholds: Any) -> Range:
    """Return the ends of the thresholds that are open."""
    ends = thresholds if isinstance(thresholds, tuple | list) else (thresholds, thresholds)
    try:
        low, high = (float(end) for end in ends)
    except (TypeError, ValueError):
        raise ValueError(f"thresholds must be (low, high) or one number, not {thresholds!r}.") from None
    if not 0 <= low <= high <= 1:
        raise ValueError(f"thresholds must lie between 0 and 1, the lower first, not {low:g} and {high:g}.")
    return low, high


def _checked_beta(beta: Any, *, two: bool) -> tuple[float, float]:
    try:
        a, b = (float(each) for each in beta)
    except (TypeError, ValueError):
        raise ValueError(f"beta must be two numbers above 0, not {beta!r}.") from None
    if not (0 < a < math.inf and 0 < b < math.inf):
        raise ValueError(f"beta must be two numbers above 0, not {beta!r}.")
    if not two and (a, b) != (1, 1):
        raise ValueError("beta= is for two classes; of more, all weights that agree are taken alike.")
    return a, b


def _weights_of(region: Region, place: int) -> Range:
    """Return the weights of one of two classes; an order leaves the less important at most a half."""
    low, high = float(region.low[place]), float(region.high[place])
    for less, more in region.pairs:
        if more == place:
            low = max(low, 0.5)
        if less == place:
            high = min(high, 0.5)
    return low, high


def _drawn(region: Region, samples: int, seed: int) -> Floats:
    sampler = Sampler(region, seed)
    if sampler.how == "none":
        raise ValueError("no weights can be drawn from this importance: too many classes are bound by it.")
    weights = np.concatenate(list(sampler.chunks(samples)))
    if len(weights) <= samples:
        return weights
    return weights[np.linspace(0, len(weights) - 1, samples).astype(int)]  # of walks, spread over all of them
