"""Weights for training from an importance, as scikit-learn's learners take them; made without that library."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from steelyard.decisions.item_weights import item_weights, warn_of_wide_weights
from steelyard.importance.stated import sizes_of
from steelyard.integrations.boosting import sample_weight

if TYPE_CHECKING:
    from steelyard.counts.labels import Label

__all__ = ["class_weight", "sample_weight"]


def class_weight(
    importance: Any, y: Any, *, per: str = "class", labels: Iterable[Any] | None = None
) -> dict[Label, float]:
    """Return {label: weight} for the `class_weight=` of scikit-learn's classifiers.

    "uniform" gives what scikit-learn calls "balanced", "prevalence" gives 1 to every class. The weights are 1 on
    average over the items, so that regularisation keeps its strength. A warning says where an item weighs more than
    1,000 times as much as another: "rarity" goes by one over the class size, and so do the items' weights once more.

    A class that does not matter gets 0, and most learners then never predict it. With scikit-learn 1.9, `SVC` refuses
    such a class weight (but takes the same as `sample_weight`), and `NuSVC`, `LinearSVC`, `Perceptron` and
    `SGDClassifier` may still predict the class: for these, leave its items out.

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
    warn_of_wide_weights(importance, sizes, per, stacklevel=2)
    return dict(zip(sizes.labels, item_weights(importance, sizes, per).tolist(), strict=True))
