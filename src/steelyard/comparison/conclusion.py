"""What follows from a comparison, before anybody puts it into words: who is best, beside whom, and what is known of it.

The words are in `show/verdict.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from steelyard.comparison.comparison import Comparison

Known = Literal["disputed", "better", "no interval", "within the rope", "perhaps within the rope", "not told apart"]
"""What can be known of the best model and another one."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What follows by the metric of the verdict; models are numbered in the order of the comparison.

    Attributes
    ----------
    order
        The models that have a value, the best first.
    alike
        The best model, and those that these items do not tell from it; empty if fewer than two have a value.
    second
        The best of those that are not alike, which the best is weighed against; None if there is none.
    known
        What is known of these two; None if there are not two.
    """

    order: tuple[int, ...]
    alike: tuple[int, ...] = ()
    second: int | None = None
    known: Known | None = None


def conclusion_of(comparison: Comparison) -> Conclusion:
    """Return what follows from a comparison.

    Examples
    --------
    >>> import steelyard as sy
    >>> truth = [0, 1] * 50
    >>> models = {"none": [0] * 100, "all": truth, "each": truth}
    >>> conclusion_of(sy.compare(truth, models, metrics="accuracy"))
    Conclusion(order=(1, 2, 0), alike=(1, 2), second=0, known='better')
    """
    main = comparison.score()
    order = tuple(i for i in main.best_first if np.isfinite(main.leads[i]))
    if len(order) < 2:
        return Conclusion(order)
    alike = alike_with_the_best(comparison, order)
    second = next((k for k in order if k not in alike), None)
    return Conclusion(order, alike, second, None if second is None else known_of(comparison, order[0], second))


def alike_with_the_best(comparison: Comparison, order: Sequence[int]) -> tuple[int, ...]:
    """Return the best model, and those that these items do not tell from it: the same answers, or no errors either."""
    best, *others = order
    if no_errors(comparison, best):
        return (best, *(k for k in others if no_errors(comparison, k)))
    return (best, *(k for k in others if _same_answers(comparison, best, k)))


def no_errors(comparison: Comparison, model: int) -> bool:
    """Whether a model is right on all of its items."""
    table = comparison.tables.slice(model)
    return bool(table.correct.sum() == table.total)


def _same_answers(comparison: Comparison, a: int, b: int) -> bool:
    joint = comparison.joint
    return joint is not None and bool((joint.codes[:, 1 + a] == joint.codes[:, 1 + b]).all())


def known_of(comparison: Comparison, best: int, second: int) -> Known:
    """Return what is known of the best model and the next that is not alike, by one rule.

    A winner that depends on what undefined terms count, better, no interval, or not told apart. Better: 0 is outside
    the interval, and the p-value, corrected over what was asked for, below the level; with a rope, the whole interval
    is beyond it.
    """
    if comparison.standings[comparison.score().metric.name].disputed:
        return "disputed"
    difference = comparison.pair(comparison.models[best], comparison.models[second])
    if comparison.is_better(difference):
        return "better"
    if not difference.interval.known:
        return "no interval"
    if comparison.rope and max(abs(difference.interval.low), abs(difference.interval.high)) <= comparison.rope:
        return "within the rope"
    if comparison.rope and difference.is_beyond(0.0, 1 - comparison.confidence):
        return "perhaps within the rope"
    return "not told apart"
