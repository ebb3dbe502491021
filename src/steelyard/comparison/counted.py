"""What is to be compared, counted: labels and columns of data become a joint table, counts stay as they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from steelyard.counts.confusion import Confusion
from steelyard.counts.data import count_joint
from steelyard.counts.groups import axes_with_group, checked_group, columns_with_group
from steelyard.counts.joint import Joint


class Counted(NamedTuple):
    """Counts of several models, and which axis of them holds the groups that are drawn together."""

    counts: Joint | Confusion
    group: str | None


def counted_columns(
    data: Any,
    truth: str | None,
    prediction: Any,
    weight: str | None,
    by: Any,
    group: Any,
    labels: Iterable[Any] | None,
    missing: str,
    counts: str | None,
) -> Counted:
    """Return the joint table of columns of data."""
    if truth is None or prediction is None or isinstance(prediction, str):
        raise ValueError("name the columns of the data: truth='…' and prediction=['…', '…'], at least two of them.")
    slices = columns_with_group(by, group)
    joint = count_joint(data, truth, prediction, weight, slices, labels, missing=missing, counts=counts)
    return counted_already(joint, None if group is None else str(group))


def counted_labels(
    y_true: Any,
    predictions: Any,
    weights: Any,
    by: Any,
    group: Any,
    labels: Iterable[Any] | None,
    missing: str,
    counts: Any,
) -> Counted:
    """Return the joint table of labels."""
    if not (isinstance(predictions, Mapping) or hasattr(predictions, "columns")):
        raise ValueError('a comparison needs the predictions of at least two models by name, {"a": …, "b": …}.')
    axes = axes_with_group(by, group)
    joint = Joint.from_labels(y_true, predictions, labels, weights, missing=missing, by=axes, counts=counts)
    return counted_already(joint, None if group is None else list(joint.axes)[-1])


def counted_already(models: Any, group: Any) -> Counted:
    """Return counts as given: a joint table, a stack of matrices along "model", or matrices by name."""
    if isinstance(models, Mapping):
        models = Confusion.of_models(models)
    if not isinstance(models, Joint | Confusion):
        raise ValueError(
            "a comparison needs a joint table, true labels with several predictions, data with several columns of "
            f"predictions, or a confusion matrix per model, not {type(models).__name__}."
        )
    return Counted(models, checked_group(models, group))
