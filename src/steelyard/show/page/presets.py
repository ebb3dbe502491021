"""What to try as an importance: the one that was given, every mechanism that needs no words, and some composites."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label
from steelyard.importance import Importance, as_importance, order, rarity, uniform
from steelyard.importance.grammar import MECHANISMS
from steelyard.type_names import Floats

LONGEST = 2_000
"""Characters of an importance as source; a longer one is written as the weights it comes to."""

LONGEST_NAME = 40
"""Characters of an importance that can be its own name."""

BY_SIZE = "order of the sizes"
BY_SIZE_TEXT = "Only the order of the class sizes counts: the rarer a class, the more it matters."


@dataclass(frozen=True, slots=True)
class Preset:
    """An importance to try; without weights where it refuses these classes, and then why."""

    name: str
    text: str
    weights: Floats | None
    why_not: str
    python: str

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        weights = None if self.weights is None else self.weights.tolist()
        return {
            "name": self.name,
            "text": self.text,
            "weights": weights,
            "why_not": self.why_not,
            "python": self.python,
        }


def presets_of(given: Importance, counts: Confusion) -> list[Preset]:
    """Return the importance that was given, and others, as weights of these classes.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> [preset.name for preset in presets_of(sy.importance.parse("fraud=0.7"), cm)]
    ['fraud=0.7', 'uniform', 'prevalence', 'rarity', 'complement', 'order of the sizes', 'fraud=0.7 × rarity']
    """
    mechanisms = {name: make() for name, make in MECHANISMS.items()}
    found = [_preset(_name(given), _said(given) if given in mechanisms.values() else str(given), given, counts)]
    found += [_preset(name, _said(each), each, counts) for name, each in mechanisms.items() if each != given]
    found.append(_by_size(counts))
    if given not in (uniform(), rarity()):
        both = given * rarity()
        found.append(_preset(f"{_name(given)} × rarity", _said(both), both, counts))
    return found


def order_weights(classes: int) -> Floats:
    """Return the weights of classes in a total order, the most important first.

    Examples
    --------
    >>> order_weights(3).round(3)
    array([0.5  , 0.333, 0.167])
    """
    if classes == 1:
        return np.ones(1)
    chain = order([(less + 1, less) for less in range(classes - 1)])
    return chain.weights(Confusion(np.eye(classes)))


def _name(given: Importance) -> str:
    """Return what the given importance is called: its text, if that is short."""
    said = given.alone
    return said if len(said) <= LONGEST_NAME and said.isprintable() else "the given importance"


def _preset(name: str, said: str, importance: Importance, counts: Confusion) -> Preset:
    try:
        weights = importance.weights(counts)
    except ValueError as refusal:
        return Preset(name, said, None, str(refusal), repr(str(importance)))
    return Preset(name, said, weights, "", _source(importance, weights, counts))


def _said(importance: Importance) -> str:
    """Return what a mechanism says of itself in its first line."""
    return (importance.__doc__ or "").strip().split("\n", 1)[0]


def _source(importance: Importance, weights: Floats, counts: Confusion) -> str:
    """Return source that gives these weights again: the importance's text, if it can be read back, else themselves."""
    said = str(importance)
    if len(said) <= LONGEST:
        try:
            again = as_importance(said).weights(counts)
        except ValueError:  # such as of a user's own mechanism, or of two classes with one text
            again = None
        if again is not None and np.array_equal(again, weights):
            return repr(said)
    return repr(weights.tolist())


def _by_size(counts: Confusion) -> Preset:
    """Return the order of the sizes; classes of one size are not compared."""
    sizes = counts.support
    by_size = [np.flatnonzero(sizes == size).tolist() for size in np.unique(sizes)[::-1]]
    try:
        chain = order(list(_neighbours(by_size, counts.labels)))
    except ValueError as refusal:
        return Preset(BY_SIZE, BY_SIZE_TEXT, None, str(refusal), repr("uniform"))
    return _preset(BY_SIZE, BY_SIZE_TEXT, chain, counts)


def _neighbours(levels: Sequence[Sequence[int]], labels: Sequence[Label]) -> Iterator[tuple[Label, Label]]:
    """Yield (less important, more important) for all classes of neighbouring levels."""
    for lower, higher in pairwise(levels):
        for less in lower:
            yield from ((labels[less], labels[more]) for more in higher)
