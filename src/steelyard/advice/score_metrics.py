"""Which metrics of scores keep what a situation asks for, as counted or at stated class shares, by stored verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from steelyard.advice.advice import Ground, Kind, Reason, Reference
from steelyard.advice.situation import Situation
from steelyard.counts.answer import Answer
from steelyard.lab.audits.verdict import Verdict
from steelyard.scores.audits import stored
from steelyard.scores.audits.audit import CLASSES, named_at

NEEDS: tuple[tuple[str, str, Kind], ...] = (
    ("shares_change", "condition_1", "shares_move_it"),
    ("classes_change", "condition_2", "scale_moves"),
    ("every_class", "rare_ruin_shows", "rare_failure_unseen"),
)
"""What of a situation asks for which property of scores, and what is the case without it; the most telling first."""


@dataclass(frozen=True, slots=True)
class ScoreReference(Reference):
    """A stored verdict on a metric of scores; its name says at which class shares.

    Examples
    --------
    >>> print(ScoreReference("roc_auc", "condition_1", 2))
    roc_auc, Condition 1, 2 classes
    """

    def verdict(self) -> Verdict:
        """Look the verdict up, with its witness."""
        return stored.verdicts()[self.metric, self.property, self.classes]

    def holds(self) -> bool | None:
        """Return whether the metric has the property, as far as is known."""
        return self.verdict().holds


@dataclass(frozen=True, slots=True)
class ScoreEntry(Answer):
    """One metric of scores in an advice.

    Attributes
    ----------
    metric
        What it is called.
    standing
        "fits" (it keeps all that is asked for) or "avoid".
    shares
        The class shares that must be stated for that, "uniform" or others; None if those of the items do.
    reasons
        What speaks against it; nothing if it fits.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])
    >>> entry = sy.advise(cm, scores=True).scores[1]
    >>> entry.metric, entry.standing
    ('roc_auc to fpr 0.1', 'fits')
    """

    metric: str
    standing: Literal["fits", "avoid"]
    shares: str | None = None
    reasons: tuple[Reason, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        reasons = [reason.to_dict() for reason in self.reasons]
        return {"metric": self.metric, "standing": self.standing, "shares": self.shares, "reasons": reasons}


def of_scores(situation: Situation) -> tuple[ScoreEntry, ...]:
    """Return the metrics of scores that fit a situation, as they are or at stated shares; then those to avoid.

    Parts of others and what chance alone moves are not told; nor are metrics of pairs where there is one pair.
    """
    fit, avoid = [], []
    for metric in stored.audited():
        if not metric.sure or (metric.kind == "pairs" and situation.two):
            continue
        against = _against(metric.name, situation)
        if not against:
            fit.append(ScoreEntry(metric.name, "fits"))
            continue
        avoid.append(ScoreEntry(metric.name, "avoid", reasons=against))
        if not _against(named_at(metric.name, "uniform"), situation):
            fit.append(ScoreEntry(metric.name, "fits", "uniform"))
    return (*fit, *avoid)


def _against(name: str, situation: Situation) -> tuple[Reason, ...]:
    more = situation.classes + situation.classes_change
    numbers = dict.fromkeys(min(classes, CLASSES[-1]) for classes in (situation.classes, more))
    reasons = []
    for asked, examined, broken in NEEDS:
        references = [ScoreReference(name, examined, classes) for classes in numbers]
        refuted = next((one for one in references if one.holds() is False), None)
        if getattr(situation, asked) and refuted is not None:
            source = Ground("atlas", cited=((None, refuted, "refuted"),))
            witness = refuted.verdict().witness
            example = None if witness is None else Ground("atlas_example", witness=witness)
            reasons.append(Reason(Ground(broken), source, against=True, witness=refuted, example=example))
    return tuple(reasons)
