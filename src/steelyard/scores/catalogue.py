"""The score metrics: what each is, and its value and slopes; one table, from which docs, checks and results follow."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, cast

import numpy as np

from steelyard.counts.answer import Answer
from steelyard.counts.labels import nearest
from steelyard.counts.read.bins import distance_share
from steelyard.measuring.record import AT_IMPORTANCE, Direction
from steelyard.scores.arrays import arrays_of
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
from steelyard.type_names import Floats, Positions, Range

ScoreKind = Literal["rate", "pairs", "items", "answer"]
"""A value for each class against the rest; one for each pair of classes; the mean of what each item has; or of whether
the class with the highest score, the first of equal ones, is right."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreMetric(Answer):
    """A metric of scores: what it is, and how it is computed.

    Attributes
    ----------
    id, title, aliases
        What it is called.
    kind
        "rate": a value for each class against the rest, averaged by importance; "pairs": for each pair of classes,
        averaged by the product of their importances; "items": the mean over items; "answer": of the highest scores
        and whether they are right.
    body
        What computes it.
    direction, range
        Whether higher is better, and between which numbers it lies, whatever the number of classes.
    formula, reference
        How it is defined, and where.
    probabilities
        Whether it needs probabilities, not only an order.
    at_importance
        Of what is over all items: whether classes count by importance instead of by their sizes.
    parameters, called
        What is fixed, such as k, and what it is then called; `metric.at(k=4)` fixes it anew.
    area_to
        Of an area under the ROC curve, up to which false positive rate; 0 of what is no such area.
    sure
        Whether it has an interval: not if chance alone moves it to one side.
    halved
        Whether it is a sum over classes of which two classes have half: each has the other's part.

    Examples
    --------
    >>> import steelyard as sy
    >>> isinstance(sy.scores.metrics["auc"], sy.scores.ScoreMetric), sy.scores.metrics["auc"].title
    (True, 'area under the ROC curve')
    """

    id: str
    title: str
    kind: ScoreKind
    body: Callable[..., Any] = field(repr=False)
    direction: Direction = "higher"
    range: Range = (0.0, 1.0)
    formula: str = ""
    reference: str = ""
    aliases: tuple[str, ...] = ()
    probabilities: bool = False
    at_importance: bool = False
    parameters: Mapping[str, float] = field(default_factory=dict)
    called: str = ""
    area_to: float = 0.0
    sure: bool = True
    halved: bool = False

    @property
    def name(self) -> str:
        """The id or what it is called with its parameters, and whether classes count by importance."""
        return (self.called or self.id) + (AT_IMPORTANCE if self.at_importance else "")

    def at(self, **parameters: Any) -> ScoreMetric:
        """Return the metric with other parameters.

        Examples
        --------
        >>> import steelyard as sy
        >>> sy.scores.metrics["top_k_recall"].at(k=4).name, sy.scores.metrics["partial_roc_auc"].at(max_fpr=0.2).name
        ('top_4_recall', 'roc_auc to fpr 0.2')
        """
        if not parameters:
            return self
        for name in parameters:
            if name not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                raise ValueError(
                    f"{self.id} has no parameter {name!r}; its parameters are: {known}.{nearest(name, self.parameters)}"
                )
        return replace(FAMILIES[self.id](**{**self.parameters, **parameters}), at_importance=self.at_importance)

    def bounds(self, classes: int) -> Range:
        """Return between which numbers it lies, given the number of classes.

        Examples
        --------
        >>> import steelyard as sy
        >>> sy.scores.metrics["brier"].bounds(2), sy.scores.metrics["brier"].bounds(3)
        ((0.0, 1.0), (0.0, 2.0))
        """
        low, high = self.range
        return low, high * distance_share(classes) if self.halved else high

    @property
    def averaged(self) -> bool:
        """Whether the importance of classes has a part in it."""
        return self.kind in ("rate", "pairs") or self.at_importance


# What items have: losses, and hits.


def of_truth(scores: Floats, truth: Positions) -> Floats:
    """Return what each item's true class was given."""
    return cast("Floats", scores[arrays_of(truth).every(truth), truth])


def _log_loss(scores: Floats, truth: Positions) -> Floats:
    with np.errstate(divide="ignore"):
        return cast("Floats", -arrays_of(scores).log(of_truth(scores, truth)))


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
    )


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
        called=f"lift at {100 * part:.12g} %",
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


FAMILIES: Mapping[str, Callable[..., ScoreMetric]] = {
    "partial_roc_auc": _partial_roc_auc,
    "top_k_recall": _top_k_recall,
    "lift_at_share": _lift_at_share,
    "expected_calibration_error": _expected_calibration_error,
    "classwise_calibration_error": _classwise_calibration_error,
    "rms_calibration_error": _rms_calibration_error,
}

_SPOKEN = (
    (re.compile(r"(?:partial_)?(?:roc_)?auc_to_fpr_([\d.e]+)"), "partial_roc_auc", "max_fpr", 1.0),
    (re.compile(r"top_(\d+)_(?:recall|accuracy)"), "top_k_recall", "k", 1.0),
    (re.compile(r"lift_at_([\d.e]+)_?%"), "lift_at_share", "share", 0.01),
)
"""How metrics with a parameter are written, beside the call "top_k_recall(k=2)"; the last is what the number counts."""

_CALL = re.compile(r"([a-z_]+)_?\((\w+)_?=_?(.+)\)")


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


class ScoreRegistry(Mapping[str, ScoreMetric]):
    """The score metrics by id; aliases work, and "log_loss at importance" counts classes by importance.

    A parameter is written as a call, "top_k_recall(k=2)", or as people say it: "top_2_recall", "lift at 10 %",
    "roc_auc to fpr 0.1".

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.scores.metrics["Brier at importance"].name
    'brier at importance'
    """

    def __init__(self, known: Iterable[ScoreMetric]) -> None:
        self._known = {metric.id: metric for metric in known}
        self._ids = {alias: metric.id for metric in self._known.values() for alias in (metric.id, *metric.aliases)}

    def __getitem__(self, name: str) -> ScoreMetric:
        metric = self.find(name)
        if metric is None:
            hint = nearest(_plain(name), self._ids)
            raise ValueError(f"there is no metric of scores {name!r}.{hint} There are: {', '.join(self._known)}.")
        return metric

    def find(self, name: str) -> ScoreMetric | None:
        """Return the metric of this name, or None."""
        metric = self._found(_plain(name), name)
        return metric if metric is None or not _key(name).endswith(AT_IMPORTANCE) else _at_importance(metric)

    @property
    def names(self) -> list[str]:
        """All ids and aliases."""
        return list(self._ids)

    def _found(self, plain: str, name: str) -> ScoreMetric | None:
        if plain in self._ids:
            return self._known[self._ids[plain]]
        for pattern, family, parameter, unit in _SPOKEN:
            if spoken := pattern.fullmatch(plain):
                return self._known[family].at(**{parameter: _number(spoken[1], name) * unit})
        call = _CALL.fullmatch(plain)
        if call is None or call[1].rstrip("_") not in self._ids:
            return None
        return self._known[self._ids[call[1].rstrip("_")]].at(**{call[2].rstrip("_"): _number(call[3], name)})

    def __iter__(self) -> Any:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def _key(name: str) -> str:
    return " ".join(str(name).casefold().replace("-", "_").split())


def _plain(name: str) -> str:
    return _key(name).removesuffix(AT_IMPORTANCE).replace(" ", "_")


def _number(written: str, name: str) -> float:
    try:
        value = ast.literal_eval(written)
    except (SyntaxError, ValueError):
        value = None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"cannot read the number in {name!r}; write for example top_k_recall(k=2).")
    return value


def _at_importance(metric: ScoreMetric) -> ScoreMetric:
    if metric.averaged:
        raise ValueError(
            f'{metric.id!r} follows the importance by itself; "at importance" is said of means over items.'
        )
    return replace(metric, at_importance=True)


metrics = ScoreRegistry(CATALOGUE)
