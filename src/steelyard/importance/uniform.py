"""Every class matters alike: the macro average."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steelyard.counts.labels import Label
from steelyard.importance.base import Importance
from steelyard.type_names import Floats


@dataclass(frozen=True, eq=False, repr=False)
class uniform(Importance):
    """Every class matters alike: φ = 1, the macro average.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.importance.uniform().weights(sy.Confusion([[8, 2], [10, 80]]))
    array([0.5, 0.5])
    """

    formula = r"\phi_i = 1"
    reference = "macro average"

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:  # noqa: ARG002
        return np.ones(len(labels))

    def __str__(self) -> str:
        return "uniform"
