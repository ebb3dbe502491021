"""Counts of the combinations of a true label and several models' predictions of the same items.

A confusion matrix per model says how often each model errs; the joint table also says on which items together, which
is what a comparison of models on the same items needs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.answer import Answer, Row, plain, slice_rows
from steelyard.counts.cells.storage import Numbers
from steelyard.counts.combinations import all_combined
from steelyard.counts.confusion import Confusion
from steelyard.counts.matrix_input import (
    MODEL,
    checked_axes,
    checked_behind,
    checked_cells,
    checked_dropped,
    checked_stack,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from steelyard.counts.labels import Label
    from steelyard.counts.read.count import Items


class Joint(Answer):
    """The joint table of a truth and the predictions of several models, as its combinations that are not 0.

    Parameters
    ----------
    codes
        One row per combination: the true class, then the class that each model predicted, as positions among the
        labels. A combination that occurs several times is added up.
    counts
        How many items, or how much weight, each combination has.
    labels
        The classes, the same for the truth and all models.
    models
        The names of the models, in the order of the columns of `codes`.
    axes, at
        For a stack: names of its axes and slices, as for `Confusion`, and the slice of each combination, numbered
        through all axes.
    dropped
        Number of items that were left out because a label was missing.
    squares, rows
        If the counts are weights of items: the sum of their squares and the number of the items of each combination,
        as `from_labels` and its kin find them; how sure a comparison is depends on them.

    Examples
    --------
    >>> import steelyard as sy
    >>> truth, a, b = ["fraud", "fraud", "ok", "ok"], ["fraud", "ok", "ok", "ok"], ["ok", "ok", "ok", "ok"]
    >>> joint = sy.Joint.from_labels(truth, {"a": a, "b": b})
    >>> joint
    4 items, 2 classes, 2 models ('a', 'b'), 3 combinations
    >>> joint.codes.tolist(), joint.counts.tolist()
    ([[0, 0, 1], [0, 1, 1], [1, 1, 1]], [1, 1, 2])
    >>> joint["a"].correct
    array([1, 2])
    """

    __slots__ = ("_at", "_axes", "_codes", "_counts", "_dropped", "_labels", "_models", "_rows", "_squares")

    def __init__(
        self,
        codes: ArrayLike,
        counts: ArrayLike,
        labels: Iterable[Any],
        models: Iterable[Any],
        *,
        axes: Mapping[str, Sequence[Hashable]] | None = None,
        at: ArrayLike | None = None,
        dropped: float = 0,
        squares: ArrayLike | None = None,
        rows: ArrayLike | None = None,
    ) -> None:
        self._labels, self._models = naming.checked(labels), naming.checked(models)
        if not self._labels:
            raise ValueError("labels must name at least one class.")
        if not self._models:
            raise ValueError("a joint table needs at least one model.")
        stack = checked_stack(axes)
        self._axes = checked_axes(axes, stack)
        if MODEL in self._axes:
            raise ValueError(f"a joint table has models of its own, so an axis cannot be called {MODEL!r}.")
        table = np.asarray(codes)
        if table.ndim != 2 or table.shape[1] != 1 + len(self._models):
            raise ValueError(
                f"codes must have a row per combination, with the truth and {len(self._models)} predictions, "
                f"but have the shape {table.shape}."
            )
        for prediction in table.T[1:]:
            found = checked_cells(table[:, 0], prediction, counts, len(self._labels), at=at, slices=int(np.prod(stack)))
        parts = [found.at, *table.T.astype(np.intp)]
        values = [found.values, *checked_behind(found.values, squares, rows)]
        (where, *columns), sums = all_combined(parts, values)
        there = sums[0] != 0
        self._at = where[there]
        self._counts, self._squares, self._rows = (*(column[there] for column in sums), None, None)[:3]
        self._codes = np.stack(columns, axis=1)[there]
        for array in (self._at, self._codes, self._counts, self._squares, self._rows):
            if array is not None:
                array.flags.writeable = False
        self._dropped = checked_dropped(dropped)

    @classmethod
    def from_labels(
        cls,
        y_true: Any,
        prediction: Any,
        labels: Iterable[Any] | None = None,
        weights: Any = None,
        *,
        missing: str = "refuse",
        by: Any = None,
        counts: Any = None,
    ) -> Self:
        """Count the combinations of labels.

        Parameters
        ----------
        y_true
            One true label per item.
        prediction
            One predicted label per item and model: {"a": …, "b": …}, or the columns of a data frame.
        labels, weights, missing, by, counts
            As for `Confusion.from_labels`. Items without a true label or without a model's prediction are refused,
            dropped or kept for all models alike.

        Examples
        --------
        >>> import steelyard as sy
        >>> joint = sy.Joint.from_labels([0, 1, 1], {"a": [0, 1, 0], "b": [0, 1, 1]})
        >>> joint.confusion().axes
        {'model': ('a', 'b')}
        """
        from steelyard.counts.read.chosen_columns import given_columns  # noqa: PLC0415 - the edge loads when it is used
        from steelyard.counts.read.columns.column import names_of  # noqa: PLC0415
        from steelyard.counts.read.count import Items  # noqa: PLC0415

        if not names_of(prediction):
            raise ValueError('name the predictions of at least one model, as in {"a": …, "b": …}.')
        return cls.from_items(Items(given_columns(y_true, prediction, weights, by, labels, missing, counts)))

    @classmethod
    def from_items(cls, items: Items) -> Self:
        """Count items as the ways in have read them: from lists, frames, files."""
        from steelyard.counts.read.count import count_combinations  # noqa: PLC0415

        return cls(**count_combinations(items)._asdict())

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        truth: Hashable,
        prediction: Iterable[Hashable],
        weight: Hashable | None = None,
        by: Any = None,
        labels: Iterable[Any] | None = None,
        *,
        missing: str = "refuse",
        counts: Hashable | None = None,
    ) -> Self:
        """Count the combinations of columns of a data frame, where it lives; see `Confusion.from_frame`.

        Examples
        --------
        >>> import pandas as pd, steelyard as sy
        >>> wines = pd.read_csv("examples/wine_quality_red.csv")
        >>> sy.Joint.from_frame(wines, "quality", ["tree", "svm"])
        1,599 items, 6 classes, 2 models ('tree', 'svm'), 53 combinations
        """
        from steelyard.counts.read.chosen_columns import named_columns, several  # noqa: PLC0415
        from steelyard.counts.read.frames.groups import frame_items  # noqa: PLC0415

        columns = named_columns(truth, several(prediction), weight, by, labels, missing, counts)
        return cls.from_items(frame_items(frame, columns, together=True))

    @classmethod
    def from_files(
        cls,
        path: str | Path | Iterable[str | Path],
        truth: str,
        prediction: Sequence[str],
        *,
        weight: str | None = None,
        by: str | Sequence[str] | None = None,
        labels: Iterable[Any] | None = None,
        missing: str = "refuse",
        counts: str | None = None,
    ) -> Self:
        """Count the combinations of columns of files, which never enter Python; see `Confusion.from_files`.

        Examples
        --------
        >>> import steelyard as sy
        >>> sy.Joint.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm"])
        1,599 items, 6 classes, 2 models ('tree', 'svm'), 53 combinations
        """
        from steelyard.counts.read.chosen_columns import named_columns, several  # noqa: PLC0415
        from steelyard.counts.read.files.count_files import watched_items  # noqa: PLC0415

        columns = named_columns(truth, several(prediction), weight, by, labels, missing, counts)
        return cls.from_items(watched_items(path, columns, together=True))

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        """Rebuild what `to_dict` returned."""
        needed, more = {"models", "labels", "codes", "counts"}, {"axes", "at", "dropped", "squares", "rows"}
        if not isinstance(record, Mapping) or not needed <= record.keys() <= needed | more:
            raise ValueError('a stored joint table needs "models", "labels", "codes" and "counts".')
        for key in ("models", "labels"):
            if not isinstance(record[key], list | tuple):
                raise ValueError(f"a stored joint table lists its {key}, which {record[key]!r} is not.")
        names = {key: naming.restored(record[key]) for key in ("models", "labels")}
        if isinstance(record.get("axes"), Mapping):
            names["axes"] = {name: naming.restored(keys) for name, keys in record["axes"].items()}
        codes = record["codes"] if len(record["codes"]) else np.empty((0, 1 + len(names["models"])), dtype=np.intp)
        return cls(**{**record, **names, "codes": codes})

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain lists, ready for JSON."""
        record: dict[str, Any] = {
            "models": list(self._models),
            "labels": naming.storable(self._labels),
            "codes": self._codes.tolist(),
            "counts": self._counts.tolist(),
        }
        if self._squares is not None and self._rows is not None:
            record["squares"], record["rows"] = self._squares.tolist(), self._rows.tolist()
        if self._axes:
            record["axes"] = {name: naming.storable(keys) for name, keys in self._axes.items()}
            record["at"] = self._at.tolist()
        if self._dropped:
            record["dropped"] = self._dropped
        return record

    @property
    def codes(self) -> NDArray[np.intp]:
        """The combinations, a row each: the true class and each model's, in order (of the slices first)."""
        return self._codes

    @property
    def counts(self) -> Numbers:
        """How many items, or how much weight, each combination has."""
        return self._counts

    @property
    def squares(self) -> NDArray[np.float64] | None:
        """The sum of the squared weights of each combination's items; None if the counts are no weights of items."""
        return self._squares

    @property
    def rows(self) -> NDArray[np.int64] | None:
        """How many items of a weight above 0 each combination has; None if the counts are no weights of items."""
        return self._rows

    @property
    def is_weighted(self) -> bool:
        """Whether the counts are weights of items, of which `squares` and `rows` are known."""
        return self._squares is not None

    @property
    def items(self) -> Any:
        """How many items were counted, of whatever weight."""
        return self[self._models[0]].items

    @property
    def at(self) -> NDArray[np.intp]:
        """The slice of each combination; all 0 if there is no stack."""
        return self._at

    @property
    def labels(self) -> tuple[Label, ...]:
        """The classes."""
        return self._labels

    @property
    def models(self) -> tuple[Label, ...]:
        """The names of the models."""
        return self._models

    @property
    def axes(self) -> dict[str, Sequence[Hashable]]:
        """Names and slices of the stack's axes, which are none of the models; empty for a single table."""
        return dict(self._axes)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the stack; () for a single table."""
        return tuple(len(keys) for keys in self._axes.values())

    @property
    def dropped(self) -> float:
        """How many items were left out because a label was missing."""
        return self._dropped

    @property
    def total(self) -> Any:
        """All items, or all their weight: n."""
        return self[self._models[0]].total

    @property
    def support(self) -> Numbers:
        """Items per true class: t."""
        return self[self._models[0]].support

    def __getitem__(self, model: Hashable) -> Confusion:
        """Return the confusion matrix, or the stack, of a model, by its name or its position."""
        if model in self._models:
            i = self._models.index(model)
        elif isinstance(model, int | np.integer) and -len(self._models) <= model < len(self._models):
            i = range(len(self._models))[model]
        else:
            raise KeyError(f"there is no model {model!r}; there are {naming.some(self._models)}.")
        return Confusion.from_cells(
            self._codes[:, 0],
            self._codes[:, 1 + i],
            self._counts,
            self._labels,
            at=self._at,
            axes=self._axes,
            dropped=self._dropped,
            squares=self._squares,
            items=self._rows,
        )

    def confusion(self) -> Confusion:
        """Return the confusion matrices of all models: a stack along "model", then along the axes of this one."""
        models, slices = len(self._models), int(np.prod(self.shape))
        return Confusion.from_cells(
            np.tile(self._codes[:, 0], models),
            self._codes[:, 1:].T.reshape(-1),
            np.tile(self._counts, models),
            self._labels,
            at=(np.arange(models)[:, None] * slices + self._at).reshape(-1),
            axes={MODEL: self._models, **self._axes},
            dropped=self._dropped,
            squares=None if self._squares is None else np.tile(self._squares, models),
            items=None if self._rows is None else np.tile(self._rows, models),
        )

    def pooled(self, *axes: str) -> Joint:
        """Return the counts of all slices together, or of those along some axes."""
        unknown = [name for name in axes if name not in self._axes]
        if unknown:
            raise ValueError(f"there is no axis {naming.some(unknown)}; the axes are {naming.some(self._axes)}.")
        if not self._axes:
            return self
        over = axes or tuple(self._axes)
        left = {name: keys for name, keys in self._axes.items() if name not in over}
        at = np.zeros(len(self._at), dtype=np.intp)
        for (name, keys), place in zip(self._axes.items(), np.unravel_index(self._at, self.shape), strict=True):
            if name in left:
                at = at * len(keys) + place
        return Joint(
            self._codes,
            self._counts,
            self._labels,
            self._models,
            axes=left or None,
            at=at,
            dropped=self._dropped,
            squares=self._squares,
            rows=self._rows,
        )

    def declare(self, labels: Iterable[Any]) -> Joint:
        """Return the same counts over a set of labels that may have more classes, in the order given."""
        wanted = self[self._models[0]].pooled().declare(labels).labels
        place = {label: i for i, label in enumerate(wanted)}
        new = np.array([place[label] for label in self._labels], dtype=np.intp)
        return Joint(
            new[self._codes],
            self._counts,
            wanted,
            self._models,
            axes=self._axes or None,
            at=self._at,
            dropped=self._dropped,
            squares=self._squares,
            rows=self._rows,
        )

    def __add__(self, other: object) -> Joint:
        if isinstance(other, int) and other == 0:  # so that sum() works
            return self
        if not isinstance(other, Joint):
            return NotImplemented
        if self._models != other._models or list(self._axes.items()) != list(other._axes.items()):
            raise ValueError(
                f"only joint tables of the same models and axes can be added, not those of {_about(self)} "
                f"and {_about(other)}."
            )
        labels = tuple(dict.fromkeys((*self._labels, *other._labels)))
        place = {label: i for i, label in enumerate(labels)}
        new = np.array([place[label] for label in other._labels], dtype=np.intp)
        return Joint(
            np.concatenate([self._codes, new[other._codes]]),
            np.concatenate([self._counts, other._counts]),
            labels,
            self._models,
            axes=self._axes,
            at=np.concatenate([self._at, other._at]),
            dropped=self._dropped + other._dropped,
            **_behind_both(self, other),
        )

    __radd__ = __add__

    def __iter__(self) -> Iterator[Confusion]:
        return (self[model] for model in self._models)

    def __len__(self) -> int:
        """Return the number of models."""
        return len(self._models)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Joint):
            return NotImplemented
        names = (self._labels, self._models, self._axes) == (other._labels, other._models, other._axes)
        arrays = [(self._at, other._at), (self._codes, other._codes), (self._counts, other._counts)]
        behind = _behind_each(self, other)
        return names and all(np.array_equal(*pair) for pair in [*arrays, *zip(*behind, strict=True)])

    __hash__ = None  # type: ignore[assignment]  # equal by value, and holds arrays

    def to_rows(self) -> list[Row]:
        """Return one row for each combination: the slice, the truth, each model's answer and the count."""
        columns = ("truth", *map(naming.text, self._models))
        slices = slice_rows(self._axes, (*columns, "count"))
        labels = [plain(label) for label in self._labels]
        return [
            {**slices[at], **dict(zip(columns, (labels[c] for c in codes), strict=True)), "count": count}
            for at, codes, count in zip(self._at.tolist(), self._codes.tolist(), self._counts.tolist(), strict=True)
        ]


def _behind_each(*tables: Joint) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    """Return squares and rows of each table if some have weights and all are known; counted items weigh 1 each."""
    unknown = any(joint.squares is None and joint.counts.dtype.kind == "f" and len(joint.counts) for joint in tables)
    if unknown or not any(joint.is_weighted for joint in tables):
        return []
    return [
        (joint.counts, joint.counts) if joint.squares is None or joint.rows is None else (joint.squares, joint.rows)
        for joint in tables
    ]


def _behind_both(one: Joint, other: Joint) -> dict[str, Any]:
    behind = zip(*_behind_each(one, other), strict=True)
    return {name: np.concatenate(parts) for name, parts in zip(("squares", "rows"), behind, strict=False)}


def _about(joint: Joint) -> str:
    axes = "".join(f" × {name} ({len(keys)})" for name, keys in joint.axes.items())
    return f"{naming.some(joint.models)}{axes}"
