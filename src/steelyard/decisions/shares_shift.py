"""Class shares in training and in use: weights of items, shares found without labels, probabilities corrected.

Saerens, Latinne & Decaestecker 2002, "Adjusting the outputs of a classifier to new a priori probabilities".
"""

from __future__ import annotations

import warnings
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.class_shares import row_factors
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import some, whole_number
from steelyard.counts.read.bins import SUM_ROUNDING
from steelyard.importance import as_importance
from steelyard.measuring.probabilities import as_numbers, checked_probabilities
from steelyard.measuring.view import Floats

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


# How much the items of each class weigh in training, so that the classes weigh what they should.


PER = ("class", "item")
"""What an importance is given to: all items of a class together, or each of them."""

WIDE = 1000
"""Weights that span more than this hang on a few items: one of them weighs as much as a thousand others."""

ROUNDING = 1e-9
"""By which part what weights span may be off."""


def item_weights(importance: Any, sizes: Confusion, per: str = "class") -> Floats:
    """Return how much one item of each class should weigh in training, 1 on average over the items.

    Parameters
    ----------
    importance
        As for `sy.evaluate`.
    sizes
        The classes and their sizes in the training data.
    per
        "class": all items of a class together get its importance, w·n/t, so that a weighted loss follows the weighted
        balanced accuracy; uniform importance gives what scikit-learn calls balanced. "item": each item gets it, as
        Gupta et al. 2020 weigh their loss.

    Examples
    --------
    >>> from steelyard.importance.mechanisms import sizes_of
    >>> item_weights("uniform", sizes_of(counts={"ok": 90, "ill": 10})).round(2)
    array([0.56, 5.  ])
    """
    if per not in PER:
        raise ValueError(f"per must be one of {', '.join(PER)}, not {per!r}.")
    w = as_importance(importance).weights(sizes)
    t = np.asarray(sizes.support, dtype=np.float64)
    n = t.sum()
    without = [label for label, size, weight in zip(sizes.labels, t, w, strict=True) if size == 0 and weight > 0]
    if without and per == "class":
        raise ValueError(
            f"class {some(without)} matters but has no items, so no weight of its items can give it its part; "
            "leave the class out, or weigh per='item'."
        )
    if not (w * t).sum() > 0:
        raise ValueError(f"under '{as_importance(importance)}' no class that has items matters.")
    return row_factors(w, t, n) if per == "class" else w * n / (w * t).sum()


def warn_of_wide_weights(importance: Any, sizes: Confusion, per: str, *, stacklevel: int) -> None:
    """Warn if an item of some class weighs more than a thousand times as much as one of another that matters."""
    t = np.asarray(sizes.support, dtype=np.float64)
    weights = item_weights(importance, sizes, per)
    known = np.flatnonzero((weights > 0) & (t > 0))
    span = _span(weights[known])
    if not span > WIDE * (1 + ROUNDING):
        return
    heavy, light = (sizes.labels[known[place]] for place in (weights[known].argmax(), weights[known].argmin()))
    others = {
        "importance 'uniform'": _span(1 / t[known]),
        "per='item'": _span(as_importance(importance).weights(sizes)[known]),
    }
    less = [f"with {way} {of:,.0f} times" for way, of in others.items() if 1 + ROUNDING < of < span * (1 - ROUNDING)]
    what_to_do = ", ".join(less) if less and per == "class" else "state weights that are nearer to each other"
    warnings.warn(
        f"an item of {some([heavy])} weighs {span:,.0f} times as much as one of {some([light])}, so that "
        f"few items decide what is learned ({what_to_do}).",
        UserWarning,
        stacklevel=stacklevel + 1,
    )


def _span(weights: Floats) -> float:
    return float(weights.max() / weights.min())


# Class shares found without labels, and probabilities corrected to them.


TOLERANCE, MOST_STEPS = 1e-9, 10_000
"""How near to the most likely shares, and in how many steps, if nothing is said."""


def class_shares(
    probabilities: ArrayLike, trained: ArrayLike, *, tolerance: float = TOLERANCE, most: int = MOST_STEPS
) -> Floats:
    """Return the class shares of unlabelled items, the most likely ones given a model's probabilities.

    Parameters
    ----------
    probabilities
        One row per item, one column per class, of a model that was trained at the shares `trained`. They must be
        calibrated there; items of each class must look as they did in training, only more or less frequent.
    trained
        The class shares of the training data, in the order of the columns.
    tolerance
        How far the mean log-likelihood may be from its maximum. It is concave in the shares, and the steps themselves
        bound the distance: no other shares can be better by more.
    most
        Steps of expectation and maximisation; if they do not suffice, that is said in an error.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> sure = np.array([[0.9, 0.1]] * 30 + [[0.1, 0.9]] * 70)
    >>> sy.decisions.class_shares(sure, trained=[0.5, 0.5]).round(2)
    array([0.25, 0.75])
    """
    ratios = _likelihoods(probabilities, trained)
    shares = np.asarray(trained, dtype=np.float64)
    if not isinstance(tolerance, Real) or not tolerance > 0:
        raise ValueError(f"tolerance must be a number above 0, not {tolerance!r}.")
    for _ in range(whole_number(most, "most", 1)):
        growth = growths(ratios, shares)
        # At the maximum no class with a share would grow and no other could. As the mean log-likelihood is concave,
        # it lies at most max(growth) − 1 below its maximum (its slope towards the class that would grow fastest).
        if growth.max() - 1 <= tolerance:
            return shares
        shares = shares * growth
    raise ValueError(
        f"the class shares have not settled after {most:,} steps: others may be better by {growth.max() - 1:.1g} of "
        f"mean log-likelihood, more than the tolerance {tolerance:g}; allow more steps (most=) or a larger tolerance."
    )


def growths(ratios: Floats, shares: Floats) -> Floats:
    """Return by what factor each share grows in a step of expectation and maximisation."""
    return (1 / (ratios @ shares)) @ ratios / len(ratios)


def at_class_shares(probabilities: ArrayLike, trained: ArrayLike, shares: ArrayLike) -> Floats:
    """Return the probabilities that a model would give if classes had other shares than in training; rows sum to 1.

    Parameters
    ----------
    probabilities, trained
        As for `class_shares`.
    shares
        The class shares where the model is used, such as `class_shares` returns.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.decisions.at_class_shares([[0.5, 0.5]], trained=[0.5, 0.5], shares=[0.9, 0.1])
    array([[0.9, 0.1]])
    """
    posterior = _likelihoods(probabilities, trained)
    new = _checked_shares(shares, posterior.shape[1], "shares")
    posterior *= new
    total = posterior.sum(axis=1, keepdims=True)
    lost = total[:, 0] == 0
    if lost.any():
        raise ValueError(f"row {int(lost.argmax())} of probabilities is above 0 only for classes whose new share is 0.")
    posterior /= total
    return posterior


def _likelihoods(probabilities: ArrayLike, trained: ArrayLike) -> Floats:
    """Return p/π: the likelihood of each item in each class, up to a factor of the item."""
    p = as_numbers(probabilities, "probabilities")
    old = _checked_shares(trained, p.shape[-1] if p.ndim else 0, "trained")
    p = checked_probabilities(p, len(old))
    if not len(p):
        raise ValueError("there are no items.")
    impossible = (old == 0) & (p > 0).any(axis=0)
    if impossible.any():
        column = int(impossible.argmax())
        raise ValueError(
            f"class {column} has the share 0 in training, so its probabilities must be 0, but one is "
            f"{p[:, column].max():g}."
        )
    return p / np.where(old == 0, 1.0, old)


def _checked_shares(shares: ArrayLike, classes: int, what: str) -> Floats:
    numbers = as_numbers(shares, what)
    if numbers.shape != (classes,):
        raise ValueError(f"{what} must be one share per column of probabilities ({classes}), not {numbers.tolist()}.")
    if not (np.isfinite(numbers).all() and (numbers >= 0).all() and abs(numbers.sum() - 1) <= SUM_ROUNDING):
        raise ValueError(f"{what} must be shares of at least 0 that sum to 1, not {numbers.tolist()}.")
    return numbers
