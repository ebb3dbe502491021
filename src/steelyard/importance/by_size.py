"""How much each class matters by its size: alike, by its share, by that of the others, or the more the rarer it is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from steelyard.counts.labels import Label, by_label, some
from steelyard.importance.base import Importance, assignments, inverse_sizes, summing_to_one
from steelyard.importance.stated import ClassAmounts, amounts, meaning, names_missing
from steelyard.type_names import Floats


@dataclass(frozen=True, eq=False, repr=False)
class uniform(Importance):
    """All classes count the same: φ = 1, the macro average.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.importance.uniform().weights(sy.Confusion([[8, 2], [10, 80]]))
    array([0.5, 0.5])
    """

    formula = r"\phi_i = 1"
    reference = "macro average"

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:  # noqa: ARG002
        return np.ones(len(labels))

    def __str__(self) -> str:
        return "uniform"


# A class matters as much as it is frequent: the usual weighted average.


@dataclass(frozen=True, eq=False, repr=False)
class prevalence(Importance):
    """A class matters as much as it is frequent: φ = t/n, the "usual" weighted average.

    For skewed data it hides the small classes; the LMU lecture warns against it. Branco et al.'s PREV, “using classes
    prevalence”, is the opposite: `rarity`.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.importance.prevalence().weights(sy.Confusion([[8, 2], [10, 80]]))
    array([0.1, 0.9])
    """

    formula = r"\phi_i = t_i / n"
    reference = "LMU lecture, weighted macro F1"
    caution = (
        "By prevalence the largest classes matter most, and the small ones hardly count. If you mean Branco et al.'s "
        "PREV, take rarity."
    )

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:  # noqa: ARG002
        total = support.sum()
        return support / total if total else support

    def __str__(self) -> str:
        return "prevalence"


# A class matters by the share of the others.


@dataclass(frozen=True, eq=False, repr=False)
class complement(Importance):
    """A class matters by the share of the others: φ = (n − t)/((C − 1)·n). Milder than rarity.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.importance.complement().weights(sy.Confusion([[8, 2], [10, 80]]))
    array([0.9, 0.1])
    """

    formula = r"\phi_i = \frac{n - t_i}{(C - 1)\,n}"
    reference = "LMU lecture, example weights"

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        C, n = len(labels), support.sum()
        if C < 2 or n == 0:
            raise ValueError("complement needs at least two classes and one item.")
        return (n - support) / ((C - 1) * n)

    def __str__(self) -> str:
        return "complement"


# The rarer a class, the more it matters.


@dataclass(frozen=True, eq=False, repr=False)
class rarity(Importance):
    """The rarer a class, the more it matters: φ = (1/t)/Σ(1/t).

    Branco et al. 2017 call it PREV, “using classes prevalence”; the grammar reads that word as rarity.

    Parameters
    ----------
    counts
        Class sizes to use instead of those of the evaluated items, such as the training data's: by label, or in the
        order of the classes.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> sy.importance.rarity().weights(cm)
    array([0.9, 0.1])
    >>> sy.importance.rarity({"fraud": 1, "ok": 99}).weights(cm)
    array([0.99, 0.01])
    """

    counts: ClassAmounts | None = None

    formula = r"\phi_i = \frac{1/t_i}{\sum_j 1/t_j}"
    reference = "Branco et al. 2017, eq. 9 (PREV); Gupta et al. 2020, eq. 8"

    def __post_init__(self) -> None:
        if self.counts is not None:
            object.__setattr__(self, "counts", amounts(self.counts, "a class size for rarity", above_zero=True))

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        sizes = support if self.counts is None else self._sizes(self.counts, labels)
        instead = (
            "give sizes from elsewhere, such as the training data, rarity(counts={…}), in a text rarity(a=10, b=99); "
            "or take 'complement', which needs no items"
        )
        return summing_to_one(inverse_sizes(sizes, labels, "rarity", instead))

    @staticmethod
    def _sizes(counts: ClassAmounts, labels: Sequence[Label]) -> Floats:
        given = by_label(counts, labels, "rarity's counts")
        unnamed = [label for i, label in enumerate(labels) if i not in given]
        if unnamed:
            raise ValueError(f"rarity's counts must name every class; {some(unnamed)} has none.")
        return np.array([given[i] for i in range(len(labels))])

    def names_missing(self, labels: Sequence[Label]) -> bool:
        return names_missing(self.counts, labels)

    def meaning(self) -> Hashable:
        return ("rarity", None if self.counts is None else meaning(self.counts))

    def __str__(self) -> str:
        return "rarity" if self.counts is None else f"rarity({assignments(self.counts)})"


# PREV, the word of Branco et al. 2017 for what is rarity here.


@dataclass(frozen=True, eq=False, repr=False)
class prev(rarity):
    """Rarity under the name that Branco et al. give it; it is written and compared as rarity, and says what it is.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.importance.parse("PREV")
    <importance: rarity>
    """

    caution = (
        "PREV of Branco et al. 2017, “using classes prevalence”, is inversely proportional to it (eq. 9): rarity. "
        "What weighs classes by their share is prevalence."
    )
