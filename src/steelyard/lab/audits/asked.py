"""What the user wants audited, as a metric: a name, a metric, a function of the counts, or one of two label columns."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.lab.audits import matrices
from steelyard.lab.audits.subject import POLICY, MetricFails, MetricFault, Subject, told
from steelyard.lab.audits.verdict import Finding
from steelyard.lab.bounding.objective import as_matrix
from steelyard.measuring.apply import apply
from steelyard.measuring.conditions import undeclared
from steelyard.measuring.define import OfCounts, OfLabels
from steelyard.measuring.record import Direction, Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.measuring.view import View
from steelyard.type_names import Integers

PROBE = 4, 3
"""Matrices and classes on which a plain function is looked at: different numbers, so that shapes tell."""


AMOUNTS = (0.25, 0.5, 1.0)
"""Shares of a class that are wrong in the matrices beside which a perfect one must be better: from few to all."""

AGREED = 0.75
"""The share of these matrices that must say the same of which values are better."""


def asked(given: Any, direction: Direction | None = None, classes: int = 2) -> Metric:
    """Return the metric that is meant.

    A function with one argument gets the counts as a metric's body does (`c.t`, `c.p`, `c.tp`, `c.m`, …); one with two
    gets true and predicted labels, as scikit-learn's do. Which of its values are better may be said; if not, it is seen
    from a perfect matrix beside others of so many classes.

    Examples
    --------
    >>> asked("f1").id
    'f'
    >>> def hits(y_true, y_pred):
    ...     return (y_true == y_pred).mean()
    >>> asked(hits)([[8, 2], [10, 80]])
    0.88
    """
    if direction is not None and direction not in get_args(Direction):
        raise ValueError(f"direction must be 'higher' or 'lower', whichever values are better, not {direction!r}.")
    if isinstance(given, str | Metric):
        metric = registry[given] if isinstance(given, str) else given
        if metric.of_rate is not None:
            raise ValueError(f"audit the rate itself, {metric.of_rate.name!r}, not what it is of one class.")
        return _as_declared(metric, direction)
    if not callable(given):
        raise ValueError(f"audit a metric by its name, a metric, or a function, not {given!r}.")
    needed = _needed(given)
    if needed not in (1, 2):
        number = "any number of" if _takes_any(given) else needed
        raise ValueError(
            f"a function to audit takes the counts, or true and predicted labels; {_name(given)!r} takes {number} "
            "arguments."
        )
    body = OfCounts(given) if needed == 1 else OfLabels(given)
    metric = Metric(
        id=_name(given),
        title=_title(given),
        body=body,
        range=(-np.inf, np.inf),
        undefined=undeclared,
        reference="a function of the user's own",
    )
    metric = metric if needed == 2 else replace(metric, kind=_kind(body))
    return replace(metric, direction=direction or _seen(metric, classes))


def _as_declared(metric: Metric, direction: Direction | None) -> Metric:
    if direction not in (None, metric.direction):
        raise ValueError(
            f"the metric {metric.name!r} is declared so that {metric.direction} values are better, not {direction}; "
            "direction is for functions that declare nothing."
        )
    return metric


def _needed(function: Callable[..., Any]) -> int:
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(each.kind in places and each.default is each.empty for each in _arguments(function))


def _takes_any(function: Callable[..., Any]) -> bool:
    return any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in _arguments(function))


def _arguments(function: Callable[..., Any]) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        raise ValueError(f"the arguments of {function!r} cannot be seen; wrap it in a function.") from None


def _name(function: Callable[..., Any]) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def _title(function: Callable[..., Any]) -> str:
    doc = (function.__doc__ or "").strip().splitlines()
    return doc[0].rstrip(".") if doc and len(doc[0]) < 60 else _name(function).replace("_", " ")


def _kind(body: Callable[..., Any]) -> Any:
    """Return what kind of metric a body is: by the shape it returns, and by whether the relevance changes it."""
    many, C = PROBE
    cells = np.arange(1.0, many * C * C + 1).reshape(many, C, C)
    cells.flags.writeable = False
    try:
        one, other = (_returned(body, cells, relevance) for relevance in (np.ones(C), np.arange(1.0, C + 1)))
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - whatever a user's function raises: it is told with a matrix, elsewhere
        return "whole"
    if one.shape == (many, C):
        return "rate"
    return "whole" if np.array_equal(one, other, equal_nan=True) else "combined"


def _returned(body: Callable[..., Any], cells: Any, relevance: Any) -> Any:
    """Return what a body gives, infinite values as they are."""
    with np.errstate(all="ignore"):
        return np.asarray(body(View(cells, relevance, "exclude", whole_numbers=True)))


def _seen(metric: Metric, classes: int) -> Direction:
    """Return which values are better, as a perfect matrix has better ones than others of the same class sizes.

    The one with the fewest errors decides if most others agree. An infinite value is a value.
    """
    best, *others = (_value(metric, m) for m in _from_perfect_to_all_wrong(classes))
    # 1 where the perfect value is larger, −1 where it is smaller; nothing where they are the same, or there is none.
    signs = [1 if best > other else -1 for other in others if not _alike(best, other)]
    if not signs or signs.count(signs[0]) < AGREED * len(signs):
        raise ValueError(
            f"whether higher or lower values of {metric.id!r} are better cannot be seen from a perfect matrix; "
            "say direction 'higher' or 'lower'."
        )
    return "higher" if signs[0] > 0 else "lower"


def _from_perfect_to_all_wrong(classes: int) -> list[Integers]:
    """Return matrices of the same class sizes; errors in one class, each in turn, then in all; few of them first."""
    sizes = np.arange(classes + 1, 1, -1)
    right = np.diag(sizes)
    every = np.eye(classes, dtype=np.int64)
    examples = [right]
    for share in AMOUNTS:
        for where in [*every, every.sum(axis=0)]:
            wrong = np.diag(np.ceil(share * sizes).astype(np.int64) * where)
            examples.append(right - wrong + np.roll(wrong, 1, axis=1))
    return examples


def _value(metric: Metric, m: Integers) -> float:
    """Return the value at one matrix, infinite or not; of the first class for a rate."""
    cells = m[None].astype(np.float64)
    cells.flags.writeable = False
    try:
        return float(_returned(metric.body, cells, np.ones(len(m))).reshape(-1)[0])
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise MetricFails(metric, m, error) from error


def _alike(a: float, b: float) -> bool:
    return math.isnan(a) or math.isnan(b) or math.isclose(a, b, rel_tol=1e-12)


# What no metric may do, looked for before any property: the message names the matrix that shows it.


LOOKED_AT = 150
"""How many small matrices are looked at, beside the extreme ones."""


def checked(subject: Subject, classes: int) -> tuple[Finding, ...]:
    """Refuse a metric that raises, returns the wrong shape, changes what it is given, or wavers; return findings.

    They are about what an audit can live with: values that are not finite, and class names that matter.
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


def _not_finite(subject: Subject, block: Integers, values: Any) -> list[Finding]:
    """Say where the value is infinite, as the body has it, and where it is undefined."""
    out = np.isnan(values)
    if not out.any():
        return []
    cells = block[out].astype(np.float64)
    view = View(cells, np.ones(cells.shape[-1]), POLICY, whole_numbers=True)
    body = np.asarray(_run(subject.metric, view, block[out][0]), dtype=np.float64)
    infinite = np.isinf(body.reshape(len(cells), -1)).any(axis=-1)
    first = as_matrix(block[out][int(infinite.argmax())])
    if out.all():
        raise MetricFault(
            f"the metric {subject.metric.id!r} has no value on any of {len(block):,} matrices looked at, such as "
            f"{[list(row) for row in first]}: it is {'infinite' if infinite.any() else 'undefined'} there."
        )
    return [
        Finding("not_finite", infinite=bool(infinite.any()), matrix=first, without=int(out.sum()), looked_at=len(block))
    ]


def _names(subject: Subject, block: Integers, each: Any) -> list[Finding]:
    """Say whether other names of the same classes, in the same order, change the value."""
    metric, C = subject.metric, block.shape[-1]
    names = [f"class {chr(ord('a') + i)}" for i in range(C)]
    for m, value in zip(block, each, strict=True):
        try:
            values = _with_names(metric, m, names)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a user's function raises about a name
            return [Finding("names_fail", matrix=as_matrix(m), value=_known(value[0]), error=told(error))]
        named = np.where(np.isfinite(values), values, np.nan)  # as the values under audit
        if not np.isclose(named, value, rtol=1e-12, atol=1e-12, equal_nan=True).all():
            return [Finding("names_matter", matrix=as_matrix(m), value=_known(value[0]), named=_known(named[0]))]
    return []


def _known(value: float) -> float | None:
    """Return a value that a finding can be compared by: NaN is unlike itself."""
    return None if np.isnan(value) else float(value)


def _with_names(metric: Metric, m: Integers, names: list[str]) -> Any:
    if isinstance(metric.body, OfLabels):
        view = View(m[None].astype(np.float64), np.ones(len(m)), POLICY, whole_numbers=True)
        return OfLabels(metric.body.function, lambda _: names)(view)
    (measured,) = apply([metric], Confusion(m[None], labels=names), undefined=POLICY)
    return measured.value.reshape(-1)


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
