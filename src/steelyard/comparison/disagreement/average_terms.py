"""What each class contributes to the difference of two averages of a rate: exact, whatever is undefined."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steelyard.comparison.disagreement.attribution import ClassTerm, Why
from steelyard.comparison.disagreement.criterion import Criterion
from steelyard.counts.confusion import Confusion
from steelyard.measuring.measure import apply
from steelyard.measuring.registry import metrics as registry
from steelyard.measuring.view import Policy, policy_of_rates
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


def average_terms(pair: Confusion, criterion: Criterion, policy: Policy) -> list[ClassTerm] | None:
    """Return the terms of each class for the two matrices of a stack, first minus second; None if it is no average.

    If all rates are defined, a class contributes its weight times the difference of its rate; those that count as the
    worst are. Of others with "worst" or "exclude", let K be the classes that are defined for both models, and f_K the
    average over them. Then
    f(A) − f(B) = Σ_K w_i/W_K·(a_i − b_i) + Σ_{only A} w_i/W_A·(a_i − f_K(A)) − Σ_{only B} w_i/W_B·(b_i − f_K(B)),
    where each W is the weight of the classes that take part. So a class that takes part for one model only contributes
    by how far it lies from the average of those that both have (from 0, if they share none).
    """
    metric = criterion.metric
    if metric.kind != "average" or metric.average_of is None:
        return None
    (rates,) = apply([registry[metric.average_of].at(**metric.fixed)], pair, undefined=policy_of_rates(policy))
    w = criterion.weights
    known = ~np.isnan(rates.value) & (w > 0)
    rate = np.where(known, rates.value, 0.0)
    enters, leaves = known[0] & ~known[1], known[1] & ~known[0]
    amounts = w / w.sum() * (rate[0] - rate[1]) if policy == "zero" else _excluding(rate, known, w)
    whys: list[Why] = ["enters" if e else "leaves" if x else "differs" for e, x in zip(enters, leaves, strict=True)]
    return [ClassTerm(*term) for term in zip(pair.labels, amounts.tolist(), whys, strict=True)]


def _excluding(rate: Floats, known: NDArray[np.bool_], w: Floats) -> Floats:
    taking_part = known * w / (known * w).sum(axis=1, keepdims=True)
    both = w * (known[0] & known[1])
    shared = both / (both.sum() or 1.0)
    centre = (rate * shared).sum(axis=1, keepdims=True)
    apart = np.where(known[::-1], 0.0, taking_part * (rate - centre))
    amounts: Floats = shared * (rate[0] - rate[1]) + apart[0] - apart[1]
    return amounts
