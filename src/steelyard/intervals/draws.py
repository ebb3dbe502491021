"""Draw the units anew, as often as asked: the same seed gives the same draws, however they are cut into chunks.

Drawing cells multinomially is exactly drawing rows with replacement and counting them. Draws come in streams, each with
a generator of its own; how long a stream is depends on the table alone, never on memory, threads or chunks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.intervals.units import Units

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_DRAWS = 256
"""Draws of one stream, at most."""

STREAM_NUMBERS = 1 << 20
"""Numbers (entries and cells) that a stream holds, about: 8 MB."""

FEW = 12
"""Kinds with fewer units than this are drawn unit by unit, which is then faster than one binomial draw per kind."""


class Drawing(Protocol):
    """A way to draw other tables like the one that was observed."""

    @property
    def numbers(self) -> int:
        """How many numbers one draw takes."""
        ...

    def tables(self, rng: np.random.Generator, draws: int) -> Confusion:
        """Return the confusion matrices of the models in so many draws: a stack (draws, models)."""
        ...


@dataclass(frozen=True)
class Redraw:
    """The bootstrap: as many units as there are, drawn with replacement; stratified, within each true class."""

    units: Units
    stratified: bool = False

    def __post_init__(self) -> None:
        self.units.together(stratified=self.stratified)  # refuses what cannot be

    @property
    def numbers(self) -> int:
        return self.units.numbers

    def tables(self, rng: np.random.Generator, draws: int) -> Confusion:
        return self.units.tables(self.units.spread(self.drawn(rng, draws)))

    def drawn(self, rng: np.random.Generator, draws: int) -> NDArray[np.int64]:
        """Return how many units of each kind there are in each draw, of shape (draws, kinds)."""
        sizes = self.units.sizes
        found = np.empty((draws, len(sizes)), dtype=np.int64)
        for inside in self.units.together(stratified=self.stratified):
            found[:, inside] = multinomial(rng, sizes[inside], draws)
        return found


def stream_length(drawing: Drawing) -> int:
    """Return how many draws a stream has; the last one is drawn in full as well, so that more draws begin as fewer."""
    return int(np.clip(STREAM_NUMBERS // max(drawing.numbers, 1), 1, MOST_DRAWS))


def streams(drawing: Drawing, draws: int) -> Iterator[tuple[int, int]]:
    """Yield where each stream begins among the draws, and how many of it are wanted."""
    length = stream_length(drawing)
    for start in range(0, draws, length):
        yield start, min(length, draws - start)


def generator(seed: int, *place: int) -> np.random.Generator:
    """Return the generator of one stream, by its place."""
    return np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed, spawn_key=place)))


def multinomial(rng: np.random.Generator, sizes: NDArray[np.int64], draws: int) -> NDArray[np.int64]:
    """Draw as many units as there are, with replacement, and count them by kind: shape (draws, kinds)."""
    found = np.zeros((draws, len(sizes)), dtype=np.int64)
    total = int(sizes.sum())
    few, many = np.flatnonzero(sizes < FEW), np.flatnonzero(sizes >= FEW)
    few_units = int(sizes[few].sum())
    of_few = np.full(draws, total, dtype=np.int64)
    if len(many):
        # NumPy goes from kind to kind by the chance that is left, and the last one takes what is left of the units. Of
        # 10¹⁵ units and more, only the largest kind does not notice the rounding of it.
        many = many[np.argsort(sizes[many], kind="stable")]
        chances = np.append(few_units, sizes[many]) / total
        drawn = rng.multinomial(total, chances / chances.sum(), size=draws)
        of_few, found[:, many] = drawn[:, 0], drawn[:, 1:]
    if few_units:
        found[:, few] = _one_by_one(rng, sizes[few], of_few)
    return found


def _one_by_one(rng: np.random.Generator, sizes: NDArray[np.int64], units: NDArray[np.int64]) -> NDArray[np.int64]:
    kinds = np.repeat(np.arange(len(sizes)), sizes)
    drawn = kinds[rng.integers(0, len(kinds), size=int(units.sum()))]
    place = np.repeat(np.arange(len(units)) * len(sizes), units) + drawn
    return np.bincount(place, minlength=len(units) * len(sizes)).reshape(len(units), len(sizes))
