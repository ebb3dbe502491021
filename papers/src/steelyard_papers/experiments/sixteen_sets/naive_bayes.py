"""Naive Bayes over numbers and words together, with the rules of R's e1071 for what training did not show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAST = 0.001
"""e1071's threshold: the spread of a number that is always the same in a class, and whatever would be a probability or
a density of 0. So a value 40 spreads away, whose density is too small for a double, counts for more than one 10 spreads
away; scikit-learn's Gaussian naive Bayes, which adds logarithms, does not do that."""

FEWEST = 2
"""Items that a class must have to have a spread; R's is missing for one, so that such a class is never predicted."""


class NaiveBayes:
    """Normal densities of numbers and shares of words, multiplied.

    Parameters
    ----------
    numbers, words
        Places of the columns of numbers, and of those of words.
    """

    def __init__(self, numbers: Sequence[int], words: Sequence[int]) -> None:
        self.numbers = list(numbers)
        self.words = list(words)

    def fit(self, X: NDArray[np.object_], y: NDArray[Any]) -> Self:
        """Learn priors, means and spreads, and shares of words."""
        self.classes, sizes = np.unique(y, return_counts=True)
        self._log_prior = np.log(sizes / sizes.sum())
        of_class = [X[y == one][:, self.numbers].astype(np.float64) for one in self.classes]
        self._means = np.array([items.mean(axis=0) for items in of_class])
        self._spreads = np.array([_spreads(items) for items in of_class])
        self._shares = [self._shares_of(X[:, place].astype(str), y) for place in self.words]
        return self

    def _shares_of(self, values: NDArray[np.str_], y: NDArray[Any]) -> dict[str, NDArray[np.float64]]:
        """Return the share of each word in each class."""
        return {
            word: np.array([np.mean(values[y == one] == word) for one in self.classes])
            for word in np.unique(values).tolist()
        }

    def predict(self, X: NDArray[np.object_]) -> NDArray[Any]:
        """Return the likeliest class of each item; the first of several."""
        total = np.tile(self._log_prior, (len(X), 1))
        for i, place in enumerate(self.numbers):
            x, mean, spread = X[:, [place]].astype(np.float64), self._means[:, i], self._spreads[:, i]
            density = np.exp(-(((x - mean) / spread) ** 2) / 2) / (spread * np.sqrt(2 * np.pi))
            total += _log(density)
        never = np.zeros(len(self.classes))
        for place, shares in zip(self.words, self._shares, strict=True):
            total += _log(np.array([shares.get(word, never) for word in X[:, place].astype(str).tolist()]))
        return self.classes[np.where(np.isnan(total), -np.inf, total).argmax(axis=1)]


def _spreads(items: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard deviation of each column, by n − 1 as in R; NaN if there is but one item."""
    if len(items) < FEWEST:
        return np.full(items.shape[1], np.nan)
    return np.where(np.ptp(items, axis=0) == 0, LEAST, items.std(axis=0, ddof=1))


def _log(probability: NDArray[np.float64]) -> NDArray[np.float64]:
    result: NDArray[np.float64] = np.log(np.where(probability <= 0, LEAST, probability))
    return result
