"""Evaluate the authors' own files of Gupta et al.'s log parsing: as published, and with their defects handled."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from steelyard import metrics
from steelyard.importance import prevalence, rarity, uniform
from steelyard_papers.experiments.log_parsing.authors_defects import defects
from steelyard_papers.experiments.log_parsing.authors_orders import authors_orders
from steelyard_papers.experiments.log_parsing.authors_reading import PARSERS, AuthorsSet, read_authors
from steelyard_papers.reproductions.gupta2020.hits import of_hits

WEIGHTS = {"accuracy": prevalence(), "balanced_accuracy": uniform(), "wba_rarity": rarity()}
"""What tells the three metrics apart: each is an average of the classes' recalls."""

Scores = dict[str, float | None]


def authors_findings(
    home: Path,
    truth: Mapping[str, Mapping[str, int]] | None = None,
    right: Mapping[tuple[str, str], Mapping[str, int]] | None = None,
) -> dict[str, list[dict[str, Any]]]:
    """Return the tables `log_parsing_authors`, `log_parsing_defects` and `log_parsing_authors_orders`.

    The first has, for each data set and parser, the metrics as the authors' evaluator takes the files (more errors than
    members make a negative accuracy, a missing file a perfect parser), "_handled" (errors are at most the members, a
    missing file is not available), and "_rerun" (from `right`).

    Parameters
    ----------
    home
        The folder `wba_authors`.
    truth
        The class sizes of loghub's sets, by set ("Mac", "BGL", "Android", "HDFS") and event.
    right
        How many messages of each event a run of ours got right (none where the event is not there), by (set, parser);
        of Drain and Spell, which always give the same.
    """
    sets = read_authors(home)
    _check(right or {}, sets)
    result = defects(sets, truth, right)
    scores = [
        {"dataset": each.name, "parser": parser}
        | published(each, parser)
        | _ending("_handled", handled(each, parser))
        | _ending("_rerun", rerun(each, (right or {}).get((each.name, parser))))
        | {"defects": sum((row["dataset"], row["parser"]) == (each.name, parser) for row in result)}
        for each in sets
        for parser in PARSERS
    ]
    return {
        "log_parsing_authors": scores,
        "log_parsing_defects": result,
        "log_parsing_authors_orders": authors_orders(scores),
    }


def published(each: AuthorsSet, parser: str) -> Scores:
    """Return the metrics as their evaluator computes them, which no confusion matrix gives if hits are negative."""
    members, errors = each.members, each.errors_of(parser) or {}
    sizes = of_hits(members, members.values())
    recalls = np.array([1 - errors.get(event, 0) / size for event, size in members.items()])
    return {name: float(weights.weights(sizes) @ recalls) for name, weights in WEIGHTS.items()}


def handled(each: AuthorsSet, parser: str) -> Scores:
    """Return the metrics with at most as many errors as members; None without a file."""
    errors = each.errors_of(parser)
    if errors is None:
        return dict.fromkeys(WEIGHTS)
    return _measured(each, {event: max(size - errors.get(event, 0), 0) for event, size in each.members.items()})


def rerun(each: AuthorsSet, hits: Mapping[str, int] | None) -> Scores:
    """Return the metrics of our own run; None without one."""
    return dict.fromkeys(WEIGHTS) if hits is None else _measured(each, hits)


def _measured(each: AuthorsSet, hits: Mapping[str, int]) -> Scores:
    cm = of_hits(each.members, [hits.get(event, 0) for event in each.members])
    return {
        name: float(metrics["wba"](cm, importance=weights, undefined="exclude")) for name, weights in WEIGHTS.items()
    }


def _ending(ending: str, scores: Scores) -> Scores:
    return {f"{name}{ending}": score for name, score in scores.items()}


def _check(right: Mapping[tuple[str, str], Mapping[str, int]], sets: list[AuthorsSet]) -> None:
    members = {each.name: each.members for each in sets}
    for (name, parser), hits in right.items():
        if name not in members or parser not in PARSERS:
            raise ValueError(
                f"there are no files of {parser!r} on {name!r}; the parsers are {', '.join(PARSERS)}, the data sets "
                f"{', '.join(members)}."
            )
        for event, count in hits.items():
            most = members[name].get(event, 0)
            if not 0 <= count <= most:
                raise ValueError(
                    f"{parser} cannot have {count!r} hits of {event!r} in {name}, which has {most} members."
                )
