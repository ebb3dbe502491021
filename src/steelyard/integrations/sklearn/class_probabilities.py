"""A model's probabilities with its columns in a known order of the classes, whatever order the model has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.integrations.sklearn.classifier_check import refuse_no_classifier
from steelyard.measuring.probabilities import checked_probabilities

if TYPE_CHECKING:
    from numpy.typing import NDArray


def refuse_without_probabilities(estimator: Any) -> None:
    """Refuse what is no estimator, or one that gives no probabilities."""
    name = type(estimator).__name__
    refuse_no_classifier(estimator, "estimator", "fit")
    if not hasattr(estimator, "predict_proba"):
        raise ValueError(
            f"{name} has no predict_proba, and decisions are made from probabilities; "
            "wrap it in scikit-learn's CalibratedClassifierCV, or take another classifier."
        )


def class_probabilities(model: Any, X: Any, classes: NDArray[Any]) -> NDArray[np.float64]:
    """Return a fitted model's probabilities, checked, one column for each of `classes` in their order."""
    found = known_classes(model)
    given = checked_probabilities(model.predict_proba(X), len(found))
    if np.array_equal(found, classes):
        return given
    columns = {label: column for column, label in enumerate(found.tolist())}
    wanted = classes.tolist()
    odd = set(columns) ^ set(wanted)
    if odd:
        raise ValueError(
            f"{type(model).__name__} was trained on other classes than asked for; "
            f"they differ in {naming.some(naming.sort(odd))}."
        )
    return given[:, [columns[label] for label in wanted]]


def known_classes(model: Any) -> NDArray[Any]:
    """Return the classes of a fitted model, in the order of its columns."""
    found = getattr(model, "classes_", None)
    if found is None:
        raise ValueError(f"{type(model).__name__} has no classes_ after fit, so its columns have no names.")
    return np.asarray(found)
