"""Which columns are counted, and how: one record, made at the door from what people passed, and handed inwards.

The door is `Confusion.from_labels`, `from_frame`, `from_files` and their like; behind it nobody spells the arguments
out again. The columns are names as long as they lie in a frame or in files, and values as soon as they can be counted.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.matrix_input import MODEL
from steelyard.counts.read.column import Book, Booked, LabelColumn, Lookup, names_of
from steelyard.counts.read.containers import as_column
from steelyard.counts.read.label import arranged, check_word, declared_labels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label


TRUTH, WEIGHT = "truth", "weight"


@dataclass(frozen=True, eq=False)
class Columns:
    """The columns of what is counted: their names, or the values themselves.

    Attributes
    ----------
    truth
        The true labels.
    predictions
        The predicted labels of one or several models.
    models
        The names of the models; None for a single one, which makes no axis of models.
    weight
        The weights of the items, or, if `are_counts`, how many equal items each row is; None if each is one item.
    by
        What slices the items, by the names of the axes.
    labels
        The classes, if they are declared; other labels are then an error.
    missing
        What becomes of items without a label: "refuse", "drop" or "keep".
    """

    truth: Any
    predictions: tuple[Any, ...]
    models: tuple[Label, ...] | None = None
    weight: Any = None
    are_counts: bool = False
    by: Mapping[str, Any] = field(default_factory=dict)
    labels: tuple[Label, ...] | None = None
    missing: str = "refuse"

    @property
    def drops(self) -> bool:
        """Whether items without a label are left out."""
        return self.missing == "drop"

    @property
    def prediction_roles(self) -> list[str]:
        """Our own names of the predictions, which engines see."""
        return [f"prediction_{i}" for i in range(len(self.predictions))]

    @property
    def by_roles(self) -> list[str]:
        """Our own names of the columns that slice."""
        return [f"by_{i}" for i in range(len(self.by))]

    @property
    def label_roles(self) -> list[str]:
        """Our own names of the truth and the predictions."""
        return [TRUTH, *self.prediction_roles]

    @property
    def by_role(self) -> dict[str, Any]:
        """All columns by our own names: whatever people call them, nothing needs quoting and nothing collides."""
        return {
            TRUTH: self.truth,
            **dict(zip(self.prediction_roles, self.predictions, strict=True)),
            **({} if self.weight is None else {WEIGHT: self.weight}),
            **dict(zip(self.by_roles, self.by.values(), strict=True)),
        }

    def filled(self, values: Mapping[str, Any]) -> Columns:
        """Return the same with values in the places of the names, given by our own names."""
        return replace(
            self,
            truth=values[TRUTH],
            predictions=tuple(values[role] for role in self.prediction_roles),
            weight=values.get(WEIGHT),
            by={axis: values[role] for axis, role in zip(self.by, self.by_roles, strict=True)},
        )

    def of_pairs(self, truth: Any, prediction: Any, models: Any, weight: Any, by: Iterable[Any]) -> Columns:
        """Return groups of pairs, those of several models below each other: there the models are slices.

        `models` has the number of each group's model.
        """
        axes: dict[str, Any] = {} if self.models is None else {MODEL: Slices(models, self.models)}
        axes |= dict(zip(self.by, by, strict=True))
        return replace(self, truth=truth, predictions=(prediction,), models=None, weight=weight, by=axes)


def named_columns(
    truth: Hashable,
    prediction: Any,
    weight: Hashable | None = None,
    by: Any = None,
    labels: Iterable[Any] | None = None,
    missing: str = "refuse",
    counts: Hashable | None = None,
) -> Columns:
    """Return columns of a frame or of files, by their names, checked as far as that needs no data.

    Examples
    --------
    >>> named_columns("y", ["a", "b"], by="month").by_role
    {'truth': 'y', 'prediction_0': 'a', 'prediction_1': 'b', 'by_0': 'month'}
    """
    check_names(truth=truth, weight=weight, counts=counts)
    if weight is not None and counts is not None:
        raise ValueError("weight= is of single items and counts= are numbers of equal items; name one column of them.")
    predictions = several(prediction)
    if not predictions:
        raise ValueError("name at least one column with predictions.")
    _refuse_repeated(predictions, "prediction column")
    if truth in predictions:
        raise ValueError(f"column {truth!r} is named as the truth and as a prediction; name two columns.")
    slices = () if by is None else several(by)
    axes = {str(name): name for name in slices}
    _refuse_repeated([str(name) for name in slices], "column of `by`")
    if not is_one(prediction) and MODEL in axes:
        raise ValueError(
            f"several predictions make an axis {MODEL!r}, so the column {MODEL!r} of `by` must be renamed."
        )
    return Columns(
        truth,
        predictions,
        None if is_one(prediction) else predictions,
        weight if counts is None else counts,
        counts is not None,
        axes,
        None if labels is None else declared_labels(labels),
        check_word(missing),
    )


def check_names(**names: Any) -> None:
    """Refuse a column itself where its name is meant."""
    for what, name in names.items():
        if not isinstance(name, Hashable):
            raise ValueError(f"{what}= names a column of the data; give its name, not the column itself.")


def given_columns(
    y_true: Any,
    y_pred: Any,
    weights: Any = None,
    by: Any = None,
    labels: Iterable[Any] | None = None,
    missing: str = "refuse",
    counts: Any = None,
) -> Columns:
    """Return columns that were given themselves, one value per item each."""
    if weights is not None and counts is not None:
        raise ValueError("weights= are those of single items and counts= are numbers of equal items; give one of them.")
    names = names_of(y_pred)
    if names is not None and not names:
        raise ValueError("there are no predictions; name at least one model.")
    axes = named_axes(by)
    if names is not None and MODEL in axes:
        raise ValueError(
            f"the predictions of several models make an axis {MODEL!r}; call the column of `by` otherwise."
        )
    return Columns(
        y_true,
        (y_pred,) if names is None else tuple(y_pred[name] for name in names),
        None if names is None else naming.checked(names),
        weights if counts is None else counts,
        counts is not None,
        axes,
        None if labels is None else declared_labels(labels),
        check_word(missing),
    )


def columns_of_mapping(mapping: Mapping[Any, Any], columns: Columns) -> Columns:
    """Return columns by their values, which a mapping holds under their names."""

    def column(name: Any) -> Any:
        if name not in mapping:
            hint = naming.nearest(str(name), map(str, mapping))
            raise ValueError(f"there is no column {name!r}; the columns are {naming.some(mapping)}.{hint}")
        return mapping[name]

    return columns.filled({role: column(name) for role, name in columns.by_role.items()})


def is_one(names: Any) -> bool:
    """Whether one column is named, rather than several."""
    return isinstance(names, str | bytes) or not isinstance(names, Iterable)


def several(names: Any) -> tuple[Hashable, ...]:
    """Return one name or several as a tuple."""
    return (names,) if is_one(names) else tuple(names)


def _refuse_repeated(names: Sequence[Hashable], what: str) -> None:
    if len(set(names)) != len(names):
        raise ValueError(f"each {what} may be named once, not {naming.some(names)}.")


# The axes of a stack: columns whose keys say to which slice each item belongs.


SLICE = "slice"
"""The name of an axis whose column has none."""


@dataclass(frozen=True, eq=False)
class Slices:
    """Keys that are coded already, and whose order is to be kept; keys without items stay.

    Attributes
    ----------
    codes
        The position among the keys of each item's key.
    keys
        The slices, in the order wanted.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.counts.read import Slices
    >>> size = Slices([1, 0, 1], ["small", "large"])
    >>> sy.Confusion.from_labels(["a", "b", "b"], ["a", "a", "b"], by={"size": size}).axes
    {'size': ('small', 'large')}
    """

    codes: Any
    keys: Sequence[Hashable]


def named_axes(by: Any) -> dict[str, Any]:
    """Return the columns of a stack's axes, by name."""
    if by is None:
        return {}
    names = names_of(by)
    if names is None:
        name = getattr(by, "name", None)  # of a Series
        return {SLICE if name is None or callable(name) or str(name) == "" else str(name): by}
    if not names:
        raise ValueError("`by` names no column; leave it out for a single matrix.")
    texts = [str(name) for name in names]
    repeated = [text for text in dict.fromkeys(texts) if texts.count(text) > 1]
    if repeated:
        raise ValueError(f"two axes are called {repeated[0]!r}; give each column of `by` a name of its own.")
    return {text: by[name] for text, name in zip(texts, names, strict=True)}


def slice_columns(axes: Mapping[str, Any], size: int) -> dict[str, LabelColumn]:
    """Return the columns as they are counted, each with a key per item."""
    columns: dict[str, LabelColumn] = {}
    for name, values in axes.items():
        what = f"keys of {name!r}"
        columns[name] = _Fixed(values, what) if isinstance(values, Slices) else _ByAppearance(values, what)
        if columns[name].size != size:
            raise ValueError(f"there are {columns[name].size} {what} for {size} items.")
    return columns


def axis_keys(column: LabelColumn) -> tuple[tuple[Label, ...], NDArray[np.intp]]:
    """Return the slices along an axis, in order, and the code of each."""
    labels = column.labels_of(np.arange(column.known))
    if isinstance(column, _Fixed):
        return tuple(labels), np.arange(column.known)
    keys = arranged(labels, [column.order])
    code = {key: i for i, key in enumerate(labels)}
    return keys, np.array([code[key] for key in keys], dtype=np.intp)


class _Fixed:
    """Slices whose order is given."""

    missing = None
    order = None

    def __init__(self, slices: Slices, what: str) -> None:
        self._keys = naming.checked(slices.keys)
        codes = np.asarray(slices.codes)
        if codes.ndim != 1 or (codes.size and codes.dtype.kind not in "iu"):
            raise ValueError(f"the codes of the {what} must be a list of positions among the keys.")
        if codes.size and not 0 <= int(codes.min()) <= int(codes.max()) < len(self._keys):
            worst = codes[(codes < 0) | (codes >= len(self._keys))][0]
            raise ValueError(f"the codes of the {what} must be from 0 to {len(self._keys) - 1}, but there is {worst}.")
        self._codes = codes
        self.size = len(codes)
        self.known = len(self._keys)

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        return self._codes[start:stop].astype(np.intp, copy=False)

    def labels_of(self, codes: NDArray[np.intp]) -> list[Label]:
        return [self._keys[code] for code in codes.tolist()]


class _ByAppearance(Booked):
    """Keys of any kind, renumbered by appearance, so that each code has occurred and the table stays small."""

    def __init__(self, values: Any, what: str) -> None:
        self._column = as_column(values, what, fractions=True)
        book = Book(what, fractions=True)
        self._lookup = Lookup(book, self._column.labels_of)
        super().__init__(self._column.size, book, self._column.order)

    def codes(self, start: int, stop: int) -> NDArray[np.intp]:
        return self._lookup.codes(self._column.codes(start, stop))
