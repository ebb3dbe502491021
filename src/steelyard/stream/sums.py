"""Everything that was counted, without rounding, and the confusion matrix of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, some
from steelyard.counts.read.label import united, with_missing
from steelyard.stream.batch import (
    BITS,
    DROPPED,
    NO_EXTRA,
    ONE,
    SQUARE_OF_ONE,
    Batch,
    Extra,
    LabelPair,
    Order,
    exact,
    number,
    packed,
    square_number,
    unpacked,
)
from steelyard.stream.saved_file import wholes

Behind = Mapping[LabelPair, tuple[float, int]]
"""Of items with weights: the sum of the squares and the number of the items of each pair."""


def confusion_of(
    tally: Mapping[LabelPair, int | float],
    declared: tuple[Label, ...] | None,
    orders: Sequence[Order] = (),
    behind: Behind | None = None,
) -> Confusion:
    """Return the matrix over the declared labels, or over those found, arranged as `Confusion.from_labels` does."""
    cells = [(*pair, weight) for pair, weight in tally.items() if pair is not DROPPED]
    truth, prediction, weights = zip(*cells, strict=True) if cells else ((), (), ())
    seen_labels = [dict.fromkeys(truth), dict.fromkeys(prediction)]
    labels = united(seen_labels, orders) if declared is None else with_missing(declared, seen_labels)
    if not labels:
        raise ValueError(
            "no item with both labels is counted, so there are no classes yet; update the counter first, or declare "
            "the classes with labels=[…]."
        )
    at = {label: position for position, label in enumerate(labels)}
    rows, columns = [at[label] for label in truth], [at[label] for label in prediction]
    squares, items = (None, None)
    if behind is not None:
        squares, items = ([behind[pair][i] for pair in tally if pair is not DROPPED] for i in (0, 1))
    dropped = tally.get(DROPPED, 0)
    return Confusion.from_cells(rows, columns, weights, labels, dropped=dropped, squares=squares, items=items)


# Everything that was counted: items and weights by pair, without rounding, so that they can be taken back.


class Cell:
    """One pair: how many items, and by how much these are more than items that weigh 1, as `Extra` has it."""

    __slots__ = ("extra", "idle", "items", "pair", "squares")

    def __init__(self, pair: LabelPair, items: int = 0, extra: Extra = NO_EXTRA) -> None:
        self.pair = pair
        self.items = items
        self.extra, self.squares, self.idle = extra

    def units(self) -> int:
        """Return the weight in units of `exact`."""
        return (self.items << BITS) + self.extra

    def square_units(self) -> int:
        """Return the sum of the squared weights in their units."""
        return self.items * SQUARE_OF_ONE + self.squares

    def weigh(self, weight: float, sign: int = 1) -> None:
        """Count what an item that is counted weighs more than 1, or take it back."""
        units = exact(weight)
        self.extra += sign * (units - ONE)
        self.squares += sign * (units * units - SQUARE_OF_ONE)
        self.idle += sign * (not weight)

    def add(self, items: int, extra: Extra, sign: int = 1) -> None:
        """Count items, or take them back."""
        self.items += sign * items
        self.extra += sign * extra.weight
        self.squares += sign * extra.squares
        self.idle += sign * extra.idle


class Sums:
    """Pairs that have items, in the order in which they appeared."""

    def __init__(self) -> None:
        self.cells: dict[LabelPair, Cell] = {}

    @property
    def seen(self) -> int:
        """Items counted or dropped, and not taken back."""
        return sum(cell.items for cell in self.cells.values())

    def __len__(self) -> int:
        return self.seen

    def again(self, pair: LabelPair, weight: float) -> Cell:
        """Count one more item of a pair; a KeyError if it has none yet."""
        cell = self.cells[pair]
        cell.items += 1
        if weight != 1:
            cell.weigh(weight)
        return cell

    def first(self, pair: LabelPair, weight: float) -> None:
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
            cell.add(items, extra)
            touched.append(cell)
        return touched

    def take(self, batch: Batch) -> None:
        """Take a batch back, or refuse and change nothing."""
        taken = list(zip(batch.pairs, batch.items(), batch.extras(), strict=True))
        for pair, items, extra in taken:
            _check_counted(self.cells.get(pair, Cell(pair)), Cell(pair, items, extra))
        for pair, items, extra in taken:
            cell = self.cells[pair]
            cell.add(items, extra, -1)
            if not cell.items:
                del self.cells[pair]

    def merge(self, other: Sums) -> None:
        """Count what another one has counted."""
        for cell in list(other.cells.values()):
            own = self.cells.setdefault(cell.pair, Cell(cell.pair))
            own.add(cell.items, Extra(cell.extra, cell.squares, cell.idle))

    def tally(self) -> dict[LabelPair, int | float]:
        """Return the weight of each pair."""
        return {
            pair: number(cell.units()) if cell.extra and pair is not DROPPED else cell.items  # most items weigh 1
            for pair, cell in self.cells.items()
        }

    def behind(self) -> Behind | None:
        """Return the sum of squared weights and the items of each pair; None if all weigh 1."""
        if not any(cell.squares for cell in self.cells.values()):  # weights 1/2 and 3/2 sum to 2, their squares do not
            return None
        return {pair: (square_number(cell.square_units()), cell.items - cell.idle) for pair, cell in self.cells.items()}

    def state(self) -> tuple[list[LabelPair], dict[str, Any]]:
        """Return the pairs, and what belongs to them as JSON has it."""
        cells = list(self.cells.values())
        extras = {
            str(at): [packed(cell.extra), packed(cell.squares), cell.idle]
            for at, cell in enumerate(cells)
            if cell.squares
        }
        return list(self.cells), {"items": [cell.items for cell in cells], "extras": extras}

    def load(self, pairs: list[LabelPair], state: dict[str, Any]) -> None:
        """Take over what `state` described."""
        for at, (pair, items) in enumerate(zip(pairs, wholes(state["items"], 1), strict=True)):
            extra, squares, idle = state["extras"].get(str(at), ((0, 0), (0, 0), 0))
            (whole_idle,) = wholes([idle])
            more = Extra(unpacked(*wholes(extra, None)), unpacked(*wholes(squares, None)), whole_idle)
            cell = self.cells[pair] = Cell(pair, items, more)
            if cell.units() < 0 or cell.square_units() < 0 or cell.idle > cell.items:
                raise ValueError(f"the items of pair {at} should weigh at least 0")


def _check_counted(counted: Cell, taken: Cell) -> None:
    """Refuse to take more than was counted, or all items without all their weight."""
    items = f"{taken.items} items {_described(taken.pair)} cannot be taken back"
    if taken.items > counted.items:
        raise ValueError(f"{items}, because only {counted.items} are counted.")
    left = [
        counted.units() - taken.units(),
        counted.square_units() - taken.square_units(),
        counted.idle - taken.idle,
    ]
    if min(left) < 0 or (any(left) and taken.items == counted.items):
        raise ValueError(
            f"{items} with the weight {number(taken.units())}, "
            f"because {counted.items} are counted with the weight {number(counted.units())}."
        )


def _described(pair: LabelPair) -> str:
    if pair is DROPPED:
        return "without a label"
    truth, prediction = pair
    return f"of true label {some([truth])} and predicted label {some([prediction])}"
