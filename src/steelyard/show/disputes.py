"""A winner that depends on what becomes of undefined terms: which policy names which, in words."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from steelyard.show import numbers
from steelyard.show.names import shortened

if TYPE_CHECKING:
    from steelyard.measuring.lead import Standing
    from steelyard.measuring.view import Policy

COUNTING: dict[Policy, str] = {"worst": "count as the worst", "exclude": "are left out", "zero": "count as 0"}
"""What becomes of undefined terms."""

Values = Sequence[float]
"""Of who leads by a policy, and of the other; then of who leads by another policy, and of the other."""


def no_best(names: tuple[str, str], policies: tuple[Policy, Policy], values: Sequence[Values]) -> str:
    """Return that no model is the best, as one leads by one policy and another by another; with values by each metric.

    Examples
    --------
    >>> said = no_best(("tree", "svm"), ("worst", "exclude"), [(0.4, 0.3, 0.6, 0.4)])
    >>> said.startswith("no model is the best: tree leads if undefined terms count as the worst (0.400 against 0.300)")
    True
    """
    used, policy = (COUNTING[each] for each in policies)
    here, there = (
        "; ".join(f"{numbers.value(each[k])} against {numbers.value(each[k + 1])}" for each in values) for k in (0, 2)
    )
    return (
        f"no model is the best: {names[0]} leads if undefined terms {used} ({here}), {names[1]} if they {policy} "
        f"({there})"
    )


def dispute(standing: Standing, names: Sequence[str]) -> str:
    """Return which policies name which best model, with both values; nothing if they agree."""
    if not standing.disputed:
        return ""
    (used, best), (policy, other) = standing.disputants()
    places = ((used, best), (used, other), (policy, other), (policy, best))
    values = [float(standing.values[by][model]) for by, model in places]
    return no_best((names[best], names[other]), (used, policy), [values])


def dispute_sentence(standing: Standing, models: Sequence[Hashable]) -> str:
    """Return the same of models by their names; nothing if the policies agree."""
    return dispute(standing, shortened(models))
