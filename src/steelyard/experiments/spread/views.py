"""What a person reads of the results in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.experiments.findings import VERDICTS, Claim, View
from steelyard.experiments.spread.differences import GROUPS
from steelyard.experiments.spread.stated import SECTION_5_4
from steelyard.experiments.spread.values import TWO_CLASSES
from steelyard.papers.mullick2020.index_names import NAMES, OF_SEVERAL, OF_TWO

Row = Mapping[str, Any]
Rows = Sequence[Row]

SHOWN_IN_FIGURE_5 = ("auroc_ova", "auroc_ovo", "nauroc_ova", "balanced_accuracy", "g_mean")

ALONE = "alone: over the test sets, within a classifier; what only the class shares and chance do."


def views(tables: Mapping[str, Rows], claims: Sequence[Claim], name: str) -> tuple[View, ...]:
    """Return the views, each at most 80 columns wide; those without rows are left out."""
    spread, metrics = tables.get(name, ()), tables.get(f"{name}_metrics", ())
    made = (
        _two(spread, metrics),
        _several(spread, metrics),
        _minima(tables.get(f"{name}_minima", ())),
        _theory(metrics),
        _sections(claims),
    )
    return tuple(view for view in made if view.rows)


def _two(spread: Rows, metrics: Rows) -> View:
    firsts = _firsts([row for row in spread if row["classes"] == TWO_CLASSES], tuple(OF_TWO), most=True)
    return View(
        "Figure 3: standard deviation over test sets and classifiers, two classes",
        ("index", "sd", "95 % interval", "alone", "highest on"),
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
    firsts = _firsts(of_sets, SECTION_5_4, most=False)
    return View(
        "Figure 4: standard deviation over test sets and classifiers, several classes",
        ("index", "sd", "95 % interval", "alone", "normalised", "lowest on"),
        tuple(
            (
                NAMES[row["index"]],
                _number(row["sd"]),
                _interval(row["low"], row["high"]),
                _number(row["sd_within"]),
                _number(_mean([one["normalised"] for one in of_sets if one["index"] == row["index"]]), 2),
                f"{firsts.count(row['index'])} of {len(firsts)}" if row["index"] in SECTION_5_4 else "",
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
    for index in SHOWN_IN_FIGURE_5:
        cells = []
        for group in groups:
            found = [row for row in rows if row["index"] == index and row["classes"] in GROUPS[group]]
            folds = min([row["minimum_fold"] for row in found], default=None)
            cells.append(f"{_number(_mean([row['minimum'] for row in found]), 3)} ({_number(folds, 3)})")
        body.append((NAMES[index], *cells))
    return View(
        "Figure 5: the smallest mean over the folds, by the number of classes",
        ("index", *groups),
        tuple(body) if groups else (),
        ("Means over the data sets; in brackets the smallest value in any fold of them.",),
    )


def _theory(metrics: Rows) -> View:
    rows, notes = [], []
    for kind in ("two", "several"):
        told = {verdict: _ranked(metrics, kind, verdict) for verdict in ("holds", "fails")}
        for verdict, found in told.items():
            for word, place in (("least", 0), ("most", -1)) if found else ():
                moved, index = found[place]
                rows.append((kind, verdict, str(len(found)), word, _number(moved), index))
        if told["holds"] and told["fails"]:
            notes.append(_parted(kind, told["holds"], told["fails"]))
    return View(
        "Condition 1 by audit, and how far the metrics move over the test sets alone",
        ("classes", "Condition 1", "metrics", "moves", "sd", "metric"),
        tuple(rows),
        (*notes, "In each metric's own units: a range from −1 to 1 doubles them."),
    )


def _ranked(metrics: Rows, kind: str, verdict: str) -> list[tuple[float, str]]:
    """Return the metrics of which an audit says this, the steadiest first."""
    return sorted(
        (row["sd_within"], row["index"])
        for row in metrics
        if row["classes"] == kind and row["condition_1"] == verdict and row["sd_within"] is not None
    )


def _parted(kind: str, holds: Sequence[tuple[float, str]], fails: Sequence[tuple[float, str]]) -> str:
    """Say whether all that satisfy the condition move less than all that do not."""
    (most, its_index), (least, other) = holds[-1], fails[0]
    if most < least:
        return f"{kind.capitalize()} classes: what satisfies it moves less than all that fails it."
    steady = sum(moved <= most for moved, _ in fails)
    return (
        f"{kind.capitalize()} classes: {steady} of {len(fails)} that fail it move no more than {its_index}, which "
        f"satisfies it; the least {other}."
    )


def _sections(claims: Sequence[Claim]) -> View:
    found: dict[str, list[str]] = {}
    for claim in claims:
        found.setdefault(claim.source.split(",")[0], []).append(claim.verdict)
    verdicts = tuple(reversed(VERDICTS))
    return View(
        "Claims by section",
        ("section", *verdicts),
        tuple((source, *(str(given.count(verdict)) for verdict in verdicts)) for source, given in found.items()),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _number(value: float | None, digits: int = 4) -> str:
    return "-" if value is None else f"{value:.{digits}f}".replace("-", "−")


def _interval(low: float | None, high: float | None) -> str:
    return "-" if low is None or high is None else f"{_number(low)} to {_number(high)}"
