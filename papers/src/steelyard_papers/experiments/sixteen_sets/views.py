"""What a person reads of the results in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard_papers.experiments.findings import View
from steelyard_papers.experiments.sixteen_sets.learners import LEARNERS
from steelyard_papers.reproductions.branco2017.discrimination import EXISTING as NO_LEVEL

Rows = Sequence[Mapping[str, Any]]

WINE = (
    "The authors' total orders of both wine sets run against their own relevances and partial orders: the most common "
    "classes come out as the most important. They are used as stated."
)

NOTES = (
    (
        "The second half of the paper's sentence, that agreement with the user's preferences cannot be assessed for "
        "want of a ground truth, is no result and gets no verdict."
    ),
    (
        "PREV weighs by the class sizes of the whole data set. The authors' code weighs each fold by its own, and has "
        "no number where a fold lacks a class."
    ),
    "Their list of the sets counts 10 features of glass; one of them is Id. Our glass is without it.",
)
"""About all sets."""

METRICS = ("Rec_M", "Prec_M", "CBA")
"""Shown where folds lack a class."""


def views(tables: Mapping[str, Rows], name: str) -> tuple[View, ...]:
    """Return the views, each at most 80 columns wide."""
    made = (
        _sets(tables[f"{name}_facts"], tables[name]),
        _changes(tables[f"{name}_changes"]),
        _lacking(tables[f"{name}_facts"], tables[f"{name}_lacking"]),
        _contradictions(tables[f"{name}_contradictions"]),
        _glass(tables[f"{name}_glass"]),
    )
    return tuple(view for view in made if view.rows)


def notes(tables: Mapping[str, Rows], name: str) -> tuple[str, ...]:
    """Return what one must know to read the numbers; of the wine sets only where they were run."""
    sets = {row["dataset"] for row in tables[f"{name}_facts"]}
    return (*NOTES, WINE) if "wineQualityRed" in sets else NOTES


def _number(value: float | None, digits: int = 3) -> str:
    return "-" if value is None else f"{value:.{digits}f}".replace("-", "−")


def _sets(facts: Rows, summary: Rows) -> View:
    mean = {
        (row["dataset"], row["learner"], row["metric"], row["level"]): row["mean"]
        for row in summary
        if row["undefined"] == "exclude"
    }
    shown = (("Rec_M", NO_LEVEL), ("Rec", "φ"))
    rows = tuple(
        (
            fact["dataset"],
            str(fact["classes"]),
            str(fact["smallest"]),
            *(
                _number(mean.get((fact["dataset"], learner, metric, level)), 2)
                for metric, level in shown
                for learner in LEARNERS
            ),
        )
        for fact in facts
    )
    marks = tuple(f"{learner}{mark}" for mark in ("", " φ") for learner in LEARNERS)
    return View(
        "Macro recall of each learner, without and with the user's relevance φ",
        ("data set", "C", "least", *marks),
        rows,
        ("Means over 20 folds; C: classes; least: items of the smallest class.",),
    )


def _changes(changed: Rows) -> View:
    columns = ("rankings", "order", "best", "clear", "beyond_chance", "pairs_shifted")
    return View(
        "Does relevance change the ranking of the learners? (five metrics on each set)",
        ("level", "rankings", "order", "best", "clearly", "beyond chance", "leads shifted"),
        tuple((row["level"], *(str(row[column]) for column in columns)) for row in changed if row["rankings"]),
        (
            "Order, best: two learners change places, another is the best, by the means over the folds.",
            "Clearly: both leads' 95 % intervals exclude 0; beyond chance: with Holm's correction for all.",
            "Leads shifted: of the pairs of learners, three per ranking, whose lead changes (Holm, 5 %).",
        ),
    )


def _lacking(facts: Rows, rows: Rows) -> View:
    means: dict[tuple[str, str, str], list[float | None]] = {}
    for row in rows:
        means.setdefault((row["dataset"], row["metric"], row["undefined"]), []).append(row["mean"])
    shown = [
        (fact["dataset"], str(fact["folds_lacking"]), *(_over(means, fact["dataset"], metric) for metric in METRICS))
        for fact in facts
        if fact["folds_lacking"] and (fact["dataset"], METRICS[0], "zero") in means
    ]
    return View(
        "Folds that lack a class, and what becomes of a metric: exclude/zero/nan",
        ("data set", "folds", *METRICS),
        tuple(shown),
        ("Means over folds and learners; nan: over the folds in which it is defined, - if in none.",),
    )


def _over(means: Mapping[tuple[str, str, str], list[float | None]], dataset: str, metric: str) -> str:
    told = []
    for policy in ("exclude", "zero", "nan"):
        known = [mean for mean in means[dataset, metric, policy] if mean is not None]
        told.append(_number(sum(known) / len(known) if known else None, 2))
    return "/".join(told)


def _contradictions(rows: Rows) -> View:
    return View(
        "Statements about what matters that contradict each other",
        ("data set", "level", "against", "stated comparisons", "pairs of classes"),
        tuple(
            (
                row["dataset"],
                row["level"],
                row["against"],
                f"{row['stated_opposed']} of {row['stated']}",
                f"{row['opposed']} of {row['pairs']}",
            )
            for row in rows
            if row["stated_opposed"]
        ),
        ("How many oppose: of what the order writes down, and of all pairs by the relevance that each level gives.",),
    )


def _glass(rows: Rows) -> View:
    return View(
        "What the Id column of glass did",
        ("metric", "learner", "without Id", "with Id", "difference", "95 % interval"),
        tuple(
            (
                row["metric"] if row["level"] == NO_LEVEL else f"{row['metric']} {row['level']}",
                row["learner"],
                _number(row["without_id"]),
                _number(row["with_id"]),
                _number(row["difference"]),
                f"{_number(row['low'])} to {_number(row['high'])}",
            )
            for row in rows
            if (row["metric"], row["level"]) in (("Rec_μ", NO_LEVEL), ("Rec_M", NO_LEVEL), ("Rec", "φ"))
        ),
        ("Rec_μ is accuracy. UCI's rows are sorted by class, so that the number of a row tells its class.",),
    )
