"""The separator of a CSV file: the one of which its first line has most."""

from __future__ import annotations

import re

SEPARATORS = ",;\t|"
QUOTED = re.compile(r'"[^"]*"')


def separator_of(text: str) -> str | None:
    """Return the separator that the first line of a text has most of, quoted cells apart; None if it has none.

    Examples
    --------
    >>> separator_of('"a,b,c";d')
    ';'
    """
    first = next((line for line in QUOTED.sub("", text).split("\n") if line.strip(" \r")), "")
    best = max(SEPARATORS, key=first.count)
    return best if best in first else None
