"""A share as a bar of a few characters."""

from __future__ import annotations

import math

from steelyard.show.characters import BLOCKS, Marks

LENGTH = 8


def bar(share: float, marks: Marks = BLOCKS, length: int = LENGTH) -> str:
    """Return a bar for a share from 0 to 1; nothing if it is undefined.

    Examples
    --------
    >>> from steelyard.show.bars import bar
    >>> from steelyard.show.characters import ASCII
    >>> bar(0.3), bar(0.3, ASCII), bar(float("nan"))
    ('██▍·····', '##......', '')
    """
    if math.isnan(share):
        return ""
    parts = len(marks.part) + 1
    steps, part = divmod(round(min(max(share, 0.0), 1.0) * length * parts), parts)
    return (marks.full * steps + (marks.part[part - 1] if part else "")).ljust(length, marks.rest)
