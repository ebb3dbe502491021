"""What the rules of `misleading.py` look at: metrics over a stack, and of constant classifiers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.measuring.apply import Measured, apply
from steelyard.measuring.notes import Notes
from steelyard.measuring.view import DEFAULT_POLICY, Policy
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


MOST_CELLS_OF_ANSWERS = 1 << 15
"""Up to so many cells (32 classes) every class is tried as the answer."""

TEMPTING = 2 / 3
"""A constant answer that gets further than this from the worst value to the best looks like a good classifier."""


def answers(sizes: NDArray[Any], weights: NDArray[Any]) -> NDArray[np.intp]:
    """Return the answers to try for class sizes of shape (..., C): shape (..., answers).

    Of many classes only the largest, the one that matters most and the one that matters least: an average gives a
    constant answer high marks for its own class or for all others, a metric as counted for the largest one.
    """
    C = sizes.shape[-1]
    if sizes.size * C**2 <= MOST_CELLS_OF_ANSWERS:
        return np.broadcast_to(np.arange(C), (*sizes.shape[:-1], C))
    extreme = (sizes.argmax(axis=-1), np.argmax(weights), np.argmin(weights))
    return np.stack(np.broadcast_arrays(*extreme), axis=-1)


def constant_answers(sizes: NDArray[Any], given: NDArray[np.intp]) -> NDArray[Any]:
    """Return the counts of classifiers that always give one answer: shape (..., answers, C, C)."""
    columns = np.arange(sizes.shape[-1]) == given[..., None, None]
    return np.asarray(sizes[..., None, :, None] * columns)


# What the rules look at: metrics over a stack, and the same metrics of classifiers that tell something by contrast.


MOST_CELLS = 1 << 22
"""Larger stacks are not rebuilt for contrast: the rules that would need it say nothing."""


@dataclass(frozen=True, eq=False)
class Seen:
    """An evaluation as the rules see it: arrays over metrics and matrices.

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
    note: Callable[[Measured, tuple[int, ...]], Notes]

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

    @cached_property
    def values(self) -> Floats:
        """The values, by metric and matrix."""
        return np.stack([result.value for result in self.results])

    @cached_property
    def scaled(self) -> Floats:
        """The values from 0 (worst possible) to 1 (best possible)."""
        return scaled(self.results)

    @cached_property
    def complete(self) -> NDArray[np.bool_]:
        """Where a value is defined and no class that matters left its average."""
        return complete(self.results)

    @cached_property
    def signs(self) -> NDArray[np.int_]:
        """1 for metrics of which larger values are better, −1 for others."""
        return np.array([result.metric.sign for result in self.results])

    def over_metrics(self, each: NDArray[Any]) -> NDArray[Any]:
        """Return numbers, one for each metric, as they combine with values by metric, matrix and answer."""
        return each.reshape(-1, *(1 for _ in self.cm.shape), 1)

    @cached_property
    def whole(self) -> list[int]:
        """The places of the metrics of the whole matrix."""
        return [i for i, result in enumerate(self.results) if result.metric.kind == "whole"]

    @cached_property
    def of_one_class(self) -> list[int]:
        """The places of the rates of one class."""
        return [i for i, result in enumerate(self.results) if result.metric.kind == "class"]

    def applied(
        self, counts: NDArray[Any], metrics: Sequence[int] | None = None, *, alike: bool = False
    ) -> list[Measured]:
        """Return the metrics, or those at some places, of other counts; with all classes mattering alike if so said."""
        chosen = range(len(self.results)) if metrics is None else metrics
        policy = DEFAULT_POLICY if self.policy == "raise" else self.policy
        other = Confusion(counts, self.cm.labels)
        importance = None if alike else self.weights
        return apply([self.results[i].metric for i in chosen], other, importance=importance, undefined=policy)


def scaled(results: Sequence[Measured]) -> Floats:
    """Return values, by metric and matrix, from 0 (worst possible) to 1 (best possible), all classes taking part."""
    return np.stack([each.metric.normalised(each.value, each.relevance, each.arguments) for each in results])


def complete(results: Sequence[Measured]) -> NDArray[np.bool_]:
    """Return where values, by metric and matrix, are defined and no class that matters left their average."""
    result: NDArray[np.bool_] = ~np.isnan(np.stack([each.value for each in results]))
    for place, each in enumerate(results):
        if each.left_out is not None:
            result[place] &= ~(each.left_out & (each.relevance > 0)).any(axis=-1)
    return result
