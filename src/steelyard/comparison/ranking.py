"""Which model comes first, second, …: with what probability, and which cannot be told apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_lowercase

import numpy as np

from steelyard.measuring.lead import difference
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats


def rank_probabilities(leads: Floats, metric: Metric | None = None) -> Floats:
    """Return the probability that each model (a row) takes each rank (a column), from draws of shape (draws, models).

    Larger is better; models that are equal in a draw share their ranks; draws with an undefined value are left out.

    Examples
    --------
    >>> import numpy as np
    >>> rank_probabilities(np.array([[0.9, 0.8], [0.7, 0.8], [0.8, 0.8], [0.9, 0.1]]))
    array([[0.625, 0.375],
           [0.375, 0.625]])
    """
    K = leads.shape[1]
    defined = leads[np.isfinite(leads).all(axis=1)]
    found = np.full((K, K), np.nan)
    if not len(defined):
        return found
    for model in range(K):
        ahead = difference(defined, defined[:, [model]], metric)
        better, equal = (ahead > 0).sum(axis=1), (ahead == 0).sum(axis=1)
        for rank in range(K):
            found[model, rank] = np.where((better <= rank) & (rank < better + equal), 1 / equal, 0.0).mean()
    return found


def alike(leads: Sequence[float], told_apart: Callable[[int, int], bool]) -> list[tuple[int, ...]]:
    """Return the largest sets of models, the best first, of which no two can be told apart.

    Sets are runs in the order of the values; a model may be in several, as in a compact letter display. Two models that
    cannot be told apart share no set only where one between them can be told from either, which happens if it varies
    less than they do. A model whose value is undefined is in none: nothing is told of it.

    Examples
    --------
    >>> alike([0.9, 0.7, 0.85], lambda a, b: {a, b} == {0, 1})
    [(0, 2), (2, 1)]
    """
    order = [int(i) for i in np.argsort(-np.asarray(leads), kind="stable") if np.isfinite(leads[int(i)])]
    runs: list[tuple[int, ...]] = []
    for start in range(len(order)):
        stop = start + 1
        while stop < len(order) and not any(told_apart(order[i], order[stop]) for i in range(start, stop)):
            stop += 1
        run = tuple(order[start:stop])
        if not runs or not set(run) <= set(runs[-1]):
            runs.append(run)
    return runs


def letters(groups: Sequence[tuple[int, ...]], models: int) -> list[str]:
    """Return a letter for each set that a model is in: models that share one are not told apart.

    Examples
    --------
    >>> letters([(0, 2), (2, 1)], 3)
    ['a', 'b', 'ab']
    """
    names = ["" for _ in range(models)]
    for number, group in enumerate(groups):
        letter = ascii_lowercase[number] if number < len(ascii_lowercase) else f"({number + 1})"
        for model in group:
            names[model] += letter
    return names
