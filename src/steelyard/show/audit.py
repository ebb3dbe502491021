"""An audit in the terminal and in a notebook: the pair that decides first, then every property in a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from shlex import quote
from textwrap import wrap
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from steelyard.lab.audits.audit import Audit
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.lab.audits.subject import Definition
from steelyard.lab.audits.verdict import ListScene, Scene, ScoredItem, Verdict, Witness
from steelyard.scores.audits.audit import PROPERTIES as OF_SCORES
from steelyard.scores.audits.audit import ScoreAudit, definition_of
from steelyard.show import numbers
from steelyard.show.audit_sentences import STATUSES
from steelyard.show.html import html_of
from steelyard.show.names import shortened, width
from steelyard.show.numbers import TEXT_WIDTH
from steelyard.show.parts import Column, Drawing, Fold, Part, Sentence, Sheet, one_line
from steelyard.show.printing import NARROW, print_parts, text_of

MARKS = {"refuted": "✗", "tried": "~", "proved": "✓", "shown": "✓", "untried": "–"}
LEGEND = "✗ refuted by a counterexample, ✓ proved or shown, ~ holds on all that was tried, – nothing to try"
ANSWERS = {"refuted": "no", "tried": "~", "proved": "yes", "shown": "yes", "untried": "–"}
"""The same in words, for properties that are neither good nor bad."""
STYLES = {"refuted": "red", "tried": "green", "proved": "green", "shown": "green", "untried": "dim"}

READ = "(Rows are truth, columns predictions.)"
READ_LIST = "(Each line is an item: its class, and its score for class 1, or for each class.)"

INDENT = "  "
CAPTION = 36
"""The greatest width of a caption."""
BETWEEN, FAR = 4, 8
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
    """Return all verdicts as HTML for a notebook, the matrices of each counterexample folded away."""
    return html_of(_parts(audit))


def verdict_html(verdict: Verdict) -> str:
    """Return one verdict as HTML for a notebook, with the matrices that decide it."""
    return html_of(_verdict_parts(verdict))


def witness_html(witness: Witness) -> str:
    """Return matrices that decide a property as HTML for a notebook."""
    return html_of([Drawing(drawing(witness)), Sentence(witness.sentence)])


def property_text(examined: Definition) -> str:
    """Return what a property says as text."""
    return text_of([Sentence(f"{examined.title} ({examined.id})"), Sentence(_told(examined))])


def property_html(examined: Definition) -> str:
    """Return what a property says as HTML for a notebook."""
    return html_of([Sentence(f"{examined.title} ({examined.id})", "strong"), Sentence(_told(examined))])


def _parts(audit: Audit) -> Iterator[Part]:
    yield Sentence(_headline(audit))
    for remark in audit.remarks:
        yield Sentence(remark)
    for group in _groups(audit):
        verdicts = [audit[name] for name in group.names]
        yield Sentence(group.heading, "strong")
        yield Sheet(
            [
                Column("", group.marks, "words"),
                Column("property", group.names, "words"),
                Column("", group.titles, "words"),
                Column("evidence", [_evidence(verdict) for verdict in verdicts], "prose"),
            ]
        )
        if group.legend:
            yield Sentence(group.legend, "dim")
    for name in audit.refuted:
        if audit[name].witness is not None:
            yield Fold(audit.definition(name).title, [Drawing(drawing(audit[name].witness))])


def _verdict_parts(verdict: Verdict) -> Iterator[Part]:
    examined = definition_of(verdict)
    mark = MARKS[verdict.status]
    yield Sentence(f"{mark} {examined.title}, {verdict.classes} classes: {STATUSES[verdict.status]}.", "strong")
    yield Sentence(_told(examined))
    yield Sentence(verdict.evidence)
    for witness in (verdict.witness, verdict.illustration):
        if witness is not None:
            yield Drawing(drawing(witness))
            yield Sentence(witness.sentence)
    if verdict.figures:
        yield Sentence(_figures(verdict))


def _evidence(verdict: Verdict) -> str:
    return verdict.evidence if verdict.witness is None else verdict.witness.sentence


class _Group(NamedTuple):
    """Properties of one kind, with what an audit says of each."""

    heading: str
    names: list[str]
    titles: list[str]
    marks: list[str]
    styles: list[str]
    legend: str


def _groups(audit: Audit) -> Iterator[_Group]:
    """Yield what a metric should have, by marks, and what it only looks at, by yes or no."""
    for heading, wanted, words, legend in (
        ("What a metric should have:", True, MARKS, f"{LEGEND}."),
        ("What it looks at:", False, ANSWERS, ""),
    ):
        names = [name for name in audit if audit.definition(name).expected is wanted]
        if names:
            titles = [audit.definition(name).title for name in names]
            marks = [words[audit[name].status] for name in names]
            styles = [STYLES[audit[name].status] if wanted else "" for name in names]
            yield _Group(heading, names, titles, marks, styles, legend)


Line = tuple[str, str]
"""A line of text and its style."""


def overview_lines(audit: Audit, columns: int) -> Iterator[Line]:
    """Yield the whole audit on one screen."""
    yield from _wrapped(_headline(audit), columns, "bold")
    for remark in audit.remarks:
        yield from _wrapped(remark, columns)
    failed = [
        audit[name] for name in audit.refuted if audit.definition(name).expected and audit[name].witness is not None
    ]
    first = failed[0] if failed else None
    if first is not None:
        yield "", ""
        yield from _first(first, columns)
    yield "", ""
    yield from _table(audit, columns)
    yield "", ""
    name = _argument(audit)
    told = first.property if first is not None else next(iter(audit))
    closing = f"steelyard audit {name} --property {told} shows a property with its evidence."
    yield from _wrapped(closing, columns, "dim")
    yield from _wrapped("steelyard advise tells which metrics to use instead, on your own data.", columns, "dim")


def _argument(audit: Audit) -> str:
    """Return what names the metric on the command line."""
    if not isinstance(audit, ScoreAudit):
        return quote(audit.metric.name) if getattr(audit.metric, "builtin", False) else "FILE.py:NAME"
    shares = audit.shares if audit.shares is None or isinstance(audit.shares, str) else ",".join(map(str, audit.shares))
    return quote(audit.metric.name) + ("" if shares is None else f" --shares {shares}")


def full_lines(audit: Audit, columns: int) -> Iterator[Line]:
    """Yield every property: what it says, why it matters, and what was found for each number of classes."""
    yield from _wrapped(_headline(audit), columns, "bold")
    for remark in audit.remarks:
        yield from _wrapped(remark, columns)
    for name in audit:
        examined = audit.definition(name)
        yield "", ""
        yield from _wrapped(f"{examined.title} ({name})", columns, "bold")
        yield from _wrapped(_told(examined), columns)
        for verdict in (verdict for verdict in audit.verdicts if verdict.property == name):
            yield from _verdict(verdict, columns)


def _headline(audit: Audit) -> str:
    metric = audit.metric
    of = ", of the first class" if metric.kind == "rate" and not isinstance(audit, ScoreAudit) else ""
    classes = " and ".join(map(str, audit.classes))
    expected = [name for name in audit if audit.definition(name).expected]
    failed = len([name for name in expected if audit[name].holds is False])
    said = f": {failed} of the {len(expected)} properties that a metric should have fail" if len(expected) > 1 else ""
    title, name = shortened([metric.title], LONGEST_NAME)[0], shortened([_name(audit)], LONGEST_NAME)[0]
    seen = f", {metric.direction} is better (as seen from a perfect matrix)" if audit.direction_seen else ""
    return f"Audit of {title} ({name}){of}{seen}, with {classes} classes{said}."


def _name(audit: Audit) -> str:
    return audit.name if isinstance(audit, ScoreAudit) else audit.metric.name


def _first(verdict: Verdict, columns: int) -> Iterator[Line]:
    """Yield the most telling refutation: in everyday numbers, if there are some, and the smallest."""
    examined = definition_of(verdict)
    why = examined.otherwise or examined.matters
    yield from _wrapped(f"✗ {examined.id} ({examined.title}) fails: {why}", columns, "bold")
    told = verdict.illustration or verdict.witness
    if told is None:
        return
    yield from _drawn(told, columns)
    if verdict.illustration is not None and verdict.witness is not None:
        smallest = " → ".join(f"{scene.content}: {_value(scene)}" for scene in verdict.witness.scenes)
        yield from _wrapped(f"The smallest such pair: {smallest}.", columns)


def _table(audit: Audit, columns: int) -> Iterator[Line]:
    """Yield a line per property: marks for what a metric should have, yes or no for what it looks at."""
    ids = max(map(len, audit))
    for group in _groups(audit):
        yield group.heading, "bold"
        wide = max(map(len, group.marks))
        for mark, name, title, style in zip(group.marks, group.names, group.titles, group.styles, strict=True):
            yield from _entry(f"{mark:{wide}}", name, title, ids, columns, style)
        if group.legend:
            yield from _wrapped(group.legend, columns, "dim")


def _entry(mark: str, name: str, title: str, ids: int, columns: int, style: str) -> Iterator[Line]:
    before = len(mark) + 1
    if columns < NARROW:  # the title goes below the name
        yield f"{mark} {name}", style
        lines = wrap(title, columns - before)
        yield from ((" " * before + line, style) for line in lines)
        return
    for line in wrap(f"{mark} {name:{ids}}  {title}", columns, subsequent_indent=" " * (before + ids + 2)):
        yield line, style


def _verdict(verdict: Verdict, columns: int) -> Iterator[Line]:
    result = f"{MARKS[verdict.status]} {verdict.classes} classes: {STATUSES[verdict.status]}."
    yield from _wrapped(f"{result} {verdict.evidence}", columns, STYLES[verdict.status])
    for witness in (verdict.witness, verdict.illustration):
        if witness is not None:
            yield from _drawn(witness, columns)
    if verdict.figures:
        yield from _wrapped(_figures(verdict), columns)


def _figures(verdict: Verdict) -> str:
    return ", ".join(f"{name} {value:.6g}" for name, value in verdict.figures.items())


def _told(examined: Definition) -> str:
    return f"{examined.definition} {examined.matters} [{examined.source}]"


def _drawn(witness: Witness, columns: int) -> Iterator[Line]:
    for line in drawing(witness, columns - len(INDENT)):
        yield INDENT + line, ""
    yield from _wrapped(f"{READ if witness.matrices else READ_LIST} {witness.sentence}", columns)


def drawing(witness: Witness | None, columns: int = TEXT_WIDTH - len(INDENT)) -> list[str]:
    r"""Return the matrices or lists of a witness side by side, each below its caption and above its value.

    Examples
    --------
    >>> from steelyard.lab.audits.verdict import Finding
    >>> before, after = Finding("one_test_set"), Finding("larger_class", place=1, factor=2)
    >>> scenes = (Scene(before, ((1, 0), (1, 0)), 2 / 3, "2/3"), Scene(after, ((1, 0), (2, 0)), 0.5, "1/2"))
    >>> print("\n".join(drawing(Witness(scenes, ()))))
    one test set     class 2 is twice as large, the
                     classifier the same
    1  0             1  0
    1  0             2  0
    = 2/3 = 0.667    = 1/2 = 0.500
    """
    if witness is None:
        return []
    many = len(witness.scenes)
    room = min(CAPTION, (columns - BETWEEN * (many - 1)) // many)
    captions = [wrap(scene.caption, room) for scene in witness.scenes]
    tallest = max(map(len, captions))
    blocks = [
        [*caption, *[""] * (tallest - len(caption)), *_counts(scene, columns)]
        for caption, scene in zip(captions, witness.scenes, strict=True)
    ]
    widths = [max(map(len, block)) for block in blocks]
    gap = " " * (FAR if sum(widths) < TEXT_WIDTH / 2 else BETWEEN)
    if sum(widths) + len(gap) * (len(blocks) - 1) > columns:  # one below the other
        return [line for scene in witness.scenes for line in (*wrap(scene.caption, columns), *_counts(scene, columns))]
    return [
        gap.join(f"{line:{room}}" for line, room in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    ]


def _counts(scene: Scene | ListScene, columns: int) -> list[str]:
    """Return one matrix or list as lines, its value below; a row that is too long goes on in the next line."""
    if isinstance(scene, ListScene):
        return [*_items(scene.items), _equals(scene)]
    cells = [[f"{cell:,}" for cell in row] for row in scene.matrix]
    rooms = [max(len(row[j]) for row in cells) for j in range(len(cells))]
    rows = ["  ".join(f"{cell:>{room}}" for cell, room in zip(row, rooms, strict=True)) for row in cells]
    if max(map(len, rows)) > columns:
        rows = [part for row in cells for part in wrap("  ".join(row), columns, subsequent_indent=INDENT)]
    weights = [] if scene.weights is None else ["weights " + " : ".join(map(str, scene.weights))]
    return [*rows, *(part for line in weights for part in wrap(line, columns)), _equals(scene)]


def _items(items: Sequence[ScoredItem]) -> list[str]:
    """Return items as lines: the class, the score of the first of two classes or of all, and how many if several."""
    scores = [item.scores[:1] if len(item.scores) == 2 else item.scores for item in items]
    rooms = [max(len(str(row[k])) for row in scores) for k in range(len(scores[0]))]
    lines = []
    for item, row in zip(items, scores, strict=True):
        shown = "  ".join(f"{score!s:>{room}}" for score, room in zip(row, rooms, strict=True))
        lines.append(f"class {item.truth + 1}: {shown}{'' if item.times == 1 else f'  × {item.times:,}'}")
    return lines


def _equals(scene: Scene | ListScene) -> str:
    value = _value(scene)
    decimal = "" if scene.value is None or "/" not in value else f" = {numbers.value(scene.value)}"
    return f"= {value}{decimal}"


def _value(scene: Scene | ListScene) -> str:
    if scene.value is None:
        return scene.exact or numbers.UNDEFINED
    if scene.exact is not None and len(scene.exact) <= LONGEST_EXACT:
        return numbers.minus(scene.exact)
    return numbers.minus(f"{scene.value:.4g}")


def _wrapped(text: str, columns: int, style: str = "") -> Iterator[Line]:
    line, room = one_line(text), min(columns, WIDEST)
    lines = wrap(line, room)
    if any(width(part) > room for part in lines):  # characters that take two columns, in names of a user's
        lines = wrap(line, room // 2)
    for part in lines or [""]:
        yield part, style


def properties_listed() -> Iterator[dict[str, Any]]:
    """Yield all properties that an audit examines, as rows of plain values."""
    for of, properties in (("labels", PROPERTIES), ("scores", OF_SCORES)):
        for examined in properties:
            told = {name: getattr(examined, name) for name in ("title", "definition", "matters", "source", "expected")}
            yield {"property": examined.id, "metrics_of": of, **told}


def print_properties(console: Console) -> None:
    """Print all properties that an audit examines: what each says and why it matters."""
    lines: list[Line] = []
    for heading, properties in (("", PROPERTIES), ("Of metrics of scores:", OF_SCORES)):
        lines += [("", ""), (heading, "bold"), ("", "")] if heading else []
        for examined in properties:
            lines.append((f"{examined.id}: {examined.title}", "bold"))
            lines += _wrapped(_told(examined), console.width)
    print_parts((Text(line, style=style) for line, style in lines), console)
