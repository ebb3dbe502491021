"""An audit in the terminal and in a notebook: the pair that decides first, then every property in a line."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import zip_longest
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from steelyard.audits.audit import Audit
from steelyard.audits.properties import PROPERTIES
from steelyard.audits.property import Property
from steelyard.audits.verdict import WORDS, Verdict
from steelyard.audits.witness import Scene, Witness
from steelyard.display import numbers
from steelyard.display.html_table import html_table
from steelyard.display.limits import TEXT_WIDTH
from steelyard.display.printing import print_parts

MARKS = {"refuted": "✗", "tried": "~", "proved": "✓", "shown": "✓", "untried": "–"}
LEGEND = "✗ refuted by a counterexample, ✓ proved or shown, ~ holds on all that was tried, – undefined"
STYLES = {"refuted": "red", "tried": "green", "proved": "green", "shown": "green", "untried": "dim"}

INDENT = "  "
CAPTION = 36
"""The greatest width of a caption."""
NARROW, WIDE = 4, 8
"""Columns between matrices."""
LONGEST_EXACT = 12


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
        verdict, examined = audit[name], _property(name)
        found = "" if verdict.witness is None else verdict.witness.sentence
        rows.append([f"{MARKS[verdict.status]} {examined.title}", WORDS[verdict.status], found or verdict.evidence])
    table = html_table(_headline(audit), ["property", "verdict", "evidence"], rows)
    drawn = [
        f"<p>{escape(_property(name).title)}</p><pre>{escape(chr(10).join(drawing(audit[name].witness)))}</pre>"
        for name in audit.refuted
        if audit[name].witness is not None
    ]
    return table + "".join(drawn)


Line = tuple[str, str]
"""A line of text and its style."""


def overview_lines(audit: Audit, width: int) -> Iterator[Line]:
    """Yield the whole audit on one screen."""
    yield from _wrapped(_headline(audit), width, "bold")
    for remark in audit.remarks:
        yield from _wrapped(remark, width)
    first = next((audit[name] for name in audit.refuted if audit[name].witness is not None), None)
    if first is not None:
        yield "", ""
        yield from _first(first, width)
    yield "", ""
    yield from _table(audit, width)
    yield "", ""
    closing = f"steelyard audit {audit.metric.name} --property {next(iter(audit))} shows a property with its evidence."
    yield from _wrapped(closing, width, "dim")


def full_lines(audit: Audit, width: int) -> Iterator[Line]:
    """Yield every property: what it says, why it matters, and what was found for each number of classes."""
    yield from _wrapped(_headline(audit), width, "bold")
    for remark in audit.remarks:
        yield from _wrapped(remark, width)
    for name in audit:
        examined = _property(name)
        yield "", ""
        yield f"{examined.title} ({name})", "bold"
        yield from _wrapped(f"{examined.definition} {examined.matters} [{examined.source}]", width)
        for verdict in (verdict for verdict in audit.verdicts if verdict.property == name):
            yield from _verdict(verdict, width)


def _headline(audit: Audit) -> str:
    metric = audit.metric
    of = ", of the first class" if metric.kind == "rate" else ""
    classes = " and ".join(map(str, audit.classes))
    expected = [name for name in audit if _property(name).expected]
    failed = len([name for name in expected if audit[name].holds is False])
    said = f": {failed} of the {len(expected)} properties that a metric should have fail" if len(expected) > 1 else ""
    return f"Audit of {metric.title} ({metric.name}){of}, with {classes} classes{said}."


def _first(verdict: Verdict, width: int) -> Iterator[Line]:
    """Yield the most telling refutation: in everyday numbers, if there are some, and the smallest."""
    examined = _property(verdict.property)
    why = examined.matters.removeprefix("Otherwise ")
    yield from _wrapped(f"✗ {examined.id} ({examined.title}) fails: {why}", width, "bold")
    told = verdict.illustration or verdict.witness
    if told is None:
        return
    yield from _drawn(told, width)
    if verdict.illustration is not None and verdict.witness is not None:
        smallest = " → ".join(f"{_row(scene)}: {_value(scene)}" for scene in verdict.witness.scenes)
        yield from _wrapped(f"The smallest such pair: {smallest}.", width)


def _table(audit: Audit, width: int) -> Iterator[Line]:
    ids = max(map(len, audit))
    for heading, expected in (("What a metric should have", True), ("What it looks at", False)):
        names = [name for name in audit if _property(name).expected is expected]
        if names:
            yield f"{heading}:", "bold"
        for name in names:
            verdict = audit[name]
            line = f"{MARKS[verdict.status]} {name:{ids}}  {_property(name).title}"
            yield from _wrapped(line, width, STYLES[verdict.status])
    yield from _wrapped(f"{LEGEND}.", width, "dim")


def _verdict(verdict: Verdict, width: int) -> Iterator[Line]:
    found = f"{MARKS[verdict.status]} {verdict.classes} classes: {WORDS[verdict.status]}."
    yield from _wrapped(f"{found} {verdict.evidence}", width, STYLES[verdict.status])
    for witness in (verdict.witness, verdict.illustration):
        if witness is not None:
            yield from _drawn(witness, width)
    if verdict.figures:
        yield from _wrapped(", ".join(f"{name} {value:.6g}" for name, value in verdict.figures.items()), width)


def _drawn(witness: Witness, width: int) -> Iterator[Line]:
    for line in drawing(witness):
        yield INDENT + line, ""
    yield from _wrapped(f"(Rows are truth, columns predictions.) {witness.sentence}", width)


def drawing(witness: Witness | None) -> list[str]:
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
    room = min(CAPTION, (TEXT_WIDTH - len(INDENT) - NARROW * (many - 1)) // many)
    captions = [wrap(scene.caption, room) for scene in witness.scenes]
    tallest = max(map(len, captions))
    blocks = [
        [*caption, *[""] * (tallest - len(caption)), *_counts(scene)]
        for caption, scene in zip(captions, witness.scenes, strict=True)
    ]
    widths = [max(map(len, block)) for block in blocks]
    gap = " " * (WIDE if sum(widths) < TEXT_WIDTH / 2 else NARROW)
    if sum(widths) + len(gap) * (len(blocks) - 1) > TEXT_WIDTH - len(INDENT):
        return [line for block in blocks for line in block if line]
    return [
        gap.join(f"{line:{room}}" for line, room in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    ]


def _counts(scene: Scene) -> list[str]:
    """Return one matrix as lines, its value below."""
    cells = [[f"{cell:,}" for cell in row] for row in scene.matrix]
    columns = [max(len(row[j]) for row in cells) for j in range(len(cells))]
    rows = ["  ".join(f"{cell:>{room}}" for cell, room in zip(row, columns, strict=True)) for row in cells]
    weights = [] if scene.weights is None else ["weights " + " : ".join(map(str, scene.weights))]
    value = _value(scene)
    decimal = "" if scene.value is None or "/" not in value else f" = {numbers.value(scene.value)}"
    return [*rows, *weights, f"= {value}{decimal}"]


def _value(scene: Scene) -> str:
    if scene.value is None:
        return numbers.UNDEFINED
    if scene.exact is not None and len(scene.exact) <= LONGEST_EXACT:
        return scene.exact
    return f"{scene.value:.4g}"


def _row(scene: Scene) -> str:
    return str([list(row) for row in scene.matrix])


def _wrapped(text: str, width: int, style: str = "") -> Iterator[Line]:
    for line in wrap(text, min(width, 100)) or [""]:
        yield line, style


def _property(name: str) -> Property:
    return next(examined for examined in PROPERTIES if examined.id == name)


def print_properties(console: Console) -> None:
    """Print all properties that an audit examines: what each says and why it matters."""
    lines: list[Line] = []
    for examined in PROPERTIES:
        lines.append((f"{examined.id}: {examined.title}", "bold"))
        lines += _wrapped(f"{examined.definition} {examined.matters} [{examined.source}]", console.width)
    print_parts((Text(line, style=style) for line, style in lines), console)
