"""The conclusion of a comparison in words: who is ahead, by how much, how sure, and under which weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from steelyard.comparison.comparison import Comparison

MOST_DIGITS, SMALLEST = 9, 1e-9
"""Decimals of a number, and what is 0 beside them."""

LONGEST = 60
"""Characters of an importance that a sentence can bear."""


def verdict_of(found: Comparison) -> str:
    """Return the conclusion by the main metric."""
    return " ".join(_sentences(found))


def _sentences(found: Comparison) -> Iterator[str]:
    from steelyard.display.names import shortened  # noqa: PLC0415 - how names are shown

    main, names = found.score(), shortened(found.models)
    order = [i for i in main.best_first if np.isfinite(main.leads[i])]
    if not order:
        yield f"No model has a {main.metric.name}: it is undefined for all of them."
        return
    if len(order) == 1:
        yield f"Only {names[order[0]]} has a {main.metric.name}; that of {listed(names, order, but=True)} is undefined."
        return
    yield f"By {main.metric.name}{_importance(found)}, {_ahead(found, names, order)}."
    if found.said is not None and not main.metric.weighted:
        yield f"{main.metric.name} is as counted: your importance has no part in it."
    alike = next(group for group in main.groups if order[0] in group)
    if len(alike) > 1 and not main.is_best(order[1]):
        yield f"{names[order[0]]} cannot be told apart from {listed(names, alike[1:])}."
    yield from _doubts(found, order)
    yield from _folds(found, names, order)
    if found.robust is not None:
        yield found.robust.sentence
        if found.robust.note:
            yield f"{found.robust.note[0].upper()}{found.robust.note[1:].rstrip('.')}."
    if not found.paired:
        yield (
            "The models were compared as if each had items of its own; on the same items, their difference would be "
            "surer if they tend to err together."
        )


def _doubts(found: Comparison, order: Sequence[int]) -> Iterator[str]:
    """Yield why the sentence before may not be trusted."""
    best, second = (found.models[i] for i in order[:2])
    reasons = [note for note in (found.note, found.pair(best, second).interval.note) if note]
    if reasons:
        yield f"Beware: {'; '.join(reasons)}."


def _folds(found: Comparison, names: Sequence[str], order: Sequence[int]) -> Iterator[str]:
    """Yield what the folds or data sets say of the same pair."""
    from steelyard.display.numbers import chance  # noqa: PLC0415 - how numbers are shown

    difference = found.pair(found.models[order[0]], found.models[order[1]])
    if difference.folds is None:
        return
    if getattr(difference.folds, "constant", False):
        yield f"All folds give the same lead, which tells little of its spread (p = {difference.folds.p_value:.2g})."
        return
    slices = "folds" if found.across == "folds" else "data sets"
    sure = f"with probability {chance(difference.folds.posterior.a_better)} (p = {difference.folds.p_value:.2g})"
    yield f"Over the {slices}, {names[order[0]]} is better {sure}."


def _importance(found: Comparison) -> str:
    """Return what matters, if it was said and the metric follows it."""
    if found.said is None or not found.score().metric.weighted:
        return ""
    stated = str(found.importance)
    if stated.startswith("(") and stated.find(")") == len(stated) - 1:
        stated = stated[1:-1]
    return f" under {stated}" if len(stated) <= LONGEST and stated.isprintable() else " under your importance"


def _ahead(found: Comparison, names: Sequence[str], order: Sequence[int]) -> str:
    """Return by how much the best model is ahead of the second, and how sure that is."""
    from steelyard.display.numbers import chance  # noqa: PLC0415 - how numbers are shown

    best, second = order[:2]
    values = found.score().values
    difference = found.pair(found.models[best], found.models[second])
    if difference.better is None:
        return f"{names[best]} and {names[second]} are equal ({values[best]:.3f})"
    lead = difference.lead_of(found.models[best])
    digits = digits_of(lead.low, lead.high, lead.high - lead.low)
    first, other = (f"{names[i]} ({values[i]:.{digits}f})" for i in (best, second))
    said = f"{first} is ahead of {other} by {lead.value:.{digits}f}"
    if difference.interval.known:
        ends = f"{signed(lead.low, digits)} to {signed(lead.high, digits)}"
        said += f" ({100 * found.confidence:.6g} % interval {ends})"
    if not np.isfinite(lead.better):
        return said
    if not found.rope:
        return f"{said}, and better with probability {chance(lead.better)}"
    return (
        f"{said}, better by more than {found.rope:g} with probability {chance(lead.better)}, and within "
        f"±{found.rope:g} with probability {chance(difference.equivalent)}"
    )


def listed(names: Sequence[str], chosen: Sequence[int], *, but: bool = False) -> str:
    """Return some of the names, or all but them, as "a, b and c".

    Examples
    --------
    >>> listed(["a", "b", "c", "d"], [0, 1, 3]), listed(["a", "b", "c"], [0], but=True)
    ('a, b and d', 'b and c')
    """
    places = [i for i in range(len(names)) if i not in chosen] if but else chosen
    *others, last = (names[i] for i in places)
    return f"{', '.join(others)} and {last}" if others else last


def signed(value: float, digits: int = 3) -> str:
    """Return a number with a proper minus sign, and none before 0.000."""
    shown = f"{value:.{digits}f}"
    return shown.lstrip("-") if float(shown) == 0 else shown.replace("-", "−")


def digits_of(*sizes: float) -> int:
    """Return how many decimals show all of some numbers, such as the ends and the width of an interval: at least three.

    Examples
    --------
    >>> digits_of(-0.054, 0.02), digits_of(0.00031, 0.05), digits_of(2.2e-6)
    (3, 4, 6)
    """
    known = [abs(size) for size in sizes if np.isfinite(size) and abs(size) > SMALLEST]
    return min(MOST_DIGITS, max([3, *(int(np.ceil(-np.log10(size))) for size in known)]))
