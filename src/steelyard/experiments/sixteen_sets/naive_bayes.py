"""Naive Bayes over numbers and words together, with R's rules for what training did not show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAST = 0.001
"""e1071's threshold: the spread of a number that is always the same in a class, and the probability of a word that
never occurs in it."""

FEWEST = 2
"""Items that a class must have to have a spread; R's is missing for one, so that such a class is never predicted."""

TINY = 1e-10
"""Scikit-learn's smallest smoothing; R has none."""


class NaiveBayes:
    """Scikit-learn's Gaussian and categorical naive Bayes, whose log-likelihoods are added.

    Parameters
    ----------
    numbers, words
        Places of the columns of numbers, and of those of words.
    """

    def __init__(self, numbers: Sequence[int], words: Sequence[int]) -> None:
        self.numbers = list(numbers)
        self.words = list(words)

    def fit(self, X: NDArray[np.object_], y: NDArray[Any]) -> Self:
        """Learn priors, means and spreads, and frequencies of words."""
        self.classes, sizes = np.unique(y, return_counts=True)
        self._log_prior = np.log(sizes / sizes.sum())
        self._possible = (sizes >= FEWEST) | (not self.numbers)
        self._gaussian = self._fit_numbers(X, y, sizes) if self.numbers else None
        self._tables = [self._frequencies(X[:, place], y) for place in self.words]
        return self

    def _fit_numbers(self, X: NDArray[np.object_], y: NDArray[Any], sizes: NDArray[np.intp]) -> Any:
        from sklearn.naive_bayes import GaussianNB  # noqa: PLC0415 - loaded when it is used

        numbers = X[:, self.numbers].astype(np.float64)
        model = GaussianNB(var_smoothing=0).fit(numbers, y)
        constant = np.array([np.ptp(numbers[y == one], axis=0) == 0 for one in self.classes])
        unbiased = model.var_ * (sizes / np.maximum(sizes - 1, 1))[:, None]  # R divides by n − 1
        model.var_ = np.where(constant, LEAST**2, unbiased)
        return model

    def _frequencies(self, values: NDArray[np.object_], y: NDArray[Any]) -> dict[str, NDArray[np.float64]]:
        """Return the log-probability of each word by class."""
        from sklearn.naive_bayes import CategoricalNB  # noqa: PLC0415 - loaded when it is used

        known, codes = np.unique(values.astype(str), return_inverse=True)
        model = CategoricalNB(alpha=TINY).fit(codes[:, None], y)
        table = np.maximum(model.feature_log_prob_[0], np.log(LEAST))
        return {word: table[:, place] for place, word in enumerate(known.tolist())}

    def predict(self, X: NDArray[np.object_]) -> NDArray[Any]:
        """Return the likeliest class of each item; the first of several."""
        total = np.tile(self._log_prior, (len(X), 1))
        if self._gaussian is not None:
            likelihood = self._gaussian.predict_joint_log_proba(X[:, self.numbers].astype(np.float64))
            total += likelihood - self._log_prior
        unseen = np.full(len(self.classes), np.log(LEAST))
        for place, table in zip(self.words, self._tables, strict=True):
            total += np.array([table.get(word, unseen) for word in X[:, place].astype(str).tolist()])
        return self.classes[np.where(self._possible, total, -np.inf).argmax(axis=1)]
