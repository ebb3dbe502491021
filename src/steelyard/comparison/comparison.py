"""The result of a comparison."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.comparison.difference import Difference, MetricDifferences, Scored
from steelyard.comparison.disagreement import Disagreement, Reversal, SplitPair, Vote, disagreements, reversal
from steelyard.comparison.item_tests import StuartMaxwell
from steelyard.comparison.robustness.chances import Uncertain
from steelyard.comparison.robustness.robustness import Robustness, examined
from steelyard.comparison.robustness.scores import OtherWeightsUnknownError
from steelyard.counts.answer import Pictured, Row, csv_text, frame_of, plain_label
from steelyard.counts.confusion import Confusion
from steelyard.counts.joint import Joint
from steelyard.counts.labels import Label, UnknownNameError, nearest, some, text, whole_number
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import Evaluation, measured_rates
from steelyard.evaluation.score import MetricScores
from steelyard.evaluation.uncertainty import Uncertainty
from steelyard.importance import Importance
from steelyard.intervals import bayes, bootstrap, classwise
from steelyard.intervals.draws import Drawing
from steelyard.intervals.several_models import by_chance_of_pairs, completed
from steelyard.intervals.units import Units
from steelyard.measuring.apply import checked_policy
from steelyard.measuring.lead import Standing
from steelyard.measuring.notes import NO_NOTES, Notes
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import result_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.evaluation.misleading import Mark
    from steelyard.intervals.interval import Interval

MOST_EXPLAINED = 3
"""Pairs of models about which disagreements are explained, the most telling first."""


class _AsCompared:
    """What was said to `sy.compare`: of an importance, None would say that nothing is known."""

    def __repr__(self) -> str:
        return "as compared"


AS_COMPARED = _AsCompared()


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Pictured):
    """Several models weighed against each other; what `sy.compare` returns.

    Attributes
    ----------
    models, tables
        The names of the models, and their matrices.
    importance, weights, said
        How much each class matters, as stated, as weights that sum to 1, and as it was given.
    undefined, chosen
        What was done with classes whose rate is undefined, and whether someone chose that; if nobody did, a metric by
        which "exclude" or "zero" would name another best model names none.
    paired, grouped
        Whether the models are known on the same items (if not, differences are less sure than they could be), and
        whether items belong together in groups.
    confidence, rope, method
        The level of the intervals, the largest difference that does not matter, and how intervals were made.
    scored
        For each metric the values, intervals, rank probabilities and sets that are not told apart.
    differences
        For each metric and pair of models a `Difference`.
    marginals
        For each pair, whether they predict the classes equally often (Stuart–Maxwell); none of items with weights, of
        groups, or of models on items of their own.
    joint
        The joint table, of models on the same items.
    main
        The metric of the verdict.
    across
        "folds" or "datasets", if there are any.
    note
        What a reader must know about the data that were compared.
    asked
        Whether the metrics were asked for: then p-values are corrected over the pairs of all of them together, else
        over the pairs of each.
    positive
        The class that was said to be positive, of which all rates among the metrics are; None if none was.
    units
        What was drawn: one table of all models on the same items (or groups of them), else one for each.
    verdict
        The conclusion, in a sentence or two.
    """

    tables: Confusion
    importance: Importance
    said: Any
    weights: NDArray[np.float64]
    undefined: str
    paired: bool
    grouped: bool
    confidence: float
    rope: float
    method: classwise | bootstrap | bayes
    scored: tuple[Scored, ...]
    differences: tuple[Difference, ...]
    marginals: tuple[StuartMaxwell, ...]
    joint: Joint | None
    main: str
    across: str | None = None
    note: Notes = NO_NOTES
    units: tuple[Units, ...] = ()
    chosen: bool = True
    asked: bool = True
    positive: Label = None

    @cached_property
    def evaluation(self) -> Evaluation:
        """The same metrics of the same models as `sy.evaluate` has them, without intervals."""
        policy, measured = checked_policy(self.undefined), tuple(each.measured for each in self.scored)
        rates = measured_rates(self.tables, policy)
        metrics, of_classes = ([each.metric for each in results] for results in (measured, rates))
        return Evaluation(
            confusion=self.tables,
            whole=self.tables,
            importance=self.importance,
            weights=self.weights,
            undefined=policy,
            chosen=self.chosen,
            uncertainty=Uncertainty(
                self.tables, None, self.weights, policy, self.confidence, None, metrics, of_classes
            ),
            measured=measured,
            rates=rates,
            positive=self.positive,
        )

    @property
    def standings(self) -> dict[str, Standing]:
        """By metric, which models are the best, and whether that depends on what becomes of undefined terms."""
        return self.evaluation.standings

    @property
    def misleading(self) -> tuple[Mark, ...]:
        """The values that mislead on these counts, as in `sy.evaluate`: a fact for each metric and model."""
        return self.evaluation.misleading

    @property
    def models(self) -> tuple[Label, ...]:
        return tuple(self.tables.axes[MODEL])

    @property
    def items(self) -> float:
        """How many items there are, or what they weigh: those of all models, if each has items of its own."""
        counts = self.tables.each_item_once() if self.paired else self.tables.pooled()
        return counts.items.item()

    def __getitem__(self, name: str) -> Any:
        """Return the `Difference` of a metric; of more than two models, `MetricDifferences` of all pairs.

        By the name of a model, either has the value of that model: `found["mean_f"]["svm"]`.
        """
        wanted = self.score(name).metric
        differences = [self._with_scores(d) for d in self.differences if d.metric.name == wanted.name]
        return (
            differences[0]
            if len(self.models) == 2
            else MetricDifferences(tuple(differences), partial(self._scores, wanted.name))
        )

    def _with_scores(self, difference: Difference) -> Difference:
        return replace(difference, look=partial(self._scores, difference.metric.name))

    def _scores(self, metric: str) -> MetricScores:
        """Return the values of all models by a metric, with the intervals of this comparison."""
        plainly: MetricScores = self.evaluation[metric]
        pairs = zip(plainly, self.score(metric).intervals, strict=True)
        return replace(plainly, scores=tuple(replace(one, look=partial(_known, interval)) for one, interval in pairs))

    def pair(self, a: Label, b: Label, metric: str | None = None) -> Difference:
        """Return a's value less b's by a metric, by that of the verdict if none is named."""
        wanted = self.score(metric).metric
        for d in self.differences:
            if {d.a, d.b} == {a, b} and d.metric.name == wanted.name:
                return self._with_scores(d.of(a, b))
        unknown = [name for name in (a, b) if name not in self.models]
        hint = nearest(text(unknown[0]), map(text, self.models)) if unknown else ""
        raise UnknownNameError(f"there is no pair {a!r} and {b!r}; the models are {some(self.models)}.{hint}")

    def is_better(self, difference: Difference) -> bool:
        """Whether one model is told to be better than another: the one rule of verdicts.

        The interval of the difference leaves out 0 (with a rope, all that does not matter), and so does the p-value,
        corrected over what was asked for.
        """
        return difference.is_beyond(self.rope, 1 - self.confidence)

    def score(self, metric: str | None = None) -> Scored:
        """Return one metric of all models, that of the verdict if none is named."""
        return result_of(self.main if metric is None else metric, self.scored, "compared")

    def robustness(
        self,
        metric: str | None = None,
        importance: Any = AS_COMPARED,
        *,
        samples: int = 100_000,
        seed: int | None = None,
    ) -> Robustness:
        """Return how a metric compares the models over all class weights that agree with what was said.

        Shares, extremes and turning points are those at the observed rates; `chances` says how sure the order is with
        so many items, if all weights that agree are equally likely.

        Parameters
        ----------
        metric
            One of the metrics that were compared, which follows the importance; that of the verdict, if not given.
        importance
            What is known: an order, ranges, some weights, or nothing (None, all weights). If not given, what was said
            to `sy.compare`. One set of weights, such as "rarity", is looked at alone, and how far it is from where the
            winner changes.
        samples, seed
            How many weights are drawn where there is no exact answer (fewer, as the record says, where that would take
            minutes), and the seed of the generator; if not given, that of the intervals.

        Examples
        --------
        >>> import steelyard as sy
        >>> drain = sy.Confusion([[6, 4, 0], [2, 60, 8], [0, 30, 270]], labels=["fatal", "minor", "ok"])
        >>> spell = sy.Confusion([[9, 1, 0], [9, 55, 6], [3, 40, 257]], labels=["fatal", "minor", "ok"])
        >>> comparison = sy.compare({"Spell": spell, "Drain": drain}, metrics="balanced_accuracy")
        >>> comparison.robustness(importance="ok < minor < fatal").shares[0].wins
        1.0
        """
        asked = self.score(metric).metric
        as_compared = importance is AS_COMPARED
        return examined(
            self.tables,
            asked,
            self.said if as_compared else importance,
            samples=samples,
            seed=self.method.seed if seed is None else seed,
            undefined=self.undefined if self.chosen else None,
            uncertain=lambda: self._uncertain(asked) if as_compared else self._uncertain_elsewhere(),
        )

    def _uncertain(self, metric: Metric) -> Uncertain | None:
        """Return what is known of the items, and which models are told apart at the weights of the importance."""
        if not self.units:
            return None
        names, decided = self.models, set()
        by_chance = by_chance_of_pairs(self.units[0]) if self.paired else np.ones((len(names), len(names)))
        for a, b in permutations(range(len(names)), 2):
            d = self.pair(names[a], names[b], metric.name)
            by_chance[a, b] = min(d.by_chance, by_chance[a, b])  # at other weights, other items tell them apart
            if self.is_better(d) and d.lead_of(names[a]).value > 0:
                decided.add((a, b))
        least = by_chance if isinstance(self.method, classwise) else None
        return Uncertain(self._drawings(), self.confidence, self.rope, frozenset(decided), least)

    def _uncertain_elsewhere(self) -> Uncertain | None:
        """Return what is known of the items; nothing was decided at the weights of another importance."""
        if not self.units:
            return None
        of_pairs = by_chance_of_pairs(self.units[0]) if len(self.units) == 1 else np.zeros((len(self.models),) * 2)
        least = of_pairs if isinstance(self.method, classwise) else None
        return Uncertain(self._drawings(), self.confidence, self.rope, None, least)

    def _drawings(self) -> list[Drawing]:
        method = self.method
        return [completed(each) if isinstance(method, classwise) else method.drawing(each) for each in self.units]

    @cached_property
    def robust(self) -> Robustness | None:
        """The metric of the verdict over all weights that agree.

        None if it does not follow the importance, or cannot be looked at over many weights: `robustness` says why.
        """
        main = self.score()
        if not main.metric.weighted or not np.isfinite(main.values).all():
            return None
        try:
            return self.robustness()
        except OtherWeightsUnknownError:
            return None

    def disagreements(self, importances: Any = None, *, explain: int = MOST_EXPLAINED) -> Disagreement:
        """Return where the metrics rank the models otherwise, with the classes and cells that cause it.

        Parameters
        ----------
        importances
            One importance or several, such as ["uniform", "rarity"], under each of which the metrics rank the models;
            if not given, that of the comparison.
        explain
            How many pairs of models, the most telling first, get a reversal explained: under importances that are
            named, the most telling one; else the metric of the verdict against one that says the opposite, of those
            that `print` shows if one does, and beyond chance rather than not.

        Examples
        --------
        >>> import steelyard as sy
        >>> tree, svm = sy.Confusion([[8, 2], [9, 81]]), sy.Confusion([[5, 5], [1, 89]])
        >>> comparison = sy.compare({"tree": tree, "svm": svm}, metrics=["accuracy", "balanced_accuracy"])
        >>> print(comparison.disagreements(["uniform", "prevalence"], explain=0))
        rank by                              tree   svm
        accuracy                                2     1
        balanced_accuracy                       1     2
        balanced_accuracy under prevalence      2     1
        The criteria disagree about the two models.
        """
        if importances is not None:
            return self._disagreements(importances, explain)
        return self._disagreement if explain == MOST_EXPLAINED else self._disagreement_by_the_verdict(explain)

    @cached_property
    def _disagreement(self) -> Disagreement:
        return self._disagreement_by_the_verdict(MOST_EXPLAINED)

    def _disagreement_by_the_verdict(self, explain: int) -> Disagreement:
        found = self._disagreements([self.importance], 0)
        explained = (self._explained(split) for split in found.pairs[: whole_number(explain, "explain")])
        return replace(found, reversals=tuple(explained))

    def _disagreements(self, importances: Any, explain: int) -> Disagreement:
        metrics = [each.metric for each in self.scored]
        undefined = self.undefined if self.chosen else None
        return disagreements(self.tables, metrics, importances, undefined=undefined, explain=explain)

    @cached_property
    def reversals(self) -> tuple[Reversal, ...]:
        """Why other metrics disagree with that of the verdict about a pair, those of `disagreements` that do."""
        return tuple(one for one in self._disagreement.reversals if one.by.criterion.metric.name == self.main)

    def _explained(self, split: SplitPair) -> Reversal:
        """Return why a metric disagrees with that of the verdict about a pair; if that has no vote, the most telling.

        A metric that the table shows comes before others, then one whose lead is beyond chance, then accuracy, which
        everybody knows, then that of the largest lead.
        """
        votes = {vote.criterion.metric.name: side for side in (split.for_first, split.for_second) for vote in side}
        mine = votes.get(self.main, split.for_first)
        others = split.for_second if mine is split.for_first else split.for_first
        first = self.main if self.main in votes else mine[0].criterion.metric.name
        shown = self._shown_metrics()

        def least(vote: Vote) -> tuple[bool, ...]:
            metric = vote.criterion.metric
            return metric.name not in shown, not self._is_told(split, metric.name), metric.id != "accuracy"

        against = min(others, key=least).criterion.metric.name
        found = reversal(
            self.tables,
            split.first,
            split.second,
            self.score(first).metric,
            self.score(against).metric,
            importance_1=self.importance,
            importance_2=self.importance,
            undefined=self.undefined,
        )
        return replace(found, beyond_chance=(self._is_told(split, first), self._is_told(split, against)))

    def _is_told(self, split: SplitPair, metric: str) -> bool:
        return self.pair(split.first, split.second, metric).better is not None

    @cached_property
    def verdict(self) -> str:
        """The conclusion in words."""
        return self._shown_as("sentence")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return {
            "verdict": self.verdict,
            "models": [plain_label(name) for name in self.models],
            "items": self.items,
            "dropped": self.tables.dropped,
            "paired": self.paired,
            "note": str(self.note),
            "grouped": self.grouped,
            "across": self.across,
            "importance": str(self.importance),
            "weights": {plain_label(c): float(w) for c, w in zip(self.tables.labels, self.weights, strict=True)},
            "undefined": self.undefined,
            "positive": plain_label(self.positive),
            "confidence": self.confidence,
            "rope": self.rope,
            "intervals": self.method.name,
            "draws": getattr(self.method, "draws", None),
            "seed": self.method.seed,
            "metric": self.main,
            "scores": [row for each in self.scored for row in each.to_rows()],
            "differences": [d.to_dict() for d in self.differences],
            "misleading": [mark.to_dict() for mark in self.misleading],
            "marginals": [test.to_dict() for test in self.marginals],
            "robustness": None if self.robust is None else self.robust.to_dict(),
            "disagreement": self.disagreements().to_dict(),
        }

    def to_rows(self, what: str = "differences") -> list[Row]:
        """Return a row of plain values for each metric and pair of models, or of the "scores" for each model."""
        if what not in ("differences", "scores"):
            raise ValueError(f'the rows are those of the "differences" or of the "scores", not {what!r}.')
        if what == "scores":
            return [row for each in self.scored for row in each.to_rows()]
        return [{name: value for name, value in d.to_dict().items() if name != "folds"} for d in self.differences]

    def to_frame(self, what: str = "differences") -> Any:
        """Return the differences, or the "scores", as a data frame of pandas or else Polars, whichever is installed."""
        return frame_of(self.to_rows(what))

    def to_csv(self, what: str = "differences") -> str:
        """Return the differences, or the "scores", as CSV text."""
        return csv_text(self.to_rows(what))

    def full(self) -> str:
        """Return all metrics, pairs and ranks as text; `print` shows the metrics that the situation calls for.

        Examples
        --------
        >>> import steelyard as sy
        >>> result = sy.compare({"a": [[8, 2], [1, 9]], "b": [[6, 4], [0, 10]]})
        >>> "macro_specificity" in result.full(), "macro_specificity" in str(result)
        (True, False)
        """
        return self._shown_as("text", full=True)

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """Return a page to look at, whole in itself, that computes again as importance moves; written to a path, too.

        Examples
        --------
        >>> import steelyard as sy
        >>> wines = sy.Joint.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm"])
        >>> sy.compare(wines, metrics="balanced_accuracy").to_html().startswith("<!doctype html>")
        True
        """
        return self._shown_as("page", path=path)


def _known(interval: Interval) -> Interval:
    return interval
