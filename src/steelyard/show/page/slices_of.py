"""The counts of slices, such as months, as the page takes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.counts.confusion import MODEL, Confusion
from steelyard.counts.labels import some, text
from steelyard.evaluation.moves import sliced_by
from steelyard.show.page.packing import packed

MOST_NUMBERS = 200_000
"""Counts of all slices and models together that a page can hold."""


def slices_of(counts: Confusion) -> dict[str, Any] | None:
    """Return the slices of counts, if there are some that a page can hold: along one axis, and not too many."""
    axes = sliced_by(counts)
    if len(axes) != 1 or _numbers(counts) > MOST_NUMBERS:
        return None
    (axis,) = axes
    every = np.asarray(counts.dense().counts)
    models = [list(counts.axes).index(MODEL)] if MODEL in counts.axes else []
    every = np.moveaxis(every, [*models, list(counts.axes).index(axis)], range(1 + len(models)))
    by_model = every if models else every[None]
    return {
        "axis": axis,
        "keys": [text(key) for key in counts.axes[axis]],
        "counts": [[packed(slice_) for slice_ in of_model] for of_model in by_model],
    }


def why_no_slices(counts: Confusion) -> str:
    """Return why slices are not on the page, in a sentence; empty if they are, or if there are none."""
    axes = sliced_by(counts)
    if len(axes) > 1:
        return (
            f"The slices along {some(axes)} are not on this page, which takes one axis; it shows all of them together."
        )
    if axes and _numbers(counts) > MOST_NUMBERS:
        many = f"{_numbers(counts):,} counts, more than {MOST_NUMBERS:,}"
        return (
            f"The slices along {some(axes)} are not on this page, as they have {many}; it shows all of them together."
        )
    return ""


def _numbers(counts: Confusion) -> int:
    return int(np.prod(counts.shape)) * len(counts.labels) ** 2
