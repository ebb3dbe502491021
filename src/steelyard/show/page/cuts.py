"""What every threshold makes of the scores of two classes, as a page can hold it: how many items are at each step.

The step of an item is the last threshold that its score reaches; the items at a threshold and behind it are then all
that it takes for the positive class. Of two models at one threshold, both take an item if the lower of its scores
reaches it, so that a table of the lower scores tells where they agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from steelyard.counts.joint import Joint
from steelyard.decisions.threshold import positive_place, reached, threshold_of_gains
from steelyard.scores.question import Question
from steelyard.scores.table import Scores
from steelyard.show.page.units_of import packed
from steelyard.type_names import Floats, Positions

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
        return joint_of(self.scores, [np.where(each, self.place, 1 - self.place) for each in taken])

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


def joint_of(scores: Scores, answers: list[Positions]) -> Joint:
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
