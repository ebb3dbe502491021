"""Arrays of exact fractions, as 64-bit numerators and denominators, and arithmetic with them.

Common factors are not divided out at every step. Each array carries a bound of its numerators and denominators; only
where the next operation could leave 62 bits are the bounds measured and, if that is not enough, the fractions reduced.
What does not fit even then is computed with Python's integers, which is slow and as exact.

A factor that all fractions of an array share stands apart, as its scale: relevances such as 1, 4/5, 1/10 are the whole
numbers 10, 8, 1 at the scale 1/10, and recalls of classes of 2 and 3 items are whole numbers at the scale 1/6.

A denominator of 0 says that there is no number: 0/0 is NaN, anything else over 0 an infinity (of which only the sums
differ from floating point: ∞ + ∞ has no value here).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WholeNumbers = np.ndarray[Any, Any]
"""int64, or Python's integers as objects."""

LIMIT = 1 << 62
"""No sum or product of 64-bit numbers may reach this."""


class NotRational(ValueError):
    """A metric that takes roots or logarithms, so that its value is no fraction."""


class TooLarge(ArithmeticError):
    """Numbers that 64 bits do not hold."""


@dataclass(frozen=True, slots=True, eq=False)
class Rationals:
    """An array of fractions, scale · numerator/denominator; the scale is above 0, denominators are not below 0."""

    numerator: WholeNumbers
    denominator: WholeNumbers | None
    """None: all are 1."""
    scale: Fraction
    most: tuple[int, int]
    """Bounds of the absolute numerators and of the denominators."""

    def __post_init__(self) -> None:
        for name in ("numerator", "denominator"):
            if isinstance(getattr(self, name), int):  # what NumPy makes of an array of one object without axes
                object.__setattr__(self, name, np.array(getattr(self, name), dtype=object))

    @property
    def shape(self) -> tuple[int, ...]:
        if self.denominator is None:
            return self.numerator.shape
        return np.broadcast_shapes(self.numerator.shape, self.denominator.shape)

    @property
    def lower(self) -> WholeNumbers:
        """The denominators, 1 where they are left out."""
        return np.array(1) if self.denominator is None else self.denominator

    def parts(self) -> tuple[WholeNumbers, WholeNumbers | None]:
        """Return numerators and denominators of one shape."""
        full = np.broadcast_to(self.numerator, self.shape)
        return full, None if self.denominator is None else np.broadcast_to(self.denominator, self.shape)

    def changed(self, change: Callable[[WholeNumbers], WholeNumbers]) -> Rationals:
        """Return the same fractions in other places or an other shape."""
        above, below = self.parts()
        return replace(self, numerator=change(above), denominator=None if below is None else change(below))

    @property
    def unlimited_already(self) -> bool:
        """Whether Python's integers are in it, of which none is too large."""
        return object in (self.numerator.dtype, self.lower.dtype)

    def unlimited(self) -> Rationals:
        """Return the same with Python's integers."""
        return self.changed(lambda x: x.astype(object))

    def missing(self) -> NDArray[np.bool_]:
        """Return where there is no finite number."""
        return np.broadcast_to(self.lower == 0, self.shape)

    def values(self) -> RationalValues:
        """Return reduced fractions."""
        lowest = reduced(self)
        (above, below), scale = lowest.parts(), lowest.scale
        below = np.ones_like(above) if below is None else below
        undefined: NDArray[np.bool_] = np.asarray(below == 0, dtype=np.bool_)
        above, below = np.where(undefined, 0, above), np.where(undefined, 1, below)
        # What the scale can share with the reduced fractions is its numerator with theirs below, and the reverse.
        p, q = scale.numerator, scale.denominator
        if lowest.unlimited_already or max(p, q) * max(_most(above), _most(below), 1) >= LIMIT:
            above, below = above.astype(object), below.astype(object)
        shared = np.gcd(above, q), np.gcd(below, p)
        return RationalValues(above // shared[0] * (p // shared[1]), below // shared[1] * (q // shared[0]), undefined)


@dataclass(frozen=True, slots=True, eq=False)
class RationalValues:
    """The values of one metric over a stack: reduced fractions, 0/1 where it is undefined.

    Arrays are of int64, or of Python's integers (dtype object) if some number needs more than 62 bits.
    """

    numerator: WholeNumbers
    denominator: WholeNumbers
    undefined: NDArray[np.bool_]


NodeValue = Rationals | np.ndarray[Any, np.dtype[np.bool_]]
"""What a node of a program is: fractions (whole numbers, too), or yes and no."""


# Numbers.


def from_fractions(given: Sequence[Fraction | int] | Any) -> Rationals:
    """Return fractions (nested lists of them, too) as whole numbers at a common scale."""
    exact = np.array(given, dtype=object)
    flat = [Fraction(x) for x in exact.ravel().tolist()]
    below = math.lcm(*(x.denominator for x in flat))
    above = [x.numerator * (below // x.denominator) for x in flat]
    shared = math.gcd(*above) or 1
    most = max((abs(x) // shared for x in above), default=0)
    whole = np.array([x // shared for x in above], dtype=np.int64 if most < LIMIT else object)
    return Rationals(whole.reshape(exact.shape), None, Fraction(shared, below), (most, 1))


def from_whole(m: WholeNumbers) -> Rationals:
    """Return whole numbers as fractions."""
    return Rationals(m, None, Fraction(1), (_most(m), 1))


def as_rationals(value: NodeValue) -> Rationals:
    """Return yes and no as 1 and 0, and numbers as they are."""
    if isinstance(value, Rationals):
        return value
    return Rationals(value.astype(np.int64), None, Fraction(1), (1, 1))


def _most(x: WholeNumbers) -> int:
    return max(int(x.max(initial=0)), -int(x.min(initial=0)))


def measured(x: Rationals) -> Rationals:
    """Return the same with the tightest bounds."""
    return replace(x, most=(_most(x.numerator), _most(x.lower)))


def reduced(x: Rationals) -> Rationals:
    """Return the same in lowest terms, but for the scale."""
    if x.denominator is None:
        common = int(np.gcd.reduce(x.numerator, axis=None)) if x.numerator.size else 0
        if common < 2:  # nothing to take out
            return measured(x)
        return measured(replace(x, numerator=x.numerator // common, scale=x.scale * common))
    shared = np.gcd(x.numerator, x.denominator)
    shared = shared + (shared == 0)
    return measured(replace(x, numerator=x.numerator // shared, denominator=x.denominator // shared))


def _fitting(needed: Callable[..., int], *given: Rationals) -> tuple[Rationals, ...]:
    """Return the operands in a form for which no number that the operation needs can leave 62 bits."""
    if any(x.unlimited_already for x in given):  # all: 64-bit numbers beside them would still overflow
        return tuple(x.unlimited() for x in given)
    for prepared in (lambda x: x, measured, reduced):
        given = tuple(prepared(x) for x in given)
        if needed(*given) < LIMIT:
            return given
    raise TooLarge


def _common(x: Rationals, y: Rationals) -> tuple[Fraction, int, int]:
    """Return a scale of which both scales are whole multiples, and these multiples; 0 fits any scale."""
    if x.most[0] == 0:
        return y.scale, 1, 1
    if y.most[0] == 0 or x.scale == y.scale:
        return x.scale, 1, 1
    below = math.lcm(x.scale.denominator, y.scale.denominator)
    above = [z.scale.numerator * (below // z.scale.denominator) for z in (x, y)]
    shared = math.gcd(*above)
    return Fraction(shared, below), above[0] // shared, above[1] // shared


def _settled(x: Rationals) -> Rationals:
    """Move denominators that all matrices share, such as supports, into the scale: sums then need no products."""
    below = x.denominator
    if below is None or below.dtype == object:
        return x
    first = below[:1] if below.ndim else below
    if not ((below == first).all() and (first > 0).all()):
        return x
    common = math.lcm(*first.ravel().tolist())
    most = x.most[0] * common
    if most >= LIMIT:
        return x
    factors = common // first
    return Rationals(x.numerator * factors, None, x.scale / common, (x.most[0] * int(factors.max()), 1))


# Arithmetic.


def _times(a: WholeNumbers | None, b: WholeNumbers | None) -> WholeNumbers | None:
    if a is None or b is None:
        return b if a is None else a
    return a * b


def multiply(x: Rationals, y: Rationals) -> Rationals:
    """Return x·y."""

    def needed(x: Rationals, y: Rationals) -> int:
        return max(x.most[0] * y.most[0], x.most[1] * y.most[1])

    x, y = _fitting(needed, x, y)
    most = x.most[0] * y.most[0], x.most[1] * y.most[1]
    return Rationals(x.numerator * y.numerator, _times(x.denominator, y.denominator), x.scale * y.scale, most)


def divide(x: Rationals, y: Rationals) -> Rationals:
    """Return x/y; over 0 where y is 0."""
    shared = x.denominator
    if shared is not None and shared is y.denominator:  # it cancels, but where there is no number there is no quotient
        x, y = (replace(z, denominator=None, most=(z.most[0], 1)) for z in (x, y))
        quotient = _quotient(x, y)
        if not shared.all():
            quotient = replace(quotient, denominator=quotient.lower * (shared != 0))
        return _settled(quotient)
    return _settled(_quotient(x, y))


def _quotient(x: Rationals, y: Rationals) -> Rationals:
    def needed(x: Rationals, y: Rationals) -> int:
        return max(x.most[0] * y.most[1], x.most[1] * y.most[0])

    x, y = _fitting(needed, x, y)
    above, below = x.numerator, y.numerator
    if below.size and below.min() < 0:
        above, below = above * (np.sign(below) + (below == 0)), abs(below)
    above = above if y.denominator is None else above * y.denominator
    below = below if x.denominator is None else below * x.denominator
    return Rationals(above, below, x.scale / y.scale, (x.most[0] * y.most[1], x.most[1] * y.most[0]))


def reciprocal(x: Rationals) -> Rationals:
    """Return 1/x."""
    return divide(from_fractions(1), x)


def negative(x: Rationals) -> Rationals:
    """Return −x."""
    return replace(x, numerator=-x.numerator)


def absolute(x: Rationals) -> Rationals:
    """Return |x|."""
    return replace(x, numerator=abs(x.numerator))


def add(x: Rationals, y: Rationals) -> Rationals:
    """Return x + y, over the product of the denominators."""

    def needed(x: Rationals, y: Rationals) -> int:
        _, k, n = _common(x, y)
        if x.denominator is y.denominator:
            return k * max(x.most[0], 1) + n * max(y.most[0], 1)
        return max(k * max(x.most[0], 1) * y.most[1] + n * max(y.most[0], 1) * x.most[1], x.most[1] * y.most[1])

    x, y = _fitting(needed, x, y)
    scale, k, n = _common(x, y)
    a, b = _factor(x.numerator, k), _factor(y.numerator, n)
    if x.denominator is y.denominator:
        return Rationals(a + b, x.denominator, scale, (k * x.most[0] + n * y.most[0], x.most[1]))
    above = (a if y.denominator is None else a * y.denominator) + (b if x.denominator is None else b * x.denominator)
    below = _times(x.denominator, y.denominator)
    most = k * x.most[0] * y.most[1] + n * y.most[0] * x.most[1], x.most[1] * y.most[1]
    return Rationals(above, below, scale, most)


def _factor(a: WholeNumbers, k: int) -> WholeNumbers:
    return a if k == 1 else a * k


def subtract(x: Rationals, y: Rationals) -> Rationals:
    """Return x − y."""
    return add(x, negative(y))


def _crossed(x: Rationals, y: Rationals) -> tuple[WholeNumbers, WholeNumbers]:
    """Return two arrays of whole numbers that compare as x and y do."""

    def needed(x: Rationals, y: Rationals) -> int:
        _, k, n = _common(x, y)
        return max(k * max(x.most[0], 1) * y.most[1], n * max(y.most[0], 1) * x.most[1])

    x, y = _fitting(needed, x, y)
    _, k, n = _common(x, y)
    a, b = _factor(x.numerator, k), _factor(y.numerator, n)
    if x.denominator is None or y.denominator is None:
        return (a if y.denominator is None else a * y.denominator), (b if x.denominator is None else b * x.denominator)
    infinite = (x.denominator == 0) & (y.denominator == 0)  # of which only the signs differ
    return np.where(infinite, np.sign(a), a * y.denominator), np.where(infinite, np.sign(b), b * x.denominator)


def compared(operation: str, x: Rationals, y: Rationals) -> NDArray[np.bool_]:
    """Return whether x stands to y as a comparison says, such as "less"; with NaN, only that they are not equal."""
    holds = np.asarray(getattr(operator, COMPARISONS[operation])(*_crossed(x, y)), dtype=np.bool_)
    for z in (x, y):
        if z.denominator is not None and not z.denominator.all():
            holds = np.where(is_nan(z), operation == "not_equal", holds)
    return holds


COMPARISONS = {
    "equal": "eq", "not_equal": "ne", "less": "lt", "less_equal": "le", "greater": "gt", "greater_equal": "ge",
}  # fmt: skip


def is_nan(x: Rationals) -> NDArray[np.bool_]:
    """Return where x is 0/0."""
    return np.asarray(x.missing() & (x.numerator == 0), dtype=np.bool_)


def where(condition: NDArray[np.bool_], x: Rationals, y: Rationals) -> Rationals:
    """Return x where the condition holds, and y elsewhere."""

    def needed(x: Rationals, y: Rationals) -> int:
        _, k, n = _common(x, y)
        return max(k * max(x.most[0], 1), n * max(y.most[0], 1))

    x, y = _fitting(needed, x, y)
    scale, k, n = _common(x, y)
    above = np.where(condition, _factor(x.numerator, k), _factor(y.numerator, n))
    alike = x.denominator is y.denominator
    below = x.denominator if alike else np.where(condition, x.lower, y.lower)
    return Rationals(above, below, scale, (max(k * x.most[0], n * y.most[0]), max(x.most[1], y.most[1])))


def extreme(operation: str, x: Rationals, y: Rationals) -> Rationals:
    """Return the larger or the smaller of two, as "maximum" or "min" says."""
    first = compared("greater_equal" if operation in ("maximum", "max") else "less_equal", x, y) | is_nan(x)
    return where(first, x, y)  # a comparison with NaN does not hold, so that y is taken if it is NaN


def power(x: Rationals, exponent: Rationals) -> Rationals:
    """Return x to a whole exponent."""
    exact = {Fraction(k) * exponent.scale for k in np.unique(exponent.numerator).tolist()}
    if len(exact) != 1 or exponent.denominator is not None or next(iter(exact)).denominator != 1:
        raise NotRational("powers of fractions are fractions only for one whole exponent, the same for all.")
    (k,) = (int(e) for e in exact)
    base = reciprocal(x) if k < 0 else x
    one = from_fractions(1)
    return reduce(multiply, [base] * abs(k), one) if k else where(np.ones(x.shape, dtype=np.bool_), one, x)


# Operations over class axes.


def along(operation: str, x: Rationals, axis: int) -> Rationals:
    """Return the sum, product or extreme along one axis, which keeps length 1."""
    if operation == "sum" and (x.denominator is None or _one_for_all(x.denominator, axis)):
        length = x.shape[axis]
        (x,) = _fitting(lambda x: length * x.most[0], x)
        if x.denominator is None or _one_for_all(x.denominator, axis):
            above = np.broadcast_to(x.numerator, x.shape).sum(axis=axis, keepdims=True)
            return replace(x, numerator=above, most=(length * x.most[0], x.most[1]))
    full = x.changed(lambda a: np.moveaxis(a, axis, 0))
    items = [full.changed(lambda a, i=i: a[i]) for i in range(full.shape[0])]  # type: ignore[misc]
    combine = {"sum": add, "prod": multiply}.get(operation) or (lambda a, b: extreme(operation, a, b))
    return reduce(combine, items).changed(lambda a: np.expand_dims(a, axis))


def _one_for_all(below: WholeNumbers, axis: int) -> bool:
    return below.ndim < -axis or below.shape[axis] == 1


def matmul(x: Rationals, y: Rationals) -> Rationals:
    """Return the product of vectors and matrices, as NumPy's @."""
    row, column = len(x.shape) < 2, len(y.shape) < 2
    left = x.changed(lambda a: a[None, :, None] if row else a[..., None])
    right = y.changed(lambda a: a[None, :, None] if column else a[..., None, :, :])
    product = along("sum", multiply(left, right), -2).changed(lambda a: a[..., 0, :])
    product = product.changed(lambda a: a[..., 0, :]) if row else product
    return product.changed(lambda a: a[..., 0]) if column else product
