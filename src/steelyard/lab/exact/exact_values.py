"""The exact value of a metric at one matrix: its program, replayed in exact numbers, constants as they were meant.

Bodies compute some constants in floats before anything is recorded: `np.log(2 * (c.C - 1))`, `1/3`, `np.sqrt(2)`. Taken
as the exact value of the double, a third would not be a third, and log 4 not twice log 2. So a double is taken for

1. itself if it is a whole number below 2⁵³ or a fraction over a small power of 2;
2. else the fraction p/q, q ≤ 1,000, of which it is the nearest double: 1/3, 0.1; not above 1,000, where doubles lie so
   far apart that more and more of them are near a fraction by chance;
3. else √n, n ≤ 1,000, of which it is the nearest double;
4. else the natural, binary or decimal logarithm of n ≤ 1,000, within one unit in the last place, since libraries round
   logarithms to either neighbour;
5. else the decimal of at most 12 significant digits of which it is the nearest double: 0.4321, 1e-12;
6. else the exact value of the double.

No double is near both a fraction of rule 2 and another decimal of rule 5: these differ by at least 1/(1,000·10¹²) of
their value, doubles by 2⁻⁵². Another number is hardly ever taken for one of them: of 10¹⁵ doubles and more between 0
and 1, some 3·10⁵ are near such a fraction and a few thousand near such a root or logarithm; one in 10⁴ is near such a
decimal. A sign is kept: −1/3, −√2, −log 2.
"""

from __future__ import annotations

import math
import numbers as kinds
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from inspect import signature
from typing import Any, NamedTuple

import numpy as np

from steelyard.lab.exact import ieee
from steelyard.lab.exact.expression import Expression, Undecided
from steelyard.lab.exact.ieee import Value
from steelyard.measuring.apply import checked_policy
from steelyard.measuring.program.program import Node, Step, computed, numbers
from steelyard.measuring.program.recorder import record
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import chosen
from steelyard.measuring.view import DEFAULT_POLICY
from steelyard.type_names import Array

# What a double stands for.


LARGEST_RECOGNISED = 1_000
"""Denominators and arguments up to here are recognised."""

DIGITS = 12
"""Significant digits of decimals that are recognised."""

LOGARITHMS: dict[str, tuple[float, Callable[[float], float]]] = {
    "log": (math.e, math.log),
    "log2": (2, math.log2),
    "log10": (10, math.log10),
}


def unrounded(x: float) -> Value:
    """Return the exact number that a constant stands for; NaN and infinities stay.

    Examples
    --------
    >>> print(unrounded(1 / 3), unrounded(math.sqrt(2)), unrounded(math.log(4)))
    1/3 √2 1.386294361…
    """
    if not math.isfinite(x):
        return x
    known = recognised(x)
    number = Fraction(x) if known is None else known
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def recognised(x: float) -> Value | None:
    """Return the fraction, root, logarithm or decimal that a finite double stands for; None if it is only itself."""
    small = _small_fraction(x)
    if small is not None:
        return small
    other = _root_or_logarithm(abs(x))
    if other is not None:
        return other if x > 0 else ieee.negative(other)
    return _short_decimal(x)


def fraction(x: float) -> Fraction | None:
    """Return the fraction or the decimal that a finite double stands for, by rules 1, 2 and 5; None if there is none.

    Examples
    --------
    >>> print(fraction(1 / 3), fraction(0.4321), fraction(0.1 + 0.2))
    1/3 4321/10000 None
    """
    small = _small_fraction(x)
    return _short_decimal(x) if small is None else small


def _small_fraction(x: float) -> Fraction | None:
    exact = Fraction(x)
    if exact.denominator <= LARGEST_RECOGNISED and abs(x) < 2**53:
        return exact
    near = exact.limit_denominator(LARGEST_RECOGNISED)
    return near if abs(x) <= LARGEST_RECOGNISED and float(near) == x else None


def _short_decimal(x: float) -> Fraction | None:
    short = f"{x:.{DIGITS}g}"
    return Fraction(short) if float(short) == x else None


def _root_or_logarithm(x: float) -> Value | None:
    if x > LARGEST_RECOGNISED:
        return None
    squared = round(x * x)
    if squared <= LARGEST_RECOGNISED and math.sqrt(squared) == x:
        return ieee.square_root(squared)
    for name, (base, log) in LOGARITHMS.items():
        argument = round(base ** min(x, 10))  # 2¹⁰ is above the largest already
        if 1 < argument <= LARGEST_RECOGNISED and abs(log(argument) - x) <= math.ulp(x):
            return ieee.OPERATIONS[name](argument)
    return None


# The value of a metric, and the order of two.


Number = Fraction | Expression | float
"""An exact number. Of floats, only the infinities are among them."""

# Of programs, those that give numbers are replayed here on arrays of objects; the others are NumPy's.
_NUMBERS = {name: np.frompyfunc(of, len(signature(of).parameters), 1) for name, of in ieee.OPERATIONS.items()}
_QUESTIONS = {name: np.frompyfunc(of, len(signature(of).parameters), 1) for name, of in ieee.QUESTIONS.items()}
_REDUCTIONS = {"sum": "add", "prod": "multiply", "min": "minimum", "max": "maximum"}
_WHOLE = np.frompyfunc(ieee.whole, 1, 1)
_UNROUNDED = np.frompyfunc(unrounded, 1, 1)


def exact_values(
    metric: str | Metric,
    m: Sequence[Sequence[Any]],
    *,
    relevance: Iterable[Any] | None = None,
    policy: str = DEFAULT_POLICY,
) -> tuple[Number | None, ...]:
    """Return a metric at one matrix in exact numbers.

    Parameters
    ----------
    metric
        Its name, or a metric of your own that can be recorded (`measuring.program.record`; if not, NotRecordable).
    m
        Rows of counts: whole numbers or fractions. A float is taken as exactly the fraction it is.
    relevance
        How much each class matters, likewise; 1 each if not given.
    policy
        What to do with undefined terms, as `undefined` of a metric's call.

    Returns
    -------
    tuple
        One number per class for a rate, else one; None where it is undefined. A `Fraction` if it is one, else an
        `Expression`; where NumPy would give an infinity, that.

    Examples
    --------
    >>> from steelyard.lab.exact import exact_values
    >>> [str(value) for value in exact_values("recall", [[1, 2], [0, 3]])]
    ['1/3', '1']
    >>> [str(value) for value in exact_values("g_mean", [[1, 2], [1, 2]])]
    ['√2/3']
    """
    if not isinstance(m, Iterable):
        raise ValueError(f"a matrix is given by its rows, as in [[8, 2], [1, 9]], not as {m!r}.")
    cells = [_checked(row, "a row of the matrix") for row in m]
    C = len(cells)
    if not C or any(len(row) != C for row in cells):
        raise ValueError(f"a matrix has as many columns as rows, at least one; its rows are {[len(r) for r in cells]}.")
    weights = [1] * C if relevance is None else _checked(relevance, "relevance")
    if len(weights) != C or not any(weights):
        raise ValueError(f"relevance must be one number per class ({C}), not all of them 0, not {relevance!r}.")
    (one,) = chosen(metric)
    plan = _plan(one, C, checked_policy(policy))
    with np.errstate(all="ignore"):  # NumPy looks at the processor's flags even after Python's arithmetic
        outputs = _replayed(plan, {"m": _array(cells, (C, C)), "relevance": _array(weights, (C,))})
    values = tuple(_number(x) for x in np.broadcast_to(outputs, (C if one.kind == "rate" else 1,)))
    if policy == "raise" and None in values:
        raise ValueError(f"{one.id} is undefined for the matrix {[[str(x) for x in row] for row in cells]}.")
    return values


def compare(a: Any, b: Any) -> int | None:
    """Return −1, 0 or 1 as a is less than, equal to or greater than b; None if it cannot be decided, never a guess.

    Examples
    --------
    >>> from steelyard.lab.exact import compare, exact_values
    >>> (a,), (b,) = exact_values("g_mean", [[1, 2], [1, 5]]), exact_values("g_mean", [[5, 1], [2, 1]])
    >>> compare(a, b)
    0
    """
    try:
        return ieee.order(_compared(a), _compared(b))
    except Undecided:
        return None


class _Plan(NamedTuple):
    """What to compute for a metric, and its constants, found once."""

    nodes: tuple[Node, ...]
    steps: list[Step]
    constants: dict[int, Array]
    value: int


@lru_cache(maxsize=512)
def _plan(metric: Metric, classes: int, policy: str) -> _Plan:
    # Nothing is lost by subtracting exact numbers, so all cells count as whole.
    program = record(metric, classes=classes, policy=policy)
    place = program.outputs[0].value
    steps = program.steps([place])
    constants = {
        step.node: _constant(program.nodes[step.node])
        for step in steps
        if program.nodes[step.node].operation in ("constant", "full_like")
    }
    return _Plan(program.nodes, steps, constants, place)


def _constant(node: Node) -> Array:
    given = numbers(node)
    if node.dtype == "bool":
        return given
    return _objects(_UNROUNDED(given.astype(np.float64))) if node.dtype == "float64" else given.astype(object)


def _replayed(plan: _Plan, inputs: dict[str, Any]) -> Array:
    values: dict[int, Array] = {}
    for step in plan.steps:
        node = plan.nodes[step.node]
        operands = [values[operand] for operand in node.operands]
        if node.operation == "full_like":
            values[step.node] = np.broadcast_to(plan.constants[step.node], operands[0].shape)
        elif node.operation == "constant":
            values[step.node] = plan.constants[step.node]
        else:
            values[step.node] = _computed(node, operands, inputs)
        for place in step.forget:
            del values[place]
    return values[plan.value]


def _computed(node: Node, operands: list[Array], inputs: dict[str, Any]) -> Array:
    if node.operation in _NUMBERS:
        return _objects(_NUMBERS[node.operation](*operands))
    if node.operation in _QUESTIONS:
        return np.asarray(_QUESTIONS[node.operation](*operands), dtype=np.bool_)
    if node.operation in _REDUCTIONS:
        return _reduced(_REDUCTIONS[node.operation], operands[0], **node.parameters)
    if node.operation == "cast":
        return _cast(operands[0], node.dtype)
    if node.operation == "matmul":
        return _product(*operands)
    return computed(node, operands, inputs)


def _reduced(operation: str, x: Array, axes: list[int], keepdims: bool) -> Array:
    for axis in axes:  # one by one, since NumPy does not know that the order of the others is free
        x = _objects(_NUMBERS[operation].reduce(x, axis=axis, keepdims=True))
    return x if keepdims else x.squeeze(axis=tuple(axes))


def _cast(x: Array, dtype: str) -> Array:
    if dtype == "bool":
        return x if x.dtype == np.bool_ else np.asarray(_QUESTIONS["not_equal"](x, 0), dtype=np.bool_)
    if x.dtype == np.bool_:
        return x.astype(np.int64).astype(object)
    return _objects(_WHOLE(x)) if dtype == "int64" else x


def _product(x: Array, y: Array) -> Array:
    left, right = (x if x.ndim > 1 else x[None, :]), (y if y.ndim > 1 else y[:, None])
    terms = _objects(_NUMBERS["multiply"](left[..., :, :, None], right[..., None, :, :]))
    summed = _reduced("add", terms, axes=[-2], keepdims=False)
    summed = summed if y.ndim > 1 else summed[..., 0]
    return summed if x.ndim > 1 else summed[..., 0, :] if y.ndim > 1 else summed[..., 0]


def _objects(x: Any) -> Array:
    """Return an array: NumPy gives a lone object as itself."""
    return np.asarray(x, dtype=object)


def _array(values: list[Any], shape: tuple[int, ...]) -> Array:
    array = np.empty(shape, dtype=object)
    array[...] = values
    return array


def _checked(given: Iterable[Any], what: str) -> list[int | Fraction]:
    try:
        fractions = [_rational(x) for x in given]
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{what} must be whole numbers or fractions of at least 0, not {given!r}.") from None
    if any(x < 0 for x in fractions):
        raise ValueError(f"{what} must be whole numbers or fractions of at least 0, not {given!r}.")
    return fractions


def _rational(x: Any) -> int | Fraction:
    if isinstance(x, kinds.Integral | np.bool_):
        return int(x)
    exact = Fraction(x)
    return exact.numerator if exact.denominator == 1 else exact


def _compared(x: Any) -> Value:
    if isinstance(x, Expression) or (isinstance(x, float) and not math.isfinite(x)):
        return x
    try:
        return _rational(x)
    except (TypeError, ValueError):
        raise ValueError(f"exact numbers are compared with each other or with fractions, not with {x!r}.") from None


def _number(x: Value) -> Number | None:
    if isinstance(x, float):
        return None if math.isnan(x) else x
    return x if isinstance(x, Expression) else Fraction(x)
