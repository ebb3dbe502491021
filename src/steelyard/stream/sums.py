"""Everything that was counted: items and weights by pair, without rounding, so that they can be taken back."""

from __future__ import annotations

from typing import Any

from steelyard import labels as naming
from steelyard.stream.batch import DROPPED, Batch, Pair
from steelyard.stream.exact_weight import BITS, ONE, exact, number, packed, unpacked
from steelyard.stream.saved_numbers import wholes


class Cell:
    """One pair: how many items, and by how much they weigh more than 1 each (in units of `exact_weight`)."""

    __slots__ = ("extra", "items", "pair")

    def __init__(self, pair: Pair, items: int = 0, extra: int = 0) -> None:
        self.pair = pair
        self.items = items
        self.extra = extra

    def units(self) -> int:
        """Return the weight in units of `exact_weight`."""
        return (self.items << BITS) + self.extra


class Sums:
    """Pairs that have items, in the order in which they appeared."""

    def __init__(self) -> None:
        self.cells: dict[Pair, Cell] = {}

    @property
    def seen(self) -> int:
        """Items counted or dropped, and not taken back."""
        return sum(cell.items for cell in self.cells.values())

    def __len__(self) -> int:
        return self.seen

    def again(self, pair: Pair, weight: float) -> Cell:
        """Count one more item of a pair; a KeyError if it has none yet."""
        cell = self.cells[pair]
        cell.items += 1
        if weight != 1:
            cell.extra += exact(weight) - ONE
        return cell

    def first(self, pair: Pair, weight: float) -> None:
        """Count an item of a pair that may be new."""
        self.cells.setdefault(pair, Cell(pair))
        self.again(pair, weight)

    def add(self, batch: Batch) -> list[Cell | None]:
        """Count a batch; return the cell of each of its pairs that have items."""
        touched: list[Cell | None] = []
        for pair, items, extra in zip(batch.pairs, batch.items(), batch.extras(), strict=True):
            if not items:
                touched.append(None)
                continue
            cell = self.cells.get(pair)
            if cell is None:
                cell = self.cells[pair] = Cell(pair)
            cell.items += items
            cell.extra += extra
            touched.append(cell)
        return touched

    def take(self, batch: Batch) -> None:
        """Take a batch back, or refuse and change nothing."""
        taken = list(zip(batch.pairs, batch.items(), batch.extras(), strict=True))
        for pair, items, extra in taken:
            _check_counted(self.cells.get(pair, Cell(pair)), Cell(pair, items, extra))
        for pair, items, extra in taken:
            cell = self.cells[pair]
            cell.items -= items
            cell.extra -= extra
            if not cell.items:
                del self.cells[pair]

    def merge(self, other: Sums) -> None:
        """Count what another one has counted."""
        for cell in list(other.cells.values()):
            own = self.cells.setdefault(cell.pair, Cell(cell.pair))
            items, extra = cell.items, cell.extra  # the other one may be this one
            own.items += items
            own.extra += extra

    def tally(self) -> dict[Pair, int | float]:
        """Return the weight of each pair."""
        return {
            pair: number(cell.units()) if cell.extra else cell.items  # most items weigh 1, and ints are quick
            for pair, cell in self.cells.items()
        }

    def state(self) -> tuple[list[Pair], dict[str, Any]]:
        """Return the pairs, and what belongs to them as JSON has it."""
        items = [cell.items for cell in self.cells.values()]
        extras = {str(at): packed(cell.extra) for at, cell in enumerate(self.cells.values()) if cell.extra}
        return list(self.cells), {"items": items, "extras": extras}

    def load(self, pairs: list[Pair], state: dict[str, Any]) -> None:
        """Take over what `state` described."""
        for at, (pair, items) in enumerate(zip(pairs, wholes(state["items"], 1), strict=True)):
            cell = self.cells[pair] = Cell(pair, items, unpacked(*wholes(state["extras"].get(str(at), (0, 0)), None)))
            if cell.units() < 0:
                raise ValueError(f"the items of pair {at} should weigh at least 0")


def _check_counted(counted: Cell, taken: Cell) -> None:
    """Refuse to take more than was counted, or all items without all their weight."""
    items = f"{taken.items} items {_described(taken.pair)} cannot be taken back"
    if taken.items > counted.items:
        raise ValueError(f"{items}, because only {counted.items} are counted.")
    left = counted.units() - taken.units()
    if left < 0 or (left and taken.items == counted.items):
        raise ValueError(
            f"{items} with the weight {number(taken.units())}, "
            f"because {counted.items} are counted with the weight {number(counted.units())}."
        )


def _described(pair: Pair) -> str:
    if pair is DROPPED:
        return "without a label"
    truth, prediction = pair
    return f"of true label {naming.some([truth])} and predicted label {naming.some([prediction])}"
