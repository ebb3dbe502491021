"""Labels of JSON files: what the distinct values of a column, as JSON writes them, are."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from steelyard.counts.read.files.label_text import check_numbers


def json_labels(written: Iterable[str | None], name: str) -> list[Any]:
    """Return what each JSON value is: a text, a number, a truth value, None.

    In a column of several kinds, such as numbers and texts, all are texts. Nested values are refused.

    Examples
    --------
    >>> json_labels(["1", "2.0", None], "y")
    [1, 2.0, None]
    >>> json_labels(["1", '"other"'], "y")
    ['1', 'other']
    """
    listed = list(written)
    values = [None if text is None else json.loads(text) for text in listed]
    nested = [text for text, value in zip(listed, values, strict=True) if isinstance(value, list | dict)]
    if nested:
        raise ValueError(f"column {name!r} holds nested values such as {_short(nested[0])}, not labels.")
    if len({_kind(value) for value in values if value is not None}) < 2:
        return values
    texts = [
        value if value is None or isinstance(value, str) else text for text, value in zip(listed, values, strict=True)
    ]
    check_numbers({text for text in texts if text is not None})
    return texts


def _kind(value: Any) -> type:
    return float if isinstance(value, int | float) and not isinstance(value, bool) else type(value)


def _short(text: str | None) -> str:
    shown = text or ""
    return shown if len(shown) <= 40 else f"{shown[:37]}..."
