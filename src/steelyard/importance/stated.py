"""The user's own numbers, for all classes or some."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from steelyard.counts.labels import Label, by_label, some
from steelyard.importance.amounts import Amounts, amounts, meaning, names_missing
from steelyard.importance.base import Importance, inverse_sizes
from steelyard.importance.writing import assignments
from steelyard.type_names import Floats

RESTS = ("even", "rarity", "none")

ROUNDING = 1e-9
"""Stated shares such as 0.7 + 0.2 + 0.1 may miss 1 by rounding; more than this is a real excess."""


@dataclass(frozen=True, eq=False, repr=False)
class stated(Importance):
    """The user's own numbers: φ as given, for all classes or some.

    Parameters
    ----------
    values
        Numbers of at least 0, by label or in the order of the classes. They are copied.
    rest
        What classes that are not named get: they share what is missing to 1 evenly ("even") or by rarity ("rarity"),
        or get nothing ("none"). If nothing is said of them (None), they share evenly too where one set of weights is
        needed; but how they share is open (see `region_of`).

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])
    >>> sy.importance.stated({"c1": 0.7}).weights(cm)
    array([0.7 , 0.15, 0.15])
    >>> sy.importance.stated({"c1": 0.7}, rest="none").weights(cm)
    array([1., 0., 0.])
    """

    values: Amounts
    rest: str | None = None

    formula = r"\phi_i = u_i,\quad \text{unnamed: a share of } 1 - \textstyle\sum u"
    reference = "Branco et al. 2017, φ; Gupta et al. 2020, eq. 7 and “partially-defined”"

    def __post_init__(self) -> None:
        if self.rest is not None and self.rest not in RESTS:
            raise ValueError(f"rest must be one of {', '.join(RESTS)}, not {self.rest!r}.")
        object.__setattr__(self, "values", amounts(self.values, "an importance"))
        named = self.values.values() if isinstance(self.values, Mapping) else self.values
        if self._complete and not any(named):
            raise ValueError("the stated importance gives every class 0; at least one class must matter.")

    @property
    def _complete(self) -> bool:
        """Whether nothing is left for classes that are not named; a sequence names them all."""
        return self.rest == "none" or not isinstance(self.values, Mapping)

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        given = by_label(self.values, labels, "importance")
        phi = np.zeros(len(labels))
        phi[list(given)] = list(given.values())
        others = [i for i in range(len(labels)) if i not in given]
        if self._complete or not others:
            return phi
        unnamed = [labels[i] for i in others]
        total = sum(given.values())
        if total > 1 + ROUNDING:
            raise ValueError(
                f"the stated importances sum to {total:.10g}, above 1, so nothing is left for {some(unnamed)}; lower "
                "them, or leave the others out with rest='none' (in a text, *=none)."
            )
        share = np.ones(len(others))
        if self.rest == "rarity":
            instead = "name it too, or choose another rest"
            share = inverse_sizes(support[others], unnamed, "rest='rarity'", instead)
        phi[others] = max(1 - total, 0.0) * share / share.sum()
        return phi

    def names_missing(self, labels: Sequence[Label]) -> bool:
        return names_missing(self.values, labels)

    def meaning(self) -> Hashable:
        return ("stated", meaning(self.values), self._complete or self.rest)

    @property
    def alone(self) -> str:
        rest = f", *={self.rest}" if isinstance(self.values, Mapping) and self.rest is not None else ""
        return f"{assignments(self.values)}{rest}"

    def __str__(self) -> str:
        return f"({self.alone})"
