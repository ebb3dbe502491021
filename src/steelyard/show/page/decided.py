"""What decisions by scores come to on a page: every threshold of two classes, gains of more, labels of both.

The step of an item is the last threshold that its score reaches; the items at a threshold and behind it are then all
that it takes for the positive class. Of two models at one threshold, both take an item if the lower of its scores
reaches it, so that a table of the lower scores tells where they agree.

An item is answered with the class of the largest gain · probability. Probabilities go to the page to the last bit, or
their logarithms to 16 or 8 bits, whichever fits; of logarithms, gains are sums, and the bound on what rounding can
change is one ratio.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from steelyard.counts.joint import Joint
from steelyard.counts.labels import text as name
from steelyard.decisions.rule import decided, positive_place, reached, threshold_of_gains
from steelyard.evaluation.evaluate import Evaluation, evaluate
from steelyard.intervals import classwise
from steelyard.scores.decision_costs import empty_classes
from steelyard.scores.question import Question
from steelyard.scores.table import Scores
from steelyard.show import numbers
from steelyard.show.names import named
from steelyard.show.page.content import MOST_CLASSES, content_of
from steelyard.show.page.units_of import packed
from steelyard.type_names import Floats, Positions

METRICS = ("balanced_accuracy", "accuracy", "mcc", "kappa")
"""Of the answers; the first is that of the verdict."""

OF_ONE = ("recall", "precision", "f1", "specificity")
"""Those of the positive class, if there is one; of two classes there always is."""

OF_MANY = ("mean_f",)


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
        if len(labels) < 2:
            return cls(None, why_none="there is only one class, so nothing is to be decided")
        if len(labels) > MOST_CLASSES:
            return cls(None, why_none=f"a page shows up to {MOST_CLASSES} classes, and there are {len(labels):,}")
        cuts = Cuts.of(question) if len(labels) == 2 else None
        positive = labels[cuts.place] if cuts is not None else question.positive
        if positive in empty_classes(scores):
            why = f"no item is of {named([positive])}, so nothing tells how well it is found"
            return cls(None, cuts, why_none=why)
        metrics = (*METRICS, *(OF_MANY if cuts is None else ()), *(() if positive is None else OF_ONE))
        evaluation = _evaluation(
            question, Gains.of(question, 0).joint() if cuts is None else cuts.joint(), metrics, positive
        )
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


def _evaluation(question: Question, joint: Joint, metrics: tuple[str, ...], positive: Any) -> Evaluation:
    return evaluate(
        joint,
        importance=question.importance if question.says_what_matters else None,
        metrics=metrics,
        confidence=question.confidence,
        intervals=classwise(by_slopes=True),
        positive=positive,
    )


def _title(question: Question) -> str:
    return " and ".join(map(name, question.of_items.columns))


def _joint_of(scores: Scores, answers: list[Positions]) -> Joint:
    """Return the table of the truth and the answers of all models."""
    places = np.column_stack([scores.truth, *answers])
    codes, of = np.unique(places, axis=0, return_inverse=True)
    of = of.reshape(-1)
    rows = np.bincount(of, minlength=len(codes))
    behind: Mapping[str, Any] = {}
    counts: Any = rows
    if scores.weights is not None:
        counts = np.bincount(of, weights=scores.weights, minlength=len(codes))
        behind = {"squares": np.bincount(of, weights=scores.weights**2, minlength=len(codes)), "rows": rows}
    return Joint(codes, counts, scores.labels, list(scores.columns), **behind)


# Every threshold of two classes.


MOST_STEPS = 2_000
"""Thresholds that a page holds, if one model has more scores than that."""

MOST_NUMBERS = 60_000
"""Counts of all steps, classes, models and pairs of models; of many models, there are fewer steps."""


@dataclass(frozen=True, eq=False)
class Cuts:
    """Thresholds on the probability, or score, of one of two classes.

    Attributes
    ----------
    scores, place
        The scores, and the place of the positive class.
    thresholds
        Rising; at each, the numbers of the page are exact.
    start
        The threshold of the beginning.
    fixed
        Whether importance and class shares fixed it.
    different
        How many different scores there are.
    off
        Of the items of a class of a model, the largest share that lies between two thresholds that follow each other;
        0 if all scores are thresholds.
    """

    scores: Scores
    place: int
    thresholds: Floats
    start: float
    fixed: bool
    different: int
    off: float
    share: float
    """Of the positive class: as stated, else of the items."""

    @classmethod
    def of(cls, question: Question) -> Cuts:
        """Choose the thresholds: all scores that occur, or as many as a page can hold."""
        scores = question.of_items
        place = positive_place(scores.labels, scores.support, question.positive)
        columns = [column[:, place] for column in scores.columns.values()]
        every = np.unique(np.concatenate(columns))
        fixed = _fixed(question, place)
        start = _usual(scores, place, every) if fixed is None else fixed
        models = len(columns)
        most = min(MOST_STEPS, MOST_NUMBERS // (models * (models + 1)))
        chosen, off = every, 0.0
        if len(every) > most:
            chosen = _spread(scores, columns, every, most, [start] if scores.form == "ranks" else [start, 0.5])
            off = _off(scores, columns, chosen)
        share = _shares(question)[place]
        return cls(scores, place, chosen, start, fixed is not None, len(every), off, float(share))

    def joint(self) -> Joint:
        """Return the answers of all models at the first threshold, as they are counted."""
        taken = [reached(column[:, self.place], self.start) for column in self.scores.columns.values()]
        return _joint_of(self.scores, [np.where(each, self.place, 1 - self.place) for each in taken])

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: of each model, then of each pair, what the items of each class at each step weigh."""
        columns = [column[:, self.place] for column in self.scores.columns.values()]
        pairs = [np.minimum(*pair) for pair in combinations(columns, 2)]
        weighted = self.scores.weights is not None
        return {
            "thresholds": packed(self.thresholds),
            "start": self.start,
            "place": self.place,
            "share": self.share,
            "models": [self._steps(column, 1) for column in columns],
            "pairs": [self._steps(column, 1) for column in pairs],
            "squares": [self._steps(column, 2) for column in [*columns, *pairs]] if weighted else None,
        }

    def _steps(self, column: Floats, power: int) -> Any:
        """Return the sums of the weights, or their squares, at each step of each class; first those below all steps."""
        step = np.searchsorted(self.thresholds, column, side="right")
        many = len(self.thresholds) + 1
        codes = self.scores.truth * many + step
        if self.scores.weights is None:
            return packed(np.bincount(codes, minlength=2 * many))
        return packed(np.bincount(codes, weights=self.scores.item_weights**power, minlength=2 * many))


def _fixed(question: Question, place: int) -> float | None:
    """Return the threshold that importance and shares fix; None if nobody said what matters, or they fix none."""
    scores = question.of_items
    if not question.says_what_matters or scores.form == "ranks" or not (scores.support > 0).all():
        return None
    gains = gains_of(question)
    return threshold_of_gains(gains[place], gains[1 - place])


def _usual(scores: Scores, place: int, every: Floats) -> float:
    """Return 0.5; of scores that are no probabilities, that which takes as large a part as the class has."""
    if scores.form != "ranks":
        return 0.5
    share = scores.support[place] / scores.support.sum()
    taken = np.quantile(np.concatenate([column[:, place] for column in scores.columns.values()]), 1 - share)
    return float(every[min(np.searchsorted(every, taken), len(every) - 1)])


def _spread(scores: Scores, columns: list[Floats], every: Floats, most: int, kept: list[float]) -> Floats:
    """Return some of all scores, with as large a part of the items of each class between them, and those to be kept."""
    measure = np.zeros(len(every))
    for column in columns:
        at = np.searchsorted(every, column)
        for c in range(len(scores.labels)):
            own = scores.truth == c
            held = np.bincount(at[own], weights=scores.item_weights[own], minlength=len(every))
            measure += held / max(held.sum(), 1e-300)
    way = np.cumsum(measure)
    places = np.searchsorted(way, np.linspace(way[0], way[-1], most - len(kept)))
    return np.unique(np.append(every[np.minimum(places, len(every) - 1)], kept))


def _off(scores: Scores, columns: list[Floats], thresholds: Floats) -> float:
    """Return the largest share of the items of a class of a model that lies strictly between two thresholds."""
    most = 0.0
    for column in columns:
        low, high = (np.searchsorted(thresholds, column, side=side) for side in ("left", "right"))
        between = low == high
        for c in np.flatnonzero(scores.support > 0):
            own = between & (scores.truth == c)
            held = np.bincount(low[own], weights=scores.item_weights[own], minlength=1)
            most = max(most, float(held.max() / scores.support[c]))
    return most


# Gains of more classes.


MOST_ITEMS, MOST_GAINS = 20_000, 20
"""Beyond them, there are no sliders of gains: nobody waits for more items, or moves more sliders."""

LEAST = {16: 1e-12, 8: 1e-6}
"""Probabilities below them are taken for them, by how many bits a logarithm has."""


@dataclass(frozen=True, eq=False)
class Gains:
    """Answers by gains of the classes.

    Attributes
    ----------
    scores, gains
        The scores, and the gains of the beginning.
    bits
        Of each probability in the page; 0 if there are none, and then `why_none` says why.
    """

    scores: Scores
    gains: Floats
    bits: int
    why_none: str = ""

    @classmethod
    def of(cls, question: Question, room: int) -> Gains:
        """Choose how exact probabilities can be in so many characters."""
        scores, gains = question.of_items, gains_of(question)
        items, classes, models = scores.items, len(scores.labels), len(scores.columns)
        if scores.form == "ranks":
            return cls(scores, gains, 0, "these scores are no probabilities, so that gains have no meaning for them")
        limits = ((items, MOST_ITEMS, "items"), (classes, MOST_GAINS, "classes"))
        over = [f"{there:,} {what}, more than {most:,}" for there, most, what in limits if there > most]
        if over:
            return cls(scores, gains, 0, f"there are {', and '.join(over)}")
        for bits in (64, 16, 8):
            if _characters(items * (1 + models * classes * bits // 8 + 8 * (scores.weights is not None))) <= room:
                return cls(scores, gains, bits)
        many = f"the probabilities of {items:,} items, {classes} classes and {models} models"
        return cls(scores, gains, 0, f"{many} are too large for one page")

    def joint(self) -> Joint:
        """Return the answers of all models at the first gains, as they are counted."""
        return _joint_of(self.scores, [decided(each, self.gains) for each in self.scores.columns.values()])

    @property
    def off(self) -> float:
        """By which part two products must differ to be told apart by the page for sure; 0 if they are exact."""
        return 0.0 if self.bits in (0, 64) else math.expm1(_step(self.bits))

    def to_dict(self) -> dict[str, Any] | None:
        """Return plain values; None if there are no probabilities."""
        if not self.bits:
            return None
        weights = self.scores.weights
        return {
            "start": self.gains.tolist(),
            "bits": self.bits,
            "step": 0 if self.bits == 64 else _step(self.bits),
            "truth": _text(self.scores.truth.astype("u1")),
            "weights": None if weights is None else _text(weights.astype("<f8")),
            "models": [_text(self._written(columns)) for columns in self.scores.columns.values()],
        }

    def _written(self, columns: Floats) -> np.ndarray[Any, Any]:
        if self.bits == 64:
            return columns.astype("<f8")
        least = math.log(LEAST[self.bits])
        logs = np.log(np.maximum(columns, LEAST[self.bits]))
        return np.rint((logs - least) / _step(self.bits)).astype(f"<u{self.bits // 8}")


def gains_of(question: Question) -> Floats:
    """Return what an importance and class shares make of each class: its weight over its share, the least of them 1.

    If one class was asked for and nothing said of what the others matter, all have 1.
    """
    scores = question.of_items
    if not question.says_what_matters:
        return np.ones(len(scores.labels))
    shares = _shares(question)
    gains = np.divide(question.weights, shares, out=np.zeros(len(shares)), where=shares > 0)
    least = gains[gains > 0].min(initial=np.inf)
    return gains / least if np.isfinite(least) else np.ones(len(shares))


def _shares(question: Question) -> Floats:
    support = question.of_items.support
    return np.asarray(support / support.sum()) if question.shares is None else question.shares


def _step(bits: int) -> float:
    """Return by how much two neighbouring logarithms differ."""
    return -math.log(LEAST[bits]) / (2**bits - 1)


def _characters(size: int) -> int:
    return 4 * size // 3


def _text(values: np.ndarray[Any, Any]) -> str:
    return base64.b64encode(np.ascontiguousarray(values).tobytes()).decode("ascii")
