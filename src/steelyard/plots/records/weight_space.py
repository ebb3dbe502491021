"""How much of the weight space each model wins, and of three classes where."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from steelyard.comparison.comparison import Comparison
from steelyard.comparison.robustness.programme import corners_of
from steelyard.comparison.robustness.robustness import Robustness, robustness
from steelyard.comparison.robustness.simplices import simplices_of
from steelyard.counts.answer import number, plain
from steelyard.counts.labels import Label, some
from steelyard.importance.region_of import region_of
from steelyard.measuring.lead import difference
from steelyard.measuring.notes import Notes
from steelyard.measuring.record import Metric
from steelyard.plots.records.weights import Weighed
from steelyard.type_names import Floats


@dataclass(frozen=True, eq=False)
class WinsRecord:
    """What `sy.plots.wins` shows.

    Attributes
    ----------
    metric
        The metric's name.
    models
        Their names, the one that wins most first.
    ranks, errors
        The share of the weights at which each model (row) takes each rank, and its standard error; NaN if unknown.
    exact
        Whether the shares were computed; if not, weights were drawn, so that 0 and 1 are bounds.
    said
        Which weights: "your order" for those that agree with it; empty for all.
    note
        Why shares are unknown, where they are.
    """

    metric: str
    models: tuple[Label, ...]
    ranks: Floats
    errors: Floats
    exact: bool
    said: str
    note: Notes

    @classmethod
    def of(cls, result: Robustness | Comparison) -> Self:
        """Look at shares of the weight space; see `sy.plots.wins`."""
        if isinstance(result, Comparison):
            result = result.robustness()
        if not isinstance(result, Robustness):
            raise ValueError(
                f"shares of the weights are those of sy.compare and its robustness(), not of {type(result).__name__}."
            )
        order = np.argsort(-np.nan_to_num(result.ranks[:, 0]), kind="stable")
        return cls(
            result.metric,
            tuple(result.models[k] for k in order),
            result.ranks[order],
            result.ranks_error[order],
            exact_ranks(result),
            result.region.words,
            result.note,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an unknown share is None."""
        return {
            "metric": self.metric,
            "said": self.said,
            "exact": self.exact,
            "note": str(self.note),
            "models": [
                {
                    "model": plain(model),
                    "ranks": [number(share) for share in self.ranks[k].tolist()],
                    "errors": [number(error) for error in self.errors[k].tolist()],
                }
                for k, model in enumerate(self.models)
            ],
        }


def exact_ranks(result: Robustness) -> bool:
    """Return whether shares of ranks were computed: at one set of weights, and of two models whose lead is linear."""
    return result.region.is_point or (len(result.shares) == 1 and result.shares[0].how == "exact")


# All weights of three classes as a triangle: who is the best where.


STEPS = 24
"""Weights along each side. Between them, averages are linear in the weights, and others almost."""


@dataclass(frozen=True, eq=False)
class TriangleRecord:
    """What `sy.plots.triangle` shows.

    Attributes
    ----------
    by
        The metric.
    labels
        The three classes.
    models
        Their names.
    weights, values
        Weights all over the triangle, (S, 3), and the values of all models there, (S, K).
    now
        The weights that the importance has by itself.
    won
        The share of all weights at which each model is the best (ties shared).
    exact
        Whether these shares were computed; if not, weights were drawn, so that 0 and 1 are bounds.
    agreeing
        If the importance leaves something open: the corners of the weights that agree with it, (V, 3), in turn.
    """

    by: Metric
    labels: tuple[Label, ...]
    models: tuple[Hashable, ...]
    weights: Floats
    values: Floats
    now: Floats
    won: Floats
    exact: bool
    agreeing: Floats

    @classmethod
    def of(cls, models: Any, metric: str | Metric | None = None, importance: Any = None) -> Self:
        """Look at all weights of three classes; see `sy.plots.triangle`."""
        given = Weighed.of(models, metric, importance)
        labels = given.cm.labels
        if len(labels) != 3:
            raise ValueError(
                f"a triangle has three corners, but there are {len(labels)} classes, {some(labels)}; merge them into "
                "three first, with collapse."
            )
        weights = _lattice(STEPS)
        whole_space = robustness(given.cm, given.metric, undefined=given.undefined)
        return cls(
            by=given.metric,
            labels=labels,
            models=given.models,
            weights=weights,
            values=given.at(weights),
            now=given.weights,
            won=whole_space.ranks[:, 0],
            exact=exact_ranks(whole_space),
            agreeing=_agreeing(given),
        )

    @property
    def metric(self) -> str:
        """The metric's name."""
        return self.by.name

    @property
    def direction(self) -> str:
        """Whether "higher" or "lower" values are better."""
        return self.by.direction

    def leads(self, values: Floats) -> Floats:
        """Return by how much each model is ahead of the best other one, given values of all, (S, K).

        Negative where it is behind, 0 where it ties, and −∞ where it has no value.
        """
        ahead = self.by.sign * difference(values[:, :, None], values[:, None, :], self.by)
        each = np.arange(len(self.models))
        ahead[:, each, each] = np.inf
        least = np.where(np.isnan(ahead), np.inf, ahead).min(axis=2)
        return np.where(np.isnan(values), -np.inf, least)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined number is None."""
        return {
            "metric": self.metric,
            "direction": self.direction,
            "labels": [plain(label) for label in self.labels],
            "exact": self.exact,
            "models": [
                {"model": plain(model), "won": number(self.won[k]), "values": [number(x) for x in self.values[:, k]]}
                for k, model in enumerate(self.models)
            ],
            "weights": self.weights.tolist(),
            "now": self.now.tolist(),
            "agreeing": self.agreeing.tolist(),
        }


def _lattice(steps: int) -> Floats:
    """Return the weights of three classes that are whole parts of 1."""
    return np.array([(i, j, steps - i - j) for i in range(steps + 1) for j in range(steps + 1 - i)]) / steps


def _agreeing(given: Weighed) -> Floats:
    """Return the corners of the weights that agree, in turn around their middle; none if all do, or one point."""
    region = region_of(given.said, given.cm.pooled())
    if given.said is None or region.is_point:
        return np.empty((0, 3))
    corners, _ = corners_of(region, simplices_of(region))
    corners = np.unique(corners.round(12), axis=0)
    away = corners - corners.mean(axis=0)
    # Weights 0 and 1 tell a place in the triangle; the turn is the same in these as in equal angles.
    return corners[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]
