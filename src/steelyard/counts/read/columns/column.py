"""What every kind of column offers to the counting: a code for each item, and the label of each code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label


class Column(Protocol):
    """One label per item, read chunk by chunk; a missing one has the label `labels.MISSING`."""

    @property
    def size(self) -> int:
        """Number of items."""
        ...

    @property
    def known(self) -> int:
        """Codes given so far are below this; not each must have occurred."""
        ...

    @property
    def missing(self) -> int | None:
        """The code of items without a label; None as long as there was none."""
        ...

    @property
    def order(self) -> Sequence[Label] | None:
        """All labels in an order of their own, as ordered categories have; None if they have none."""
        ...

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        """Return the codes of the items from `start` to `stop`; a label keeps its code for ever."""
        ...

    def labels_of(self, codes: NDArray[np.intp]) -> list[Label]:
        """Return the labels of codes given so far: plain Python values, different ones for different codes."""
        ...


class HasLabels(Protocol):
    """A book of codes: it hands out a code for each new label."""

    @property
    def labels(self) -> Sequence[Label]:
        """The label of each code."""
        ...

    @property
    def missing_code(self) -> int | None:
        """The code of what is missing, if something was."""
        ...


class Booked:
    """A column whose codes come from a book."""

    def __init__(self, size: int, book: HasLabels, order: Sequence[Label] | None = None) -> None:
        self.size = size
        self.order = order
        self._from = book

    @property
    def known(self) -> int:
        return len(self._from.labels)

    @property
    def missing(self) -> int | None:
        return self._from.missing_code

    def labels_of(self, codes: NDArray[np.intp]) -> list[Label]:
        labels = self._from.labels
        return [labels[code] for code in codes.tolist()]
