"""What decisions by scores come to: labels at a threshold, or by gains, as the page of labels takes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from steelyard.counts.joint import Joint
from steelyard.counts.labels import text as name
from steelyard.evaluation.evaluate import Evaluation, evaluate
from steelyard.intervals import classwise
from steelyard.scores.decision_costs import empty_classes
from steelyard.scores.question import Question
from steelyard.show import numbers
from steelyard.show.class_names import named
from steelyard.show.page.content import MOST_CLASSES, content_of
from steelyard.show.page.cuts import Cuts
from steelyard.show.page.gains import LEAST, Gains

METRICS = ("balanced_accuracy", "accuracy", "mcc", "kappa")
"""Of the answers; the first is that of the verdict."""

OF_ONE = ("recall", "precision", "f1", "specificity")
"""Those of the positive class, if there is one; of two classes there always is."""

OF_MANY = ("mean_f",)

TWO = 2


@dataclass(frozen=True, eq=False)
class Decided:
    """Answers by scores.

    Attributes
    ----------
    content
        The content of a page of labels, for the first threshold or gains; None if there are no answers, and then
        `why_none` says why.
    cuts, gains
        What other thresholds, or gains, make of the scores.
    metrics
        The names of the metrics, and the class that is positive, as `sy.evaluate` is asked for them.
    """

    content: dict[str, Any] | None
    cuts: Cuts | None = None
    gains: Gains | None = None
    metrics: tuple[str, ...] = ()
    positive: Any = None
    why_none: str = ""

    @classmethod
    def of(cls, question: Question, room: int) -> Decided:
        """Decide by what importance and class shares fix, in so many characters."""
        scores = question.of_items
        labels = scores.labels
        if len(labels) < TWO:
            return cls(None, why_none="there is only one class, so nothing is to be decided")
        if len(labels) > MOST_CLASSES:
            return cls(None, why_none=f"a page shows up to {MOST_CLASSES} classes, and there are {len(labels):,}")
        cuts = Cuts.of(question) if len(labels) == TWO else None
        positive = labels[cuts.place] if cuts is not None else question.positive
        if positive in empty_classes(scores):
            why = f"no item is of {named([positive])}, so nothing tells how well it is found"
            return cls(None, cuts, why_none=why)
        metrics = (*METRICS, *(OF_MANY if cuts is None else ()), *(() if positive is None else OF_ONE))
        evaluation = _evaluation(question, _joint(question) if cuts is None else cuts.joint(), metrics, positive)
        content = {**content_of(evaluation, title=_title(question), counts_move=True), "at_shares": None}
        if cuts is not None:  # the script has the items on which models agree at any threshold, the first one, too
            content["units"] = {**content["units"], "tables": []}
        gains = None if cuts is not None else Gains.of(question, room - len(str(content)))
        return cls(content, cuts, gains, metrics, positive)

    def notes(self, question: Question) -> list[str]:
        """Return what is only nearly so, or left out, in sentences."""
        said = []
        if self.why_none:
            said.append(f"What decisions come to is left out: {self.why_none}.")
        if question.shares is not None and self.content is not None:
            said.append("Answers are counted at the class shares of the items, not at the stated ones.")
        if self.cuts is not None and self.cuts.off > 0:
            chosen, off = len(self.cuts.thresholds), numbers.share(self.cuts.off)
            said.append(
                f"The models have {self.cuts.different:,} different scores; the page knows {chosen:,} of them as "
                "thresholds, and what it says of these is exact. Another is raised to the next of them, which "
                f"moves at most {off} of the items of any class of a model."
            )
        if self.gains is not None:
            said += self._of_gains()
        return said

    def _of_gains(self) -> list[str]:
        gains = self.gains
        if gains is None or not gains.bits:
            return [] if gains is None else [f"There are no sliders of gains: {gains.why_none}."]
        if not gains.off:
            return []
        least, off = f"{LEAST[gains.bits]:g}", numbers.share(gains.off)
        held = (
            f"The page holds the logarithms of probabilities to {gains.bits} bits, and those below {least} as {least}"
        )
        wrong = f"where gain · probability of two classes differ by less than {off}, it may take one for the other"
        return [f"{held}: {wrong}. What it shows before anything is moved is exact."]


def _joint(question: Question) -> Joint:
    return Gains.of(question, 0).joint()


def _title(question: Question) -> str:
    return " and ".join(map(name, question.of_items.columns))


def _evaluation(question: Question, joint: Joint, metrics: tuple[str, ...], positive: Any) -> Evaluation:
    return evaluate(
        joint,
        importance=question.importance if question.says_what_matters else None,
        metrics=metrics,
        confidence=question.confidence,
        intervals=classwise(by_slopes=True),
        positive=positive,
    )
