"""Parts of a result as plain HTML for notebooks: no script, no style, every text escaped.

GitHub's viewer keeps simple tags and `align`, and drops the rest; nothing here needs more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import singledispatch
from html import escape

from steelyard.show.matrix import matrix_sheet
from steelyard.show.names import repeated
from steelyard.show.numbers import bar
from steelyard.show.parts import (
    Column,
    Drawing,
    Fold,
    Item,
    Listing,
    Marks,
    Matrix,
    Part,
    Sentence,
    Sheet,
    one_line,
    printable,
)

WIDTH = 100
"""Where text is laid out in columns, as matrices side by side are."""

MOST_CELLS = 1000
MOST_COLUMNS = 25
"""Of a table: so many are shown, and the rest is counted."""

WIDEST_NAME = 40
"""Columns of a name: there is more room than in a terminal."""

LONGEST = 2000
"""Characters of a sentence."""

MOST_BYTES = 80_000
"""Notebooks are kept in version control, and GitHub shows no large ones."""

SIGNS = re.compile(r"[$\\]")
"""Notebooks typeset what stands between these as formulas, which may hold links; not if each has a tag of its own."""

STRONG = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff"
RIGHT_TO_LEFT = re.compile(f"[{STRONG}](?:[ {STRONG}]*[{STRONG}])?")
"""Words of scripts that are written from right to left, Hebrew and Arabic among them, with the spaces between them."""

ISOLATE, END = "\u2068", "\u2069"

CORNER = "truth ↓ prediction →"
"""Which side of a matrix is which."""

STEPS = Marks("▇", "", " ", "")


def html_of(parts: Iterable[Part]) -> str:
    """Return parts as HTML, as many as a notebook should hold."""
    result: list[str] = []
    size = left_out = 0
    for drawn in _drawn(parts):
        size += len(drawn.encode())
        result += [drawn] if size <= MOST_BYTES else []
        left_out += size > MOST_BYTES
    if left_out:
        result.append(f"<p>… and {left_out:,} more parts are not shown here; print() shows more.</p>")
    return "".join(result)


def _drawn(parts: Iterable[Part]) -> Iterator[str]:
    """Yield each part; items that follow each other are one list."""
    items: list[str] = []
    for part in (*parts, Sentence("")):
        if isinstance(part, Item):
            items.append(f"<li>{_safe(part.text if part.mark == '·' else f'{part.mark} {part.text}')}</li>")
            continue
        if items:
            yield f"<ul>{''.join(items)}</ul>"
            items = []
        yield _part(part)


@singledispatch
def _part(part: Part) -> str:
    raise TypeError(f"a part of this kind cannot be drawn: {part!r}.")


@_part.register
def _(part: Sentence) -> str:
    if not part.text and not part.lead:
        return ""
    shown = (f"<b>{_safe(part.lead)}</b> " if part.lead else "") + _safe(part.text)
    tag = {"": "", "strong": "b", "dim": "sub"}[part.style]
    return f"<p><{tag}>{shown}</{tag}></p>" if tag else f"<p>{shown}</p>"


@_part.register
def _(part: Listing) -> str:
    return f"<p>{_safe(', '.join(part.things))}</p>"


@_part.register
def _(part: Drawing) -> str:
    return f"<pre>{chr(10).join(escape(_isolated(printable(line))) for line in part.lines)}</pre>"


@_part.register
def _(part: Matrix) -> str:
    sheet = matrix_sheet(part)
    return _sheet(replace(sheet, columns=[replace(sheet.columns[0], heading=CORNER), *sheet.columns[1:]]))


@_part.register
def _(part: Fold) -> str:
    return f"<details><summary>{_safe(part.heading)}</summary>{html_of(part.parts)}</details>"


def _safe(text: str) -> str:
    """Return a text without control characters, escaped; a long one loses its end."""
    line = one_line(text)
    shown = _isolated(line if len(line) <= LONGEST else f"{line[:LONGEST]}…")
    return SIGNS.sub(r"<span>\g<0></span>", escape(shown))


def _isolated(line: str) -> str:
    """Return a line in which words from right to left do not take the numbers beside them along."""
    return RIGHT_TO_LEFT.sub(rf"{ISOLATE}\g<0>{END}", line)


@_part.register
def _sheet(sheet: Sheet) -> str:
    columns = sheet.columns[:MOST_COLUMNS]
    most = MOST_CELLS // len(columns)
    shown = [
        list(_cells(column, min(sheet.rows, most), key=place < sheet.keys and column.kind != "numbers"))
        for place, column in enumerate(columns)
    ]
    rows = "".join(
        _section(sheet.sections.get(i, ""), len(columns)) + f"<tr>{''.join(cells)}</tr>"
        for i, cells in enumerate(zip(*shown, strict=True))
    )
    heads = "".join(_cell(_safe(column.heading), column, ' scope="col"') for column in columns)
    head = f"<thead><tr>{heads}</tr></thead>" if sheet.headed else ""
    left_out = "".join(
        f"<p>… and {every - shown:,} more {what} are not shown here.</p>"
        for what, every, shown in (("rows", sheet.rows, most), ("columns", len(sheet.columns), MOST_COLUMNS))
        if every > shown
    )
    return f"<table>{head}<tbody>{rows}</tbody></table>{left_out}"


def _section(heading: str, columns: int) -> str:
    return f'<tr><th scope="colgroup" colspan="{columns}">{_left(_safe(heading))}</th></tr>' if heading else ""


def _cell(shown: str, column: Column, scope: str = "") -> str:
    """Return a cell; with a scope, one that heads its row or column."""
    tag = "th" if scope else "td"
    if column.kind == "numbers":
        return f'<{tag}{scope} align="right">{shown}</{tag}>'
    return f"<{tag}{scope}>{_left(shown)}</{tag}>"


def _left(shown: str) -> str:
    """Return what stands on the left of its cell: JupyterLab sets all cells right, whatever their own `align` says."""
    return f'<div align="left">{shown}</div>' if shown else ""


def _cells(column: Column, rows: int, *, key: bool) -> Iterator[str]:
    """Yield the cells of a column with their tags; keys head their rows."""
    cells = column.cells[:rows]
    if column.kind == "names":
        shown = [_safe(name) for name in repeated(cells, max(column.widest, WIDEST_NAME))]
    elif column.kind == "bars":
        shown = [bar(share, STEPS).rstrip() if isinstance(share, float) else "" for share in cells]
    else:
        shown = [_safe(str(cell)) for cell in cells]
    for i, cell in enumerate(shown):
        tail = f" {_safe(column.tails[i])}" if column.tails else ""
        extra = f" <sub>{_safe(column.extras[i])}</sub>" if column.extras and column.extras[i] else ""
        whole = f"{cell}{tail}{extra}"
        whole = f"<b>{whole}</b>" if i in column.strong and not key else whole
        yield _cell(whole, column, ' scope="row"' if key else "")
