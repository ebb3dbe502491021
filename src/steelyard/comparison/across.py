"""Two models over several folds of one data set, or over several data sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from steelyard.comparison.correlated_t import CorrelatedT, correlated_t
from steelyard.comparison.signed_rank import SignedRank, signed_rank
from steelyard.counts.confusion import MODEL, Confusion
from steelyard.counts.labels import some
from steelyard.measuring.measure import Measured, apply
from steelyard.type_names import Floats

Kind = Literal["folds", "datasets"]

FEWEST = 2


@dataclass(frozen=True, eq=False)
class Across:
    """Matrices along "model" and an axis of folds or data sets, and how they are compared.

    Attributes
    ----------
    stack
        The matrices.
    kind
        "folds" of one data set, by the correlated t; or "datasets", by signed ranks.
    test_share, runs, rope, confidence, seed
        As for `correlated_t` and `signed_rank`.
    """

    stack: Confusion
    kind: Kind
    test_share: float | None
    runs: int
    rope: float
    confidence: float
    seed: int

    def __post_init__(self) -> None:
        for name, keys in self.stack.axes.items():
            if name != MODEL and len(keys) < FEWEST:
                raise ValueError(
                    f"there must be at least {FEWEST} {self.kind} along {name!r}, but there is {some(keys)}."
                )

    def values(self, observed: Measured) -> Floats:
        """Return a metric in each fold with the weights of the whole, of shape (models, folds)."""
        quiet = "nan" if observed.policy == "raise" else observed.policy
        (found,) = apply([observed.metric], self.stack, importance=observed.relevance, undefined=quiet)
        return np.moveaxis(found.value, list(self.stack.axes).index(MODEL), 0)

    def compared(self, leads: Floats) -> CorrelatedT | SignedRank | None:
        """Return what the leads of one model over another in each fold say; None if fewer than two are known."""
        if np.isfinite(leads).sum() < FEWEST:
            return None
        if self.kind == "datasets":
            return signed_rank(leads, rope=self.rope, seed=self.seed)
        return correlated_t(leads, self.test_share, runs=self.runs, rope=self.rope, confidence=self.confidence)


def checked_kind(kind: Any) -> Kind:
    """Refuse what slices cannot be."""
    if kind not in get_args(Kind):
        raise ValueError(f"across is one of {', '.join(get_args(Kind))}, not {kind!r}.")
    return kind
