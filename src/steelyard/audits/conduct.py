"""What no metric may do, looked for before any property: the message names the matrix that shows it."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.audits import matrices
from steelyard.audits.subject import POLICY, MetricFault, Subject, as_matrix
from steelyard.confusion import Confusion
from steelyard.label_functions import OfLabels
from steelyard.measuring import apply
from steelyard.record import Metric
from steelyard.view import View

Integers = np.ndarray[Any, np.dtype[np.int64]]

LOOKED_AT = 150
"""How many small matrices are looked at, beside the extreme ones."""


def checked(subject: Subject, classes: int) -> tuple[str, ...]:
    """Refuse a metric that raises, returns the wrong shape, changes what it is given, or wavers; return remarks.

    Remarks are on what an audit can live with: values that are not finite, and class names that matter.
    """
    block = looked_at(classes, few=subject.labelled)
    each = subject.each(block)
    for m in block[:: max(1, len(block) // 20)]:
        _unchanged(subject.metric, m)
    again = subject.each(block)
    _same(subject, block, each, again, "a second call gives another value")
    alone = np.concatenate([subject.each(m[None]) for m in block[:25]])
    _same(subject, block[:25], each[:25], alone, "alone it has another value than in a stack")
    return (*_not_finite(subject, block, each[:, 0]), *_names(subject, block[:25], each[:25]))


def looked_at(classes: int, *, few: bool = False) -> Integers:
    """Return the matrices on which the conduct of a metric is looked at."""
    small = np.concatenate(list(matrices.small(classes, few=True)))
    extreme = matrices.extreme(classes, few=few)[:: 1 if few else 20]
    every = np.concatenate([small[:: max(1, len(small) // LOOKED_AT)], extreme])
    return every[::5] if few else every


def _unchanged(metric: Metric, m: Integers) -> None:
    """Refuse a body that writes into the sums it is given; the cells themselves are read-only."""
    cells = m[None].astype(np.float64)
    cells.flags.writeable = False
    view, kept = (View(cells, np.ones(len(m)), POLICY, whole_numbers=True) for _ in range(2))
    sums = ("t", "p", "tp", "n", "fn", "fp", "tn", "relevance")
    for name in sums:
        getattr(view, name)
    with np.errstate(divide="ignore", invalid="ignore"):
        metric.body(view, **metric.arguments(range(len(m))))
    for name in sums:
        if not np.array_equal(getattr(view, name), getattr(kept, name)):
            raise MetricFault(f"the metric {metric.id!r} changes the counts that it is given (c.{name}) on the matrix "
                              f"{m.tolist()}.")  # fmt: skip


def _same(subject: Subject, block: Integers, first: Any, second: Any, what: str) -> None:
    apart = ~np.isclose(first, second, rtol=1e-12, atol=1e-12, equal_nan=True).all(axis=-1)
    if apart.any():
        k = int(apart.argmax())
        raise MetricFault(
            f"the metric {subject.metric.id!r} wavers on the matrix {block[k].tolist()}: {what} "
            f"({first[k][0]:.6g} and {second[k][0]:.6g})."
        )


def _not_finite(subject: Subject, block: Integers, values: Any) -> list[str]:
    """Say where the value is infinite, as the body has it, and where it is undefined."""
    out = np.isnan(values)
    if not out.any():
        return []
    cells = block[out].astype(np.float64)
    view = View(cells, np.ones(cells.shape[-1]), POLICY, whole_numbers=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        body = np.asarray(subject.metric.body(view, **subject.metric.arguments(range(view.C))), dtype=np.float64)
    infinite = np.isinf(body.reshape(len(cells), -1)).any(axis=-1)
    first, share = block[out][int(infinite.argmax())], f"{int(out.sum()):,} of {len(block):,} matrices"
    what = "infinite" if infinite.any() else "undefined"
    return [f"It is {what} on {_written(as_matrix(first))}; {share} looked at have no value and are left out."]


def _names(subject: Subject, block: Integers, each: Any) -> list[str]:
    """Say whether other names of the same classes, in the same order, change the value."""
    metric, C = subject.metric, block.shape[-1]
    names = [f"class {chr(ord('a') + i)}" for i in range(C)]
    for m, value in zip(block, each, strict=True):
        try:
            named = _with_names(metric, m, names)
        except Exception as error:  # noqa: BLE001 - whatever a user's function raises about a name
            told = f"it fails with {type(error).__name__}: {str(error).rstrip('.')}"
        else:
            if np.isclose(named, value, rtol=1e-12, atol=1e-12, equal_nan=True).all():
                continue
            told = f"it is {named[0]:.6g}"
        where = f"on {_written(as_matrix(m))} it is {value[0]:.6g} for classes named by numbers"
        return [f"It depends on the names of the classes: {where}, and named by texts {told}."]
    return []


def _with_names(metric: Metric, m: Integers, names: list[str]) -> Any:
    if isinstance(metric.body, OfLabels):
        view = View(m[None].astype(np.float64), np.ones(len(m)), POLICY, whole_numbers=True)
        return OfLabels(metric.body.function, lambda _: names)(view)
    (found,) = apply([metric], Confusion(m, labels=names), undefined=POLICY)
    return np.atleast_1d(found.value)


def _written(m: Any) -> str:
    return str([list(row) for row in m])
