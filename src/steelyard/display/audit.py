"""An audit in the terminal and in a notebook: the pair that decides first, then every property in a line."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import zip_longest
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from steelyard.audits.audit import Audit
from steelyard.audits.properties import PROPERTIES, property_named
from steelyard.audits.verdict import WORDS, Verdict
from steelyard.audits.witness import Scene, Witness
from steelyard.display import numbers
from steelyard.display.html_table import html_table
from steelyard.display.limits import TEXT_WIDTH
from steelyard.display.names import shortened, width
from steelyard.display.printing import one_line, print_parts

MARKS = {"refuted": "✗", "tried": "~", "proved": "✓", "shown": "✓", "untried": "–"}
LEGEND = "✗ refuted by a counterexample, ✓ proved or shown, ~ holds on all that was tried, – nothing to try"
ANSWERS = {"refuted": "no", "tried": "~", "proved": "yes", "shown": "yes", "untried": "–"}
"""The same in words, for properties that are neither good nor bad."""
STYLES = {"refuted": "red", "tried": "green", "proved": "green", "shown": "green", "untried": "dim"}

INDENT = "  "
CAPTION = 36
"""The greatest width of a caption."""
NARROW, WIDE = 4, 8
"""Columns between matrices."""
LONGEST_EXACT = 12
LONGEST_NAME = 60
"""Of a metric, whose name and title a user may have chosen."""
WIDEST = 100
"""Lines longer than this are hard to read."""


def print_audit(audit: Audit, console: Console, *, full: bool = False) -> None:
    """Print an audit; in full, every property with its definition, evidence and matrices."""
    lines = full_lines(audit, console.width) if full else overview_lines(audit, console.width)
    print_parts((Text(line, style=style) for line, style in lines), console)


def audit_text(audit: Audit) -> str:
    """Return the overview as text of 80 columns."""
    return "\n".join(line for line, _ in overview_lines(audit, TEXT_WIDTH))


def audit_html(audit: Audit) -> str:
    """Return all verdicts as an HTML table, with the matrices of the counterexamples."""
    rows = []
    for name in audit:
        verdict, examined = audit[name], property_named(name)
        found = "" if verdict.witness is None else verdict.witness.sentence
        told = one_line(found or verdict.evidence)
        rows.append([f"{MARKS[verdict.status]} {examined.title}", WORDS[verdict.status], told])
    remarks = "".join(f"<p>{escape(one_line(remark))}</p>" for remark in audit.remarks)
    table = html_table(_headline(audit), ["property", "verdict", "evidence"], rows)
    drawn = [
        f"<p>{escape(property_named(name).title)}</p><pre>{escape(chr(10).join(drawing(audit[name].witness)))}</pre>"
        for name in audit.refuted
        if audit[name].witness is not None
    ]
    return table + remarks + "".join(drawn)


Line = tuple[str, str]
"""A line of text and its style."""


def overview_lines(audit: Audit, columns: int) -> Iterator[Line]:
    """Yield the whole audit on one screen."""
    yield from _wrapped(_headline(audit), columns, "bold")
    for remark in audit.remarks:
        yield from _wrapped(remark, columns)
    failed = [
        audit[name] for name in audit.refuted if property_named(name).expected and audit[name].witness is not None
    ]
    first = failed[0] if failed else None
    if first is not None:
        yield "", ""
        yield from _first(first, columns)
    yield "", ""
    yield from _table(audit, columns)
    yield "", ""
    name = audit.metric.name if audit.metric.builtin else "FILE.py:NAME"
    told = first.property if first is not None else next(iter(audit))
    closing = f"steelyard audit {name} --property {told} shows a property with its evidence."
    yield from _wrapped(closing, columns, "dim")
    yield from _wrapped("steelyard advise tells which metrics to use instead, on your own data.", columns, "dim")


def full_lines(audit: Audit, columns: int) -> Iterator[Line]:
    """Yield every property: what it says, why it matters, and what was found for each number of classes."""
    yield from _wrapped(_headline(audit), columns, "bold")
    for remark in audit.remarks:
        yield from _wrapped(remark, columns)
    for name in audit:
        examined = property_named(name)
        yield "", ""
        yield from _wrapped(f"{examined.title} ({name})", columns, "bold")
        yield from _wrapped(f"{examined.definition} {examined.matters} [{examined.source}]", columns)
        for verdict in (verdict for verdict in audit.verdicts if verdict.property == name):
            yield from _verdict(verdict, columns)


def _headline(audit: Audit) -> str:
    metric = audit.metric
    of = ", of the first class" if metric.kind == "rate" else ""
    classes = " and ".join(map(str, audit.classes))
    expected = [name for name in audit if property_named(name).expected]
    failed = len([name for name in expected if audit[name].holds is False])
    said = f": {failed} of the {len(expected)} properties that a metric should have fail" if len(expected) > 1 else ""
    title, name = shortened([metric.title], LONGEST_NAME)[0], shortened([metric.name], LONGEST_NAME)[0]
    seen = f", {metric.direction} is better (as seen from a perfect matrix)" if audit.direction_seen else ""
    return f"Audit of {title} ({name}){of}{seen}, with {classes} classes{said}."


def _first(verdict: Verdict, columns: int) -> Iterator[Line]:
    """Yield the most telling refutation: in everyday numbers, if there are some, and the smallest."""
    examined = property_named(verdict.property)
    why = examined.matters.removeprefix("Otherwise ")
    yield from _wrapped(f"✗ {examined.id} ({examined.title}) fails: {why}", columns, "bold")
    told = verdict.illustration or verdict.witness
    if told is None:
        return
    yield from _drawn(told, columns)
    if verdict.illustration is not None and verdict.witness is not None:
        smallest = " → ".join(f"{_row(scene)}: {_value(scene)}" for scene in verdict.witness.scenes)
        yield from _wrapped(f"The smallest such pair: {smallest}.", columns)


def _table(audit: Audit, columns: int) -> Iterator[Line]:
    """Yield a line per property: marks for what a metric should have, yes or no for what it looks at."""
    ids = max(map(len, audit))
    expected = [name for name in audit if property_named(name).expected]
    others = [name for name in audit if not property_named(name).expected]
    if expected:
        yield "What a metric should have:", "bold"
    for name in expected:
        yield from _entry(MARKS[audit[name].status], name, ids, columns, STYLES[audit[name].status])
    if expected:
        yield from _wrapped(f"{LEGEND}.", columns, "dim")
    if others:
        yield "What it looks at:", "bold"
    for name in others:
        yield from _entry(f"{ANSWERS[audit[name].status]:3}", name, ids, columns, "")


def _entry(mark: str, name: str, ids: int, columns: int, style: str) -> Iterator[Line]:
    line = f"{mark} {name:{ids}}  {property_named(name).title}"
    for part in wrap(line, columns, subsequent_indent=" " * (ids + len(mark) + 3)):
        yield part, style


def _verdict(verdict: Verdict, columns: int) -> Iterator[Line]:
    found = f"{MARKS[verdict.status]} {verdict.classes} classes: {WORDS[verdict.status]}."
    yield from _wrapped(f"{found} {verdict.evidence}", columns, STYLES[verdict.status])
    for witness in (verdict.witness, verdict.illustration):
        if witness is not None:
            yield from _drawn(witness, columns)
    if verdict.figures:
        yield from _wrapped(", ".join(f"{name} {value:.6g}" for name, value in verdict.figures.items()), columns)


def _drawn(witness: Witness, columns: int) -> Iterator[Line]:
    for line in drawing(witness, columns - len(INDENT)):
        yield INDENT + line, ""
    yield from _wrapped(f"(Rows are truth, columns predictions.) {witness.sentence}", columns)


def drawing(witness: Witness | None, columns: int = TEXT_WIDTH - len(INDENT)) -> list[str]:
    r"""Return the matrices of a witness side by side, each below its caption and above its value.

    Examples
    --------
    >>> scenes = (Scene("before", ((1, 0), (1, 0)), 2 / 3, "2/3"), Scene("after", ((1, 0), (2, 0)), 0.5, "1/2"))
    >>> print("\n".join(drawing(Witness(scenes, ""))))
    before               after
    1  0                 1  0
    1  0                 2  0
    = 2/3 = 0.667        = 1/2 = 0.500
    """
    if witness is None:
        return []
    many = len(witness.scenes)
    room = min(CAPTION, (columns - NARROW * (many - 1)) // many)
    captions = [wrap(scene.caption, room) for scene in witness.scenes]
    tallest = max(map(len, captions))
    blocks = [
        [*caption, *[""] * (tallest - len(caption)), *_counts(scene, columns)]
        for caption, scene in zip(captions, witness.scenes, strict=True)
    ]
    widths = [max(map(len, block)) for block in blocks]
    gap = " " * (WIDE if sum(widths) < TEXT_WIDTH / 2 else NARROW)
    if sum(widths) + len(gap) * (len(blocks) - 1) > columns:  # one below the other
        return [line for scene in witness.scenes for line in (*wrap(scene.caption, columns), *_counts(scene, columns))]
    return [
        gap.join(f"{line:{room}}" for line, room in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    ]


def _counts(scene: Scene, columns: int) -> list[str]:
    """Return one matrix as lines, its value below; a row that is too long goes on in the next line."""
    cells = [[f"{cell:,}" for cell in row] for row in scene.matrix]
    rooms = [max(len(row[j]) for row in cells) for j in range(len(cells))]
    rows = ["  ".join(f"{cell:>{room}}" for cell, room in zip(row, rooms, strict=True)) for row in cells]
    if max(map(len, rows)) > columns:
        rows = [part for row in cells for part in wrap("  ".join(row), columns, subsequent_indent=INDENT)]
    weights = [] if scene.weights is None else ["weights " + " : ".join(map(str, scene.weights))]
    value = _value(scene)
    decimal = "" if scene.value is None or "/" not in value else f" = {numbers.value(scene.value)}"
    return [*rows, *(part for line in weights for part in wrap(line, columns)), f"= {value}{decimal}"]


def _value(scene: Scene) -> str:
    if scene.value is None:
        return numbers.UNDEFINED
    if scene.exact is not None and len(scene.exact) <= LONGEST_EXACT:
        return scene.exact
    return f"{scene.value:.4g}"


def _row(scene: Scene) -> str:
    return str([list(row) for row in scene.matrix])


def _wrapped(text: str, columns: int, style: str = "") -> Iterator[Line]:
    line, room = one_line(text), min(columns, WIDEST)
    lines = wrap(line, room)
    if any(width(part) > room for part in lines):  # characters that take two columns, in names of a user's
        lines = wrap(line, room // 2)
    for part in lines or [""]:
        yield part, style


def print_properties(console: Console) -> None:
    """Print all properties that an audit examines: what each says and why it matters."""
    lines: list[Line] = []
    for examined in PROPERTIES:
        lines.append((f"{examined.id}: {examined.title}", "bold"))
        lines += _wrapped(f"{examined.definition} {examined.matters} [{examined.source}]", console.width)
    print_parts((Text(line, style=style) for line, style in lines), console)
