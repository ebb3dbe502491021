"""Which class each column of scores is of, as far as the names of the columns tell."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import Any

from steelyard.counts import labels as naming
from steelyard.counts.labels import Label
from steelyard.counts.read.label import label_named


def classes_named(names: Sequence[Hashable], known: Sequence[Label]) -> tuple[Label, ...] | None:
    """Return the class of each column; None if the names do not tell it.

    A name is a class itself or its text, or has the class between a beginning and an end that are those of all names.

    Parameters
    ----------
    names
        The columns.
    known
        Classes that must be among them; there may be more.

    Examples
    --------
    >>> classes_named(["rf_sick", "rf_healthy"], ["healthy", "sick"])
    ('sick', 'healthy')
    >>> classes_named(["p0", "p1", "p2"], [0, 1])
    (0, 1, 2)
    >>> classes_named(["one", "two"], ["healthy", "sick"]) is None
    True
    """
    if set(known) <= set(names):
        return tuple(names)
    texts, wanted = [str(name) for name in names], {naming.text(label) for label in known}
    ways = {ends for ends in _ends(texts, naming.text(known[0])) if all(between(text, *ends) for text in texts)}
    named = {tuple(str(between(text, *ends)) for text in texts) for ends in ways}
    told = [parts for parts in named if wanted <= set(parts)]
    if len(told) != 1:
        return None
    classes = tuple(label_named(part, known) for part in told[0])
    return None if None in classes else classes


def _ends(texts: Sequence[str], first: str) -> set[tuple[str, str]]:
    """Return what stands before and after the first class in texts that have it."""
    return {
        (text[: match.start()], text[match.start() + len(first) :])
        for text in texts
        for match in re.finditer(f"(?={re.escape(first)})", text)
    }


def between(text: str, before: str, after: str) -> str | None:
    """Return what stands between a beginning and an end of a text; None if it has not both, or nothing between."""
    inside = text[len(before) : len(text) - len(after)]
    return inside if inside and text == before + inside + after else None


def are_places(names: Sequence[Any]) -> bool:
    """Whether the columns were never named: pandas then counts from 0, Polars writes "column_0"."""
    numbers = range(len(names))
    return list(names) == list(numbers) or list(names) == [f"column_{i}" for i in numbers]


def of_another(name: Hashable, positive: Label, labels: Sequence[Label]) -> Label | None:
    """Return the class that a single column seems to be of, if it is not the positive one.

    Classes that are numbers are not looked for: "model_1" is no column of class 1.

    Examples
    --------
    >>> of_another("p_ok", "fraud", ["fraud", "ok"]), of_another("rf", "fraud", ["fraud", "ok"])
    ('ok', None)
    """
    words = {str(name), *re.split(r"[\W_]+", str(name))}
    named = [label for label in labels if isinstance(label, str) and label in words]
    return named[0] if named and positive not in named else None
