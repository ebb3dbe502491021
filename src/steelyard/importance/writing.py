"""Write classes and numbers in the grammar, so that every importance's text can be read back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.counts.labels import text

BARE_NAME = re.compile(r"(?:-(?=\d))?\w[\w.]*+(?:-[\w.]++)*")
"""A class name that needs no quotes: letters, digits, underscores, inner dots and hyphens; or a negative number."""


def name(label: Any) -> str:
    """Write a class name, quoted where it must be."""
    written = text(label)
    if BARE_NAME.fullmatch(written):
        return written
    return '"' + written.replace("\\", "\\\\").replace('"', '\\"') + '"'


def number(value: float) -> str:
    """Write a number so that it reads back as the same."""
    return repr(float(value)).removesuffix(".0")


def assignments(values: Mapping[Any, float] | Sequence[float]) -> str:
    """Write numbers by class, or by position if they came without names."""
    if isinstance(values, Mapping):
        return ", ".join(f"{name(label)}={number(value)}" for label, value in values.items())
    return ", ".join(number(value) for value in values)
