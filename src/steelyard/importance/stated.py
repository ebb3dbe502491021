"""The user's own numbers, for all classes or some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.importance.base import Floats, Importance, check_sizes
from steelyard.importance.writing import assignments
from steelyard.labels import Label, by_label, text

RESTS = ("even", "rarity", "none")

ROUNDING = 1e-9
"""Stated shares such as 0.7 + 0.2 + 0.1 may miss 1 by rounding; more than this is a real excess."""


@dataclass(frozen=True, eq=False, repr=False)
class stated(Importance):
    """The user's own numbers: φ as given, for all classes or some.

    Parameters
    ----------
    values
        Numbers of at least 0, by label or in the order of the classes.
    rest
        What classes that are not named get: they share what is missing to 1 evenly ("even") or by rarity ("rarity"),
        or get nothing ("none").

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])
    >>> sy.importance.stated({"c1": 0.7}).weights(cm)
    array([0.7 , 0.15, 0.15])
    >>> sy.importance.stated({"c1": 0.7}, rest="none").weights(cm)
    array([1., 0., 0.])
    """

    values: Mapping[Any, float] | Sequence[float]
    rest: str = "even"

    formula = r"\phi_i = u_i,\quad \text{unnamed: a share of } 1 - \textstyle\sum u"
    reference = "Branco et al. 2017, φ; Gupta et al. 2020, eq. 7 and “partially-defined”"

    def __post_init__(self) -> None:
        if self.rest not in RESTS:
            raise ValueError(f"rest must be one of {', '.join(RESTS)}, not {self.rest!r}.")
        for name, value in self._items():
            try:
                fine = bool(np.isfinite(float(value)) and float(value) >= 0)
            except (TypeError, ValueError):
                fine = False
            if not fine:
                raise ValueError(f"an importance must be a number of at least 0, but class {name!r} has {value!r}.")
        if not any(float(value) > 0 for _, value in self._items()) and self.rest == "none":
            raise ValueError("the stated importance gives every class 0; at least one class must matter.")

    def _items(self) -> list[tuple[Any, Any]]:
        return list(self.values.items() if isinstance(self.values, Mapping) else enumerate(self.values))

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        given = by_label(self.values, labels, "importance")
        phi = np.zeros(len(labels))
        phi[list(given)] = [float(value) for value in given.values()]
        others = np.array([i for i in range(len(labels)) if i not in given], dtype=np.intp)
        if self.rest == "none" or not len(others):
            return phi
        left = 1 - phi.sum()
        if left < -ROUNDING:
            raise ValueError(
                f"the stated importances sum to {phi.sum():g}, above 1, so nothing is left for "
                f"{text(labels[others[0]])!r} and other unnamed classes; lower them or choose rest='none'."
            )
        share = np.ones(len(others))
        if self.rest == "rarity":
            check_sizes(support[others], [labels[i] for i in others], "rest='rarity'")
            share = support[others].min() / support[others]
        phi[others] = max(left, 0.0) * share / share.sum()
        return phi

    def __str__(self) -> str:
        rest = "" if self.rest == "even" else f", *={self.rest}"
        return f"({assignments(self.values)}{rest})"
