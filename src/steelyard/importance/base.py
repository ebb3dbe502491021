"""What an importance is: a rule that gives every class its relevance φ, from the classes and their sizes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from steelyard.labels import some

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from steelyard.importance.composite import Sum
    from steelyard.labels import Label

Floats = np.ndarray[Any, np.dtype[np.float64]]


class HasClasses(Protocol):
    """Anything with classes and their sizes, such as a `Confusion`."""

    @property
    def labels(self) -> tuple[Label, ...]: ...
    @property
    def support(self) -> NDArray[Any]: ...


class Importance(ABC):
    """How much each class matters. Combine with `*` and `+`; `str()` gives its text in the grammar."""

    @abstractmethod
    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        """Return φ for these classes, not yet checked."""

    @abstractmethod
    def __str__(self) -> str: ...

    def checked_phi(self, labels: Sequence[Label], support: Floats) -> Floats:
        """Return φ, of which at least one is above 0."""
        phi = self.phi(labels, support)
        if not phi.sum() > 0:
            raise ValueError(f"the importance '{self}' gives every class 0; at least one class must matter.")
        return phi

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
        phi = self.relevance(cm)
        return phi / phi.sum()

    def __mul__(self, other: Importance | float) -> Importance:
        from steelyard.importance.composite import Product, Scaled  # noqa: PLC0415 - they are importances too

        return Product.of(self, other) if isinstance(other, Importance) else Scaled.of(self, other)

    __rmul__ = __mul__

    def __add__(self, other: Importance) -> Sum:
        from steelyard.importance.composite import Sum  # noqa: PLC0415

        if not isinstance(other, Importance):
            return NotImplemented
        return Sum.of(self, other)

    def __repr__(self) -> str:
        return f"<importance: {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Importance) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def check_sizes(support: Floats, labels: Sequence[Label], what: str) -> None:
    """Refuse classes without items where a size is divided by."""
    without = [label for label, t in zip(labels, support, strict=True) if t == 0]
    if without:
        raise ValueError(
            f"{what} needs items in every class, but class {some(without)} has none; "
            "give class sizes from elsewhere, such as the training data: rarity(counts=…)."
        )
