"""What matters: the importance as stated, the weights of the most important classes, and what its name may hide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from steelyard.counts.labels import Label
from steelyard.importance import Importance
from steelyard.show import numbers
from steelyard.show.names import shortened
from steelyard.show.parts import EMPTY_LINE, Listing, Part, Sentence

MOST_WEIGHTS = 6
NAMED = 20
"""Names are told apart among so many classes, as in the table of classes."""


def what_matters(importance: Importance, labels: Sequence[Label], weights: Any) -> Iterator[Part]:
    """Yield an empty line, the two lines, and a third if the importance asks for caution."""
    order = sorted(range(len(weights)), key=lambda i: -weights[i])
    yield EMPTY_LINE
    yield Sentence(str(importance), lead="What matters:")
    names = shortened([labels[i] for i in order[:NAMED]])
    shown = [
        f"{name} {numbers.weight(float(weights[i]))}" for name, i in zip(names[:MOST_WEIGHTS], order, strict=False)
    ]
    more = len(order) - MOST_WEIGHTS
    yield Listing([*shown, f"… {more:,} more"] if more > 0 else shown)
    if importance.caution:
        yield Sentence(importance.caution, indent=2)
