"""Distortions in the terminal and in a notebook: the most distorted metrics first, then those that stay."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from html import escape

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from steelyard.display import numbers
from steelyard.display.html_table import html_table
from steelyard.display.limits import TEXT_WIDTH
from steelyard.display.names import shortened, width
from steelyard.display.printing import print_parts
from steelyard.display.tables import AS_COUNTED, plain_table
from steelyard.display.what_matters import what_matters
from steelyard.distortion.result import Distortions, MetricDistortion, Shift, times
from steelyard.labels import Label

STAYS = "–"
BETWEEN = 3
"""Columns between two columns of a table."""

NARROWEST, WIDEST = 4, 24
"""Columns of a class's name beside a value."""


def print_distortions(found: Distortions, console: Console) -> None:
    """Print distortions to a console of any width."""
    print_parts(_parts(found, console.width), console)


def distortions_text(found: Distortions) -> str:
    """Return distortions as plain text of 80 columns."""
    out = io.StringIO()
    print_distortions(found, Console(file=out, width=TEXT_WIDTH, color_system=None, legacy_windows=False))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def distortions_html(found: Distortions) -> str:
    """Return distortions as a plain HTML table."""
    names = dict(zip(found.moved, shortened(found.moved), strict=True))
    rows = [
        [
            one.metric.name,
            numbers.value(one.present),
            _extreme(one, one.fall, names),
            _extreme(one, one.rise, names),
            *(numbers.value(shift.value) for shift in one.classes),
        ]
        for one in found.metrics
    ]
    headings = ["metric", "now", "lowest", "highest", *(f"+{k} classes" for k in found.added)]
    return (
        html_table(f"If {_situations(found)}", headings, rows)
        + "".join(f"<p>{escape(line)}</p>" for line in _robust(found))
        + "".join(f"<p>{escape(line)}</p>" for line in _notes(found))
    )


def _parts(found: Distortions, columns: int) -> Iterator[RenderableType]:
    yield Text(f"If {_situations(found)}", style="bold")
    yield from what_matters(found.importance, found.labels, found.weights)
    yield Text()
    yield _table(found, columns)
    yield Text(
        "lowest, highest: over the other shares of each class. ×10: ten times as many items of that class; /10: a "
        f"tenth. {STAYS} does not move so."
        + (f" {AS_COUNTED} as counted, without importance." if _whole(found) else ""),
        style="dim",
    )
    for line in (*_robust(found), *_notes(found)):
        yield Text(line)


def _situations(found: Distortions) -> str:
    rising = [f"{factor:g}" for factor in found.factors if factor > 1]
    parts = _listed([f"1/{factor}" for factor in rising])
    said = f"a class had {_listed(rising)} times as many items, or {parts} of them"
    more = (
        f"; or there were {_listed([str(k) for k in found.added])} more classes as good as these" if found.added else ""
    )
    return f"{said}{more}: the classifier the same."


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _table(found: Distortions, columns: int) -> Table:
    metrics = [f"{one.metric.name}{'' if one.metric.weighted else AS_COUNTED}" for one in found.metrics]
    last = [numbers.value(one.classes[-1].value) if one.classes else "" for one in found.metrics]
    now = [numbers.value(one.present) for one in found.metrics]
    heading = f"+{found.added[-1]} classes" if found.added and found.added[-1] > 1 else "+1 class"
    fixed = [max(map(width, ["metric", *metrics])), max(map(width, ["now", *now]))]
    fixed += [max(map(width, [heading, *last]))] if found.added else []
    factor = max(map(len, map(times, found.factors)))
    room = (columns - sum(fixed) - BETWEEN * (len(fixed) + 1)) // 2 - len("0.000  ") - factor
    names = shortened(found.moved, max(NARROWEST, min(WIDEST, room)))
    named = dict(zip(found.moved, names, strict=True))
    table = plain_table("metric", "now", "lowest", "highest", *([heading] if found.added else []))
    for one, metric, present, more in zip(found.metrics, metrics, now, last, strict=True):
        extremes = (_extreme(one, one.fall, named), _extreme(one, one.rise, named))
        table.add_row(*map(Text, (metric, present, *extremes, *([more] if found.added else []))))
    for column in table.columns[2:4]:
        column.justify = "left"
    return table


def _extreme(one: MetricDistortion, shift: Shift | None, names: dict[Label, str]) -> str:
    if math.isnan(one.present):
        return ""
    if shift is None or shift.factor is None:
        return STAYS
    return f"{numbers.value(shift.value)} {names[shift.label]} {times(shift.factor)}"


def _robust(found: Distortions) -> Iterator[str]:
    for what, names, asked in (
        ("class shares", found.robust_to_shares, bool(found.moved)),
        ("added classes", found.robust_to_classes, bool(found.added)),
    ):
        if asked:
            yield f"Not moved by {what}: {', '.join(names) or 'none of these'}."


def _notes(found: Distortions) -> Iterator[str]:
    for note in dict.fromkeys(one.note for one in found.metrics if one.note):
        concerned = ", ".join(one.metric.name for one in found.metrics if one.note == note)
        yield f"{concerned}: {note}."


def _whole(found: Distortions) -> bool:
    return any(not one.metric.weighted for one in found.metrics)
