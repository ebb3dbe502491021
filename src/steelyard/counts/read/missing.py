"""Items without a label: what may be done with them, how they are found and how they are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from steelyard.counts.read.columns.column import Column

MISSING_WORDS = ("refuse", "drop", "keep")


def check_word(missing: str) -> None:
    """Refuse what is none of the words."""
    if missing not in MISSING_WORDS:
        raise ValueError(f'missing must be "refuse", "drop" or "keep", not {missing!r}.')


def lacking(columns: Sequence[Column], codes: Sequence[NDArray[np.intp]]) -> NDArray[np.bool_] | None:
    """Return which items lack a label in one of the columns; None if none does."""
    gone = None
    for column, found in zip(columns, codes, strict=True):
        if column.missing is not None:
            missing = found == column.missing
            gone = missing if gone is None else gone | missing
    return gone if gone is not None and gone.any() else None


def without_label(lost: int, items: int) -> ValueError:
    """Return the error for items without a label."""
    return ValueError(
        f"{lost} of {items} items have no true or no predicted label (None or NaN); "
        'say missing="drop" to leave them out, or missing="keep" to make them a class of their own.'
    )
