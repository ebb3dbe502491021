"""Section 5.2 and Figure 2 of Branco et al.: how many distinct scores metrics give, with and without relevance."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from math import comb, prod
from pathlib import Path
from typing import Any

from steelyard import importance
from steelyard.importance import Importance
from steelyard.lab import discriminate
from steelyard_papers.reproductions.branco2017 import inputs
from steelyard_papers.type_names import Progress

METRICS = {
    "Rec": "balanced_accuracy",
    "Prec": "macro_precision",
    "F_1": "f_of_averages",
    "AvF_1": "mean_f",
    "CBA": "cba",
}
"""The metrics of Figure 2, which exist with uniform weights and with relevance."""

EXISTING = "existing"
MECHANISMS = ("PREV", "PO", "TO", "φ")

CLAIM = {"Rec": 5, "CBA": 2}
"""Section 5.2: percent of the results, by metric, whose difference is said to be zero or negative."""

CLAIM_NOTE = (
    "Section 5.2, “differences of zero or negative in 5 % and 2 % of the results” for recall and CBA does not come "
    "out. Of 72 results for each metric (18 problems, 4 mechanisms), recall has 6 below zero (8.3 %), CBA 9 (12.5 %) "
    "and F_1, which the paper does not mention, 2 (2.8 %); none is exactly zero, and Prec and AvF_1 have none. "
    "Distinct doubles, added up in the order of the authors' code, give 5 and 9 for recall and CBA. Nor do shares of "
    "all 360 results of the five metrics: 1.7 % and 2.5 %."
)
"""What section 5.2 claims, and what is counted; shown with the tables, too, whose reproduction counts nothing."""

NOTES = (
    (
        "Scores are counted as exact fractions. The authors' code counts distinct doubles, of which equal scores have "
        "several: 0.1 + 0.2 is not 0.3. On 2-4-16, CBA has 1,534 scores, and more doubles. "
        "Rounding to 9 decimals counts too few: of F_1's 75,668 scores on 2-16-17, five are nearer than 10⁻⁹ to the "
        "next, and two of these pairs become one number."
    ),
    CLAIM_NOTE,
    (
        "All that are not above zero come from an order of the classes, PO or TO: the ranks are small whole numbers, "
        "which share factors with class sizes. On 3-5-16, PO weighs recalls by 5 : 5 : 2, so that 5 · b/5 is whole and "
        "2 · c/16 is c/8; more matrices fall on the same score than with even weights. Rarity and relevances typed as "
        "decimals are above the existing metric in every problem."
    ),
    (
        "Existing metrics count a class that is never predicted as 0, those with relevance leave it out, as in Table 5 "
        "and in the authors' code. Leaving it out in both changes Prec and F_1 a little, but not the sign of any "
        "difference."
    ),
    "The paper's text prints no number behind Figure 2, so that there is nothing else to compare cell by cell.",
)
"""What differs from the paper, and what had to be decided."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The distinct scores of one metric over all matrices of one problem.

    Attributes
    ----------
    problem, scenario
        As the paper names them: "2-4-15" of the scenario "multi-minority".
    metric, mechanism
        "Rec", "Prec", "F_1", "AvF_1" or "CBA"; "existing" (uniform weights) or how the relevance is known.
    matrices, distinct
        How many matrices there are, and how many distinct scores.
    percent
        100 · distinct/matrices.
    difference
        Percentage points above the existing metric, as drawn in Figure 2; None for the existing metric itself.
    """

    problem: str
    scenario: str
    metric: str
    mechanism: str
    matrices: int
    distinct: int
    percent: float
    difference: float | None


def problem_records(scenario: str, sizes: Sequence[int], progress: Progress | None = None) -> list[Counted]:
    """Count the distinct scores of one problem: existing metrics first, then each mechanism.

    Examples
    --------
    >>> from steelyard_papers.reproductions.branco2017.discrimination import problem_records
    >>> records = problem_records("multi-minority", (2, 4, 15))
    >>> [(r.mechanism, r.distinct) for r in records if r.metric == "Rec"]
    [('existing', 139), ('PREV', 208), ('PO', 144), ('TO', 167), ('φ', 230)]
    """
    supports = {f"c{i}": size for i, size in enumerate(sizes, 1)}
    names = list(METRICS.values())
    # As in Table 5: existing metrics count a class that is never predicted as 0, those with relevance leave it out.
    every = how_many(sizes)
    existing = discriminate(supports, names, undefined="zero", progress=_later(progress, 0, 2 * every))
    weighted = discriminate(
        supports,
        names,
        importances=mechanisms(scenario),
        undefined="exclude",
        progress=_later(progress, every, 2 * every),
    )
    base = {row["metric"]: row for row in existing.to_rows()}
    return [_counted(scenario, row, base[row["metric"]]) for row in (*base.values(), *weighted.to_rows())]


def how_many(sizes: Sequence[int]) -> int:
    """Return the number of matrices whose classes have these sizes: the ways to spread each class over all of them.

    Examples
    --------
    >>> how_many([2, 3, 9, 11])
    16016000
    """
    return prod(comb(size + len(sizes) - 1, size) for size in sizes)


def figure_2(progress: Progress | None = None) -> list[Counted]:
    """Count the distinct scores of all problems of section 5.2; `told` is told how many matrices are done.

    The matrices of each problem are gone through twice: once for the existing metrics, once for all mechanisms.
    """
    problems = [(scenario, sizes) for scenario, listed in inputs.PROBLEMS.items() for sizes in listed]
    every, before = 2 * sum(how_many(sizes) for _, sizes in problems), 0
    result: list[Counted] = []
    for scenario, sizes in problems:
        result += problem_records(scenario, sizes, _later(progress, before, every))
        before += 2 * how_many(sizes)
    return result


def _later(progress: Progress | None, before: int, every: int) -> Progress | None:
    """Return what is told of a part of the work, of which some is done before."""
    return None if progress is None else lambda done, _: progress(before + done, every)


def mechanisms(scenario: str) -> dict[str, Importance]:
    """Return the four levels of knowledge about the classes of a scenario."""
    case = inputs.PROBLEM_CASES[scenario]
    known: tuple[Importance, ...] = (
        importance.rarity(),
        importance.order(inputs.PARTIAL_ORDERS[case]),
        importance.order(inputs.TOTAL_ORDERS[case]),
        importance.stated(inputs.PROBLEM_RELEVANCES[scenario]),
    )
    return dict(zip(MECHANISMS, known, strict=True))


def _counted(scenario: str, row: Mapping[str, Any], base: Mapping[str, Any]) -> Counted:
    """Return one row of a discrimination beside that of the existing metric."""
    metric = next(name for name, ours in METRICS.items() if ours == row["metric"])
    mechanism = row["importance"] if row["importance"] in MECHANISMS else EXISTING
    matrices, distinct = row["matrices"], row["distinct"]
    difference = None if row is base else float(Fraction(100 * (distinct - base["distinct"]), matrices))
    percent = float(Fraction(100 * distinct, matrices))
    return Counted(row["problem"], scenario, metric, mechanism, matrices, distinct, percent, difference)


@dataclass(frozen=True, slots=True)
class NotAbove:
    """The results of one metric that do not discriminate better than the existing metric.

    Attributes
    ----------
    results
        All pairs of a problem and a mechanism.
    zero, negative
        Those with as many, and with fewer distinct scores than the existing metric, as (problem, mechanism).
    """

    metric: str
    results: int
    zero: tuple[tuple[str, str], ...]
    negative: tuple[tuple[str, str], ...]

    @property
    def percent(self) -> float:
        """How many of the results those are, in percent."""
        return 100 * (len(self.zero) + len(self.negative)) / self.results


def not_above(records: Iterable[Counted]) -> list[NotAbove]:
    """Count, metric by metric, where the existing metric has at least as many distinct scores."""
    result = []
    for metric in METRICS:
        pairs = [(r, r.difference) for r in records if r.metric == metric and r.difference is not None]
        zero = tuple((r.problem, r.mechanism) for r, difference in pairs if difference == 0)
        negative = tuple((r.problem, r.mechanism) for r, difference in pairs if difference < 0)
        result.append(NotAbove(metric, len(pairs), zero, negative))
    return result


COLUMNS = [field.name for field in fields(Counted)]


def write_csv(path: str | Path, records: Iterable[Counted]) -> None:
    """Write one row per record; percentages with ten significant digits."""
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for record in records:
            percents = {"percent": record.percent, "difference": record.difference}
            written = {name: "" if x is None else f"{x:.10g}" for name, x in percents.items()}
            writer.writerow({**asdict(record), **written})


def read_csv(path: str | Path) -> list[Counted]:
    """Read what `write_csv` wrote; percentages are computed anew from the counts."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    existing = {(row["problem"], row["metric"]): int(row["distinct"]) for row in rows if row["mechanism"] == EXISTING}
    return [_read(row, existing[row["problem"], row["metric"]]) for row in rows]


def _read(row: dict[str, str], base: int) -> Counted:
    matrices, distinct = int(row["matrices"]), int(row["distinct"])
    difference = None if row["mechanism"] == EXISTING else float(Fraction(100 * (distinct - base), matrices))
    percent = float(Fraction(100 * distinct, matrices))
    return Counted(
        row["problem"], row["scenario"], row["metric"], row["mechanism"], matrices, distinct, percent, difference
    )
