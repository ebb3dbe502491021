"""A column that its library has coded already: categories and the position of each item's category."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counting.plain import plain
from steelyard.labels import MISSING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.labels import Label


class Categories:
    """Positions of categories, −1 for missing; renumbered by appearance, since most categories may never occur."""

    def __init__(self, positions: NDArray[Any], categories: Sequence[Any], what: str) -> None:
        self.size = len(positions)
        self.labels: list[Label] = []
        self._positions = positions
        self._categories = categories
        self._what = what
        self._code = np.full(len(categories) + 1, -1, dtype=np.intp)  # the last one is what position −1 finds

    @property
    def known(self) -> int:
        return len(self.labels)

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        positions = self._positions[start:stop]
        codes: NDArray[np.intp] = self._code[positions]
        new = codes < 0
        if new.any():
            for position in np.unique(positions[new]).tolist():
                self._code[position] = len(self.labels)
                self.labels.append(MISSING if position < 0 else plain(self._categories[position], self._what))
            codes = self._code[positions]
        return codes
