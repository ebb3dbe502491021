"""`sy.scores.count`: scores counted into bins where they lie, in files, in data frames of any engine, or in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from steelyard.counts.data import bin_groups, column_names, count_columns, is_at_edge
from steelyard.counts.labels import Label, find, some
from steelyard.counts.read.bins import BinColumns, Bins
from steelyard.counts.read.chosen_columns import Columns, check_names
from steelyard.counts.read.label import declared_labels
from steelyard.scores.binned import BINS, BinnedScores, ModelGroups, bins_of, check_table, from_groups
from steelyard.scores.binned_measures import RANKINGS
from steelyard.scores.decided import named
from steelyard.scores.given import GivenScores, MissingScores, ScoreForm
from steelyard.scores.score_columns import COMPLETE, HOW, ModelColumns, chosen_columns, given_scores, like_seen
from steelyard.scores.table import Scores, of_single_column, single_class


def count(
    data: Any,
    scores: Any = None,
    *,
    truth: Any = None,
    weight: Any = None,
    labels: Iterable[Any] | None = None,
    positive: Any = None,
    weights: Any = None,
    form: ScoreForm = "probabilities",
    bins: int = BINS,
    between: tuple[float, float] | None = None,
    losses: bool = True,
    missing: MissingScores = "refuse",
) -> BinnedScores:
    """Count scores into bins where they lie: what is left is a table of truth and bin, however many items there are.

    Files and frames of other engines are never read into memory: each column of scores takes a pass of the engine's
    own group-by. `sy.scores.evaluate` takes the result as it takes scores; tables of shards and days add up with `+`.

    Parameters
    ----------
    data, scores, truth, weight, labels, positive, weights, form, missing
        As for `sy.scores.evaluate`. Shards are of the same classes if `labels` says so, also where one has none of
        the rarest.
    bins
        How many. Those of probabilities are narrower towards 0 and 1, as square roots are: of 10,000, one at 0.001 is
        0.00001 wide, one at ½ 0.0002.
    between
        Of form="ranks", from where to where the bins reach, (low, high); they are then of equal width.
    losses
        Whether what log loss and Brier score need is summed, too, exactly; without it, counting takes less time.

    Examples
    --------
    >>> import steelyard as sy
    >>> table = sy.scores.count({"y": [0, 0, 1, 1], "p": [0.1, 0.4, 0.35, 0.8]}, truth="y", scores="p", positive=1)
    >>> sy.scores.evaluate(table, positive=1, metrics="roc_auc")["roc_auc"].value
    0.75
    """
    if isinstance(data, BinnedScores):
        raise ValueError("these scores are counted already.")
    given = GivenScores(data, scores, truth, weight, labels, positive, weights, form, missing)
    return _counted(given, bins_of(bins, between, form), losses=losses)


def _counted(given: GivenScores, bins: Bins, *, losses: bool) -> BinnedScores:
    if given.truth is None or not is_at_edge(given.data):
        return BinnedScores.of(given_scores(given), bins, losses=losses)
    given.check_weight()
    check_names(truth=given.truth, weight=given.weight)
    return _AtEdge(given, bins, losses and given.form != "ranks").counted()


def scores_or_bins(given: GivenScores, metrics: Any, bins: Any, between: Any) -> Scores | BinnedScores:
    """Return scores one by one, or, if there are bins or someone asks for them, counted; as `evaluate` says."""
    data = given.data
    if isinstance(data, BinnedScores):
        given.refuse_beside(COUNTED, bins=bins, between=between)
        return data
    if bins is None:
        if between is not None:
            raise ValueError("between= says where bins reach, but nobody asked for bins; say bins=, or leave it out.")
        return given_scores(given)
    if isinstance(data, Scores):
        given.refuse_beside(COMPLETE)
        return BinnedScores.of(data, bins_of(bins, between, data.form))
    asked = [metrics] if isinstance(metrics, str) or not isinstance(metrics, Iterable) else list(metrics)
    rankings = [each is not None and getattr(each, "id", None) in RANKINGS for each in map(_metric, asked)]
    return _counted(given, bins_of(bins, between, given.form), losses=not all(rankings))


def _metric(given: Any) -> Any:
    return named(given) if isinstance(given, str) else given


COUNTED = "scores in bins are complete"

NOT_PAIRED = (
    "bins of one model do not tell what another gives to the same items, so scores in bins cannot be compared; compare "
    "the items themselves, or a sample of them."
)


class _AtEdge(NamedTuple):
    """Data that are counted by their own engine."""

    given: GivenScores
    bins: Bins
    losses: bool

    def counted(self) -> BinnedScores:
        """Count the columns of all models."""
        given, names = self.given, column_names(self.given.data)
        if given.scores is None:
            raise ValueError(f"name the columns of scores, {HOW}; there are {some(names)}.")
        seen = self._seen()
        declared = (
            None if given.labels is None else tuple(like_seen(each, seen) for each in declared_labels(given.labels))
        )
        known, told = declared or seen, declared is not None
        free = [name for name in names if name not in (given.truth, given.weight)]
        chosen = chosen_columns(given.scores, free, known, given.positive, declared=told)
        columns = {model: self._columns(each, known, given.positive, declared=told) for model, each in chosen.items()}
        every = tuple(dict.fromkeys(name for names, _ in columns.values() for name in names)) if given.drops else ()
        models = {}
        for model, (own, single) in columns.items():
            check_table(len(own), len(known), self.bins)
            logits = given.form == "logits"
            asked = BinColumns(given.truth, given.weight, own, self.bins, logits, self.losses, every)
            models[model] = ModelGroups(*bin_groups(given.data, asked), single)
        return from_groups(models, known, self.bins, given, losses=self.losses)

    def _seen(self) -> tuple[Label, ...]:
        """Return the classes that occur: the truth is counted against itself, where it lies."""
        return count_columns(self.given.data, Columns(self.given.truth, (self.given.truth,), missing="drop")).labels

    def _columns(
        self, each: ModelColumns, known: Sequence[Label], positive: Any, *, declared: bool
    ) -> tuple[tuple[Any, ...], int | None]:
        """Return the columns in the order of the classes; or a single one, and the place of its class."""
        by_class = each.by_class(known, are_declared=declared)
        if by_class is None:
            (name,) = each.columns
            label = single_class(name, positive, tuple(known), each.whose)
            return (name,), of_single_column(label, tuple(known), each.whose)
        more = [label for label in by_class if label not in known]
        if more:
            raise ValueError(
                f"no item is of class {some(more)}, but it has columns{each.whose}; list the classes with labels=."
            )
        if len(by_class) == 1:
            ((label, name),) = by_class.items()
            return (name,), find(label, known)
        return tuple(by_class[label] for label in known), None
