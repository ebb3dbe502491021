"""What the rules look at: metrics over a stack, and the same metrics of classifiers that tell something by contrast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.confusion import Confusion
from steelyard.measuring import Measured, apply
from steelyard.view import Policy

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats = np.ndarray[Any, np.dtype[np.float64]]

MOST_CELLS = 1 << 22
"""Larger stacks are not rebuilt for contrast: the rules that would need it say nothing."""


@dataclass(frozen=True, eq=False)
class Seen:
    """An evaluation as the rules see it.

    Attributes
    ----------
    cm, weights, policy
        The counts, how much each class matters, and what is done with undefined classes.
    results
        The metrics over the stack.
    note
        What is already said about a value that left classes out.
    """

    cm: Confusion
    weights: Floats
    policy: Policy
    results: Sequence[Measured]
    note: Callable[[Measured, tuple[int, ...]], str]

    @property
    def C(self) -> int:
        """The number of classes."""
        return len(self.cm.labels)

    @cached_property
    def support(self) -> Floats:
        return np.asarray(self.cm.support, dtype=np.float64)

    @cached_property
    def shares(self) -> Floats:
        """The share of each class; NaN where a matrix is empty."""
        with np.errstate(invalid="ignore"):
            return self.support / self.support.sum(axis=-1, keepdims=True)

    @cached_property
    def recall(self) -> Floats:
        """The recall of each class; NaN where it has no items."""
        with np.errstate(invalid="ignore"):
            return np.asarray(self.cm.correct, dtype=np.float64) / self.support

    @cached_property
    def small(self) -> bool:
        """Whether the matrices can be rebuilt."""
        return not self.cm.is_sparse and int(np.prod(self.cm.shape)) * self.C**2 <= MOST_CELLS

    def applied(self, counts: NDArray[Any], wanted: Callable[[Measured], bool]) -> dict[str, Measured]:
        """Return some of the metrics of other counts, by name."""
        metrics = [result.metric for result in self.results if wanted(result)]
        policy = "exclude" if self.policy == "raise" else self.policy
        other = Confusion(counts, self.cm.labels)
        return {found.metric.name: found for found in apply(metrics, other, importance=self.weights, undefined=policy)}


def scaled(result: Measured) -> Floats:
    """Return the values over a stack from 0 (worst possible) to 1 (best possible), all classes taking part."""
    return np.asarray(result.metric.scaled(result.value, *result.metric.bounds(result.relevance, result.arguments)))


def complete(result: Measured) -> NDArray[np.bool_]:
    """Return where a value is defined and no class that matters left its average."""
    found: NDArray[np.bool_] = ~np.isnan(result.value)
    if result.undefined is None or result.policy == "zero":
        return found
    return found & ~(result.undefined & (result.relevance > 0)).any(axis=-1)
