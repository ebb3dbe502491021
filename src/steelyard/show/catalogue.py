"""The catalogue of metrics, and all about one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console

from steelyard.measuring.record import KINDS, Metric, kind_text
from steelyard.measuring.registry import Registry
from steelyard.show.fields import fields_sheet
from steelyard.show.html import html_of
from steelyard.show.parts import EMPTY_LINE, Column, Fold, Part, Sentence, Sheet
from steelyard.show.printing import print_parts

CLOSING = Sentence("`steelyard metrics NAME` shows a metric's formula, aliases, undefined cases and source.")


def _range(metric: Metric) -> str:
    if callable(metric.range):
        return "depends"
    low, high = metric.range
    return f"{low:g} to {high:g}".replace("inf", "∞")


def print_catalogue(metrics: Iterable[Metric], console: Console) -> None:
    """Print all metrics by kind, one line each."""
    print_parts(catalogue_parts(metrics), console)


def registry_html(registry: Registry) -> str:
    """Return the catalogue as HTML for a notebook, a fold for each kind."""
    return html_of(part for part in catalogue_parts(registry.values()) if part != CLOSING)


def catalogue_parts(metrics: Iterable[Metric]) -> Iterator[Part]:
    """Yield the metrics of each kind."""
    listed = list(metrics)
    for kind in KINDS:
        of_kind = [metric for metric in listed if metric.kind == kind]
        sheet = Sheet(
            [
                Column("id", [metric.id for metric in of_kind], "words"),
                Column("title", [metric.title for metric in of_kind], "prose"),
                Column("range", [_range(metric) for metric in of_kind], "words", need=2),
                Column("better", [metric.direction for metric in of_kind], "words", need=1),
            ]
        )
        yield Fold(f"{kind}: {kind_text(kind)}", [sheet])
        yield EMPTY_LINE
    yield CLOSING


def print_metric(metric: Metric, console: Console) -> None:
    """Print everything the record says about one metric."""
    print_parts([_metric_sheet(metric)], console)


def metric_html(metric: Metric) -> str:
    """Return everything the record says about a metric as HTML for a notebook."""
    return html_of([_metric_sheet(metric)])


def _metric_sheet(metric: Metric) -> Sheet:
    shown = metric.to_dict()
    shown["kind"] = f"{metric.kind}: {kind_text(metric.kind)}"
    shown["range"] = _range(metric) + (" on the weights or parameters" if callable(metric.range) else "")
    shown["direction"] = f"{metric.direction} is better"
    shown["undefined"] = f"where {metric.undefined.text}"
    shown["aliases"] = ", ".join(metric.aliases)
    shown["parameters"] = "; ".join(f"{name}: {meaning}" for name, meaning in shown["parameters"].items())
    return fields_sheet({name.replace("_", " "): value for name, value in shown.items() if value})
