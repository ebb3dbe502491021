"""Classes as boosted trees know them, by their codes 0…C−1: of true labels, and of predictions of any shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHANCE, NO_MARGIN = 0.5, 0.0
"""The second of two classes is predicted above these, as both libraries do in `predict`."""


class Codes(NamedTuple):
    """The code of each item's class, true and predicted, and the number of classes."""

    truth: NDArray[np.intp]
    predicted: NDArray[np.intp]
    classes: int


def codes_of(y_true: Any, predictions: Any, classes: int | None, *, margins: bool) -> Codes:
    """Return true and predicted classes.

    Parameters
    ----------
    y_true
        Codes, as whole numbers of any type.
    predictions
        A row per item with a column per class, probabilities or margins; or one number per item: of two classes the
        probability (or margin) of the second, of more the predicted code.
    classes
        How many there are, if that is known.
    margins
        Whether one number per item is a margin.
    """
    given = np.asarray(predictions)
    if given.ndim == 2 and given.shape[1] == 1:
        given = given[:, 0]
    if given.ndim not in (1, 2):
        raise ValueError(f"predictions must be one number or one row per item, not of the shape {given.shape}.")
    if np.isnan(given).any():
        place = int(np.argwhere(np.isnan(given))[0][0])
        raise ValueError(f"predictions must be numbers, but that of item {place} is NaN.")
    if given.ndim == 2:
        found = _columns(given, classes)
        predicted = given.argmax(axis=1)
    else:
        found = classes or _found(y_true, given, margins=margins)
        predicted = _second_of_two(given, margins=margins) if found == 2 else whole_codes(given, found, "predictions")
    truth = whole_codes(y_true, found, "true labels")
    if len(truth) != len(predicted):
        raise ValueError(f"there are {len(truth)} true labels but {len(predicted)} predictions.")
    return Codes(truth, predicted, found)


def whole_codes(values: Any, classes: int, what: str) -> NDArray[np.intp]:
    """Return class codes as integers; refuse what is no code of one of the classes."""
    given = np.asarray(values)
    if given.dtype.kind not in "biuf" or given.ndim != 1:
        raise ValueError(f"{what} must be class codes, one whole number from 0 to {classes - 1} per item.")
    inside = (given >= 0) & (given < classes)
    codes = np.where(inside, given, 0).astype(np.intp)
    bad = ~inside | (codes != given)
    if bad.any():
        odd = given[bad.argmax()].item()
        raise ValueError(f"{what} must be class codes, whole numbers from 0 to {classes - 1}, but there is {odd:g}.")
    return codes


def _columns(given: NDArray[Any], classes: int | None) -> int:
    columns: int = given.shape[1]
    if classes is not None and columns != classes:
        raise ValueError(f"the model predicts {columns} classes, but the evaluation was made for {classes}.")
    return columns


def _found(y_true: Any, given: NDArray[Any], *, margins: bool) -> int:
    """Return how many classes there must be at least: two, or as many as codes occur."""
    truth = np.asarray(y_true)
    highest = [1.0]
    if truth.dtype.kind in "biuf":
        highest.append(np.nan_to_num(truth).max(initial=0))
    if not margins and (given == np.floor(given)).all():
        highest.append(given.max(initial=0))
    return int(max(highest)) + 1


def _second_of_two(given: NDArray[Any], *, margins: bool) -> NDArray[np.intp]:
    """Return which items are predicted to be of the second class."""
    if not margins:
        outside = (given < 0) | (given > 1)
        if outside.any():
            raise ValueError(
                f"predictions of two classes must be probabilities, but there is {given[outside.argmax()].item():g}; "
                "with an objective of your own they are margins: say margins=True."
            )
    return (given > (NO_MARGIN if margins else CHANCE)).astype(np.intp)
