"""What an importance is: a rule that gives every class its relevance φ, from the classes and their sizes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from steelyard.counts.answer import Shown
from steelyard.counts.labels import classes_among, some
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from steelyard.counts.labels import Label


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
        from steelyard.importance.composite import Product, Scaled  # noqa: PLC0415 - they are importances too

        if isinstance(other, Importance):
            return Product.of(self, other)
        if isinstance(other, Real) and not isinstance(other, bool):
            return Scaled.of(self, other)
        return NotImplemented

    __rmul__ = __mul__

    def __add__(self, other: Importance) -> Importance:
        from steelyard.importance.composite import Sum  # noqa: PLC0415

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
