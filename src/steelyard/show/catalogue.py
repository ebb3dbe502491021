"""Metrics in the terminal and in a notebook.

The catalogue, the atlas, the bounds of one, and how well they tell matrices apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from steelyard.lab import atlas
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.lab.audits.property import Definition
from steelyard.lab.bounding.result import Bounds
from steelyard.lab.discrimination.result import Discrimination
from steelyard.lab.statuses import Status
from steelyard.measuring.record import KINDS, Metric, kind_text
from steelyard.measuring.registry import Registry
from steelyard.scores.audits import stored as score_atlas
from steelyard.scores.audits.audit import PROPERTIES as OF_SCORES
from steelyard.show.audit import LEGEND, MARKS
from steelyard.show.fields import fields_sheet
from steelyard.show.formula_text import formula_text
from steelyard.show.html import html_of
from steelyard.show.numbers import minus
from steelyard.show.parts import EMPTY_LINE, Column, Drawing, Fold, Item, Part, Sentence, Sheet
from steelyard.show.printing import print_parts

CLOSING = Sentence("`steelyard metrics NAME` shows a metric's formula, aliases, undefined cases and source.")


def _range(metric: Metric) -> str:
    if callable(metric.range):
        return "depends"
    low, high = metric.range
    return f"{minus(f'{low:g}')} to {high:g}".replace("inf", "∞")


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
    shown["symbol"], shown["formula"] = formula_text(metric.symbol), formula_text(metric.formula)
    shown["parameters"] = "; ".join(f"{name}: {meaning}" for name, meaning in shown["parameters"].items())
    return fields_sheet({name.replace("_", " "): value for name, value in shown.items() if value})


# The atlas in the terminal: a metric in a line, a mark for every property.


def print_atlas(metrics: Sequence[str], classes: int, console: Console) -> None:
    """Print which of these metrics has which property."""
    statuses = {(m, each.id): atlas.verdict(m, each.id, classes).status for m in metrics for each in PROPERTIES}
    _print_marks(statuses, metrics, PROPERTIES, classes, console)


def print_score_atlas(names: Sequence[str], classes: int, console: Console) -> None:
    """Print which metric of scores, as counted or at stated shares, has which property."""
    statuses = {(name, of): one.status for (name, of, C), one in score_atlas.verdicts().items() if classes == C}
    _print_marks(statuses, names, OF_SCORES, classes, console)


def _print_marks(
    statuses: Mapping[tuple[str, str], Status],
    metrics: Sequence[str],
    properties: Sequence[Definition],
    classes: int,
    console: Console,
) -> None:
    widest = max(map(len, metrics))
    letters = [chr(ord("A") + i) for i in range(len(properties))]
    lines = [f"{classes} classes:", *wrap(LEGEND, console.width), ""]
    for letter, examined in zip(letters, properties, strict=True):
        lines += wrap(f"{letter} {examined.title} ({examined.id})", console.width, subsequent_indent="  ")
    at_once = max(1, (console.width - widest - 1) // 2)
    for start in range(0, len(properties), at_once):
        shown = properties[start : start + at_once]
        lines += ["", " " * widest + "  " + " ".join(letters[start : start + at_once])]
        for metric in metrics:
            marks = [MARKS[statuses[metric, examined.id]] for examined in shown]
            lines.append(f"{metric:{widest}}  {' '.join(marks)}")
    lines += ["", "steelyard audit METRIC --property PROPERTY shows the counterexample."]
    print_parts(map(Text, lines), console)


# How low and how high a metric can go, in a notebook: both ends, with a matrix at each.


LARGEST = 12
"""Classes of a matrix that is drawn."""


def bounds_html(result: Bounds) -> str:
    """Return both ends as HTML."""
    return html_of(_parts(result))


def _parts(result: Bounds) -> Iterator[Part]:
    yield Sentence(str(result), "strong")
    for name, end in (("Least", result.least), ("Greatest", result.greatest)):
        yield Item(f"{name}: {end}; {end.how}.")
        if len(end.matrix) <= LARGEST:
            cells = [[f"{cell:,}" for cell in row] for row in end.matrix]
            widest = max(len(cell) for row in cells for cell in row)
            yield Drawing(["  ".join(cell.rjust(widest) for cell in row) for row in cells])


# How many distinct scores metrics give, as text and in a notebook.


def discrimination_html(result: Discrimination) -> str:
    """Return a row for each importance and metric as HTML."""
    scores = result.scores
    without = any(score.undefined for score in scores)
    least = ["at least " if score.at_least else "" for score in scores]
    sheet = Sheet(
        [
            Column("metric", [score.metric for score in scores], "names", widest=40),
            Column("importance", [score.importance for score in scores], "words"),
            Column("distinct scores", [f"{more}{score.distinct:,}" for more, score in zip(least, scores, strict=True)]),
            Column("per matrix", [f"{100 * score.share:.3g} %" for score in scores]),
            Column("", [score.share for score in scores], "bars"),
            *([Column("matrices without one", [f"{score.undefined:,}" for score in scores])] if without else []),
            Column("how it is known", [score.evidence for score in scores], "prose"),
        ]
    )
    return html_of([Sentence(f"{result.problem}: {result.matrices:,} matrices", "strong"), sheet])


def discrimination_text(result: Discrimination) -> str:
    """Return a line for each importance and metric."""
    scores = result.scores
    width = max((len(f"{s.metric} ({s.importance})") for s in scores), default=0)
    lines = [f"{result.problem}: {result.matrices:,} matrices"]
    for s in scores:
        name, least = f"{s.metric} ({s.importance})", "at least " if s.at_least else ""
        none = f", {s.undefined:,} matrices without one" if s.undefined else ""
        doubles = f", with {_listed(s.doubles)}" if s.doubles else ""
        share = f"{s.distinct:,} distinct scores ({100 * s.share:.3g} %)"
        lines.append(f"  {name:<{width}}  {least}{share}{none}{doubles}")
    return "\n".join(lines)


def _listed(doubles: tuple[float, ...]) -> str:
    if len(doubles) == 1:
        return f"{doubles[0]} taken as the double it is"
    more = f" and {len(doubles) - 3} more" if len(doubles) > 3 else ""
    return f"{', '.join(map(str, doubles[:3]))}{more} taken as the doubles they are"
