"""How much of the weight space each model wins, and takes each other rank in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from steelyard.comparison.comparison import Comparison
from steelyard.comparison.robustness.robustness import Robustness
from steelyard.counts.answer import number, plain
from steelyard.counts.labels import Label
from steelyard.measuring.notes import Notes
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
    def of(cls, found: Robustness | Comparison) -> Self:
        """Look at shares of the weight space; see `sy.plots.wins`."""
        if isinstance(found, Comparison):
            found = found.robustness()
        if not isinstance(found, Robustness):
            raise ValueError(
                f"shares of the weights are those of sy.compare and its robustness(), not of {type(found).__name__}."
            )
        order = np.argsort(-np.nan_to_num(found.ranks[:, 0]), kind="stable")
        return cls(
            found.metric,
            tuple(found.models[k] for k in order),
            found.ranks[order],
            found.ranks_error[order],
            exact_ranks(found),
            found.region.words,
            found.note,
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


def exact_ranks(found: Robustness) -> bool:
    """Return whether shares of ranks were computed: at one set of weights, and of two models whose lead is linear."""
    return found.region.is_point or (len(found.shares) == 1 and found.shares[0].how == "exact")
