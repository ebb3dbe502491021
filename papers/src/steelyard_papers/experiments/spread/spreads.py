"""How far each index moves: over test sets and classifiers as in the paper, and over the test sets alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard_papers.experiments.rounding import rounded
from steelyard_papers.experiments.spread.condition import KINDS, condition_1
from steelyard_papers.experiments.spread.over_sets import over_sets
from steelyard_papers.experiments.spread.values import TWO_CLASSES, Values, indices
from steelyard_papers.type_names import Floats

SAME = 1e-12
"""A smaller deviation, or difference of two, is rounding."""

NOT_NEGATIVE = (0.0, np.inf)
"""Where a standard deviation lies."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How far an index moves on a data set.

    The test sets and classifiers are all that are asked about, no sample of others, so that squares are divided by
    their number; then sd² is sd_within² plus the variance of the classifiers' own means.

    Attributes
    ----------
    dataset, classes, index
        Where, with how many classes, and what.
    sd
        The standard deviation of the means over the folds, one for each test set and classifier: the paper's.
    sd_within
        The root mean square, over the classifiers, of the standard deviation over the test sets: what their classes'
        shares do, and the chance of their items, but not that one classifier is better than another.
    normalised
        `sd` as a multiple of the least that the index has on a data set with several classes; NaN with two classes, or
        if that least is 0.
    """

    dataset: str
    classes: int
    index: str
    sd: float
    sd_within: float
    normalised: float

    def row(self) -> dict[str, Any]:
        """Return a row of the table `spread`."""
        numbers = {name: rounded(getattr(self, name)) for name in ("sd", "sd_within", "normalised")}
        return {"dataset": self.dataset, "classes": self.classes, "index": self.index, **numbers}


def spreads(result: Sequence[Values]) -> list[Spread]:
    """Return how far every index moves on every data set."""
    sd = {(one.name, index): _deviation(means.ravel()) for one in result for index, means in one.means.items()}
    several = {one.name for one in result if one.classes > TWO_CLASSES}
    least: dict[str, float] = {}
    for (name, index), deviation in sd.items():
        if name in several and not np.isnan(deviation):
            least[index] = min(deviation, least.get(index, deviation))
    return [
        Spread(
            one.name,
            one.classes,
            index,
            sd[one.name, index],
            _within(means),
            _multiple(sd[one.name, index], least.get(index, np.nan)) if one.name in several else np.nan,
        )
        for one in result
        for index, means in one.means.items()
    ]


def _deviation(values: Floats) -> float:
    """Return the standard deviation of what is defined; NaN of fewer than two values."""
    known = values[~np.isnan(values)]
    return float(known.std()) if len(known) > 1 else np.nan


def _within(means: Floats) -> float:
    """Return the root mean square of the deviations of the rows."""
    squares = [deviation**2 for row in means if not np.isnan(deviation := _deviation(row))]
    return float(np.sqrt(np.mean(squares))) if squares else np.nan


def _multiple(sd: float, least: float) -> float:
    return sd / least if least > SAME else np.nan


def metric_rows(result: Sequence[Values], moved: Sequence[Spread]) -> list[dict[str, Any]]:
    """Return a row for each index of two and of several classes: what its audit says, and how far it moves.

    `sd` and `sd_within` are means over the data sets, with their intervals; `undefined` counts the folds of all
    classifiers and test sets.
    """
    rows = []
    for kind, several in KINDS.items():
        sets = [one for one in result if (one.classes > TWO_CLASSES) is several]
        by_index: dict[str, list[Spread]] = {}
        for each in moved:
            if (each.classes > TWO_CLASSES) is several:
                by_index.setdefault(each.index, []).append(each)
        for index, metric in indices(sets[0].classes).items() if sets else ():
            sd = over_sets([each.sd for each in by_index[index]], NOT_NEGATIVE)
            within = over_sets([each.sd_within for each in by_index[index]], NOT_NEGATIVE)
            rows.append(
                {
                    "classes": kind,
                    "index": index,
                    "condition_1": condition_1(metric, several=several),
                    "sd": rounded(sd.mean),
                    "low": rounded(sd.low),
                    "high": rounded(sd.high),
                    "sd_within": rounded(within.mean),
                    "low_within": rounded(within.low),
                    "high_within": rounded(within.high),
                    "undefined": int(sum(one.undefined(index).sum() for one in sets)),
                }
            )
    return rows
