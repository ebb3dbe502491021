"""The comparisons behind the claims: one index less another on the same data sets, and many classes less few."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from steelyard_papers.experiments.rounding import rounded
from steelyard_papers.experiments.spread.minima import Minimum
from steelyard_papers.experiments.spread.over_sets import OverSets, between_groups, over_sets
from steelyard_papers.experiments.spread.spreads import SAME, Spread

MEASURES = SD, WITHIN, NORMALISED, MINIMUM, RISE = "sd", "sd_within", "normalised", "minimum", "rise of the minimum"
"""What is compared; a rise is the mean over data sets of ten classes less that over those of three."""

GROUPS = {"two": (2,), "three": (3,), "five": (5,), "ten": (10,), "several": (3, 5, 10)}
"""Numbers of classes of the data sets that are compared together."""

FEWEST_CLASSES, MOST_CLASSES, RISING = 3, 10, "three to ten"


class Pair(NamedTuple):
    """What is compared: a measure of one index less that of another, on the data sets of a group.

    A rise may be of one index alone, without a second.
    """

    measure: str
    classes: str
    first: str
    second: str = ""


def differences(pairs: Iterable[Pair], moved: Iterable[Spread], least: Iterable[Minimum]) -> dict[Pair, OverSets]:
    """Return the comparisons for which there is a data set, each with its interval where there are several."""
    known: dict[str, dict[tuple[str, str], float]] = {SD: {}, WITHIN: {}, NORMALISED: {}, MINIMUM: {}}
    classes: dict[str, int] = {}
    for each in moved:
        classes[each.dataset] = each.classes
        for measure in (SD, WITHIN, NORMALISED):
            known[measure][each.dataset, each.index] = getattr(each, measure)
    for one in least:
        known[MINIMUM][one.dataset, one.index] = one.value
    result = {pair: _compared(pair, known, classes) for pair in pairs}
    return {pair: one for pair, one in result.items() if not math.isnan(one.mean)}


def _compared(pair: Pair, known: Mapping[str, Mapping[tuple[str, str], float]], classes: Mapping[str, int]) -> OverSets:
    if pair.measure == RISE:
        of = known[MINIMUM]
        many, few = (list(_leads(pair, of, classes, (number,))) for number in (MOST_CLASSES, FEWEST_CLASSES))
        return between_groups(many, few)
    return over_sets(list(_leads(pair, known[pair.measure], classes, GROUPS[pair.classes])))


def _leads(
    pair: Pair, values: Mapping[tuple[str, str], float], classes: Mapping[str, int], wanted: Sequence[int]
) -> Iterator[float]:
    """Yield the first index less the second, or the first alone, on each data set that has them."""
    for name, number in classes.items():
        if number in wanted and (name, pair.first) in values and (not pair.second or (name, pair.second) in values):
            lead = values[name, pair.first] - (values[name, pair.second] if pair.second else 0.0)
            yield 0.0 if abs(lead) < SAME else lead


def difference_rows(result: Mapping[Pair, OverSets]) -> list[dict[str, Any]]:
    """Return a row of the table `spread_differences` for each comparison."""
    return [
        {
            "measure": pair.measure,
            "first": pair.first,
            "second": pair.second or None,
            "classes": pair.classes,
            "difference": rounded(one.mean),
            "low": rounded(one.low),
            "high": rounded(one.high),
            "sets": one.sets,
        }
        for pair, one in result.items()
    ]
