"""What XGBoost and LightGBM have in common.

Classes by their codes, metrics of what they predict, weights for training.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, whole_number
from steelyard.counts.read.amounts import checked_weights
from steelyard.counts.read.containers import encode
from steelyard.decisions.shares_shift import item_weights, warn_of_wide_weights
from steelyard.importance.mechanisms import sizes_of
from steelyard.integrations.goals import plain_name
from steelyard.measuring.goal import Goal, goal
from steelyard.measuring.record import Metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.measuring.view import Floats


CHANCE, NO_MARGIN = 0.5, 0.0
"""The second of two classes is predicted above these, as both libraries do in `predict`."""


class CodedItems(NamedTuple):
    """The code of each item's class, true and predicted, and the number of classes."""

    truth: NDArray[np.intp]
    predicted: NDArray[np.intp]
    classes: int


def codes_of(y_true: Any, predictions: Any, classes: int | None, *, margins: bool) -> CodedItems:
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
        number = _columns(given, classes)
        predicted = given.argmax(axis=1)
    else:
        number = classes or _least_classes(y_true, given, margins=margins)
        predicted = _second_of_two(given, margins=margins) if number == 2 else whole_codes(given, number, "predictions")
    truth = whole_codes(y_true, number, "true labels")
    if len(truth) != len(predicted):
        raise ValueError(f"there are {len(truth)} true labels but {len(predicted)} predictions.")
    return CodedItems(truth, predicted, number)


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


def _least_classes(y_true: Any, given: NDArray[Any], *, margins: bool) -> int:
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


# The classes that boosted trees are trained on: their names in the order of their codes, their sizes, their items.


class TrainingClasses(NamedTuple):
    """The classes with their sizes, and the code of each item's class."""

    sizes: Confusion
    codes: NDArray[np.intp]


def training_classes(y: Any, labels: Iterable[Any] | None = None, weights: Any = None) -> TrainingClasses:
    """Return the classes of training labels, which are names or, if `labels` names the classes, their codes.

    Without `labels`, the names found, sorted, are the classes, as scikit-learn and LightGBM number them.

    Examples
    --------
    >>> training_classes([0, 0, 1], labels=["ok", "fraud"]).sizes.support
    array([2, 1])
    """
    if labels is None:
        sizes = sizes_of(y, weights=weights)
        return TrainingClasses(sizes, encode(y, sizes.labels))
    names = naming.checked(labels)
    if not _are_codes(y, names):
        return TrainingClasses(sizes_of(y, labels=names, weights=weights), encode(y, names))
    codes = whole_codes(y, len(names), "training labels")
    sizes = sizes_of(codes, labels=range(len(names)), weights=weights)
    return TrainingClasses(Confusion(sizes, labels=names), codes)


def _are_codes(y: Any, names: tuple[Label, ...]) -> bool:
    """Return whether these are numbers of which some is no name; numbers that are all names are taken as names."""
    given = np.asarray(y)
    return given.dtype.kind in "biuf" and not set(np.unique(given).tolist()) <= set(names)


def sizes_in_training(y: Any, counts: Any, labels: Iterable[Any] | None) -> Confusion | None:
    """Return the classes and their sizes from training labels or from sizes by class; None if neither is given."""
    if y is None and counts is None:
        return None
    sizes = training_classes(y, labels).sizes if counts is None else sizes_of(y, counts=counts, labels=labels)
    if labels is None and sizes.labels != naming.sort(sizes.labels):
        # An ordered categorical has an order of its own, and so has a mapping, such as that of value_counts().
        raise ValueError(
            f"which class is number 0, 1, … cannot be told: they come in the order {naming.some(sizes.labels)}, but "
            "scikit-learn and LightGBM number them sorted; name them in the order of their numbers, labels=…."
        )
    return sizes


# What early stopping needs, whichever library stops.


def check_early_stopping(rounds: Any, evaluation: Any, kind: type) -> None:
    """Refuse what is no number of rounds, and what is no evaluation for the same library, before training."""
    whole_number(rounds, "rounds", least=1)
    if not isinstance(evaluation, kind):
        raise ValueError(f"early stopping needs what steelyard's evaluation(…) returned, not {evaluation!r}.")


# A metric under an importance, of what boosted trees predict while they are trained.


@dataclass(frozen=True, eq=False, repr=False)
class BoostingEvaluation:
    """What is measured after each round, and under which name it is told.

    Attributes
    ----------
    goal
        The metric and the importance, with the classes and weights that are fixed.
    name
        What the library's log and history call it, without spaces and signs.
    margins
        Whether one number per item is a margin, not a probability.
    """

    goal: Goal
    name: str
    margins: bool

    @classmethod
    def of(
        cls,
        metric: str | Metric,
        importance: Any,
        parameters: Mapping[str, Any],
        *,
        y: Any,
        counts: Any,
        labels: Iterable[Any] | None,
        undefined: str,
        margins: bool,
        name: str | None,
    ) -> Self:
        """Return an evaluation; refuse what cannot be measured, before anything is trained."""
        names = None if labels is None else naming.checked(labels)
        sizes = sizes_in_training(y, counts, names)
        aim = goal(metric, importance, sizes=sizes, labels=names, undefined=undefined, **parameters)
        if aim.labels is not None and len(aim.labels) < 2:
            raise ValueError(f"there must be at least two classes, but these are only {naming.some(aim.labels)}.")
        return cls(aim, plain_name(aim.name if name is None else name), margins)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.goal.name}, logged as {self.name!r}>"

    @property
    def higher_is_better(self) -> bool:
        return self.goal.sign > 0

    def value(self, y_true: Any, predictions: Any, weights: Any = None) -> float:
        """Return the metric of true classes and predictions; if it is undefined, what is worse than any value.

        Not NaN: a constant answer, as trees give in their first rounds, has no MCC, for example; and both libraries
        compare with the first value for ever, so that after NaN no round would ever be the best.
        """
        labels = self.goal.labels
        codes = codes_of(y_true, predictions, None if labels is None else len(labels), margins=self.margins)
        item = None if weights is None or not len(weights) else weights
        cm = Confusion.from_labels(codes.truth, codes.predicted, labels=range(codes.classes), weights=item)
        value = float(self.goal.of_counts(Confusion(cm, labels=labels)))
        return -self.goal.sign * math.inf if math.isnan(value) else value


# One weight per training item from an importance, the same for scikit-learn, XGBoost and LightGBM.


def sample_weight(
    importance: Any,
    y: Any,
    *,
    labels: Iterable[Any] | None = None,
    per: str = "class",
    weights: Any = None,
) -> Floats:
    """Return one weight per item, 1 on average: `sample_weight=` of `fit`, `weight=` of a DMatrix or Dataset.

    Parameters
    ----------
    importance
        How much each class matters, as for `sy.evaluate`.
    y
        The training labels: names, or the codes of the classes that `labels` names.
    labels
        The names of the classes 0…C−1, in that order, so that an importance can name them.
    per
        "class": all items of a class together weigh what the class matters, so that the loss follows the weighted
        balanced accuracy. "item": each item weighs what its class matters, as Gupta et al. 2020 weigh their loss.
    weights
        Weights that the items have already, such as those of a survey: class sizes are sums of them, and each item's
        is multiplied.

    Examples
    --------
    >>> sample_weight("fraud=0.9, ok=0.1", [0, 0, 0, 1], labels=["ok", "fraud"]).round(3)
    array([0.133, 0.133, 0.133, 3.6  ])
    """
    classes = training_classes(y, labels, weights)
    warn_of_wide_weights(importance, classes.sizes, per, stacklevel=2)
    by_importance: Floats = item_weights(importance, classes.sizes, per)[classes.codes]
    return by_importance if weights is None else by_importance * checked_weights(weights, len(by_importance))
