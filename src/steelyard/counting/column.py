"""What every kind of column offers to the counting: a code for each item, and the label of each code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from steelyard.labels import Label


class Column(Protocol):
    """One label per item, read chunk by chunk; a missing one has the label `labels.MISSING`."""

    @property
    def size(self) -> int:
        """Number of items."""
        ...

    @property
    def known(self) -> int:
        """Number of codes given so far."""
        ...

    @property
    def labels(self) -> Sequence[Label]:
        """The label of each code given so far: plain Python values, all different. Not each must have occurred."""
        ...

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        """Return the codes of the items from `start` to `stop`; a label keeps its code for ever."""
        ...


class HasLabels(Protocol):
    """A book of codes: it hands out a code for each new label."""

    @property
    def labels(self) -> Sequence[Label]:
        """The label of each code."""
        ...


class Booked:
    """A column whose codes come from a book."""

    def __init__(self, size: int, book: HasLabels) -> None:
        self.size = size
        self._labels_of = book

    @property
    def known(self) -> int:
        return len(self._labels_of.labels)

    @property
    def labels(self) -> Sequence[Label]:
        return self._labels_of.labels
