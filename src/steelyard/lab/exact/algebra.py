"""Arithmetic of exact real numbers: fractions as long as possible, else expressions with like terms put together."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from steelyard.lab.exact.expression import (
    DIGITS,
    ONE,
    Atom,
    Exp,
    Expression,
    Log,
    Monomial,
    Rational,
    Undecided,
    factors,
)

Real = int | Fraction | Expression

MOST_TERMS = 400
"""A product of sums is multiplied out up to so many terms; a larger one stays a product of atoms."""

MOST_BITS = 1 << 20
"""A power with a larger numerator or denominator is refused, since it would take minutes."""


def made(terms: Mapping[Monomial, Rational]) -> Real:
    """Return the number with these terms, as a fraction if it is one."""
    kept = {monomial: coefficient for monomial, coefficient in terms.items() if coefficient}
    if kept.keys() <= {ONE}:
        return kept.get(ONE, 0)
    return Expression(kept)


def total(a: Real, b: Real) -> Real:
    """Return a + b."""
    terms = dict(_terms(a))
    for monomial, coefficient in _terms(b).items():
        terms[monomial] = terms.get(monomial, 0) + coefficient
    return made(terms)


def product(a: Real, b: Real) -> Real:
    """Return a·b."""
    left, right = _terms(a), _terms(b)
    if len(left) * len(right) > MOST_TERMS:
        return _unexpanded(a, b)
    terms: dict[Monomial, Rational] = {}
    for m, c in left.items():
        for n, d in right.items():
            for monomial, coefficient in _merged(m, n, c * d).items():
                terms[monomial] = terms.get(monomial, 0) + coefficient
    return made(terms)


def quotient(a: Real, b: Real) -> Real:
    """Return a/b; b is not 0."""
    top, bottom = _terms(a), _terms(b)
    if len(bottom) > 1 and top.keys() == bottom.keys():
        ratios = {Fraction(top[monomial]) / bottom[monomial] for monomial in top}
        if len(ratios) == 1:
            return ratios.pop()
    return product(a, power(b, -1))


def power(x: Real, exponent: Rational) -> Real:
    """Return x to a rational power; x is above 0, or the exponent is whole and x is not 0."""
    if exponent == 0:
        return 1
    if not isinstance(x, Expression):
        return _whole_power(x, int(exponent)) if exponent == int(exponent) else _root(x, exponent)
    if len(x.terms) == 1:
        ((monomial, coefficient),) = x.terms.items()
        raised = frozenset((atom, e * exponent) for atom, e in monomial)
        return product(power(coefficient, exponent), made(_merged(raised, ONE, 1)))
    whole = math.floor(exponent)
    if 0 < whole <= MOST_TERMS and len(x.terms) ** whole <= MOST_TERMS:
        raised_sum = power(x, exponent - whole)
        for _ in range(whole):
            raised_sum = product(raised_sum, x)
        return raised_sum
    factor, base = _primitive(x)
    return product(power(factor, exponent), Expression({frozenset({(base, exponent)}): 1}))


def logarithm(x: Real) -> Real:
    """Return the natural logarithm of a number above 0."""
    if not isinstance(x, Expression):
        terms: dict[Monomial, Rational] = {frozenset({(Log(p), 1)}): k for p, k in factors(x.numerator)}
        terms |= {frozenset({(Log(p), 1)}): -k for p, k in factors(x.denominator)}
        return made(terms)
    if len(x.terms) > 1:
        factor, base = _primitive(x)
        return total(logarithm(factor), _opaque_logarithm(base))
    ((monomial, coefficient),) = x.terms.items()
    value = logarithm(coefficient)
    for atom, exponent in monomial:
        value = total(value, product(exponent, _atom_logarithm(atom)))
    return value


def exponential(x: Real) -> Real:
    """Return e to the power of a number."""
    value: Real = 1
    for monomial, coefficient in _terms(x).items():
        atoms = list(monomial)
        if len(atoms) == 1 and isinstance(atoms[0][0], Log) and atoms[0][1] == 1:
            value = product(value, power(atoms[0][0].of, coefficient))
        else:
            value = product(value, Expression({frozenset({(Exp(monomial), coefficient)}): 1}))
    return value


def sign(x: Real) -> int:
    """Return −1, 0 or 1; raise Undecided if the enclosures of the last precision hold 0."""
    if not isinstance(x, Expression):
        return (x > 0) - (x < 0)
    signs = {(coefficient > 0) - (coefficient < 0) for coefficient in x.terms.values()}
    if len(signs) == 1:  # all atoms are above 0
        return signs.pop()
    first, *finer = DIGITS
    enclosed_sign = _enclosed_sign(x, first)
    if enclosed_sign is None and _vanishes(x):
        return 0
    while enclosed_sign is None and finer:
        enclosed_sign = _enclosed_sign(x, finer.pop(0))
    if enclosed_sign is not None:
        return enclosed_sign
    raise Undecided(f"whether a number is 0 cannot be decided by computing with {DIGITS[-1]} digits.")


def _enclosed_sign(x: Expression, digits: int) -> int | None:
    try:
        low, high = x.enclosure(digits)
    except ArithmeticError:
        return None
    return 1 if low > 0 else -1 if high < 0 else None


def _terms(x: Real) -> Mapping[Monomial, Rational]:
    if isinstance(x, Expression):
        return x.terms
    return {ONE: x} if x else {}


def _merged(m: Monomial, n: Monomial, coefficient: Rational) -> Mapping[Monomial, Rational]:
    """Return the terms of coefficient·m·n: whole powers of numbers are computed, those of sums multiplied out."""
    powers: dict[Atom, Rational] = dict(m)
    for atom, exponent in n:
        powers[atom] = powers.get(atom, 0) + exponent
    sums: list[tuple[Expression, int]] = []
    for atom, exponent in powers.items():
        whole = math.floor(exponent)
        if isinstance(atom, int) and whole:
            coefficient *= Fraction(atom) ** whole
        elif whole > 0 and isinstance(atom, Expression) and len(atom.terms) ** whole <= MOST_TERMS:
            sums.append((atom, whole))
        else:
            continue
        powers[atom] = exponent - whole
    merged: Real = made({frozenset((atom, exponent) for atom, exponent in powers.items() if exponent): coefficient})
    for atom, whole in sums:
        merged = product(merged, power(atom, whole))
    return _terms(merged)


def _whole_power(x: Rational, exponent: int) -> Rational:
    if abs(exponent) * max(x.numerator.bit_length(), x.denominator.bit_length()) > MOST_BITS:
        raise Undecided(f"the power {exponent} of a fraction has too many digits to be computed.")
    return Fraction(x) ** exponent


def _root(x: Rational, exponent: Rational) -> Real:
    powers = {p: k * exponent for p, k in factors(x.numerator)}
    powers |= {p: -k * exponent for p, k in factors(x.denominator)}
    return made(_merged(frozenset(powers.items()), ONE, 1))


def _primitive(x: Expression) -> tuple[Rational, Expression]:
    """Return a fraction and a number above 0 whose product is x, the same number for all fractions of x."""
    values = x.terms.values()
    content = Fraction(math.gcd(*(c.numerator for c in values)), math.lcm(*(c.denominator for c in values)))
    direction = sign(x)
    if not direction:
        raise Undecided("a sum of unlike terms that is 0 cannot be taken to a power.")
    content *= direction
    return content, Expression({monomial: c / content for monomial, c in x.terms.items()})


def _unexpanded(a: Real, b: Real) -> Real:
    """Return a product of two sums, or of a sum and a term, each sum as one atom."""
    powers: dict[Atom, Rational] = {}
    coefficient: Rational = 1
    for x in (a, b):
        terms = _terms(x)
        if len(terms) > 1:
            content, base = _primitive(Expression(dict(terms)))
            terms = {frozenset({(base, 1)}): content}
        ((monomial, factor),) = terms.items()
        coefficient *= factor
        for atom, exponent in monomial:
            powers[atom] = powers.get(atom, 0) + exponent
    return made({frozenset((atom, exponent) for atom, exponent in powers.items() if exponent): coefficient})


def _atom_logarithm(atom: Atom) -> Real:
    if isinstance(atom, Exp):
        return made({atom.of: 1})
    if isinstance(atom, int):
        return made({frozenset({(Log(atom), 1)}): 1})
    return _opaque_logarithm(atom if isinstance(atom, Expression) else Expression({frozenset({(atom, 1)}): 1}))


def _opaque_logarithm(x: Expression) -> Real:
    """Return ±log of x or 1/x, whichever is above 1: atoms are above 0."""
    direction = sign(total(x, -1))
    if not direction:
        return 0
    of = x if direction > 0 else power(x, -1)
    return Expression({frozenset({(Log(of), 1)}): direction}) if isinstance(of, Expression) else logarithm(x)


def _vanishes(x: Expression) -> bool:
    """Whether nothing is left of a number when its denominators, which are sums, are multiplied out."""
    cleared: Real = x
    while isinstance(cleared, Expression):
        below = ((a, e) for monomial in cleared.terms for a, e in monomial if isinstance(a, Expression) and e < 0)
        denominator = next(below, None)
        if denominator is None:
            return False
        cleared = _without_denominator(cleared, denominator[0])
    return cleared == 0


def _without_denominator(x: Expression, atom: Expression) -> Real:
    """Return x times the least power of a sum that leaves no term divided by it."""
    lowest = min(dict(monomial).get(atom, 0) for monomial in x.terms)
    cleared: Real = 0
    for monomial, coefficient in x.terms.items():
        exponent = dict(monomial).get(atom, 0)
        rest = frozenset((a, e) for a, e in monomial if a != atom)
        cleared = total(cleared, product(made({rest: coefficient}), power(atom, exponent - lowest)))
    return cleared
