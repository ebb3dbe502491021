"""Which metrics stay the same, on these counts, whatever the class shares."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from steelyard.counts.class_shares import row_factors
from steelyard.counts.confusion import Confusion
from steelyard.measuring.measure import apply
from steelyard.measuring.record import Metric
from steelyard.shares.what_ifs.curve import stays
from steelyard.type_names import Floats

RANDOM = 2
"""Share vectors drawn at random, beside those as counted, uniform ones and those of the sizes turned round."""

SEED = 0


def unmoved(metrics: Sequence[Metric], tables: Confusion, weights: Floats, policy: str) -> list[bool]:
    """Return for each metric or rate whether it does not move with the class shares.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]])
    >>> unmoved([sy.metrics.accuracy, sy.metrics.balanced_accuracy], cm, cm.support / 100, "exclude")
    [False, True]
    """
    support = np.asarray(tables.support, dtype=np.float64)
    total = np.asarray(tables.total)[..., None]
    seen = [apply(metrics, tables, importance=weights, undefined=policy)]
    for shares in _shares(support.reshape(-1, support.shape[-1]).sum(axis=0)):
        # A class that a model has no items of cannot be given a share; its other classes have it.
        there = shares * (support > 0)
        sums = there.sum(axis=-1, keepdims=True)
        scale = row_factors(there / np.where(sums > 0, sums, 1.0), support, total)
        seen.append(apply(metrics, tables.with_rows_scaled(scale), importance=weights, undefined=policy))
    return [
        _same(np.stack([each.value.reshape(-1) for each in of_metric]), metric)
        for metric, of_metric in zip(metrics, zip(*seen, strict=True), strict=True)
    ]


def _shares(sizes: Floats) -> list[Floats]:
    """Return class shares, up to a factor, that differ from those as counted."""
    rising = np.argsort(sizes, kind="stable")
    turned = np.empty_like(sizes)
    turned[rising] = np.maximum(sizes[rising[::-1]], 1)
    drawn = np.random.default_rng(SEED).uniform(0.1, 1.0, (RANDOM, len(sizes)))
    return [np.ones_like(sizes), turned, *drawn]


def _same(values: Floats, metric: Metric) -> bool:
    """Return whether values, at some shares a row, stay; those that are undefined at all of them say nothing."""
    known = values[:, ~np.isnan(values).all(axis=0)]
    return known.size > 0 and stays(known, metric)
