"""A constant classifier scores the same, whatever the class shares."""

from __future__ import annotations

import numpy as np

from steelyard.lab.audits.baselines import BaselineProperty, tidy
from steelyard.type_names import Floats, Integers


class ConstantBaseline(BaselineProperty):
    """Whoever always predicts the same class gets the same value on all test sets."""

    id = "constant_baseline"
    title = "constant answers do not depend on class shares"
    definition = "If all items are predicted as one and the same class, the value does not depend on the class sizes."
    otherwise = "a classifier that looks at nothing scores high wherever the class that it names is large."
    source = "cf. Gösgens et al. 2021, who ask for one constant value whatever the predictions"

    def guesses(self, classes: int) -> Integers:
        return np.eye(classes, dtype=np.int64)

    def called(self, guess: Integers) -> str:
        return f"Predictions of class {int(guess.argmax()) + 1} for all items"

    def figures(self, guesses: Integers, constants: Floats, scale: float) -> dict[str, float]:
        """Return the value for each class that is predicted."""
        which = guesses.argmax(axis=1)
        return {f"value_{i + 1}": tidy(x, scale) for i, x in zip(which, constants, strict=True)}
