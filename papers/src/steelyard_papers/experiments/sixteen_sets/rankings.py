"""Whether relevance changes which learner is better: each pair of learners by a metric with and without it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import Any

from steelyard_papers.experiments.sixteen_sets.paired import beyond_chance, paired, with_holm
from steelyard_papers.experiments.sixteen_sets.scored import COUNTERPARTS, Scored
from steelyard_papers.reproductions.branco2017.discrimination import EXISTING as NO_LEVEL
from steelyard_papers.reproductions.branco2017.discrimination import MECHANISMS
from steelyard_papers.type_names import Floats

SAME, REVERSED, CLEARLY, FIRMLY = "same", "reversed", "reversed clearly", "reversed beyond chance"
"""What relevance does to the order of two learners; a tie on one side is the same, and so is what is undefined.

Clearly: the 95 % intervals of both leads exclude 0. Beyond chance: both leads are significant, each among all of its
kind (Holm, 5 %)."""


def rankings(result: Iterable[Scored]) -> list[dict[str, Any]]:
    """Return a row for each data set, metric, level and pair of learners: the lead of the first, without and with.

    `shift` is by how much relevance changes the lead, fold by fold.
    """
    rows = [row for one in result for row in _of_set(one)]
    for column in ("relevance_p", "shift_p"):
        rows = with_holm(rows, column)
    # The lead without relevance is the same test at each level, and counts once.
    once = with_holm([row for row in rows if row["level"] == MECHANISMS[0]], "existing_p")
    without = {_which(row): {name: row[name] for name in ("existing_p", "existing_p_holm")} for row in once}
    rows = [{**row, **without[_which(row)]} for row in rows]
    return [{**row, "order": _order(row)} for row in rows]


def _which(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(row[name] for name in ("dataset", "metric", "first", "second"))


def _of_set(one: Scored) -> Iterator[dict[str, Any]]:
    for metric, existing in COUNTERPARTS.items():
        for level in MECHANISMS:
            without, having = (one.values[name, at, "exclude"] for name, at in ((existing, NO_LEVEL), (metric, level)))
            for a, b in combinations(range(len(one.learners)), 2):
                yield {
                    "dataset": one.name,
                    "metric": metric,
                    "level": level,
                    "first": one.learners[a],
                    "second": one.learners[b],
                    **_pair(without[a], without[b], having[a], having[b]),
                }


def _pair(a_without: Floats, b_without: Floats, a_having: Floats, b_having: Floats) -> dict[str, Any]:
    existing, relevance = paired(a_without, b_without), paired(a_having, b_having)
    shift = paired(a_having - b_having, a_without - b_without)
    return {
        "existing_lead": existing["difference"],
        "existing_low": existing["low"],
        "existing_high": existing["high"],
        "existing_p": existing["p"],
        "relevance_lead": relevance["difference"],
        "relevance_low": relevance["low"],
        "relevance_high": relevance["high"],
        "relevance_p": relevance["p"],
        "shift": shift["difference"],
        "shift_low": shift["low"],
        "shift_high": shift["high"],
        "shift_p": shift["p"],
    }


def _order(row: dict[str, Any]) -> str:
    leads = row["existing_lead"], row["relevance_lead"]
    if None in leads or leads[0] * leads[1] >= 0:
        return SAME
    if all(beyond_chance(row, f"{side}_p_holm") for side in ("existing", "relevance")):
        return FIRMLY
    clear = all(row[f"{side}_low"] > 0 or row[f"{side}_high"] < 0 for side in ("existing", "relevance"))
    return CLEARLY if clear else REVERSED


def changes(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return, by level, in how many rankings of the learners relevance changes something.

    A ranking is that of all learners on one data set by one metric, if it is defined for them. `order` counts those in
    which any two learners change places, `clear` those in which two do so clearly, `beyond_chance` those in which it is
    beyond chance, and `best` those in which none of the best is the best again.
    """
    result = []
    for level in MECHANISMS:
        of_level = [row for row in rows if row["level"] == level and row["shift"] is not None]
        listed = [list(pairs) for _, pairs in groupby(of_level, key=lambda row: (row["dataset"], row["metric"]))]
        result.append(
            {
                "level": level,
                "rankings": len(listed),
                "order": sum(any(pair["order"] != SAME for pair in pairs) for pairs in listed),
                "best": sum(not _best(pairs, "existing_lead") & _best(pairs, "relevance_lead") for pairs in listed),
                "clear": sum(any(pair["order"] in (CLEARLY, FIRMLY) for pair in pairs) for pairs in listed),
                "beyond_chance": sum(any(pair["order"] == FIRMLY for pair in pairs) for pairs in listed),
                "pairs": len(of_level),
                "pairs_reversed": sum(row["order"] != SAME for row in of_level),
                "pairs_clear": sum(row["order"] in (CLEARLY, FIRMLY) for row in of_level),
                "pairs_beyond_chance": sum(row["order"] == FIRMLY for row in of_level),
                "pairs_shifted": sum(beyond_chance(dict(row), "shift_p_holm") for row in of_level),
            }
        )
    return result


def _best(pairs: Sequence[Mapping[str, Any]], column: str) -> set[str]:
    """Return the learners that no other leads."""
    learners = {pair[place] for pair in pairs for place in ("first", "second")}
    behind = {pair["second"] for pair in pairs if pair[column] > 0} | {
        pair["first"] for pair in pairs if pair[column] < 0
    }
    return learners - behind
