"""Ranks of models by many criteria, and how far the criteria are apart."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from steelyard.comparison.disagreement.criterion import Criterion
from steelyard.measuring.lead import lead
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats


def leads(values: Floats, metric: Metric) -> Floats:
    """Return lead[a, b] for the values of all models: 1 if a is ahead of b, −1 if behind, 0 if tied.

    A model without a value is behind those that have one.
    """
    known = ~np.isnan(values)
    order = lead(values[:, None], values[None, :], metric)
    return np.where(np.isnan(order), known[:, None].astype(np.float64) - known[None, :], order)


def ranked(values: Floats, metric: Metric) -> Floats:
    """Return the rank of each model, 1 the best; tied models share the mean of their places."""
    order = leads(values, metric)
    return 1 + (order < 0).sum(axis=1) + ((order == 0).sum(axis=1) - 1) / 2


def kendall_distances(values: Floats, criteria: Sequence[Criterion]) -> Floats:
    """Return, for each two criteria, the share of pairs of models that they order differently.

    A pair that is tied by one criterion only counts half; pairs that lack a value are left out. NaN if none is left.
    """
    pairs = np.array(list(itertools.combinations(range(values.shape[1]), 2)), dtype=np.intp).reshape(-1, 2)
    order = np.stack(
        [leads(row, one.metric)[pairs[:, 0], pairs[:, 1]] for row, one in zip(values, criteria, strict=True)]
    )
    known = ~np.isnan(values[:, pairs].sum(axis=-1))
    both = known[:, None] & known[None, :]
    apart = np.abs(order[:, None] - order[None, :]) / 2
    count = both.sum(axis=-1)
    return np.where(count > 0, (apart * both).sum(axis=-1) / np.maximum(count, 1), np.nan)
