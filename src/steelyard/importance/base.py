"""What an importance is: a rule that gives every class its relevance, from the classes and their sizes.

And several at once.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol, SupportsFloat

import numpy as np

from steelyard.counts.answer import Shown
from steelyard.counts.labels import Label, classes_among, some, text
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


BARE_NAME = re.compile(r"(?:-(?=\d))?\w[\w.]*+(?:-[\w.]++)*")
"""A class name that needs no quotes: letters, digits, underscores, inner dots and hyphens; or a negative number."""


def name(label: Any) -> str:
    """Write a class name, quoted where it must be."""
    written = text(label)
    if BARE_NAME.fullmatch(written):
        return written
    return '"' + written.replace("\\", "\\\\").replace('"', '\\"') + '"'


def number(value: float) -> str:
    """Write a number so that it reads back as the same."""
    return repr(float(value)).removesuffix(".0")


def assignments(values: Mapping[Any, float] | Sequence[float]) -> str:
    """Write numbers by class, or by position if they came without names."""
    if isinstance(values, Mapping):
        return ", ".join(f"{name(label)}={number(value)}" for label, value in values.items())
    return ", ".join(number(value) for value in values)


# The base of all mechanisms; above it, how names and numbers are written in the grammar.


class HasClasses(Protocol):
    """Anything with classes and their sizes, such as a `Confusion`."""

    @property
    def labels(self) -> tuple[Label, ...]: ...
    @property
    def support(self) -> NDArray[Any]: ...


class Importance(Shown, ABC):
    """How much each class matters. Combine with `*` and `+`; `str()` gives its text in the grammar.

    Two importances are equal if they say the same, whatever the order of the classes, factors and terms in them.
    """

    __array_ufunc__ = None  # NumPy's numbers leave `*` to us

    caution = ""
    """What its name may lead one to expect and is not so; shown where it is shown."""

    @abstractmethod
    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        """Return φ for these classes, not yet checked."""

    @abstractmethod
    def __str__(self) -> str: ...

    @property
    def alone(self) -> str:
        """Its text without the brackets that it needs beside others."""
        return str(self)

    def checked_phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        """Return φ, of which at least one is above 0; a missing answer that was kept is no class, and gets 0."""
        classes = classes_among(labels, support)
        if len(classes) == len(labels) or self.names_missing(labels):
            phi = self.phi(labels, support)
        else:
            phi = np.zeros(len(labels))
            phi[classes] = self.phi([labels[i] for i in classes], support[classes])
        if not phi.max() > 0:
            raise ValueError(f"the importance '{self}' gives every class 0; at least one class must matter.")
        return phi

    def names_missing(self, labels: Sequence[Label]) -> bool:  # noqa: ARG002 - those that list numbers look at them
        """Whether it says itself what a missing answer among these labels gets."""
        return False

    def relevance(self, cm: HasClasses) -> Floats:
        """Return φ of each class as the papers print it."""
        support = np.asarray(cm.support, dtype=np.float64)
        if support.ndim > 1:  # a stack: the pooled sizes
            support = support.reshape(-1, support.shape[-1]).sum(axis=0)
        return self.checked_phi(cm.labels, support)

    def weights(self, cm: HasClasses) -> Floats:
        """Return the relevance scaled to sum to 1.

        Examples
        --------
        >>> import steelyard as sy
        >>> cm = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]])
        >>> sy.importance.rarity().weights(cm).round(2)
        array([0.66, 0.33, 0.01])
        """
        return summing_to_one(self.relevance(cm))

    def __mul__(self, other: Importance | float) -> Importance:

        if isinstance(other, Importance):
            return Product.of(self, other)
        if isinstance(other, Real) and not isinstance(other, bool):
            return Scaled.of(self, other)
        return NotImplemented

    __rmul__ = __mul__

    def __add__(self, other: Importance) -> Importance:

        if not isinstance(other, Importance):
            return NotImplemented
        return Sum.of(self, other)

    def __repr__(self) -> str:
        return f"<importance: {self}>"

    def meaning(self) -> Hashable:
        """Return what two importances must share to be equal."""
        return str(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Importance) and self.meaning() == other.meaning()

    def __hash__(self) -> int:
        return hash(self.meaning())


def summing_to_one(phi: Floats) -> Floats:
    """Scale φ to sum to 1; a power of two comes out first, so that the sum cannot overflow."""
    safe = np.ldexp(phi, -np.frexp(phi.max())[1])
    return safe / safe.sum()


def inverse_sizes(support: Floats, labels: Sequence[Label], what: str, instead: str) -> Floats:
    """Return 1/t up to a factor, without underflow; refuse classes without items, saying what to do instead."""
    without = [labels[i] for i in np.flatnonzero(support == 0).tolist()]
    if without:
        raise ValueError(f"{what} needs items in every class, but there are none of {some(without)}; {instead}.")
    return support.min() / support


# Several criteria at once: the normalised product or the weighted sum of importances.


def _weights(part: Importance, labels: Sequence[Label], support: Floats) -> Floats:
    return summing_to_one(part.checked_phi(labels, support))


def _together(parts: Sequence[Importance]) -> Hashable:
    return frozenset(Counter(part.meaning() for part in parts).items())


@dataclass(frozen=True, eq=False, repr=False)
class Product(Importance):
    """A class matters if it matters by every criterion: the product of the weights, scaled to sum to 1.

    Written `a * b`.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> both = sy.importance.rarity() * sy.importance.stated({"fraud": 0.5, "ok": 0.5})
    >>> both.weights(cm).round(3)
    array([0.9, 0.1])
    """

    parts: tuple[Importance, ...]

    formula = r"\phi_i = \frac{\prod_k w_i^{(k)}}{\sum_j \prod_k w_j^{(k)}}"
    reference = "Gupta et al. 2020, eq. 9"

    @classmethod
    def of(cls, *parts: Importance) -> Importance:
        """Multiply; products inside are opened, and numbers move to the front."""
        scale = math.prod(part.factor for part in parts if isinstance(part, Scaled))
        plain = [part.part if isinstance(part, Scaled) else part for part in parts]
        factors = tuple(factor for part in plain for factor in (part.parts if isinstance(part, cls) else (part,)))
        return Scaled.of(cls(factors) if len(factors) > 1 else factors[0], scale)

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        product: Floats = np.prod([_weights(part, labels, support) for part in self.parts], axis=0)
        return summing_to_one(product) if product.max() > 0 else product

    def names_missing(self, labels: Sequence[Label]) -> bool:
        return any(part.names_missing(labels) for part in self.parts)

    def meaning(self) -> Hashable:
        return ("product", _together(self.parts))

    def __str__(self) -> str:
        return " * ".join(f"({part})" if isinstance(part, Sum) else str(part) for part in self.parts)


@dataclass(frozen=True, eq=False, repr=False)
class Scaled(Importance):
    """An importance with a factor, which only matters as a term of a sum: `0.3 * a + 0.7 * b`."""

    part: Importance
    factor: float

    @classmethod
    def of(cls, part: Importance, factor: SupportsFloat) -> Importance:
        """Scale; a sum is scaled term by term, so that `2 * (a + b)` is `2 * a + 2 * b`."""
        if isinstance(part, Sum):
            return Sum.of(*(cls.of(term, factor) for term in part.parts))
        bare, before = (part.part, part.factor) if isinstance(part, Scaled) else (part, 1.0)
        scale = before * float(factor)
        if not (math.isfinite(scale) and scale > 0):
            raise ValueError(f"an importance can be multiplied by a finite number above 0, not by {factor!s}.")
        return bare if scale == 1 else cls(bare, scale)

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        return self.part.checked_phi(labels, support)

    def names_missing(self, labels: Sequence[Label]) -> bool:
        return self.part.names_missing(labels)

    def meaning(self) -> Hashable:
        return ("scaled", self.factor, self.part.meaning())

    def __str__(self) -> str:
        return f"{number(self.factor)} * {self.part}"


@dataclass(frozen=True, eq=False, repr=False)
class Sum(Importance):
    """A class matters if it matters by some criterion: the weighted sum of the weights, scaled to sum to 1.

    Written `a + b` or `0.3 * a + 0.7 * b`.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> (0.25 * sy.importance.rarity() + 0.75 * sy.importance.uniform()).weights(cm)
    array([0.6, 0.4])
    """

    parts: tuple[Importance, ...]

    formula = r"\phi_i = \frac{\sum_k a_k\, w_i^{(k)}}{\sum_k a_k}"
    reference = "Gupta et al. 2020, section 3.2 (additive form)"

    @classmethod
    def of(cls, *parts: Importance) -> Importance:
        """Add; sums inside are opened."""
        terms = tuple(term for part in parts for term in (part.parts if isinstance(part, cls) else (part,)))
        return cls(terms) if len(terms) > 1 else terms[0]

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        factors = np.array([part.factor if isinstance(part, Scaled) else 1.0 for part in self.parts])
        terms = np.array([_weights(part, labels, support) for part in self.parts])
        mixed: Floats = summing_to_one(factors) @ terms
        return mixed

    def names_missing(self, labels: Sequence[Label]) -> bool:
        return any(part.names_missing(labels) for part in self.parts)

    def meaning(self) -> Hashable:
        return ("sum", _together(self.parts))

    def __str__(self) -> str:
        return " + ".join(str(part) for part in self.parts)
