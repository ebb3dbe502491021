"""Square roots of fractions, kept as the fractions under them.

x ↦ x·|x| is strictly increasing, so values differ exactly where these squares with a sign do. Products, quotients and
roots of such numbers stay such numbers; sums do not, and are refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.lab.exact import rational_arrays as exact
from steelyard.lab.exact.rational_arrays import NotRational, Rationals, TooLarge
from steelyard.measuring.program.program import Node

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Roots:
    """Numbers x, of which x·|x| is known exactly."""

    square: Rationals


NAN = Rationals(np.array(0), np.array(0), Fraction(1), (0, 1))


def computed(node: Node, operands: list[Any], inputs: dict[str, Rationals]) -> Any:
    """Return the value of one node: fractions as long as possible, then roots."""
    if node.operation == "sqrt":
        return _root(operands[0])
    if not any(isinstance(x, Roots) for x in operands):
        return exact.computed(node, operands, inputs)
    if node.operation in ("multiply", "divide"):
        combine = exact.multiply if node.operation == "multiply" else exact.divide
        return Roots(combine(*(squared(x) for x in operands)))
    if node.operation == "negative":
        return Roots(exact.negative(squared(operands[0])))
    if node.operation == "where":
        condition: NDArray[np.bool_] = operands[0]
        return Roots(exact.where(condition, squared(operands[1]), squared(operands[2])))
    if node.operation in ("index", "swapaxes", "diagonal", "equal", "not_equal", "isfinite", "isnan", "isinf"):
        found = exact.computed(node, [squared(x) for x in operands], inputs)
        return Roots(found) if isinstance(found, Rationals) else found
    raise NotRational(f"{node.operation} of roots is not followed.")


def squared(x: Any) -> Rationals:
    """Return x·|x| of fractions, or of roots."""
    if isinstance(x, Roots):
        return x.square
    fractions = exact.as_rationals(x)
    try:
        return exact.multiply(fractions, exact.absolute(fractions))
    except TooLarge:
        return exact.multiply(fractions.unlimited(), exact.absolute(fractions.unlimited()))


def _root(x: Any) -> Roots:
    if isinstance(x, Roots):
        raise NotRational("roots of roots are not followed.")
    fractions = exact.as_rationals(x)
    below = fractions.numerator < 0
    return Roots(exact.where(~below, fractions, NAN) if below.any() else fractions)
