"""Whole numbers as products of primes: what makes equality of roots and logarithms a matter of looking."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache

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
    found: Counter[int] = Counter()
    for p in SMALL:
        if p * p > n:
            break
        while n % p == 0:
            found[p] += 1
            n //= p
    if n > 1:
        found.update(_large(n))
    return tuple(sorted(found.items()))


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
