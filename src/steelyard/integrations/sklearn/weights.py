"""Weights for training from an importance, as scikit-learn's learners take them; made without that library."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.class_sizes import sizes_of
from steelyard.counting.columns.containers import as_column
from steelyard.counting.weights import checked_weights
from steelyard.item_weights import item_weights

if TYPE_CHECKING:
    from steelyard.labels import Label
    from steelyard.view import Floats


def class_weight(
    importance: Any, y: Any, *, per: str = "class", labels: Iterable[Any] | None = None
) -> dict[Label, float]:
    """Return {label: weight} for the `class_weight=` of scikit-learn's classifiers.

    "uniform" gives what scikit-learn calls "balanced", "prevalence" gives 1 to every class. The weights are 1 on
    average over the items, so that regularisation keeps its strength.

    A class that does not matter gets 0, and most learners then never predict it. With scikit-learn 1.9, `SVC` refuses
    such a class weight (but takes the same as `sample_weight`), `NuSVC`, `LinearSVC` and `Perceptron` may still predict
    the class, and `GaussianNB` and `AdaBoostClassifier` warn of a division by 0: for these, leave its items out.

    Parameters
    ----------
    importance
        How much each class matters, as for `sy.evaluate`.
    y
        The training labels.
    per
        "class": all items of a class together weigh what the class matters, so that the loss follows the weighted
        balanced accuracy. "item": each item weighs what its class matters, as Gupta et al. 2020 weigh their loss.
    labels
        The classes, if the weights should come in another order.

    Examples
    --------
    >>> class_weight("uniform", ["ok"] * 9 + ["ill"])
    {'ill': 5.0, 'ok': 0.5555555555555556}
    """
    sizes = sizes_of(y, labels=labels)
    return dict(zip(sizes.labels, item_weights(importance, sizes, per).tolist(), strict=True))


def sample_weight(importance: Any, y: Any, *, per: str = "class", weights: Any = None) -> Floats:
    """Return one weight per item, for the `sample_weight=` of `fit` in scikit-learn, XGBoost, LightGBM and others.

    Parameters
    ----------
    importance, y, per
        As for `class_weight`.
    weights
        Weights that the items have already, such as those of a survey: class sizes are sums of them, and each item's
        is multiplied.

    Examples
    --------
    >>> sample_weight({"ill": 0.9, "ok": 0.1}, ["ok", "ok", "ok", "ill"]).round(3)
    array([0.133, 0.133, 0.133, 3.6  ])
    """
    sizes = sizes_of(y, weights=weights)
    of_class = dict(zip(sizes.labels, item_weights(importance, sizes, per).tolist(), strict=True))
    column = as_column(y, "labels")
    codes = column.codes(0, column.size)
    occurring = np.flatnonzero(np.bincount(codes))
    by_code = np.zeros(codes.max() + 1)
    by_code[occurring] = [of_class[label] for label in column.labels_of(occurring)]
    found: Floats = by_code[codes]
    return found if weights is None else found * checked_weights(weights, column.size)
