"""Real numbers that are no fractions: sums of fractions times products of roots, logarithms and the like.

A number is Σ q·Π aᵉ with rational q and e and *atoms* a > 0, each of one of these kinds:

- a prime, with an exponent between 0 and 1 (whole powers go into q): √2, 5^(2/3);
- the logarithm of a prime;
- the logarithm or the exponential of something else;
- a sum above 0, to a power that is not multiplied out: 1/(√2 + √3).

Like terms are put together, so numbers written alike are equal. The converse is a theorem for what metrics are made of:
distinct products of roots of primes are linearly independent over the rationals (Besicovitch 1940), and 1 and the
logarithms of the primes are so over the algebraic numbers (Baker 1966). Sums of roots, and sums of logarithms with such
factors, are thus equal only if they are written alike. For the rest, unlike numbers are told apart by enclosures.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from steelyard.lab.exact import enclosure
from steelyard.lab.exact.enclosure import Enclosure

Rational = int | Fraction

DIGITS = 50, 100, 200, 400
"""Precisions of enclosures, one after the other until a question is decided."""

NOTHING = Decimal("1e-330")
"""No double but 0 is that small, nor is any value of a metric; what is enclosed so may be written as 0."""


class Undecided(ValueError):
    """A question about numbers, as whether one is 0, that enclosures of the last precision leave open."""


class Log(NamedTuple):
    """The natural logarithm of a prime, or of a number above 1."""

    of: int | Expression


class Exp(NamedTuple):
    """e to the power of a product of atoms."""

    of: Monomial


class Expression:
    """A real number that is not known to be a fraction.

    `float` gives the nearest double (or its neighbour), `str` a short text, and `lab.exact.compare` decides what
    is larger. `==` says whether two numbers are written alike, which makes them equal.

    Examples
    --------
    >>> from steelyard.lab.exact import exact_values
    >>> (value,) = exact_values("macro_g_score", [[1, 1], [0, 2]])
    >>> print(value, float(value))
    √10/4 0.7905694150420949
    """

    __slots__ = ("_enclosures", "_hash", "terms")

    def __init__(self, terms: dict[Monomial, Rational]) -> None:
        self.terms = terms
        self._hash = hash(frozenset(terms.items()))
        self._enclosures: dict[int, Enclosure] = {}

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Expression):
            return NotImplemented
        return self is other or (self._hash == other._hash and self.terms == other.terms)

    def enclosure(self, digits: int) -> Enclosure:
        """Enclose the number, computing with so many digits; raise TooCoarse if they are too few for it."""
        if digits not in self._enclosures:
            total = enclosure.of_rational(0, digits)
            for monomial, coefficient in self.terms.items():
                term = enclosure.of_rational(coefficient, digits)
                for atom, exponent in monomial:
                    term = enclosure.times(term, _power(atom, exponent, digits), digits)
                total = enclosure.plus(total, term, digits)
            self._enclosures[digits] = total
        return self._enclosures[digits]

    def narrowed(self, significant: int) -> Enclosure:
        """Enclose the number to so many significant digits; a number next to 0, to NOTHING."""
        found: Enclosure | None = None
        for digits in DIGITS:
            try:
                found = self.enclosure(digits)
            except ArithmeticError:
                continue
            if enclosure.is_narrow(found, significant):
                return found
        if found is None or max(found.low.copy_abs(), found.high.copy_abs()) > NOTHING:
            raise Undecided(f"a number cannot be found to {significant} digits by computing with {DIGITS[-1]}.")
        return found

    def __float__(self) -> float:
        return float(self.narrowed(20).low)

    def __str__(self) -> str:
        from steelyard.lab.exact.written import written  # noqa: PLC0415 - it takes numbers apart

        return written(self)

    def __repr__(self) -> str:
        return f"<exact number {self}>"


Atom = int | Log | Exp | Expression
Monomial = frozenset[tuple[Atom, Rational]]

ONE: Monomial = frozenset()
"""The product of nothing; its factor is the rational part of a number."""


@lru_cache(maxsize=1 << 14)
def _power(atom: Atom, exponent: Rational, digits: int) -> Enclosure:
    if isinstance(atom, Exp):
        inner = Expression({atom.of: exponent}).enclosure(digits)
        return enclosure.exponential(inner, digits)
    return enclosure.power(_enclosed(atom, digits), exponent, digits)


@lru_cache(maxsize=1 << 14)
def _enclosed(atom: int | Log | Expression, digits: int) -> Enclosure:
    if isinstance(atom, Log):
        return enclosure.logarithm(_enclosed(atom.of, digits), digits)
    return atom.enclosure(digits) if isinstance(atom, Expression) else enclosure.of_rational(atom, digits)
