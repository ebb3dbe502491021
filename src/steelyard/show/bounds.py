"""How low and how high a metric can go, in a notebook: both ends, with a matrix at each."""

from __future__ import annotations

from collections.abc import Iterator

from steelyard.lab.bounding.result import Bounds
from steelyard.show.html import html_of
from steelyard.show.parts import Drawing, Item, Part, Sentence

LARGEST = 12
"""Classes of a matrix that is drawn."""


def bounds_html(found: Bounds) -> str:
    """Return both ends as HTML."""
    return html_of(_parts(found))


def _parts(found: Bounds) -> Iterator[Part]:
    yield Sentence(str(found), "strong")
    for name, end in (("Least", found.least), ("Greatest", found.greatest)):
        yield Item(f"{name}: {end}; {end.how}.")
        if len(end.matrix) <= LARGEST:
            cells = [[f"{cell:,}" for cell in row] for row in end.matrix]
            widest = max(len(cell) for row in cells for cell in row)
            yield Drawing(["  ".join(cell.rjust(widest) for cell in row) for row in cells])
