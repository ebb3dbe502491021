"""Whether it got worse in May: which slices recognise a class otherwise than the others do, in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import text
from steelyard.show import numbers
from steelyard.show.names import capital, listed, named, quoted, shortened

if TYPE_CHECKING:
    from steelyard.evaluation.evaluate import Evaluation
    from steelyard.evaluation.slices import Change, SliceKey

MOST = 3
"""Changes that are said; the rest is counted."""

FEW_ITEMS = 20
"""Of a class with fewer items in the middle slice, only a large change shows."""

WORSE, BETTER = "▼", "▲"
"""What marks a slice that is worse, or better, at a class than the others."""

UNTESTED = {
    "groups": "items come in groups",
    "fractions": "items have weights",
    "too_many": "there are so many slices and classes",
}


def change_sentences(evaluation: Evaluation) -> Iterator[str]:
    """Yield which slices are worse or better than the others at a class beyond chance, or that none is shown to be.

    Examples
    --------
    >>> import steelyard as sy
    >>> months = sy.Confusion([[[80, 20], [5, 95]], [[82, 18], [4, 96]], [[40, 60], [5, 95]]], labels=["fraud", "ok"],
    ...     axes={"month": ["jan", "feb", "mar"]})
    >>> print(*change_sentences(sy.evaluate(months)))
    Worse beyond chance in month mar: of class 'fraud', 40 of 100 are found there, 162 of 200 elsewhere (p < 0.001).
    """
    found = evaluation.changes
    if found is None or found.why_untested == "too_few":
        return
    by = evaluation.confusion.slice_axes
    one = by[0] if len(by) == 1 else "slice"
    if found.why_untested:
        yield f"Whether one {one} is worse than the others beyond chance is not tested: {UNTESTED[found.why_untested]}."
        return
    called = _called(evaluation.confusion)
    for change in found.shown[:MOST]:
        yield _sentence(change, by, called)
    if more := found.shown[MOST:]:
        yield f"So it is {len(more):,} more {'time' if len(more) == 1 else 'times'}; to_dict() and --json have all."
    few = _few(evaluation, one)
    if not found.shown:
        sure = "" if np.isnan(found.p_value) else f" (p {numbers.p_value(found.p_value)})"
        few = f"No {one} is shown to be worse or better than the others at any class{sure}. {few}".strip()
    if few:
        yield few


def _sentence(change: Change, by: Sequence[str], called: dict[SliceKey, str]) -> str:
    who = "" if change.model is None else f"{text(change.model)}: "
    way = "worse" if change.worse else "better"
    where = f"{by[0]} " if len(by) == 1 else ""
    slices = listed([called[keys] for keys in change.slices])
    there, elsewhere = (
        f"{hits:,} of {items:,}"
        for hits, items in ((change.found, change.items), (change.found_elsewhere, change.items_elsewhere))
    )
    found = f"of {named([change.label])}, {there} {'is' if change.found == 1 else 'are'} found there"
    sure = f"p {numbers.p_value(change.p_value)}"
    begins = f"{who}{way if who else capital(way)} beyond chance in {where}{slices}"
    return f"{begins}: {found}, {elsewhere} elsewhere ({sure})."


def _called(cm: Confusion) -> dict[SliceKey, str]:
    """Return what slices are called, by their keys."""
    by = cm.slice_axes
    names = [dict(zip(cm.axes[axis], shortened(cm.axes[axis]), strict=True)) for axis in by]
    keys: list[SliceKey] = [()]
    for axis in by:
        keys = [(*before, key) for before in keys for key in cm.axes[axis]]
    heads = [""] if len(by) == 1 else [f"{axis} " for axis in by]
    joined = [", ".join(head + of[key] for head, of, key in zip(heads, names, each, strict=True)) for each in keys]
    return dict(zip(keys, joined, strict=True))


def _few(evaluation: Evaluation, one: str) -> str:
    """Return that only a large change of a small class would show."""
    cm = evaluation.confusion
    sizes = np.asarray(cm.support).reshape(-1, len(cm.labels))
    middle = np.median(sizes, axis=0)
    small = [c for c in np.argsort(middle, kind="stable").tolist() if middle[c] < FEW_ITEMS and sizes[:, c].any()]
    if not small:
        return ""
    least, most = int(sizes[:, small[0]].min()), int(sizes[:, small[0]].max())
    (name,) = quoted([cm.labels[small[0]]])
    items = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return f"With {items} items of {name} in each {one}, only a large change would show."
