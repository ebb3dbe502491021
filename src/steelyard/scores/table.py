"""The scores of one or several models beside the truth: what was given, checked at the door."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.labels import Label
from steelyard.counts.read.amounts import LARGEST, all_weightless, checked_weights
from steelyard.counts.read.bins import ANOTHER_FORM, PERCENTS, are_probabilities, clipped
from steelyard.counts.read.column import names_of
from steelyard.counts.read.containers import NO_LABEL, as_column, encode
from steelyard.counts.read.label import check_kinds, declared_labels
from steelyard.measuring.probabilities import as_numbers, checked_probabilities, log_odds, softmax
from steelyard.scores.given import (
    MissingScores,
    ScoreForm,
    are_places,
    check_form,
    check_missing,
    classes_named,
    of_another,
    without_truth,
)
from steelyard.scores.registry import ScoreMetric
from steelyard.type_names import Floats, Positions

MOST_KEPT = 1 << 28
"""How many bytes of what was sorted are kept for the next metric."""

ONE_MODEL = "model"
"""What a model is called that nobody named."""


@dataclass(frozen=True, eq=False)
class Scores:
    """The truth of items, and what each model gave to each class.

    Attributes
    ----------
    labels
        The classes, in the order of the columns.
    truth
        The place of each item's class among them.
    columns
        For each model, one row per item and one column per class.
    weights
        What each item weighs; None if all weigh the same.
    form
        What the numbers are; logits have become probabilities.
    sorted_columns
        Whether columns were taken to be of the classes in their sorted order, as neither names nor `labels=` told it.
        Classes 0, 1, 2, … are the columns of these numbers, and nothing is supposed.
    odds
        Of logits, beside the probabilities: the log odds of each class against all others, which do not round to 0 or
        1; they rank items, and log loss is computed from them.

    Examples
    --------
    >>> import steelyard as sy
    >>> given = sy.scores.Scores.of(["ok", "fraud", "ok"], [0.1, 0.8, 0.3], positive="fraud")
    >>> given.labels, given.columns["model"][1].tolist()
    (('fraud', 'ok'), [0.8, 0.19999999999999996])
    """

    labels: tuple[Label, ...]
    truth: Positions
    columns: Mapping[str, Floats]
    weights: Floats | None
    form: ScoreForm
    sorted_columns: bool = False
    odds: Mapping[str, Floats] | None = None

    @classmethod
    def of(
        cls,
        y_true: Any,
        scores: Any,
        *,
        labels: Iterable[Any] | None = None,
        positive: Any = None,
        weights: Any = None,
        form: ScoreForm = "probabilities",
        missing: MissingScores = "refuse",
    ) -> Scores:
        """Take scores of one model, or of several by name.

        Parameters
        ----------
        y_true
            The true label of each item.
        scores
            One row per item and one column per class; or, of two classes, one number per item for the positive one;
            or several models by name, {"a": …, "b": …}. Columns of a data frame, or of {"class": […], …} for a model,
            are read by their names, whatever their order: "sick", or "rf_sick" beside "rf_healthy".
        labels
            The class of each column. If not given, what the names of the columns tell, else the labels of the truth,
            sorted, as scikit-learn's `classes_` are.
        positive
            The class that a single column is of.
        weights
            One weight per item.
        form
            "probabilities"; "logits", of which the softmax is taken; or "ranks", any numbers, for metrics that look
            at the order of scores alone.
        missing
            "drop" leaves out items without a true label, or without a score of some model: None, NaN, or masked.
        """
        check_form(form)
        check_missing(missing)
        models = dict(scores) if isinstance(scores, Mapping) else {ONE_MODEL: scores}
        if not models:
            raise ValueError("there are no scores: give those of at least one model.")
        declared = None if labels is None else declared_labels(labels)
        known = declared or labels_among(y_true)
        check_kinds({"true labels": known}, declared)
        if not known:
            raise ValueError("there are no items.")
        read = {str(name): _ModelScores.of(name, models, known, by_place=declared is not None) for name in models}
        classes: tuple[Label, ...] = declared or _all_classes(read.values()) or known
        truth = encode(y_true, classes, gaps=True)
        if not len(truth):
            raise ValueError("there are no items.")
        numbers = {name: each.numbers(classes, declared) for name, each in read.items()}
        for name, each in read.items():
            rows = len(numbers[name]) if numbers[name].ndim else 1
            if rows != len(truth):
                raise ValueError(f"there are {len(truth)} true labels but {rows} rows of scores{each.whose}.")
        item = None if weights is None else _scaled(checked_weights(weights, len(truth)).astype(np.float64))
        there = _complete(truth, numbers.values(), missing)
        if there is not None:
            truth, item = truth[there], None if item is None else item[there]
            numbers = {name: each[there] for name, each in numbers.items()}
        if item is not None and not item.any():
            raise all_weightless()
        columns, odds = dict[str, Floats](), dict[str, Floats]()
        for name, each in read.items():
            columns[name] = _checked(numbers[name], classes, each.single(positive, classes), form, each.whose)
            if form == "logits":
                columns[name], odds[name] = softmax(columns[name]), log_odds(columns[name])
        by_number = classes == tuple(range(len(classes)))
        supposed = declared is None and not by_number and any(each.is_bare for each in read.values())
        return cls(classes, truth, columns, item, form, supposed, odds or None)

    def where(self, metric: ScoreMetric) -> Scores:
        """Return the scores as a metric looks at them, where it can be computed: probabilities, or what only ranks."""
        return self if metric.probabilities else self.ranking

    @cached_property
    def ranking(self) -> Scores:
        """The same scores as they rank items: of logits the log odds, as probabilities that round to 1 are equal."""
        return self if self.odds is None else replace(self, columns=self.odds, odds=None, form="ranks")

    def each_item(self, metric: ScoreMetric, model: str) -> Floats:
        """Return what each item has by a metric that is a mean over items."""
        if self.odds is not None and metric.of_odds is not None:
            return cast("Floats", metric.of_odds(self.odds[model], self.truth))
        return cast("Floats", metric.body(self.columns[model], self.truth))

    def each_item_if(self, metric: ScoreMetric, model: str, k: int) -> Floats:
        """Return what each item would have if it were of the k-th class."""
        return replace(self, truth=self.truth * 0 + k).each_item(metric, model)

    def each_nth(self, n: int) -> Scores:
        """Return the first of every n items."""
        if n == 1:
            return self
        every = ({model: each[::n] for model, each in (given or {}).items()} for given in (self.columns, self.odds))
        columns, odds = every
        weights = None if self.weights is None else self.weights[::n]
        return replace(self, truth=self.truth[::n], columns=columns, weights=weights, odds=odds or None)

    @property
    def in_memory(self) -> Scores:
        """The same scores in memory."""
        return self

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """What was sorted once and may be needed again; the oldest goes first."""
        return {}

    def keep(self, key: Any, ranked: Any, size: int) -> None:
        """Keep what was sorted, so long as all of it is at most `MOST_KEPT` bytes."""
        while self.kept and size * (len(self.kept) + 1) > MOST_KEPT:
            self.kept.pop(next(iter(self.kept)))
        if size <= MOST_KEPT:
            self.kept[key] = ranked

    @property
    def items(self) -> int:
        """How many items there are."""
        return len(self.truth)

    @cached_property
    def item_weights(self) -> Floats:
        """What each item weighs, 1 if nobody said."""
        return np.ones(self.items) if self.weights is None else self.weights

    @cached_property
    def support(self) -> Floats:
        """What the items of each class weigh."""
        return np.bincount(self.truth, weights=self.weights, minlength=len(self.labels)).astype(np.float64)

    @cached_property
    def sizes(self) -> Positions:
        """How many items each class has."""
        if self.weights is None:
            return self.support.astype(np.intp)
        return np.bincount(self.truth[self.weights > 0], minlength=len(self.labels))


def labels_among(y_true: Any) -> tuple[Label, ...]:
    """Return the labels of the truth, sorted."""
    truth = as_column(y_true, "true labels")
    seen = dict.fromkeys(truth.labels_of(np.unique(truth.codes(0, truth.size))))
    return naming.sort(label for label in seen if label is not naming.MISSING)


def numbers_in(given: Any, what: str) -> Floats:
    """Return scores as numbers; of predicted labels, say what they can be compared by."""
    try:
        return as_numbers(given, what)
    except ValueError:
        text = next(iter(given), None) if isinstance(given, Sequence | np.ndarray) else None
        if not isinstance(text, str):
            raise
    raise ValueError(
        f"{what} must be numbers, not texts such as {str(text)!r}; predicted labels can be compared with scores by "
        "label metrics alone: let the scores decide (`sy.decisions.decide`), and take `sy.compare`."
    )


@dataclass(frozen=True, eq=False)
class _ModelScores:
    """The scores of one model as they were given, and which class each column is of.

    Attributes
    ----------
    given
        The scores.
    names
        What the columns are called; None if they have no names.
    classes
        The class of each column; None if nobody told, or if there is a single column.
    whose
        For messages: of which of several models they are.
    """

    given: Any
    names: list[Any] | None
    classes: tuple[Label, ...] | None
    whose: str

    @classmethod
    def of(cls, model: Any, models: Mapping[Any, Any], known: tuple[Label, ...], *, by_place: bool) -> _ModelScores:
        """Read the names of the columns; `by_place`: names that tell nothing are no matter, as `labels=` lists them."""
        given, whose = models[model], f" of {model!r}" if len(models) > 1 else ""
        if hasattr(type(given), "columns") and not isinstance(given, Mapping) and not hasattr(given, "__array__"):
            raise ValueError(
                f"scores{whose} beside true labels must lie in memory, not in a {type(given).__name__}; name the "
                f'columns of the data instead, truth="…" and scores="…".'
            )
        names = names_of(given)
        if names is None or len(names) == 1:
            return cls(given, names, None, whose)
        repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
        if repeated:
            raise ValueError(f"several columns of scores{whose} are called {naming.some(repeated)}; name them apart.")
        classes = classes_named(names, known)
        if classes is None and set(names) <= set(known):
            raise _lacking(set(known) - set(names), whose)
        if classes is None and not are_places(names):
            if not by_place or len(names) != len(known):
                raise ValueError(
                    f"the columns of scores{whose} are called {naming.some(names)}, which does not tell their classes, "
                    f"{naming.some(known)}; name them after the classes, or list the class of each with labels=."
                )
            classes = known
        return cls(given, names, classes, whose)

    @cached_property
    def array(self) -> Floats:
        """The numbers as they stand."""
        if not isinstance(self.given, Mapping):
            return numbers_in(self.given, f"scores{self.whose}")
        columns = [numbers_in(column, f"scores{self.whose} of class {name!r}") for name, column in self.given.items()]
        if {column.shape for column in columns} != {(columns[0].size,)}:
            raise ValueError(f"scores{self.whose} must have one number per item in every column.")
        return np.column_stack(columns)

    @property
    def is_bare(self) -> bool:
        """Whether there are several columns, and nobody said which class each is of."""
        return self.classes is None and self.array.ndim > 1 and self.array.shape[1] > 1

    def single(self, positive: Any, labels: tuple[Label, ...]) -> Any:
        """Return which class a single column is of: the one that it is called, else the positive one."""
        if self.names is None or len(self.names) != 1:
            return positive
        return single_class(self.names[0], positive, labels, self.whose)

    def numbers(self, labels: tuple[Label, ...], declared: tuple[Label, ...] | None) -> Floats:
        """Return the numbers with a column for each label, in this order; or the single column that there is."""
        given = self.array
        if given.ndim == 2 and given.shape[1] == 1 and len(labels) > 1:
            return given[:, 0]
        if self.classes is not None:
            lacking = [label for label in labels if label not in self.classes]
            if lacking:
                raise _lacking(lacking, self.whose)
            return given[:, naming.positions(labels, self.classes)]
        if given.ndim != 2 or declared is not None:
            return given
        if given.shape[1] != len(labels):
            raise ValueError(
                f"the scores{self.whose} have {given.shape[1]} columns, but the truth has {len(labels)} classes "
                f"({naming.some(labels)}); say with labels= which class each column is of."
            )
        return given[:, naming.positions(labels, naming.sort(labels))]


def single_class(name: Any, positive: Any, labels: tuple[Label, ...], whose: str) -> Any:
    """Return which class the single column of a name is of: the one that it is called, else the positive one."""
    if name in labels:
        return name
    another = None if positive is None else of_another(name, labels[naming.find(positive, labels)], labels)
    if another is not None:
        raise ValueError(
            f"the scores{whose} in column {name!r} seem to be of class {another!r}, not of {positive!r}; "
            f"call the column {another!r}, or, of data, say scores={str(name).replace(str(another), '{class}')!r}."
        )
    return positive


def of_single_column(positive: Any, labels: tuple[Label, ...], whose: str) -> int:
    """Return the place of the class that a single column is of; refuse more than two classes, and an unknown one."""
    if len(labels) != 2:
        raise ValueError(
            f"one column of scores{whose} is enough for two classes, but there are {len(labels)}, {naming.some(labels)}"
            "; give a column for each class."
        )
    if positive is None:
        raise ValueError(f"say with positive= which class the scores{whose} are of: {labels[0]!r} or {labels[1]!r}.")
    return naming.find(positive, labels)


def _lacking(labels: Iterable[Label], whose: str) -> ValueError:
    return ValueError(f"the scores{whose} have no column for {naming.some(naming.sort(labels))}.")


def _all_classes(models: Iterable[_ModelScores]) -> tuple[Label, ...]:
    """Return the classes that columns name, in the order in which they stand."""
    return declared_labels(named) if (named := dict.fromkeys(c for each in models for c in each.classes or ())) else ()


def _complete(truth: Positions, numbers: Iterable[Floats], missing: MissingScores) -> Any:
    """Return which items have a true label and, of those that are to be left out, all scores; None if all stay."""
    there = truth != NO_LABEL
    if missing == "refuse":
        if not there.all():
            raise without_truth(int((~there).sum()), len(truth))
        return None
    for each in numbers:
        there = there & ~np.isnan(each.reshape(len(truth), -1)).any(axis=1)
    if not there.any():
        raise ValueError("no item has a true label and all scores, so there is nothing to measure.")
    return None if there.all() else there


def _scaled(weights: Floats) -> Floats:
    """Return weights whose squares are floats: those far from 1 as parts of the largest."""
    largest = weights.max(initial=0)
    return weights if 1 / LARGEST <= largest <= LARGEST or largest == 0 else weights / largest


def _checked(numbers: Floats, labels: tuple[Label, ...], single: Any, form: ScoreForm, whose: str) -> Floats:
    """Return one row per item, one column per class, logits as they are; refuse what the form does not allow."""
    if numbers.ndim == 1:
        return _both(numbers, labels, single, form, whose)
    if numbers.ndim != 2 or numbers.shape[1] != len(labels):
        raise ValueError(
            f"scores{whose} must have one column per class ({len(labels)}), not the shape {numbers.shape}."
        )
    _refuse_gaps(numbers, whose)
    if form != "probabilities":
        return numbers
    try:
        return checked_probabilities(numbers, len(labels))
    except ValueError as problem:
        raise ValueError(f"{str(problem).removesuffix('.')}{whose}; {ANOTHER_FORM}.") from None


def _both(one: Floats, labels: tuple[Label, ...], positive: Any, form: ScoreForm, whose: str) -> Floats:
    """Return the columns of both classes from that of the positive one."""
    place = of_single_column(positive, labels, whose)
    _refuse_gaps(one, whose)
    if form == "probabilities":
        fine = are_probabilities(one)
        if not fine.all():
            raise ValueError(
                f"probabilities{whose} must lie between 0 and 1, but there is {one[~fine][0]:g}; "
                f"{PERCENTS}{ANOTHER_FORM}."
            )
        one = clipped(one)
    other = {"probabilities": 1 - one, "ranks": -one, "logits": np.zeros_like(one)}[form]
    return np.stack([other, one] if place == 1 else [one, other], axis=1)


def _refuse_gaps(numbers: Floats, whose: str) -> None:
    bad = ~np.isfinite(numbers)
    if bad.any():
        row = int(np.unravel_index(bad.argmax(), bad.shape)[0])
        how = '; say missing="drop" to leave out items without scores' if np.isnan(numbers[bad][0]) else ""
        raise ValueError(f"scores{whose} must be finite numbers, but row {row} has {numbers[bad][0]}{how}.")
