"""How well metrics tell matrices apart: the share of distinct scores over all matrices with given class sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from steelyard.discrimination.relevances import exact_relevance
from steelyard.discrimination.result import Discriminated, Discrimination
from steelyard.discrimination.walk import Job, Told, walked
from steelyard.discrimination.ways import WAYS, Way
from steelyard.enumeration import checked_range, how_many, matrices
from steelyard.exact.rational_arrays import NotRational, Replay
from steelyard.importance import as_importance
from steelyard.labels import Label
from steelyard.measuring import checked_policy, chosen, refuse_rates
from steelyard.record import Metric
from steelyard.recording import record
from steelyard.view import Policy

PROBE = 64
"""Matrices on which it is tried how the scores of a metric can be told apart."""


def discriminate(
    supports: Mapping[Any, int] | Sequence[int],
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    importance: Any = None,
    *,
    importances: Mapping[str, Any] | None = None,
    undefined: Policy = "exclude",
    told: Told | None = None,
) -> Discrimination:
    """Count the distinct scores that metrics give to all confusion matrices with these class sizes.

    Scores are compared exactly, not as doubles, of which equal scores have several (Branco et al. 2017, section 5.2).

    Parameters
    ----------
    supports
        The items of each class: by label, or in order (the classes are then 0…C−1).
    metrics
        As for `sy.measure`.
    importance
        As for `sy.measure`. A decimal means the decimal: 0.8 is 4/5.
    importances
        Several importances by name, instead of one; the matrices are gone through once for all of them.
    undefined
        What to do with undefined terms: "exclude", "zero" or "nan". A matrix without a score is counted apart.
    told
        Told how many matrices are done, and of how many.

    Examples
    --------
    >>> from steelyard.discrimination import discriminate
    >>> print(discriminate([2, 4, 15], ["balanced_accuracy", "cba"]))
    2-4-15: 12,240 matrices
      balanced_accuracy (uniform)  139 distinct scores (1.14 %)
      cba (uniform)                1,186 distinct scores (9.69 %)
    """
    labels, sizes = _classes(supports)
    checked_range(sizes, 0, 0)  # refuses sizes that are none, and problems too large to number
    policy = checked_policy(undefined)
    if policy == "raise":
        raise ValueError(
            "undefined must be 'exclude', 'zero' or 'nan' here: some matrices always have undefined terms."
        )
    wanted = chosen(metrics)
    refuse_rates(wanted)
    jobs = _jobs(wanted, _named(importance, importances), labels, sizes, policy)
    found = walked(sizes, jobs, told)
    every = how_many(sizes)
    ways = {
        (name, output.metric): job.way for job in jobs for name in job.importances for output in job.program.outputs
    }
    scores = tuple(
        Discriminated(
            metric.name, name, every, len(found[name, metric.name]), found[name, metric.name].undefined,
            ways[name, metric.name].exact, ways[name, metric.name].evidence,
        )
        for name in _named(importance, importances)
        for metric in wanted
    )  # fmt: skip
    return Discrimination("-".join(map(str, sizes)), labels, sizes, every, policy, scores)


def _classes(supports: Any) -> tuple[tuple[Label, ...], tuple[int, ...]]:
    if hasattr(supports, "keys"):
        return tuple(supports.keys()), tuple(supports[label] for label in supports.keys())  # noqa: SIM118 - a Series
    how_many(supports)  # which says what class sizes are
    return tuple(range(len(supports))), tuple(int(size) for size in supports)


def _named(importance: Any, importances: Mapping[str, Any] | None) -> dict[str, Any]:
    if importances is None:
        return {str(as_importance(importance)): importance}
    if importance is not None:
        raise ValueError("give one importance, or several as `importances`, not both.")
    if not hasattr(importances, "items") or not importances:
        raise ValueError(f"importances are given by name, as in {{'rare': 'rarity'}}, not as {importances!r}.")
    return dict(importances)


def _jobs(
    metrics: Sequence[Metric], named: Mapping[str, Any], labels: Sequence[Label], sizes: Sequence[int], policy: Policy
) -> list[Job]:
    """Return the metrics by how their scores are told apart; metrics of the whole matrix are taken at the weights."""
    jobs = []
    for at_priors in (False, True):
        names = tuple(name for name, given in named.items() if (given is not None) == at_priors)
        if not names:
            continue
        relevances = tuple(tuple(exact_relevance(named[name], labels, sizes)) for name in names)
        grouped: dict[Way, list[Metric]] = {}
        for metric in metrics:
            grouped.setdefault(_way(metric, labels, sizes, policy, relevances[0], at_priors=at_priors), []).append(
                metric
            )
        for way, alike in grouped.items():
            program = record(alike, classes=len(sizes), policy=policy, at_priors=at_priors, labels=labels)
            jobs.append(Job(way, program, names, relevances))
    return jobs


def _way(
    metric: Metric,
    labels: Sequence[Label],
    sizes: Sequence[int],
    policy: Policy,
    relevance: Sequence[Fraction],
    *,
    at_priors: bool,
) -> Way:
    """Return the best way in which the scores of a metric can be told apart."""
    program = record(metric, classes=len(sizes), policy=policy, at_priors=at_priors, labels=labels)
    probe = matrices(sizes, 0, min(PROBE, how_many(sizes)))
    for way in WAYS:
        try:
            list(Replay(program, probe, way.compute).each([relevance]))
        except NotRational as error:
            reason = error
        else:
            return way
    raise ValueError(f"the scores of {metric.name!r} cannot be told apart safely: {reason}")
