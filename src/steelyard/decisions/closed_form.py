"""Rules that are known without a search: of metrics that add up over the items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steelyard.counts.class_shares import row_factors
from steelyard.decisions.scale import scaled

if TYPE_CHECKING:
    from steelyard.decisions.validation import Validation
    from steelyard.measuring.view import Floats


def closed_form(items: Validation) -> Floats | None:
    """Return the gains that are best if the probabilities are right; None if the metric has no such form.

    An item of class i that is answered right adds w_i/t_i to the weighted balanced accuracy, 1/n to the accuracy; an
    answer j takes c_ij/n from the expected cost. What is expected of an answer is then linear in the probabilities, and
    the best answer has the largest of it. "At importance", accuracy and cost are taken at class shares w (decision
    0005): each item of class i weighs w_i·n/t_i.
    """
    metric = items.goal.metric
    per_item = balancing(items)
    if metric.average_of == "recall":
        return scaled(per_item)
    at_shares, of = (np.ones(items.C), metric) if metric.as_counted is None else (per_item, metric.as_counted)
    if of.builtin and of.id == "accuracy":
        return scaled(at_shares)
    if of.builtin and of.id == "expected_cost":
        costs = metric.arguments(items.labels)["costs"].array
        return scaled(-costs * at_shares[:, None])
    return None


def balancing(items: Validation) -> Floats:
    """Return w/π, up to rounding: what an item of each class weighs if the classes are to weigh w."""
    return row_factors(items.w, items.t, items.t.sum())
