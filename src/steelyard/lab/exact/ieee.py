"""NumPy's operations on exact numbers, with NaN and the infinities where NumPy has them.

A value is a whole number, a fraction or an expression, or one of the floats NaN, inf and −inf; no other float is among
them. There is one 0, without a sign: 1/0 is inf. A question that cannot be decided raises `Undecided`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from steelyard.lab.exact import algebra
from steelyard.lab.exact.algebra import Real
from steelyard.lab.exact.expression import Expression, Undecided

Value = Real | float

_RATIONAL = frozenset({int, Fraction})


def order(a: Value, b: Value) -> int | None:
    """Return −1, 0 or 1 as a is less than, equal to or greater than b; None if one of them is NaN."""
    if type(a) in _RATIONAL and type(b) in _RATIONAL:
        return (a > b) - (a < b)  # type: ignore[operator]
    if isinstance(a, float) or isinstance(b, float):
        x, y = _as_float(a), _as_float(b)
        return None if math.isnan(x) or math.isnan(y) else (x > y) - (x < y)
    return algebra.sign(algebra.total(a, algebra.product(-1, b)))


def add(a: Any, b: Any) -> Any:
    """Return a + b."""
    if type(a) in _RATIONAL and type(b) in _RATIONAL:
        return a + b
    if isinstance(a, float) or isinstance(b, float):
        return _as_float(a) + _as_float(b)
    return algebra.total(a, b)


def multiply(a: Any, b: Any) -> Any:
    """Return a·b."""
    if type(a) in _RATIONAL and type(b) in _RATIONAL:
        return a * b
    if isinstance(a, float) or isinstance(b, float):
        return _as_float(a) * _as_float(b)
    return algebra.product(a, b)


def divide(a: Any, b: Any) -> Any:
    """Return a/b; dividing by 0 gives an infinity, or NaN for 0/0."""
    if not isinstance(b, float) and _sign(b) == 0:
        return _as_float(a) * math.inf
    if type(a) is int and type(b) is int:
        return a // b if a % b == 0 else Fraction(a, b)
    if type(a) in _RATIONAL and type(b) in _RATIONAL:
        return a / b
    if isinstance(a, float) or isinstance(b, float):
        quotient = _as_float(a) / _as_float(b)
        return quotient or 0
    return algebra.quotient(a, b)


def negative(x: Value) -> Value:
    """Return −x."""
    return multiply(-1, x)


def absolute(x: Value) -> Value:
    """Return |x|."""
    return abs(x) if isinstance(x, float) else multiply(_sign(x), x)


def power(x: Value, exponent: Value) -> Value:
    """Return x to a power, as C and NumPy do it: 1 for the power 0, and NaN for a root of a negative number."""
    if order(exponent, 0) == 0 or order(x, 1) == 0:
        return 1
    if isinstance(exponent, float):
        return _endless_power(x, exponent)
    if isinstance(x, float) or _sign(x) == 0:
        return _power_of_an_end(x, exponent)
    if _sign(x) < 0 and (isinstance(exponent, Expression) or exponent.denominator > 1):
        return math.nan
    if isinstance(exponent, Expression):
        return algebra.exponential(algebra.product(exponent, algebra.logarithm(x)))
    return algebra.power(x, exponent)


def _power_of_an_end(x: Value, exponent: Real) -> Value:
    """Return a power of 0, of an infinity or of NaN; the exponent is not 0."""
    endless = isinstance(x, float)
    if isinstance(x, float) and math.isnan(x):
        return math.nan
    if endless != (_sign(exponent) > 0):
        return 0
    odd = not isinstance(exponent, Expression) and exponent % 2 == 1
    return -math.inf if odd and _as_float(x) < 0 else math.inf


def _endless_power(x: Value, exponent: float) -> Value:
    """Return the limit of growing powers; x is not 1."""
    size = order(absolute(x), 1)
    if size is None or math.isnan(exponent):
        return math.nan
    return 1 if size == 0 else math.inf if (size == 1) == (exponent > 0) else 0


def square_root(x: Value) -> Value:
    """Return √x."""
    return _from_zero(x, 0, lambda y: algebra.power(y, Fraction(1, 2)))


def log(x: Value) -> Value:
    """Return the natural logarithm: −inf for 0, NaN below."""
    return _from_zero(x, -math.inf, algebra.logarithm)


def exp(x: Value) -> Value:
    """Return e to the power x."""
    if isinstance(x, float):
        return 0 if x == -math.inf else x
    return algebra.exponential(x)


def maximum(a: Value, b: Value) -> Value:
    """Return the greater one, NaN if one of them is."""
    which = order(a, b)
    return math.nan if which is None else a if which >= 0 else b


def minimum(a: Value, b: Value) -> Value:
    """Return the lesser one, NaN if one of them is."""
    which = order(a, b)
    return math.nan if which is None else a if which <= 0 else b


def whole(x: Value) -> int:
    """Return the whole number next to x towards 0."""
    if isinstance(x, float):
        raise Undecided(f"{x} cannot be made a whole number.")
    if not isinstance(x, Expression):
        return int(x)
    ends = {int(end) for end in x.narrowed(20)}
    if len(ends) > 1:
        raise Undecided("a number so close to a whole number cannot be cut off to one.")
    return ends.pop()


def _as_float(x: Value) -> float:
    """Return a float that combines with NaN or an infinity as the number does: its sign is enough."""
    return x if isinstance(x, float) else float(_sign(x))


def _sign(x: Real) -> int:
    return algebra.sign(x) if isinstance(x, Expression) else (x > 0) - (x < 0)


def _from_zero(x: Value, of_zero: Value, of_more: Callable[[Real], Real]) -> Value:
    """Return a function of numbers above 0, its limit at 0, and NaN below."""
    if isinstance(x, float):
        return math.nan if x < 0 else x
    direction = _sign(x)
    return of_more(x) if direction > 0 else of_zero if direction == 0 else math.nan


OPERATIONS: dict[str, Callable[..., Value]] = {
    "add": add,
    "subtract": lambda a, b: add(a, negative(b)),
    "multiply": multiply,
    "divide": divide,
    "negative": negative,
    "absolute": absolute,
    "reciprocal": lambda x: divide(1, x),
    "square": lambda x: multiply(x, x),
    "sqrt": square_root,
    "power": power,
    "exp": exp,
    "expm1": lambda x: add(exp(x), -1),
    "log": log,
    "log1p": lambda x: log(add(x, 1)),
    "log2": lambda x: divide(log(x), log(2)),
    "log10": lambda x: divide(log(x), log(10)),
    "maximum": maximum,
    "minimum": minimum,
}
"""What gives numbers, by the names of programs."""

QUESTIONS: dict[str, Callable[..., bool]] = {
    "equal": lambda a, b: order(a, b) == 0,
    "not_equal": lambda a, b: order(a, b) != 0,
    "less": lambda a, b: order(a, b) == -1,
    "less_equal": lambda a, b: order(a, b) in (-1, 0),
    "greater": lambda a, b: order(a, b) == 1,
    "greater_equal": lambda a, b: order(a, b) in (0, 1),
    "isfinite": lambda x: not isinstance(x, float),
    "isnan": lambda x: isinstance(x, float) and math.isnan(x),
    "isinf": lambda x: isinstance(x, float) and math.isinf(x),
}
"""What gives true or false, by the names of programs."""
