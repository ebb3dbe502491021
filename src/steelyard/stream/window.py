"""The last items only: a sum from which each item is taken back when it leaves the window."""

from __future__ import annotations

from collections import deque
from typing import Any

from steelyard.stream.batch import Batch, Pair
from steelyard.stream.matrix import Behind
from steelyard.stream.saved_numbers import weights, whole
from steelyard.stream.sums import Cell, Sums


class Window:
    """The last `size` items.

    The sums have no rounding, so items that come and go leave nothing behind, and a batch is the same as its items.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.seen = 0
        self._sums = Sums()
        self.cells: dict[Pair, Cell] = self._sums.cells
        self._held: deque[Cell] = deque()
        self._weights: deque[float] | None = None  # while each item weighs 1

    def __len__(self) -> int:
        return len(self._held)

    def again(self, pair: Pair, weight: float) -> None:
        """Count one more item of a pair; a KeyError if the window has none."""
        cell = self._sums.again(pair, weight)
        if len(self._held) == self.size:
            self._release(1)
        if self._weights is not None or weight != 1:
            self._weighed().append(weight)
        self._held.append(cell)
        self.seen += 1

    def first(self, pair: Pair, weight: float) -> None:
        """Count an item of a pair that may be new."""
        self.cells.setdefault(pair, Cell(pair))
        self.again(pair, weight)

    def add(self, batch: Batch) -> None:
        """Count a batch, as its items one by one."""
        kept = batch.last(self.size)
        cells: list[Any] = self._sums.add(kept)
        self._release(len(self._held) + len(kept.codes) - self.size)
        if self._weights is not None or kept.weights is not None:
            self._weighed().extend([1] * len(kept.codes) if kept.weights is None else kept.weights.tolist())
        self._held.extend(map(cells.__getitem__, kept.codes.tolist()))
        self.seen += len(batch.codes)

    def _weighed(self) -> deque[float]:
        if self._weights is None:
            self._weights = deque([1] * len(self._held))
        return self._weights

    def _release(self, number: int) -> None:
        """Let the oldest items go."""
        held, weights, cells = self._held, self._weights, self.cells
        for _ in range(number):
            cell = held.popleft()
            cell.items -= 1
            if weights is not None:
                weight = weights.popleft()
                if weight != 1:
                    cell.weigh(weight, -1)
            if not cell.items:
                del cells[cell.pair]

    def take(self, _: Batch) -> None:
        """Refuse."""
        raise ValueError(
            "a counter with a window takes nothing back, because the items that were pushed out are gone; "
            "use a counter without a window."
        )

    def merge(self, _: Window) -> None:
        """Refuse."""
        raise ValueError(
            "two sliding windows cannot be merged, because the items of two streams have no common order; "
            "add their matrices instead: a.confusion + b.confusion."
        )

    def tally(self) -> dict[Pair, int | float]:
        """Return the weight of each pair."""
        return self._sums.tally()

    def behind(self) -> Behind | None:
        """Return the sum of squared weights and the items of each pair; None if all weigh 1."""
        return self._sums.behind()

    def state(self) -> tuple[list[Pair], dict[str, Any]]:
        """Return the pairs, and what belongs to them as JSON has it: the position of each item's pair, in order."""
        position = {id(cell): at for at, cell in enumerate(self.cells.values())}
        held = [position[id(cell)] for cell in self._held]
        weights = None if self._weights is None else list(self._weights)
        return list(self.cells), {"seen": self.seen, "held": held, "weights": weights}

    def load(self, pairs: list[Pair], state: dict[str, Any]) -> None:
        """Take over what `state` described."""
        for pair in pairs:
            self.cells[pair] = Cell(pair)  # all of them first, in the order they had
        held = state["held"]
        if {*held} != {*range(len(pairs))}:
            raise ValueError(f"the items held should be those of {len(pairs)} pairs")
        if state["weights"] is not None:
            self._weights = deque()
        for at, weight in zip(held, weights(state["weights"] or [1] * len(held)), strict=True):
            self.again(pairs[at], weight)
        self.seen = whole(state["seen"], len(held))
