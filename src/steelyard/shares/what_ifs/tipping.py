"""Where the order of two models turns as the share of a class moves: signs on a grid, then bisection."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from steelyard.counts.labels import Label
from steelyard.measuring.lead import lead
from steelyard.measuring.record import Metric
from steelyard.shares.what_ifs.result import Flip, PairOrder
from steelyard.type_names import Floats

Values = Callable[[Sequence[Metric], Floats], Floats]
"""Values of shape (metrics, shares, models)."""

PRECISE = 1e-10
"""Bisection ends when log odds are known to this: a share to this part of itself."""


@dataclass(slots=True)
class _Edge:
    """An end of the stretch over which two models are tied: on one side of it a certain sign holds, beyond it not."""

    metric: int
    pair: tuple[int, int]
    sign: float
    held: float
    """Log odds at which the sign holds."""
    beyond: float

    @property
    def share(self) -> float:
        return float(1 / (1 + np.exp(-(self.held + self.beyond) / 2)))


def orders(
    metrics: Sequence[Metric],
    values: Floats,
    shares: Floats,
    present: float,
    models: Sequence[Hashable],
    label: Label,
    measure: Values,
    robust: Sequence[bool],
) -> list[tuple[PairOrder, ...]]:
    """Return, for each metric, how every pair of models stands over the shares.

    `measure` gives values in between; `robust` says which metrics do not move, so that what holds here always holds.
    """
    odds = np.log(shares) - np.log1p(-shares)
    pairs = list(itertools.combinations(range(len(models)), 2))
    leads = {
        (m, pair): lead(values[m][:, pair[0]], values[m][:, pair[1]], metric)
        for m, metric in enumerate(metrics)
        for pair in pairs
    }
    crossings = {(m, pair): _crossings(m, pair, signs, odds) for (m, pair), signs in leads.items()}
    _bisect([edge for of_pair in crossings.values() for edges in of_pair for edge in edges], metrics, measure)
    at = int(np.flatnonzero(shares == present)[0])

    def order(m: int, pair: tuple[int, int]) -> PairOrder:
        names = {1.0: models[pair[0]], -1.0: models[pair[1]]}
        signs = leads[m, pair]
        return PairOrder(
            label=label,
            first=names[1.0],
            second=names[-1.0],
            ahead=names.get(float(signs[at])),
            leader=None if crossings[m, pair] else names.get(_only(signs)),
            flips=tuple(
                Flip(left.share, right.share, names[left.sign], names[right.sign]) for left, right in crossings[m, pair]
            ),
            ties=_ties(signs, shares),
            undefined=tuple(models[k] for k in pair if np.isnan(values[m][:, k]).any()),
            between=None if robust[m] else (float(shares[0]), float(shares[-1])),
        )

    return [tuple(order(m, pair) for pair in pairs) for m in range(len(metrics))]


def _only(signs: Floats) -> float:
    """Return the sign that occurs, of one that never turns; 0 if all are ties or undefined."""
    clear = signs[np.abs(signs) == 1]
    return float(clear[0]) if clear.size else 0.0


def _crossings(m: int, pair: tuple[int, int], signs: Floats, odds: Floats) -> list[tuple[_Edge, _Edge]]:
    """Return the two edges of each tie between grid points at which different models are ahead."""
    clear = np.flatnonzero(np.abs(signs) == 1)
    return [
        (
            _Edge(m, pair, float(signs[i]), float(odds[i]), float(odds[j])),
            _Edge(m, pair, float(signs[j]), float(odds[j]), float(odds[i])),
        )
        for i, j in itertools.pairwise(clear.tolist())
        if signs[i] != signs[j]
    ]


def _bisect(edges: Sequence[_Edge], metrics: Sequence[Metric], measure: Values) -> None:
    """Close in on all edges at once: each step is one measurement of the metrics that tip."""
    if not edges:
        return
    tipping = sorted({edge.metric for edge in edges})
    place = {m: row for row, m in enumerate(tipping)}
    while any(abs(edge.held - edge.beyond) > PRECISE for edge in edges):
        middle = np.array([(edge.held + edge.beyond) / 2 for edge in edges])
        values = measure([metrics[m] for m in tipping], 1 / (1 + np.exp(-middle)))
        for at, edge in enumerate(edges):
            first, second = (values[place[edge.metric], at, k] for k in edge.pair)
            if lead(first, second, metrics[edge.metric]) == edge.sign:
                edge.held = float(middle[at])
            else:
                edge.beyond = float(middle[at])


def _ties(signs: Floats, shares: Floats) -> tuple[tuple[float, float], ...]:
    """Return the stretches of grid points at which the models are tied and between which the order does not turn."""
    stretches, at = [], 0
    for tied, run in itertools.groupby(signs == 0):
        stop = at + len(list(run))
        turns = at > 0 and stop < len(signs) and signs[at - 1] == -signs[stop]
        if tied and not turns:
            stretches.append((float(shares[at]), float(shares[stop - 1])))
        at = stop
    return tuple(stretches)
