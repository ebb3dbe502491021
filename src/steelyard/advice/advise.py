"""Advise: from a situation to the metrics that can be trusted in it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from steelyard.advice.advice import Advice, Entry, Reason, Standing
from steelyard.advice.candidates import CANDIDATES, DISSENTS, IN_USE_FOR_SEVERAL, IN_USE_FOR_TWO, Candidate
from steelyard.advice.requirements import BINDING, BRANCO, MULLICK, Requirement, required
from steelyard.advice.situation import Situation, situation_of
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import some
from steelyard.counts.plain_numbers import percentage
from steelyard.evaluation.seen import complete
from steelyard.importance import rarity
from steelyard.measuring.apply import Measured, apply, chosen, counted
from steelyard.measuring.apply import reason as why
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.type_names import Floats

MOST = 4
"""How many metrics are recommended at most."""


def advise(
    data: Any,
    importance: Any = None,
    shares_change: bool = True,
    classes_change: bool = False,
    *,
    prediction: Any = None,
    worse: str | None = None,
    every_class: bool = False,
    metrics: Iterable[str | Metric] | str | Metric | None = None,
) -> Advice:
    """Say which metrics to trust in a situation, which to avoid, and why.

    Parameters
    ----------
    data, prediction
        The counts of a classifier, as for `sy.evaluate`; or the true labels and, as `prediction=`, the predicted ones.
    importance
        How much each class matters, if that is known.
    shares_change
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
    counts = counted(data, prediction)
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
    judged = [_entry(registry[name], recommended, situation, needs, counts) for name in in_use if name not in known]
    wanted = [] if metrics is None else chosen(metrics)
    return Advice(
        situation,
        recommended,
        with_care,
        tuple(entry for entry in judged if entry.standing == "avoid"),
        tuple(_asked(metric, known, recommended, situation, needs, counts) for metric in wanted),
        tuple(_suggestions(situation, counts, recommended)),
    )


def _answers(
    situation: Situation, needs: list[Requirement], cm: Confusion
) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Return what papers recommend: the first few that meet all that binds, and those to be used with care."""
    met: dict[str, Entry] = {}
    missed: dict[str, Entry] = {}
    for candidate in candidates_in(situation):
        metric = registry[candidate.metric]
        answer = Reason(
            candidate.reason.format(positive=some([situation.positive])), candidate.source, further=candidate.further
        )
        binding = _judged(metric, situation, (need for need in needs if need.force in BINDING))
        others = _judged(metric, situation, (need for need in needs if need.force not in BINDING))
        dissents = _dissents(metric, situation)
        missing = _missing(metric, situation, cm)
        reasons = _ordered([answer, *missing, *binding, *dissents, *others])
        if not meets(metric, situation, needs, cm):
            missed[metric.id] = _valued(metric, "with care", reasons, situation, cm)
        elif len(met) < MOST:
            met[metric.id] = _valued(metric, "recommended", reasons, situation, cm)
    return tuple(met.values()), tuple(missed.values())


def candidates_in(situation: Situation) -> Iterable[Candidate]:
    """Yield which metrics answer the question of a situation, the best first, each by the first row that fits."""
    seen = set()
    for candidate in CANDIDATES:
        metric = registry[candidate.metric]
        as_counted = metric.weighted and situation.weights_are_shares and situation.shares_change
        if metric.id not in seen and not as_counted and candidate.when(situation):
            seen.add(metric.id)
            yield candidate


def meets(metric: Metric, situation: Situation, needs: Iterable[Requirement], cm: Confusion) -> bool:
    """Return whether a metric meets all that binds, has a value here, and no source speaks against it."""
    if any(need.missed_by(metric, situation) for need in needs if need.force in BINDING):
        return False
    return not _dissents(metric, situation) and not _missing(metric, situation, cm)


def _entry(
    metric: Metric, recommended: Iterable[Entry], situation: Situation, needs: list[Requirement], cm: Confusion
) -> Entry:
    """Return a metric to avoid, for what speaks against no recommended one; or one that fits."""
    shared = {reason.sentence for entry in recommended for reason in entry.reasons if reason.against}
    found = _judged(metric, situation, (need for need in needs if need.force in ("must", "wish")))
    grounds = [reason for reason in found if reason.against and reason.sentence not in shared]
    if grounds:
        return _valued(metric, "avoid", grounds, situation, cm)
    cares = _judged(metric, situation, (need for need in needs if need.force == "care"))
    reasons = _ordered([*found, *cares, *_dissents(metric, situation)])
    nothing = Reason("Nothing that is asked for speaks against it.", "atlas")
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
        what = "with these parameters" if metric.builtin else "as it is your own"
        in_python, in_a_shell = f"sy.audit({metric.name!r})", f"steelyard audit {shlex.quote(metric.name)}"
        unknown = _in_both(
            lambda audit: f"The atlas does not have {metric.name} {what}: {audit} looks for counterexamples.",
            "atlas",
            (in_python,),
            (in_a_shell,),
        )
        return _valued(metric, "not judged", [unknown], situation, cm)
    return known.get(metric.id) or _entry(metric, recommended, situation, needs, cm)


def _judged(metric: Metric, situation: Situation, needs: Iterable[Requirement]) -> list[Reason]:
    return [reason for need in needs if (reason := need.judge(metric, situation)) is not None]


def _ordered(reasons: list[Reason]) -> list[Reason]:
    """Return what speaks for a metric before what speaks against it."""
    return sorted(reasons, key=lambda reason: reason.against)


def _dissents(metric: Metric, situation: Situation) -> list[Reason]:
    return [
        Reason(dissent.sentence, dissent.source, against=True)
        for dissent in DISSENTS
        if metric.id in dissent.metrics and dissent.when(situation)
    ]


def _valued(metric: Metric, standing: Standing, reasons: list[Reason], situation: Situation, cm: Confusion) -> Entry:
    """Return an entry with its value; of several matrices, with their values if it is recommended."""
    of = situation.positive if metric.kind == "rate" else None
    if cm.shape and standing != "recommended":
        return Entry(metric, standing, tuple(reasons), of)
    values, found = _values(metric, situation, cm)
    if cm.shape:
        names = (tuple(zip(cm.axes, keys, strict=True)) for keys in product(*cm.axes.values()))
        by_slice = tuple((name, _known(value)) for name, value in zip(names, values.ravel(), strict=True))
        return Entry(metric, standing, tuple(reasons), of, values=by_slice)
    if np.isnan(values) and standing in ("fits", "not judged"):
        reasons = [*reasons, _undefined_here(found, cm)]
    return Entry(metric, standing, tuple(reasons), of, _known(values))


def _values(metric: Metric, situation: Situation, cm: Confusion) -> tuple[Floats, Measured]:
    """Return the values of a metric, of a rate those of the positive class, and how they came about."""
    (found,) = apply([metric], cm, importance=list(situation.weights))
    return found.value[..., situation.positive_place] if metric.kind == "rate" else found.value, found


def _missing(metric: Metric, situation: Situation, cm: Confusion) -> list[Reason]:
    """Return that a metric has no value here, or one that leaves out classes which matter and have items.

    A class without items leaves by itself: there is nothing to say about it.
    """
    values, found = _values(metric, situation, cm)
    if np.isnan(values).any():
        several = Reason("It is undefined for some of these.", "computed", against=True)
        return [several if cm.shape else _undefined_here(found, cm)]
    if metric.kind == "rate" or found.left_out is None:
        return []
    there = np.array(situation.sizes) > 0
    (of_these,) = apply([metric], cm, importance=np.where(there, situation.weights, 0))
    if complete([of_these]).all():
        return []
    out = found.left_out.reshape(-1, len(there)).any(axis=0) & there & (np.array(situation.weights) > 0)
    named = some([situation.labels[place] for place in np.flatnonzero(out)])
    return [Reason(f"It leaves out {named}, which has items.", "computed", against=True)]


def _undefined_here(found: Measured, cm: Confusion) -> Reason:
    return Reason(f"It is undefined here: {why(found, cm, (), found.out(()))}.", "computed", against=True)


def _known(value: Any) -> float | None:
    return float(value) if np.isfinite(value) else None


def _suggestions(situation: Situation, cm: Confusion, recommended: Sequence[Entry]) -> Iterable[Reason]:
    """Yield what else to consider."""
    if not recommended and not situation.shares_change:
        yield Reason(
            "Report the recall and the precision of each class: no single number says it all.", "by definition"
        )
    if not situation.stated and situation.skewed and min(situation.sizes) > 0:
        weights = rarity().weights(Confusion(np.diag(situation.sizes), situation.labels))
        first = int(np.argmax(weights))
        yield _in_both(
            lambda how: (
                f"Class sizes differ: if rare classes matter more, say {how}; class {some([situation.labels[first]])} "
                f"would then have {percentage(weights[first])} of the weight."
            ),
            f"{BRANCO}, section 4.2 (PREV)",
            ("importance='rarity'",),
            ("--importance rarity",),
        )
    yield from _false_alarms_unseen(situation, cm)
    if situation.weights_are_shares and situation.shares_change:
        yield _in_both(
            lambda weights, option: (
                f"'{situation.importance}' weights each class by its share: every item counts alike, and no average "
                f"stays the same when shares change. State weights that stay, such as {weights}, or say that shares "
                f"stay{option}."
            ),
            f"{MULLICK}, Condition 1",
            ("importance={'a': 2, 'b': 1}", ""),
            ("--importance 'a=2, b=1'", " (--shares-fixed)"),
        )
    elif situation.weights_follow_sizes and situation.shares_change:
        yield Reason(
            f"'{situation.importance}' takes its weights from the class sizes of this test: keep these weights where "
            "shares change, else the values change with them.",
            f"{MULLICK}, Condition 1",
        )
    if situation.worse is not None and _changes_nothing(situation, cm):
        errors = situation.worse.replace("_", " ")
        whose = (
            "The importance says whose errors are worse"
            if situation.stated
            else "State an importance to say whose errors are worse"
        )
        yield Reason(
            f"That {errors} are worse changes nothing: of several classes, what one misses is a false alarm of "
            f"another. {whose}.",
            "by definition",
        )


def _false_alarms_unseen(situation: Situation, cm: Confusion) -> Iterable[Reason]:
    """Yield how many answers for the rare class are wrong, where most are and what is recommended does not tell it."""
    if not (situation.two and situation.shares_change and not situation.stated and situation.skewed) or cm.shape:
        return
    called, wrong = _called_and_wrong(situation, cm)
    if wrong > called / 2:
        yield _in_both(
            lambda how: (
                f"{_wrong_answers(situation, cm)} wrong at these class shares, which metrics that hold for all shares "
                f"do not tell. If shares stay, say {how}."
            ),
            "computed",
            ("shares_change=False",),
            ("--shares-fixed",),
        )


def _in_both(told: Callable[..., str], source: str, in_python: tuple[str, ...], in_a_shell: tuple[str, ...]) -> Reason:
    """Return a reason that says how something is written in Python and on the command line."""
    return Reason(told(*in_python), source, on_command_line=told(*in_a_shell))


def _called_and_wrong(situation: Situation, cm: Confusion) -> tuple[float, float]:
    called = float(cm.predicted[situation.positive_place])
    return called, called - float(cm.correct[situation.positive_place])


def _wrong_answers(situation: Situation, cm: Confusion) -> str:
    """Return how many answers are, or which part of their weight is: weights are no numbers of answers."""
    named = some([situation.positive])
    called, wrong = _called_and_wrong(situation, cm)
    part = percentage(wrong / called)
    if not cm.is_weighted and not (called.is_integer() and wrong.is_integer()):
        return f"{part} of the weight of the answers {named} is"
    rows, wrong_rows = _called_and_wrong(situation, cm.counted_items())
    weigh = f", {part} of their weight," if cm.is_weighted else ""
    return f"{wrong_rows:,.0f} of the {rows:,.0f} answers {named}{weigh} are"


def _changes_nothing(situation: Situation, cm: Confusion) -> bool:
    """Return whether the same metrics, and some, are advised if no kind of error is worse."""
    here, otherwise = (
        [[entry.metric.id for entry in part] for part in _answers(each, required(each), cm)]
        for each in (situation, replace(situation, worse=None))
    )
    return here == otherwise != [[], []]
