"""What a situation asks of a metric: a table of requirements, each with its reason and its source."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from steelyard.advice.advice import Ground, Kind, Reason
from steelyard.advice.situation import Situation
from steelyard.counts.confusion import Confusion
from steelyard.evaluation.misleading import TEMPTING, answers, constant_answers
from steelyard.lab.atlas import Reference, nearest_classes
from steelyard.lab.audits.verdict import MULLICK
from steelyard.measuring.apply import apply
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats

Force = Literal["must", "care", "wish", "remark"]
"""A metric that misses a must or a care is not recommended: if a paper does so all the same, it is to be used with
care. One that misses a must or a wish is to be avoided, unless a recommended one misses it, too. A remark is told about
what papers recommend alone."""

BINDING: tuple[Force, ...] = ("must", "care")

BRANCO = "Branco et al. 2017"
CONDITION_1 = f"{MULLICK}, Condition 1"
TABLE_3 = f"{BRANCO}, section 3 and Table 3"
OF_ONE_CLASS = "by definition: it is about one class"

THEOREMS = {
    ("g_mean", "condition_1", "two"): 1,
    ("one_point_auroc", "condition_1", "two"): 1,
    ("precision", "condition_1", "two"): 1,
    ("one_point_aurpc", "condition_1", "two"): 1,
    ("mprecision", "condition_1", "two"): 2,
    ("one_point_maurpc", "condition_1", "two"): 2,
    **{
        (metric, condition, "several"): 3
        for metric in (
            "g_mean",
            "balanced_accuracy",
            "one_point_auroc_ovo",
            "one_point_auroc_ova",
            "one_point_aurpc_ova",
        )
        for condition in ("condition_1", "condition_2")
    },
    ("one_point_maurpc_ova", "condition_1", "several"): 4,
    ("one_point_maurpc_ova", "condition_2", "several"): 4,
    ("g_mean", "condition_3", "several"): 5,
    ("balanced_accuracy", "condition_3", "several"): 5,
    ("one_point_maurpc_ova", "condition_3", "several"): 5,
}
"""Which theorem of Mullick et al. says so."""


@dataclass(frozen=True, slots=True)
class Requirement(ABC):
    """Something that a situation asks of a metric.

    Attributes
    ----------
    when
        In which situations.
    force
        How strongly.
    kept, broken
        What is stated of a metric that meets it (nothing, if None), and of one that misses it.
    """

    when: Callable[[Situation], bool]
    force: Force
    kept: Kind | None
    broken: Kind

    @abstractmethod
    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        """Return a reason for or against a metric; None if nothing is known or nothing need be said."""

    def missed_by(self, metric: Metric, situation: Situation) -> bool:
        """Return whether there is a reason against a metric."""
        reason = self.judge(metric, situation)
        return reason is not None and reason.against


@dataclass(frozen=True, slots=True)
class OfProperty(Requirement):
    """A property of the atlas that is wanted (or, not wanted): with one class more as well, if classes may be added."""

    property: str
    wanted: bool = True

    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        if self._one_class(metric):
            return None if self.wanted else Reason(Ground(self.broken), OF_ONE_CLASS, against=True)
        references = self._references(metric, situation)
        refuted = self._refuted(references)
        if refuted is not None:
            verdict = refuted.verdict()
            # An example of everyday size says more than the smallest one.
            witness = (verdict.illustration or verdict.witness) if self.wanted else None
            example = None if witness is None else Ground("atlas_example", witness=witness)
            return Reason(Ground(self.broken), _atlas([refuted]), against=True, witness=refuted, example=example)
        if self.kept is None or any(reference.holds() is None for reference in references):
            return None
        values = KEPT_WITH[self.kept](metric, situation) if self.kept in KEPT_WITH else {}
        return Reason(Ground(self.kept, **values), _atlas(references), witness=references[0])

    def missed_by(self, metric: Metric, situation: Situation) -> bool:
        """Return the same, without the matrices that show it."""
        if self._one_class(metric):
            return not self.wanted
        return self._refuted(self._references(metric, situation)) is not None

    def _one_class(self, metric: Metric) -> bool:
        """Return whether a metric is about one class, behind which no other can hide."""
        return self.property == "condition_3" and metric.kind == "rate"

    def _references(self, metric: Metric, situation: Situation) -> list[Reference]:
        more = situation.classes + situation.classes_change
        numbers = dict.fromkeys(map(nearest_classes, (situation.classes, more)))
        return [Reference(metric.id, self.property, number) for number in numbers]

    def _refuted(self, references: Sequence[Reference]) -> Reference | None:
        return next((one for one in references if one.holds() is not None and one.holds() is not self.wanted), None)


def _atlas(references: Sequence[Reference]) -> Ground:
    """Return verdicts of the atlas as a source, each with the theorem that says the same, if there is one."""
    return Ground("atlas", cited=tuple((_theorem(one), one, one.verdict().status) for one in references))


def _theorem(reference: Reference) -> int | None:
    return THEOREMS.get((reference.metric, reference.property, "two" if reference.classes == 2 else "several"))


def _followed(metric: Metric, situation: Situation) -> dict[str, Any]:
    """Return the importance by which the weights of a metric follow the class sizes, so that shares move it, if any."""
    return {"followed": situation.importance if metric.weighted and situation.weights_follow_sizes else None}


def _idle(_: Metric, situation: Situation) -> dict[str, Any]:
    """Return which classes can be given up all the same: those without weight or items."""
    every = zip(situation.labels, situation.weights, situation.sizes, strict=True)
    return {"idle": tuple(label for label, weight, size in every if not (weight > 0 and size > 0))}


KEPT_WITH: dict[Kind, Callable[[Metric, Situation], dict[str, Any]]] = {
    "shares_do_not_move_it": _followed,
    "shares_would_not_move_it": _followed,
    "no_class_given_up": _idle,
}
"""The values of what is stated of metrics that meet a requirement, for kinds that have some."""


@dataclass(frozen=True, slots=True)
class WeightsAreNotShares(Requirement):
    """The weights of an average are not the class shares themselves."""

    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        if not (metric.weighted and situation.weights_are_shares):
            return None
        example = Ground("shares_as_weights", importance=situation.importance)
        return Reason(Ground(self.broken), CONDITION_1, against=True, example=example)


@dataclass(frozen=True, slots=True)
class FollowsImportance(Requirement):
    """The metric follows the stated importance by itself, or is about the class that matters."""

    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        of_the_class_that_matters = metric.kind == "rate" and situation.worse is not None
        as_counted = metric.kind == "whole" and situation.weights_are_shares
        if metric.weighted or of_the_class_that_matters or as_counted:
            return None
        if metric.kind == "rate":
            return Reason(Ground("about_one_class"), "by definition", against=True)
        return Reason(Ground(self.broken), TABLE_3, against=True)


@dataclass(frozen=True, slots=True)
class NoTemptingConstant(Requirement):
    """Giving always the same answer, whichever, does not score high at these class sizes and weights."""

    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        share, value, answer = _best_constant(metric, situation)
        if not share > TEMPTING:
            return None
        label = situation.labels[answer]
        example = Ground("constant_gets", answer=label, value=value)
        return Reason(Ground(self.broken, answer=label), "computed", against=True, example=example)


def _best_constant(metric: Metric, situation: Situation) -> tuple[float, float, int]:
    """Return the best that always the same answer gets: from 0 (worst) to 1 (best), the value, and the answer.

    Classes that are never predicted count as 0: left out, they would make it look better. Of equal answers that for
    the largest class is returned.
    """
    sizes = np.array(situation.sizes)
    given = answers(sizes, np.array(situation.weights))
    cm = Confusion(constant_answers(sizes, given), situation.labels)
    (measured,) = apply([metric], cm, importance=list(situation.weights), undefined="zero")
    values = measured.value[:, situation.positive_place] if metric.kind == "rate" else measured.value
    shares = np.nan_to_num(metric.normalised(values, measured.relevance, measured.arguments), nan=-1.0)
    best = max(range(len(given)), key=lambda i: (round(float(shares[i]), 12), sizes[given[i]]))
    return float(shares[best]), float(values[best]), int(given[best])


ALARMS, SEEN = 9, 1 / 3
"""So many false alarms beside each hit must cost at least this part of what missing all of the class costs."""


@dataclass(frozen=True, slots=True)
class SeesFalseAlarms(Requirement):
    """Nine false alarms beside each hit of the rarest class cost a good part of what missing the class costs.

    Where shares may change this would ask too much: the same classifier has more or fewer false alarms then. Where they
    stay, the recalls alone do not tell what an alarm is worth: at 97 : 3, nine of ten may be false and the mean recall
    is 0.86, at 999 : 1 it is 0.995.
    """

    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        of_misses = metric.kind == "rate" or (metric.average_of == "recall" and not situation.two)
        if situation.worse == "misses" and of_misses:  # what is asked for, and its reason says what it counts
            return None
        shares, values, alarms = _beside_alarms(metric, situation)
        perfect, alarmed, missed = shares
        if np.isnan(shares).any() or perfect - alarmed >= SEEN * (perfect - missed):
            return None
        rarest = situation.rarest
        example = Ground(
            "alarms_and_misses",
            label=situation.labels[rarest],
            size=situation.sizes[rarest],
            alarms=alarms,
            with_alarms=float(values[1]),
            missed=float(values[2]),
        )
        return Reason(Ground(self.broken), "computed", against=True, example=example)


def _beside_alarms(metric: Metric, situation: Situation) -> tuple[Floats, Floats, float]:
    """Return how good, and what, three classifiers get, and the false alarms of the second.

    The first makes no errors, the second finds the rarest class among false alarms from the largest, the third answers
    the largest class instead of it. Classes that are never predicted count as 0.
    """
    sizes, rarest, largest = np.array(situation.sizes), situation.rarest, int(np.argmax(situation.sizes))
    alarms = min(ALARMS * sizes[rarest], sizes[largest])
    counts = np.stack([np.diag(sizes)] * 3)
    counts[1, largest, (largest, rarest)] += (-alarms, alarms)
    counts[2, rarest, (rarest, largest)] += (-sizes[rarest], sizes[rarest])
    cm = Confusion(counts, situation.labels)
    (measured,) = apply([metric], cm, importance=list(situation.weights), undefined="zero")
    values = measured.value[:, rarest] if metric.kind == "rate" else measured.value
    return metric.normalised(values, measured.relevance, measured.arguments), values, float(alarms)


REQUIREMENTS: tuple[Requirement, ...] = (
    OfProperty(
        when=lambda s: s.shares_change,
        force="must",
        kept="shares_do_not_move_it",
        broken="shares_move_it",
        property="condition_1",
    ),
    WeightsAreNotShares(
        when=lambda s: s.shares_change,
        force="must",
        kept=None,
        broken="weights_move_it",
    ),
    OfProperty(
        when=lambda s: s.classes_change,
        force="must",
        kept="scale_stays",
        broken="scale_moves",
        property="condition_2",
    ),
    FollowsImportance(
        when=lambda s: s.stated,
        force="must",
        kept=None,
        broken="importance_unknown_to_it",
    ),
    OfProperty(
        when=lambda s: s.every_class,
        force="care",
        kept="no_class_given_up",
        broken="failing_class_unseen",
        property="condition_3",
        wanted=False,
    ),
    OfProperty(
        when=lambda s: (not s.two or s.classes_change) and not s.every_class,
        force="care",
        kept="failing_class_hides_nothing",
        broken="failing_class_hides_all",
        property="condition_3",
    ),
    SeesFalseAlarms(
        when=lambda s: not s.shares_change and not s.stated and s.skewed,
        force="care",
        kept=None,
        broken="false_alarms_unseen",
    ),
    NoTemptingConstant(
        when=lambda _: True,
        force="wish",
        kept=None,
        broken="constant_scores_high",
    ),
    OfProperty(
        when=lambda _: True,
        force="wish",
        kept=None,
        broken="hit_can_lower_it",
        property="monotone",
    ),
    OfProperty(
        when=lambda _: True,
        force="wish",
        kept=None,
        broken="best_with_errors",
        property="best_only_perfect",
    ),
    OfProperty(
        when=lambda s: not s.shares_change and not s.weights_are_shares,
        force="remark",
        kept="shares_would_not_move_it",
        broken="compare_at_same_shares",
        property="condition_1",
    ),
)
"""The first are the most telling."""


def required(situation: Situation) -> list[Requirement]:
    """Return what a situation asks for."""
    return [requirement for requirement in REQUIREMENTS if requirement.when(situation)]
