"""Which metrics answer a situation's question, the best first: a table, each row with its reason and its source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from steelyard.advice.requirements import BRANCO, MULLICK
from steelyard.advice.situation import Situation

SECTION_6 = f"{MULLICK}, section 6"
TABLE_5 = f"{BRANCO}, section 5.1 and Table 5"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A metric that answers the question of some situations.

    Attributes
    ----------
    metric
        Its id.
    when
        In which situations.
    reason, source
        What it answers there, and who says so. "{positive}" is the class that a rate is about.
    despite
        Properties that it may miss there although the situation asks for them, because the source says so.
    """

    metric: str
    when: Callable[[Situation], bool]
    reason: str
    source: str
    despite: tuple[str, ...] = ()


def _misses(s: Situation) -> bool:
    return s.two and s.worse == "misses"


def _false_alarms(s: Situation) -> bool:
    return s.two and s.worse == "false_alarms"


def _several_false_alarms(s: Situation) -> bool:
    return not s.two and s.worse == "false_alarms"


def _known_and_fixed(s: Situation) -> bool:
    return s.stated and not s.priors_change


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
        "precision",
        _false_alarms,
        "The share of those called {positive} that are: false alarms count as often as they occur at these shares.",
        SECTION_6,
    ),
    Candidate(
        "aurpc",
        _false_alarms,
        "The mean of precision and recall of {positive}: false alarms count, and misses, too.",
        SECTION_6,
    ),
    Candidate(
        "mprecision",
        _false_alarms,
        "The precision of {positive} at equal class shares: it stands in for precision where shares may change.",
        SECTION_6,
    ),
    Candidate(
        "maurpc",
        _false_alarms,
        "The mean of mPrecision and recall of {positive}: it stands in for AURPC where shares may change.",
        SECTION_6,
    ),
    Candidate(
        "macro_precision",
        _several_false_alarms,
        "The mean precision of the classes: false alarms of each count as often as they occur at these shares.",
        f"{BRANCO}, eq. 5",
    ),
    Candidate(
        "aurpc_ova",
        lambda s: _several_false_alarms(s) and not s.priors_change,
        "The mean of precision and recall over the classes: false alarms count, and misses, too.",
        SECTION_6,
    ),
    Candidate(
        "maurpc_ova",
        _several_false_alarms,
        "The mean of mPrecision and recall over the classes: false alarms count whatever the class shares.",
        SECTION_6,
    ),
    Candidate(
        "balanced_accuracy",
        lambda s: not s.two and s.worse == "misses",
        "The mean recall of the classes: misses count, false alarms only as misses of another class.",
        SECTION_6,
    ),
    Candidate(
        "balanced_accuracy",
        lambda s: s.stated,
        "Rec^φ, the mean recall weighted by importance, agreed with the user in all three cases of the paper.",
        TABLE_5,
    ),
    Candidate(
        "macro_precision",
        _known_and_fixed,
        "Prec^φ, the mean precision weighted by importance, agreed with the user in all three cases of the paper.",
        TABLE_5,
    ),
    Candidate(
        "macro_f",
        _known_and_fixed,
        "F^φ, of weighted precision and weighted recall, agreed with the user in all three cases of the paper.",
        TABLE_5,
    ),
    Candidate(
        "mean_f",
        _known_and_fixed,
        "AvF^φ, the mean F weighted by importance, agreed with the user in all cases but one (Case 1, partial order).",
        TABLE_5,
    ),
    Candidate(
        "cba",
        _known_and_fixed,
        "CBA^φ counts the worse of precision and recall, weighted by importance; it agreed with the user in all cases "
        "but one (Case 1, partial order).",
        TABLE_5,
    ),
    Candidate(
        "maurpc_ova",
        lambda s: s.stated,
        "The mean of mPrecision and recall, weighted by importance: false alarms count whatever the class shares.",
        f"{SECTION_6}; weighted as in {BRANCO}, section 4.1",
    ),
    Candidate(
        "nauroc_ova",
        lambda s: s.stated and not s.two and not s.weights_are_shares,
        "It may be used where errors of different classes cost differently, although it misses Condition 1.",
        SECTION_6,
        despite=("condition_1",),
    ),
    Candidate(
        "aurpc_ova",
        lambda s: s.stated and not s.two and not s.weights_are_shares,
        "It may be used where errors of different classes cost differently, although it misses Condition 1.",
        SECTION_6,
        despite=("condition_1",),
    ),
    Candidate(
        "balanced_accuracy",
        lambda s: not s.two or s.classes_change,
        "ACSA, the mean recall of the classes, satisfies all three conditions.",
        SECTION_6,
    ),
    Candidate(
        "g_mean",
        lambda s: s.two,
        "For two classes in general: it leans to the class that is recognised worse, and so shows a bias to the other.",
        SECTION_6,
    ),
    Candidate(
        "auroc",
        lambda s: s.two and not s.stated and s.worse != "false_alarms",
        "Recall and specificity count alike; of hard decisions it is the balanced accuracy.",
        SECTION_6,
    ),
    Candidate(
        "maurpc",
        lambda s: s.two and s.worse is None,
        "The mean of mPrecision and recall of {positive}: it also counts false alarms.",
        SECTION_6,
    ),
    Candidate(
        "mprecision",
        lambda s: s.two and s.worse is None,
        "The precision of {positive} at equal class shares.",
        SECTION_6,
    ),
    Candidate(
        "maurpc_ova",
        lambda s: not s.two or s.classes_change,
        "mAURPC-OVA, the mean of mPrecision and recall over the classes, satisfies all three conditions.",
        SECTION_6,
    ),
    Candidate(
        "aurpc_ova",
        lambda s: not s.two and not s.priors_change,
        "The mean of precision and recall over the classes, at these class shares.",
        SECTION_6,
    ),
    Candidate(
        "g_mean",
        lambda s: not s.two,
        "The geometric mean of the recalls satisfies Conditions 1 and 2; a 0 shows that a class is never recognised.",
        SECTION_6,
    ),
)
"""A metric's first row that fits counts; of all that fit, the first few are recommended."""

IN_USE_FOR_TWO = (
    "accuracy",
    "f",
    "precision",
    "recall",
    "mcc",
    "kappa",
    "aurpc",
    "cba",
    "average_accuracy",
    "rci",
    "cen",
)
IN_USE_FOR_SEVERAL = (
    "accuracy", "mean_f", "macro_f", "macro_precision", "mcc", "kappa", "auroc_ova", "auroc_ovo", "aurpc_ova",
    "nauroc_ova", "cba", "average_accuracy", "rci", "cen", "g_mean",
)  # fmt: skip
"""Metrics that people report, of which the ones to avoid are told."""


@dataclass(frozen=True, slots=True)
class Dissent:
    """What another source says of a metric in some situations."""

    metrics: tuple[str, ...]
    when: Callable[[Situation], bool]
    sentence: str
    source: str
    against: bool = False
    """Whether it speaks against the metric."""


DISSENTS: tuple[Dissent, ...] = (
    Dissent(
        ("macro_precision", "macro_f", "mean_f", "cba"),
        lambda s: s.stated and s.priors_change,
        "It is recommended where the importance is known; with that, it is of use within one test set.",
        TABLE_5,
    ),
    Dissent(
        ("g_mean",),
        lambda s: not s.two and not s.every_class,
        "A 0 for it where two of three classes are perfect was found misleading.",
        f"{BRANCO}, section 3, Case 1",
        against=True,
    ),
    Dissent(
        ("nauroc_ova", "aurpc_ova"),
        lambda s: s.stated and not s.two and not s.weights_are_shares,
        "It may be used where errors of different classes cost differently.",
        SECTION_6,
    ),
)
