"""Pieces of Markdown that the generated pages share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import steelyard as sy

CASE_1_COUNTS = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
CASE_1 = sy.Confusion(CASE_1_COUNTS, labels=["c1", "c2", "c3"])
"""Case 1 of Branco et al. 2017: c1 and c2 are recognised, and all of c3 is taken for c2."""


def plain(text: str) -> str:
    """Write text so that Markdown leaves it as it is, also in a table."""
    return re.sub(r"([\\`*_\[\]|<>#])", r"\\\1", text).replace("\\|", "&#124;").replace("\\<", "&lt;")


def inline_math(latex: str) -> str:
    """Write a formula for `formulas.py`, inside a line; a table must not see its bars."""
    return f"$`{latex}`$" if latex else ""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table; the cells are Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def unsearched(markdown: str) -> str:
    """Leave text out of the search, such as a table of marks: it would be found for every metric's name."""
    return f"<div data-search-exclude markdown>\n\n{markdown}\n</div>\n"


def number(value: float) -> str:
    """Write a computed value."""
    return "undefined" if value != value else f"{value:.4f}"  # noqa: PLR0124 - NaN is not itself
