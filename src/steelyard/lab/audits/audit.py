"""Audit a metric: whether it can be trusted, and which matrices show it if not."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from steelyard.counts.answer import Answer
from steelyard.lab.audits.asked import asked, checked
from steelyard.lab.audits.proofs import proof
from steelyard.lab.audits.properties import PROPERTIES, UnknownPropertyError, property_named
from steelyard.lab.audits.subject import Definition, Effort, MetricFails, Property, Subject
from steelyard.lab.audits.verdict import Finding, Status, Verdict
from steelyard.lab.bounding.result import Matrix
from steelyard.measuring.record import Direction, Metric
from steelyard.type_names import NamedProgress

P = TypeVar("P", bound="Definition")

LARGEST = 8
"""The largest number of classes of an audit: beyond, small matrices are too many to try them all."""

WEAKEST: tuple[Status, ...] = ("refuted", "untried", "tried", "shown", "proved")
"""Verdicts from the one that decides for several numbers of classes to the one that needs all of them."""


@dataclass(frozen=True, slots=True, repr=False)
class Audit(Answer, Mapping[str, Verdict]):
    """What was found about a metric: a mapping of property → verdict.

    The verdict on a property is that of all numbers of classes together: refuted if it is refuted for any of them.

    Attributes
    ----------
    metric
        The metric.
    classes
        The numbers of classes that were tried.
    verdicts
        One for each property and number of classes.
    findings, remarks
        What else was seen, such as a matrix at which the value is undefined; and in words.
    direction_seen
        Whether it was seen from a perfect matrix, not said, which of the metric's values are better.

    Examples
    --------
    >>> import steelyard as sy
    >>> audit = sy.audit("f1", classes=2)
    >>> audit["condition_1"].holds
    False
    >>> audit["condition_1"].witness.matrices
    (((1, 0), (1, 0)), ((1, 0), (2, 0)))
    >>> audit["monotone"].holds
    True
    """

    metric: Any  # a `Metric`; of scores, a `ScoreMetric`, which stands above this
    classes: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    findings: tuple[Finding, ...] = ()
    direction_seen: bool = False

    @property
    def remarks(self) -> tuple[str, ...]:
        return tuple(map(str, self.findings))

    def definition(self, name: str) -> Definition:
        """Return what a property says, by its id or an alias."""
        return property_named(name)

    def __getitem__(self, name: str) -> Verdict:
        known = self.definition(name).id
        verdicts = [verdict for verdict in self.verdicts if verdict.property == known]
        if not verdicts:
            raise UnknownPropertyError(f"the property {known!r} was not examined in this audit.")
        weakest = min(verdicts, key=lambda verdict: WEAKEST.index(verdict.status))
        same = [verdict for verdict in verdicts if verdict.status == weakest.status]
        # The smallest counterexample or example; of what held, the hardest case.
        return same[0] if weakest.witness is not None else same[-1]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(verdict.property for verdict in self.verdicts))

    def __len__(self) -> int:
        return len({verdict.property for verdict in self.verdicts})

    def at(self, classes: int) -> dict[str, Verdict]:
        """Return the verdicts for one number of classes."""
        return {verdict.property: verdict for verdict in self.verdicts if verdict.classes == classes}

    @property
    def refuted(self) -> tuple[str, ...]:
        """The properties that do not hold."""
        return tuple(name for name in self if self[name].holds is False)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "metric": self.metric.name,
            "direction": self.metric.direction,
            "direction_seen": self.direction_seen,
            "classes": list(self.classes),
            "remarks": list(self.remarks),
            "properties": [verdict.to_dict() for verdict in self.verdicts],
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one plain row per property and number of classes, ready for a data frame."""
        return [
            {
                "metric": self.metric.name,
                "property": verdict.property,
                "classes": verdict.classes,
                "verdict": verdict.status,
                "holds": verdict.holds,
                "evidence": verdict.evidence,
                "witness": None if verdict.witness is None else [scene.content for scene in verdict.witness.scenes],
                "values": None if verdict.witness is None else list(verdict.witness.values),
            }
            for verdict in self.verdicts
        ]


def audit(
    metric: str | Metric | Callable[..., Any],
    *,
    classes: int | Sequence[int] = (2, 3),
    properties: str | Iterable[str] | None = None,
    direction: Direction | None = None,
    progress: NamedProgress | None = None,
) -> Audit:
    """Audit a metric of labels, as `sy.audit` does, which knows those of scores, too."""
    sizes = _sizes(classes)
    wanted = wanted_among(PROPERTIES, properties, property_named)
    with warnings.catch_warnings():
        # A function of the user's is given matrices on purpose for which NumPy may warn.
        warnings.simplefilter("ignore", RuntimeWarning)
        subject = Subject(asked(metric, direction, sizes[0]))
        result = _audited(subject, sizes, wanted, progress)
    return replace(result, direction_seen=direction is None and not isinstance(metric, str | Metric))


def _audited(subject: Subject, sizes: tuple[int, ...], wanted: list[Property], progress: NamedProgress | None) -> Audit:
    total = len(sizes) * len(wanted)
    seen = dict.fromkeys([Finding("labelled")] if subject.labelled else [])
    verdicts: list[Verdict] = []
    for place, C in enumerate(sizes):
        try:
            seen |= dict.fromkeys(checked(subject, C))
        except MetricFails as fault:
            sizes = sizes[:place]
            if not sizes:
                raise
            seen[Finding("fails_beyond", matrix=fault.matrix, why=fault.why, audited=sizes)] = None
            break
        for examined in wanted:
            if progress is not None:
                progress(len(verdicts), total, str(Finding("examining", title=examined.title, classes=C)))
            verdicts.append(_verdict(examined, subject, C))
    if not subject.recordable:
        seen[Finding("not_exact")] = None
    in_order = sorted(verdicts, key=lambda verdict: [p.id for p in wanted].index(verdict.property))
    return Audit(subject.metric, sizes, tuple(in_order), tuple(seen))


def _verdict(examined: Property, subject: Subject, classes: int) -> Verdict:
    try:
        verdict = examined.examine(subject, classes, Effort())
    except MetricFails as fault:
        if _proper(fault.matrix, classes):
            raise
        failed = Finding("fails", matrix=fault.matrix, why=fault.why)
        return Verdict(examined.id, classes, "untried", (failed,))
    argument = proof(subject.metric, examined.id, classes) if verdict.status == "tried" else None
    if argument is None:
        return verdict
    return replace(verdict, status="proved", findings=(argument, *verdict.findings))


def _proper(m: Matrix, classes: int) -> bool:
    """Return whether a metric must have a value there: of the classes asked for, each has items."""
    return len(m) == classes and all(map(any, m))


def _sizes(classes: Any) -> tuple[int, ...]:
    given = tuple(classes) if isinstance(classes, Iterable) and not isinstance(classes, str) else (classes,)
    if not given:
        raise ValueError("an audit needs a number of classes to try, such as classes=2.")
    return tuple(sorted({_size(C) for C in given}))


def _size(given: Any) -> int:
    try:
        C = operator.index(given)
    except TypeError:
        C = 0
    if not 2 <= C <= LARGEST:
        raise ValueError(f"an audit tries 2 to {LARGEST} classes, not {given!r}.")
    return C


def wanted_among(every: Sequence[P], properties: str | Iterable[str] | None, named: Callable[[str], P]) -> list[P]:
    """Return the properties that were asked for by name, in the order of all; all if nobody asked."""
    if properties is None:
        return list(every)
    if not isinstance(properties, Iterable):
        raise ValueError(f"properties are given by name, as in ['condition_1', 'monotone'], not as {properties!r}.")
    names = [properties] if isinstance(properties, str) else list(properties)
    if not names:
        raise ValueError("an audit needs a property to examine; leave properties out for all.")
    known = [named(name) for name in names]
    return [examined for examined in every if examined in known]
