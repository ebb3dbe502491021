"""Class shares as people give them, the factors that bring rows to them, and how unequal class sizes are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from steelyard.counts.answer import Answer, Row, number, plain_label
from steelyard.counts.labels import Label, by_label, some, text


@runtime_checkable
class Weighting(Protocol):
    """What can turn a confusion matrix into class weights that sum to 1, such as an importance."""

    def weights(self, cm: Any) -> NDArray[np.float64]:
        """Return one weight per class."""
        ...


class Sizes(Protocol):
    """What has class sizes: a table of counts."""

    @property
    def labels(self) -> tuple[Any, ...]:
        """The classes."""
        ...

    def pooled(self) -> Any:
        """Return all counts together."""
        ...

    def each_item_once(self) -> Any:
        """Return the counts of one model, since all were asked about the same items."""
        ...


Shares = str | Mapping[Any, float] | Sequence[float] | NDArray[Any] | Weighting

ROUNDING = 1e-9
"""Shares that are meant to sum to 1 may miss it by this much."""


def shares_of(shares: Shares, cm: Sizes) -> NDArray[np.float64]:
    """Return one share per class, which sum to 1; classes that a mapping does not name keep their proportions."""
    if isinstance(shares, Weighting):
        return shares.weights(cm.pooled())
    if isinstance(shares, str) and shares == "uniform":
        return np.full(len(cm.labels), 1 / len(cm.labels))
    if isinstance(shares, str) or not isinstance(shares, Iterable):
        raise ValueError(f'shares must be "uniform", numbers by class, or an importance, not {shares!r}.')
    listed = shares.tolist() if isinstance(shares, np.ndarray) else shares
    given = by_label(listed if isinstance(listed, Mapping) else list(listed), cm.labels, "shares")
    _check(given, cm)
    sizes = cm.each_item_once().support.astype(np.float64)
    total = sum(given.values())
    if total < 1 - ROUNDING and not np.delete(sizes, list(given)).any():
        raise ValueError(
            f"the shares sum to {total:g}, and no other class has items that could take the rest; they must sum to 1."
        )
    return completed(sizes, list(given), np.array(list(given.values()), dtype=np.float64))


def _check(given: Mapping[int, Any], cm: Sizes) -> None:
    if not given:
        raise ValueError('shares must name at least one class, as in {"fraud": 0.001}.')
    for place, share in given.items():
        if isinstance(share, bool) or not isinstance(share, Real) or not 0 <= float(share) <= 1:
            name = text(cm.labels[place])
            raise ValueError(f"the share of class {name!r} must lie between 0 and 1, not at {share!r}.")
    total = sum(given.values())
    if total > 1 + ROUNDING:
        raise ValueError(f"the shares sum to {total:g}, but together they can be at most 1.")


def completed(sizes: NDArray[np.float64], named: Sequence[int], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the shares of all classes, given those of some in shares[..., k]; the rest is split by the sizes."""
    rest = sizes.copy()
    rest[list(named)] = 0
    left = np.maximum(1 - shares.sum(axis=-1, keepdims=True), 0)
    every: NDArray[np.float64] = left * rest / (rest.sum() or 1.0)
    every[..., list(named)] = shares
    return every


def row_factors(shares: NDArray[np.float64], t: NDArray[Any], n: NDArray[Any]) -> NDArray[np.float64]:
    """Return the factor of each row that gives class i the share π_i: π_i·n/t_i, and 0 for a class without items."""
    # t first: the product of shares and n alone would have lost the memory order of a block.
    scale: NDArray[np.float64] = n / (t + (t == 0)) * shares * (t > 0)
    return scale


# How unequal class sizes are.


SIGNIFICANT = 1.25
"""A class is small (large) if its size is below t̄/1.25 (above 1.25·t̄), t̄ the mean size.

Branco et al. write t ≪ t̄ and t ≫ t̄ without a number. Any factor between 1.02 and 1.46 names their three cases and
eighteen problems as they do."""

LEAST_CLASSES = 3
"""Scenarios group multi-class problems; of two classes one is small, or large, and there is nothing to group."""


@dataclass(frozen=True, slots=True, repr=False)
class Imbalance(Answer):
    """Class sizes and what they amount to.

    Attributes
    ----------
    labels, support
        The classes and the number (or weight) of their items.
    ratio
        Largest over smallest support: IR of a training set (Mullick et al., Definition 1). Infinite if a class has no
        items. Of a test set, `rrt` takes the training set's word for which class is the larger.
    infrequent
        Number of classes with fewer items than the mean (Gupta et al., section 4.1; their own counts are below the
        mean rounded down).
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

    ir = ratio

    def rrt(self, training: Mapping[Any, float] | Sequence[float]) -> float:
        """Return the ratio of representatives in this test set (Mullick et al., Definition 2).

        Of two classes it is the items of the majority over those of the minority, *named according to the training
        set*, so it is below 1 where the test set has more of the minority. Of more classes it is the largest such ratio
        over all pairs; two classes of the same size in training are taken both ways. Infinite if a class that training
        has fewer of has no items here.

        Parameters
        ----------
        training
            Class sizes of the training set, by label or in the order of the classes.

        Examples
        --------
        >>> import steelyard as sy
        >>> test = sy.Confusion([[18, 2], [1, 9]], labels=["fraud", "ok"])
        >>> test.imbalance.rrt({"fraud": 10, "ok": 990}), test.imbalance.ratio
        (0.5, 2.0)
        """
        given = by_label(training, self.labels, "the training set's class sizes")
        unnamed = [label for i, label in enumerate(self.labels) if i not in given]
        if unnamed:
            raise ValueError(f"the training set's class sizes must name every class; {some(unnamed)} has none.")
        trained = np.array([given[i] for i in range(len(self.labels))], dtype=np.float64)
        over = trained[:, None] >= trained
        np.fill_diagonal(over, val=False)
        over &= (self.support[:, None] > 0) | (self.support > 0)
        above, below = np.nonzero(over)
        if not above.size:
            return float("nan")
        with np.errstate(divide="ignore"):
            return float((self.support[above] / self.support[below]).max())

    @property
    def infrequent(self) -> int:
        return int((self.support < self.mean).sum())

    @property
    def skew(self) -> float:
        C = self.support.size
        if C < 3 or self.support.min() == self.support.max():
            return float("nan")
        z = (self.support - self.support.mean()) / self.support.std(ddof=1)
        return float(C / ((C - 1) * (C - 2)) * (z**3).sum())

    @property
    def scenario(self) -> str:
        """Which of Branco et al.'s scenarios this is.

        A class is small if it has fewer than 1/1.25 and large if it has more than 1.25 times the mean number of items.
        Balanced: none is either. Imbalanced: two classes that are not balanced; the other names need three.
        Multi-majority: exactly one is small. Multi-minority: all but one are small, or none is small and exactly one is
        large. Complete: anything else.
        """
        small = int((self.support < self.mean / SIGNIFICANT).sum())
        large = int((self.support > self.mean * SIGNIFICANT).sum())
        if small == large == 0:
            return "balanced"
        if self.support.size < LEAST_CLASSES:
            return "imbalanced"
        if small == 1:
            return "multi-majority"
        if small == self.support.size - 1 or (small == 0 and large == 1):
            return "multi-minority"
        return "complete"

    def __str__(self) -> str:
        return self._shown_as("text")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an infinite ratio and an undefined skewness are None."""
        return {
            "sizes": {plain_label(label): number(size) for label, size in zip(self.labels, self.support, strict=True)},
            "mean": number(self.mean),
            "ratio": number(self.ratio),
            "infrequent": self.infrequent,
            "skew": number(self.skew),
            "scenario": self.scenario,
        }

    def to_rows(self) -> list[Row]:
        """Return one row for each class."""
        return [
            {"label": plain_label(label), "support": number(size)}
            for label, size in zip(self.labels, self.support, strict=True)
        ]
