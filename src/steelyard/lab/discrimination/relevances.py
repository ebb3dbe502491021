"""The relevance of each class as exact fractions.

A number that somebody typed means what he typed: 0.8 is 4/5 and 1/3 a third, not the doubles next to them
(`exact.constants` says which doubles are taken for what). Ranks and shares of class sizes are fractions to begin with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import singledispatch
from math import prod
from numbers import Rational
from typing import Any, NamedTuple

import numpy as np

from steelyard.counts.labels import Label, by_label, positions
from steelyard.importance import (
    Importance,
    as_importance,
    complement,
    order,
    prevalence,
    rarity,
    stated,
    uniform,
    vague,
)
from steelyard.importance.base import Product, Scaled, Sum
from steelyard.importance.ranks import METHODS, Poset
from steelyard.lab.exact.exact_values import fraction

Fractions = list[Fraction]

AGREE = 1e-12
"""Fractions and doubles of one rule are nearer to each other than this."""


class Relevance(NamedTuple):
    """The relevance of each class, the largest 1."""

    phi: tuple[Fraction, ...]
    doubles: tuple[float, ...]
    """Numbers behind it that stand for no fraction or short decimal, and are taken as exactly the doubles they are."""


class Reading:
    """Reads numbers as what was meant, and remembers those that are only doubles."""

    def __init__(self) -> None:
        self.doubles: list[float] = []

    def __call__(self, x: Any) -> Fraction:
        """Return whole numbers and fractions as they are, and floats as what they stand for."""
        if isinstance(x, Rational | Decimal):
            return Fraction(x) if isinstance(x, Decimal) else Fraction(int(x.numerator), int(x.denominator))
        value = fraction(float(x))
        if value is None:
            self.doubles.append(float(x))
            return Fraction(float(x))
        return value


def exact_relevance(importance: Any, labels: Sequence[Label], supports: Sequence[int]) -> Relevance:
    """Return the relevance of classes of these sizes as fractions.

    Examples
    --------
    >>> [str(x) for x in exact_relevance([1, 0.8, 0.1], ["c1", "c2", "c3"], [2, 4, 15]).phi]
    ['1', '4/5', '1/10']
    >>> [str(x) for x in exact_relevance("rarity", ["c1", "c2", "c3"], [2, 4, 15]).phi]
    ['1', '1/2', '2/15']
    >>> exact_relevance([1, 0.1 + 0.2], ["c1", "c2"], [2, 4]).doubles
    (0.30000000000000004,)
    """
    known = as_importance(importance)
    known.checked_phi(labels, np.array(supports, dtype=np.float64))  # what is wrong with it is said there
    read = Reading()
    if isinstance(known, stated) and not isinstance(importance, Importance | str):
        phi = _stated(by_label(_as_given(importance), labels, "importance"), known, supports, read)
    else:
        phi = exact_phi(known, labels, supports, read)
    return Relevance(tuple(x / max(phi) for x in phi), tuple(dict.fromkeys(read.doubles)))


def _as_given(amounts: Any) -> Any:
    """Return the user's numbers before an importance makes floats of them."""
    return {label: amounts[label] for label in amounts.keys()} if hasattr(amounts, "keys") else list(amounts)  # noqa: SIM118


@singledispatch
def exact_phi(importance: Importance, labels: Sequence[Label], supports: Sequence[int], read: Reading) -> Fractions:
    """Return φ before it is scaled; of an importance that is unknown here, what its doubles stand for."""
    return [read(x) for x in importance.phi(labels, np.array(supports, dtype=np.float64)).tolist()]


@exact_phi.register
def _(importance: uniform, labels: Sequence[Label], supports: Sequence[int], read: Reading) -> Fractions:  # noqa: ARG001
    return [Fraction(1)] * len(labels)


@exact_phi.register
def _(importance: prevalence, labels: Sequence[Label], supports: Sequence[int], read: Reading) -> Fractions:  # noqa: ARG001
    return _shares([Fraction(size) for size in supports])


@exact_phi.register
def _(importance: rarity, labels: Sequence[Label], supports: Sequence[int], read: Reading) -> Fractions:
    if importance.counts is None:
        return _shares([Fraction(1, size) for size in supports])
    given = by_label(importance.counts, labels, "rarity's counts")
    return _shares([1 / read(given[i]) for i in range(len(labels))])


@exact_phi.register
def _(importance: complement, labels: Sequence[Label], supports: Sequence[int], read: Reading) -> Fractions:  # noqa: ARG001
    return [Fraction(sum(supports) - size, (len(labels) - 1) * sum(supports)) for size in supports]


@exact_phi.register
def _(importance: order, labels: Sequence[Label], supports: Sequence[int], read: Reading) -> Fractions:  # noqa: ARG001
    at = iter(positions((label for pair in importance.pairs for label in pair), labels))
    ranks = METHODS[importance.ranks](Poset.of(labels, zip(at, at, strict=True)))
    return [rank / max(ranks) for rank in ranks]


@exact_phi.register
def _(importance: stated, labels: Sequence[Label], supports: Sequence[int], read: Reading) -> Fractions:
    return _stated(by_label(importance.values, labels, "importance"), importance, supports, read)


def _stated(amounts: Mapping[int, Any], importance: stated, supports: Sequence[int], read: Reading) -> Fractions:
    given = {i: read(x) for i, x in amounts.items()}
    left = max(1 - sum(given.values()), Fraction(0))
    others = [i for i in range(len(supports)) if i not in given]
    if not (importance.rest is None or isinstance(importance.rest, str)):
        return [given.get(i, read(importance.rest)) for i in range(len(supports))]
    if importance.rest == "rarity":
        shares = _shares([Fraction(1, supports[i]) for i in others])
    else:
        shares = [Fraction(importance.rest != "none", max(len(others), 1))] * len(others)
    rest = {i: left * share for i, share in zip(others, shares, strict=True)}
    return [given[i] if i in given else rest[i] for i in range(len(supports))]


@exact_phi.register
def _(importance: vague, labels: Sequence[Label], supports: Sequence[int], read: Reading) -> Fractions:
    """Return the middles of the ranges, and the order's shares of what is left, if that is what its rule comes to."""
    doubles = importance.phi(labels, np.array(supports, dtype=np.float64))
    ends = by_label(importance.ranges, labels, "importance")
    middle = {i: (read(low) + read(high)) / 2 for i, (low, high) in ends.items() if low > 0 and high < 1}
    ranked = exact_phi(order(importance.pairs) if importance.pairs else uniform(), labels, supports, read)
    others = sum((ranked[i] for i in range(len(labels)) if i not in middle), Fraction(0))
    left = (1 - sum(middle.values(), Fraction(0))) / (others or 1)
    phi = [middle[i] if i in middle else left * ranked[i] for i in range(len(labels))]
    if np.allclose([float(x) for x in phi], doubles, rtol=0, atol=AGREE):
        return phi
    return [read(x) for x in doubles.tolist()]


@exact_phi.register
def _(importance: Scaled, labels: Sequence[Label], supports: Sequence[int], read: Reading) -> Fractions:
    return exact_phi(importance.part, labels, supports, read)


@exact_phi.register
def _(importance: Product, labels: Sequence[Label], supports: Sequence[int], read: Reading) -> Fractions:
    parts = [_shares(exact_phi(part, labels, supports, read)) for part in importance.parts]
    return _shares([prod(of_class) for of_class in zip(*parts, strict=True)])


@exact_phi.register
def _(importance: Sum, labels: Sequence[Label], supports: Sequence[int], read: Reading) -> Fractions:
    factors = _shares([read(part.factor) if isinstance(part, Scaled) else Fraction(1) for part in importance.parts])
    parts = [_shares(exact_phi(part, labels, supports, read)) for part in importance.parts]
    return [
        sum((a * w for a, w in zip(factors, of_class, strict=True)), Fraction(0))
        for of_class in zip(*parts, strict=True)
    ]


def _shares(amounts: Sequence[Fraction]) -> Fractions:
    return [amount / sum(amounts) for amount in amounts]
