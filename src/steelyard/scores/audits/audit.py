"""`sy.audit`: audits of metrics of labels and of scores behind one door; and stored verdicts on score metrics."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from steelyard.counts.labels import nearest
from steelyard.lab.atlas import COLUMNS, VerdictKey, record_of
from steelyard.lab.audits.audit import Audit, wanted_among
from steelyard.lab.audits.audit import audit as audit_of_labels
from steelyard.lab.audits.properties import UnknownPropertyError
from steelyard.lab.audits.properties import property_named as of_labels
from steelyard.lab.audits.subject import Definition
from steelyard.lab.audits.verdict import Verdict
from steelyard.measuring.record import Direction, Metric
from steelyard.measuring.registry import OF_SCORES
from steelyard.scores.audits.bounds import ClassCount, DeclaredBounds
from steelyard.scores.audits.pairs import (
    ClassSizes,
    ClassSymmetric,
    ConstantScores,
    Monotone,
    OrderOnly,
    ScoreProperty,
    ScoreVerdict,
)
from steelyard.scores.audits.populations import OneRuinedClass, Proper, RareRuin, RuinLowers, StrictlyProper
from steelyard.scores.audits.proofs import proof
from steelyard.scores.audits.subject import ScoreFinding, ScoreSubject, checked_shares
from steelyard.scores.catalogue import metrics as registry
from steelyard.scores.registry import ScoreMetric
from steelyard.type_names import NamedProgress

PROPERTIES: tuple[ScoreProperty, ...] = (
    ClassSizes(),
    ClassCount(),
    OneRuinedClass(),
    DeclaredBounds(),
    Monotone(),
    RuinLowers(),
    RareRuin(),
    ConstantScores(),
    Proper(),
    StrictlyProper(),
    OrderOnly(),
    ClassSymmetric(),
)
"""All properties of score metrics, in the order in which an audit tells them."""

CLASSES = (2, 3)
"""The numbers of classes for which all short lists are tried."""


def property_named(name: str) -> ScoreProperty:
    """Return a property of score metrics by its id.

    Examples
    --------
    >>> property_named("proper").title
    'nothing is better than the true probabilities'
    """
    known = {examined.id: examined for examined in PROPERTIES}
    if str(name).casefold() not in known:
        raise UnknownPropertyError(
            f"there is no property {name!r} of score metrics; they are {', '.join(known)}.{nearest(str(name), known)}"
        )
    return known[str(name).casefold()]


def definition_of(verdict: Verdict) -> Definition:
    """Return what the property of a verdict says, on a metric of labels or of scores."""
    return property_named(verdict.property) if isinstance(verdict, ScoreVerdict) else of_labels(verdict.property)


@dataclass(frozen=True, slots=True, repr=False)
class ScoreAudit(Audit):
    """What was found about a metric of scores: a mapping of property → verdict, whose witnesses are lists of items.

    Attributes
    ----------
    shares
        The class shares at which it was taken, "uniform" or one for each class; None for those of the items.

    Examples
    --------
    >>> import steelyard as sy
    >>> audit = sy.audit("average_precision", classes=2, properties="condition_1")
    >>> [scene.exact for scene in audit["condition_1"].witness.scenes]
    ['1/2', '2/3']
    """

    shares: str | tuple[Fraction, ...] | None = None

    @property
    def name(self) -> str:
        """The metric, and the class shares that are stated."""
        return named_at(self.metric.name, self.shares)

    def definition(self, name: str) -> ScoreProperty:
        """Return what a property says, by its id."""
        return property_named(name)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        # Not `super()`: a dataclass with slots is another class than the one that its methods were written in.
        shares = self.shares if self.shares is None or isinstance(self.shares, str) else list(map(str, self.shares))
        return Audit.to_dict(self) | {"shares": shares}


def named_at(name: str, shares: str | tuple[Fraction, ...] | None) -> str:
    """Return what a metric is called at stated class shares."""
    if shares is None:
        return name
    return (
        f"{name} at {shares} shares" if isinstance(shares, str) else f"{name} at shares {' : '.join(map(str, shares))}"
    )


def audit(
    metric: str | Metric | ScoreMetric | Callable[..., Any],
    *,
    classes: int | Sequence[int] = (2, 3),
    properties: str | Iterable[str] | None = None,
    direction: Direction | None = None,
    shares: str | Sequence[float] | None = None,
    progress: NamedProgress | None = None,
) -> Audit:
    """Look for the smallest matrices, or lists of scores, that show where a metric cannot be trusted.

    Parameters
    ----------
    metric
        The name of a metric of labels or of scores, a metric, or a function: of the counts, as `@sy.metric` takes it,
        or of true and predicted labels. Of a rate, the value of the first class is audited; so is that of a metric of
        scores of one class against the rest if there are two classes, and if there are more, its mean.
    classes
        The numbers of classes to try.
    properties
        Which properties to examine; all, if not given. `steelyard audit --list` tells them.
    direction
        Which values of a function are better, "higher" or "lower"; if not given, it is seen from a perfect matrix. A
        metric has its own.
    shares
        Of a metric of scores, the class shares at which it is taken: "uniform", or one number for each class.
    progress
        Called with (done, all, words) before each examination.

    Returns
    -------
    Audit
        A mapping of property → verdict, with `holds`, `witness` and `evidence`. A counterexample is as small as could
        be found, and confirmed in exact arithmetic.

    Raises
    ------
    MetricFault
        If the metric raises, returns the wrong shape, changes what it is given, or gives two values for one matrix;
        the message names the matrix. If it fails only with more classes than the fewest, a remark says so instead.

    Examples
    --------
    >>> import steelyard as sy
    >>> audit = sy.audit("accuracy", classes=2, properties=["condition_1", "monotone"])
    >>> {name: verdict.holds for name, verdict in audit.items()}
    {'condition_1': False, 'monotone': True}
    >>> sy.audit("roc_auc", classes=2, properties="condition_1")["condition_1"].status
    'proved'
    >>> print(sy.audit("average_precision", classes=2)["condition_1"].witness.sentence)
    Each item of class 1 is there twice, and the value goes from 1/2 to 2/3.
    >>> sy.audit("average_precision", classes=2, shares="uniform", properties="condition_1")["condition_1"].holds
    True
    """
    of_scores = metric if isinstance(metric, ScoreMetric) else _of_scores(metric)
    if of_scores is None:
        if shares is not None:
            raise ValueError("shares of an audit are stated for metrics of scores, such as average_precision, alone.")
        return audit_of_labels(
            metric,  # type: ignore[arg-type]  # what is no metric of scores; the audit of labels refuses the rest
            classes=classes,
            properties=properties,
            direction=direction,
            progress=progress,
        )
    if direction not in (None, of_scores.direction):
        raise ValueError(
            f"the metric {of_scores.name!r} is declared so that {of_scores.direction} values are better, not "
            f"{direction}; direction is for functions that declare nothing."
        )
    return _audited(of_scores, _sizes(classes), wanted_among(PROPERTIES, properties, property_named), shares, progress)


def _of_scores(metric: Any) -> ScoreMetric | None:
    """Return the metric of scores that a name means; None if it is something else."""
    if not isinstance(metric, str):
        return None
    try:
        return registry[metric]
    except ValueError:
        if metric in OF_SCORES or ("(" in metric and metric.partition("(")[0] in OF_SCORES):
            raise
        return None


def _audited(
    metric: ScoreMetric,
    sizes: tuple[int, ...],
    wanted: list[ScoreProperty],
    shares: object,
    progress: NamedProgress | None,
) -> ScoreAudit:
    at = checked_shares(shares, sizes)
    verdicts: list[Verdict] = []
    for C in sizes:
        stated = (Fraction(1, C),) * C if isinstance(at, str) else at
        subject = ScoreSubject(metric, C, stated)
        for examined in wanted:
            if progress is not None:
                told = ScoreFinding("examining", title=examined.title, classes=C)
                progress(len(verdicts), len(sizes) * len(wanted), str(told))
            verdicts.append(_verdict(examined, subject))
    in_order = sorted(verdicts, key=lambda verdict: [p.id for p in wanted].index(verdict.property))
    findings = [ScoreFinding("at_shares", shares=at)] if at is not None else []
    findings += [ScoreFinding("first_class_meant", sizes=sizes)] if metric.kind == "rate" else []
    return ScoreAudit(metric, sizes, tuple(in_order), tuple(findings), shares=at)


def _verdict(examined: ScoreProperty, subject: ScoreSubject) -> Verdict:
    verdict = examined.examine(subject)
    argument = proof(subject, examined.id) if verdict.status == "tried" else None
    return verdict if argument is None else replace(verdict, status="proved", findings=(argument, *verdict.findings))


def _sizes(classes: Any) -> tuple[int, ...]:
    given = tuple(classes) if isinstance(classes, Iterable) and not isinstance(classes, str) else (classes,)
    wrong = [C for C in given if C not in CLASSES]
    if wrong or not given:
        raise ValueError(
            f"an audit of a metric of scores tries 2 or 3 classes, not {wrong[0] if wrong else classes!r}."
        )
    return tuple(sorted(set(map(int, given))))


# Verdicts on the metrics of scores, made once and stored as a table.


TABLE = "score_atlas.csv"

AT: tuple[str | None, ...] = (None, "uniform")
"""The class shares that are stored: those of the items, and even ones."""

FIXED = {"top_k_recall": {"k": 1}}
"""Parameters that are not the default: among three classes, the three highest scores hold the truth always."""


def audited() -> tuple[ScoreMetric, ...]:
    """Return the metrics whose verdicts are stored.

    Examples
    --------
    >>> [metric.name for metric in audited()][-1]
    'top_1_recall'
    """
    return tuple(metric.at(**FIXED.get(metric.id, {})) for metric in registry.values())


def verdict(metric: str, property: str, classes: int, shares: str | None = None) -> Verdict:  # noqa: A002 - its word
    """Return the stored verdict on a metric of scores, by its id or an alias.

    `classes` is 2, or any larger number, for which that of 3 stands; `shares` is "uniform", or None for those of the
    items.

    Examples
    --------
    >>> verdict("average_precision", "condition_1", 2).holds, verdict("ap", "condition_1", 2, "uniform").holds
    (False, True)
    """
    if shares not in AT:
        raise ValueError(f'the atlas has metrics of scores at "uniform" shares, or as counted, not at {shares!r}.')
    known = registry[metric]
    stored = registry[known.id].at(**FIXED.get(known.id, {})).name
    return verdicts()[named_at(stored, shares), property_named(property).id, min(max(classes, 2), CLASSES[-1])]


def names(metrics: Iterable[str] = ()) -> list[str]:
    """Return under which names these metrics are stored, or all: as counted, and at stated class shares.

    Examples
    --------
    >>> names(["ap"])
    ['average_precision', 'average_precision at uniform shares']
    """
    wanted = {registry[name].id for name in metrics} or {metric.id for metric in audited()}
    return [named_at(metric.name, shares) for metric in audited() for shares in AT if metric.id in wanted]


@cache
def verdicts() -> Mapping[VerdictKey, Verdict]:
    """Return all of them, by (metric and shares, property, classes)."""
    text = files("steelyard.scores.audits").joinpath(TABLE).read_text(encoding="utf-8")
    _, *rows = csv.reader(text.splitlines())
    records = (record_of(dict(zip(COLUMNS, row, strict=True))) for row in rows)
    made = ((record.pop("metric"), ScoreVerdict.from_dict(record)) for record in records)
    return {(name, one.property, one.classes): one for name, one in made}


def make(progress: NamedProgress | None = None) -> Iterable[tuple[str, Verdict]]:
    """Yield all verdicts anew, metric by metric in the order of the registry."""
    every = [(metric, shares) for metric in audited() for shares in AT]
    for done, (metric, shares) in enumerate(every):
        name = named_at(metric.name, shares)
        if progress is not None:
            progress(done, len(every), name)
        for one in audit(metric, classes=CLASSES, shares=shares).verdicts:
            yield name, one
