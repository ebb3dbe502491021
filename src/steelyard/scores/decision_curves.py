"""Curves as records; and what deciding is worth at each threshold: decision, cost and Brier curves, with bands."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from steelyard.counts.answer import Answer, Pictured, Row, number, plain_label
from steelyard.counts.labels import Label, result_of_model
from steelyard.decisions.rule import reached
from steelyard.scores.decision_costs import PLACES, Along, OpenDecisions, checked_thresholds, evenly
from steelyard.scores.regrets import Stretch, stretches_of
from steelyard.scores.steps import Cells, Means, Steps, Sums, benefits, cells_of, costs, threshold_of
from steelyard.scores.table import Scores
from steelyard.type_names import Floats, Range

# Curves of any kind, as they are told.


CurveKind = Literal["roc", "precision_recall", "reliability", "decision", "cost", "brier"]
"""Which curve; the last three are of decisions, over thresholds or weights."""


@dataclass(frozen=True, repr=False)
class ModelCurve(Answer):
    """The curve of one model.

    Attributes
    ----------
    model
        Whose.
    x, y
        The points.
    low, high
        The interval of each, of decisions a band that holds at all of them together; empty if there is none.
    best
        Of a cost curve, the cost at the best threshold for each weight: what other thresholds would gain.
    area, area_low, area_high
        What the curve comes to, and its interval: the area under the ROC curve, the average precision, the mean cost
        over all weights, the Brier score; NaN of other kinds.
    worth
        Of decisions: where they are shown to be better than both always and never answering the class.
    """

    model: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    best: tuple[float, ...] = ()
    area: float = math.nan
    area_low: float = math.nan
    area_high: float = math.nan
    worth: tuple[Stretch, ...] = ()


@dataclass(frozen=True, repr=False)
class Baseline(Answer):
    """A line to compare curves with: "always" and "never" answering the class, "chance", "calibrated"."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True, repr=False)
class ScoreCurves(Pictured):
    """What `sy.scores.curve` returns: `result["forest"].y`; `result.plot()` draws it.

    Attributes
    ----------
    kind, positive
        Which curve, of which class.
    share, stated
        The share of that class, and whether someone said it; else it is counted.
    items, confidence
        How many items, and the level of intervals and bands.
    models, baselines
        The curves, and what to compare them with.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.scores.curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], "roc", positive=1)
    >>> isinstance(result, sy.scores.ScoreCurves), result["model"].area
    (True, 0.75)
    """

    kind: CurveKind
    positive: Label
    share: float
    stated: bool
    items: int
    confidence: float
    models: tuple[ModelCurve, ...]
    baselines: tuple[Baseline, ...]

    def __getitem__(self, model: str) -> ModelCurve:
        """Return the curve of a model."""
        return result_of_model(model, self.models)

    @property
    def verdict(self) -> str:
        """The conclusion in a sentence."""
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "verdict": self.verdict,
            "kind": self.kind,
            "positive": plain_label(self.positive),
            "share": self.share,
            "stated": self.stated,
            "items": self.items,
            "confidence": self.confidence,
            "models": [each.to_dict() for each in self.models],
            "baselines": [each.to_dict() for each in self.baselines],
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each model and point."""
        rows = []
        for each in self.models:
            for i, (x, y) in enumerate(zip(each.x, each.y, strict=True)):
                row = {"model": each.model, "x": number(x), "y": number(y)}
                if each.low:
                    row |= {"low": number(each.low[i]), "high": number(each.high[i])}
                rows.append(row)
        return rows


# Curves of decisions: what each item costs or gains, at each threshold or weight.


UP_TO_ALMOST_1 = (0.0, 0.99)
"""The usual thresholds of net benefit, by hundredths: at 1 it has no end."""


def ends_of(kind: CurveKind, thresholds: Any) -> Range:
    """Return from where to where a curve goes."""
    if thresholds is None:
        return UP_TO_ALMOST_1 if kind == "decision" else (0.0, 1.0)
    low, high = checked_thresholds(thresholds)
    if kind == "decision" and high == 1:
        raise ValueError("at a threshold of 1 a false alarm costs without end; give thresholds below 1.")
    return low, high


@dataclass(frozen=True, eq=False)
class DecisionCurves:
    """Which curve is asked for, of scores of which the first class is the positive one.

    Attributes
    ----------
    kind, scores
        What, and of which items.
    share, stated
        The share of the positive class, and whether someone said it.
    confidence
        The level of the band.
    ends
        The first and the last threshold, or weight.
    """

    kind: CurveKind
    scores: Scores
    share: float
    stated: bool
    confidence: float
    ends: Range

    def curve(self, model: str) -> ModelCurve:
        """Return the curve of one model, its band, and where it is worth more than answering always the same."""
        at = self._at()
        cuts, gain, most = self._gain(at)
        thresholds = threshold_of(at, self.share) if self.kind == "cost" else cuts
        cells = cells_of(self.scores, [self.scores.columns[model][:, 0]], thresholds)
        positive = (cells.truth == 0)[:, None]
        taken = reached(cells.columns[0][:, None], thresholds)
        own = gain(taken, positive)
        means = self._means(own, cells, most)
        always, never = gain(np.full_like(taken, True), positive), gain(np.full_like(taken, False), positive)
        rivals = self._means(np.hstack([own - always, own - never]), cells, np.hstack([most, most]))
        ahead = rivals.apart * (1 if self.kind == "decision" else -1) > rivals.reach_of_all(self.confidence)
        worth = [model if both else None for both in (ahead[: len(at)] & ahead[len(at) :]).tolist()]
        result = ModelCurve(model, tuple(at.tolist()), tuple(means.values.tolist()), worth=stretches_of(worth, at))
        reach = means.reach_of_all(self.confidence)
        if math.isfinite(reach):
            below, above = means.values - reach * means.errors, means.values + reach * means.errors
            below = below if self.kind == "decision" else np.maximum(below, 0.0)
            result = replace(result, low=tuple(below.tolist()), high=tuple(above.tolist()))
        if self.kind == "cost":
            steps = Steps.of(self.scores, model, 0, self.share)
            result = replace(result, best=tuple(steps.least_weighted_error(at).tolist()))
        return result if self.kind == "decision" else self._with_area(result)

    def _with_area(self, result: ModelCurve) -> ModelCurve:
        along: Along = "weight" if self.kind == "cost" else "threshold"
        shares, times = np.array([self.share, 1 - self.share]), 1 if self.kind == "cost" else 2
        whole = OpenDecisions(self.scores, along, 0, *self.ends, (1, 1), shares, self.stated, None)
        area = whole.measured(result.model)
        low, high = (times * end for end in whole.interval(area, self.confidence))
        return replace(result, area=times * area.value, area_low=low, area_high=high)

    def baselines(self) -> tuple[Baseline, ...]:
        """Return what always and never answering the class comes to."""
        at = self._at()
        _, gain, _ = self._gain(at)
        lines = []
        for name, taken in (("always", True), ("never", False)):
            both = gain(np.full((2, 1), taken), np.array([[True], [False]]))
            lines.append(Baseline(name, tuple(at.tolist()), tuple((self._parts @ both).tolist())))
        return tuple(lines)

    @property
    def _parts(self) -> Floats:
        """What each class counts: of a cost curve, weights are in the costs."""
        return np.array([0.5, 0.5] if self.kind == "cost" else [self.share, 1 - self.share])

    def _at(self) -> Floats:
        return evenly(self.ends, PLACES - 1 if self.ends == UP_TO_ALMOST_1 else PLACES)

    def _gain(self, at: Floats) -> tuple[Floats, Callable[[Any, Any], Floats], Floats]:
        """Return the thresholds of places, what items have there, and what they have at most, (classes, places)."""
        if self.kind == "decision":
            return (
                at,
                lambda taken, positive: benefits(taken, positive, at),
                np.stack([np.ones_like(at), at / (1 - at)]),
            )
        cuts = 1 - at if self.kind == "cost" else at
        # Twice: of weights, the sum over both classes is twice their mean; of thresholds, the area is the Brier score.
        return cuts, lambda taken, positive: 2 * costs(taken, positive, cuts), 2 * np.stack([1 - cuts, cuts])

    def _means(self, values: Floats, cells: Cells, most: Floats) -> Means:
        sums = Sums(self.scores, values.shape[1])
        sums.add(values, cells.truth, cells.weights, cells.squares)
        return sums.means(self._parts if self.kind == "cost" or self.stated else None, most)
