"""What matters, in two lines: the importance as stated, and the weights of the most important classes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from steelyard.display import numbers
from steelyard.display.names import shortened
from steelyard.importance import Importance
from steelyard.labels import Label

MOST_WEIGHTS = 6
NAMED = 20
"""Names are told apart among so many classes, as in the table of classes."""


def what_matters(importance: Importance, labels: Sequence[Label], weights: Any) -> Iterator[Text]:
    """Yield an empty line and the two lines."""
    order = sorted(range(len(weights)), key=lambda i: -weights[i])
    yield Text()
    yield Text.assemble(("What matters: ", "bold"), str(importance))
    names = shortened([labels[i] for i in order[:NAMED]])
    shown = Text("  ")
    for rank, i in enumerate(order[:MOST_WEIGHTS]):
        shown.append(", " if rank else "")
        shown.append(names[rank])
        shown.append(f" {numbers.weight(float(weights[i]))}")
    more = len(order) - MOST_WEIGHTS
    shown.append(f", … {more:,} more" if more > 0 else "")
    yield shown
