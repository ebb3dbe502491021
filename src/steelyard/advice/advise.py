"""Advise: from a situation to the metrics that can be trusted in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from steelyard.advice.advice import Advice, Entry, Standing
from steelyard.advice.candidates import CANDIDATES, DISSENTS, IN_USE_FOR_SEVERAL, IN_USE_FOR_TWO, Candidate
from steelyard.advice.reason import Reason
from steelyard.advice.requirements import BRANCO, MULLICK, OfProperty, Requirement, required
from steelyard.advice.situation import Situation, situation_of
from steelyard.confusion import Confusion
from steelyard.importance import rarity
from steelyard.labels import some, text
from steelyard.measuring import apply, chosen, counted
from steelyard.measuring import reason as why
from steelyard.record import Metric
from steelyard.registry import metrics as registry

MOST = 5
"""How many metrics are recommended."""


def advise(
    cm: Any,
    importance: Any = None,
    priors_change: bool = True,
    classes_change: bool = False,
    *,
    y_pred: Any = None,
    worse: str | None = None,
    every_class: bool = False,
    metrics: Iterable[str | Metric] | str | Metric | None = None,
) -> Advice:
    """Say which metrics to trust in a situation, which to avoid, and why.

    Parameters
    ----------
    cm, y_pred
        The counts of a classifier, as for `sy.evaluate`; or the true labels and, as `y_pred=`, the predicted ones.
    importance
        How much each class matters, if that is known.
    priors_change
        Whether the shares of the classes may differ between this test and the use, or the next test.
    classes_change
        Whether classes may be added.
    worse
        Which errors are worse: "misses" or "false_alarms"; if neither is, None. Of two classes it is about the more
        important one, else the rarer one.
    every_class
        Whether every class must work.
    metrics
        Metrics to ask about; each is told whether it fits.

    Returns
    -------
    Advice
        The metrics to use, the best first, and those in use to avoid, each with reasons and their sources.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.advice.advise import advise
    >>> cm = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])
    >>> [entry.name for entry in advise(cm, worse="misses").recommended]
    ["recall of 'fraud'", 'g_mean', "auroc of 'fraud'"]
    >>> print(advise(cm)["accuracy"].reasons[0].witness)
    accuracy, Condition 1, 2 classes
    """
    counts = counted(cm, y_pred)
    situation = situation_of(
        counts,
        importance,
        priors_change=priors_change,
        classes_change=classes_change,
        worse=worse,
        every_class=every_class,
    )
    needs = required(situation)
    recommended = _recommended(situation, needs, counts)
    taken = {entry.metric.id for entry in recommended}
    in_use = IN_USE_FOR_TWO if situation.two else IN_USE_FOR_SEVERAL
    judged = [_entry(registry[name], recommended, situation, needs, counts) for name in in_use if name not in taken]
    asked = (
        [] if metrics is None else [_asked(metric, recommended, situation, needs, counts) for metric in chosen(metrics)]
    )
    return Advice(
        situation,
        recommended,
        tuple(entry for entry in judged if entry.standing == "avoid"),
        tuple(asked),
        tuple(_suggestions(situation)),
    )


def _recommended(situation: Situation, needs: list[Requirement], cm: Confusion) -> tuple[Entry, ...]:
    found: dict[str, Entry] = {}
    for candidate in CANDIDATES:
        if candidate.metric in found or not candidate.when(situation) or len(found) == MOST:
            continue
        metric = registry[candidate.metric]
        judged = [(need, need.judge(metric, situation)) for need in needs]
        if any(_forbids(need, reason, candidate) for need, reason in judged):
            continue
        answer = Reason(candidate.reason.format(positive=some([situation.positive])), candidate.source)
        reasons = _ordered([reason for _, reason in judged if reason is not None])
        dissents = [] if candidate.despite else _dissents(metric, situation)
        found[metric.id] = _valued(metric, "recommended", (answer, *reasons, *dissents), situation, cm)
    return tuple(found.values())


def _forbids(need: Requirement, reason: Reason | None, candidate: Candidate) -> bool:
    allowed = isinstance(need, OfProperty) and need.property in candidate.despite
    return need.force == "must" and reason is not None and reason.against and not allowed


def _entry(
    metric: Metric, recommended: Iterable[Entry], situation: Situation, needs: list[Requirement], cm: Confusion
) -> Entry:
    """Return a metric to avoid, for what speaks against no recommended one; or one that fits."""
    shared = {reason.sentence for entry in recommended for reason in entry.reasons if reason.against}
    judged = (need.judge(metric, situation) for need in needs if need.force != "remark")
    found = _ordered([reason for reason in judged if reason is not None])
    grounds = [reason for reason in found if reason.against and reason.sentence not in shared]
    reasons = (*(grounds or found), *_dissents(metric, situation))
    return _valued(metric, "avoid" if grounds else "fits", reasons, situation, cm)


def _asked(
    metric: Metric, recommended: Iterable[Entry], situation: Situation, needs: list[Requirement], cm: Confusion
) -> Entry:
    if metric.kind == "rate" and not situation.two:
        raise ValueError(f"{metric.name!r} gives one value per class; of several classes, ask about an average of it.")
    if not metric.builtin or metric.fixed:
        what = "with these parameters" if metric.builtin else "as it is your own"
        how = f"The atlas does not have {metric.name} {what}: sy.audit({metric.name!r}) looks for counterexamples."
        return _valued(metric, "not judged", (Reason(how, "atlas"),), situation, cm)
    known = [entry for entry in recommended if entry.metric.id == metric.id]
    return known[0] if known else _entry(metric, recommended, situation, needs, cm)


def _ordered(reasons: list[Reason]) -> list[Reason]:
    """Return what speaks for a metric before what speaks against it."""
    return sorted(reasons, key=lambda reason: reason.against)


def _dissents(metric: Metric, situation: Situation) -> list[Reason]:
    return [
        Reason(dissent.sentence, dissent.source, against=dissent.against)
        for dissent in DISSENTS
        if metric.id in dissent.metrics and dissent.when(situation)
    ]


def _valued(
    metric: Metric, standing: Standing, reasons: tuple[Reason, ...], situation: Situation, cm: Confusion
) -> Entry:
    rate = metric.kind == "rate"
    if cm.shape:
        return Entry(metric, standing, reasons, situation.positive if rate else None)
    (found,) = apply([metric], cm, importance=list(situation.weights))
    value = float(found.value[(situation.positive_place,) if rate else ()])
    if np.isnan(value) and standing != "avoid":
        reasons = (*reasons, Reason(f"It is undefined here: {why(found, cm, ())}.", "computed", against=True))
    known = value if np.isfinite(value) else None
    return Entry(metric, standing, reasons, situation.positive if rate else None, known)


def _suggestions(situation: Situation) -> Iterable[Reason]:
    """Yield what else to consider."""
    if not situation.stated and situation.skewed and min(situation.sizes) > 0:
        weights = rarity().weights(Confusion(np.diag(situation.sizes), situation.labels))
        first = int(np.argmax(weights))
        yield Reason(
            "No importance is stated and class sizes differ: if rare classes matter more, say importance='rarity'. "
            f"Then {text(situation.labels[first])!r} would have {weights[first]:.0%} of the weight.",
            f"{BRANCO}, section 4.2 (PREV)",
        )
    if situation.weights_are_shares and situation.priors_change:
        yield Reason(
            f"'{situation.importance}' weights each class by its share: every item counts alike, and no average stays "
            "the same when shares change. State weights that stay, such as importance={'a': 2, 'b': 1}, or say that "
            "shares stay.",
            f"{MULLICK}, Condition 1",
        )
