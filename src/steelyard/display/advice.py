"""Advice in the terminal and in notebooks: what to report, then what to use, with care or not at all."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from html import escape

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from steelyard.advice.advice import Advice, Entry
from steelyard.advice.reason import Reason, property_title
from steelyard.display import numbers
from steelyard.display.html_table import html_table
from steelyard.display.limits import TEXT_WIDTH
from steelyard.display.names import shortened
from steelyard.display.printing import one_line, print_parts
from steelyard.display.tables import plain_table

FOR, AGAINST, UNKNOWN = "+", "–", "?"

MOST_VALUES = 4
"""Slices of a stack whose values are shown."""

USE, AVOID, ASKED = "Use, the best first", "Avoid", "You asked about"
WITH_CARE = "With care: a paper recommends it here, but"


def print_advice(advice: Advice, console: Console, *, full: bool = False, command_line: bool = False) -> None:
    """Print advice to a console of any width: one reason of each metric, or all; in Python's words or a shell's."""
    print_parts(_parts(advice, full=full, command_line=command_line), console)


def advice_text(advice: Advice, *, full: bool = False) -> str:
    """Return advice as plain text of 80 columns."""
    out = io.StringIO()
    print_advice(advice, Console(file=out, width=TEXT_WIDTH, color_system=None, legacy_windows=False), full=full)
    return out.getvalue().rstrip("\n")


def _parts(advice: Advice, *, full: bool, command_line: bool) -> Iterator[RenderableType]:
    yield Text(one_line(headline(advice)), style="bold")
    yield Text(one_line(str(advice.situation)))
    for reason in advice.suggestions:
        yield Text(one_line(_sentence(reason, command_line) if not full else _long(reason, command_line)))
    if advice.recommended and advice.recommended[0].values:
        yield Text()
        yield from _values(advice.recommended, None if full else MOST_VALUES)
    yield from _all(advice, command_line) if full else _short(advice, command_line)
    if not full:
        more = "--full" if command_line else "print(advice.full())"
        yield Text()
        yield Text(f"All reasons, with examples and sources: {more}.", style="dim")


def headline(advice: Advice) -> str:
    """Return which metrics to report."""
    if not advice.recommended:
        return "No metric meets what is asked for here."
    shown = [
        entry.name if entry.values else f"{entry.name} ({numbers.value(entry.value)})"
        for entry in advice.recommended[:2]
    ]
    return f"Report {', and '.join(shown)}{' beside it' if shown[1:] else ''}."


def _values(entries: Sequence[Entry], most: int | None) -> Iterator[RenderableType]:
    """Yield a table with a row for each slice of a stack."""
    slices = [name for name, _ in entries[0].values]
    table = plain_table(" × ".join(axis for axis, _ in slices[0]), *(entry.metric.name for entry in entries))
    names = shortened([key if len(name) == 1 else _joined(name) for name in slices[:most] for _, key in name[:1]])
    for place, name in enumerate(names):
        table.add_row(Text(name), *(numbers.value(entry.values[place][1]) for entry in entries))
    yield table
    if len(slices) > len(names):
        yield Text(f"and {len(slices) - len(names)} more")


def _joined(name: Sequence[tuple[str, object]]) -> str:
    return ", ".join(str(key) for _, key in name)


def _short(advice: Advice, command_line: bool) -> Iterator[RenderableType]:
    """Yield each metric once, with one reason."""
    if advice.asked:
        yield from _heading(ASKED)
        for entry in advice.asked:
            told = _brief(_telling(entry), command_line=command_line)
            yield _item(f"{_named(entry)}: {entry.standing}. {told}")
    if advice.recommended:
        yield from _heading(USE)
        for rank, entry in enumerate(advice.recommended, 1):
            yield _item(f"{_named(entry)}: {_why(entry)}", f"{rank}.")
    for heading, entries in ((WITH_CARE, advice.with_care), (AVOID, advice.avoid)):
        if entries:
            yield from _heading(heading)
            yield from _grouped(entries)


def _telling(entry: Entry) -> Reason:
    """Return the one reason to tell: the first against a metric unless it is recommended or fits."""
    against = [reason for reason in entry.reasons if reason.against]
    return against[0] if against and entry.standing in ("with care", "avoid") else entry.reasons[0]


def _why(entry: Entry) -> str:
    """Return what a metric answers, with the first thing that speaks against it."""
    first, *others = entry.reasons
    # What is recommended meets what is asked for: that it moves with class shares is told only if they stay.
    against = [r for r in others if r.against and not (r.witness and r.witness.property == "condition_1")]
    if not against:
        return _brief(first)
    # What a constant answer gets here says more than that it scores high.
    but = against[0].sentence if against[0].witness or not against[0].detail else against[0].detail
    return f"{_brief(first)} But {but[0].lower()}{but[1:]}{' [atlas]' if against[0].witness else ''}"


def _grouped(entries: Sequence[Entry]) -> Iterator[RenderableType]:
    """Yield what first speaks against metrics, each reason once, and who recommends them all the same."""
    groups: dict[str, dict[str, list[Entry]]] = {}
    for entry in entries:
        reason = _telling(entry)
        source = _source(entry.reasons[0] if entry.standing == "with care" else reason)
        groups.setdefault(reason.sentence, {}).setdefault(source, []).append(entry)
    for sentence, by_source in groups.items():
        named = (f"{', '.join(map(_named, members))} [{source}]" for source, members in by_source.items())
        yield _item(f"{sentence.rstrip('.')}: {', '.join(named)}")


def _all(advice: Advice, command_line: bool) -> Iterator[RenderableType]:
    """Yield each metric with all its reasons."""
    parts = ((ASKED, advice.asked), (USE, advice.recommended), (WITH_CARE, advice.with_care), (AVOID, advice.avoid))
    for heading, entries in parts:
        if not entries:
            continue
        yield from _heading(heading)
        for rank, entry in enumerate(entries, 1):
            title = f"{_named(entry)}: {entry.standing}" if heading == ASKED else _named(entry)
            yield Text(one_line(f"{rank}. {title}" if heading == USE else title), style="bold")
            for reason in entry.reasons:
                sign = UNKNOWN if entry.standing == "not judged" else AGAINST if reason.against else FOR
                yield Padding(_item(_long(reason, command_line), sign), (0, 0, 0, 3))


def _heading(words: str) -> Iterator[RenderableType]:
    yield Text()
    yield Text(words, style="bold")


def _item(words: str, mark: str = "·") -> RenderableType:
    """Return words that hang behind a mark."""
    item = Table.grid(padding=(0, 1))
    item.add_row(mark, Text(one_line(words)))
    return item


def _long(reason: Reason, command_line: bool) -> str:
    example = f"An example of the atlas: {reason.detail}" if reason.witness and reason.detail else reason.detail
    return " ".join(filter(None, (_sentence(reason, command_line), example, f"[{reason.source}]")))


def _brief(reason: Reason, *, command_line: bool = False) -> str:
    return f"{_sentence(reason, command_line)} [{_source(reason)}]"


def _sentence(reason: Reason, command_line: bool) -> str:
    return (command_line and reason.on_command_line) or reason.sentence


def _source(reason: Reason) -> str:
    """Return the first source, shortly: of the atlas the property."""
    if reason.witness is not None:
        return f"atlas, {property_title(reason.witness.property)}"
    return reason.source.split(";")[0].replace(" et al.", "").replace("section ", "§")


def _named(entry: Entry) -> str:
    return entry.name if entry.value is None else f"{entry.name} {numbers.value(entry.value)}"


def advice_html(advice: Advice) -> str:
    """Return what to report, the situation, and a table for each part: each metric with one reason."""
    parts = [f"<p><b>{escape(headline(advice))}</b></p>", f"<p>{escape(str(advice.situation))}</p>"]
    parts += [f"<p>{escape(_brief(reason))}</p>" for reason in advice.suggestions]
    for heading, entries in (
        (ASKED, advice.asked),
        (USE, advice.recommended),
        (WITH_CARE, advice.with_care),
        (AVOID, advice.avoid),
    ):
        rows = [
            [
                entry.name,
                "" if entry.value is None else numbers.value(entry.value),
                entry.standing,
                _why(entry) if entry.standing == "recommended" else _brief(_telling(entry)),
            ]
            for entry in entries
        ]
        if rows:
            parts.append(html_table(heading, ["metric", "value", "standing", "reason"], rows))
    return "".join(parts)
