"""Values of a metric that are no fractions, between two doubles; and constants of a metric that are only doubles.

Such constants are no small fractions, short decimals, roots or logarithms. Scores that are equal for the numbers that
were meant may differ for them, so that a count of scores is true for these doubles only.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.lab.exact import rational_arrays as exact
from steelyard.lab.exact import rational_replay
from steelyard.lab.exact.exact_values import recognised
from steelyard.lab.exact.rational_arrays import NotRational, Rationals
from steelyard.lab.exact.rational_replay import IRRATIONAL
from steelyard.measuring.program.program import Node, Output, Program, numbers
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


def uses_relevance(program: Program, output: Output) -> bool:
    """Whether a metric looks at the relevance of the classes."""
    used = (program.nodes[step.node] for step in program.steps([output.value]))
    return any(node.parameters.get("name") == "relevance" for node in used)


def constant_doubles(program: Program, output: Output) -> tuple[float, ...]:
    """Return the constants of a metric that are only doubles.

    Examples
    --------
    >>> from steelyard.measuring.program import record
    >>> program = record("cen", classes=3)
    >>> constant_doubles(program, program.outputs[0])  # log 4 is known
    ()
    """
    doubles: dict[float, None] = {}
    for step in program.steps([output.value]):
        node = program.nodes[step.node]
        if node.operation in ("constant", "full_like") and node.dtype == "float64":
            finite = (x for x in numbers(node).ravel().tolist() if math.isfinite(x))
            doubles.update((x, None) for x in finite if recognised(x) is None)
    return tuple(doubles)


# Values of a metric that are no fractions, enclosed: two doubles with the exact value between them.


FUNCTIONS = 8 * 2.0**-52
"""Relative error allowed to a logarithm or an exponential."""

CONVERSION = 2.0**-50
"""Relative error allowed to scale · numerator/denominator: five roundings of 2⁻⁵³ at most."""

FAR = 2**500
"""Up to this, and down to 1/this, doubles and quotients with 62-bit numbers have all their digits."""


@dataclass(frozen=True, slots=True, eq=False)
class Enclosed:
    """Numbers that lie between two doubles; NaN where there is none."""

    low: Floats
    high: Floats

    def changed(self, change: Callable[[Floats], Floats]) -> Enclosed:
        """Return the same in other places or an other shape."""
        return Enclosed(change(self.low), change(self.high))


def computed(node: Node, operands: list[Any], inputs: dict[str, Rationals]) -> Any:
    """Return the value of one node: fractions as long as possible, then enclosures."""
    operation = node.operation
    if operation == "constant" and node.dtype == "float64":
        return _constant(node)
    if operation not in IRRATIONAL and not any(isinstance(x, Enclosed) for x in operands):
        try:
            return rational_replay.computed(node, operands, inputs)
        except NotRational:
            if operation != "power":  # whose exponent need not be whole here
                raise
    with np.errstate(all="ignore"):
        if operation in ("index", "swapaxes", "diagonal"):
            return operands[0].changed(lambda x: rational_replay.computed(node, [x], inputs))
        if operation == "where":
            return _where(operands[0], enclosed(operands[1]), enclosed(operands[2]))
        if operation in ("sum", "prod", "min", "max"):
            return _reduced(node, operands[0])
        if operation in _OPERATIONS:
            return _OPERATIONS[operation](*(enclosed(x) for x in operands))
    raise NotRational(f"{operation} of numbers that are no fractions is not followed.")


def enclosed(x: Any) -> Enclosed:
    """Return fractions, or yes and no, as enclosures."""
    if isinstance(x, Enclosed):
        return x
    fractions = exact.as_rationals(x)
    p, q = fractions.scale.numerator, fractions.scale.denominator
    if fractions.unlimited_already or max(p, q) >= FAR:
        above, below = fractions.numerator.astype(object) * p, fractions.lower.astype(object) * q
        return _within(np.asarray(_QUOTIENTS(above, below), dtype=np.float64), CONVERSION)
    with np.errstate(all="ignore"):
        near = fractions.numerator.astype(np.float64) / fractions.lower.astype(np.float64) * (p / q)
    return _within(near, CONVERSION)


def _quotient(above: int, below: int) -> float:
    """Return the double next to a fraction of Python's integers, which may be larger than doubles are."""
    if below == 0:
        return math.nan if above == 0 else math.copysign(math.inf, above)
    try:
        near = above / below
    except OverflowError:
        near = math.inf
    if above and not 1 / FAR < abs(near) < FAR:
        raise NotRational("a number too large or too small for a double is not followed.")
    return near


_QUOTIENTS = np.frompyfunc(_quotient, 2, 1)


def _constant(node: Node) -> Any:
    """Return a constant as a fraction; a root or a logarithm, such as log 6, was rounded when it was recorded."""
    try:
        return rational_replay.constant(node)
    except NotRational:
        return _within(np.array(node.parameters["value"], dtype=np.float64), FUNCTIONS)


def _outwards(low: Floats, high: Floats) -> Enclosed:
    """Make room for the rounding of one operation.

    Infinities stay, and so does 0 at both ends: a sum of doubles is 0 only if it is exactly 0, and products or
    quotients of numbers made from counts do not underflow.
    """
    kept = (low == 0) & (high == 0)
    return Enclosed(
        np.where(kept | np.isinf(low), low, np.nextafter(low, -np.inf)),
        np.where(kept | np.isinf(high), high, np.nextafter(high, np.inf)),
    )


def _within(near: Floats, error: float) -> Enclosed:
    room = np.where(np.isfinite(near), np.abs(near) * error, 0.0)
    return Enclosed(near - room, near + room)


def _add(x: Enclosed, y: Enclosed) -> Enclosed:
    return _outwards(x.low + y.low, x.high + y.high)


def _negative(x: Enclosed) -> Enclosed:
    return Enclosed(-x.high, -x.low)


def _multiply(x: Enclosed, y: Enclosed) -> Enclosed:
    ends = [a * b for a in (x.low, x.high) for b in (y.low, y.high)]
    return _outwards(reduce(np.minimum, ends), reduce(np.maximum, ends))


def _divide(x: Enclosed, y: Enclosed) -> Enclosed:
    ends = [a / b for a in (x.low, x.high) for b in (y.low, y.high)]
    quotient = _outwards(reduce(np.minimum, ends), reduce(np.maximum, ends))
    unknown = (y.low <= 0) & (y.high >= 0)  # it may be a division by 0
    if (unknown & (y.low != y.high)).any():
        raise NotRational("a division by what may be 0 is not followed.")
    return Enclosed(np.where(unknown, np.nan, quotient.low), np.where(unknown, np.nan, quotient.high))


def _monotone(function: Callable[..., Floats], error: float) -> Callable[[Enclosed], Enclosed]:
    """Return an increasing function on enclosures."""
    return lambda x: Enclosed(_within(function(x.low), error).low, _within(function(x.high), error).high)


def _sqrt(x: Enclosed) -> Enclosed:
    return _outwards(np.sqrt(np.where(x.high >= 0, np.maximum(x.low, 0.0), np.nan)), np.sqrt(x.high))


def _absolute(x: Enclosed) -> Enclosed:
    across = (x.low < 0) & (x.high > 0)
    ends = np.abs(x.low), np.abs(x.high)
    return Enclosed(np.where(across, 0.0, np.minimum(*ends)), np.maximum(*ends))


def _power(x: Enclosed, exponent: Enclosed) -> Enclosed:
    if (x.low < 0).any():
        raise NotRational("powers of numbers below 0 are not followed.")
    if ((x.low == 0) & (exponent.low <= 0) & (exponent.high >= 0) & (exponent.low != exponent.high)).any():
        raise NotRational("0 to a power of what may be 0 is not followed.")
    power = _OPERATIONS["exp"](_multiply(exponent, _OPERATIONS["log"](x)))
    one = np.ones_like(power.low)
    return _where((exponent.low == 0) & (exponent.high == 0), Enclosed(one, one), power)  # 0⁰ is 1, as everywhere


def _where(condition: NDArray[np.bool_], x: Enclosed, y: Enclosed) -> Enclosed:
    return Enclosed(np.where(condition, x.low, y.low), np.where(condition, x.high, y.high))


def _finite(x: Enclosed) -> NDArray[np.bool_]:
    finite: NDArray[np.bool_] = np.isfinite(x.low) & np.isfinite(x.high)
    return finite


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "add": _add,
    "subtract": lambda x, y: _add(x, _negative(y)),
    "multiply": _multiply,
    "divide": _divide,
    "negative": _negative,
    "absolute": _absolute,
    "square": lambda x: _multiply(_absolute(x), _absolute(x)),
    "power": _power,
    "sqrt": _sqrt,
    "exp": _monotone(np.exp, FUNCTIONS),
    "expm1": _monotone(np.expm1, FUNCTIONS),
    "log": _monotone(np.log, FUNCTIONS),
    "log1p": _monotone(np.log1p, FUNCTIONS),
    "log2": _monotone(np.log2, FUNCTIONS),
    "log10": _monotone(np.log10, FUNCTIONS),
    "maximum": lambda x, y: Enclosed(np.maximum(x.low, y.low), np.maximum(x.high, y.high)),
    "minimum": lambda x, y: Enclosed(np.minimum(x.low, y.low), np.minimum(x.high, y.high)),
    "isfinite": _finite,
}


def _reduced(node: Node, x: Enclosed) -> Enclosed:
    combine = _OPERATIONS[{"sum": "add", "prod": "multiply", "min": "minimum", "max": "maximum"}[node.operation]]
    axes = node.parameters["axes"]
    for axis in axes:
        items = [x.changed(lambda a, i=i, axis=axis: np.take(a, [i], axis=axis)) for i in range(x.low.shape[axis])]  # type: ignore[misc]
        x = reduce(combine, items)
    return x if node.parameters["keepdims"] else x.changed(lambda a: np.squeeze(a, axis=tuple(axes)))
