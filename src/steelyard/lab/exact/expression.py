"""Real numbers that are no fractions: sums of fractions times products of roots, logarithms and the like.

As short texts, too.
"""

from __future__ import annotations

import math
from collections import Counter
from decimal import ROUND_DOWN, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from steelyard.lab.exact import enclosure
from steelyard.lab.exact.enclosure import Enclosure

SMALL = tuple(p for p in range(2, 1000) if all(p % q for q in range(2, math.isqrt(p) + 1)))
"""Primes tried one by one; counts of an audit have few others."""

_WITNESSES = SMALL[:13]
_WITNESSED = 3_317_044_064_679_887_385_961_981
"""Below this, the test of Miller and Rabin with the first 13 primes is a proof (Sorenson & Webster 2015)."""

SPLIT = 10**18
"""Up to here a number without small factors is split, in some 10⁴ steps; a larger one stays whole."""


@lru_cache(maxsize=1 << 15)
def factors(n: int) -> tuple[tuple[int, int], ...]:
    """Return (base, exponent) pairs whose powers multiply to a whole number n > 0.

    The bases are primes, except that one too hard to split stands for itself. Numbers written with it are still equal
    if they are written alike; only that unlike ones differ is then left to enclosures.

    Examples
    --------
    >>> factors(360)
    ((2, 3), (3, 2), (5, 1))
    """
    exponents: Counter[int] = Counter()
    for p in SMALL:
        if p * p > n:
            break
        while n % p == 0:
            exponents[p] += 1
            n //= p
    if n > 1:
        exponents.update(_large(n))
    return tuple(sorted(exponents.items()))


def _large(n: int) -> Counter[int]:
    """Return the factors of a number that no small prime divides."""
    if n < SMALL[-1] ** 2 or _is_prime(n):
        return Counter([n])
    root = math.isqrt(n)
    if root * root == n:
        return _large(root) + _large(root)
    if n > SPLIT:
        return Counter([n])
    divisor = _divisor(n)
    return _large(divisor) + _large(n // divisor)


@lru_cache(maxsize=1 << 12)
def _is_prime(n: int) -> bool:
    """Whether an odd number is proved to be prime."""
    if n >= _WITNESSED:
        return False
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    for witness in _WITNESSES:
        x = pow(witness, (n - 1) >> twos, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def _divisor(n: int) -> int:
    """Return a proper divisor of a number that is neither a prime nor a square: Pollard's rho."""
    step = 0
    divisor = n
    while divisor == n:
        step += 1
        slow = fast = 2
        divisor = 1
        while divisor == 1:
            slow = (slow * slow + step) % n
            fast = (fast * fast + step) % n
            fast = (fast * fast + step) % n
            divisor = math.gcd(slow - fast, n)
    return divisor


# The expressions; above them, whole numbers as products of primes, so that roots can be put together.


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
        narrowest: Enclosure | None = None
        for digits in DIGITS:
            try:
                narrowest = self.enclosure(digits)
            except ArithmeticError:
                continue
            if enclosure.is_narrow(narrowest, significant):
                return narrowest
        if narrowest is None or max(narrowest.low.copy_abs(), narrowest.high.copy_abs()) > NOTHING:
            raise Undecided(f"a number cannot be found to {significant} digits by computing with {DIGITS[-1]}.")
        return narrowest

    def __float__(self) -> float:
        return float(self.narrowed(20).low)

    def __str__(self) -> str:

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


# Exact numbers as short texts: √2/2, (5/12)^(1/3), 0.9182958340….


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
