"""The catalogue of metrics in the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from steelyard.record import KINDS, Metric


def _range(metric: Metric) -> str:
    if callable(metric.range):
        return "depends"
    low, high = metric.range
    return f"{low:g} to {high:g}".replace("inf", "∞")


def record(metric: Metric) -> dict[str, Any]:
    """Return a metric's record as plain values."""
    return {
        "id": metric.id,
        "title": metric.title,
        "kind": metric.kind,
        "perspective": metric.perspective,
        "range": None if callable(metric.range) else [str(x) if x == float("inf") else x for x in metric.range],
        "direction": metric.direction,
        "average_of": metric.average_of,
        "undefined": metric.undefined.text,
        "parameters": {name: parameter.meaning for name, parameter in metric.parameters.items()},
        "aliases": list(metric.aliases),
        "symbol": metric.symbol,
        "formula": metric.formula,
        "reference": metric.reference,
        "note": metric.note,
    }


def print_catalogue(metrics: Iterable[Metric], console: Console) -> None:
    """Print all metrics by kind, one line each."""
    listed = list(metrics)
    for kind, meaning in KINDS.items():
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
        table.add_column("id", no_wrap=True)
        table.add_column("title")
        table.add_column("range", no_wrap=True)
        table.add_column("better", no_wrap=True)
        for metric in listed:
            if metric.kind == kind:
                table.add_row(metric.id, metric.title, _range(metric), metric.direction)
        console.print(Text(f"{kind}: {meaning}", style="bold"))
        console.print(table)
        console.print()
    console.print("`steelyard metrics NAME` shows a metric's formula, aliases, undefined cases and source.")


def print_metric(metric: Metric, console: Console) -> None:
    """Print everything the record says about one metric."""
    shown = record(metric)
    shown["kind"] = f"{metric.kind}: {KINDS[metric.kind]}"
    shown["range"] = _range(metric) + (" on the weights or parameters" if callable(metric.range) else "")
    shown["direction"] = f"{metric.direction} is better"
    shown["undefined"] = f"where {metric.undefined.text}"
    shown["aliases"] = ", ".join(metric.aliases)
    shown["parameters"] = "; ".join(f"{name}: {meaning}" for name, meaning in shown["parameters"].items())
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for name, value in shown.items():
        if value:
            table.add_row(name.replace("_", " "), Text(str(value)))
    console.print(table)
