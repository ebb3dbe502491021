"""Exact numbers as short texts: √2/2, (5/12)^(1/3), 0.9182958340…."""

from __future__ import annotations

import math
from decimal import ROUND_DOWN, Context
from fractions import Fraction

from steelyard.lab.exact.expression import Expression

SIGNIFICANT = 10
"""Digits of a number that has no short formula."""

LONGEST = 16
"""Characters of a formula that is still easier to read than digits."""


def written(x: Expression) -> str:
    """Return a root as a formula if that is short, else the first digits, cut off."""
    formula = _formula(x)
    return formula if formula and len(formula) <= LONGEST else _digits(x)


def _formula(x: Expression) -> str | None:
    """Return the text of a fraction times a root of whole numbers; None for anything else."""
    if len(x.terms) > 1:
        return None
    ((monomial, coefficient),) = x.terms.items()
    if not all(isinstance(atom, int) for atom, _ in monomial):
        return None
    sign = "-" if coefficient < 0 else ""
    degree = math.lcm(*(exponent.denominator for _, exponent in monomial))
    if degree > LONGEST:
        return None
    under = math.prod(atom ** int(exponent * degree) for atom, exponent in monomial if isinstance(atom, int))
    if degree > 2:
        return f"{sign}({abs(Fraction(coefficient)) ** degree * under})^(1/{degree})"
    top = "" if abs(coefficient.numerator) == 1 else str(abs(coefficient.numerator))
    bottom = "" if coefficient.denominator == 1 else f"/{coefficient.denominator}"
    return f"{sign}{top}√{under}{bottom}"


def _digits(x: Expression) -> str:
    low, high = x.narrowed(SIGNIFICANT + 5)
    if low <= 0 <= high:
        return f"0.{'0' * SIGNIFICANT}…"
    cut = Context(SIGNIFICANT, ROUND_DOWN)
    nearest = high if cut.plus(low) != cut.plus(high) and low > 0 else low
    digits = cut.plus(nearest)
    return f"{digits:f}…" if -5 < digits.adjusted() < SIGNIFICANT else f"{digits:e}…"
