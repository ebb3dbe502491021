"""Advice in the terminal and in notebooks: the situation, the metrics to use, and those to avoid."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from html import escape

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from steelyard.advice.advice import Advice, Entry
from steelyard.advice.reason import Reason
from steelyard.display import numbers
from steelyard.display.html_table import html_table
from steelyard.display.limits import TEXT_WIDTH
from steelyard.display.printing import one_line, print_parts

FOR, AGAINST, UNKNOWN = "+", "–", "?"


def print_advice(advice: Advice, console: Console) -> None:
    """Print advice to a console of any width."""
    print_parts(_parts(advice), console)


def advice_text(advice: Advice) -> str:
    """Return advice as plain text of 80 columns."""
    out = io.StringIO()
    print_advice(advice, Console(file=out, width=TEXT_WIDTH, color_system=None, legacy_windows=False))
    return out.getvalue().rstrip("\n")


def _parts(advice: Advice) -> Iterator[RenderableType]:
    for sentence in advice.situation.sentences():
        yield Text(one_line(sentence))
    for reason in advice.suggestions:
        yield Text()
        yield Text(one_line(str(reason)))
    if advice.asked:
        yield from _heading("You asked about")
        for entry in advice.asked:
            yield from _entry(entry, f"{_named(entry)}: {entry.standing}")
    if advice.recommended:
        yield from _heading("Use, the best first")
        for rank, entry in enumerate(advice.recommended, 1):
            yield from _entry(entry, f"{rank}. {_named(entry)}")
    if advice.avoid:
        yield from _heading("Avoid")
        yield from _avoided(advice.avoid)


def _heading(words: str) -> Iterator[RenderableType]:
    yield Text()
    yield Text(words, style="bold")


def _entry(entry: Entry, title: str) -> Iterator[RenderableType]:
    yield Text(one_line(title), style="bold")
    for reason in entry.reasons:
        sign = UNKNOWN if entry.standing == "not judged" else _sign(reason)
        yield Padding(Text(one_line(f"{sign} {reason}")), (0, 0, 0, 3))


def _avoided(entries: Sequence[Entry]) -> Iterator[RenderableType]:
    """Yield the reasons, each once, with the metrics that it is about and an example."""
    groups: dict[tuple[str, str], list[tuple[Entry, Reason]]] = {}
    for entry in entries:
        for reason in entry.reasons:
            groups.setdefault((_sign(reason), reason.sentence), []).append((entry, reason))
    for (sign, sentence), members in groups.items():
        first, reason = members[0]
        yield Text(one_line(f"{sign} {sentence}"))
        yield Padding(Text(one_line(", ".join(_named(entry) for entry, _ in members)), style="bold"), (0, 0, 0, 3))
        of = f"{first.metric.name}: {reason.detail} " if reason.detail else ""
        yield Padding(Text(one_line(f"{of}[{reason.source}]"), style="dim"), (0, 0, 0, 3))


def _named(entry: Entry) -> str:
    return entry.name if entry.value is None else f"{entry.name} {numbers.value(entry.value)}"


def _sign(reason: Reason) -> str:
    return AGAINST if reason.against else FOR


def advice_html(advice: Advice) -> str:
    """Return the situation and a table for each part."""
    parts = [f"<p>{escape(str(advice.situation))}</p>"]
    parts += [f"<p>{escape(str(reason))}</p>" for reason in advice.suggestions]
    for heading, entries in (("You asked about", advice.asked), ("Use", advice.recommended), ("Avoid", advice.avoid)):
        rows = [
            [
                entry.name,
                "" if entry.value is None else numbers.value(entry.value),
                entry.standing,
                " ".join(f"({_sign(reason)}) {reason}" for reason in entry.reasons),
            ]
            for entry in entries
        ]
        if rows:
            parts.append(html_table(heading, ["metric", "value", "standing", "reasons"], rows))
    return "".join(parts)
