"""What no metric may do, looked for before any property: the message names the matrix that shows it."""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.lab.audits import matrices
from steelyard.lab.audits.subject import POLICY, MetricFails, MetricFault, Subject, as_matrix, told
from steelyard.measuring.label_functions import OfLabels
from steelyard.measuring.measure import apply
from steelyard.measuring.record import Metric
from steelyard.measuring.view import View
from steelyard.type_names import Integers

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
    again = subject.anew(block)
    _same(subject, block, each, again, "a second call gives another value")
    alone = np.concatenate([subject.anew(m[None]) for m in block[:25]])
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
    _run(metric, view, m)
    for name in sums:
        if not np.array_equal(getattr(view, name), getattr(kept, name)):
            raise MetricFault(f"the metric {metric.id!r} changes the counts that it is given (c.{name}) on the matrix "
                              f"{m.tolist()}.")  # fmt: skip


def _same(subject: Subject, block: Integers, first: Any, second: Any, what: str) -> None:
    apart = np.argwhere(~np.isclose(first, second, rtol=1e-12, atol=1e-12, equal_nan=True))
    if len(apart):
        k, j = apart[0]
        raise MetricFault(
            f"the metric {subject.metric.id!r} wavers on the matrix {block[k].tolist()}: {what} "
            f"({_shown(first[k][j])} and {_shown(second[k][j])})."
        )


def _not_finite(subject: Subject, block: Integers, values: Any) -> list[str]:
    """Say where the value is infinite, as the body has it, and where it is undefined."""
    out = np.isnan(values)
    if not out.any():
        return []
    cells = block[out].astype(np.float64)
    view = View(cells, np.ones(cells.shape[-1]), POLICY, whole_numbers=True)
    body = np.asarray(_run(subject.metric, view, block[out][0]), dtype=np.float64)
    infinite = np.isinf(body.reshape(len(cells), -1)).any(axis=-1)
    first, share = block[out][int(infinite.argmax())], f"{int(out.sum()):,} of {len(block):,} matrices"
    what = "infinite" if infinite.any() else "undefined"
    if out.all():
        where = f"{len(block):,} matrices looked at, such as {_written(as_matrix(first))}"
        raise MetricFault(f"the metric {subject.metric.id!r} has no value on any of {where}: it is {what} there.")
    return [f"It is {what} on {_written(as_matrix(first))}; {share} looked at have no value and are left out."]


def _names(subject: Subject, block: Integers, each: Any) -> list[str]:
    """Say whether other names of the same classes, in the same order, change the value."""
    metric, C = subject.metric, block.shape[-1]
    names = [f"class {chr(ord('a') + i)}" for i in range(C)]
    for m, value in zip(block, each, strict=True):
        try:
            found = _with_names(metric, m, names)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a user's function raises about a name
            said = f"it fails with {told(error)}"
        else:
            named = np.where(np.isfinite(found), found, np.nan)  # as the values under audit
            if np.isclose(named, value, rtol=1e-12, atol=1e-12, equal_nan=True).all():
                continue
            said = f"it is {_shown(named[0])}"
        where = f"on {_written(as_matrix(m))} it is {_shown(value[0])} for classes named by numbers"
        return [f"It depends on the names of the classes: {where}, and named by texts {said}."]
    return []


def _with_names(metric: Metric, m: Integers, names: list[str]) -> Any:
    if isinstance(metric.body, OfLabels):
        view = View(m[None].astype(np.float64), np.ones(len(m)), POLICY, whole_numbers=True)
        return OfLabels(metric.body.function, lambda _: names)(view)
    (found,) = apply([metric], Confusion(m[None], labels=names), undefined=POLICY)
    return found.value.reshape(-1)


def _run(metric: Metric, view: View, m: Integers) -> Any:
    """Return what the body gives; if it fails now, it is told with a matrix of the stack."""
    try:
        with np.errstate(all="ignore"):
            return metric.body(view, **metric.arguments(range(view.C)))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise MetricFails(metric, m, error) from error


def _shown(value: float) -> str:
    return "undefined" if np.isnan(value) else f"{value:.6g}"


def _written(m: Any) -> str:
    return str([list(row) for row in m])
