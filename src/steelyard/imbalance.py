"""How unequal the class sizes are: ratios, skewness, and which scenario of Branco et al. it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.labels import Label

SIGNIFICANT = 1.25
"""A class is small (large) if its size is below t̄/1.25 (above 1.25·t̄), t̄ the mean size.

Branco et al. write t ≪ t̄ and t ≫ t̄ without a number. Any factor between 1.02 and 1.46 names their three cases and
eighteen problems as they do."""

RULE = (
    f"A class is small if it has fewer than 1/{SIGNIFICANT} and large if it has more than {SIGNIFICANT} times the mean "
    "number of items. Balanced: none is either. Multi-majority: exactly one is small. Multi-minority: all but one are "
    "small, or none is small and exactly one is large. Complete: anything else."
)


@dataclass(frozen=True, slots=True)
class Imbalance:
    """Class sizes and what they amount to.

    Attributes
    ----------
    labels, support
        The classes and the number (or weight) of their items.
    ratio
        Largest over smallest support: IR of a training set, RRT of a test set (Mullick et al., Definitions 1 and
        2). Infinite if a class has no items.
    infrequent
        Number of classes with fewer items than the mean; the mean of counts is rounded down, as Gupta et al. do.
    skew
        Skewness of the class frequencies as Excel's SKEW computes it; NaN for fewer than three classes or equal
        sizes, where SKEW is undefined.
    """

    labels: tuple[Label, ...]
    support: NDArray[np.float64]

    @property
    def mean(self) -> float:
        """The mean support t̄."""
        return float(self.support.mean())

    @property
    def ratio(self) -> float:
        smallest = float(self.support.min())
        return float(self.support.max()) / smallest if smallest > 0 else float("inf")

    ir = rrt = ratio

    @property
    def infrequent(self) -> int:
        whole = bool((self.support == np.floor(self.support)).all())
        return int((self.support < (np.floor(self.mean) if whole else self.mean)).sum())

    @property
    def skew(self) -> float:
        C = self.support.size
        if C < 3 or self.support.min() == self.support.max():
            return float("nan")
        z = (self.support - self.support.mean()) / self.support.std(ddof=1)
        return float(C / ((C - 1) * (C - 2)) * (z**3).sum())

    @property
    def scenario(self) -> str:
        """Which of Branco et al.'s scenarios this is, by `RULE`."""
        small = int((self.support < self.mean / SIGNIFICANT).sum())
        large = int((self.support > self.mean * SIGNIFICANT).sum())
        if small == large == 0:
            return "balanced"
        if small == 1:
            return "multi-majority"
        if small == self.support.size - 1 or (small == 0 and large == 1):
            return "multi-minority"
        return "complete"

    @property
    def rule(self) -> str:
        """How the scenario is decided, in words."""
        return RULE

    def __str__(self) -> str:
        least, most = (f"{t:,.0f}" if t.is_integer() else f"{t:,.4g}" for t in (self.support.min(), self.support.max()))
        below = int((self.support < self.mean).sum())
        return (
            f"Class sizes {least} to {most}, ratio {self.ratio:.3g}, {below:,} of {self.support.size:,} below "
            f"the mean: {self.scenario}."
        )

    def _repr_html_(self) -> str:
        from steelyard.display.fields import fields_html  # noqa: PLC0415 - how a result shows itself

        return fields_html(self)
