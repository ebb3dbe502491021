"""Predictions drawn by lot score the same, whatever the class shares."""

from __future__ import annotations

import numpy as np

from steelyard.lab.audits.baselines import BaselineProperty, sums
from steelyard.type_names import Integers

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

    def called(self, guess: Integers) -> str:
        shares = " : ".join(map(str, guess.tolist()))
        return f"Predictions drawn by lot in the ratio {shares}"
