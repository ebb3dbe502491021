"""Why a property holds for a score metric: the arguments, each with all it proves.

Every argument is about lists in which each class has items; of two classes, a metric of one class against the rest is
that of the first, else classes count the same. The searches run all the same: a refuted property with a proof would be
a bug, which a test looks for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from steelyard.scores.audits.subject import ScoreFinding, ScoreSubject


@dataclass(frozen=True, slots=True)
class ScoreArgument:
    """One reason, the metrics to which it applies, and what follows from it.

    Attributes
    ----------
    because, so
        The reason, as the beginning of a sentence, and how it goes on, by property.
    metrics
        Ids.
    classes
        For how many classes it is right.
    shares
        At which class shares: those of the items, even ones (or those of the items), stated ones, or any.
    """

    because: str
    so: Mapping[str, str]
    metrics: Collection[str]
    classes: Literal["any", "two", "more"] = "any"
    shares: Literal["counted", "even", "stated", "any"] = "any"

    def proves(self, subject: ScoreSubject, property_id: str) -> bool:
        """Return whether it proves a property of a metric."""
        right = {"any": True, "two": subject.classes == 2, "more": subject.classes > 2}[self.classes]
        stated = subject.shares is not None
        fits = {"any": True, "counted": not stated, "stated": stated, "even": subject.even}[self.shares]
        return right and fits and property_id in self.so and subject.metric.id in self.metrics


def proof(subject: ScoreSubject, property_id: str) -> ScoreFinding | None:
    """Return the argument why a score metric has a property; None if there is none here.

    Examples
    --------
    >>> import steelyard as sy
    >>> print(proof(ScoreSubject(sy.scores.metrics["brier"], 2), "strictly_proper"))
    It is a strictly proper scoring rule, so that only the true probabilities are best.
    >>> proof(ScoreSubject(sy.scores.metrics["average_precision"], 2), "condition_1") is None
    True
    """
    for argument in ARGUMENTS:
        if argument.proves(subject, property_id):
            return ScoreFinding("argument", because=f"{argument.because}, {argument.so[property_id]}")
    return None


AREAS = frozenset({"roc_auc", "partial_roc_auc"})
OF_CURVE = AREAS | {"pr_auc", "lift_at_share"}
"""What is read off the ROC curve of each class, whose higher points have no worse values."""
RULES = frozenset({"log_loss", "brier", "ranked_probability_score"})
PARTS = frozenset({"brier_miscalibration", "brier_discrimination", "brier_uncertainty"})
ERRORS = frozenset({"expected_calibration_error", "classwise_calibration_error", "rms_calibration_error"})
SHARES = OF_CURVE | RULES | PARTS | (ERRORS - {"rms_calibration_error"}) | {"average_precision", "top_k_recall"}
"""Made of the shares that each class's items have at each score; the root of the squared error counts items, too."""

ARGUMENTS = (
    ScoreArgument(
        "At stated class shares it is made of the shares that the items of each class have at each score",
        {
            "condition_1": "which stay if items are there several times",
            "constant_scores": "and the same scores of all items are the same shares of each class",
        },
        SHARES,
        shares="stated",
    ),
    ScoreArgument(
        "It compares the items of one class with those of one other, by the shares of each that score higher",
        {
            "condition_1": "which stay if items are there several times",
            "class_symmetric": "and what is above for the one class is below for the other",
        },
        {"roc_auc"},
        "two",
    ),
    ScoreArgument(
        "It compares the items of one class with those of one other, by the shares of each that score higher",
        {"condition_1": "which stay if items are there several times"},
        {"partial_roc_auc"},
        "two",
    ),
    ScoreArgument(
        "It compares the items of two classes, pair by pair, by the shares of each that score higher",
        {
            "condition_1": "which stay if items are there several times",
            "class_symmetric": "and all pairs count the same",
        },
        {"roc_auc_ovo"},
    ),
    ScoreArgument(
        "If all scores are the same, the curve is the diagonal",
        {"constant_scores": "so that the area is ½"},
        AREAS | {"roc_auc_ovo"},
    ),
    ScoreArgument(
        "If all scores are the same, the items that score highest are drawn by chance",
        {"constant_scores": "so that the lift is 1"},
        {"lift_at_share"},
    ),
    ScoreArgument(
        "If all scores are the same, precision is the share of the class",
        {"constant_scores": "and the shares of all classes sum to 1"},
        {"average_precision", "pr_auc"},
        "more",
    ),
    ScoreArgument(
        "If all scores are the same, recalibration gives all items the share of the class",
        {"constant_scores": "so that there is no discrimination"},
        {"brier_discrimination"},
    ),
    ScoreArgument(
        "It looks at each class's scores in their order alone",
        {"order_only": "so that whatever keeps the order keeps the value"},
        OF_CURVE | {"roc_auc_ovo", "average_precision", "brier_discrimination"},
    ),
    ScoreArgument(
        "It is of the truth alone",
        {
            "order_only": "whatever the scores",
            "monotone": "whatever the scores",
            "proper": "whatever the scores",
            "class_symmetric": "and both of two classes have the same",
        },
        {"brier_uncertainty"},
        "two",
    ),
    ScoreArgument(
        "It is of the truth alone",
        dict.fromkeys(("order_only", "monotone", "proper"), "whatever the scores"),
        {"brier_uncertainty"},
        "more",
    ),
    ScoreArgument(
        "Better scores of an item lower the ROC curve nowhere, of any class",
        {"monotone": "and where the curve is higher, the value is not worse"},
        OF_CURVE | {"roc_auc_ovo", "brier_discrimination"},
    ),
    ScoreArgument(
        "Each item counts for itself, and its own part gets no worse as probability goes from another class to its own",
        {"monotone": "so that the mean does not, either"},
        RULES | {"top_k_recall"},
    ),
    ScoreArgument(
        "The true probabilities order items by how likely they are of the class, and no order has a higher ROC curve",
        {"proper": "from which the value is read"},
        OF_CURVE | {"brier_discrimination"},
        shares="counted",
    ),
    ScoreArgument(
        "The true probabilities order items by how likely they are of the class, and no order has a higher ROC curve",
        {"proper": "from which the value is read, at any shares of two classes"},
        OF_CURVE | {"roc_auc_ovo", "brier_discrimination"},
        "two",
    ),
    ScoreArgument(
        "It is a strictly proper scoring rule",
        {
            "proper": "so that the true probabilities are best",
            "strictly_proper": "so that only the true probabilities are best",
        },
        RULES,
        shares="counted",
    ),
    ScoreArgument(
        "The classes with the highest true probabilities are right most often",
        {"proper": "so that no others are right more often"},
        {"top_k_recall"},
        shares="counted",
    ),
    ScoreArgument(
        "If probabilities are true, their mean is the share of the class wherever it is looked at",
        {"proper": "so that the value is 0, the best there is"},
        ERRORS | {"brier_miscalibration"},
        shares="counted",
    ),
    ScoreArgument(
        "All classes enter in the same way",
        {"class_symmetric": "so that it does not matter which is which"},
        {"log_loss", "brier", "top_k_recall"},
        shares="even",
    ),
    ScoreArgument(
        "It is the mean over classes of what each has against the rest",
        {"class_symmetric": "so that it does not matter which is which"},
        OF_CURVE | PARTS | {"average_precision", "classwise_calibration_error", "rms_calibration_error"},
        "more",
        "even",
    ),
    ScoreArgument(
        "The probabilities of two classes are equally far from the truth",
        {"class_symmetric": "so that it does not matter which is which"},
        {"ranked_probability_score", "brier_miscalibration", "brier_discrimination"},
        "two",
        "even",
    ),
    ScoreArgument(
        "Items of the classes that are told keep their place above one another",
        {"condition_3": "so that their areas stay above the least"},
        {"roc_auc", "roc_auc_ovo"},
        "more",
    ),
)
