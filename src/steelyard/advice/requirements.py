"""What a situation asks of a metric: a table of requirements, each with its reason and its source."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from steelyard.advice.reason import Reason, Reference
from steelyard.advice.rules import TEMPTING
from steelyard.advice.situation import Situation
from steelyard.confusion import Confusion
from steelyard.labels import some
from steelyard.measuring import apply
from steelyard.record import Metric

Force = Literal["must", "wish", "remark"]
"""A metric that misses a must is not recommended, one that misses a wish is if others are not better; a remark is told
about recommended metrics alone."""

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
        What is said of a metric that meets it (nothing, if empty), and of one that misses it.
    """

    when: Callable[[Situation], bool]
    force: Force
    kept: str
    broken: str

    @abstractmethod
    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        """Return a reason for or against a metric; None if nothing is known or nothing need be said."""


@dataclass(frozen=True, slots=True)
class OfProperty(Requirement):
    """A property of the atlas that is wanted (or, not wanted)."""

    property: str
    wanted: bool = True

    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        from steelyard.atlas import nearest_classes, verdict  # noqa: PLC0415 - read when someone asks

        found = verdict(metric.id, self.property, situation.classes)
        if found.holds is None:
            return None
        reference = Reference(metric.id, self.property, nearest_classes(situation.classes))
        theorem = THEOREMS.get((metric.id, self.property, "two" if situation.two else "several"))
        source = f"{MULLICK}, Theorem {theorem}; atlas: {reference}" if theorem else f"atlas: {reference}"
        source = f"{source} ({found.status})"
        if found.holds is self.wanted:
            return Reason(self.kept, source, witness=reference) if self.kept else None
        # An example of everyday size says more than the smallest one.
        example = (found.illustration or found.witness) if self.wanted else None
        shown = "" if example is None else example.sentence
        return Reason(self.broken, source, against=True, witness=reference, detail=shown)


@dataclass(frozen=True, slots=True)
class FollowsImportance(Requirement):
    """The metric follows the stated importance by itself, or is about the class that matters."""

    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        follows = metric.weighted or (metric.kind == "rate" and situation.worse is not None)
        if follows:
            return None
        return Reason(self.broken, f"{BRANCO}, section 3 and Table 3", against=True)


@dataclass(frozen=True, slots=True)
class NoTemptingConstant(Requirement):
    """Giving always the same answer, at these class sizes, does not score high."""

    def judge(self, metric: Metric, situation: Situation) -> Reason | None:
        answers = [situation.largest]
        if metric.kind == "rate" and situation.positive_place is not None:
            answers.append(situation.positive_place)
        values = [(constant_value(metric, situation, answer), answer) for answer in dict.fromkeys(answers)]
        (share, value), answer = max(values)
        if not share > TEMPTING:
            return None
        name = some([situation.labels[answer]])
        shown = f"Always answering {name} gets {value:.3f}."
        return Reason(self.broken, "computed for these class sizes", against=True, detail=shown)


def constant_value(metric: Metric, situation: Situation, answer: int) -> tuple[float, float]:
    """Return what always the same answer gets: from 0 (worst) to 1 (best), and the value; −1 and NaN if undefined.

    Classes that are never predicted count as 0: left out, they would make it look better.
    """
    sizes = np.array(situation.sizes)
    counts = np.zeros((len(sizes), len(sizes)))
    counts[:, answer] = sizes
    cm = Confusion(counts, situation.labels)
    (found,) = apply([metric], cm, importance=list(situation.weights), undefined="zero")
    place = (situation.positive_place,) if metric.kind == "rate" else ()
    value = float(found.value[place])
    share = float(metric.normalised(value, found.relevance, found.arguments))
    return (-1.0, float("nan")) if np.isnan(share) else (share, value)


REQUIREMENTS: tuple[Requirement, ...] = (
    OfProperty(
        when=lambda s: s.priors_change,
        force="must",
        kept="Class shares alone do not change it.",
        broken="It changes with the class shares although the classifier stays the same.",
        property="condition_1",
    ),
    OfProperty(
        when=lambda s: not s.priors_change,
        force="remark",
        kept="It would stay the same if class shares did change.",
        broken="It moves with the class shares: compare it only where they are the same.",
        property="condition_1",
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
        broken="It does not know which classes matter: it is taken as counted.",
    ),
    OfProperty(
        when=lambda s: s.every_class,
        force="wish",
        kept="It falls to its worst if one class is never recognised, so that no class can be given up.",
        broken="A class that is never recognised does not set it to its worst.",
        property="condition_3",
        wanted=False,
    ),
    OfProperty(
        when=lambda s: not s.two and not s.every_class,
        force="wish",
        kept="One class that fails does not hide how the others do.",
        broken="One class that fails sets it to its worst, however well the others do.",
        property="condition_3",
    ),
    NoTemptingConstant(
        when=lambda _: True,
        force="wish",
        kept="",
        broken="At these class sizes giving always the same answer scores high.",
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
)
"""The first are the most telling."""


def required(situation: Situation) -> list[Requirement]:
    """Return what a situation asks for."""
    return [requirement for requirement in REQUIREMENTS if requirement.when(situation)]
