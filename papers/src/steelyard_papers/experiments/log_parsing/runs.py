"""One run of a parser: which events it gets exactly right, and what the metrics make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median_low
from typing import Any

from steelyard import Confusion, metrics
from steelyard_papers.experiments.experiment import Result
from steelyard_papers.experiments.log_parsing.grouping import Pairwise, answers, pairwise

METRICS = ("accuracy", "balanced_accuracy", "wba_rarity", "f1")

SHORT = {"accuracy": "accuracy", "balanced_accuracy": "BA", "wba_rarity": "WBA", "f1": "F1"}
"""What a metric is called where there is little room."""

AGAIN = ", run 2"
"""How the key of a part ends that repeats another."""


@dataclass(frozen=True, eq=False)
class Run:
    """A parser's groups of the lines of a log whose true events are known."""

    dataset: str
    parser: str
    seed: int
    events: Sequence[str]
    groups: Sequence[int | None]

    @cached_property
    def answers(self) -> list[str | None]:
        """The true event of each line whose group is exactly right, else None."""
        return answers(self.events, self.groups)

    @cached_property
    def confusion(self) -> Confusion:
        """Truth and answers counted; lines without an answer stay, as wrong."""
        return Confusion.from_labels(list(self.events), self.answers, missing="keep")

    @cached_property
    def pairs(self) -> Pairwise:
        """Pairs of lines."""
        return pairwise(self.events, self.groups)

    @property
    def hits(self) -> dict[str, int]:
        """Lines that are right, by event; all of an event's or none."""
        return dict(Counter(answer for answer in self.answers if answer is not None))

    @cached_property
    def scores(self) -> dict[str, float | None]:
        """The metrics of the main table."""
        cm = self.confusion
        return {
            "accuracy": float(metrics["accuracy"](cm)),
            "balanced_accuracy": float(metrics["balanced_accuracy"](cm, undefined="exclude")),
            "wba_rarity": float(metrics["wba"](cm, importance="rarity", undefined="exclude")),
            "f1": _float(self.pairs.f1),
        }

    def row(self) -> dict[str, Any]:
        """Return the run's row of the main table."""
        return {"dataset": self.dataset, "parser": self.parser, "seed": self.seed, **self.scores}

    def details(self) -> dict[str, Any]:
        """Return more about the run: pairs of lines, groups, and what became of rare and frequent events."""
        sizes = Counter(self.events)
        mean = len(self.events) // len(sizes)  # rounded down, as the paper counts infrequent classes
        rare = [event for event, size in sizes.items() if size < mean]
        frequent = [event for event, size in sizes.items() if size >= mean]
        result = {group for group in self.groups if group is not None}
        return {
            "dataset": self.dataset,
            "parser": self.parser,
            "seed": self.seed,
            "precision": _float(self.pairs.precision),
            "recall": _float(self.pairs.recall),
            "true_groups": len(sizes),
            "groups_found": len(result),
            "lines_lost": sum(group is None for group in self.groups),
            "right_lines": sum(self.hits.values()),
            "right_events": len(self.hits),
            "right_infrequent_events": _share(rare, self.hits),
            "right_frequent_events": _share(frequent, self.hits),
        }


def runs_of(results: Mapping[str, Result], events: Mapping[str, Sequence[str]]) -> list[Run]:
    """Return the runs of the finished parts, without those that repeat another."""
    return [
        Run(each["dataset"], each["parser"], each["seed"], events[each["dataset"]], each["groups"])
        for key, each in results.items()
        if not key.endswith(AGAIN)
    ]


def repeated(results: Mapping[str, Result]) -> dict[tuple[str, str], bool]:
    """Return, by data set and parser, whether a second run gave the same groups; only where both were done."""
    return {
        (each["dataset"], each["parser"]): each["groups"] == results[first]["groups"]
        for key, each in results.items()
        if key.endswith(AGAIN) and (first := key.removesuffix(AGAIN)) in results
    }


def median_run(runs: Sequence[Run]) -> Run:
    """Return the run with the median accuracy; of an even number the lower of the two, of equals the first seed."""
    median = median_low([run.scores["accuracy"] or 0.0 for run in runs])
    return min((run for run in runs if run.scores["accuracy"] == median), key=lambda run: run.seed)


def _share(events: Sequence[str], hits: Mapping[str, int]) -> float | None:
    return sum(event in hits for event in events) / len(events) if events else None


def _float(value: Any) -> float | None:
    return None if value is None else float(value)
