"""The result of a comparison."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.comparison.difference import Difference, sign_of
from steelyard.comparison.stuart_maxwell import StuartMaxwell
from steelyard.confusion import MODEL, Confusion
from steelyard.disagreement.disagreement import Disagreement, disagreements
from steelyard.importance import Importance
from steelyard.intervals.interval import Interval
from steelyard.joint import Joint
from steelyard.labels import Label
from steelyard.measuring import Measured
from steelyard.record import Metric
from steelyard.score import plain
from steelyard.weightings.robustness import Robustness, robustness

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, eq=False)
class Scored:
    """One metric of all models.

    Attributes
    ----------
    measured
        The values.
    intervals
        One for each model.
    ranks
        The probability that each model (a row) takes each rank (a column), over the draws.
    groups
        Sets of models, by position, the best first, of which no two can be told apart.
    """

    measured: Measured
    intervals: tuple[Interval, ...]
    ranks: Floats
    groups: tuple[tuple[int, ...], ...]

    @property
    def metric(self) -> Metric:
        return self.measured.metric

    @property
    def values(self) -> Floats:
        return self.measured.value

    @property
    def leads(self) -> Floats:
        """The values, larger being better."""
        return sign_of(self.metric) * self.values


@dataclass(frozen=True, eq=False)
class Comparison:
    """Several models weighed against each other; what `sy.compare` returns.

    Attributes
    ----------
    models, tables
        The names of the models, and their matrices.
    importance, weights
        How much each class matters, as stated and as weights that sum to 1.
    paired
        Whether the models are known on the same items; if not, differences are less sure than they could be.
    scored
        For each metric the values, intervals, rank probabilities and sets that cannot be told apart.
    differences
        For each metric and pair of models a `Difference`.
    marginals
        For each pair, whether they predict the classes equally often (Stuart–Maxwell).
    main
        The metric of the verdict.
    verdict
        The conclusion, in a sentence or two.
    disagreement
        Where metrics rank the models otherwise, and what causes it.
    """

    tables: Confusion
    importance: Importance
    said: Any
    weights: NDArray[np.float64]
    undefined: str
    paired: bool
    grouped: bool
    confidence: float
    rope: float
    method: Any
    scored: tuple[Scored, ...]
    differences: tuple[Difference, ...]
    marginals: tuple[StuartMaxwell, ...]
    joint: Joint | None
    main: str
    across: str | None = None

    @property
    def models(self) -> tuple[Label, ...]:
        return tuple(self.tables.axes[MODEL])

    def __getitem__(self, name: str) -> Any:
        """Return the `Difference` of a metric; of more than two models, the list of them."""
        found = [d for d in self.differences if name in (d.metric.name, d.metric.id, *d.metric.aliases)]
        if not found:
            raise KeyError(f"{name!r} was not compared; there are {', '.join(s.metric.name for s in self.scored)}.")
        return found[0] if len(self.models) == 2 else found

    def pair(self, a: Label, b: Label, metric: str | None = None) -> Difference:
        """Return the difference of two models by a metric, by that of the verdict if none is named."""
        wanted = self.main if metric is None else metric
        for d in self.differences:
            if {d.a, d.b} == {a, b} and wanted in (d.metric.name, d.metric.id, *d.metric.aliases):
                return d
        raise KeyError(f"there is no pair {a!r} and {b!r} with {wanted!r}.")

    def score(self, metric: str | None = None) -> Scored:
        """Return one metric of all models, that of the verdict if none is named."""
        wanted = self.main if metric is None else metric
        for each in self.scored:
            if wanted in (each.metric.name, each.metric.id, *each.metric.aliases):
                return each
        raise KeyError(f"{wanted!r} was not compared; there are {', '.join(s.metric.name for s in self.scored)}.")

    def robustness(self, metric: str | None = None, *, samples: int = 100_000) -> Robustness:
        """Return how a metric compares the models over all weights that agree with what was said."""
        return robustness(
            self.tables,
            self.score(metric).metric,
            self.said,
            samples=samples,
            seed=self.method.seed,
            undefined=self.undefined,
        )

    @cached_property
    def robust(self) -> Robustness | None:
        """The metric of the verdict over all weights that agree; None if it does not follow the importance."""
        main = self.score()
        if not main.metric.weighted or not np.isfinite(main.values).all():
            return None
        return self.robustness()

    @cached_property
    def disagreement(self) -> Disagreement:
        return disagreements(
            self.tables, [each.metric for each in self.scored], [self.importance], undefined=self.undefined
        )

    @cached_property
    def verdict(self) -> str:
        from steelyard.comparison.verdict import verdict_of  # noqa: PLC0415 - it tells about this record

        return verdict_of(self)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        names = [plain(name) for name in self.models]
        return {
            "verdict": self.verdict,
            "models": names,
            "items": self.tables.each_item_once().total.item(),
            "paired": self.paired,
            "importance": str(self.importance),
            "weights": {plain(c): float(w) for c, w in zip(self.tables.labels, self.weights, strict=True)},
            "undefined": self.undefined,
            "confidence": self.confidence,
            "rope": self.rope,
            "intervals": self.method.name,
            "draws": self.method.draws,
            "seed": self.method.seed,
            "metric": self.main,
            "scores": [row for each in self.scored for row in _rows(each, names)],
            "differences": [d.to_dict() for d in self.differences],
            "marginals": [test.to_dict() for test in self.marginals],
            "robustness": None if self.robust is None else self.robust.to_dict(),
            "disagreement": self.disagreement.to_dict(),
        }

    def to_json(self, indent: int | None = 2) -> str:
        """Return `to_dict` as JSON text."""
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False, allow_nan=False)

    def __str__(self) -> str:
        from steelyard.display.comparison import comparison_text  # noqa: PLC0415

        return comparison_text(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from steelyard.display.comparison import comparison_html  # noqa: PLC0415

        return comparison_html(self)

    @property
    def pairs(self) -> list[tuple[Label, Label]]:
        """All pairs of models."""
        return list(combinations(self.models, 2))


def _rows(each: Scored, names: list[Any]) -> list[dict[str, Any]]:
    def number(value: float) -> float | None:
        return float(value) if np.isfinite(value) else None

    return [
        {
            "model": names[k],
            "metric": each.metric.name,
            "value": number(each.values[k]),
            "low": number(interval.low),
            "high": number(interval.high),
            "undefined_draws": interval.undefined,
            "note": interval.note,
            "ranks": [number(p) for p in each.ranks[k]],
            "groups": [g for g, members in enumerate(each.groups) if k in members],
        }
        for k, interval in enumerate(each.intervals)
    ]
