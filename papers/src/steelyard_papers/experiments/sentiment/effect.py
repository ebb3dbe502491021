"""Whether training with a criterion raises what it is tested by: Figure 3b, for every architecture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from steelyard_papers.experiments.sentiment.answered import Answered
from steelyard_papers.experiments.sentiment.criteria import CRITERIA, PLAIN, WAYS, Way
from steelyard_papers.experiments.sentiment.differences import Apart, apart, compared
from steelyard_papers.experiments.sentiment.measured import values_by_seed

UNTOLD = Way(PLAIN, "")


@dataclass(frozen=True, slots=True)
class Effect:
    """One architecture under one criterion: trained with it, and plainly.

    Attributes
    ----------
    architecture, criterion, per
        What was trained, with what, weighing what.
    apart
        The weighted balanced accuracy of the model trained with the criterion, and of the plain one.
    constant
        What always answering the most important class gets: its weight.
    """

    architecture: str
    criterion: str
    per: str
    apart: Apart
    constant: float

    def row(self) -> dict[str, Any]:
        """Return a row of the table `sentiment_effect`."""
        return {
            "architecture": self.architecture,
            "criterion": self.criterion,
            "per": self.per,
            "constant": self.constant,
            "test": self.apart.second,
            "train_test": self.apart.first,
            **self.apart.interval_row(),
        }


def effects(answered: Answered) -> Iterator[Effect]:
    """Yield what training with each criterion did, where both models are there."""
    for architecture in answered.architectures:
        for criterion in CRITERIA:
            ways = [way for way in WAYS if way.training == criterion and (architecture, way) in answered.by_model]
            models = {str(way): (architecture, way) for way in (UNTOLD, *ways)}
            together = answered.together(models)
            if together is None:
                continue
            weights = answered.weights[criterion]
            result = compared(together, "wba", weights)
            by_seed = values_by_seed(together, "wba", weights)
            for way in ways:
                difference = apart(result, str(way), str(UNTOLD), by_seed)
                yield Effect(architecture, criterion, way.per, difference, float(weights.max()))
