"""Distortions in the terminal and in a notebook: the most distorted metrics first, then those that stay."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from rich.console import Console

from steelyard.counts.labels import Label
from steelyard.shares.distortion.result import Distortions, MetricDistortion, Shift, times
from steelyard.show import numbers
from steelyard.show.fitting import GAP, sheet_width
from steelyard.show.html import WIDTH, html_of
from steelyard.show.limits import TEXT_WIDTH
from steelyard.show.metric_names import marked
from steelyard.show.names import shortened
from steelyard.show.parts import EMPTY_LINE, Column, Part, Sentence, Sheet
from steelyard.show.printing import print_parts, text_of
from steelyard.show.tables import AS_COUNTED
from steelyard.show.what_matters import what_matters

STAYS = "–"
NARROWEST, WIDEST = 4, 24
"""Columns of a class's name beside a value."""


def print_distortions(found: Distortions, console: Console) -> None:
    """Print distortions to a console of any width."""
    print_parts(distortions_parts(found, console.width), console)


def distortions_text(found: Distortions) -> str:
    """Return distortions as plain text of 80 columns."""
    return text_of(distortions_parts(found, TEXT_WIDTH))


def distortions_html(found: Distortions) -> str:
    """Return distortions as HTML for a notebook."""
    return html_of(distortions_parts(found, WIDTH))


def distortions_parts(found: Distortions, columns: int) -> Iterator[Part]:
    """Yield what distortions show."""
    yield Sentence(f"If {_situations(found)}", "strong")
    yield from what_matters(found.importance, found.labels, found.weights)
    yield EMPTY_LINE
    yield _sheet(found, columns)
    yield Sentence(
        "lowest, highest: over the other shares of each class. ×10: ten times as many items of that class; /10: a "
        f"tenth. {STAYS} does not move so."
        + (f" {AS_COUNTED} as counted, without importance." if _whole(found) else ""),
        "dim",
    )
    for line in (*_robust(found), *_notes(found)):
        yield Sentence(line)


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


def _sheet(found: Distortions, columns: int) -> Sheet:
    metrics = [marked(one.metric) for one in found.metrics]
    last = [numbers.value(one.classes[-1].value) if one.classes else "" for one in found.metrics]
    now = [numbers.value(one.present) for one in found.metrics]
    heading = f"+{found.added[-1]} classes" if found.added and found.added[-1] > 1 else "+1 class"
    fixed = [
        Column("metric", metrics, "words"),
        Column("now", now),
        *([Column(heading, last)] if found.added else []),
    ]
    factor = max(map(len, map(times, found.factors)))
    room = (columns - sheet_width(Sheet(fixed)) - 2 * GAP) // 2 - len("0.000  ") - factor
    names = dict(zip(found.moved, shortened(found.moved, max(NARROWEST, min(WIDEST, room))), strict=True))
    extremes = [
        Column(heading, [_extreme(one, shift, names) for one, shift in shifts], "words")
        for heading, shifts in (
            ("lowest", [(one, one.fall) for one in found.metrics]),
            ("highest", [(one, one.rise) for one in found.metrics]),
        )
    ]
    return Sheet([*fixed[:2], *extremes, *fixed[2:]])


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
