"""Features that are finite numbers: checked by scikit-learn, but refused in one sentence where they are not finite."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import validate_data


def training_items(estimator: Any, X: Any, y: Any, dtype: Any = np.float64) -> tuple[Any, Any]:
    """Return the features and labels that an estimator is to be trained on; it notes the number and names of features.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> training_items(LogisticRegression(), [[1, 2], [3, float("nan")]], [0, 1])
    Traceback (most recent call last):
    ValueError: X must be finite numbers, but column 2 has NaN or inf.
    """
    X, y = validate_data(estimator, X, y, dtype=dtype, ensure_all_finite=False)
    _refuse_not_finite(X)
    return X, y


def new_items(estimator: Any, X: Any, dtype: Any = np.float64) -> Any:
    """Return features that a trained estimator is asked about; they must be those it knows."""
    X = validate_data(estimator, X, reset=False, dtype=dtype, ensure_all_finite=False)
    _refuse_not_finite(X)
    return X


def _refuse_not_finite(X: Any) -> None:
    finite = np.isfinite(X).all(axis=0)
    if not finite.all():
        raise ValueError(f"X must be finite numbers, but column {int(finite.argmin()) + 1} has NaN or inf.")
