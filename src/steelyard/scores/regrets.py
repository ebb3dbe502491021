"""Which model decides better over all importance that is left open: the mean cost of decisions, and where it turns."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from steelyard.comparison.p_values import holm
from steelyard.counts.answer import Answer, Row, number, plain_label
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, result_of_model
from steelyard.importance.region_of import region_of
from steelyard.intervals.interval import checked_confidence
from steelyard.measuring.notes import NO_NOTES, Notes
from steelyard.scores.binned import BinnedScores
from steelyard.scores.comparison import paired_difference
from steelyard.scores.decision_costs import Along, OpenDecisions, open_decisions
from steelyard.scores.evaluation import notes_on
from steelyard.scores.given import GivenScores, MissingScores, ScoreForm
from steelyard.scores.measured import Measured
from steelyard.scores.score_columns import given_scores
from steelyard.scores.steps import threshold_of
from steelyard.scores.table import Scores
from steelyard.type_names import Floats

MOST_DRAWN = 200_000
"""Items × classes whose decisions a thousand drawn weights make in some seconds."""


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
    """Weights or thresholds, from low to high, at which a model is shown to decide better."""

    better: str
    low: float
    high: float


def stretches_of(better: list[str | None], at: Floats) -> tuple[Stretch, ...]:
    """Return where the same model is better at places side by side.

    Examples
    --------
    >>> [each.to_dict() for each in stretches_of(["a", "a", None, "b"], np.array([0.1, 0.2, 0.3, 0.4]))]
    [{'better': 'a', 'low': 0.1, 'high': 0.2}, {'better': 'b', 'low': 0.4, 'high': 0.4}]
    """
    found: list[Stretch] = []
    for i, model in enumerate(better):
        if model is None:
            continue
        if i and better[i - 1] == model:
            found[-1] = replace(found[-1], high=float(at[i]))
        else:
            found.append(Stretch(model, float(at[i]), float(at[i])))
    return tuple(found)


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
    stretches: tuple[Stretch, ...] = ()


@dataclass(frozen=True, repr=False)
class Regret(Answer):
    """What `sy.scores.regret` returns: `result["forest"].regret` is the mean cost of a model's decisions.

    Attributes
    ----------
    labels, positive
        The classes; of two, the one whose weight or threshold is meant.
    importance, along, low, high, beta
        What was said; of two classes, the weights of the positive class (or the thresholds) that it allows, and the
        density over them.
    shares
        The class shares that the probabilities speak of, and at which thresholds are judged.
    items, confidence, samples
        How many items; the level of the intervals; how many weights were drawn, 0 if it is exact.
    models, constant, differences
        The regret of each model, and of always answering a class; and the differences of all pairs.

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

    def __getitem__(self, model: str) -> ModelRegret:
        """Return the regret of a model."""
        return result_of_model(model, self.models)

    @property
    def verdict(self) -> str:
        """The conclusion in a sentence."""
        return self._shown_as("sentence")

    @property
    def threshold(self) -> float | None:
        """From which probability on the positive class is answered, of two classes if nothing is left open."""
        if self.positive is None or self.low != self.high:
            return None
        if self.along == "threshold":
            return self.low
        share = self.shares[self.labels.index(self.positive)]
        return threshold_of(self.low, share)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        names = [plain_label(label) for label in self.labels]
        return {
            "verdict": self.verdict,
            "positive": plain_label(self.positive),
            "importance": self.importance,
            "along": self.along,
            "low": number(self.low),
            "high": number(self.high),
            "threshold": None if self.threshold is None else number(self.threshold),
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


def takes_long(given: Scores | BinnedScores, importance: Any) -> bool:
    """Whether regret is over drawn weights of so many items and classes that it takes more than some seconds."""
    sizes = Confusion(np.diag(given.support), labels=given.labels)
    classes = len(given.labels)
    return classes > 2 and given.items * classes > MOST_DRAWN and not region_of(importance, sizes).is_point


def regret(
    data: Any,
    scores: Any = None,
    importance: Any = None,
    thresholds: Any = None,
    confidence: float = 0.95,
    *,
    truth: Any = None,
    weight: Any = None,
    labels: Iterable[Any] | None = None,
    positive: Any = None,
    shares: Any = None,
    weights: Any = None,
    form: ScoreForm = "probabilities",
    missing: MissingScores = "refuse",
    beta: tuple[float, float] = (1, 1),
    samples: int = 1_000,
    seed: int = 0,
) -> Regret:
    """Say which model decides better over all importance that is left open.

    Weights w of the classes and their shares π make the best answer the class with the largest w·p/π; of two classes
    that is a threshold. Regret is the weighted error of these decisions, Σ w · (1 − recall), on average over the
    weights that agree with the importance. Of two classes it is a clipped Brier score; of more, weights are drawn.

    Parameters
    ----------
    data, scores, truth, weight, labels, weights, form, missing
        As for `sy.scores.evaluate`: labels and scores, or data of any kind with `truth=`.
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
    if isinstance(data, BinnedScores):
        raise ValueError("decisions need the scores of each item, and these are counted into bins; give the items.")
    given = given_scores(GivenScores(data, scores, truth, weight, labels, positive, weights, form, missing))
    asked = open_decisions(given, importance, thresholds, positive, shares, beta, samples, seed)
    level = checked_confidence(confidence)
    by_model = {model: asked.measured(model) for model in given.columns}
    pairs = [_difference(asked, pair, by_model, level) for pair in combinations(by_model, 2)]
    adjusted = holm([each.p_value for each in pairs]) if pairs else ()
    return Regret(
        labels=given.labels,
        positive=asked.positive,
        importance=None if importance is None else str(importance),
        along=asked.along,
        low=asked.low,
        high=asked.high,
        beta=asked.beta,
        shares=tuple(asked.shares.tolist()),
        items=given.items,
        confidence=level,
        samples=0 if asked.samples == 1 < samples else asked.samples,  # nothing is open, so nothing varies
        models=tuple(
            ModelRegret(model, each.value, *asked.interval(each, level), notes_on(each, model, level))
            for model, each in by_model.items()
        ),
        constant=tuple(asked.of_constant(k) for k in range(len(given.labels))),
        differences=tuple(
            replace(each, p_adjusted=float(p), better=_better(each, float(p), level))
            for each, p in zip(pairs, adjusted, strict=True)
        ),
    )


def _better(each: RegretDifference, adjusted: float, confidence: float) -> str | None:
    if not adjusted < 1 - confidence:
        return None
    return each.first if each.difference < 0 else each.second


def _difference(
    asked: OpenDecisions, pair: tuple[str, str], by_model: dict[str, Measured], level: float
) -> RegretDifference:
    """Compare two models on average, and at each place."""
    first, second = (by_model[model] for model in pair)
    at = asked.places()
    means = asked.differences(pair, at)
    if means.degrees < 1:  # a class of one item does not tell how decisions vary
        return RegretDifference(*pair, first.value - second.value, *(math.nan,) * 3)
    overall = paired_difference(first, second, level, asked.unseen)
    shown = np.where(np.abs(means.apart) > means.reach_of_all(level), np.sign(means.apart), 0.0)
    better = [None if sign == 0 else pair[0] if sign < 0 else pair[1] for sign in shown.tolist()]
    each, everywhere = means.reach_of_each(level), None
    for model, sign in zip(pair, (-1, 1), strict=True):
        if not means.none.all() and (means.none | (sign * means.apart > each)).all():
            everywhere = model
    return replace(
        RegretDifference(*pair, *overall),
        everywhere=everywhere,
        alike=bool(means.none.any()),
        first_shown=float((shown < 0).mean()),
        second_shown=float((shown > 0).mean()),
        stretches=stretches_of(better, at) if asked.drawn is None else (),
    )
