"""What `sy.evaluate` and `sy.compare` are given: counts, labels, or data whose columns are named; and its counts."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.counts.confusion import Confusion
from steelyard.counts.data import axes_with_group, checked_group, columns_with_group, count_columns, count_joint
from steelyard.counts.joint import Joint
from steelyard.counts.labels import Label
from steelyard.counts.matrix_input import MODEL
from steelyard.counts.read.chosen_columns import given_columns, named_columns
from steelyard.counts.read.count import Items
from steelyard.counts.table import Table
from steelyard.measuring.apply import counts_of
from steelyard.measuring.notes import Note

if TYPE_CHECKING:
    from steelyard.counts.read.chosen_columns import Columns


class Counted(NamedTuple):
    """Counts, and which axis of them holds the groups of items that belong together, if one does."""

    counts: Any
    group: str | None


@dataclass(frozen=True, eq=False)
class Given:
    """Arguments as people gave them.

    Attributes
    ----------
    data, prediction
        Counts alone; or the true and the predicted labels; or, if `truth` is named, data and columns of predictions.
    truth, weight
        Names of columns of the data.
    weights
        One weight per item beside labels.
    by, group, counts
        Names of columns beside data, values beside labels; beside counts, `group` is one of their axes.
    labels, missing
        As for `Confusion.from_labels`.
    """

    data: Any
    prediction: Any = None
    truth: Any = None
    weight: Any = None
    by: Any = None
    group: Any = None
    labels: Iterable[Any] | None = None
    weights: Any = None
    missing: str = "refuse"
    counts: Any = None

    def counted(self) -> Counted:
        """Return a matrix, or a stack: counts as they are, labels and columns counted model by model."""
        if self.truth is not None:
            if self.prediction is None:
                raise ValueError("name both columns of the data, truth= and prediction=.")
            return self._grouped(count_columns(self.data, self._named()))
        data = counts_of(self.data)
        if isinstance(data, Confusion) or self.prediction is None:
            self._refuse_beside_counts()
            result = data if isinstance(data, Confusion) else _counts_alone(data)
            return Counted(result, checked_group(result, self.group))
        if isinstance(self.prediction, str) or isinstance(self.data, str | Path | Mapping):
            raise ValueError("to evaluate columns of data, name them: evaluate(data, truth='…', prediction='…').")
        return self._grouped(Confusion.from_items(self._labelled()))

    def evaluated(self) -> tuple[Counted, Joint | None]:
        """Return what is evaluated, and on which items its models agree, where that is known.

        A few models on the same items are counted together, once.
        """
        if isinstance(self.data, Joint):
            return self.counted(), self.data
        if not 1 < self._models() <= MOST_TOGETHER:
            return self.counted(), None
        table, group = self.counted_together()
        return Given(table, group=group).counted(), table

    def _models(self) -> int:
        if self.prediction is None or isinstance(self.prediction, str):
            return 1
        if self.truth is not None:
            return len(self.prediction) if isinstance(self.prediction, Sequence) else 1
        several = isinstance(self.prediction, Mapping) or hasattr(self.prediction, "columns")
        return len(list(self.prediction)) if several else 1

    def counted_together(self) -> Counted:
        """Return what is compared: labels and columns as a joint table, which says on which items models agree."""
        of_columns = isinstance(self.data, Mapping) and self.prediction is not None
        if self.truth is not None or of_columns or isinstance(self.data, str | Path):
            if self.truth is None or self.prediction is None or isinstance(self.prediction, str):
                raise ValueError(
                    "name the columns of the data: truth='…' and prediction=['…', '…'], at least two of them."
                )
            return self._grouped(count_joint(self.data, self._named()))
        if self.prediction is None:
            self._refuse_beside_counts()
            result = _of_models(self.data)
            return Counted(result, checked_group(result, self.group))
        if not (isinstance(self.prediction, Mapping) or hasattr(self.prediction, "columns")):
            raise ValueError('a comparison needs the predictions of at least two models by name, {"a": …, "b": …}.')
        return self._grouped(Joint.from_items(self._labelled()))

    def _named(self) -> Columns:
        refuse_beside(NAMED_WEIGHT, weights=self.weights)
        slices = columns_with_group(self.by, self.group)
        return named_columns(self.truth, self.prediction, self.weight, slices, self.labels, self.missing, self.counts)

    def _labelled(self) -> Items:
        refuse_beside(LISTED_WEIGHTS, weight=self.weight)
        if isinstance(self.counts, str):
            raise ValueError("beside labels, counts= holds the numbers of items themselves, counts=[…].")
        axes = axes_with_group(self.by, self.group)
        return Items(
            given_columns(self.data, self.prediction, self.weights, axes, self.labels, self.missing, self.counts)
        )

    def _grouped(self, counts: Table) -> Counted:
        """Return counts whose groups, if there are any, are the last axis; refuse more slices than anyone looks at."""
        group = None if self.group is None else list(counts.axes)[-1]
        by = {name: len(keys) for name, keys in counts.axes.items() if name not in (MODEL, group)}
        if prod(by.values()) > MOST_SLICES:
            named = " and ".join(map(repr, by))
            belong = f", or say group={named} if its items only belong together" if len(by) == 1 and not group else ""
            raise ValueError(
                f"by {named} there are {prod(by.values()):,} slices, but up to {MOST_SLICES:,} are evaluated; slice by "
                f"a column of fewer values{belong}."
            )
        return Counted(counts, checked_group(counts, group))

    def _refuse_beside_counts(self) -> None:
        refuse_beside(
            "counts are complete",
            prediction=self.prediction,
            labels=self.labels,
            weights=self.weights,
            weight=self.weight,
            counts=self.counts,
            by=self.by,
            missing=None if self.missing == "refuse" else self.missing,
        )


MOST_TOGETHER = 12
"""Models whose answers to the same items are counted together, and compared, if nobody asked for a comparison."""

MOST_SLICES = 10_000
"""Slices of which results are told one by one. Measured with two classes: 4 s; ten times as many take minutes."""

NAMED_WEIGHT = "columns of data are weighted by weight='its name'"
LISTED_WEIGHTS = "weight= names a column of data, and labels are weighted by weights=[…]"


def refuse_beside(because: str, **given: Any) -> None:
    """Refuse what cannot stand beside the rest."""
    for name, value in given.items():
        if value is not None:
            raise ValueError(f"{because}, so {name}= cannot be given beside.")


def _counts_alone(given: Any) -> Confusion:
    try:
        return Confusion(given)
    except ValueError as problem:
        raise ValueError(f"without predictions, the first argument must be counts: {problem}") from None


def _of_models(models: Any) -> Table:
    """Return counts of several models: a joint table, a stack of matrices along "model", or matrices by name."""
    result = Confusion.of_models(models) if isinstance(models, Mapping) else models
    if not isinstance(result, Table):
        raise ValueError(
            "a comparison needs a joint table, true labels with several predictions, data with several columns of "
            f"predictions, or a confusion matrix per model, not {type(result).__name__}."
        )
    return result


def strangers(cm: Confusion, name: Label = None) -> Iterator[Note]:
    """Yield the models of which no prediction is a true class: another column, or another spelling.

    `name` is that of the only model, of counts without an axis of models.
    """
    several = MODEL in cm.axes
    for model, one in zip(cm.axes.get(MODEL, [name]), cm if several else [cm], strict=True):
        truth, told = one.support > 0, one.predicted > 0
        if not (truth & told).any():
            classes, predictions = (tuple(itertools.compress(one.labels, which.tolist())) for which in (truth, told))
            yield Note("no_true_class", predictions, classes, model=model)
