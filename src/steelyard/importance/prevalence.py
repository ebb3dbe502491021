"""A class matters as much as it is frequent: the usual weighted average."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.counts.labels import Label
from steelyard.importance.base import Importance
from steelyard.type_names import Floats


@dataclass(frozen=True, eq=False, repr=False)
class prevalence(Importance):
    """A class matters as much as it is frequent: φ = t/n, the "usual" weighted average.

    For skewed data it hides the small classes; the LMU lecture warns against it. Branco et al.'s PREV, “using classes
    prevalence”, is the opposite: `rarity`.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.importance.prevalence().weights(sy.Confusion([[8, 2], [10, 80]]))
    array([0.1, 0.9])
    """

    formula = r"\phi_i = t_i / n"
    reference = "LMU lecture, weighted macro F1"
    caution = (
        "By prevalence the largest classes matter most, and the small ones hardly count. If you mean Branco et al.'s "
        "PREV, take rarity."
    )

    def phi(self, labels: Sequence[Label], support: Floats) -> Floats:  # noqa: ARG002
        total = support.sum()
        return support / total if total else support

    def __str__(self) -> str:
        return "prevalence"
