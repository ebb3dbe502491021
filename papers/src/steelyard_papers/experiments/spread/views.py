"""What a person reads of the results in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard_papers.experiments.findings import VERDICTS, Claim, View
from steelyard_papers.experiments.spread.differences import GROUPS
from steelyard_papers.experiments.spread.values import TWO_CLASSES
from steelyard_papers.experiments.spread.variants import MAIN, VARIANTS
from steelyard_papers.reproductions.mullick2020.index_names import FIGURE_4A, FIGURE_5, NAMES, OF_SEVERAL, OF_TWO

Row = Mapping[str, Any]
Rows = Sequence[Row]

ALONE = "test sets: sd over these alone, within a classifier: what class shares and chance do."


def views(tables: Mapping[str, Rows], claims: Sequence[Claim], name: str) -> tuple[View, ...]:
    """Return the views, each at most 80 columns wide; those without rows are left out."""
    spread, metrics = tables.get(name, ()), tables.get(f"{name}_metrics", ())
    made = (
        _two(spread, metrics),
        _several(spread, metrics),
        _minima(tables.get(f"{name}_minima", ())),
        _theory([row for row in tables.get(f"{name}_condition_1", ()) if row["variant"] == MAIN.name]),
        _sections(claims),
        _variants(tables.get(f"{name}_variants", ())),
    )
    return tuple(view for view in made if view.rows)


def _two(spread: Rows, metrics: Rows) -> View:
    firsts = _firsts([row for row in spread if row["classes"] == TWO_CLASSES], tuple(OF_TWO), most=True)
    return View(
        "Figure 3: standard deviation over test sets and classifiers, two classes",
        ("index", "sd", "95 % interval", "test sets", "highest on"),
        tuple(
            (
                NAMES[row["index"]],
                _number(row["sd"]),
                _interval(row["low"], row["high"]),
                _number(row["sd_within"]),
                f"{firsts.count(row['index'])} of {len(firsts)}",
            )
            for row in _of_paper(metrics, "two", OF_TWO)
        ),
        (f"Means over the data sets; {ALONE}",),
    )


def _several(spread: Rows, metrics: Rows) -> View:
    of_sets = [row for row in spread if row["classes"] > TWO_CLASSES]
    firsts = _firsts(of_sets, FIGURE_4A, most=False)
    return View(
        "Figure 4: standard deviation over test sets and classifiers, several classes",
        ("index", "sd", "95 % interval", "test sets", "normalised", "lowest on"),
        tuple(
            (
                NAMES[row["index"]],
                _number(row["sd"]),
                _interval(row["low"], row["high"]),
                _number(row["sd_within"]),
                _number(_mean([one["normalised"] for one in of_sets if one["index"] == row["index"]]), 2),
                f"{firsts.count(row['index'])} of {len(firsts)}" if row["index"] in FIGURE_4A else "",
            )
            for row in _of_paper(metrics, "several", OF_SEVERAL)
        ),
        (
            f"Means over the data sets; {ALONE}",
            "normalised: as a multiple of the least sd of the index; lowest: among the five of Figure 4a.",
        ),
    )


def _of_paper(metrics: Rows, kind: str, indices: Mapping[str, str]) -> list[Row]:
    """Return the rows of the paper's indices, in its order."""
    known = {row["index"]: row for row in metrics if row["classes"] == kind}
    return [known[index] for index in indices if index in known]


def _firsts(spread: Rows, indices: Sequence[str], *, most: bool) -> list[str]:
    """Return, for each data set, which of the indices varies most, or least."""
    by_set: dict[str, dict[str, float]] = {}
    for row in spread:
        if row["index"] in indices and row["sd"] is not None:
            by_set.setdefault(row["dataset"], {})[row["index"]] = row["sd"]
    return [(max if most else min)(of_set, key=of_set.__getitem__) for of_set in by_set.values()]


def _minima(rows: Rows) -> View:
    groups = [group for group in ("three", "five", "ten") if any(row["classes"] in GROUPS[group] for row in rows)]
    body = []
    for index in FIGURE_5:
        cells = []
        for group in groups:
            result = [row for row in rows if row["index"] == index and row["classes"] in GROUPS[group]]
            folds = min([row["minimum_fold"] for row in result], default=None)
            cells.append(f"{_number(_mean([row['minimum'] for row in result]), 3)} ({_number(folds, 3)})")
        body.append((NAMES[index], *cells))
    return View(
        "Figure 5: the smallest mean over the folds, by the number of classes",
        ("index", *groups),
        tuple(body) if groups else (),
        ("Means over the data sets; in brackets the smallest value in any fold of them.",),
    )


def _theory(moved: Rows) -> View:
    rows, notes = [], []
    for row in moved:
        for word in ("least", "most"):
            told = (row["classes"], row["condition_1"], str(row["metrics"]), word)
            rows.append((*told, _number(row[word]), row[f"{word}_index"]))
    for kind in dict.fromkeys(row["classes"] for row in moved):
        by_verdict = {row["condition_1"]: row for row in moved if row["classes"] == kind}
        if {"holds", "fails"} <= set(by_verdict):
            notes.append(_parted(kind, by_verdict["holds"], by_verdict["fails"]))
    return View(
        "Condition 1 by audit, and how far the metrics move over the test sets alone",
        ("classes", "Condition 1", "metrics", "moves", "sd", "metric"),
        tuple(rows),
        (*notes, "In each metric's own units: a range from −1 to 1 doubles them."),
    )


def _parted(kind: str, holds: Row, fails: Row) -> str:
    """Say whether all that satisfy the condition move less than all that do not."""
    if holds["most"] < fails["least"]:
        return f"{kind.capitalize()} classes: what satisfies it moves less than all that fails it."
    return (
        f"{kind.capitalize()} classes: {fails['least_index']}, which fails it, moves no more than "
        f"{holds['most_index']}, which satisfies it."
    )


def _variants(rows: Rows) -> View:
    """Count the verdicts of each variant, and those that are not the main one's."""
    by_name: dict[str, dict[str, Row]] = {}
    for row in rows:
        by_name.setdefault(row["variant"], {})[row["claim"]] = row
    main, verdicts, body = by_name.get(MAIN.name, {}), tuple(reversed(VERDICTS)), []
    for name, result in by_name.items():
        given = [row["verdict"] for row in result.values()]
        shared = [claim for claim in result if claim in main]
        other, alone = (sum(result[claim][key] != main[claim][key] for claim in shared) for key in ("verdict", "alone"))
        body.append((name, *(str(given.count(verdict)) for verdict in verdicts), str(other), str(alone)))
    return View(
        "Verdicts by variant",
        ("variant", *verdicts, "otherwise", "test sets"),
        tuple(body) if len(body) > 1 else (),
        (
            *(f"{name}: {VARIANTS[name].what}." for name in by_name if name != MAIN.name),
            "otherwise: how many verdicts are not those of main; test sets: by deviations over these alone.",
        ),
    )


def _sections(claims: Sequence[Claim]) -> View:
    result: dict[str, list[str]] = {}
    for claim in claims:
        result.setdefault(claim.source.split(",")[0], []).append(claim.verdict)
    verdicts = tuple(reversed(VERDICTS))
    return View(
        "Claims by section",
        ("section", *verdicts),
        tuple((source, *(str(given.count(verdict)) for verdict in verdicts)) for source, given in result.items()),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _number(value: float | None, digits: int = 4) -> str:
    return "-" if value is None else f"{value:.{digits}f}".replace("-", "−")


def _interval(low: float | None, high: float | None) -> str:
    return "-" if low is None or high is None else f"{_number(low)} to {_number(high)}"
