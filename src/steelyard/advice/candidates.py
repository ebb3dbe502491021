"""Which metrics answer a situation's question, a table with reasons and sources; and the few that counts call for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from steelyard.advice.advice import Ground, Reason
from steelyard.advice.requirements import BINDING, BRANCO, Requirement, required
from steelyard.advice.situation import Situation, situation_of
from steelyard.counts.confusion import Confusion
from steelyard.importance import Importance
from steelyard.importance.mechanisms import uniform
from steelyard.lab.audits.verdict import MULLICK
from steelyard.measuring.apply import Measured, apply, complete
from steelyard.measuring.apply import reason as why
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import metrics as registry
from steelyard.type_names import Floats

SECTION_6 = f"{MULLICK}, section 6"
TABLE_5 = f"{BRANCO}, Table 5"
SAITO = "Saito and Rehmsmeier 2015, PLoS ONE 10(3)"
CHICCO = "Chicco and Jurman 2020, BMC Genomics 21:6"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A metric that answers the question of some situations.

    Attributes
    ----------
    metric
        Its id.
    when
        In which situations.
    reason, source, further
        What it answers there, who says so, and who else. "{positive}" is the class that a rate is about.
    """

    metric: str
    when: Callable[[Situation], bool]
    reason: str
    source: str
    further: str = ""


def _misses(s: Situation) -> bool:
    return s.two and s.worse == "misses"


def _false_alarms(s: Situation) -> bool:
    return s.two and s.worse == "false_alarms"


def _several_false_alarms(s: Situation) -> bool:
    return not s.two and s.worse == "false_alarms"


def _shares_stay(s: Situation) -> bool:
    """Classes differ in size and will go on so: what an alarm is worth then depends on the sizes, and can be told."""
    return not s.shares_change and not s.stated and s.skewed and s.worse != "false_alarms"


def _costs_differ(s: Situation) -> bool:
    return s.stated and not s.two and not s.weights_are_shares


CANDIDATES: tuple[Candidate, ...] = (
    Candidate(
        "g_mean",
        lambda s: s.every_class,
        "The geometric mean of the recalls: good only if every class is recognised.",
        SECTION_6,
    ),
    Candidate(
        "recall",
        _misses,
        "The share of {positive} that is found: misses count, false alarms do not.",
        SECTION_6,
    ),
    Candidate(
        "f",
        lambda s: s.two and _shares_stay(s),
        "Precision and recall of {positive} in one, at these class shares: a false alarm costs what a miss costs.",
        f"{BRANCO}, eq. 3",
        f"precision rather than the false alarm rate where classes are skewed: {SAITO}",
    ),
    Candidate(
        "mcc",
        lambda s: s.two and _shares_stay(s),
        "High only if both classes are found and both answers are mostly right, at these class shares.",
        CHICCO,
    ),
    Candidate(
        "precision",
        lambda s: s.two and _shares_stay(s) and s.worse is None,
        "The share of those called {positive} that are, at these class shares: what an alarm is worth.",
        SAITO,
    ),
    Candidate(
        "precision",
        lambda s: _false_alarms(s) and not s.shares_change,
        "The share of those called {positive} that are, at these class shares: false alarms count.",
        SECTION_6,
    ),
    Candidate(
        "one_point_aurpc",
        lambda s: _false_alarms(s) and not s.shares_change,
        "The mean of precision and recall of {positive}: false alarms count, and misses, too.",
        SECTION_6,
    ),
    Candidate(
        "mprecision",
        _false_alarms,
        "The precision of {positive} at equal class shares: for precision where they may change.",
        SECTION_6,
    ),
    Candidate(
        "one_point_maurpc",
        _false_alarms,
        "The mean of mprecision and recall of {positive}: for one_point_aurpc where shares may change.",
        SECTION_6,
    ),
    Candidate(
        "macro_precision",
        lambda s: _several_false_alarms(s) and not s.shares_change,
        "The mean precision of the classes, at these class shares: false alarms count.",
        f"{BRANCO}, eq. 5",
    ),
    Candidate(
        "one_point_aurpc_ova",
        lambda s: _several_false_alarms(s) and not s.shares_change,
        "The mean of precision and recall over the classes: false alarms count, and misses, too.",
        SECTION_6,
    ),
    Candidate(
        "one_point_maurpc_ova",
        _several_false_alarms,
        "Recall, and precision at equal class shares, over the classes: false alarms count.",
        SECTION_6,
    ),
    Candidate(
        "balanced_accuracy",
        lambda s: not s.two and s.worse == "misses",
        "The mean recall of the classes: it counts misses.",
        SECTION_6,
    ),
    Candidate(
        "mean_f",
        lambda s: not s.two and _shares_stay(s),
        "The mean F of the classes, at these class shares: false alarms count as misses do.",
        f"{BRANCO}, eq. 7",
    ),
    Candidate(
        "balanced_accuracy",
        lambda s: s.stated,
        "The mean recall of the classes, weighted by importance.",
        TABLE_5,
    ),
    Candidate(
        "macro_precision",
        lambda s: s.stated,
        "The mean precision of the classes, weighted by importance.",
        TABLE_5,
    ),
    Candidate(
        "f_of_averages",
        lambda s: s.stated,
        "F of mean precision and mean recall, weighted by importance.",
        TABLE_5,
    ),
    Candidate(
        "mean_f",
        lambda s: s.stated,
        "The mean F of the classes, weighted by importance.",
        TABLE_5,
    ),
    Candidate(
        "cba",
        lambda s: s.stated,
        "The worse of precision and recall of each class, weighted by importance.",
        TABLE_5,
    ),
    Candidate(
        "one_point_maurpc_ova",
        lambda s: s.stated,
        "Recall, and precision at equal class shares, weighted by importance.",
        SECTION_6,
        f"weighted as in {BRANCO}, section 4.1",
    ),
    Candidate(
        "one_point_nauroc_ova",
        _costs_differ,
        "It may be used where errors of different classes cost differently.",
        SECTION_6,
    ),
    Candidate(
        "one_point_aurpc_ova",
        _costs_differ,
        "It may be used where errors of different classes cost differently.",
        SECTION_6,
    ),
    Candidate(
        "balanced_accuracy",
        lambda s: not s.two or s.classes_change,
        "The mean recall of the classes: each counts alike, however few items it has.",
        SECTION_6,
    ),
    Candidate(
        "g_mean",
        lambda s: s.two,
        "It shows if one class is neglected, as it leans to the class recognised worse; one class at 0 sets it to 0 "
        "(Condition 3).",
        SECTION_6,
    ),
    Candidate(
        "balanced_accuracy",
        lambda s: s.worse != "false_alarms",
        "The mean recall of both classes; with two classes it is the same as one_point_auroc.",
        SECTION_6,
    ),
    Candidate(
        "one_point_maurpc",
        lambda s: s.two and s.worse is None and not s.stated,
        "The mean of recall of {positive} and of its precision at equal class shares.",
        SECTION_6,
    ),
    Candidate(
        "mprecision",
        lambda s: s.two and s.worse is None and not s.stated,
        "The precision of {positive} at equal class shares.",
        SECTION_6,
    ),
    Candidate(
        "one_point_maurpc_ova",
        lambda s: not s.two or s.classes_change,
        "Recall, and precision at equal class shares, over the classes.",
        SECTION_6,
    ),
    Candidate(
        "one_point_aurpc_ova",
        lambda s: not s.two and not s.shares_change,
        "The mean of precision and recall over the classes, at these class shares.",
        SECTION_6,
    ),
    Candidate(
        "mcc",
        lambda s: not s.two and _shares_stay(s),
        "How far answers and truth go together over all cells, at these class shares.",
        "Gorodkin 2004",
    ),
    Candidate(
        "g_mean",
        lambda s: not s.two,
        "The geometric mean of the recalls: a 0 shows that a class is never recognised.",
        SECTION_6,
    ),
)
"""A metric's first row that fits counts. Of all that fit and miss nothing that binds, the first few are recommended."""

IN_USE_FOR_TWO = (
    "accuracy",
    "f",
    "precision",
    "recall",
    "mcc",
    "kappa",
    "one_point_aurpc",
    "cba",
    "average_accuracy",
    "rci",
    "cen",
)
IN_USE_FOR_SEVERAL = (
    "accuracy", "mean_f", "f_of_averages", "macro_precision", "mcc", "kappa", "one_point_auroc_ova",
    "one_point_auroc_ovo", "one_point_aurpc_ova",
    "one_point_nauroc_ova", "cba", "average_accuracy", "rci", "cen", "g_mean",
)  # fmt: skip
"""Metrics that people report, of which the ones to avoid are told."""


@dataclass(frozen=True, slots=True)
class Dissent:
    """What a source says against a metric in some situations."""

    metrics: tuple[str, ...]
    when: Callable[[Situation], bool]
    sentence: str
    source: str


DISSENTS: tuple[Dissent, ...] = (
    Dissent(
        ("mean_f", "cba"),
        lambda s: s.stated,
        "It was low in one case although the classes that matter were recognised.",
        f"{BRANCO}, Table 5, Case 1, partial order",
    ),
    Dissent(
        ("g_mean",),
        lambda s: not s.two and not s.every_class,
        "A 0 for it where two of three classes are perfect was found misleading.",
        f"{BRANCO}, section 3, Case 1",
    ),
)
"""What a source says against metrics: of those that are recommended, to use them with care."""


# Which of them answer a situation, and whether a metric meets what it asks for on the counts at hand.


MOST_RECOMMENDED = 4
"""How many metrics are recommended at most."""


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
    return not dissents(metric, situation) and not missing_here(metric, situation, cm)


def dissents(metric: Metric, situation: Situation) -> list[Reason]:
    """Return what sources say against a metric in a situation."""
    return [
        Reason(Ground("declared", text=dissent.sentence, positive=None), dissent.source, against=True)
        for dissent in DISSENTS
        if metric.id in dissent.metrics and dissent.when(situation)
    ]


def values_here(metric: Metric, situation: Situation, cm: Confusion) -> tuple[Floats, Measured]:
    """Return the values of a metric, of a rate those of the positive class, and how they came about."""
    (measured,) = apply([metric], cm, importance=list(situation.weights))
    return measured.value[..., situation.positive_place] if metric.kind == "rate" else measured.value, measured


def missing_here(metric: Metric, situation: Situation, cm: Confusion) -> list[Reason]:
    """Return that a metric has no value here, or one that leaves out classes which matter and have items.

    A class without items leaves by itself: there is nothing to say about it.
    """
    values, measured = values_here(metric, situation, cm)
    if np.isnan(values).any():
        several = Reason(Ground("undefined_for_some"), "computed", against=True)
        return [several if cm.shape else undefined_here(measured, cm)]
    if metric.kind == "rate" or measured.left_out is None:
        return []
    there = np.array(situation.sizes) > 0
    (of_these,) = apply([metric], cm, importance=np.where(there, situation.weights, 0))
    if complete([of_these]).all():
        return []
    out = measured.left_out.reshape(-1, len(there)).any(axis=0) & there & (np.array(situation.weights) > 0)
    labels = tuple(situation.labels[place] for place in np.flatnonzero(out))
    return [Reason(Ground("leaves_out", labels=labels), "computed", against=True)]


def undefined_here(measured: Measured, cm: Confusion) -> Reason:
    """Return that a metric is undefined on these counts, and why."""
    ground = Ground("undefined_here", why=why(measured, cm, (), measured.out(())))
    return Reason(ground, "computed", against=True)


# The few averages that counts call for: what `advise` recommends, if class shares may change and if they stay.


MOST_CALLED = 5
"""So many averages are shown first."""

ENOUGH = 4
"""If fewer are recommended, metrics in use follow."""

MOST_CLASSES = 1000
"""Of more classes, what needs a matrix of all of them is not looked for."""


@dataclass(frozen=True, slots=True)
class CalledFor:
    """The metrics that a situation calls for.

    Attributes
    ----------
    anywhere
        Recommended if class shares may change: class shares alone do not change them.
    here
        Recommended if class shares stay as they are.
    in_use
        What many report and nothing speaks against at these class shares: only where the others are few.
    own
        A user's own metrics.
    weights_follow_sizes
        Whether the weights are taken from the class sizes, so that they would change with the shares.
    """

    anywhere: tuple[Metric, ...]
    here: tuple[Metric, ...] = ()
    in_use: tuple[Metric, ...] = ()
    own: tuple[Metric, ...] = ()
    weights_follow_sizes: bool = False

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """All of them, the first to look at first."""
        return (*self.anywhere, *self.here, *self.in_use, *self.own)


def called_for(
    cm: Confusion, importance: Importance, among: Sequence[Metric], misleading: Collection[str] = ()
) -> CalledFor:
    """Return about five of some metrics, by the rules of `advise`; rates of classes stand in a table of their own.

    What is known to mislead on these counts is taken only if it holds at any class shares.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.measuring.registry import chosen
    >>> cm = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])
    >>> [metric.id for metric in called_for(cm, sy.importance.uniform(), chosen(None)).metrics]
    ['g_mean', 'balanced_accuracy', 'mcc', 'kappa']
    """
    known = {metric.name: metric for metric in among}
    own = tuple(metric for metric in among if not metric.builtin)
    if np.count_nonzero(cm.each_item_once().support) < 2:  # there is nothing to advise on: one class is all there is
        return CalledFor((), in_use=tuple(known[name] for name in ("accuracy",) if name in known), own=own)
    said = None if isinstance(importance, uniform) else importance
    moving = situation_of(cm, said, shares_change=True, classes_change=False, worse=None, every_class=False)
    staying = replace(moving, shares_change=False)
    anywhere = _recommended(moving, cm, known)
    if moving.classes > MOST_CLASSES:
        return CalledFor(anywhere, own=own, weights_follow_sizes=moving.weights_follow_sizes)
    others = {name: known[name] for name in known if known[name] not in anywhere and name not in misleading}
    here = _recommended(staying, cm, others)[: MOST_CALLED - len(anywhere)]
    more = max(0, ENOUGH - len(anywhere) - len(here))
    in_use = _in_use(staying, cm, [metric for metric in others.values() if metric not in here])[:more] if more else []
    return CalledFor(anywhere, here, tuple(in_use), own, moving.weights_follow_sizes)


def _recommended(situation: Situation, cm: Confusion, known: dict[str, Metric]) -> tuple[Metric, ...]:
    """Return the averages among what `advise` recommends."""
    needs = required(situation)
    advised: list[Metric] = []
    for candidate in candidates_in(situation):
        metric = registry[candidate.metric]
        if len(advised) < MOST_RECOMMENDED and meets(metric, situation, needs, cm):
            advised.append(metric)
    return tuple(metric for metric in advised if metric.name in known)


def _in_use(situation: Situation, cm: Confusion, among: Iterable[Metric]) -> list[Metric]:
    """Return the metrics in use that meet all that is asked for, wishes included."""
    names = IN_USE_FOR_TWO if situation.two else IN_USE_FOR_SEVERAL
    needs = required(situation)
    by_name = {metric.id: metric for metric in among if metric.id in names and not metric.fixed}
    asked_for = [need for need in needs if need.force in ("must", "care", "wish")]
    return [
        by_name[name]
        for name in names
        if name in by_name
        and not any(need.missed_by(by_name[name], situation) for need in asked_for)
        and meets(by_name[name], situation, needs, cm)
    ]
