"""Rows as a data frame, of whichever library is installed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any


def data_frame(rows: Sequence[dict[str, Any]]) -> Any:
    """Return rows of plain values as a data frame of pandas or else Polars."""
    for library in ("pandas", "polars"):
        try:
            return import_module(library).DataFrame(rows)
        except ImportError:
            continue
    raise ValueError("a data frame needs pandas or polars; install one of them.")
