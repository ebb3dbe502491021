"""Run the bodies of metrics once on arrays that write down what is done to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from steelyard.counts.class_shares import row_factors
from steelyard.counts.labels import Label
from steelyard.measuring.apply import checked_policy
from steelyard.measuring.conditions import outcome
from steelyard.measuring.program.program import NotRecordable, Output, Program, Tape
from steelyard.measuring.program.traced import Traced
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import chosen
from steelyard.measuring.view import DEFAULT_POLICY, View


def record(
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    *,
    classes: int,
    policy: str = DEFAULT_POLICY,
    whole_numbers: bool = True,
    at_shares: bool = False,
    labels: Sequence[Label] | None = None,
) -> Program:
    """Return what metrics do to a matrix and the relevance of its classes, as a program that can be replayed elsewhere.

    Parameters
    ----------
    metrics
        As for `sy.measure`; a user's own may be among them.
    classes
        The number of classes.
    policy
        What to do with undefined terms, as `undefined` of `sy.measure`; "raise" records as "nan".
    whole_numbers
        Whether the cells are whole numbers of which sums are exact; if not, bodies subtract less.
    at_shares
        Whether the program has another input, `shares`, and takes all metrics at these class shares, as of
        `cm.at_shares(shares)`; NaN where a class without items should have some.
    labels
        The classes, for parameters that name them; 0…C−1 if not given.

    Examples
    --------
    >>> from steelyard.measuring.program import record
    >>> program = record(["recall", "cba"], classes=4)
    >>> [(output.metric, program.nodes[output.value].shape) for output in program.outputs]
    [('recall', (4,)), ('cba', (1,))]
    """
    tape = Tape()
    m = Traced(tape, tape.write("input", [], (classes, classes), "float64", name="m"))
    relevance: Any = Traced(tape, tape.write("input", [], (classes,), "float64", name="relevance"))
    view = View(m, relevance, checked_policy(policy), whole_numbers=whole_numbers)  # type: ignore[arg-type]
    view.shortcut = False
    if at_shares:
        shares: Any = Traced(tape, tape.write("input", [], (classes,), "float64", name="shares"))
        lost = view.any((view.t == 0) & (shares > 0))  # such counts cannot be had, and `at_shares` refuses them
        view = view.at_scale(np.where(lost, np.nan, row_factors(shares, view.t, view.n)))
        view.shortcut = False
    named = range(classes) if labels is None else labels
    outputs = [_written(tape, metric, view, named) for metric in chosen(metrics)]
    return Program(classes, policy, whole_numbers, tuple(tape.nodes), tuple(outputs))


def record_bounds(metrics: Iterable[Metric], *, classes: int, labels: Sequence[Label] | None = None) -> Program:
    """Return the least and greatest possible values of metrics, which may depend on the relevance, as a program.

    Its outputs are two for each metric, of the kinds "least" and "greatest".

    Examples
    --------
    >>> import steelyard as sy
    >>> [output.kind for output in record_bounds([sy.metrics.one_point_auroc_ova], classes=3).outputs]
    ['least', 'greatest']
    """
    tape = Tape()
    relevance: Any = Traced(tape, tape.write("input", [], (classes,), "float64", name="relevance"))
    named = range(classes) if labels is None else labels
    outputs = []
    for metric in metrics:
        tape.metric = metric.name
        ends = metric.range
        if callable(ends):
            ends = ends(relevance / relevance.sum(), **metric.arguments(named))
        for kind, end in zip(("least", "greatest"), ends, strict=True):
            place = end.place if isinstance(end, Traced) else tape.constant(np.asarray(end, dtype=np.float64))
            outputs.append(Output(metric.name, kind, place, None))
    return Program(classes, DEFAULT_POLICY, whole_numbers=False, nodes=tuple(tape.nodes), outputs=tuple(outputs))


def _written(tape: Tape, metric: Metric, view: View, labels: Sequence[Label]) -> Output:
    tape.metric = metric.name
    arguments = metric.arguments(labels)
    try:
        with np.errstate(divide="ignore", invalid="ignore"):  # of constants, such as 1/(C − 1) for one class
            value, undefined, _ = outcome(metric, view, arguments)
            mask = None if undefined is None else _of_each_matrix(undefined, view)
    except (TypeError, IndexError) as error:  # raised by NumPy or Python about an array that has no numbers
        raise NotRecordable(f"the metric {metric.name!r} cannot be recorded: {error}.") from error
    return Output(metric.name, metric.kind, _place(value), None if mask is None else _place(mask))


def _of_each_matrix(mask: Any, view: View) -> Any:
    """Return a mask that has the stack axis: a condition need not look at the counts, but is about each matrix."""
    mask = mask.astype(np.bool_)
    return mask if isinstance(mask, Traced) and mask.node.stacked else mask | (view.n < 0)


def _place(traced: Any) -> int:
    return int(traced.place)
