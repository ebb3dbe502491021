"""Which model decides better over all importance that is left open: the mean cost of its decisions, and where it turns.

Importance fixes a threshold; an order or a range of it is a region of thresholds. Over the region, the mean cost of
deciding by a model's probabilities is, of two classes, a clipped Brier score; of more, it is taken over drawn weights.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Literal

import numpy as np

from steelyard.comparison.p_values import holm
from steelyard.comparison.robustness.sampling import Sampler
from steelyard.counts.answer import Answer, Row, number, plain
from steelyard.counts.class_shares import shares_of
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, some, whole_number
from steelyard.decisions.rule import largest, ranked
from steelyard.importance.region import Region
from steelyard.importance.region_of import region_of
from steelyard.intervals.interval import checked_confidence, checked_seed, standard_errors_within
from steelyard.measuring.notes import NO_NOTES, Notes
from steelyard.scores.catalogue import ScoreMetric
from steelyard.scores.certainty import loss_interval
from steelyard.scores.comparison import paired_difference
from steelyard.scores.evaluation import notes_on
from steelyard.scores.measured import Measured, measured
from steelyard.scores.steps import at_even_shares
from steelyard.scores.table import ScoreForm, Scores
from steelyard.type_names import Floats, Positions, Range

Along = Literal["weight", "threshold"]
"""What is left open: the weight of the positive class, or the threshold itself."""

PLACES = 101
"""Evenly over the region of two classes, at which models are compared one by one."""

MOST_PLACES = 200
"""Of more classes: of the drawn weights, those at which models are compared one by one."""

BANDS = 4_000
"""Draws from which the width of a band is taken that holds at all places together."""

CHUNK = 2**22


def clipped_losses(p: Floats, positive: Any, low: float, high: float, beta: tuple[float, float] = (1, 1)) -> Floats:
    """Return each item's mean cost over thresholds from low to high: t of a false alarm, 1 − t of a missed positive.

    Uniformly it is a Brier score of clipped probabilities: of a positive item ((1 − a)² − (1 − high)²) / 2, of another
    (a² − low²) / 2, over the width, where a is p clipped. Other densities are Beta(a, b), cut at both ends.

    Examples
    --------
    >>> clipped_losses(np.array([0.75, 0.75]), np.array([True, False]), 0.0, 1.0).tolist()
    [0.03125, 0.28125]
    """
    if low == high:
        return np.where(positive, (1 - low) * (p < low), low * (p >= low))
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


@dataclass(frozen=True, repr=False)
class ModelRegret(Answer):
    """The mean cost of one model's decisions over what is left open, and its interval."""

    model: str
    regret: float
    low: float
    high: float
    note: Notes = NO_NOTES

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; what is undefined is None."""
        numbers = {name: number(getattr(self, name)) for name in ("regret", "low", "high")}
        return {"model": self.model, **numbers, "note": str(self.note)}


@dataclass(frozen=True, repr=False)
class Stretch(Answer):
    """Weights or thresholds, from low to high, at which a model is shown to decide better than the other."""

    better: str
    low: float
    high: float


@dataclass(frozen=True, repr=False)
class RegretDifference(Answer):
    """The regrets of two models on the same items.

    Attributes
    ----------
    first, second
        The models.
    difference, low, high
        The mean cost of the first less that of the second, and its interval; below 0, the first decides better.
    p_value, p_adjusted
        How often chance alone would set equal models as far apart; and with Holm's correction for all pairs.
    better
        The model that decides better on average, beyond chance; None if they cannot be told apart.
    everywhere
        The model that decides better at every place that was looked at, each test by itself at the level: a claim
        about all of them needs no correction. None if there is none.
    alike
        Whether both decide all items alike at some of the places.
    first_shown, second_shown
        The share of the places at which a model is shown to be better, by a band that holds at all together.
    first_ahead
        The share of the places at which the first is ahead on these items, by chance or not.
    stretches
        Of two classes, where these places are.
    """

    first: str
    second: str
    difference: float
    low: float
    high: float
    p_value: float
    p_adjusted: float = math.nan
    better: str | None = None
    everywhere: str | None = None
    alike: bool = False
    first_shown: float = 0.0
    second_shown: float = 0.0
    first_ahead: float = 0.0
    stretches: tuple[Stretch, ...] = ()


@dataclass(frozen=True, repr=False)
class Regret(Answer):
    """What `sy.scores.regret` returns: `result["forest"].regret` is the mean cost of a model's decisions.

    Attributes
    ----------
    labels, positive
        The classes; of two, the one whose weight or threshold is meant.
    importance, along, low, high
        What was said; of two classes, the weights of the positive class (or the thresholds) that it allows.
    beta
        The density over them.
    shares
        The class shares that the probabilities speak of, and at which thresholds are judged.
    items, confidence, samples
        How many items; the level of the intervals; how many weights were drawn, 0 if it is exact.
    models, constant, differences
        The regret of each model, and of always answering a class; and the differences of all pairs.
    given
        The scores themselves.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.scores.regret([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], positive=1)
    >>> isinstance(result, sy.scores.Regret), result.along, (result.low, result.high)
    (True, 'weight', (0.0, 1.0))
    """

    labels: tuple[Label, ...]
    positive: Label | None
    importance: str | None
    along: Along
    low: float
    high: float
    beta: tuple[float, float]
    shares: tuple[float, ...]
    items: int
    confidence: float
    samples: int
    models: tuple[ModelRegret, ...]
    constant: tuple[float, ...]
    differences: tuple[RegretDifference, ...]
    given: Scores = field(repr=False, compare=False)

    def __getitem__(self, model: str) -> ModelRegret:
        """Return the regret of a model."""
        for each in self.models:
            if each.model == model:
                return each
        raise KeyError(f"there is no model {model!r}; there are {some([each.model for each in self.models])}.")

    @property
    def verdict(self) -> str:
        """The conclusion in a sentence."""
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        names = [str(label) for label in self.labels]
        return {
            "verdict": self.verdict,
            "positive": plain(self.positive),
            "importance": self.importance,
            "along": self.along,
            "low": number(self.low),
            "high": number(self.high),
            "beta": list(self.beta),
            "shares": dict(zip(names, self.shares, strict=True)),
            "items": self.items,
            "confidence": self.confidence,
            "samples": self.samples,
            "models": [each.to_dict() for each in self.models],
            "constant": dict(zip(names, self.constant, strict=True)),
            "differences": [each.to_dict() for each in self.differences],
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each model."""
        return [each.to_dict() for each in self.models]


def regret(
    y_true: Any,
    scores: Any,
    importance: Any = None,
    thresholds: Any = None,
    confidence: float = 0.95,
    *,
    labels: Iterable[Any] | None = None,
    positive: Any = None,
    shares: Any = None,
    weights: Any = None,
    form: ScoreForm = "probabilities",
    beta: tuple[float, float] = (1, 1),
    samples: int = 1_000,
    seed: int = 0,
) -> Regret:
    """Say which model decides better over all importance that is left open.

    Weights w of the classes and their shares π make the best answer the class with the largest w·p/π; of two classes
    that is a threshold. Regret is the weighted error of these decisions, Σ w · (1 − recall), on average over the
    weights that agree with the importance. Of two classes it is a clipped Brier score, exact; of more, weights are drawn.

    Parameters
    ----------
    y_true, scores, labels, weights, form
        As for `sy.scores.Scores.of`.
    importance
        An order ("bad > good"), a range ("bad=0.6..0.9"), or weights; if not given, all weights.
    thresholds
        Instead of an importance, of two classes: (low, high), the thresholds on the probability of the positive class,
        or one. A false alarm costs t and a missed positive 1 − t per item, so that over (0, 1) it is half the Brier
        score, and at one threshold (1 − t) · (share − net benefit).
    confidence
        The level of the intervals.
    positive
        Of two classes, the one whose weight or threshold is meant; with an importance, the rarer one if not given.
    shares
        The class shares that the probabilities speak of; those of the items if not given.
    beta
        Of two classes, the density over what is open, Beta(a, b) of the weight or threshold; all alike if not given.
    samples, seed
        Of more than two classes, how many weights are drawn.

    Examples
    --------
    >>> import steelyard as sy
    >>> truth, scores = [0, 0, 1, 1], {"a": [0.1, 0.4, 0.35, 0.8], "b": [0.2, 0.3, 0.6, 0.7]}
    >>> result = sy.scores.regret(truth, scores, thresholds=(0, 1), positive=1)
    >>> round(2 * result["a"].regret, 6)  # the Brier score
    0.158125
    """
    given = Scores.of(y_true, scores, labels=labels, positive=positive, weights=weights, form=form)
    asked = _asked(given, importance, thresholds, positive, shares, beta, samples, seed)
    level = checked_confidence(confidence)
    by_model = {model: asked.measured(model) for model in given.columns}
    rows = tuple(_of_model(each, model, level) for model, each in by_model.items())
    pairs = [_difference(asked, pair, by_model, level) for pair in combinations(by_model, 2)]
    adjusted = holm([each.p_value for each in pairs]) if pairs else []
    told = tuple(
        replace(each, p_adjusted=float(p), better=_better(each, float(p), level))
        for each, p in zip(pairs, adjusted, strict=True)
    )
    return Regret(
        given.labels, asked.positive, None if importance is None else str(importance), asked.along, asked.low,
        asked.high, asked.beta, tuple(asked.shares.tolist()), given.items, level, asked.samples, rows,
        tuple(asked.of_constant(k) for k in range(len(given.labels))), told, given,
    )  # fmt: skip


def _better(each: RegretDifference, adjusted: float, confidence: float) -> str | None:
    if not adjusted < 1 - confidence:
        return None
    return each.first if each.difference < 0 else each.second


def _of_model(each: Measured, model: str, confidence: float) -> ModelRegret:
    by_class = each.sample.covariance(each.slopes, each.slopes)
    told = each.told_by(by_class, tuple(range(len(each.scores.labels))))
    ends = (math.nan, math.nan)
    if told >= 1:
        ends = loss_interval(each.value, float(by_class.sum()), told, confidence)
    return ModelRegret(model, each.value, ends[0], min(ends[1], 1.0), notes_on(each, model))


# What is asked, and the cost of each item's decisions: over all that is open, and at places in it.


@dataclass(frozen=True, eq=False)
class _Question:
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
        return self.scores.labels[self.place] if self.drawn is None else None

    @property
    def samples(self) -> int:
        return 0 if self.drawn is None else len(self.drawn)

    @property
    def by_weight(self) -> bool:
        return self.along == "weight"

    def cut(self, along: Any) -> Any:
        """Return the threshold of a weight: on probabilities at even shares, it is what the other class weighs."""
        return 1 - along if self.by_weight else along

    def column(self, columns: Floats) -> Floats:
        """Return the probabilities that thresholds are applied to."""
        own = columns[:, self.place]
        return at_even_shares(own, float(self.shares[self.place])) if self.by_weight else own

    def measured(self, model: str) -> Measured:
        """Measure the mean cost over all that is open."""
        body = self._mean_losses if self.drawn is None else self._drawn_losses
        metric = ScoreMetric(
            "regret", "mean cost of decisions", "items", body, direction="lower", probabilities=True,
            at_importance=self.by_weight,
        )  # fmt: skip
        C = len(self.scores.labels)
        shares = self.shares if self.stated and not self.by_weight else None
        return measured(metric, self.scores, model, np.full(C, 1 / C), shares)

    def of_constant(self, k: int) -> float:
        """Return the regret of always answering one class."""
        sure = np.zeros((len(self.scores.labels),) * 2)
        sure[:, k] = 1.0
        truth = np.arange(len(sure))
        body = self._mean_losses if self.drawn is None else self._drawn_losses
        counts = np.full(len(sure), 1 / len(sure)) if self.by_weight else self.shares
        return float(counts @ body(sure, truth))

    def _mean_losses(self, columns: Floats, truth: Positions) -> Floats:
        ends = sorted((self.cut(self.low), self.cut(self.high)))
        beta = self.beta[::-1] if self.by_weight else self.beta
        return self._scale * clipped_losses(self.column(columns), truth == self.place, ends[0], ends[1], beta)

    @property
    def _scale(self) -> int:
        """A mean over classes, each of which counts 1/C, becomes the sum over them."""
        return len(self.scores.labels) if self.by_weight else 1

    def _drawn_losses(self, columns: Floats, truth: Positions) -> Floats:
        total = np.zeros(len(truth))
        for w in np.asarray(self.drawn):
            total += w[truth] * self._wrong(columns, truth, w)
        return self._scale * total / self.samples

    def _wrong(self, columns: Floats, truth: Positions, w: Floats) -> Any:
        gains = w / self.shares
        return largest(columns.T, gains, ranked(gains).tolist())[0] != truth

    def places(self) -> Floats:
        """Return where models are compared one by one: weights or thresholds; of more classes, drawn weights."""
        if self.drawn is not None:
            return self.drawn[:MOST_PLACES]
        return np.array([self.low]) if self.low == self.high else np.linspace(self.low, self.high, PLACES)

    def losses_at(self, model: str, these: slice, places: Floats) -> Floats:
        """Return what each of these items costs at each place, (n, places)."""
        columns, truth = self.scores.columns[model][these], self.scores.truth[these]
        if self.drawn is not None:
            at = [w[truth] * self._wrong(columns, truth, w) for w in places]
            return self._scale * np.stack(at, axis=1)
        t, p = self.cut(places), self.column(columns)[:, None]
        positive = (truth == self.place)[:, None]
        return np.asarray(self._scale * np.where(positive, (1 - t) * (p < t), t * (p >= t)))


def _asked(
    given: Scores, importance: Any, thresholds: Any, positive: Any, shares: Any, beta: Any, samples: Any, seed: Any
) -> _Question:
    if given.form == "ranks":
        raise ValueError('regret needs probabilities, but the scores are of form="ranks".')
    if positive is not None and positive not in given.labels:
        raise ValueError(f"positive must be one of the classes, {some(given.labels)}, not {positive!r}.")
    empty = [label for label, size in zip(given.labels, given.support, strict=True) if size <= 0]
    if empty or len(given.labels) < 2:
        raise ValueError(
            f"regret needs items of at least two classes, and of each; there are none of {some(empty)}."
            if empty
            else "regret needs items of at least two classes."
        )
    two = len(given.labels) == 2
    density = _checked_beta(beta, two=two)
    sizes = Confusion(np.diag(given.support), labels=given.labels)
    at = given.support / given.support.sum() if shares is None else shares_of(shares, sizes)
    if (at <= 0).any():
        raise ValueError("shares must give a part to every class.")
    if thresholds is not None:
        low, high = _checked_thresholds(thresholds, importance, positive, two=two)
        return _Question(
            given, "threshold", given.labels.index(positive), low, high, density, at, shares is not None, None
        )
    region = region_of(importance, sizes)
    if two:
        place = int(np.argmin(given.support)) if positive is None else given.labels.index(positive)
        return _Question(given, "weight", place, *_weights_of(region, place), density, at, shares is not None, None)
    drawn = _drawn(region, whole_number(samples, "samples", least=1), checked_seed(seed))
    return _Question(given, "weight", 0, math.nan, math.nan, density, at, shares is not None, drawn)


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


def _checked_thresholds(thresholds: Any, importance: Any, positive: Any, *, two: bool) -> Range:
    if not two:
        raise ValueError("thresholds= is for two classes; of more, say the importance of each.")
    if importance is not None:
        raise ValueError("an importance fixes the thresholds, so give one of importance= and thresholds=.")
    if positive is None:
        raise ValueError("say with positive= which class the thresholds are of.")
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


# Two models: on average, and at each place.


def _difference(
    asked: _Question, pair: tuple[str, str], by_model: dict[str, Measured], level: float
) -> RegretDifference:
    first, second = (by_model[model] for model in pair)
    away, low, high, p = paired_difference(first, second, level)
    result = RegretDifference(*pair, away, low, high, p)
    degrees = min(float(asked.scores.sizes.min()) - 1, float(asked.scores.items - 2))
    if degrees < 1:
        return result
    at = asked.places()
    differences, covariance = _over_places(asked, pair, at)
    errors = np.sqrt(np.maximum(np.diagonal(covariance), 0.0))
    alike = (errors <= 1e-12) & (np.abs(differences) <= 1e-12)
    with np.errstate(invalid="ignore", divide="ignore"):
        apart = np.where(alike, 0.0, differences / errors)
    each, band = standard_errors_within(level, degrees), _band(covariance, degrees, level)
    everywhere = None
    for model, sign in zip(pair, (-1, 1), strict=True):
        if not alike.all() and (alike | (sign * apart > each)).all():
            everywhere = model
    shown = np.where(np.abs(apart) > band, np.sign(apart), 0.0)
    return replace(
        result,
        everywhere=everywhere,
        alike=bool(alike.any()),
        first_shown=float((shown < 0).mean()),
        second_shown=float((shown > 0).mean()),
        first_ahead=float((differences < -1e-12).mean()),
        stretches=_stretches(shown, at, pair) if asked.drawn is None else (),
    )


def _stretches(shown: Floats, at: Floats, pair: tuple[str, str]) -> tuple[Stretch, ...]:
    starts = np.flatnonzero(np.diff(shown, prepend=np.nan) != 0)
    ends = np.append(starts[1:], len(shown)) - 1
    return tuple(
        Stretch(pair[0] if shown[i] < 0 else pair[1], float(at[i]), float(at[j]))
        for i, j in zip(starts, ends, strict=True)
        if shown[i] != 0
    )


def _over_places(asked: _Question, pair: tuple[str, str], at: Floats) -> tuple[Floats, Floats]:
    """Return the difference of costs at each place, and the covariance of these; as `Sample` has it, from sums."""
    scores, C, S = asked.scores, len(asked.scores.labels), len(at)
    sums, squared, crossed = np.zeros((C, S)), np.zeros((C, S)), np.zeros((C, S, S))
    step = max(1, CHUNK // S)
    for begin in range(0, scores.items, step):
        these = slice(begin, begin + step)
        d = asked.losses_at(pair[0], these, at) - asked.losses_at(pair[1], these, at)
        a, truth = scores.item_weights[these], scores.truth[these]
        for k in range(C):
            own, weight = d[truth == k], a[truth == k, None]
            sums[k] += (weight * own).sum(axis=0)
            squared[k] += (weight**2 * own).sum(axis=0)
            crossed[k] += (weight * own).T @ (weight * own)
    total = scores.support
    squares = np.bincount(scores.truth, weights=scores.item_weights**2, minlength=C)
    if asked.by_weight or asked.stated:
        factor = (np.full(C, 1 / C) if asked.by_weight else asked.shares) / total
        middle = sums / total[:, None]
        value = (factor[:, None] * sums).sum(axis=0)
    else:
        factor = np.full(C, 1 / total.sum())
        value = sums.sum(axis=0) / total.sum()
        middle = np.broadcast_to(value, sums.shape)
    covariance = np.zeros((S, S))
    for k in range(C):
        mean = squared[k] / squares[k]
        n = float(scores.sizes[k])
        inside = (crossed[k] - squares[k] * np.outer(mean, mean)) * (n / (n - 1) if n > 1 else 1.0)
        between = squares[k] * np.outer(mean - middle[k], mean - middle[k])
        covariance += factor[k] ** 2 * (inside + between)
    return value, covariance


def _band(covariance: Floats, degrees: float, confidence: float) -> float:
    """Return how many standard errors a band reaches that holds at all places together: the largest |t| of draws."""
    errors = np.sqrt(np.maximum(np.diagonal(covariance), 0.0))
    told = errors > 1e-12
    if not told.any():
        return math.inf
    correlation = covariance[np.ix_(told, told)] / np.outer(errors[told], errors[told])
    values, vectors = np.linalg.eigh(correlation)
    rng = np.random.default_rng(0)
    normal = rng.standard_normal((BANDS, int(told.sum()))) @ (vectors * np.sqrt(np.maximum(values, 0.0))).T
    spread = np.sqrt(rng.chisquare(degrees, BANDS) / degrees)
    return float(np.quantile(np.abs(normal).max(axis=1) / spread, confidence))
