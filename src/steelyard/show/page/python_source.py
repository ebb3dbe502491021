"""Names as Python source, so that the page can write the code that gives its view again."""

from __future__ import annotations

import math
from collections.abc import Hashable

from steelyard.counts.labels import text


def source_of(name: Hashable) -> str:
    r"""Return the source of a label or a model's name; of what has no plain source, such as a date, that of its text.

    Examples
    --------
    >>> source_of("don't"), source_of((1, None)), source_of(float("inf"))
    ('"don\'t"', '(1, None)', "float('inf')")
    """
    if type(name) is tuple:
        return f"({', '.join(map(source_of, name))}{',' if len(name) == 1 else ''})"
    if type(name) is float and not math.isfinite(name):
        return f"float({str(name)!r})"
    # By its own type: what is derived from a number or a text may show itself otherwise, as members of an Enum do.
    plain = name is None or type(name) in (str, bytes, int, float, bool)
    return repr(name) if plain else repr(text(name))
