"""Advise: from a situation to the metrics of labels, or of scores, that can be trusted in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal

import numpy as np

from steelyard.advice.advice import Advice, Entry, Ground, Kind, Reason, Standing
from steelyard.advice.candidates import (
    IN_USE_FOR_SEVERAL,
    IN_USE_FOR_TWO,
    MOST_RECOMMENDED,
    candidates_in,
    dissents,
    meets,
    missing_here,
    undefined_here,
    values_here,
)
from steelyard.advice.requirements import BINDING, BRANCO, CONDITION_1, Requirement, required
from steelyard.advice.situation import Situation, situation_of
from steelyard.counts.answer import Answer
from steelyard.counts.confusion import Confusion
from steelyard.counts.data import Given
from steelyard.counts.table import Table
from steelyard.importance import rarity
from steelyard.lab.atlas import Reference
from steelyard.lab.audits.verdict import Verdict
from steelyard.measuring.apply import counted
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import chosen
from steelyard.measuring.registry import metrics as registry
from steelyard.scores.audits.audit import CLASSES, audited, named_at, verdicts

OF_THE_CLASS = ("recall", "precision")
"""What is reported of a class that has most of what matters: what is missed of it, and what of its alarms is false."""

SECTION_4_2 = f"{BRANCO}, section 4.2 (PREV)"


def advise(
    data: Any,
    importance: Any = None,
    shares_change: bool = True,
    classes_change: bool = False,
    *,
    prediction: Any = None,
    truth: str | None = None,
    worse: str | None = None,
    every_class: bool = False,
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    scores: bool = False,
) -> Advice:
    """Say which metrics to trust in a situation, which to avoid, and why.

    Parameters
    ----------
    data, prediction
        The counts of a classifier, as for `sy.evaluate`; or the true labels and, as `prediction=`, the predicted ones;
        or, with `truth=`, data of any kind and its column of predictions.
    importance
        How much each class matters, if that is known.
    shares_change
        Whether the shares of the classes may differ between this test and the use, or the next test.
    classes_change
        Whether classes may be added.
    truth
        The column of the data with the true labels, as for `sy.evaluate`.
    worse
        Which errors are worse: "misses" or "false_alarms"; if neither is, None. Of two classes it is about the more
        important one, else the rarer one.
    every_class
        Whether every class must work.
    metrics
        Metrics to ask about; each is told whether it fits.
    scores
        Whether to tell which metrics of scores keep what the situation asks for, as they are or at stated shares.

    Returns
    -------
    Advice
        The metrics to use, the best first, those to use with care, and those in use to avoid, each with reasons and
        their sources.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])
    >>> [entry.name for entry in sy.advise(cm, worse="misses").recommended]
    ["recall of 'fraud'", 'g_mean', 'balanced_accuracy']
    >>> print(sy.advise(cm)["accuracy"].reasons[0].witness)
    accuracy, Condition 1, 2 classes
    """
    of_labels = prediction is None and truth is None and not isinstance(data, Table) and np.ndim(data) == 1
    if of_labels and np.shape(data) == np.shape(importance):
        raise ValueError(
            "predicted labels are named: advise(truth, prediction=…); the second argument is an importance."
        )
    counts = counted(data, prediction) if truth is None else Given(data, prediction, truth).counted().counts
    situation = situation_of(
        counts,
        importance,
        shares_change=shares_change,
        classes_change=classes_change,
        worse=worse,
        every_class=every_class,
    )
    needs = required(situation)
    recommended, with_care = _answers(situation, needs, counts)
    known = {entry.metric.id: entry for entry in (*recommended, *with_care)}
    in_use = IN_USE_FOR_TWO if situation.two else IN_USE_FOR_SEVERAL
    known_or_beside = {*known, *(() if situation.heaviest is None else OF_THE_CLASS)}
    others = [registry[name] for name in in_use if name not in known_or_beside]
    judged = [_entry(metric, recommended, situation, needs, counts) for metric in others]
    wanted = [] if metrics is None else chosen(metrics)
    return Advice(
        situation,
        recommended,
        with_care,
        tuple(entry for entry in judged if entry.standing == "avoid"),
        tuple(_asked(metric, known, recommended, situation, needs, counts) for metric in wanted),
        tuple(_suggestions(situation, counts, recommended)),
        _of_scores(situation) if scores else (),
    )


def _answers(
    situation: Situation, needs: list[Requirement], cm: Confusion
) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Return what papers recommend: the first few that meet all that binds, and those to be used with care."""
    met: dict[str, Entry] = {}
    missed: dict[str, Entry] = {}
    for candidate in candidates_in(situation):
        metric = registry[candidate.metric]
        declared = Ground("declared", text=candidate.reason, positive=situation.positive)
        answer = Reason(declared, candidate.source, further=candidate.further)
        binding = _judged(metric, situation, (need for need in needs if need.force in BINDING))
        others = _judged(metric, situation, (need for need in needs if need.force not in BINDING))
        against = dissents(metric, situation)
        missing = missing_here(metric, situation, cm)
        reasons = _ordered([answer, *missing, *binding, *against, *others])
        if not meets(metric, situation, needs, cm):
            missed[metric.id] = _valued(metric, "with care", reasons, situation, cm)
        elif len(met) < MOST_RECOMMENDED:
            met[metric.id] = _valued(metric, "recommended", reasons, situation, cm)
    return tuple(met.values()), tuple(missed.values())


def _entry(
    metric: Metric, recommended: Iterable[Entry], situation: Situation, needs: list[Requirement], cm: Confusion
) -> Entry:
    """Return a metric to avoid, for what speaks against no recommended one; or one that fits."""
    shared = {reason.ground for entry in recommended for reason in entry.reasons if reason.against}
    judged = _judged(metric, situation, (need for need in needs if need.force in ("must", "wish")))
    own = [reason for reason in judged if reason.against and reason.ground not in shared]
    if own:
        return _valued(metric, "avoid", own, situation, cm)
    cares = _judged(metric, situation, (need for need in needs if need.force == "care"))
    reasons = _ordered([*judged, *cares, *dissents(metric, situation)])
    nothing = Reason(Ground("nothing_against"), "atlas")
    return _valued(metric, "fits", reasons or [nothing], situation, cm)


def _asked(
    metric: Metric,
    known: dict[str, Entry],
    recommended: Iterable[Entry],
    situation: Situation,
    needs: list[Requirement],
    cm: Confusion,
) -> Entry:
    if metric.kind == "rate" and not situation.two:
        raise ValueError(f"{metric.name!r} gives one value per class; of several classes, ask about an average of it.")
    if not metric.builtin or metric.fixed:
        unknown = Reason(Ground("not_in_atlas", metric=metric), "atlas")
        return _valued(metric, "not judged", [unknown], situation, cm)
    entry = known.get(metric.id) or _entry(metric, recommended, situation, needs, cm)
    beside = situation.heaviest is not None and metric.id in OF_THE_CLASS  # which is told to be reported beside others
    return replace(entry, standing="with care") if beside and entry.standing == "avoid" else entry


def _judged(metric: Metric, situation: Situation, needs: Iterable[Requirement]) -> list[Reason]:
    return [reason for need in needs if (reason := need.judge(metric, situation)) is not None]


def _ordered(reasons: list[Reason]) -> list[Reason]:
    """Return what speaks for a metric before what speaks against it."""
    return sorted(reasons, key=lambda reason: reason.against)


def _valued(metric: Metric, standing: Standing, reasons: list[Reason], situation: Situation, cm: Confusion) -> Entry:
    """Return an entry with its value; of several matrices, with their values if it is recommended."""
    of = situation.positive if metric.kind == "rate" else None
    if cm.shape and standing != "recommended":
        return Entry(metric, standing, tuple(reasons), of)
    values, measured = values_here(metric, situation, cm)
    if cm.shape:
        names = (tuple(zip(cm.axes, keys, strict=True)) for keys in product(*cm.axes.values()))
        by_slice = tuple((name, _known(value)) for name, value in zip(names, values.ravel(), strict=True))
        return Entry(metric, standing, tuple(reasons), of, values=by_slice)
    if np.isnan(values) and standing in ("fits", "not judged"):
        reasons = [*reasons, undefined_here(measured, cm)]
    return Entry(metric, standing, tuple(reasons), of, _known(values))


def _known(value: Any) -> float | None:
    return float(value) if np.isfinite(value) else None


def _suggestions(situation: Situation, cm: Confusion, recommended: Sequence[Entry]) -> Iterable[Reason]:
    """Yield what else to consider."""
    if not recommended and not situation.shares_change:
        yield Reason(Ground("report_each_class"), "by definition")
    rates = tuple(rate for rate in OF_THE_CLASS if rate not in {entry.metric.id for entry in recommended})
    if situation.heaviest is not None and rates:
        weight = max(situation.weights)
        heaviest = Ground("report_of_class", label=situation.heaviest, weight=weight, rates=rates)
        yield Reason(heaviest, "by definition")
    if not situation.stated and situation.skewed and min(situation.sizes) > 0:
        weights = rarity().weights(Confusion(np.diag(situation.sizes), situation.labels))
        first = int(np.argmax(weights))
        heaviest = Ground("say_rarity", label=situation.labels[first], weight=float(weights[first]))
        yield Reason(heaviest, SECTION_4_2)
    yield from _false_alarms_unseen(situation, cm)
    if situation.weights_are_shares and situation.shares_change:
        yield Reason(Ground("state_lasting_weights", importance=situation.importance), CONDITION_1)
    elif situation.weights_follow_sizes and situation.shares_change:
        yield Reason(Ground("keep_weights", importance=situation.importance), CONDITION_1)
    if situation.worse is not None and _changes_nothing(situation, cm):
        idle = Ground("worse_changes_nothing", worse=situation.worse, stated=situation.stated)
        yield Reason(idle, "by definition")


def _false_alarms_unseen(situation: Situation, cm: Confusion) -> Iterable[Reason]:
    """Yield how many answers for the rare class are wrong, where most are and what is recommended does not tell it."""
    if not (situation.two and situation.shares_change and not situation.stated and situation.skewed) or cm.shape:
        return
    called, wrong = _called_and_wrong(situation, cm)
    if wrong > called / 2:
        yield Reason(_mostly_wrong(situation, cm, wrong / called), "computed")


def _mostly_wrong(situation: Situation, cm: Confusion, part: float) -> Ground:
    """Return which part of the answers is wrong, and how many are; not how many, where only weights are known."""
    called, wrong = _called_and_wrong(situation, cm)
    counted = cm.is_weighted or (called.is_integer() and wrong.is_integer())
    rows, wrong_rows = _called_and_wrong(situation, cm.counted_items()) if counted else (None, None)
    return Ground(
        "alarms_mostly_wrong",
        label=situation.positive,
        part=part,
        answers=rows,
        wrong=wrong_rows,
        weighted=bool(cm.is_weighted),
    )


def _called_and_wrong(situation: Situation, cm: Confusion) -> tuple[float, float]:
    called = float(cm.predicted[situation.positive_place])
    return called, called - float(cm.correct[situation.positive_place])


def _changes_nothing(situation: Situation, cm: Confusion) -> bool:
    """Return whether the same metrics, and some, are advised if no kind of error is worse."""
    here, otherwise = (
        [[entry.metric.id for entry in part] for part in _answers(each, required(each), cm)]
        for each in (situation, replace(situation, worse=None))
    )
    return here == otherwise != [[], []]


# Metrics of scores that fit a situation, as they are or at stated class shares.


NEEDS_OF_SCORES: tuple[tuple[str, str, Kind], ...] = (
    ("shares_change", "condition_1", "shares_move_it"),
    ("classes_change", "condition_2", "scale_moves"),
    ("every_class", "rare_ruin_shows", "rare_failure_unseen"),
)
"""What of a situation asks for which property of scores, and what is the case without it; the most telling first."""


@dataclass(frozen=True, slots=True)
class ScoreReference(Reference):
    """A stored verdict on a metric of scores; its name says at which class shares.

    Examples
    --------
    >>> print(ScoreReference("roc_auc", "condition_1", 2))
    roc_auc, Condition 1, 2 classes
    """

    def verdict(self) -> Verdict:
        """Look the verdict up, with its witness."""
        return verdicts()[self.metric, self.property, self.classes]

    def holds(self) -> bool | None:
        """Return whether the metric has the property, as far as is known."""
        return self.verdict().holds


@dataclass(frozen=True, slots=True)
class ScoreEntry(Answer):
    """One metric of scores in an advice.

    Attributes
    ----------
    metric
        What it is called.
    standing
        "fits" (it keeps all that is asked for) or "avoid".
    shares
        The class shares that must be stated for that, "uniform" or others; None if those of the items do.
    reasons
        What speaks against it; nothing if it fits.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])
    >>> entry = sy.advise(cm, scores=True).scores[1]
    >>> entry.metric, entry.standing
    ('roc_auc to fpr 0.1', 'fits')
    """

    metric: str
    standing: Literal["fits", "avoid"]
    shares: str | None = None
    reasons: tuple[Reason, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        reasons = [reason.to_dict() for reason in self.reasons]
        return {"metric": self.metric, "standing": self.standing, "shares": self.shares, "reasons": reasons}


def _of_scores(situation: Situation) -> tuple[ScoreEntry, ...]:
    """Return the metrics of scores that fit a situation, as they are or at stated shares; then those to avoid.

    Parts of others and what chance alone moves are not told; nor are metrics of pairs where there is one pair.
    """
    fit, avoid = [], []
    for metric in audited():
        if not metric.sure or (metric.kind == "pairs" and situation.two):
            continue
        against = _against(metric.name, situation)
        if not against:
            fit.append(ScoreEntry(metric.name, "fits"))
            continue
        avoid.append(ScoreEntry(metric.name, "avoid", reasons=against))
        if not _against(named_at(metric.name, "uniform"), situation):
            fit.append(ScoreEntry(metric.name, "fits", "uniform"))
    return (*fit, *avoid)


def _against(name: str, situation: Situation) -> tuple[Reason, ...]:
    more = situation.classes + situation.classes_change
    numbers = dict.fromkeys(min(classes, CLASSES[-1]) for classes in (situation.classes, more))
    reasons = []
    for asked, examined, broken in NEEDS_OF_SCORES:
        references = [ScoreReference(name, examined, classes) for classes in numbers]
        refuted = next((one for one in references if one.holds() is False), None)
        if getattr(situation, asked) and refuted is not None:
            source = Ground("atlas", cited=((None, refuted, "refuted"),))
            witness = refuted.verdict().witness
            example = None if witness is None else Ground("atlas_example", witness=witness)
            reasons.append(Reason(Ground(broken), source, against=True, witness=refuted, example=example))
    return tuple(reasons)
