"""Curves of scores as records: of each model its points, intervals and area, and lines to compare them with."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from steelyard.counts.answer import Answer, Pictured, Row, number, plain
from steelyard.counts.labels import Label, UnknownNameError, some
from steelyard.scores.regrets import Stretch

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
        for each in self.models:
            if each.model == model:
                return each
        raise UnknownNameError(f"there is no model {model!r}; there are {some([each.model for each in self.models])}.")

    @property
    def verdict(self) -> str:
        """The conclusion in a sentence."""
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "verdict": self.verdict,
            "kind": self.kind,
            "positive": plain(self.positive),
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
