"""The two stages of LexiBoost as linear programmes over the margins of rounds (Datta, Nag & Das 2019).

`margins` has a row for each item and a column for each round: m_it = +1 where round t is right on item i, else −1.
`classes` has the place of each item's class, 0 to C − 1, and n_j is the number of items of class j.

- Stage 1, for each class j by itself: z_j = min Σ_{i∈j} ξ_i subject to m_i·α ≥ 1 − ξ_i, Σα = 1, α, ξ ≥ 0.
- Stage 2: min c subject to m_i·α ≥ 1 − ξ_i, Σ_{i∈j} ξ_i ≤ z_j + n_j·c, Σα = 1, α, ξ ≥ 0.
- The dual of stage 2: max Σ_i u_i − Σ_j v_j·z_j/n_j − max_t Σ_i u_i·m_it subject to 0 ≤ u_i ≤ v_j/n_j, Σ_j v_j = 1.

Items of one class that every round treats alike share a variable, which makes the programmes small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True, eq=False)
class RoundWeights:
    """A solution of stage 2: α of each round, and c, by how much a class's mean loss exceeds its least, at most."""

    alphas: NDArray[np.float64]
    c: float


@dataclass(frozen=True, slots=True, eq=False)
class ItemWeights:
    """A solution of the dual of stage 2: u of each item, v of each class, and the value, which is stage 2's c."""

    items: NDArray[np.float64]
    classes: NDArray[np.float64]
    c: float


@dataclass(frozen=True, slots=True, eq=False)
class _Kinds:
    """The distinct (class, margins) among the items: the margins, the class, how many, and which one each item is."""

    margins: NDArray[np.float64]
    classes: NDArray[np.intp]
    count: NDArray[np.float64]
    of_item: NDArray[np.intp]
    sizes: NDArray[np.float64]

    @property
    def shares(self) -> NDArray[np.float64]:
        """For each class (row) and kind (column): the share of the class's items that are of the kind."""
        shares = np.zeros((len(self.sizes), len(self.count)))
        shares[self.classes, np.arange(len(self.count))] = self.count / self.sizes[self.classes]
        return shares


def least_losses(margins: ArrayLike, classes: ArrayLike) -> NDArray[np.float64]:
    """Solve stage 1: the least total slack z_j of each class, if the rounds were weighed for it alone.

    Examples
    --------
    Two items of class 0 and three of class 1; the second round is better for class 1.

    >>> least_losses([[1, 1], [1, -1], [-1, 1], [-1, -1], [1, 1]], [0, 0, 1, 1, 1])
    array([0., 2.])
    """
    kinds = _kinds(*_checked(margins, classes))
    rounds = kinds.margins.shape[1]
    least = np.empty(len(kinds.sizes))
    for place in range(len(least)):
        here = kinds.classes == place
        own = kinds.margins[here]
        least[place], _ = _solved(
            objective=np.append(np.zeros(rounds), kinds.count[here]),
            below=(np.hstack([-own, -np.eye(len(own))]), -np.ones(len(own))),
            equal=np.append(np.ones(rounds), np.zeros(len(own))),
            free=0,
        )
    return least


def stage_two_primal(margins: ArrayLike, classes: ArrayLike, least: ArrayLike) -> RoundWeights:
    """Solve stage 2: weights of the rounds for which the worst excess over the classes' least losses is smallest.

    Where several weights are best, these are the ones that the solver meets; `settled` takes one by rule.

    Examples
    --------
    >>> margins, classes = [[1, 1], [1, -1], [-1, 1], [-1, -1], [1, 1]], [0, 0, 1, 1, 1]
    >>> result = stage_two_primal(margins, classes, least_losses(margins, classes))
    >>> result.alphas.round(3), round(result.c, 3)
    (array([0.6, 0.4]), 0.4)
    """
    kinds = _kinds(*_checked(margins, classes))
    slack_at_most = _checked_least(least, kinds) / kinds.sizes
    (count, rounds), worst = kinds.margins.shape, np.ones((len(kinds.sizes), 1))
    each_item = np.hstack([-kinds.margins, -np.eye(count), np.zeros((count, 1))])
    each_class = np.hstack([np.zeros((len(worst), rounds)), kinds.shares, -worst])
    c, result = _solved(
        objective=np.append(np.zeros(rounds + count), 1.0),
        below=(np.vstack([each_item, each_class]), np.append(-np.ones(count), slack_at_most)),
        equal=np.append(np.ones(rounds), np.zeros(count + 1)),
        free=1,
    )
    return RoundWeights(result[:rounds], c)


def stage_two_dual(margins: ArrayLike, classes: ArrayLike, least: ArrayLike) -> ItemWeights:
    """Solve the dual of stage 2: weights of the items, which are what the next round learns from.

    Where several weights are best, as they mostly are, these are the ones that the solver meets, the items that all
    rounds treat alike getting the same; `settled` takes one by rule.

    Examples
    --------
    >>> margins, classes = [[1, 1], [1, -1], [-1, 1], [-1, -1], [1, 1]], [0, 0, 1, 1, 1]
    >>> result = stage_two_dual(margins, classes, least_losses(margins, classes))
    >>> result.classes.round(3), round(result.c, 3)
    (array([0.4, 0.6]), 0.4)
    """
    kinds = _kinds(*_checked(margins, classes))
    (count, rounds), places = kinds.margins.shape, len(kinds.sizes)
    # The variables are v, the weight of each kind's items taken together, and the largest Σ_i u_i·m_it.
    each_round = np.hstack([np.zeros((rounds, places)), kinds.margins.T, -np.ones((rounds, 1))])
    each_kind = np.hstack([-kinds.shares.T, np.eye(count), np.zeros((count, 1))])
    value, result = _solved(
        objective=np.concatenate([_checked_least(least, kinds) / kinds.sizes, -np.ones(count), [1.0]]),
        below=(np.vstack([each_round, each_kind]), np.zeros(rounds + count)),
        equal=np.append(np.ones(places), np.zeros(count + 1)),
        free=1,
    )
    return ItemWeights((result[places:-1] / kinds.count)[kinds.of_item], result[:places], 0.0 - value)


def class_losses(margins: ArrayLike, classes: ArrayLike) -> NDArray[np.float64]:
    """Return for each class (row) and round (column) the mean of 1 − m_it over the class's items.

    As Σα = 1 and m = ±1, 1 − m_i·α is never negative, so that ξ_i = 1 − m_i·α and all losses are linear in α: stage 2
    is a matrix game between the classes and the rounds, in which class j loses by round t this less z_j/n_j.
    """
    kinds = _kinds(*_checked(margins, classes))
    losses: NDArray[np.float64] = kinds.shares @ (1 - kinds.margins)
    return losses


def _checked(margins: ArrayLike, classes: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Return margins of ±1 and places of classes, all of which have items."""
    signs, places = np.asarray(margins, dtype=np.float64), np.asarray(classes)
    if signs.ndim != 2 or not signs.size or not (np.abs(signs) == 1).all():
        raise ValueError("margins must be a table of +1 and -1, with a row for each item and a column for each round.")
    if places.shape != signs.shape[:1] or places.dtype.kind not in "iu":
        raise ValueError(f"classes must be the places of the classes of {len(signs)} items, as whole numbers.")
    if places.min() < 0 or not np.bincount(places).all():
        raise ValueError(f"classes must be places from 0 to {places.max()}, each with an item at least.")
    return signs, places.astype(np.intp)


def _checked_least(least: ArrayLike, kinds: _Kinds) -> NDArray[np.float64]:
    """Return one z for each class."""
    losses = np.asarray(least, dtype=np.float64)
    if losses.shape != kinds.sizes.shape:
        raise ValueError(
            f"least must have a loss for each of the {len(kinds.sizes)} classes, not shape {losses.shape}."
        )
    return losses


def _kinds(margins: NDArray[np.float64], classes: NDArray[np.intp]) -> _Kinds:
    """Return the kinds of item that there are."""
    rows = np.column_stack([classes, margins])
    kinds, of_item, count = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    sizes = np.bincount(classes).astype(np.float64)
    # NumPy 2.0.0 gave the inverse a second axis.
    return _Kinds(kinds[:, 1:], kinds[:, 0].astype(np.intp), count.astype(np.float64), of_item.reshape(-1), sizes)


def _solved(objective: Any, below: tuple[Any, Any], equal: Any, free: int) -> tuple[float, NDArray[np.float64]]:
    """Return the least value and where it is; `equal` sums to 1, and all but the last `free` variables are ≥ 0."""
    from scipy.optimize import linprog  # noqa: PLC0415

    bounds = [(0, None)] * (len(objective) - free) + [(None, None)] * free
    result = linprog(objective, *below, equal[np.newaxis], [1.0], bounds, method="highs")
    if result.status != 0:
        raise ValueError(f"a linear programme of LexiBoost was not solved: {result.message}")
    return float(result.fun), np.asarray(result.x)
