"""Apply metrics to counts: in blocks of bounded memory, the sums of a block computed once for all metrics."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.cells import SparseCells
from steelyard.counts.confusion import Confusion, counts_of
from steelyard.importance import as_importance
from steelyard.measuring.conditions import absent, check_sparse, outcome
from steelyard.measuring.other_views import MovedView, SparseView
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY, Policy, View
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


BLOCK_CELLS = 1 << 17
"""Cells per block: 1 MB of float64, which stays in a core's cache while all metrics read it."""

MOVED_CELLS = 1 << 18
"""Cells per block of matrices that share all rows but one: most metrics look at their sums alone, a C-th of that."""

TAME = 1e-60, 1e60
"""Weights between these can be squared, multiplied and summed safely."""

EXACT = 2**53
"""Whole numbers up to here are exact in float64."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The values of one metric over a stack, and which classes were undefined in each matrix."""

    metric: Metric
    arguments: dict[str, Any]
    value: Floats
    undefined: NDArray[np.bool_] | None
    """Shape (..., C), also of classes without relevance; None if no class was undefined anywhere."""
    relevance: Floats
    policy: Policy
    given_up: NDArray[np.bool_] | None = None
    """Those of the undefined that the model gave up and that take the worst value; None if there are none."""

    def head(self, axis: int, slices: int) -> Measured:
        """Return the first slices along an axis."""
        return self._at((slice(None),) * axis + (slice(0, slices),))

    def of_models(self, places: Sequence[int]) -> Measured:
        """Return some places along the first axis."""
        return self._at(list(places))

    def _at(self, places: Any) -> Measured:
        undefined, given_up = (None if each is None else each[places] for each in (self.undefined, self.given_up))
        return replace(self, value=self.value[places], undefined=undefined, given_up=given_up)

    def out(self, at: tuple[int, ...]) -> NDArray[np.bool_]:
        """Return which classes, of those that count, are undefined in one matrix of the stack."""
        return self._counting(self.undefined, at)

    def worst(self, at: tuple[int, ...]) -> NDArray[np.bool_]:
        """Return which of them take the worst value, since the model gave them up."""
        return self._counting(self.given_up, at)

    def _counting(self, classes: NDArray[np.bool_] | None, at: tuple[int, ...]) -> NDArray[np.bool_]:
        if classes is None:
            return np.zeros(self.relevance.shape, dtype=np.bool_)
        mask: NDArray[np.bool_] = classes[at]
        return mask if self.metric.kind in ("rate", "class") else mask & (self.relevance > 0)

    @property
    def left_out(self) -> NDArray[np.bool_] | None:
        """Which classes left the average (or made it undefined), of shape (..., C); None if none did."""
        if self.undefined is None or self.policy == "zero":
            return None
        return self.undefined if self.given_up is None else self.undefined & ~self.given_up

    def normalised(self, at: tuple[int, ...]) -> float:
        """Return one value on a scale from 0 (worst possible) to 1 (best possible), for the classes that took part."""
        relevance, zeros = self.relevance, False
        if self.metric.weighted and self.undefined is not None and self.undefined[at].any():
            zeros = self.policy == "zero"
            out = self.undefined[at] if self.given_up is None else self.undefined[at] & ~self.given_up[at]
            kept = np.where(out, 0.0, relevance)  # in their places: of some metrics the order matters
            relevance = kept if kept.max(initial=0) > 0 else relevance
        low, high = self.metric.bounds(relevance, self.arguments)
        return float(self.metric.scaled(self.value[at], min(low, 0.0) if zeros else low, high))


def as_confusion(cm: Any) -> Confusion:
    """Accept counts wherever a `Confusion` is taken."""
    given = counts_of(cm)
    return given if isinstance(given, Confusion) else Confusion(given)


def counted(cm: Any, y_pred: Any) -> Confusion:
    """Return counts as they are, or count true and predicted labels."""
    return as_confusion(cm) if y_pred is None else Confusion.from_labels(cm, y_pred)


def checked_policy(undefined: str | None) -> Policy:
    """Refuse an unknown word for undefined terms; None if nobody said one."""
    if undefined is None:
        return DEFAULT_POLICY
    if undefined not in get_args(Policy):
        raise ValueError(f"undefined must be one of {', '.join(get_args(Policy))}, not {undefined!r}.")
    return undefined  # type: ignore[return-value]


def value_of(metric: Metric, cm: Confusion | ArrayLike, *, importance: Any, undefined: str) -> Any:
    """Return one metric's value: a float, or an array for a stack or a rate."""
    counts = as_confusion(cm)
    (result,) = apply([metric], counts, importance=importance, undefined=undefined)
    return plain(result)


def plain(result: Measured) -> Any:
    """Return a float, or an array for a stack or a rate."""
    return result.value if result.value.ndim else float(result.value)


def resolved(importance: Any, pooled: Confusion) -> Floats:
    """Return the relevance of each class, the largest 1, so that sums of it neither overflow nor vanish."""
    if importance is None and naming.MISSING not in pooled.labels:  # all matter alike
        return np.ones(len(pooled.labels))
    relevance = as_importance(importance).relevance(pooled)
    return relevance / relevance.max()


def apply(
    metrics: Sequence[Metric],
    cm: Confusion,
    *,
    importance: Any = None,
    undefined: str = DEFAULT_POLICY,
) -> list[Measured]:
    """Compute metrics over a stack; importance is resolved once, on the pooled counts."""
    policy = checked_policy(undefined)
    relevance = resolved(importance, cm.pooled())
    jobs = [_MetricJob(metric, cm.labels, cm.shape, relevance, policy) for metric in metrics]
    if cm.is_sparse and cm.cells.classes**2 > BLOCK_CELLS:
        for metric in metrics:
            check_sparse(metric)
    _run(jobs, _blocks(cm, relevance, policy))
    results = [job.result() for job in jobs]
    if policy == "raise":
        for result in results:
            if result.undefined is not None or np.isnan(result.value).any():
                _refuse(result, cm)
    return results


def values_under(
    metrics: Sequence[Metric], cm: Confusion, weights: Floats, undefined: str = DEFAULT_POLICY
) -> list[Floats]:
    """Return the values of metrics, each matrix of a stack under weights of its own, (..., C); NaN where it has none.

    A metric must weigh the classes by `c.mean`, or by `c.relevance` along the last axis.
    """
    flat = weights.reshape(-1, weights.shape[-1])
    most = flat.max(axis=-1, keepdims=True)
    relevance, policy = flat / np.where(most > 0, most, 1.0), checked_policy(undefined)
    jobs = [_MetricJob(metric, cm.labels, cm.shape, relevance, policy) for metric in metrics]
    _run(jobs, _blocks(cm, relevance, policy))
    return [job.value.reshape(cm.shape) for job in jobs]


def values_of_moved(
    metrics: Sequence[Metric], cm: Confusion, rows: Floats, *, importance: Any, undefined: str
) -> list[Floats]:
    """Return the values of metrics, of shape (classes, K, N): of K matrices with the row of one class replaced.

    `rows`: what the row of each class becomes in each of N cases and of the K matrices, of shape (classes, N, K, C).
    """
    policy = checked_policy(undefined)
    relevance = resolved(importance, cm.pooled())
    classes, cases, slices, _ = rows.shape
    shape = classes, slices, cases
    jobs = [_MetricJob(metric, cm.labels, shape, relevance, policy) for metric in metrics]
    _run(jobs, _moved_blocks(cm.cells.array().astype(np.float64), rows, relevance, policy))
    return [job.value.reshape(shape) for job in jobs]


class _MetricJob:
    """One metric on its way through the blocks."""

    def __init__(
        self, metric: Metric, labels: Sequence[Any], shape: tuple[int, ...], relevance: Floats, policy: Policy
    ) -> None:
        self.metric = metric
        self.relevance = relevance
        self.policy = policy
        self.arguments = metric.arguments(labels)
        self.shape = shape
        self.C = len(labels)
        size = int(np.prod(shape))
        self.value = np.empty((size, self.C if metric.kind == "rate" else 1))
        self.size = size
        self.undefined: NDArray[np.bool_] | None = None
        self.given_up: NDArray[np.bool_] | None = None

    def run(self, start: int, view: View) -> None:
        result = outcome(self.metric, view, self.arguments)
        stop = start + int(np.prod(view.stack))
        self.value[start:stop] = result.value
        self.undefined = self._noted(self.undefined, result.undefined, slice(start, stop))
        self.given_up = self._noted(self.given_up, result.given_up, slice(start, stop))

    def _noted(
        self, noted: NDArray[np.bool_] | None, mask: NDArray[np.bool_] | None, places: slice
    ) -> NDArray[np.bool_] | None:
        """Return a mask of the whole stack with the mask of a block put in; None while no class is in any."""
        if mask is None or not mask.any():
            return noted
        noted = np.zeros((self.size, self.C), dtype=np.bool_) if noted is None else noted
        noted[places] = mask
        return noted

    def result(self) -> Measured:
        shape = (*self.shape, self.C) if self.metric.kind == "rate" else self.shape
        undefined, given_up = (
            None if each is None else each.reshape(*self.shape, self.C) for each in (self.undefined, self.given_up)
        )
        value = self.value.reshape(shape)
        return Measured(self.metric, self.arguments, value, undefined, self.relevance, self.policy, given_up)


def _run(jobs: Sequence[_MetricJob], blocks: Iterable[tuple[int, View]]) -> None:
    with np.errstate(divide="ignore", invalid="ignore"):
        for start, view in blocks:
            for job in jobs:
                job.run(start, view)


def _blocks(cm: Confusion, relevance: Floats, policy: Policy) -> Iterable[tuple[int, View]]:
    """Yield the stack in blocks that fit the cache; matrices that are sparse and larger than that, one by one.

    The relevances are those of all matrices, (C,), or of each, (N, C).
    """

    def of(start: int, stop: int) -> Floats:
        return relevance if relevance.ndim == 1 else relevance[start:stop] if cm.shape else relevance[0]

    cells = cm.cells
    whole = cells.whole_numbers(EXACT)
    C = cells.classes
    size = max(1, BLOCK_CELLS // C**2)
    if not isinstance(cells, SparseCells):
        counts = cells.array()
        flat = counts.reshape(-1, C, C)
        for start in range(0, len(flat), size):
            block = flat[0] if counts.ndim == 2 else flat[start : start + size]
            yield start, View(_laid_out(block), of(start, start + size), policy, whole_numbers=whole)
        return
    slices = int(np.prod(cells.stack))
    firsts = np.searchsorted(cells.at, np.arange(slices + 1)).tolist()
    if C**2 > BLOCK_CELLS:
        for i, (start, stop) in enumerate(itertools.pairwise(firsts)):
            m = _sealed(_tamed(cells.values[start:stop]))
            places = cells.rows[start:stop], cells.columns[start:stop]
            own = relevance if relevance.ndim == 1 else relevance[i]
            yield i, SparseView(m, places, own, policy, whole_numbers=whole)
        return
    for start in range(0, slices, size):  # small matrices are sparse only as a stack
        stop = min(start + size, slices)
        some = slice(firsts[start], firsts[stop])
        block = np.zeros((stop - start, C, C), dtype=cells.values.dtype)
        block[cells.at[some] - start, cells.rows[some], cells.columns[some]] = cells.values[some]
        laid_out = _laid_out(block if cells.stack else block[0])
        yield start, View(laid_out, of(start, stop), policy, whole_numbers=whole)


def _moved_blocks(matrices: Floats, rows: Floats, relevance: Floats, policy: Policy) -> Iterable[tuple[int, View]]:
    """Yield matrices with the row of one class replaced: class after class, of each the matrices, in blocks."""
    size = max(1, MOVED_CELLS // matrices.shape[-1] ** 2)
    start = 0
    for place, of_class in enumerate(rows):
        for model, matrix in enumerate(matrices):
            others = np.delete(matrix, place, axis=0).max(initial=0)
            for first in range(0, len(of_class), size):
                some = of_class[first : first + size, model]
                view: View = MovedView(matrix, place, some, relevance, policy)
                if _wild(np.maximum(some.max(axis=-1), others)).any():
                    view = View(_laid_out(view.m), relevance, policy, whole_numbers=False)
                yield start, view
                start += len(some)


def _laid_out(block: NDArray[Any]) -> Floats:
    """Return cells with the class axes first in memory, so that sums run over long rows."""
    if block.ndim == 2:
        return _sealed(_tamed(block))
    return np.moveaxis(_sealed(_tamed(np.ascontiguousarray(np.moveaxis(block, 0, -1)), stack=True)), -1, 0)


def _sealed(block: Floats) -> Floats:
    """Make the cells read-only: all metrics of a block look at the same ones."""
    block.flags.writeable = False
    return block


def _tamed(counts: NDArray[Any], *, stack: bool = False) -> Floats:
    """Scale weights whose squares would overflow or vanish by a power of two, which changes no share.

    A stack has its slices along the last axis, and a power for each.
    """
    numbers = counts.astype(np.float64)
    if counts.dtype.kind != "f" or not counts.size:
        return numbers
    largest = counts.max(axis=(0, 1)) if stack else counts.max()
    wild = _wild(largest)
    return np.ldexp(numbers, np.where(wild, -np.frexp(largest)[1], 0)) if wild.any() else numbers


def _wild(largest: NDArray[Any]) -> NDArray[np.bool_]:
    """Return whether the squares of weights, of which these are the largest, would overflow or vanish."""
    wild: NDArray[np.bool_] = (largest > 0) & ~((TAME[0] < largest) & (largest < TAME[1]))
    return wild


def reason(result: Measured, cm: Confusion, at: tuple[int, ...], classes: NDArray[np.bool_]) -> str:
    """Return why a value, or these classes in it, are undefined in one matrix of the stack."""
    if result.metric.kind == "whole" and classes.any():
        return f"{absent.text}, so it cannot be given a share"
    view = view_of(result, cm, at)
    return result.metric.undefined.reason(view, result.arguments, classes if classes.any() else None)


def view_of(result: Measured, cm: Confusion, at: tuple[int, ...]) -> View:
    """Return one matrix of the stack as the metric's body saw it."""
    one = cm
    for i in at:
        one = one.slice(i)
    (block,) = _blocks(one, result.relevance, result.policy)
    return block[1] if result.metric.as_counted is None else block[1].at_importance


def _refuse(result: Measured, cm: Confusion) -> None:
    for at in np.ndindex(cm.shape):
        out = result.out(at)
        if out.any():
            named = naming.some(itertools.compress(cm.labels, out))
            raise ValueError(f"{result.metric.id} is undefined for class {named}: {reason(result, cm, at, out)}.")
        if np.isnan(result.value[at]).any():
            raise ValueError(f"{result.metric.id} is undefined: {reason(result, cm, at, out)}.")


# Several metrics side by side.


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
