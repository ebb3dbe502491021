"""What a situation asks of a metric: a table of requirements, each with its reason and its source."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from steelyard.advice.advice import Reason, Reference
from steelyard.advice.situation import Situation
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import some
from steelyard.evaluation.seen import TEMPTING, answers, constant_answers
from steelyard.measuring.apply import apply
from steelyard.measuring.record import Metric
from steelyard.measuring.view import Floats

Force = Literal["must", "care", "wish", "remark"]
"""A metric that misses a must or a care is not recommended: if a paper does so all the same, it is to be used with
care. One that misses a must or a wish is to be avoided, unless a recommended one misses it, too. A remark is told about
what papers recommend alone."""

BINDING: tuple[Force, ...] = ("must", "care")

ALARMS, SEEN = 9, 1 / 3
"""So many false alarms beside each hit must cost at least this part of what missing all of the class costs."""

MULLICK = "Mullick et al. 2020"
BRANCO = "Branco et al. 2017"

THEOREMS = {
    ("g_mean", "condition_1", "two"): 1,
    ("auroc", "condition_1", "two"): 1,
    ("precision", "condition_1", "two"): 1,
    ("aurpc", "condition_1", "two"): 1,
    ("mprecision", "condition_1", "two"): 2,
    ("maurpc", "condition_1", "two"): 2,
    **{
        (metric, condition, "several"): 3
        for metric in ("g_mean", "balanced_accuracy", "auroc_ovo", "auroc_ova", "aurpc_ova")
        for condition in ("condition_1", "condition_2")
    },
    ("maurpc_ova", "condition_1", "several"): 4,
    ("maurpc_ova", "condition_2", "several"): 4,
    ("g_mean", "condition_3", "several"): 5,
    ("balanced_accuracy", "condition_3", "several"): 5,
    ("maurpc_ova", "condition_3", "several"): 5,
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
        What is said of a metric that meets it (nothing, if empty), and of one that misses it. "{if_kept}", "{but}" and
        "{answer}" are filled in.
    """

    when: Callable[[Situation], bool]
    force: Force
    kept: str
    broken: str

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
            return None if self.wanted else Reason(self.broken, "by definition: it is about one class", against=True)
        references = self._references(metric, situation)
        refuted = self._refuted(references)
        if refuted is not None:
            found = refuted.verdict()
            # An example of everyday size says more than the smallest one.
            example = (found.illustration or found.witness) if self.wanted else None
            shown = "" if example is None else example.sentence
            return Reason(self.broken, _source(refuted), against=True, witness=refuted, detail=shown)
        if not self.kept or any(reference.holds() is None for reference in references):
            return None
        sentence = self.kept.format(if_kept=_if_kept(metric, situation), but=_but(situation))
        return Reason(sentence, "; ".join(map(_source, references)), witness=references[0])

    def missed_by(self, metric: Metric, situation: Situation) -> bool:
        """Return the same, without the matrices that show it."""
        if self._one_class(metric):
            return not self.wanted
        return self._refuted(self._references(metric, situation)) is not None

    def _one_class(self, metric: Metric) -> bool:
        """Return whether a metric is about one class, behind which no other can hide."""
        return self.property == "condition_3" and metric.kind == "rate"

    def _references(self, metric: Metric, situation: Situation) -> list[Reference]:
        from steelyard.lab.atlas import nearest_classes  # noqa: PLC0415 - read when someone asks

        more = situation.classes + situation.classes_change
        numbers = dict.fromkeys(map(nearest_classes, (situation.classes, more)))
        return [Reference(metric.id, self.property, number) for number in numbers]

    def _refuted(self, references: Sequence[Reference]) -> Reference | None:
        return next((one for one in references if one.holds() is not None and one.holds() is not self.wanted), None)


def _source(reference: Reference) -> str:
    theorem = THEOREMS.get((reference.metric, reference.property, "two" if reference.classes == 2 else "several"))
    of = f"{MULLICK}, Theorem {theorem}; " if theorem else ""
    return f"{of}atlas: {reference} ({reference.verdict().status})"


def _if_kept(metric: Metric, situation: Situation) -> str:
    """Return on what it depends that class shares do not change a metric whose weights follow the class sizes."""
    if not (metric.weighted and situation.weights_follow_sizes):
        return ""
    return f", if the weights are kept as they are here ('{situation.importance}' takes them from the class sizes)"


def _but(situation: Situation) -> str:
    """Return which classes can be given up all the same."""
    idle = [
        label
        for label, weight, size in zip(situation.labels, situation.weights, situation.sizes, strict=True)
        if not (weight > 0 and size > 0)
    ]
    return f" but {some(idle)}, without weight or items," if idle else ""


@dataclass(frozen=True, slots=True)
class WeightsAreNotShares(Requirement):
    """The weights of an average are not the class shares themselves."""

    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        if not (metric.weighted and situation.weights_are_shares):
            return None
        shown = f"'{situation.importance}' weights each class by its share, so that every item counts alike."
        return Reason(self.broken, f"{MULLICK}, Condition 1", against=True, detail=shown)


@dataclass(frozen=True, slots=True)
class FollowsImportance(Requirement):
    """The metric follows the stated importance by itself, or is about the class that matters."""

    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        of_the_class_that_matters = metric.kind == "rate" and situation.worse is not None
        as_counted = metric.kind == "whole" and situation.weights_are_shares
        if metric.weighted or of_the_class_that_matters or as_counted:
            return None
        if metric.kind == "rate":
            return Reason("It is about one class, whatever the other matters.", "by definition", against=True)
        return Reason(self.broken, f"{BRANCO}, section 3 and Table 3", against=True)


@dataclass(frozen=True, slots=True)
class NoTemptingConstant(Requirement):
    """Giving always the same answer, whichever, does not score high at these class sizes and weights."""

    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        share, value, answer = best_constant(metric, situation)
        if not share > TEMPTING:
            return None
        name = some([situation.labels[answer]])
        shown = f"Always answering {name} gets {value:.3f}."
        return Reason(self.broken.format(answer=name), "computed", against=True, detail=shown)


def best_constant(metric: Metric, situation: Situation) -> tuple[float, float, int]:
    """Return the best that always the same answer gets: from 0 (worst) to 1 (best), the value, and the answer.

    Classes that are never predicted count as 0: left out, they would make it look better. Of equal answers that for
    the largest class is returned.
    """
    sizes = np.array(situation.sizes)
    given = answers(sizes, np.array(situation.weights))
    cm = Confusion(constant_answers(sizes, given), situation.labels)
    (found,) = apply([metric], cm, importance=list(situation.weights), undefined="zero")
    values = found.value[:, situation.positive_place] if metric.kind == "rate" else found.value
    shares = np.nan_to_num(metric.normalised(values, found.relevance, found.arguments), nan=-1.0)
    best = max(range(len(given)), key=lambda i: (round(float(shares[i]), 12), sizes[given[i]]))
    return float(shares[best]), float(values[best]), int(given[best])


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
        name, size = some([situation.labels[rarest]]), situation.sizes[rarest]
        found = f"all {size:,g} of {name} with {alarms:,g} false alarms"
        if not (size.is_integer() and alarms.is_integer()):  # what items weigh, not how many there are
            found = f"all of {name} with false alarms that weigh {alarms / size:.3g} times as much"
        shown = f"Finding {found} gets {values[1]:.3f}, missing all of them {values[2]:.3f}."
        return Reason(self.broken, "computed", against=True, detail=shown)


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
    (found,) = apply([metric], cm, importance=list(situation.weights), undefined="zero")
    values = found.value[:, rarest] if metric.kind == "rate" else found.value
    return metric.normalised(values, found.relevance, found.arguments), values, float(alarms)


REQUIREMENTS: tuple[Requirement, ...] = (
    OfProperty(
        when=lambda s: s.shares_change,
        force="must",
        kept="Class shares alone do not change it{if_kept}.",
        broken="It changes with the class shares although the classifier stays the same.",
        property="condition_1",
    ),
    WeightsAreNotShares(
        when=lambda s: s.shares_change,
        force="must",
        kept="",
        broken="It changes with the class shares, as its weights do.",
    ),
    OfProperty(
        when=lambda s: s.classes_change,
        force="must",
        kept="Its scale does not depend on the number of classes.",
        broken="Its scale depends on the number of classes.",
        property="condition_2",
    ),
    FollowsImportance(
        when=lambda s: s.stated,
        force="must",
        kept="",
        broken="It does not know which classes matter.",
    ),
    OfProperty(
        when=lambda s: s.every_class,
        force="care",
        kept="It falls to its worst if one class is never recognised, so that no class{but} can be given up.",
        broken="A class that is never recognised does not set it to its worst.",
        property="condition_3",
        wanted=False,
    ),
    OfProperty(
        when=lambda s: (not s.two or s.classes_change) and not s.every_class,
        force="care",
        kept="One class that fails does not hide how the others do.",
        broken="One class that fails sets it to its worst.",
        property="condition_3",
    ),
    SeesFalseAlarms(
        when=lambda s: not s.shares_change and not s.stated and s.skewed,
        force="care",
        kept="",
        broken="It hardly sees false alarms at these class shares.",
    ),
    NoTemptingConstant(
        when=lambda _: True,
        force="wish",
        kept="",
        broken="Always answering {answer} scores high here.",
    ),
    OfProperty(
        when=lambda _: True,
        force="wish",
        kept="",
        broken="Turning an error into a hit can make it worse.",
        property="monotone",
    ),
    OfProperty(
        when=lambda _: True,
        force="wish",
        kept="",
        broken="A classifier with errors can get the best value.",
        property="best_only_perfect",
    ),
    OfProperty(
        when=lambda s: not s.shares_change and not s.weights_are_shares,
        force="remark",
        kept="It would stay the same if class shares did change{if_kept}.",
        broken="It moves with the class shares: compare it only where they are the same.",
        property="condition_1",
    ),
)
"""The first are the most telling."""


def required(situation: Situation) -> list[Requirement]:
    """Return what a situation asks for."""
    return [requirement for requirement in REQUIREMENTS if requirement.when(situation)]
