"""Scores counted into bins: of each model and class the table of truth and bin, which adds up over shards and days."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.answer import Answer, Row, plain_label
from steelyard.counts.labels import Label
from steelyard.counts.read.amounts import all_weightless
from steelyard.counts.read.bins import (
    LOSSES,
    MOST_BINS,
    OF_OWN,
    REFUSED,
    SUM_ROUNDING,
    BinGroups,
    Bins,
    LossGroups,
    shown_sum,
)
from steelyard.scores.catalogue import metrics as registry
from steelyard.scores.certainty import implied_of
from steelyard.scores.given import GivenScores, ScoreForm, without_truth
from steelyard.scores.registry import ScoreMetric
from steelyard.scores.table import Scores
from steelyard.type_names import Floats, Positions

BINS = 10_000
"""How many bins there are if nobody says."""

MOST_CELLS = 100_000_000
"""Larger tables are refused: 800 MB."""


@dataclass(frozen=True, eq=False)
class BinnedColumn:
    """One column of scores: what the items of each class (rows) weigh in each bin.

    Attributes
    ----------
    sizes
        What they weigh.
    squares
        The sums of the squares of that; None if all items weigh 1.
    """

    sizes: Floats
    squares: Floats | None

    @property
    def of_items(self) -> Floats:
        """The sums of squared weights."""
        return self.sizes if self.squares is None else self.squares

    @property
    def mirrored(self) -> BinnedColumn:
        """The column of the other one of two classes, whose bins run the other way."""
        return BinnedColumn(self.sizes[:, ::-1], None if self.squares is None else self.squares[:, ::-1])

    def to_dict(self) -> dict[str, Any]:
        """Return the cells that have items, as lists side by side."""
        at = np.nonzero(self.sizes)
        squares = None if self.squares is None else self.squares[at].tolist()
        return {"truth": at[0].tolist(), "bin": at[1].tolist(), "weight": self.sizes[at].tolist(), "squares": squares}

    def __add__(self, other: BinnedColumn) -> BinnedColumn:
        unweighted = self.squares is None and other.squares is None
        return BinnedColumn(self.sizes + other.sizes, None if unweighted else self.of_items + other.of_items)


@dataclass(frozen=True, eq=False, repr=False)
class BinnedScores(Answer):
    """Scores of one or several models as tables of truth and bin: what `sy.scores.count` returns.

    Tables of shards, days or folds add up with `+`, if they are of the same classes, models and bins.

    Attributes
    ----------
    labels
        The classes.
    bins
        The bins.
    form
        What the scores are, as for `Scores`.
    columns
        Of each model a `BinnedColumn` for each class; of two classes one may do for both, and `single` is its class.
    sizes, support
        How many items of each class have weight, and what they weigh.
    losses
        Of each model, class and loss (Brier score, log loss) the sums that `LossGroups` has, of the items of the class
        and, of what probabilities imply, of all items; None if they were not asked for.
    single
        Of each model the place of the class whose column there is; None if each class has one.
    sorted_columns
        Whether columns were taken to be of the classes in their sorted order, as nobody said which is which.

    Examples
    --------
    >>> import steelyard as sy
    >>> may = sy.scores.count([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], positive=1, bins=1000)
    >>> june = sy.scores.count([0, 1, 1, 0], [0.2, 0.7, 0.9, 0.3], positive=1, bins=1000)
    >>> may + june
    BinnedScores(8 items, classes 0, 1, model 'model', 1,000 bins)
    >>> sy.scores.evaluate(may + june, metrics="roc_auc", positive=1)["roc_auc"].value
    0.9375
    """

    labels: tuple[Label, ...]
    bins: Bins
    form: ScoreForm
    columns: Mapping[str, tuple[BinnedColumn, ...]]
    single: Mapping[str, int | None]
    sizes: Positions
    support: Floats
    losses: Mapping[str, Floats] | None
    sorted_columns: bool = False

    @classmethod
    def of(cls, scores: Scores, bins: Bins, *, losses: bool = True) -> BinnedScores:
        """Count scores that lie in memory."""
        check_table(len(scores.labels), len(scores.labels), bins)
        scores = scores.in_memory
        models, single, sums = {}, {}, {}
        for model, given in scores.columns.items():
            single[model] = _teller(given, scores.form)
            places = range(given.shape[1]) if single[model] is None else (single[model],)
            models[model] = tuple(_column(scores, bins.places(given[:, k]), bins.number) for k in places)
            if losses and scores.form != "ranks":
                sums[model] = np.stack([_sums(scores, model, registry[name]) for name in LOSSES], 1)
        return cls(
            scores.labels,
            bins,
            scores.form,
            models,
            single,
            scores.sizes,
            scores.support,
            sums if losses and scores.form != "ranks" else None,
            scores.sorted_columns,
        )

    @property
    def items(self) -> int:
        """How many items there are."""
        return int(self.sizes.sum())

    def column(self, model: str, place: int) -> BinnedColumn:
        """Return the table of a model's scores of one class."""
        only = self.single[model]
        if only is None:
            return self.columns[model][place]
        return self.columns[model][0] if only == place else self.columns[model][0].mirrored

    def cells(self, model: str, place: int) -> tuple[Scores, Floats]:
        """Return the cells that have items as if each were one, with its bin for a score; and their squared weights."""
        column = self.column(model, place)
        truth, at = np.nonzero(column.sizes)
        sizes = column.sizes[truth, at]
        return Scores(self.labels, truth, {model: at[:, None].astype(np.float64)}, sizes, "ranks"), column.of_items[
            truth, at
        ]

    def __add__(self, other: BinnedScores) -> BinnedScores:
        if not isinstance(other, BinnedScores):
            return NotImplemented
        for what, ours, theirs in (
            ("classes", self.labels, other.labels),
            ("models", tuple(self.columns), tuple(other.columns)),
            ("bins", self.bins, other.bins),
            ("forms", self.form, other.form),
        ):
            if ours != theirs:
                how = "; say labels= when counting" if what == "classes" else ""
                raise ValueError(
                    f"tables of scores add up if their {what} are alike, not {_named(ours)} and {_named(theirs)}{how}."
                )
        if (self.losses is None) != (other.losses is None):
            raise ValueError("tables of scores add up if losses were counted in both, or in neither.")
        columns, single = {}, dict(self.single)
        for model, own in self.columns.items():
            both = zip(own, other.columns[model], strict=True)
            if self.single[model] != other.single[model]:
                single[model] = None
                places = range(len(self.labels))
                both = zip(*(tuple(each.column(model, k) for k in places) for each in (self, other)), strict=True)
            columns[model] = tuple(a + b for a, b in both)
        losses = None
        if self.losses is not None and other.losses is not None:
            losses = {model: own + other.losses[model] for model, own in self.losses.items()}
        return replace(
            self,
            columns=columns,
            single=single,
            sizes=self.sizes + other.sizes,
            support=self.support + other.support,
            losses=losses,
            sorted_columns=self.sorted_columns or other.sorted_columns,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: what each class has, and of each column the cells that have items.

        "columns" has for each model and column lists side by side: the place of the true class, the bin, the weight,
        and the squared weights, if items have weights of their own.
        """
        return {
            "labels": [plain_label(label) for label in self.labels],
            "bins": self.bins.number,
            "low": self.bins.low,
            "high": self.bins.high,
            "form": self.form,
            "items": self.items,
            "sizes": self.sizes.tolist(),
            "support": self.support.tolist(),
            "sorted_columns": self.sorted_columns,
            "models": list(self.columns),
            "columns": [
                {"model": model, "class": plain_label(self.labels[place]), **column.to_dict()}
                for model, place, column in self._columns()
            ],
            "losses": None if self.losses is None else {model: sums.tolist() for model, sums in self.losses.items()},
        }

    def to_rows(self) -> list[Row]:
        """Return a row for each bin that has items: of which model, of whose class the scores are, and the truth."""
        edges = self.bins.edges()
        return [
            {
                "model": model,
                "class": plain_label(self.labels[place]),
                "truth": plain_label(self.labels[truth]),
                "low": float(edges[at]),
                "high": float(edges[at + 1]),
                "weight": float(column.sizes[truth, at]),
            }
            for model, place, column in self._columns()
            for truth, at in np.argwhere(column.sizes).tolist()
        ]

    def _columns(self) -> Iterator[tuple[str, int, BinnedColumn]]:
        """Yield the columns that there are: the model, the place of the class, and the table."""
        for model, columns in self.columns.items():
            only = self.single[model]
            for place, column in enumerate(columns):
                yield model, place if only is None else only, column


def _named(what: Any) -> str:
    """Name bins, a form, classes or models, for errors."""
    return naming.some(what) if isinstance(what, tuple) else str(what) if isinstance(what, Bins) else repr(what)


def check_table(columns: int, classes: int, bins: Bins) -> None:
    """Refuse tables that do not fit in memory."""
    if columns * classes * bins.number > MOST_CELLS:
        raise ValueError(
            f"{classes:,} classes × {columns:,} columns of scores × {bins.number:,} bins are more cells than the "
            f"{MOST_CELLS:,} that a table may have; say bins={max(MOST_CELLS // (columns * classes), 1):,}."
        )


def bins_of(bins: Any, between: Any, form: ScoreForm) -> Bins:
    """Return bins as they were asked for, checked."""
    whole = isinstance(bins, int | np.integer) and not isinstance(bins, bool)
    if not (whole and 2 <= bins <= MOST_BINS):
        raise ValueError(f"bins must be a whole number from 2 to {MOST_BINS:,}, not {bins!r}.")
    if form != "ranks":
        if between is not None:
            raise ValueError(
                'probabilities lie between 0 and 1, so between= has no part in it; it is for form="ranks".'
            )
        return Bins(int(bins))
    try:
        low, high = (float(end) for end in between)
    except (TypeError, ValueError):
        low, high = 0.0, 0.0
    if not (low < high and np.isfinite([low, high]).all()):
        given = "" if between is None else f", not {between!r}"
        raise ValueError(
            "scores that are no probabilities have no range of their own: say with between=, (low, high), from where "
            f"to where bins are needed{given}; what lies beyond is in the first or the last bin."
        )
    return Bins(int(bins), low, high)


def _teller(given: Floats, form: ScoreForm) -> int | None:
    """Return which of two columns tells the other, so that one table is enough; None if none does."""
    if given.shape[1] != 2:
        return None
    other = np.negative if form == "ranks" else lambda p: 1 - p
    return next((k for k in (1, 0) if np.array_equal(given[:, 1 - k], other(given[:, k]))), None)


def _column(scores: Scores, places: Positions, number: int) -> BinnedColumn:
    if (places == REFUSED).any():
        raise ValueError("scores must be finite numbers, and probabilities between 0 and 1.")
    cells, shape = scores.truth * number + places, (len(scores.labels), number)

    def table(weights: Floats | None) -> Floats:
        return np.bincount(cells, weights=weights, minlength=shape[0] * number).reshape(shape).astype(np.float64)

    if scores.weights is None:
        return BinnedColumn(table(None), None)
    return BinnedColumn(table(scores.weights), table(scores.weights**2))


def _sums(scores: Scores, model: str, metric: ScoreMetric) -> Floats:
    """Return what `BinnedScores.losses` holds of one loss."""
    losses = scores.each_item(metric, model)
    never = np.isinf(losses)
    w, kept, classes = scores.item_weights, np.where(never, 0.0, losses), len(scores.labels)
    powers = [np.ones_like(kept), kept, kept**2, kept**2 * kept, (kept**2) ** 2]

    def summed(values: Any) -> Floats:
        return np.bincount(scores.truth, weights=values, minlength=classes).astype(np.float64)

    if scores.weights is None:
        plain = [summed(power) for power in powers]
        own = [plain[1], plain[1], plain[2], summed(never), *plain]
    else:
        own = [summed(w * kept), summed(w**2 * kept), summed(w**2 * powers[2]), summed(never & (w > 0))]
        own += [summed(w**4 * power) for power in powers]
    implied = implied_of(scores, metric, model)
    return np.concatenate([np.stack(own, axis=1), implied], axis=1)


# What engines tell of groups, as tables.


@dataclass(frozen=True, eq=False)
class ModelGroups:
    """What an engine told of one model: groups of each column, and of the losses; and which class a column is of."""

    columns: Sequence[BinGroups]
    losses: LossGroups | None
    single: int | None

    def with_labels(self) -> ModelGroups:
        """Return the groups that have a true label; where items without a score are left out, these have none."""
        losses = self.losses
        if losses is not None:
            kept = _labelled(losses.truth)
            losses = LossGroups([losses.truth[i] for i in kept], losses.off, losses.sums[kept])
        return ModelGroups([_at(each, _labelled(each.truth)) for each in self.columns], losses, self.single)


def _labelled(truth: Sequence[Any]) -> list[int]:
    return [i for i, label in enumerate(truth) if label is not None and label is not naming.MISSING]


def _at(groups: BinGroups, places: list[int]) -> BinGroups:
    columns: Any = (column[places] for column in groups[1:])
    return BinGroups([groups.truth[i] for i in places], *columns)


def from_groups(
    models: Mapping[str, ModelGroups],
    labels: tuple[Label, ...],
    bins: Bins,
    given: GivenScores,
    *,
    losses: bool,
) -> BinnedScores:
    """Return the tables of groups; refuse truths that are no class, and rows that do not sum to 1."""
    form, weighted = given.form, given.weight is not None
    models = {name: told.with_labels() for name, told in models.items()} if given.drops else models
    place = {label: i for i, label in enumerate(labels)}
    columns, sums = {}, {}
    sizes, support = np.zeros(len(labels), dtype=np.intp), np.zeros(len(labels))
    for name, told in models.items():
        if told.losses is not None and form == "probabilities" and not told.losses.off <= SUM_ROUNDING:
            raise shown_sum(told.losses.off)
        columns[name] = tuple(_table(groups, place, bins.number, weighted=weighted) for groups in told.columns)
        if losses and told.losses is not None:
            sums[name] = _loss_sums(told, place)
        first = told.columns[0]
        at = np.array([place[label] for label in first.truth], dtype=np.intp)
        sizes = np.bincount(at, weights=first.above, minlength=len(labels)).astype(np.intp)
        support = np.bincount(at, weights=first.size, minlength=len(labels)).astype(np.float64)
    if not support.any():
        raise all_weightless()
    single = {name: told.single for name, told in models.items()}
    return BinnedScores(labels, bins, form, columns, single, sizes, support, sums if losses else None)


def _table(groups: BinGroups, place: Mapping[Label, int], number: int, *, weighted: bool) -> BinnedColumn:
    strange = [label for label in dict.fromkeys(groups.truth) if label not in place]
    gaps = [label for label in strange if label is None or label is naming.MISSING]
    if gaps:
        rows = sum(int(n) for label, n in zip(groups.truth, groups.rows, strict=True) if label in gaps)
        raise without_truth(rows, int(groups.rows.sum()))
    if strange:
        raise ValueError(f"the truth has {naming.some(strange)}, but the classes are {naming.some(place)}.")
    cells = np.array([place[label] for label in groups.truth], dtype=np.intp) * number + groups.place

    def table(amounts: Any) -> Floats:
        many = len(place) * number
        return np.bincount(cells, weights=amounts, minlength=many).reshape(-1, number).astype(np.float64)

    return BinnedColumn(table(groups.size), table(groups.squares) if weighted else None)


def _loss_sums(told: ModelGroups, place: Mapping[Label, int]) -> Floats:
    groups = told.losses
    if groups is None:
        raise ValueError("losses were not counted.")
    sums = np.zeros((len(place), *groups.sums.shape[2:]))
    # Of a single column, the sums are of its own class first, and then of the other.
    at = [k if told.single is None else int(told.single != k) for k in range(len(place))]
    for label, of_classes in zip(groups.truth, groups.sums, strict=True):
        k = place[label]
        sums[k, :, :OF_OWN] += of_classes[at[k], :, :OF_OWN]
        sums[..., OF_OWN:] += of_classes[at, :, OF_OWN:]
    return sums
