"""What a person reads of the experiment in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard_papers.experiments.findings import View
from steelyard_papers.experiments.log_parsing.authors_orders import order
from steelyard_papers.experiments.log_parsing.benchmark import PARSERS, shown
from steelyard_papers.experiments.log_parsing.runs import SHORT, Run
from steelyard_papers.experiments.log_parsing.spread import values_of

Rows = Sequence[Mapping[str, Any]]

SHOWN = ("f1", "accuracy", "balanced_accuracy", "wba_rarity")
"""As Figure 2 has them."""

SMALLEST = 0.001
"""Of the p-values that are written out."""


def views(runs: Sequence[Run], tables: Mapping[str, Rows]) -> tuple[View, ...]:
    """Return the tables to be looked at."""
    return (
        _sizes(tables["log_parsing_facts"]),
        _scores(runs, tables["log_parsing_spread"]),
        _orders(runs),
        _pairs(tables["log_parsing_pairs"]),
        _shares(tables["log_parsing_shares"]),
        *_authors(tables.get("log_parsing_authors_orders", ())),
    )


def _sizes(rows: Rows) -> View:
    return View(
        "The logs (in brackets: the paper's number)",
        ("log", "classes", "mean size", "infrequent", "of one line", "skew"),
        tuple(
            (
                shown(row["dataset"]),
                f"{row['classes']} ({row['classes_paper']})",
                f"{row['mean_size']:.2f} ({row['mean_size_paper']})",
                f"{row['infrequent_below_whole_mean']} ({row['infrequent_paper']})",
                str(row["of_one_line"]),
                f"{row['skew']:.2f}",
            )
            for row in rows
        ),
    )


def _scores(runs: Sequence[Run], spread: Rows) -> View:
    deviations = {(row["dataset"], row["metric"]): row["sd"] for row in spread}
    rows = []
    for dataset in dict.fromkeys(run.dataset for run in runs):
        values = values_of(runs, dataset)
        for parser in PARSERS:
            if values["accuracy"][parser] is not None:
                sd = {m: deviations.get((dataset, m)) if parser == "MoLFI" else None for m in SHOWN}
                cells = (_cell(values[metric][parser], sd[metric]) for metric in SHOWN)
                rows.append((shown(dataset), parser, *cells))
    seeds = max((row["seeds"] for row in spread), default=0)
    notes = (f"MoLFI: mean and standard deviation of up to {seeds} seeds.",) if seeds else ()
    return View("The parsers", ("log", "parser", *(SHORT[metric] for metric in SHOWN)), tuple(rows), notes)


def _cell(value: float | None, sd: float | None) -> str:
    if value is None:
        return "n/a"
    return f"{value:.3f}" if sd is None else f"{value:.3f} ± {sd:.3f}"


def _orders(runs: Sequence[Run]) -> View:
    rows = []
    for dataset in dict.fromkeys(run.dataset for run in runs):
        values = values_of(runs, dataset)
        rows += [(shown(dataset), SHORT[metric], order(values[metric])) for metric in SHOWN]
    return View("How each metric ranks them", ("log", "metric", "order"), tuple(rows))


def _pairs(rows: Rows) -> View:
    cells = tuple(
        (
            shown(row["dataset"]),
            SHORT[row["metric"]],
            f"{row['first']} - {row['second']}",
            f"{row['difference']:+.3f}",
            f"{row['low']:+.3f}",
            f"{row['high']:+.3f}",
            f"{row['p_holm']:.3f}" if row["p_holm"] >= SMALLEST else f"< {SMALLEST}",
        )
        for row in rows
    )
    notes = (
        "MoLFI: the seed with the median accuracy. p is corrected for the pairs.",
        "It is McNemar's (exact) for accuracy, that of swapped predictions and the bootstrap for BA and WBA.",
        "The intervals shift where classes of one line vanish from a draw.",
    )
    return View(
        "Paired differences with 95 % intervals",
        ("log", "metric", "pair", "difference", "from", "to", "p"),
        cells,
        notes,
    )


def _shares(rows: Rows) -> View:
    cells = tuple(
        (shown(row["dataset"]), row["parser"], *(_percent(row[f"rank_{i}"]) for i in (1, 2, 3))) for row in rows
    )
    return View("Share of all class weightings at which a parser is", ("log", "parser", "1st", "2nd", "3rd"), cells)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f} %"


def _authors(rows: Rows) -> tuple[View, ...]:
    """Show whether the paper's orders follow from the authors' own files."""
    if not rows:
        return ()
    cells = tuple(
        (
            shown(row["dataset"]),
            " and ".join(SHORT[metric] for metric in row["metric"].split(" and ")),
            row["stated"],
            row["follows_as_published"],
            row["follows_handled"],
        )
        for row in rows
    )
    columns = ("log", "metric", "stated", "as published", "mended")
    return (View("Do the stated orders follow from the authors' own files?", columns, cells),)
