"""One rate of each class as a dot plot with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from steelyard.plots.canvas import axes_or_new
from steelyard.plots.inks import Inks
from steelyard.plots.legend import explain
from steelyard.plots.looks import look
from steelyard.plots.named_axis import name_axis
from steelyard.plots.names import AS_IT_IS, drawable, model_names
from steelyard.plots.points import draw_points, draw_undefined, meanings
from steelyard.plots.records.classes import ClassesRecord, Order
from steelyard.plots.records.given import record_of
from steelyard.plots.rows import banded, offsets, row_height
from steelyard.show import numbers
from steelyard.show.how_sure import level
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from steelyard.evaluation.evaluate import Evaluation

WIDTH, MARGIN = 6.4, 1.2
"""Inches."""


def classes(
    result: Evaluation | ClassesRecord,
    rate: str | None = None,
    *,
    order: Order | None = None,
    most: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a rate of every class, with intervals: a row per class, a mark per model.

    At the right, how many items the class has (from the fewest to the most, if the models have different ones), and its
    weight.

    Parameters
    ----------
    result
        What `sy.evaluate` returned (slices are taken together), or a `ClassesRecord`.
    rate
        "recall" (if not given), "precision", "f" or "specificity".
    order
        By "importance", the most important class on top (if not given); by "value", the worst on top; or by "label".
    most
        How many classes are shown: the most important; of those that matter alike, the worst. If not given, 40, of
        more than four models fewer.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.evaluate(sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"]), importance="rarity")
    >>> ax = sy.plots.classes(result)
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['fraud', 'ok']
    """
    record = record_of(ClassesRecord, result, rate=rate, order=order, most=most)
    K, own = len(record.models), ax is None
    ax = axes_or_new(ax, (WIDTH, MARGIN + row_height(K) * len(record.labels)))
    rows = range(len(record.labels))
    banded(ax, len(rows))
    names, entries = model_names(record.models), []
    for k, (name, shift) in enumerate(zip(names, offsets(K), strict=True)):
        points, places = [of_class[k] for of_class in record.points], [row + shift for row in rows]
        marks = draw_points(ax, points, places, look(k), name=name)
        draw_undefined(ax, [at for at, p in zip(places, points, strict=True) if not p.defined], look(k))
        entries += [(marks, name)] if record.models != (None,) else []
    ax.set_xlim(-0.02, 1.02)
    _name_rows(ax, record)
    interval = "" if record.confidence is None else f", with {level(record.confidence)} intervals"
    ax.set_xlabel(f"{record.rate} of each class{interval}", fontsize="small", **AS_IT_IS)
    explain(ax, entries + meanings(ax, [p for of_class in record.points for p in of_class]), own=own)
    return ax


def _name_rows(ax: Axes, record: ClassesRecord) -> None:
    """Name the classes at the left; at the right, how many items they have and what they weigh."""
    inks, rows = Inks.of(ax), range(len(record.labels))
    name_axis(ax, "y", rows, drawable(record.labels))
    ax.set_ylim(len(rows) - 0.5, -0.5)
    right = ax.secondary_yaxis("right")
    beside = [f"{_items(n)} · {numbers.weight(w)}" for n, w in zip(record.support, record.weights, strict=True)]
    right.set_yticks(rows, beside, **AS_IT_IS)
    right.tick_params(length=0, labelsize="x-small", labelcolor=inks.grey)
    right.spines["right"].set_visible(False)
    ax.text(1.01, 1.0, "items · weight", transform=ax.transAxes, fontsize="x-small", color=inks.grey, va="bottom")
    if record.hidden:
        ax.set_ylabel(f"{len(rows)} of {len(rows) + record.hidden:,} classes", fontsize="small")


def _items(support: Floats) -> str:
    """Write how many items of a class there are; from the fewest to the most, if the models have different ones."""
    fewest, most = float(support.min()), float(support.max())
    alike = np.isclose(fewest, most)
    return numbers.count(most) if alike else f"{numbers.count(fewest)}–{numbers.count(most)}"
