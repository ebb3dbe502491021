"""A partially ordered set: which elements are below and above each, closed under transitivity."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from steelyard.counts.labels import Label, text

SHOWN_OF_A_CYCLE = 8


@dataclass(frozen=True, slots=True)
class Poset:
    """Elements 0…n−1; bit j of `below[i]` says that j is below i, and of `above[i]` that j is above i."""

    below: tuple[int, ...]
    above: tuple[int, ...]

    @classmethod
    def of(cls, names: Sequence[Label], pairs: Iterable[tuple[int, int]]) -> Self:
        """Close pairs (lower, higher) of positions under transitivity; a cycle is refused by its names."""
        lower: list[set[int]] = [set() for _ in names]
        higher: list[set[int]] = [set() for _ in names]
        for low, high in pairs:
            lower[high].add(low)
            higher[low].add(high)
        missing = [len(lows) for lows in lower]
        upwards = [i for i, count in enumerate(missing) if count == 0]
        for i in upwards:
            for j in higher[i]:
                missing[j] -= 1
                if missing[j] == 0:
                    upwards.append(j)
        if len(upwards) < len(names):
            raise ValueError(f"the order contains a cycle: {_cycle(names, lower, missing)}.")
        below, above = [0] * len(names), [0] * len(names)
        for i in upwards:
            for j in lower[i]:
                below[i] |= below[j] | 1 << j
        for i in reversed(upwards):
            for j in higher[i]:
                above[i] |= above[j] | 1 << j
        return cls(tuple(below), tuple(above))

    def __len__(self) -> int:
        return len(self.below)


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the set bits, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _cycle(names: Sequence[Label], lower: Sequence[set[int]], missing: Sequence[int]) -> str:
    """Walk down from an element that waits for another one, until an element comes again."""
    at = next(i for i, count in enumerate(missing) if count)
    walked: dict[int, None] = {}
    while at not in walked:
        walked[at] = None
        at = next(j for j in sorted(lower[at]) if missing[j])
    downwards = list(walked)
    upwards = downwards[downwards.index(at) :][::-1]
    first = upwards.index(min(upwards))
    shown = [text(names[i]) for i in (*upwards[first:], *upwards[:first], upwards[first])]
    if len(shown) > SHOWN_OF_A_CYCLE:
        shown[SHOWN_OF_A_CYCLE - 2 : -2] = ["…"]
    return " < ".join(shown)
