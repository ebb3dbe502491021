"""How low and how high a metric can go, and how that was found: in words, in a terminal and in a notebook."""

from __future__ import annotations

import math
from collections.abc import Iterator

from steelyard.lab.bounding.of_sizes import power_of_ten
from steelyard.lab.bounding.result import Bounds, Course, End, Search
from steelyard.show.html import html_of
from steelyard.show.parts import Drawing, Item, Part, Sentence

LARGEST = 12
"""Classes of a matrix that is drawn."""

COURSES: dict[Course, str] = {
    "moves": "the best value seen, which still moves as the ratio grows",
    "converges": "a sequence of them with ever larger ratios converges",
    "grows": "a sequence of them with ever larger ratios grows without bound",
    "refined": "its cells refined in steps of down to 1/1,000,000: ever larger matrices come ever nearer",
    "carried": "a matrix of another number of classes, carried over, goes furthest",
}


def bounds_text(result: Bounds) -> str:
    """Return both ends in a line."""
    where = "all class sizes" if result.supports is None else f"class sizes {', '.join(map(str, result.supports))}"
    least, greatest = (
        "" if end.known or math.isinf(end.value) else "found " for end in (result.least, result.greatest)
    )
    ends = f"least {least}{result.least}, greatest {greatest}{result.greatest}"
    return f"{result.metric}, {result.classes} classes, {where}: {ends}"


def bounds_html(result: Bounds) -> str:
    """Return both ends as HTML, with a matrix at each."""
    return html_of(_parts(result))


def _parts(result: Bounds) -> Iterator[Part]:
    yield Sentence(str(result), "strong")
    for name, end in (("Least", result.least), ("Greatest", result.greatest)):
        yield Item(f"{name}: {end}; {end.how}.")
        if len(end.matrix) <= LARGEST:
            cells = [[f"{cell:,}" for cell in row] for row in end.matrix]
            widest = max(len(cell) for row in cells for cell in row)
            yield Drawing(["  ".join(cell.rjust(widest) for cell in row) for row in cells])


def end_text(end: End) -> str:
    """Return the value of an end, and whether it is reached."""
    if math.isinf(end.value):
        return "unbounded" if not end.attained else "infinity" if end.value > 0 else "minus infinity"
    shown = f"{end.value:.4g}"
    named = f" ({end.exact})" if end.exact is not None and end.exact != shown else ""
    if not end.converged:
        return f"{shown} or beyond"
    return f"{'approaches ' if end.approached else ''}{shown}{named}"


def how_found(end: End) -> str:
    """Return how an end was found, and, of a search, whether it is known that no matrix goes beyond."""
    search = end.search
    told = [_tried(search), COURSES.get(search.course, "")]
    told.append(f"undefined at {search.undefined:,} of them" if search.undefined else "")
    told.append("" if search.complete else _sure(end))
    return "; ".join(filter(None, told))


def _tried(search: Search) -> str:
    if search.among is None:
        return f"a directed search over {search.tried:,} matrices with class sizes alike and far apart"
    if search.complete:
        return f"all {search.among:,} matrices with these class sizes were tried"
    return (
        f"a directed search over {search.tried:,} of the {power_of_ten(search.among)} matrices with these class sizes"
    )


def _sure(end: End) -> str:
    if end.known:
        return "nothing goes beyond" if math.isinf(end.value) else "the declared range ends there"
    return "as far as was seen" if math.isinf(end.value) else "the furthest found, which others may surpass"
