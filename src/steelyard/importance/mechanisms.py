"""Exact weights: by the sizes of the classes, or the user's own numbers, of all classes or some; and those sizes."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import MISSING, Label, by_label, some, text
from steelyard.importance.base import Importance, assignments, inverse_sizes, number, summing_to_one
from steelyard.type_names import Floats

# By the sizes of the classes.


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
        return _names_missing(self.counts, labels)

    def meaning(self) -> Hashable:
        return ("rarity", None if self.counts is None else _meaning(self.counts))

    def __str__(self) -> str:
        return "rarity" if self.counts is None else f"rarity({assignments(self.counts)})"


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


# The user's own numbers, for all classes or some.


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
        What classes that are not named get: each this number; or they share what is missing to 1 evenly ("even") or by
        rarity ("rarity"), or get nothing ("none"). If nothing is said of them (None), they share evenly too where one
        set of weights is needed; but how they share is open (see `region_of`).

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])
    >>> sy.importance.stated({"c1": 0.7}).weights(cm)
    array([0.7 , 0.15, 0.15])
    >>> sy.importance.stated({"c1": 0.7}, rest="none").weights(cm)
    array([1., 0., 0.])
    >>> sy.importance.stated({"c1": 6}, rest=1).weights(cm)
    array([0.75 , 0.125, 0.125])
    """

    values: ClassAmounts
    rest: str | float | None = None

    formula = r"\phi_i = u_i,\quad \text{unnamed: a share of } 1 - \textstyle\sum u"
    reference = "Branco et al. 2017, φ; Gupta et al. 2020, eq. 7 and “partially-defined”"

    def __post_init__(self) -> None:
        if self.rest is not None and self.rest not in RESTS:
            each = _number(self.rest)
            if not each >= 0:  # also true for NaN
                known = f"{', '.join(RESTS)}, or a number of at least 0 for each class"
                raise ValueError(f"rest must be one of {known}, not {self.rest!r}.")
            object.__setattr__(self, "rest", each)
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
        if not (self.rest is None or isinstance(self.rest, str)):
            phi[others] = self.rest
            return phi
        unnamed = [labels[i] for i in others]
        total = sum(given.values())
        if total > 1 + ROUNDING:
            raise ValueError(
                f"the stated importances sum to {total:.10g}, above 1, so nothing is left for {some(unnamed)}; say "
                "what each of these counts, such as rest=1 (in a text, *=1), or name them."
            )
        share = np.ones(len(others))
        if self.rest == "rarity":
            instead = "name it too, or choose another rest"
            share = inverse_sizes(support[others], unnamed, "rest='rarity'", instead)
        phi[others] = max(1 - total, 0.0) * share / share.sum()
        return phi

    def names_missing(self, labels: Sequence[Label]) -> bool:
        return _names_missing(self.values, labels)

    def meaning(self) -> Hashable:
        return ("stated", _meaning(self.values), self._complete or self.rest)

    @property
    def alone(self) -> str:
        said = self.rest if self.rest is None or isinstance(self.rest, str) else number(self.rest)
        rest = f", *={said}" if isinstance(self.values, Mapping) and said is not None else ""
        return f"{assignments(self.values)}{rest}"

    def __str__(self) -> str:
        return f"({self.alone})"


# Numbers by class, checked; and classes with their sizes.


ClassAmounts = Mapping[Any, float] | Sequence[float]
"""By label, or in the order of the classes."""


def amounts(values: Any, what: str, *, above_zero: bool = False) -> ClassAmounts:
    """Return a checked copy of a mapping or a sequence of numbers.

    A pandas Series counts as a mapping: its index names the classes, whatever their order, as `value_counts()` does.
    """
    if hasattr(values, "keys"):
        given = {label: values[label] for label in values.keys()}  # noqa: SIM118 - iterating a Series gives values
    elif isinstance(values, Iterable) and not isinstance(values, str | bytes | set | frozenset):
        given = dict(enumerate(values))
    else:
        raise ValueError(f"{what} is given by class in a mapping, or as a sequence, not as {reprlib.repr(values)}.")
    if not given:
        raise ValueError(f"{what} must be given for at least one class, but none is named.")
    numbers = {}
    for label, value in given.items():
        numbers[label] = amount = _number(value)
        if not (amount > 0 or (amount == 0 and not above_zero)):  # also true for NaN
            bound = "above 0" if above_zero else "of at least 0"
            name = f"class {label!r}" if hasattr(values, "keys") else f"class number {label + 1}"
            shown = " ".join(reprlib.repr(value).split())
            raise ValueError(f"{what} must be a finite number {bound}, but {name} has {shown}.")
    return numbers if hasattr(values, "keys") else tuple(numbers.values())


def _names_missing(values: ClassAmounts | None, labels: Sequence[Label]) -> bool:
    """Whether the numbers are also about a missing answer: by its name, or because there are as many as labels."""
    if values is None or MISSING not in labels:
        return False
    return MISSING in values if isinstance(values, Mapping) else len(values) == len(labels)


def _meaning(values: ClassAmounts) -> Hashable:
    """Return what two sets of numbers must share to be equal: the order of names does not matter."""
    if isinstance(values, Mapping):
        return frozenset((text(label), value) for label, value in values.items())
    return tuple(values)


def _number(value: Any) -> float:
    """Return a finite float, NaN for anything else: texts, yes/no values and arrays are no numbers."""
    if isinstance(value, str | bytes | bool | np.bool_) or getattr(value, "shape", ()) != ():
        return math.nan
    try:
        read = float(value) + 0.0  # −0 becomes 0
    except (TypeError, ValueError, OverflowError):
        return math.nan
    return read if math.isfinite(read) else math.nan


def sizes_of(
    y: Any = None,
    *,
    counts: Any = None,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
) -> Confusion:
    """Return classes and their sizes as the counts of a perfect classifier: from labels, or from sizes by class.

    Examples
    --------
    >>> sizes_of(counts={"ok": 99, "ill": 1}).support
    array([99.,  1.])
    """
    if y is not None and counts is not None:
        raise ValueError("class sizes come from labels or from counts=…, not from both.")
    if weights is not None and counts is not None:
        raise ValueError("weights=… are those of items, so that they go with labels, not with counts=….")
    if counts is None:
        confusion = Confusion.from_labels(y, y, labels=labels, weights=weights, missing="drop")
        if confusion.dropped:
            raise ValueError("labels are missing (None or NaN); leave those items out first.")
        return confusion
    given = amounts(
        counts.tolist() if hasattr(counts, "tolist") and not hasattr(counts, "keys") else counts, "a class size"
    )
    listed = tuple(given) if isinstance(given, dict) else range(len(given))
    named = naming.checked(listed if labels is None else labels)
    sizes = by_label(given, named, "class sizes")
    unnamed = [label for place, label in enumerate(named) if place not in sizes]
    if unnamed:
        raise ValueError(f"class sizes must name every class; {some(unnamed)} has none.")
    if not any(sizes.values()):
        raise ValueError(f"at least one class must have items, but the sizes of {some(named)} are all 0.")
    return Confusion(np.diag([sizes[place] for place in range(len(named))]), named)
