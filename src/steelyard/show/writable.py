"""What a result shows, in the characters that an output can write: replaced before the layout, as some get wider."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from steelyard.show.characters import worded
from steelyard.show.parts import Column, Drawing, Fold, Item, Listing, Matrix, Part, Sentence, Sheet


@singledispatch
def writable(part: Part, encoding: str) -> Part:
    """Return a part as an encoding can write it."""
    raise TypeError(f"a part of this kind cannot be written: {part!r}, in {encoding}.")


@writable.register
def _(part: Sentence, encoding: str) -> Part:
    return replace(part, text=worded(part.text, encoding), lead=worded(part.lead, encoding))


@writable.register
def _(part: Listing, encoding: str) -> Part:
    return replace(part, things=[worded(thing, encoding) for thing in part.things])


@writable.register
def _(part: Item, encoding: str) -> Part:
    return replace(part, text=worded(part.text, encoding), mark=worded(part.mark, encoding))


@writable.register
def _(part: Drawing, encoding: str) -> Part:
    return replace(part, lines=[worded(line, encoding) for line in part.lines])


@writable.register
def _(part: Matrix, encoding: str) -> Part:
    return replace(part, encoding=encoding)


@writable.register
def _(part: Fold, encoding: str) -> Part:
    inner = [writable(one, encoding) for one in part.parts]
    return replace(part, heading=worded(part.heading, encoding), parts=inner)


@writable.register
def _(part: Sheet, encoding: str) -> Part:
    sections = {row: worded(heading, encoding) for row, heading in part.sections.items()}
    return replace(part, columns=[_column(column, encoding) for column in part.columns], sections=sections)


def _column(column: Column, encoding: str) -> Column:
    """Return a column; its names stay labels, which are written when they are shortened, and bars stay shares."""
    as_they_are = column.kind in ("names", "bars")
    return replace(
        column,
        heading=worded(column.heading, encoding),
        cells=column.cells if as_they_are else [worded(str(cell), encoding) for cell in column.cells],
        extras=[worded(extra, encoding) for extra in column.extras],
        tails=[worded(tail, encoding) for tail in column.tails],
        encoding=encoding,
    )
