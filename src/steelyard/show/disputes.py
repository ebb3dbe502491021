"""A winner that depends on what becomes of undefined terms: which policy names which, in words."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from steelyard.show import numbers
from steelyard.show.names import shortened

if TYPE_CHECKING:
    from steelyard.measuring.one_winner import Standing
    from steelyard.measuring.view import Policy


def dispute(standing: Standing, names: Sequence[str]) -> str:
    """Return which policies name which best model, with both values; nothing if they agree.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> from steelyard.measuring.one_winner import Standing
    >>> found = Standing(sy.metrics.macro_precision, {"worst": np.array([0.3, 0.4]), "exclude": np.array([0.6, 0.4])})
    >>> dispute(found, ["svm", "tree"])
    "no best: tree by undefined='worst' (0.400 against 0.300), svm by undefined='exclude' (0.600 against 0.400)"
    """
    return f"no best: {disputants(standing, names)}" if standing.disputed else ""


def dispute_sentence(standing: Standing, models: Sequence[Hashable]) -> str:
    """Return the same of models by their names; nothing if the policies agree."""
    return disputants(standing, shortened(models)) if standing.disputed else ""


def disputants(standing: Standing, names: Sequence[str]) -> str:
    """Return which policies name which best model, of a metric of which they name different ones."""
    (used, best), (policy, other) = standing.disputants()
    here, there = _ahead(standing, used, names, best, other), _ahead(standing, policy, names, other, best)
    return f"{here}, {there}"


def _ahead(standing: Standing, policy: Policy, names: Sequence[str], first: int, second: int) -> str:
    values = standing.values[policy]
    one, other = (numbers.value(float(values[k])) for k in (first, second))
    return f"{names[first]} by undefined={policy!r} ({one} against {other})"
