"""All items, each weighing less with every item that follows: the fading factor of prequential evaluation.

After n items the count of a pair is Σ wₖ·αⁿ⁻ᵏ over its items k (Gama, Sebastião & Rodrigues 2013, Machine Learning
90:317–346). A cell holds that sum as of its own last item; α to the power of its age makes it today's. So an item
touches one cell, nothing grows with the length of the stream, and a rounding error fades together with the items that
it came with: with items of one weight the relative error stays below 2⁻⁵¹/(1−α).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from steelyard.stream.batch import Batch, Pair
from steelyard.stream.matrix import Behind
from steelyard.stream.saved_numbers import weights, wholes

SMALLEST_BITS = 1000
"""A pair is forgotten when its last item has faded to 2⁻¹⁰⁰⁰: soon after, floats would lose their digits."""

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
        self.cells: dict[Pair, Faded] = {}
        self.clock = 0
        self.merged = 0
        self.room = SPARE

    @property
    def seen(self) -> int:
        """Items counted or dropped, those of merged counters included."""
        return self.clock + self.merged

    def __len__(self) -> int:
        return self.seen

    def again(self, pair: Pair, weight: float) -> None:
        """Count one more item of a pair; a KeyError if it had none before."""
        cell = self.cells[pair]
        self.clock = clock = self.clock + 1
        cell.add(self.factor ** (clock - cell.time), weight, float(weight) * weight, 1 if weight else 0)
        cell.time = clock

    def first(self, pair: Pair, weight: float) -> None:
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

    def tally(self) -> dict[Pair, int | float]:
        """Return the count of each pair."""
        return {
            pair: cell.value * self.factor ** (self.clock - cell.time)
            for pair, cell in self.cells.items()
            if self.clock - cell.time <= self.horizon
        }

    def behind(self) -> Behind:
        """Return the sum of the squared weights, faded, and the items of each pair."""
        left = {pair: self.factor ** (self.clock - cell.time) for pair, cell in self.cells.items()}
        return {pair: (cell.square * left[pair] ** 2, cell.rows) for pair, cell in self.cells.items()}

    def state(self) -> tuple[list[Pair], dict[str, Any]]:
        """Return the pairs, and what belongs to them as JSON has it."""
        cells = list(self.cells.values())
        numbers = {"values": [cell.value for cell in cells], "times": [cell.time for cell in cells]}
        numbers |= {"squares": [cell.square for cell in cells], "rows": [cell.rows for cell in cells]}
        return list(self.cells), {**numbers, "clock": self.clock, "merged": self.merged, "room": self.room}

    def load(self, pairs: list[Pair], state: dict[str, Any]) -> None:
        """Take over what `state` described."""
        times = wholes(state["times"], None)  # below 0 if a longer stream was merged
        behind = (weights(state["squares"]), wholes(state["rows"]))
        for pair, value, time, square, rows in zip(pairs, weights(state["values"]), times, *behind, strict=True):
            self.cells[pair] = Faded(value, time, square, rows)
        self.clock, self.merged, self.room = wholes([state["clock"], state["merged"], state["room"]])
        if times and max(times) > self.clock:
            raise ValueError(f"no item should be later than the last one, {self.clock}")
