"""The last items only, each taken back when it leaves the window; or all items, fading with every one that follows."""

from __future__ import annotations

import math
from collections import deque
from typing import Any

import numpy as np

from steelyard.stream.batch import Batch, LabelPair
from steelyard.stream.saved_file import weights, whole, wholes
from steelyard.stream.sums import Behind, Cell, Sums


class Window:
    """The last `size` items.

    The sums have no rounding, so items that come and go leave nothing behind, and a batch is the same as its items.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.seen = 0
        self._sums = Sums()
        self.cells: dict[LabelPair, Cell] = self._sums.cells
        self._held: deque[Cell] = deque()
        self._weights: deque[float] | None = None  # while each item weighs 1

    def __len__(self) -> int:
        return len(self._held)

    def again(self, pair: LabelPair, weight: float) -> None:
        """Count one more item of a pair; a KeyError if the window has none."""
        cell = self._sums.again(pair, weight)
        if len(self._held) == self.size:
            self._release(1)
        if self._weights is not None or weight != 1:
            self._weighed().append(weight)
        self._held.append(cell)
        self.seen += 1

    def first(self, pair: LabelPair, weight: float) -> None:
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

    def tally(self) -> dict[LabelPair, int | float]:
        """Return the weight of each pair."""
        return self._sums.tally()

    def behind(self) -> Behind | None:
        """Return the sum of squared weights and the items of each pair; None if all weigh 1."""
        return self._sums.behind()

    def state(self) -> tuple[list[LabelPair], dict[str, Any]]:
        """Return the pairs, and what belongs to them as JSON has it: the position of each item's pair, in order."""
        position = {id(cell): at for at, cell in enumerate(self.cells.values())}
        held = [position[id(cell)] for cell in self._held]
        weights = None if self._weights is None else list(self._weights)
        return list(self.cells), {"seen": self.seen, "held": held, "weights": weights}

    def load(self, pairs: list[LabelPair], state: dict[str, Any]) -> None:
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


# All items, each weighing less with every item that follows: the fading factor of prequential evaluation.


SMALLEST_BITS = 490
"""A pair is forgotten when its last item has faded to 2⁻⁴⁹⁰: soon after, squares of weights would lose their digits."""

SMALLEST = 2.0**-SMALLEST_BITS
"""So is one of small weights when all that is left of them is less."""

SPARE = 1024
"""How many pairs may come before forgotten ones are looked for."""


class Faded:
    """One pair: its count right after its last item, which item of the stream that was, and what stands behind it.

    A faded item is one of a smaller weight: its square fades with the square of the factor, and it stays an item.
    """

    __slots__ = ("rows", "square", "time", "value")

    def __init__(self, value: float, time: int, square: float = 0.0, rows: int = 0) -> None:
        self.value = value
        self.time = time
        self.square = square
        self.rows = rows

    def add(self, left: float, value: float, square: float, rows: int) -> None:
        """Count items when this much is left of the earlier ones."""
        self.value = self.value * left + value
        self.square = self.square * left * left + square
        self.rows += rows


class Fading:
    """Counts that are multiplied by `factor` with every item."""

    def __init__(self, factor: float) -> None:
        self.factor = factor
        self.horizon = int(SMALLEST_BITS / -math.log2(factor))
        self.cells: dict[LabelPair, Faded] = {}
        self.clock = 0
        self.merged = 0
        self.room = SPARE

    @property
    def seen(self) -> int:
        """Items counted or dropped, those of merged counters included."""
        return self.clock + self.merged

    def __len__(self) -> int:
        return self.seen

    def again(self, pair: LabelPair, weight: float) -> None:
        """Count one more item of a pair; a KeyError if it had none before."""
        cell = self.cells[pair]
        self.clock = clock = self.clock + 1
        cell.add(self.factor ** (clock - cell.time), weight, float(weight) * weight, 1 if weight else 0)
        cell.time = clock

    def first(self, pair: LabelPair, weight: float) -> None:
        """Count an item of a pair that may be new."""
        self.cells.setdefault(pair, Faded(0.0, self.clock))
        self.again(pair, weight)
        self._forget()

    def add(self, batch: Batch) -> None:
        """Count a batch, as its items one by one, up to rounding."""
        size = len(batch.codes)
        items = np.arange(size)
        last = np.zeros(len(batch.pairs), dtype=np.intp)
        last[batch.codes] = items  # of several values for one place NumPy keeps the last
        with np.errstate(under="ignore"):
            shares = np.power(self.factor, (last[batch.codes] - items).astype(np.float64))
        if batch.weights is not None:
            shares *= batch.weights
        weighty = shares if batch.weights is None else batch.weights
        with np.errstate(under="ignore", over="ignore"):
            sums = [np.bincount(batch.codes, of, minlength=len(batch.pairs)) for of in (shares, shares**2, weighty > 0)]
        values, squares, rows = (column.tolist() for column in sums)
        for pair, at, value, square, items in zip(batch.pairs, last.tolist(), values, squares, rows, strict=True):
            time = self.clock + 1 + at
            cell = self.cells.setdefault(pair, Faded(0.0, time))
            cell.add(self.factor ** (time - cell.time), value, square, int(items))
            cell.time = time
        self.clock += size
        self._forget()

    def _forget(self) -> None:
        """Let go of forgotten pairs when there may be many, so that ever new classes do not fill the memory."""
        if len(self.cells) > self.room:
            self.cells = {pair: cell for pair, cell in self.cells.items() if self.clock - cell.time <= self.horizon}
            self.room = 2 * len(self.cells) + SPARE

    def take(self, _: Batch) -> None:
        """Refuse."""
        raise ValueError(
            "a counter with fading takes nothing back, because it no longer knows how far an item has faded; "
            "use a counter without fading."
        )

    def merge(self, other: Fading) -> None:
        """Add the counts of another stream, each faded by its own stream so far; from now on they fade together."""
        for pair, cell in list(other.cells.items()):
            time = cell.time + self.clock - other.clock
            own = self.cells.setdefault(pair, Faded(0.0, time))
            latest = max(own.time, time)
            theirs = self.factor ** (latest - time)
            own.add(self.factor ** (latest - own.time), cell.value * theirs, cell.square * theirs**2, cell.rows)
            own.time = latest
        self.merged += other.seen
        self._forget()

    def tally(self) -> dict[LabelPair, int | float]:
        """Return the count of each pair."""
        left = {
            pair: cell.value * self.factor ** (self.clock - cell.time)
            for pair, cell in self.cells.items()
            if self.clock - cell.time <= self.horizon
        }
        return {pair: value for pair, value in left.items() if not 0 < value < SMALLEST}

    def behind(self) -> Behind:
        """Return the sum of the squared weights, faded, and the items of each pair."""
        left = {pair: self.factor ** (self.clock - cell.time) for pair, cell in self.cells.items()}
        return {pair: (cell.square * left[pair] ** 2, cell.rows) for pair, cell in self.cells.items()}

    def state(self) -> tuple[list[LabelPair], dict[str, Any]]:
        """Return the pairs, and what belongs to them as JSON has it."""
        cells = list(self.cells.values())
        numbers = {"values": [cell.value for cell in cells], "times": [cell.time for cell in cells]}
        numbers |= {"squares": [cell.square for cell in cells], "rows": [cell.rows for cell in cells]}
        return list(self.cells), {**numbers, "clock": self.clock, "merged": self.merged, "room": self.room}

    def load(self, pairs: list[LabelPair], state: dict[str, Any]) -> None:
        """Take over what `state` described."""
        times = wholes(state["times"], None)  # below 0 if a longer stream was merged
        behind = (weights(state["squares"]), wholes(state["rows"]))
        for pair, value, time, square, rows in zip(pairs, weights(state["values"]), times, *behind, strict=True):
            self.cells[pair] = Faded(value, time, square, rows)
        self.clock, self.merged, self.room = wholes([state["clock"], state["merged"], state["room"]])
        if times and max(times) > self.clock:
            raise ValueError(f"no item should be later than the last one, {self.clock}")
