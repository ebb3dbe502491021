"""The ways to tell scores apart, from the best: as fractions, as roots of fractions, between two doubles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from steelyard.lab.discrimination import enclosures, roots
from steelyard.lab.discrimination.distinct import DistinctEnclosures, DistinctFractions, EnclosureKeys, FractionKeys
from steelyard.lab.exact import rational_arrays


@dataclass(frozen=True, slots=True)
class Way:
    """How the scores of some metrics are computed, what stands for them, and what makes keys of that."""

    compute: Callable[..., Any]
    scores: Callable[[Any], Any]
    keys: Callable[[Any], Any]
    empty: Callable[[], Any]
    at_least: bool
    """Whether it can only be said that there are at least so many scores."""
    evidence: str


def refusal(metric: str, reason: Exception) -> ValueError:
    """Return what is said of a metric that no way, or no longer the best one, can follow."""
    return ValueError(f"the scores of {metric!r} cannot be told apart safely: {reason}")


WAYS = (
    Way(
        rational_arrays.computed,
        rational_arrays.as_rationals,
        FractionKeys.of,
        DistinctFractions,
        at_least=False,
        evidence="every score is a fraction, computed exactly and compared in lowest terms",
    ),
    Way(
        roots.computed,
        roots.squared,
        FractionKeys.of,
        DistinctFractions,
        at_least=False,
        evidence="x·|x| of every score x is a fraction, computed exactly; scores differ where these do",
    ),
    Way(
        enclosures.computed,
        enclosures.enclosed,
        EnclosureKeys.of,
        DistinctEnclosures,
        at_least=True,
        evidence="at least so many: every score is known to lie between two doubles, and so many of these stretches "
        "do not touch",
    ),
)
