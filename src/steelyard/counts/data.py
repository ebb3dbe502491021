"""One door for data of any kind: counts, labels, columns, rows, data frames, files; with items that belong together."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from steelyard.counts.confusion import Confusion, counts_of
from steelyard.counts.joint import Joint
from steelyard.counts.labels import MISSING, nearest, some
from steelyard.counts.matrix_input import MODEL
from steelyard.counts.read.bins import BinColumns, BinGroups, LossGroups
from steelyard.counts.read.chosen_columns import (
    SLICE,
    TRUTH,
    Columns,
    columns_of_mapping,
    given_columns,
    named_axes,
    named_columns,
    several,
)
from steelyard.counts.read.count import Items
from steelyard.counts.table import Table

# `sy.count` and its kin: the columns are named alike for all kinds of data.


def count(
    data: Any,
    truth: str,
    prediction: str | Sequence[str],
    weight: str | None = None,
    by: str | Sequence[str] | None = None,
    labels: Iterable[Any] | None = None,
    *,
    missing: str = "refuse",
    counts: str | None = None,
) -> Confusion:
    """Count the pairs of a truth column and one or several prediction columns, wherever they are.

    Parameters
    ----------
    data
        A file, a glob, a folder or a list of them; a data frame of pandas, Polars (eager or lazy), PyArrow, DuckDB,
        Ibis, Dask or PySpark; columns as {"name": […]}; or rows as [{"name": …}, …].
    truth, prediction
        The columns with the true and the predicted labels; several of the latter give a stack along "model".
    weight
        The column with item weights. However large, a weight makes no more items of one.
    by
        One or several columns whose values slice the items, such as a month: a stack with axes of those names.
    labels, missing
        As for `Confusion.from_labels`.
    counts
        For rows that are several equal items: the column of how many.

    Examples
    --------
    >>> import steelyard as sy
    >>> columns = {"y": ["a", "b", "b"], "ours": ["a", "b", "a"], "day": [1, 1, 2]}
    >>> sy.count(columns, truth="y", prediction="ours", by="day").axes
    {'day': (1, 2)}
    >>> sy.count("examples/wine_quality_red.csv", truth="quality", prediction="tree").total
    np.int64(1599)
    """
    return count_columns(data, named_columns(truth, prediction, weight, by, labels, missing, counts))


def count_columns(data: Any, columns: Columns) -> Confusion:
    """Count the pairs of named columns, wherever they are."""
    return Confusion.from_items(_items(data, columns, together=False))


def _count_joint(data: Any, columns: Columns) -> Joint:
    """Count the combinations of a truth column and several prediction columns, wherever they are."""
    return Joint.from_items(_items(data, columns, together=True))


def _items(data: Any, columns: Columns, *, together: bool) -> Items:
    """Return the named columns of data of any kind as items to be counted."""
    if _are_rows(data):
        data = _columns(data)
    if isinstance(data, Mapping):
        return Items(columns_of_mapping(data, columns))
    if _is_place(data):
        from steelyard.counts.read.files.count_files import watched_items  # noqa: PLC0415 - each edge loads when it is used

        return watched_items(data, columns, together=together)
    from steelyard.counts.read.frames.groups import frame_items  # noqa: PLC0415

    return frame_items(data, columns, together=together)


# What `sy.evaluate` and `sy.compare` are given: counts, labels, or data whose columns are named; and its counts.


MOST_TOGETHER = 12
"""Models whose answers to the same items are counted together, and compared, if nobody asked for a comparison."""

MOST_SLICES = 10_000
"""Slices of which results are told one by one. Measured with two classes: 4 s; ten times as many take minutes."""

NAMED_WEIGHT = "columns of data are weighted by weight='its name'"
LISTED_WEIGHTS = "weight= names a column of data, and labels are weighted by weights=[…]"


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
            return Counted(result, _checked_group(result, self.group))
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
            return self._grouped(_count_joint(self.data, self._named()))
        if self.prediction is None:
            self._refuse_beside_counts()
            result = _of_models(self.data)
            return Counted(result, _checked_group(result, self.group))
        if not (isinstance(self.prediction, Mapping) or hasattr(self.prediction, "columns")):
            raise ValueError('a comparison needs the predictions of at least two models by name, {"a": …, "b": …}.')
        return self._grouped(Joint.from_items(self._labelled()))

    def _named(self) -> Columns:
        refuse_beside(NAMED_WEIGHT, weights=self.weights)
        slices = _columns_with_group(self.by, self.group)
        return named_columns(self.truth, self.prediction, self.weight, slices, self.labels, self.missing, self.counts)

    def _labelled(self) -> Items:
        refuse_beside(LISTED_WEIGHTS, weight=self.weight)
        if isinstance(self.counts, str):
            raise ValueError("beside labels, counts= holds the numbers of items themselves, counts=[…].")
        axes = _axes_with_group(self.by, self.group)
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
        return Counted(counts, _checked_group(counts, group))

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


# Items that belong together: their groups are the last axis.


GROUP = "group"
"""The name of an axis of groups whose column has none."""


def _columns_with_group(by: Any, group: Any) -> Any:
    """Return the columns of data that slice the items, with that of the groups behind them."""
    if group is None:
        return by
    if not isinstance(group, Hashable) or isinstance(group, tuple):
        raise ValueError("group= names one column of the data; give its name, not the column itself.")
    slices = () if by is None else several(by)
    _refuse_same(map(str, slices), str(group))
    return [*slices, group]


def _axes_with_group(by: Any, group: Any) -> Any:
    """Return the keys that slice labels, with those of the groups behind them."""
    if group is None:
        return by
    if isinstance(group, str):
        raise ValueError("group= names a column of data; beside labels, give the groups themselves, group=[…].")
    named = named_axes(group)
    if len(named) != 1:
        raise ValueError(f"group= is one value per item, not the columns {some(named)}.")
    ((name, keys),) = named.items()
    name = GROUP if name == SLICE else name
    slices = named_axes(by)
    _refuse_same(slices, name)
    return {**slices, name: keys}


def _refuse_same(slices: Any, group: str) -> None:
    if group in slices:
        raise ValueError(f"{group!r} slices the items, so it cannot group them as well: each slice would be one group.")


def _checked_group(counts: Table, group: Any) -> str | None:
    """Return the axis of the groups; refuse what is none."""
    if group is None:
        return None
    if not isinstance(group, str):
        raise ValueError(f"beside counts, group= names an axis, such as 'patient', not {group!r}.")
    if group not in counts.axes:
        axes = f"the axes are {some(counts.axes)}" if counts.axes else "there is a single matrix"
        raise ValueError(f"there is no axis {group!r} of groups; {axes}.{nearest(group, counts.axes)}")
    if group == MODEL:
        raise ValueError(f"along {MODEL!r} stand models, which predict the same items; call groups of items otherwise.")
    if MISSING in counts.axes[group]:
        raise ValueError(
            f"some items have no {group!r}, so with which others they belong is unknown; leave them out or fill it in."
        )
    return group


# The values themselves, item by item, for what is no function of counts.


def column_names(data: Any) -> list[Hashable]:
    """Return what the columns of data of any kind are called."""
    if _are_rows(data):
        return list(_columns(data))
    if isinstance(data, Mapping):
        return list(data)
    if _is_place(data):
        from steelyard.counts.read.files.count_files import names_of_columns  # noqa: PLC0415

        return list(names_of_columns(data))
    from steelyard.counts.read.frames.columns import names_of_frame  # noqa: PLC0415

    return names_of_frame(data)


def column_values(data: Any, columns: Columns) -> Columns:
    """Return named columns by their values, item by item; predictions and weights are numbers here."""
    if _are_rows(data):
        data = _columns(data)
    if isinstance(data, Mapping):
        return columns_of_mapping(data, columns)
    if _is_place(data):
        from steelyard.counts.read.files.item_columns import item_numbers  # noqa: PLC0415

        names = [name for role, name in columns.by_role.items() if role != TRUTH]
        truth, numbers = item_numbers(
            data, columns.truth, [str(name) for name in dict.fromkeys(names)], gaps=columns.drops
        )
        return columns.filled(
            {role: truth if role == TRUTH else numbers[name] for role, name in columns.by_role.items()}
        )
    from steelyard.counts.read.frames.groups import frame_values  # noqa: PLC0415

    return frame_values(data, columns)


# Scores in bins, counted where they lie.


def is_at_edge(data: Any) -> bool:
    """Whether data lie in files or with an engine, and not in memory."""
    if _are_rows(data) or isinstance(data, Mapping):
        return False
    if _is_place(data):
        return True
    from steelyard.counts.read.frames.columns import IN_MEMORY, engine_of  # noqa: PLC0415

    return engine_of(data) not in (None, *IN_MEMORY)


def bin_groups(data: Any, columns: BinColumns) -> tuple[list[BinGroups], LossGroups | None]:
    """Return the groups by truth and bin of each column of scores, and what their losses sum to."""
    if _is_place(data):
        from steelyard.counts.read.files.bin_files import file_bins  # noqa: PLC0415 - each edge loads when it is used

        return file_bins(data, columns)
    from steelyard.counts.read.frames.bins import frame_bins  # noqa: PLC0415

    return frame_bins(data, columns)


# Which kind of data it is.


def _are_rows(data: Any) -> bool:
    return isinstance(data, list | tuple) and bool(data) and all(isinstance(row, Mapping) for row in data)


def _is_place(data: Any) -> bool:
    """Whether data is a file, a folder or the like, or a list of them."""
    listed = data if isinstance(data, list | tuple) and data else [data]
    return all(isinstance(place, str | Path) for place in listed)


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Turn rows into columns; what a row does not name is missing."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}
