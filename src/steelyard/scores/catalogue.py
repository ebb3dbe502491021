"""The score metrics: what each is, and its value and slopes; one table, from which docs, checks and results follow."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any, cast

import numpy as np

from steelyard.counts.read.bins import distance_share
from steelyard.scores.arrays import arrays_of
from steelyard.scores.registry import ScoreKind, ScoreMetric, ScoreRegistry
from steelyard.scores.reliability import (
    discrimination,
    expected_calibration_error,
    miscalibration,
    rms_calibration_error,
    uncertainty,
)
from steelyard.scores.slopes import (
    area_under_pr,
    area_under_roc,
    average_precision,
    lift_at_share,
    partial_area_under_roc,
)
from steelyard.type_names import Floats, Positions

# What items have: losses, and hits.


def of_truth(scores: Floats, truth: Positions) -> Floats:
    """Return what each item's true class was given."""
    return cast("Floats", scores[arrays_of(truth).every(truth), truth])


def _log_loss(scores: Floats, truth: Positions) -> Floats:
    with np.errstate(divide="ignore"):
        return cast("Floats", -arrays_of(scores).log(of_truth(scores, truth)))


def _log_loss_of_odds(odds: Floats, truth: Positions) -> Floats:
    return np.asarray(np.logaddexp(0.0, -of_truth(odds, truth)))


def _brier(scores: Floats, truth: Positions) -> Floats:
    right = of_truth(scores, truth)
    distance = (scores**2).sum(axis=1) - right**2 + (1 - right) ** 2
    return cast("Floats", distance_share(scores.shape[1]) * distance)


def _ranked_probability(scores: Floats, truth: Positions) -> Floats:
    reached = np.arange(scores.shape[1] - 1) >= truth[:, None]
    return np.asarray(((np.cumsum(scores, axis=1)[:, :-1] - reached) ** 2).sum(axis=1) / max(scores.shape[1] - 1, 1))


def _among_highest(scores: Floats, truth: Positions, k: int) -> Floats:
    """Return whether the truth is among the k highest scores: by chance where scores are equal."""
    own = of_truth(scores, truth)[:, None]
    above, alike = (scores > own).sum(axis=1), (scores == own).sum(axis=1)
    return np.clip((k - above) / alike, 0.0, 1.0)


# Metrics with a parameter: one function each, which checks it.


def _share(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not 0 < value <= 1:
        raise ValueError(f"{name} must be a share above 0 and at most 1, not {value!r}.")
    return float(value)


def _whole(value: Any, name: str) -> int:
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float | np.number)
        or not (float(value).is_integer() and value >= 1)
    ):
        raise ValueError(f"{name} must be a whole number of at least 1, not {value!r}.")
    return int(value)


def _partial_roc_auc(max_fpr: Any = 0.1) -> ScoreMetric:
    most = _share(max_fpr, "max_fpr")
    return ScoreMetric(
        "partial_roc_auc",
        f"area under the ROC curve up to the false positive rate {most:g}",
        "rate",
        partial(partial_area_under_roc, max_fpr=most),
        range=((1 - most) / (2 - most), 1.0),
        formula="½ (1 + (area − m²/2) / (m − m²/2)), where m is max_fpr: ½ by chance, 1 at best",
        reference="McClish 1989",
        aliases=("partial_auc", "partial_auroc"),
        parameters={"max_fpr": most},
        called=f"roc_auc to fpr {most!r}",
        area_to=most,
        family=_partial_roc_auc,
    )


def _top_k_recall(k: Any = 3) -> ScoreMetric:
    many = _whole(k, "k")
    return ScoreMetric(
        "top_k_recall",
        f"truth among the {many} highest scores",
        "items",
        partial(_among_highest, k=many),
        formula="share of items whose true class is among the k highest scores; equal scores by chance",
        reference="usual",
        aliases=("top_k_accuracy",),
        parameters={"k": many},
        called=f"top_{many}_recall",
        family=_top_k_recall,
    )


def _percents(part: float) -> str:
    """Write a share as percents in all its digits, so that it is found again by its name."""
    percents = Decimal(repr(part)).scaleb(2).normalize()
    return f"{percents:f}" if part > 1e-6 else f"{percents}".lower()


def _lift_at_share(share: Any = 0.1) -> ScoreMetric:
    part = _share(share, "share")
    return ScoreMetric(
        "lift_at_share",
        f"lift of the {part:.12g} of items that score highest",
        "rate",
        partial(lift_at_share, share=part),
        range=(0.0, 1 / part),
        formula="(share of the class among the items that score highest) / (its share among all items)",
        reference="usual; equal scores by chance",
        aliases=("lift_at",),
        parameters={"share": part},
        called=f"lift at {_percents(part)} %",
        family=_lift_at_share,
    )


def _binned(
    name: str, title: str, kind: ScoreKind, body: Callable[..., Any], formula: str, reference: str, *aliases: str
) -> Callable[..., ScoreMetric]:
    """Return what makes a calibration error for a number of bins."""

    def at(bins: Any = 15) -> ScoreMetric:
        many = _whole(bins, "bins")
        return ScoreMetric(
            name,
            title.format(many),
            kind,
            partial(body, bins=many),
            direction="lower",
            formula=formula,
            reference=reference,
            aliases=aliases,
            probabilities=True,
            parameters={"bins": many},
            called="" if many == 15 else f"{name}(bins={many})",
            sure=False,
            family=at,
        )

    return at


_expected_calibration_error = _binned(
    "expected_calibration_error",
    "expected calibration error of the answer, {} bins of equal width",
    "answer",
    expected_calibration_error,
    "mean over items of |mean highest probability − share of right answers| in their bin",
    "Guo, Pleiss, Sun & Weinberger 2017",
    "ece",
    "top_label_calibration_error",
)
_classwise_calibration_error = _binned(
    "classwise_calibration_error",
    "expected calibration error class by class, {} bins of equal width",
    "rate",
    expected_calibration_error,
    "mean over items of |mean probability of the class − share of the class| in their bin",
    "Kull et al. 2019",
    "classwise_ece",
    "static_calibration_error",
)
_rms_calibration_error = _binned(
    "rms_calibration_error",
    "root mean squared calibration error class by class, {} bins of equal mass",
    "rate",
    rms_calibration_error,
    "√ of the mean over items of (mean probability − share of the class)² in their bin, less what chance adds",
    "Kumar, Liang & Ma 2019, debiased",
    "calibration_error",
)


CATALOGUE = (
    ScoreMetric(
        "roc_auc",
        "area under the ROC curve",
        "rate",
        area_under_roc,
        formula="P(score of an item of the class > score of another) + ½ P(they are equal)",
        reference="Hanley & McNeil 1982; intervals: DeLong, DeLong & Clarke-Pearson 1988",
        aliases=("auc", "auroc", "roc_auc_ovr", "roc_auc_ova", "auc_roc", "c_statistic"),
        area_to=1.0,
    ),
    ScoreMetric(
        "roc_auc_ovo",
        "area under the ROC curve, pair by pair",
        "pairs",
        area_under_roc,
        formula="mean over pairs of classes i, j of ½ (A(i | j) + A(j | i))",
        reference="Hand & Till 2001",
        aliases=("hand_till", "auc_ovo", "auroc_pairs"),
        area_to=1.0,
    ),
    _partial_roc_auc(),
    ScoreMetric(
        "average_precision",
        "average precision",
        "rate",
        average_precision,
        formula="Σ over thresholds of (recall gained there) · (precision there)",
        reference="as scikit-learn: no interpolation",
        aliases=("ap",),
    ),
    ScoreMetric(
        "pr_auc",
        "area under the precision-recall curve",
        "rate",
        area_under_pr,
        formula="∫ precision d(recall), both going along straight lines of the ROC curve between thresholds",
        reference="Davis & Goadrich 2006; in closed form, Keilwagen, Grosse & Grau 2014",
        aliases=("auprc", "auc_pr", "aucpr"),
    ),
    _lift_at_share(),
    ScoreMetric(
        "log_loss",
        "log loss",
        "items",
        _log_loss,
        direction="lower",
        range=(0.0, np.inf),
        formula="mean of −log(probability of the true class)",
        reference="Good 1952",
        aliases=("cross_entropy", "logloss"),
        probabilities=True,
        of_odds=_log_loss_of_odds,
    ),
    ScoreMetric(
        "brier",
        "Brier score",
        "items",
        _brier,
        direction="lower",
        range=(0.0, 2.0),
        halved=True,
        formula="mean of (p − y)² of two classes, p of one of them; of more, its sum over all classes",
        reference="Brier 1950",
        aliases=("brier_score", "brier_score_loss"),
        probabilities=True,
    ),
    ScoreMetric(
        "ranked_probability_score",
        "ranked probability score",
        "items",
        _ranked_probability,
        direction="lower",
        formula="mean over items and thresholds of (probability up to the threshold − whether the truth is)²",
        reference="Epstein 1969; classes in their order",
        aliases=("rps",),
        probabilities=True,
    ),
    *(
        ScoreMetric(
            f"brier_{part.__name__}",
            f"{part.__name__} of the Brier score",
            "rate",
            part,
            direction="higher" if part is discrimination else "lower",
            range=(0.0, 0.25 if part is not miscalibration else 1.0),
            formula=formula,
            reference="CORP: Dimitriadis, Gneiting & Jordan 2021",
            aliases=aliases,
            probabilities=True,
            sure=False,
        )
        for part, formula, aliases in (
            (miscalibration, "mean (p − y)² less that of p recalibrated by isotonic regression", ("mcb",)),
            (discrimination, "mean (share of the class − y)² less that of p recalibrated", ("dsc", "brier_refinement")),
            (uncertainty, "share of the class · (1 − share of the class)", ("unc",)),
        )
    ),
    _expected_calibration_error(),
    _classwise_calibration_error(),
    _rms_calibration_error(),
    _top_k_recall(),
)

DEFAULT = ("roc_auc", "average_precision", "log_loss", "brier")
"""Those that are taken if nobody says which; of scores that are no probabilities, the first two."""


metrics = ScoreRegistry(CATALOGUE)
