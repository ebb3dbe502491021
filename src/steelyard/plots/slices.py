"""One metric over slices, such as months: values with intervals, and which moves are due to class shares alone."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from steelyard.comparison.compare import MAIN
from steelyard.counts.answer import number, plain_label
from steelyard.counts.matrix_input import MODEL
from steelyard.evaluation.evaluate import Evaluation
from steelyard.evaluation.score import MetricScores, Score
from steelyard.plots.canvas import Inks, axes_or_new, gridded, plain
from steelyard.plots.marks import (
    AS_IT_IS,
    Look,
    better,
    draw_points,
    draw_undefined,
    drawable,
    explain,
    isolated,
    look,
    meanings,
    model_names,
    name_axis,
    refuse_names,
)
from steelyard.plots.value_records import Point, record_of
from steelyard.show.how_sure import level

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False)
class SliceLine:
    """One model over the slices.

    Attributes
    ----------
    model, beside
        The model, None if there is only one without a name; and the keys along axes other than that of the line.
    points
        One `Point` per slice; without a value where the slice has no items.
    typical
        The median slice at the class shares of all; NaN where so many slices lack classes that it is no value.
    alike
        The values that the slices would have at the class shares of all; NaN where a slice lacks a class of these.
    explained
        Whether the move of each slice is explained by class shares alone.
    """

    model: Hashable
    beside: tuple[Hashable, ...]
    points: tuple[Point, ...]
    typical: float
    alike: tuple[float, ...]
    explained: tuple[bool, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; None where there is no number."""
        return {
            "model": plain_label(self.model),
            "beside": [plain_label(key) for key in self.beside],
            "typical": number(self.typical),
            "points": [
                {**point.to_dict(), "at_shares_of_all": number(alike), "explained_by_shares": explained}
                for point, alike, explained in zip(self.points, self.alike, self.explained, strict=True)
            ],
        }


@dataclass(frozen=True, eq=False)
class SlicesRecord:
    """What `sy.plots.slices` shows.

    Attributes
    ----------
    metric, direction
        The metric's name, and whether "higher" or "lower" values are better.
    axis, keys
        What the slices are by, and their keys, in the order of the evaluation.
    lines
        One `SliceLine` per model, and per key of further axes.
    confidence
        The level of the intervals; None if there are none.
    """

    metric: str
    direction: str
    axis: str
    keys: tuple[Hashable, ...]
    lines: tuple[SliceLine, ...]
    confidence: float | None

    @classmethod
    def of(cls, evaluation: Evaluation, metric: str | None = None, over: str | None = None) -> Self:
        """Look at a metric over slices; see `sy.plots.slices`."""
        axis = _axis(evaluation, over)
        names = [result.metric.name for result in evaluation.measured]
        if not names:
            raise ValueError("this evaluation has no metrics, so that there is none to draw.")
        wanted = (MAIN if MAIN in names else names[0]) if metric is None else metric
        scores: MetricScores = evaluation[wanted]
        evaluation.uncertainty.look()
        rows: dict[tuple[Hashable, tuple[Hashable, ...]], list[tuple[Score, bool]]] = {}
        for score, whole in zip(scores, _with_all_classes(evaluation), strict=True):
            at = dict(score.slice)
            beside = tuple(key for name, key in at.items() if name not in (MODEL, axis))
            rows.setdefault((at.get(MODEL), beside), []).append((score, whole))
        (measured,) = (result for result in evaluation.measured if result.metric is scores[0].metric)
        bounds = measured.metric.bounds(measured.relevance, measured.arguments)
        return cls(
            metric=measured.metric.name,
            direction=measured.metric.direction,
            axis=axis,
            keys=tuple(evaluation.confusion.axes[axis]),
            lines=tuple(_line(model, beside, some, bounds) for (model, beside), some in rows.items()),
            confidence=evaluation.confidence if evaluation.uncertainty.chosen.method is not None else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; None where there is no number."""
        return {
            "metric": self.metric,
            "direction": self.direction,
            "axis": self.axis,
            "keys": [plain_label(key) for key in self.keys],
            "confidence": self.confidence,
            "lines": [line.to_dict() for line in self.lines],
        }


def _axis(evaluation: Evaluation, over: str | None) -> str:
    if not isinstance(evaluation, Evaluation):
        raise ValueError(f"slices are those of an evaluation with by=, not of {type(evaluation).__name__}.")
    axes = evaluation.confusion.slice_axes
    if not axes:
        raise ValueError("this evaluation has no slices; name what makes them, as in sy.evaluate(…, by='month').")
    if over is not None and over not in axes:
        raise ValueError(f"the slices are by {' and '.join(axes)}, not by {over!r}.")
    return over or axes[0]


def _with_all_classes(evaluation: Evaluation) -> list[bool]:
    """Return for each slice whether it has items of every class that its model has any of."""
    cm, sliced = evaluation.confusion, evaluation.confusion.slice_axes
    along = tuple(i for i, name in enumerate(cm.axes) if name in sliced)
    present = np.expand_dims(np.asarray(evaluation.whole.support), along) > 0
    complete: list[bool] = ((np.asarray(cm.support) > 0) | ~present).all(axis=-1).ravel().tolist()
    return complete


def _line(
    model: Hashable, beside: tuple[Hashable, ...], scores: list[tuple[Score, bool]], bounds: tuple[float, float]
) -> SliceLine:
    # Without a class, a move is measured against the others without it; typical plus move is then no value of the
    # slice, and if most slices lack one, the typical value need not be one of the metric.
    moves = [score.move for score, _ in scores]
    typical = next((move.typical for move in moves if move is not None), math.nan)
    return SliceLine(
        model,
        beside,
        tuple(Point.of(score.value, score.interval) for score, _ in scores),
        typical if bounds[0] <= typical <= bounds[1] else math.nan,
        tuple(
            move.typical + move.due_to_classifier if whole and move is not None else math.nan
            for move, (_, whole) in zip(moves, scores, strict=True)
        ),
        tuple(move is not None and move.explained for move in moves),
    )


# The figure.


WIDEST, HEIGHT, EACH = 11.0, 3.8, 0.32
"""Inches: the greatest width, the height, and the room of a slice."""

MOST_NAMES = 24
"""Slices that are named; of more, some at equal distances."""

MOST_INTERVALS = 60
"""Marks beyond which they are drawn small."""

TYPICAL, EXPLAINED, ALIKE = "typical", "explained by class shares alone", "at the class shares of all"
DASHED = (0.0, (5.0, 3.0))

ROOM = 0.5
"""Of a slice, that several models share, so that their intervals do not hide each other."""


def slices(
    result: Evaluation | SlicesRecord,
    metric: str | None = None,
    *,
    over: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a metric over slices, a line per model.

    A dashed line is at the typical slice. A ring marks a move from it that is explained by class shares alone: the
    classifier did what it always does. For a single model, small bars are at the values with the class shares of all;
    a slice that lacks one of the classes has none.

    Parameters
    ----------
    result
        What `sy.evaluate(…, by=…)` returned, or a `SlicesRecord`.
    metric
        Which metric; if not given, balanced accuracy if it was evaluated, else the first.
    over
        If there are slices by several columns, that along which the lines run, the first if not given; each key of the
        others is a line.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> usual, wave, worse = [[60, 40], [45, 855]], [[180, 120], [35, 665]], [[30, 70], [45, 855]]
    >>> cm = sy.Confusion(np.array([usual, wave, worse]), axes={"month": ["jan", "feb", "mar"]})
    >>> record = sy.plots.SlicesRecord.of(sy.evaluate(cm, metrics="accuracy"))
    >>> record.lines[0].explained
    (True, True, False)
    >>> ax = sy.plots.slices(record)
    """
    record = record_of(SlicesRecord, result, metric=metric, over=over)
    K, own = len(record.lines), ax is None
    ax = axes_or_new(ax, (min(max(6.0, 1.2 + EACH * len(record.keys)), WIDEST), HEIGHT))
    refuse_names(ax, "y")
    names, entries = _names(record), []
    meant: dict[str, Any] = {}
    for k, line in enumerate(record.lines):
        shift = ROOM * ((k + 0.5) / K - 0.5)
        marks, other = _draw_line(
            ax, line, [i + shift for i in range(len(record.keys))], look(k), names[k], alone=K == 1
        )
        entries += [(marks, names[k])] if K > 1 else []
        meant = {**other, **meant}
    _name(ax, record)
    points = [point for line in record.lines for point in line.points]
    told = [(meant[meaning], meaning) for meaning in (TYPICAL, EXPLAINED, ALIKE) if meaning in meant]
    explain(ax, entries + told + meanings(ax, points), own=own)
    return ax


def _draw_line(
    ax: Axes, line: SliceLine, places: list[float], seen: Look, name: str, *, alone: bool
) -> tuple[Any, dict[str, Any]]:
    """Draw a line; return the artist of its marks, and those of other things by what they mean."""
    inks, meant = Inks.of(ax), {}
    if math.isfinite(line.typical):
        ax.axhline(line.typical, color=seen.colour, linewidth=1, linestyle=DASHED, alpha=0.8, zorder=1)
        meant[TYPICAL] = _dashed(inks)
    values = [point.value for point in line.points]
    ax.plot(places, values, color=seen.colour, linewidth=1, linestyle=seen.line, alpha=0.6, zorder=1.5)
    marks = draw_points(ax, line.points, places, seen, along="y", size=_size(len(places)), name=name)
    draw_undefined(ax, [at for at, p in zip(places, line.points, strict=True) if not p.defined], seen, along="y")
    explained = [i for i, yes in enumerate(line.explained) if yes]
    if explained:
        (meant[EXPLAINED],) = ax.plot(
            [places[i] for i in explained], [values[i] for i in explained], linestyle="none", marker="o",
            markersize=_size(len(places)) + 5, markerfacecolor="none", markeredgecolor=inks.ink, markeredgewidth=1,
            zorder=4, label=EXPLAINED,
        )  # fmt: skip
    if alone:
        (meant[ALIKE],) = ax.plot(
            places, line.alike, linestyle="none", marker="_", markersize=9, markeredgewidth=1.6,
            markeredgecolor=inks.grey, zorder=2.5, label=ALIKE,
        )  # fmt: skip
    return marks, meant


def _dashed(inks: Inks) -> Any:
    """Return a line for the legend that is no model's."""
    from matplotlib.lines import Line2D  # noqa: PLC0415 - whoever has axes has it

    return Line2D([], [], color=inks.ink, linewidth=1, linestyle=DASHED)


def _size(slices: int) -> float:
    return 5.5 if slices <= MOST_INTERVALS else 3.0


def _names(record: SlicesRecord) -> list[str]:
    """Name each line: by its model, and by its keys along further axes."""
    told: list[str | None] = []
    for line in record.lines:
        parts = [] if line.model is None else [line.model]
        told.append(", ".join(isolated(drawable([part])[0]) for part in (*parts, *line.beside)) or None)
    return model_names(told) if len(told) == 1 else drawable(told, 40)


def _name(ax: Axes, record: SlicesRecord) -> None:
    S = len(record.keys)
    places = list(range(0, S, -(-S // MOST_NAMES)))
    names = drawable([record.keys[i] for i in places])
    crowded = max(map(len, names)) * len(names) > 60
    name_axis(ax, "x", places, names, rotation=90 if crowded else 0)
    ax.set_xlim(-0.5, S - 0.5)
    (axis,) = drawable([record.axis])
    ax.set_xlabel(axis, fontsize="small", **AS_IT_IS)
    interval = "" if record.confidence is None else f", {level(record.confidence)} intervals"
    ax.set_ylabel(f"{record.metric}{better(record.direction)}{interval}", fontsize="small", **AS_IT_IS)
    gridded(ax, "y")
    plain(ax, "small")
