"""What an importance says of the weights, as the region of all that agree with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from steelyard.counts.labels import by_label, positions
from steelyard.importance import as_importance
from steelyard.importance.base import HasClasses, Importance, Product, Scaled
from steelyard.importance.mechanisms import prevalence, stated
from steelyard.importance.order import order, vague
from steelyard.importance.region import Region
from steelyard.type_names import Floats

OWN, SAID = "your weights", "what you said"


def region_of(importance: Any, cm: HasClasses) -> Region:
    """Return the weights that agree with an importance.

    - None, nothing said: all weights.
    - An order, ranges, or weights of some classes of which the rest is not told: all weights that agree.
    - Anything else is one set of weights: "uniform", "rarity", a number for every class, a rest that is told, as
      in "*=even". So are products and sums, whose vague parts count with the weights they have.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> region_of("fraud=0.6..", cm).low
    array([0.6, 0. ])
    """
    labels = cm.labels
    if importance is None:
        return Region.of(labels)
    how = as_importance(importance)
    if isinstance(how, Scaled):
        how = how.part
    if isinstance(how, order):
        at = iter(positions((label for pair in how.pairs for label in pair), labels))
        return Region.of(labels, zip(at, at, strict=True), words="your order")
    if isinstance(how, vague):
        return how.region(labels)
    weights = how.weights(cm)
    if isinstance(how, stated) and how.rest is None and isinstance(how.values, Mapping):
        given = by_label(how.values, labels, "importance")
        if len(given) < len(labels):
            return Region.of(labels, ranges={i: (value, value) for i, value in given.items()}, words=SAID)
    return Region.point(labels, weights, OWN, _costs(how, cm, weights))


def _costs(how: Importance, cm: HasClasses, weights: Floats) -> Floats | None:
    """Return what errors cost, if class sizes times numbers were said: every item counts, by what its error costs."""
    if not isinstance(how, Product) or len(how.parts) != 2:
        return None
    said = {type(part) for part in how.parts}
    sizes = np.asarray(cm.support, dtype=np.float64)
    if said != {prevalence, stated} or sizes.ndim != 1 or not ((weights > 0) & (sizes > 0)).all():
        return None
    costs = weights / sizes
    return np.asarray(costs / costs.min())
