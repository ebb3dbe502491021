"""The relevance of each class as exact fractions.

A decimal that somebody typed means the decimal: 0.8 is 4/5, and not the double next to it. Ranks and shares of class
sizes are fractions to begin with.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import singledispatch
from math import prod
from typing import Any

import numpy as np

from steelyard.importance import Importance, as_importance, complement, order, prevalence, rarity, stated, uniform
from steelyard.importance.composite import Product, Scaled, Sum
from steelyard.importance.poset import Poset
from steelyard.importance.ranks import METHODS
from steelyard.labels import Label, by_label, positions

Fractions = list[Fraction]


def exact_relevance(importance: Any, labels: Sequence[Label], supports: Sequence[int]) -> Fractions:
    """Return the relevance of classes of these sizes as fractions, the largest 1.

    Examples
    --------
    >>> [str(x) for x in exact_relevance([1, 0.8, 0.1], ["c1", "c2", "c3"], [2, 4, 15])]
    ['1', '4/5', '1/10']
    >>> [str(x) for x in exact_relevance("rarity", ["c1", "c2", "c3"], [2, 4, 15])]
    ['1', '1/2', '2/15']
    """
    known = as_importance(importance)
    known.checked_phi(labels, np.array(supports, dtype=np.float64))  # what is wrong with it is said there
    phi = exact_phi(known, labels, supports)
    return [x / max(phi) for x in phi]


def decimal(x: float) -> Fraction:
    """Return the decimal that a double prints as."""
    return Fraction(repr(float(x)))


@singledispatch
def exact_phi(importance: Importance, labels: Sequence[Label], supports: Sequence[int]) -> Fractions:
    """Return φ before it is scaled; of an importance that is unknown here, the doubles as they are."""
    return [Fraction(x) for x in importance.phi(labels, np.array(supports, dtype=np.float64)).tolist()]


@exact_phi.register
def _(importance: uniform, labels: Sequence[Label], supports: Sequence[int]) -> Fractions:  # noqa: ARG001
    return [Fraction(1)] * len(labels)


@exact_phi.register
def _(importance: prevalence, labels: Sequence[Label], supports: Sequence[int]) -> Fractions:  # noqa: ARG001
    return _shares([Fraction(size) for size in supports])


@exact_phi.register
def _(importance: rarity, labels: Sequence[Label], supports: Sequence[int]) -> Fractions:
    if importance.counts is None:
        return _shares([Fraction(1, size) for size in supports])
    given = by_label(importance.counts, labels, "rarity's counts")
    return _shares([1 / decimal(given[i]) for i in range(len(labels))])


@exact_phi.register
def _(importance: complement, labels: Sequence[Label], supports: Sequence[int]) -> Fractions:  # noqa: ARG001
    return [Fraction(sum(supports) - size, (len(labels) - 1) * sum(supports)) for size in supports]


@exact_phi.register
def _(importance: order, labels: Sequence[Label], supports: Sequence[int]) -> Fractions:  # noqa: ARG001
    at = iter(positions((label for pair in importance.pairs for label in pair), labels))
    ranks = METHODS[importance.ranks](Poset.of(labels, zip(at, at, strict=True)))
    return [rank / max(ranks) for rank in ranks]


@exact_phi.register
def _(importance: stated, labels: Sequence[Label], supports: Sequence[int]) -> Fractions:
    given = {i: decimal(x) for i, x in by_label(importance.values, labels, "importance").items()}
    left = max(1 - sum(given.values()), Fraction(0))
    others = [i for i in range(len(labels)) if i not in given]
    if importance.rest == "rarity":
        shares = _shares([Fraction(1, supports[i]) for i in others])
    else:
        shares = [Fraction(importance.rest != "none", max(len(others), 1))] * len(others)
    rest = {i: left * share for i, share in zip(others, shares, strict=True)}
    return [given[i] if i in given else rest[i] for i in range(len(labels))]


@exact_phi.register
def _(importance: Scaled, labels: Sequence[Label], supports: Sequence[int]) -> Fractions:
    return exact_phi(importance.part, labels, supports)


@exact_phi.register
def _(importance: Product, labels: Sequence[Label], supports: Sequence[int]) -> Fractions:
    parts = [_shares(exact_phi(part, labels, supports)) for part in importance.parts]
    return _shares([prod(of_class) for of_class in zip(*parts, strict=True)])


@exact_phi.register
def _(importance: Sum, labels: Sequence[Label], supports: Sequence[int]) -> Fractions:
    factors = _shares([decimal(part.factor) if isinstance(part, Scaled) else Fraction(1) for part in importance.parts])
    parts = [_shares(exact_phi(part, labels, supports)) for part in importance.parts]
    return [
        sum((a * w for a, w in zip(factors, of_class, strict=True)), Fraction(0))
        for of_class in zip(*parts, strict=True)
    ]


def _shares(amounts: Sequence[Fraction]) -> Fractions:
    return [amount / sum(amounts) for amount in amounts]
