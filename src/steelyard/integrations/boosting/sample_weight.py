"""One weight per training item from an importance, the same for scikit-learn, XGBoost and LightGBM."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from steelyard.counts.read.amounts import checked_weights
from steelyard.decisions.item_weights import item_weights, warn_of_wide_weights
from steelyard.integrations.boosting.training_classes import training_classes

if TYPE_CHECKING:
    from steelyard.measuring.view import Floats


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
    found: Floats = item_weights(importance, classes.sizes, per)[classes.codes]
    return found if weights is None else found * checked_weights(weights, len(found))
