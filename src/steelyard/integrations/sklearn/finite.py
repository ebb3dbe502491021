"""Features that are finite numbers, and what is refused in one sentence where they are not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def refuse_not_finite(X: NDArray[Any]) -> None:
    """Refuse NaN and infinity, in one sentence where scikit-learn's own check has several lines.

    Examples
    --------
    >>> refuse_not_finite(np.array([[1.0, 2.0], [3.0, np.nan]]))
    Traceback (most recent call last):
    ValueError: X must be finite numbers, but column 2 has NaN or inf.
    """
    finite = np.isfinite(X).all(axis=0)
    if not finite.all():
        raise ValueError(f"X must be finite numbers, but column {int(finite.argmin()) + 1} has NaN or inf.")
