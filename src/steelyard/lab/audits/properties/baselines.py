"""Predictions that know nothing of the truth, constant or drawn by lot, score the same, whatever the class shares."""

from __future__ import annotations

import numpy as np

from steelyard.lab.audits.baselines import BaselineProperty, sums, tidy
from steelyard.lab.audits.finding import Finding
from steelyard.type_names import Floats, Integers

LARGEST_SUM = {2: 6, 3: 4}
"""Up to which sum all shares q are tried, by the number of classes."""


class ChanceBaseline(BaselineProperty):
    """Predictions that do not depend on the truth get the same value on all test sets.

    Constant predictions have a property of their own: many metrics are undefined for them or leave classes out.
    """

    id = "chance_baseline"
    title = "chance does not depend on class shares"
    definition = (
        "If the predictions do not depend on the truth (m_ij = t_i·p_j/n) and name at least two classes, the "
        "value does not depend on the class shares."
    )
    otherwise = "the value of a lottery, to which every classifier is compared, differs between test sets."
    source = "cf. Gösgens et al. 2021, who ask for one constant value whatever the predictions"

    def guesses(self, classes: int) -> Integers:
        listed = [sums(total, classes) for total in range(2, LARGEST_SUM.get(classes, 3) + 1)]
        if classes not in LARGEST_SUM:  # the sums above leave some class out
            listed += [np.ones((1, classes), dtype=np.int64), np.eye(classes, dtype=np.int64) + 1]
        every = np.concatenate(listed)
        # The same shares are tried once; constant predictions, of which the sum is the divisor, are none of them.
        return every[np.gcd.reduce(every, axis=1) == 1]

    def called(self, guess: Integers) -> Finding:
        return Finding("by_lot", shares=tuple(guess.tolist()))


# A constant classifier scores the same, whatever the class shares.


class ConstantBaseline(BaselineProperty):
    """Whoever always predicts the same class gets the same value on all test sets."""

    id = "constant_baseline"
    title = "constant answers do not depend on class shares"
    definition = "If all items are predicted as one and the same class, the value does not depend on the class sizes."
    otherwise = "a classifier that looks at nothing scores high wherever the class that it names is large."
    source = "cf. Gösgens et al. 2021, who ask for one constant value whatever the predictions"

    def guesses(self, classes: int) -> Integers:
        return np.eye(classes, dtype=np.int64)

    def called(self, guess: Integers) -> Finding:
        return Finding("constant", place=int(guess.argmax()))

    def figures(self, guesses: Integers, constants: Floats, scale: float) -> dict[str, float]:
        """Return the value for each class that is predicted."""
        which = guesses.argmax(axis=1)
        return {f"value_{i + 1}": tidy(x, scale) for i, x in zip(which, constants, strict=True)}
