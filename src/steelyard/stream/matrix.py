"""From the weights of pairs to a confusion matrix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.counts.read.classes import united, with_missing
from steelyard.stream.batch import DROPPED, Pair
from steelyard.stream.orders import Order

Behind = Mapping[Pair, tuple[float, int]]
"""Of items with weights: the sum of the squares and the number of the items of each pair."""


def confusion_of(
    tally: Mapping[Pair, int | float],
    declared: tuple[Label, ...] | None,
    orders: Sequence[Order] = (),
    behind: Behind | None = None,
) -> Confusion:
    """Return the matrix over the declared labels, or over those found, arranged as `Confusion.from_labels` does."""
    cells = [(*pair, weight) for pair, weight in tally.items() if pair is not DROPPED]
    truth, prediction, weights = zip(*cells, strict=True) if cells else ((), (), ())
    found = [dict.fromkeys(truth), dict.fromkeys(prediction)]
    labels = united(found, orders) if declared is None else with_missing(declared, found)
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
