"""Two pieces of arithmetic that metric bodies share; plain NumPy, so that a body can be recorded and replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def ratio(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.float64]:
    """Return a/b, and 0 where b is 0, for quotients whose numerator vanishes with the denominator."""
    quotient: NDArray[np.float64] = a / (b + (b == 0))
    return quotient


def harmonic(P: NDArray[Any], R: NDArray[Any], beta: float) -> NDArray[np.float64]:
    """Return the F_β mean of a precision and a recall; 0 if both are 0."""
    return ratio((1 + beta**2) * P * R, beta**2 * P + R)


def entropy_term(x: NDArray[Any], rest: NDArray[Any]) -> NDArray[np.float64]:
    """Return x·log((x + rest)/x), and 0 where x is 0.

    log1p keeps the relative precision when x is nearly everything: for x = 10¹² and rest = 1, log(x/(x+1)) loses
    twelve digits.
    """
    term: NDArray[np.float64] = x * np.log1p(rest / (x + (x == 0)))
    return term
