"""What the page replays: metrics and rates as programs, at class shares as counted and others; rates as quotients."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, find
from steelyard.intervals.interval import has_bounds
from steelyard.measuring.apply import EXACT
from steelyard.measuring.lead import NAMING
from steelyard.measuring.program import NotRecordable, Output, Program, record, record_bounds, with_slopes
from steelyard.measuring.program.program import Tape
from steelyard.measuring.record import Metric
from steelyard.measuring.view import Policy, policy_of_rates
from steelyard.show.page.loops import Loops, loops_of

UNKNOWN = (math.nan, math.nan)
"""Bounds that cannot be recorded: an interval that they may cut has unknown ends."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Programs of all metrics that can be recorded, and why the others cannot.

    Attributes
    ----------
    program, at_shares
        The metrics, then the rates, with their slopes; at class shares as counted, and as they are given.
    bounds
        Between which numbers metrics must be that say so.
    why_not
        By the name of a metric or rate that cannot be recorded, why.
    unsure
        The names of those whose bounds cannot be recorded, so that their intervals would end elsewhere than in Python.
    """

    program: Loops
    at_shares: Loops
    bounds: Loops
    why_not: dict[str, str]
    unsure: frozenset[str]


def recorded(
    metrics: Sequence[Metric],
    rates: Sequence[Metric],
    tables: Confusion,
    policy: Policy,
    contested: Sequence[str] = (),
) -> Recorded:
    """Return programs for counts like these.

    `contested` names the metrics of which the values by other policies are wanted, too: they come behind the rates,
    policy by policy, each named as by `other_name`.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = recorded([sy.metrics.cba], [sy.metrics.recall], sy.Confusion([[8, 2], [10, 80]]), "exclude")
    >>> [output["metric"] for output in result.program["outputs"]], len(result.bounds["outputs"])
    (['cba', 'recall'], 4)
    """
    settings: dict[str, Any] = {
        "classes": len(tables.labels),
        "labels": tables.labels,
        "whole_numbers": tables.cells.whole_numbers(EXACT),
    }

    def write(metrics: Iterable[Metric], rates: Iterable[Metric] = ()) -> list[Loops]:
        own, others = list(metrics), [each for each in NAMING if each != policy]
        beside = [metric for metric in own if metric.name in contested]
        result = []
        for other_shares in (False, True):
            program = with_slopes(_program(own, list(rates), policy, at_shares=other_shares, **settings))
            for other in others if beside else ():
                more = record(beside, policy=other, at_shares=other_shares, **settings)
                program = joined(program, more, name=partial(other_name, policy=other))
            result.append(loops_of(program))
        return result

    def write_bounds(metrics: Iterable[Metric]) -> Loops:
        return loops_of(record_bounds(metrics, classes=len(tables.labels), labels=tables.labels))

    why_not: dict[str, str] = {}
    try:
        program, at_shares = write(metrics, rates)
    except Exception:  # noqa: BLE001 - a user's body may do anything to arrays without numbers
        why_not = _refusals([*metrics, *rates], write)
        program, at_shares = write(*([each for each in some if each.name not in why_not] for some in (metrics, rates)))
    bounded = [metric for metric in (*metrics, *rates) if metric.name not in why_not and has_bounds(metric)]
    unsure = _refusals(bounded, write_bounds)
    bounds = write_bounds([replace(each, range=UNKNOWN) if each.name in unsure else each for each in bounded])
    return Recorded(program, at_shares, bounds, why_not, frozenset(unsure))


def _refusals(metrics: Iterable[Metric], write: Callable[[list[Metric]], Any]) -> dict[str, str]:
    """Return why metrics cannot be written, by the names of those that cannot."""
    result = {}
    for metric in metrics:
        try:
            write([metric])
        except Exception as error:  # noqa: BLE001 - as above
            result[metric.name] = _told(metric, error)
    return result


def _told(metric: Metric, error: Exception) -> str:
    if not isinstance(error, NotRecordable):
        return f"the metric {metric.name!r} cannot be recorded: its body raised {error!r}."
    said = str(error)  # by the recorder, which knows the metric, or about its loops
    return said if metric.name in said else f"the metric {metric.name!r} cannot be recorded for a page: {said}"


def _program(metrics: list[Metric], rates: list[Metric], policy: Policy, **settings: Any) -> Program:
    if policy != "zero":  # under which alone the rate of a class would be shown otherwise
        return record([*metrics, *rates], policy=policy, **settings)
    of_rates = policy_of_rates(policy)
    return joined(record(metrics, policy=policy, **settings), record(rates, policy=of_rates, **settings))


def other_name(metric: str, policy: Policy) -> str:
    """Return what the value of a metric by another policy is called."""
    return f"{metric} {policy}"


def joined(first: Program, second: Program, name: Callable[[str], str] = str) -> Program:
    """Return both programs as one, with the settings of the first; what both do is done once.

    `name`: what the outputs of the second are called then.
    """
    tape = Tape(first.nodes)
    moved: list[int] = []
    for node in second.nodes:
        operands = [moved[operand] for operand in node.operands]
        moved.append(tape.write(node.operation, operands, node.shape, node.dtype, **node.parameters))
    outputs = [
        Output(name(end.metric), end.kind, moved[end.value], None if end.undefined is None else moved[end.undefined])
        for end in second.outputs
    ]
    return replace(first, nodes=tuple(tape.nodes), outputs=(*first.outputs, *outputs))


# Rates as quotients, of which the page knows intervals without draws.


TABLES, CLASSES, SEED = 12, 3, 0
"""Tables drawn at random, on which no rate is the same by accident."""

SMALLEST = 1e-9
"""A direction that moves nothing, beside the one that moves most."""


def quotient_of(rate: Metric) -> dict[str, list[float]] | None:
    """Return a rate as a quotient of four numbers of a class: how many times each counts above and below the line.

    None if it is something else, such as a root, a product of rates, or a rate that knows the other classes apart.

    Examples
    --------
    >>> import steelyard as sy
    >>> quotient_of(sy.metrics.precision)
    {'above': [1.0, 0.0, 0.0, 0.0], 'below': [1.0, 0.0, 1.0, 0.0]}
    >>> quotient_of(sy.metrics.f.at(beta=2))
    {'above': [1.0, 0.0, 0.0, 0.0], 'below': [1.0, 0.8, 0.2, 0.0]}
    >>> quotient_of(sy.metrics.g_score)
    """
    counts = np.random.default_rng(SEED).integers(1, 60, (TABLES, CLASSES, CLASSES))
    four = np.concatenate([_four_numbers(table) for table in counts])
    try:
        values = np.concatenate([np.asarray(rate(Confusion(table))) for table in counts])
    except Exception:  # noqa: BLE001 - a user's body may do anything, and costs may be of other classes
        return None
    if not np.isfinite(values).all():
        return None
    # above · x = value · below · x holds of all tables for one pair of lines alone, up to a factor.
    sides = np.concatenate([four, -values[:, None] * four], axis=1)
    _, sizes, directions = np.linalg.svd(sides / np.linalg.norm(sides, axis=1, keepdims=True))
    if not sizes[-1] < SMALLEST * sizes[0] < sizes[-2]:
        return None
    lines = directions[-1] / directions[-1][np.argmax(np.abs(directions[-1]))]
    above, below = np.round(lines, 9).reshape(2, 4) + 0.0
    return {"above": above.tolist(), "below": below.tolist()}


def of_class(metric: Metric, labels: tuple[Label, ...]) -> dict[str, Any] | None:
    """Return of a metric that is the rate of one class which class, and the quotient; None of other metrics."""
    if metric.of_rate is None:
        return None
    return {"class": find(metric.positive, labels), "quotient": quotient_of(metric.of_rate)}


def _four_numbers(table: Any) -> Any:
    """Return hits, misses, false alarms and the rest of each class, (classes, 4)."""
    hits, all_items = np.diag(table), table.sum()
    misses, false_alarms = table.sum(axis=1) - hits, table.sum(axis=0) - hits
    return np.stack([hits, misses, false_alarms, all_items - hits - misses - false_alarms], axis=1)
