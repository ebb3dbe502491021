"""The scores of one or several models beside the truth: what was given, checked at the door."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.labels import Label, nearest
from steelyard.counts.read.amounts import checked_weights
from steelyard.counts.read.classes import declared_labels, encode
from steelyard.counts.read.columns.containers import as_column
from steelyard.measuring.probabilities import SUM_ROUNDING, as_numbers, checked_probabilities
from steelyard.type_names import Floats, Positions

ScoreForm = Literal["probabilities", "logits", "ranks"]
"""What scores are: probabilities, logits of a softmax, or any numbers of which the larger means "rather this class"."""

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
    ) -> Scores:
        """Take scores of one model, or of several by name.

        Parameters
        ----------
        y_true
            The true label of each item.
        scores
            One row per item and one column per class; or, of two classes, one number per item for the positive one;
            or several models by name, {"a": …, "b": …}.
        labels
            The class of each column. If not given, the names of the columns of a data frame, else the labels of the
            truth, sorted, as scikit-learn's `classes_` are.
        positive
            The class that a single column is of.
        weights
            One weight per item.
        form
            "probabilities"; "logits", of which the softmax is taken; or "ranks", any numbers, for metrics that look
            at the order of scores alone.
        """
        if form not in get_args(ScoreForm):
            known = ", ".join(map(repr, get_args(ScoreForm)))
            raise ValueError(f"form must be one of {known}, not {form!r}.{nearest(str(form), get_args(ScoreForm))}")
        models = dict(scores) if isinstance(scores, Mapping) else {ONE_MODEL: scores}
        if not models:
            raise ValueError("there are no scores: give those of at least one model.")
        named = _labels_of(y_true, next(iter(models.values())), labels)
        truth = encode(y_true, named)
        if not len(truth):
            raise ValueError("there are no items.")
        columns = {}
        for name, given in models.items():
            whose = f" of {name!r}" if len(models) > 1 else ""
            columns[str(name)] = _checked(given, named, positive, form, whose)
            if len(columns[str(name)]) != len(truth):
                rows = len(columns[str(name)])
                raise ValueError(f"there are {len(truth)} true labels but {rows} rows of scores{whose}.")
        item = None if weights is None else checked_weights(weights, len(truth)).astype(np.float64)
        return cls(named, truth, columns, item, form)

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
        return np.bincount(self.truth[self.item_weights > 0], minlength=len(self.labels))


def _labels_of(y_true: Any, scores: Any, labels: Iterable[Any] | None) -> tuple[Label, ...]:
    """Return the classes of the columns: those declared, else the names of the columns, else the sorted truth."""
    if labels is not None:
        return declared_labels(labels)
    truth = as_column(y_true, "true labels")
    seen = naming.sort(set(truth.labels_of(np.unique(truth.codes(0, truth.size)))) - {naming.MISSING})
    named = list(getattr(scores, "columns", ()))
    if named and set(seen) <= set(named):
        return declared_labels(named)
    shape = np.shape(scores)
    if len(shape) == 2 and len(seen) != shape[1]:
        raise ValueError(
            f"the scores have {shape[1]} columns, but the truth has {len(seen)} classes ({naming.some(seen)}); say "
            f"with labels= which class each column is of."
        )
    return tuple(seen)


def _checked(given: Any, labels: tuple[Label, ...], positive: Any, form: ScoreForm, whose: str) -> Floats:
    """Return one row per item, one column per class; refuse what the form does not allow."""
    if np.ndim(given) == 1:
        return _both(as_numbers(given, f"scores{whose}"), labels, positive, form, whose)
    if form == "probabilities":
        try:
            return checked_probabilities(given, len(labels), labels)
        except ValueError as problem:
            numbers = np.asarray(given) if np.ndim(given) == 2 else np.empty((0, 0))
            if numbers.dtype.kind not in "fiu" or numbers.shape[1] != len(labels) or not np.isfinite(numbers).all():
                raise
            raise ValueError(
                f'{str(problem).removesuffix(".")}{whose}; if they are logits, say form="logits", if only their order '
                f'means something, form="ranks".'
            ) from None
    numbers = as_numbers(given, f"scores{whose}")
    if numbers.ndim != 2 or numbers.shape[1] != len(labels):
        raise ValueError(
            f"scores{whose} must have one column per class ({len(labels)}), not the shape {numbers.shape}."
        )
    _refuse_gaps(numbers, whose)
    return _softmax(numbers) if form == "logits" else numbers


def _both(one: Floats, labels: tuple[Label, ...], positive: Any, form: ScoreForm, whose: str) -> Floats:
    """Return the columns of both classes from that of the positive one."""
    if len(labels) != 2:
        raise ValueError(
            f"one column of scores{whose} is enough for two classes; there are {len(labels)}: {naming.some(labels)}."
        )
    if positive is None:
        raise ValueError(f"say with positive= which class the scores{whose} are of: {labels[0]!r} or {labels[1]!r}.")
    if positive not in labels:
        raise ValueError(f"positive must be one of the classes, {labels[0]!r} or {labels[1]!r}, not {positive!r}.")
    _refuse_gaps(one, whose)
    if form == "probabilities" and (one.min(initial=0) < 0 or one.max(initial=0) > 1 + SUM_ROUNDING):
        wrong = one[(one < 0) | (one > 1 + SUM_ROUNDING)][0]
        raise ValueError(
            f"probabilities{whose} must lie between 0 and 1, but there is {wrong:g}; if they are logits, say "
            f'form="logits", if only their order means something, form="ranks".'
        )
    if form == "logits":
        half = np.stack([np.zeros_like(one), one], axis=1)
        pair = _softmax(half)
    else:
        pair = np.stack([-one if form == "ranks" else 1 - one, one], axis=1)
    return pair if positive == labels[1] else pair[:, ::-1]


def _refuse_gaps(numbers: Floats, whose: str) -> None:
    bad = ~np.isfinite(numbers)
    if bad.any():
        row = int(np.unravel_index(bad.argmax(), bad.shape)[0])
        raise ValueError(f"scores{whose} must be finite numbers, but row {row} has {numbers[bad][0]}.")


def _softmax(logits: Floats) -> Floats:
    above = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Floats = above / above.sum(axis=1, keepdims=True)
    return shares
