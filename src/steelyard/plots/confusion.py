"""A confusion matrix as shaded cells: counts, shares of rows or columns, or the difference of two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

import numpy as np

from steelyard.counts.answer import number, plain_label
from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import Label, some
from steelyard.measuring.apply import as_confusion
from steelyard.plots.canvas import Inks, axes_or_new
from steelyard.plots.marks import AS_IT_IS, drawable, isolated, name_axis
from steelyard.plots.value_records import checked_most, record_of
from steelyard.show import numbers
from steelyard.show.names import width
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Show = Literal["counts", "rows", "columns"]

MOST_CLASSES = 2_000
"""Of more, a cell would be smaller than a dot; the others are to be merged."""


@dataclass(frozen=True, eq=False)
class MatrixRecord:
    """What `sy.plots.confusion` shows.

    Attributes
    ----------
    labels
        The classes, in the order of rows (truth) and columns (prediction); merged ones last, as "… others".
    values
        The cells, (C, C); NaN in rows without items, or in columns that are never predicted.
    show
        "counts"; or "rows" or "columns", of which each is 1 in all.
    difference
        Whether the values are those of one matrix less those of another.
    sizes
        Items per row, or for "columns" per column; None where two matrices differ in them.
    merged
        How many classes were merged into the last one.
    """

    labels: tuple[Label, ...]
    values: Floats
    show: Show
    difference: bool
    sizes: Floats | None
    merged: int = 0

    @classmethod
    def of(cls, cm: Any, show: Show = "counts", minus: Any = None, most: int | None = None) -> Self:
        """Look at a matrix; see `sy.plots.confusion`."""
        if show not in get_args(Show):
            raise ValueError(f"a matrix can show {', '.join(get_args(Show))}, not {show!r}.")
        first, second = _same_classes(_single(cm), None if minus is None else _single(minus))
        merged = 0
        if most is not None:
            first, second, merged = _merged(first, second, most)
        if len(first.labels) > MOST_CLASSES:
            raise ValueError(
                f"a matrix of up to {MOST_CLASSES:,} classes can be drawn, not of {len(first.labels):,}; say how many "
                "of those that are confused most, as in most=50."
            )
        values, sizes = _shown(first, show)
        if second is not None:
            others, other_sizes = _shown(second, show)
            values = values - others
            sizes = sizes if np.array_equal(sizes, other_sizes) else None  # type: ignore[assignment]
        return cls(first.labels, values, show, second is not None, sizes, merged)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined cell is None."""
        return {
            "labels": [plain_label(label) for label in self.labels],
            "values": [[number(cell) for cell in row] for row in self.values.tolist()],
            "show": self.show,
            "difference": self.difference,
            "sizes": None if self.sizes is None else self.sizes.tolist(),
            "merged": self.merged,
        }


def _single(given: Any) -> Confusion:
    cm = as_confusion(given)
    if cm.shape:
        name, keys = next(iter(cm.axes.items()))
        raise ValueError(
            f"one matrix is drawn, not a stack along {some(cm.axes)}; take one of it, as in cm[{keys[0]!r}], "
            f"or all together, cm.pooled({name!r})."
        )
    return cm


def _same_classes(first: Confusion, second: Confusion | None) -> tuple[Confusion, Confusion | None]:
    if second is None:
        return first, None
    labels = tuple(dict.fromkeys((*first.labels, *second.labels)))
    return first.declare(labels), second.declare(labels)


def _merged(first: Confusion, second: Confusion | None, most: Any) -> tuple[Confusion, Confusion | None, int]:
    """Keep the classes with the most mistakes, made in them or for them, in their order, and merge the others."""
    most, labels = checked_most(most), first.labels
    if len(labels) <= most + 1:
        return first, second, 0
    both = first if second is None else first + second
    wrong = both.support + both.predicted - 2 * both.correct
    kept = set(np.argsort(-wrong, kind="stable")[:most].tolist())
    rest = [label for i, label in enumerate(labels) if i not in kept]
    name = f"{len(rest):,} others"
    while name in labels:
        name = f"{name} "
    order = [*(labels[i] for i in sorted(kept)), name]
    small, other = (None if cm is None else cm.collapse({name: rest}).reorder(order) for cm in (first, second))
    assert small is not None  # noqa: S101 - the first always is
    return small, other, len(rest)


def _shown(cm: Confusion, show: Show) -> tuple[Floats, Floats]:
    """Return the cells to show and the sizes of the rows (or columns) they are of."""
    counts = np.asarray(cm.dense().counts, dtype=np.float64)
    sizes = np.asarray(cm.predicted if show == "columns" else cm.support, dtype=np.float64)
    if show == "counts":
        return counts, sizes
    with np.errstate(divide="ignore", invalid="ignore"):
        return counts / (sizes if show == "columns" else sizes[:, None]), sizes


# The figure.


MOST_NUMBERS, MOST_NAMES, SOME_NAMES = 20, 40, 16
"""Classes up to which cells have numbers and all classes names; of more, so many have."""

CELL, LEAST, GREATEST, MARGIN = 0.55, 2.2, 7.0, 1.4
"""Inches: a cell, the least and greatest side of the matrix, and beside it."""

NAME = 18
"""Columns of a class's name."""


def confusion(
    data: Any,
    show: Show | None = None,
    *,
    minus: Any = None,
    most: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a confusion matrix; rows are the truth, columns the prediction.

    Parameters
    ----------
    data
        A `Confusion` of one model, counts, or a `MatrixRecord`.
    show
        "counts", shaded by their logarithm, so that a large class does not hide the others (if not given); "rows", the
        shares of each true class, with recalls on the diagonal; or "columns", those of each predicted class, with
        precisions on the diagonal.
    minus
        Another matrix, of which the same is taken away.
    most
        Show only so many classes, those with the most mistakes, and merge the others; of hundreds, all are shaded, but
        few can be named.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> ax = sy.plots.confusion(cm, "rows")
    >>> [text.get_text() for text in ax.texts]
    ['0.80', '0.20', '0.11', '0.89']
    """
    record = record_of(MatrixRecord, data, show=show, minus=minus, most=most)
    C = len(record.labels)
    side = min(max(CELL * C, LEAST), GREATEST)
    ax = axes_or_new(ax, (side + MARGIN + 0.4, side + MARGIN))
    inks = Inks.of(ax)
    cells = _shade(ax, record, inks)
    if C <= MOST_NUMBERS:
        _write(ax, record, cells, inks)
        _frame_diagonal(ax, C, inks)
        ax.set_title(_meaning(record), fontsize="small", color=inks.ink, loc="left")
    else:
        bar = ax.figure.colorbar(cells, ax=ax, shrink=0.7)
        bar.set_label(_meaning(record), color=inks.ink, fontsize="small")
        bar.ax.tick_params(labelsize="small")
    _name(ax, record)
    return ax


def _shade(ax: Axes, record: MatrixRecord, inks: Inks) -> Any:
    from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415

    values = np.ma.masked_invalid(record.values)
    if record.show == "counts":
        values = np.ma.masked_equal(values, 0)
    # A single item is not none: of many classes, a cell is a dot, and a pale one would not be seen.
    least = (0.1 if len(record.labels) <= MOST_NUMBERS else 0.35) if record.show == "counts" else 0.0
    ramp = [(0.0, inks.mixed(least, inks.blue)), (1.0, inks.blue)]
    if record.difference:
        ramp = [(0.0, inks.orange), (0.4999, inks.mixed(least, inks.orange)), (0.5, inks.paper)]
        ramp += [(0.5001, inks.mixed(least, inks.blue)), (1.0, inks.blue)]
    colours = LinearSegmentedColormap.from_list("steelyard", ramp).with_extremes(bad=inks.paper)
    edges = np.arange(len(record.labels) + 1) - 0.5
    # As vectors, hundreds of classes would make a file of tens of megabytes.
    drawn = ax.pcolormesh(
        edges, edges, values, cmap=colours, norm=_scale(values, record), rasterized=len(edges) > MOST_NAMES
    )
    ax.set_aspect("equal")
    ax.set_ylim(edges[-1], edges[0])
    ax.set_xlim(edges[0], edges[-1])
    return drawn


def _scale(values: Any, record: MatrixRecord) -> Any:
    """Return how numbers become shades: counts by their logarithm, shares as they are."""
    from matplotlib.colors import LogNorm, Normalize, SymLogNorm  # noqa: PLC0415

    sizes = np.abs(values).compressed()
    least, most = (float(sizes.min()), float(sizes.max())) if sizes.size else (1.0, 1.0)
    if record.show != "counts":
        most = (most or 1.0) if record.difference else 1.0
        return Normalize(-most if record.difference else 0.0, most)
    most = most if most > least else 10 * least
    return SymLogNorm(least, vmin=-most, vmax=most) if record.difference else LogNorm(least, most)


def _write(ax: Axes, record: MatrixRecord, cells: Any, inks: Inks) -> None:
    """Write the number into each cell; nothing where it is 0."""
    shown = [[_number(value, record) for value in row] for row in record.values.tolist()]
    longest = max(len(text) for row in shown for text in row)
    crowded = len(record.labels) > 8 or longest > 5
    for i, row in enumerate(shown):
        for j, text in enumerate(row):
            value = record.values[i, j]
            ground = inks.paper if np.isnan(value) or value == 0 else cells.cmap(cells.norm(value))
            ax.text(
                j, i, text, ha="center", va="center", fontsize="x-small" if crowded else "medium",
                color=inks.on(ground), **AS_IT_IS,
            )  # fmt: skip


def _number(value: float, record: MatrixRecord) -> str:
    if np.isnan(value):
        return "–"
    if record.show != "counts":
        shown = f"{value:+.2f}" if record.difference else f"{value:.2f}"
        return "" if value == 0 else shown.lstrip("+-") if float(shown) == 0 else shown.replace("-", "−")
    if value == 0:
        return ""
    sign = "+" if record.difference and value > 0 else "−" if value < 0 else ""
    return sign + numbers.count(abs(value))


def _frame_diagonal(ax: Axes, C: int, inks: Inks) -> None:
    from matplotlib.collections import PolyCollection  # noqa: PLC0415

    squares = [[(i - 0.5, i - 0.5), (i + 0.5, i - 0.5), (i + 0.5, i + 0.5), (i - 0.5, i + 0.5)] for i in range(C)]
    ax.add_collection(PolyCollection(squares, facecolors="none", edgecolors=[inks.grey], linewidths=0.8))


def _name(ax: Axes, record: MatrixRecord) -> None:
    """Name the classes, and how many items their rows or columns are of; of many, those at equal distances."""
    C = len(record.labels)
    places = list(range(0, C, 1 if C <= MOST_NAMES else -(-C // SOME_NAMES)))
    names = drawable([record.labels[i] for i in places], NAME)
    upright = max(map(width, names)) > (6 if C <= 8 else 3)
    rows, columns = names, names
    if record.sizes is not None and record.show != "counts" and C <= MOST_NUMBERS:
        sizes = [numbers.count(record.sizes[i]) for i in places]
        if record.show == "rows":
            rows = [f"{isolated(name)} ({size})" for name, size in zip(names, sizes, strict=True)]
        else:
            between = " " if upright else "\n"
            columns = [f"{isolated(name)}{between}({size})" for name, size in zip(names, sizes, strict=True)]
    size = "small" if C <= MOST_NUMBERS else "x-small"
    name_axis(ax, "y", places, rows, fontsize=size)
    name_axis(ax, "x", places, columns, fontsize=size, rotation=90 if upright else 0)
    ax.tick_params(length=0 if C <= MOST_NAMES else 3)
    ax.set_ylabel("truth", fontsize="small")
    ax.set_xlabel("prediction", fontsize="small")
    ax.spines[:].set_visible(False)


def _meaning(record: MatrixRecord) -> str:
    """Say what a cell is."""
    if record.show == "counts":
        return f"{'difference of the ' if record.difference else ''}items in each cell (shades: logarithm)"
    of = "the true class (row)" if record.show == "rows" else "the predicted class (column)"
    return f"difference of the shares of {of}" if record.difference else f"shares of {of}"
