"""What classes and cells contribute to the difference of two models by one metric."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Literal

from steelyard.comparison.disagreement.criterion import Criterion
from steelyard.counts.answer import Answer, Row, plain
from steelyard.counts.labels import Label
from steelyard.measuring.lead import TIED, rounding

Why = Literal["differs", "enters", "leaves"]


@dataclass(frozen=True, slots=True)
class ClassTerm(Answer):
    """What one class contributes to the difference.

    `why` is "differs" for how the models treat the class; "enters" for a class that takes part for the first model
    but is undefined for the second, and "leaves" for the reverse.
    """

    label: Label
    amount: float
    why: Why = "differs"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {"label": plain(self.label), "amount": self.amount, "why": self.why}


@dataclass(frozen=True, slots=True)
class CellTerm(Answer):
    """What the items of one true class that were predicted as one class contribute to the difference."""

    truth: Label
    prediction: Label
    amount: float
    first: float
    """The items in the cell, of the first model."""
    second: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        counts = {"first": self.first, "second": self.second}
        return {"truth": plain(self.truth), "prediction": plain(self.prediction), "amount": self.amount, **counts}


@dataclass(frozen=True, slots=True)
class Attribution(Answer):
    """The difference of two models by one criterion, taken apart by class and by cell.

    The class terms add up to `difference`, and so do the cell terms together with the `ends`, to the rounding of a sum.

    Attributes
    ----------
    criterion, first, second
        The metric under its importance, and the models.
    values
        The values of the first and of the second model.
    classes
        What each class contributes, the largest first. For an average of a rate: its weight times the difference of
        its rate, which is exact. For all else, the sum over the cells of its row, and its part of the `ends`.
    cells
        What each cell contributes, the largest first: the path integral (see `comparison.disagreement.path`). Cells
        without a contribution are left out.
    ends
        Jumps because a class is undefined for one of the models: no cell's doing.
    exact
        Whether the class terms are exact rather than by quadrature.
    residual
        What quadrature missed, spread over the cells in proportion to their size.
    """

    criterion: Criterion
    first: Hashable
    second: Hashable
    values: tuple[float, float]
    classes: tuple[ClassTerm, ...]
    cells: tuple[CellTerm, ...]
    ends: tuple[ClassTerm, ...]
    exact: bool
    residual: float

    @property
    def difference(self) -> float:
        """The value of the first model minus that of the second."""
        return self.values[0] - self.values[1]

    def speaking(self) -> tuple[list[ClassTerm], list[ClassTerm]]:
        """Return the terms that speak for the first and for the second model, the largest first."""
        quiet = max(TIED * max(map(abs, self.values)), rounding(self.criterion.metric))
        loud = [term for term in self.classes if abs(term.amount) > quiet]
        higher, lower = [term for term in loud if term.amount > 0], [term for term in loud if term.amount < 0]
        return (higher, lower) if self.criterion.metric.direction == "higher" else (lower, higher)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            **self.criterion.to_dict(),
            "first": plain(self.first),
            "second": plain(self.second),
            "values": list(self.values),
            "difference": self.difference,
            "classes": [term.to_dict() for term in self.classes],
            "cells": [term.to_dict() for term in self.cells],
            "ends": [term.to_dict() for term in self.ends],
            "exact": self.exact,
            "residual": self.residual,
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each class."""
        pair = {"first": plain(self.first), "second": plain(self.second), **self.criterion.to_dict()}
        return [{**pair, **term.to_dict()} for term in self.classes]
