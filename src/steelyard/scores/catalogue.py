"""The score metrics: what each is, and its value and slopes; one table, from which docs, checks and results follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from steelyard.counts.answer import Answer
from steelyard.counts.labels import nearest
from steelyard.measuring.record import AT_IMPORTANCE, Direction
from steelyard.scores.slopes import area_under_roc, average_precision
from steelyard.type_names import Floats, Positions, Range

ScoreKind = Literal["rate", "pairs", "items"]
"""A value for each class against the rest; one for each pair of classes; the mean of what each item has."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreMetric(Answer):
    """A metric of scores: what it is, and how it is computed.

    Attributes
    ----------
    id, title, aliases
        What it is called.
    kind
        "rate": a value for each class against the rest, averaged by importance; "pairs": for each pair of classes,
        averaged by the product of their importances; "items": the mean over items.
    body
        What computes it.
    direction, range
        Whether higher is better, and between which numbers it lies.
    formula, reference
        How it is defined, and where.
    probabilities
        Whether it needs probabilities, not only an order.
    at_importance
        Of a mean over items: whether classes count by importance instead of by their sizes.

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

    @property
    def name(self) -> str:
        """The id, and whether classes count by importance where that is not usual."""
        return self.id + (AT_IMPORTANCE if self.at_importance else "")

    @property
    def averaged(self) -> bool:
        """Whether the importance of classes has a part in it."""
        return self.kind != "items" or self.at_importance


# What items have: losses, and hits.


def _of_truth(scores: Floats, truth: Positions) -> Floats:
    return scores[np.arange(len(truth)), truth]


def _log_loss(scores: Floats, truth: Positions) -> Floats:
    with np.errstate(divide="ignore"):
        return -np.log(_of_truth(scores, truth))


def _brier(scores: Floats, truth: Positions) -> Floats:
    right = _of_truth(scores, truth)
    return np.asarray((scores**2).sum(axis=1) - right**2 + (1 - right) ** 2)


def _ranked_probability(scores: Floats, truth: Positions) -> Floats:
    reached = np.arange(scores.shape[1] - 1) >= truth[:, None]
    return np.asarray(((np.cumsum(scores, axis=1)[:, :-1] - reached) ** 2).sum(axis=1) / max(scores.shape[1] - 1, 1))


def _top(k: int) -> Callable[[Floats, Positions], Floats]:
    """Return whether the truth is among the k highest scores: by chance where scores are equal."""

    def hits(scores: Floats, truth: Positions) -> Floats:
        own = _of_truth(scores, truth)[:, None]
        above, alike = (scores > own).sum(axis=1), (scores == own).sum(axis=1)
        return np.clip((k - above) / alike, 0.0, 1.0)

    return hits


CATALOGUE = (
    ScoreMetric(
        "roc_auc",
        "area under the ROC curve",
        "rate",
        area_under_roc,
        formula="P(score of an item of the class > score of another) + ½ P(they are equal)",
        reference="Hanley & McNeil 1982; intervals: DeLong, DeLong & Clarke-Pearson 1988",
        aliases=("auc", "auroc", "roc_auc_ovr", "roc_auc_ova", "auc_roc", "c_statistic"),
    ),
    ScoreMetric(
        "roc_auc_ovo",
        "area under the ROC curve, pair by pair",
        "pairs",
        area_under_roc,
        formula="mean over pairs of classes i, j of ½ (A(i | j) + A(j | i))",
        reference="Hand & Till 2001",
        aliases=("hand_till", "auc_ovo", "auroc_pairs"),
    ),
    ScoreMetric(
        "average_precision",
        "average precision",
        "rate",
        average_precision,
        formula="Σ over thresholds of (recall gained there) · (precision there)",
        reference="as scikit-learn: no interpolation",
        aliases=("ap", "pr_auc", "auprc"),
    ),
    ScoreMetric(
        "log_loss",
        "log loss",
        "items",
        _log_loss,
        direction="lower",
        range=(0.0, np.inf),
        formula="mean of −log(probability of the true class)",
        reference="Good 1952",
        aliases=("neg_log_loss", "cross_entropy", "logloss"),
        probabilities=True,
    ),
    ScoreMetric(
        "brier",
        "Brier score",
        "items",
        _brier,
        direction="lower",
        range=(0.0, 2.0),
        formula="mean of the squared distance of the probabilities from the truth, over all classes",
        reference="Brier 1950",
        aliases=("brier_score", "brier_score_loss", "neg_brier_score"),
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
            f"top_{k}_recall",
            f"truth among the {k} highest scores",
            "items",
            _top(k),
            formula=f"share of items whose true class is among the {k} highest scores; equal scores by chance",
            reference="usual",
            aliases=(f"top_{k}_accuracy",),
        )
        for k in (2, 3, 5)
    ),
)

DEFAULT = ("roc_auc", "average_precision", "log_loss", "brier")
"""Those that are taken if nobody says which; of scores that are no probabilities, the first two."""


class ScoreRegistry(Mapping[str, ScoreMetric]):
    """The score metrics by id; aliases work, and "log_loss at importance" counts classes by importance.

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
        key = " ".join(str(name).casefold().replace("-", "_").split())
        plain = key.removesuffix(AT_IMPORTANCE).replace(" ", "_")
        if plain not in self._ids:
            hint = nearest(plain, self._ids)
            raise ValueError(f"there is no metric of scores {name!r}.{hint} There are: {', '.join(self._known)}.")
        metric = self._known[self._ids[plain]]
        return _at_importance(metric) if key.endswith(AT_IMPORTANCE) else metric

    def __iter__(self) -> Any:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def _at_importance(metric: ScoreMetric) -> ScoreMetric:
    if metric.kind != "items":
        raise ValueError(
            f'{metric.id!r} follows the importance by itself; "at importance" is said of means over items.'
        )
    from dataclasses import replace  # noqa: PLC0415

    return replace(metric, at_importance=True)


metrics = ScoreRegistry(CATALOGUE)
