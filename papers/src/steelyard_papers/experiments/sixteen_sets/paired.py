"""Two values in the same folds: their mean difference, and whether it is more than chance."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.extending import correlated_t, holm
from steelyard_papers.experiments.rounding import rounded
from steelyard_papers.experiments.sixteen_sets.folds import FOLDS
from steelyard_papers.type_names import Floats

FEWEST = 2
LEVEL = 0.05
"""Of the tests; the intervals are of 95 %."""

SAME = 1e-12
"""Less is rounding."""


def paired(first: Floats, second: Floats) -> dict[str, Any]:
    """Return the mean of first less second over the folds, its 95 % interval and p-value, by the correlated t-test.

    Folds in which one is undefined are left out.
    """
    differences = first - second
    differences = np.where(np.abs(differences) < SAME, 0.0, differences)
    if np.isfinite(differences).sum() < FEWEST:
        return dict.fromkeys(("difference", "low", "high", "p"))
    test = correlated_t(differences, runs=len(differences) // FOLDS)
    return {"difference": rounded(test.mean), "low": rounded(test.low), "high": rounded(test.high), "p": test.p_value}


def with_holm(rows: list[dict[str, Any]], column: str = "p") -> list[dict[str, Any]]:
    """Return the rows with p-values adjusted for all of them together, as `<column>_holm`, to three digits."""
    given = [np.nan if row[column] is None else row[column] for row in rows]
    adjusted = holm(given).tolist() if rows else []
    return [
        {**row, column: _short(row[column]), f"{column}_holm": _short(p)} for row, p in zip(rows, adjusted, strict=True)
    ]


def beyond_chance(row: dict[str, Any], column: str = "p_holm") -> bool:
    """Whether a row's difference is significant with all others."""
    return row[column] is not None and row[column] < LEVEL


def _short(p: float | None) -> float | None:
    return None if p is None or np.isnan(p) else float(f"{p:.3g}")
