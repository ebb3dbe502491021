"""Figures 3a and 3b of Gupta et al. 2020, from tables of the sentiment experiment: marks are seeds, bars means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.plots.style import Inks, Look, grid_of_axes, gridded, look, plain
from steelyard_papers.plots.greys import GREY, INK, LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

Row = Mapping[str, Any]

ROOM, BAR = 0.84, 0.36
"""What the strips take of the room of a group, and the half width of a mean's bar of the room of a strip."""

METRICS = {"accuracy": "accuracy", "balanced_accuracy": "balanced accuracy", "wba_user": "WBA(user)"}
CRITERIA = ("rarity", "user", "composite")
TRAINED = {"": "Test: plain training", "item": "Train+Test, per item", "class": "Train+Test, per class"}


def figure_3a_plot(rows: Sequence[Row], frequencies: Sequence[Row], axes: Any = None) -> NDArray[np.object_]:
    """Draw Figure 3a: three metrics of the models that are trained with the user's weights per item.

    Parameters
    ----------
    rows
        The table `sentiment`.
    frequencies
        The table `sentiment_table2`, for what the best constant answer gets.
    axes
        One; if not given, on a new figure.
    """
    drawn = [row for row in rows if (row["training"], row["per"]) == ("user", "item")]
    if not drawn:
        raise ValueError("the table has no models that are trained with the user's weights per item.")
    axes = grid_of_axes(1, 1, (6.4, 4.0)) if axes is None else np.asarray(axes).reshape(1, 1)
    ax = axes[0, 0]
    models = list(dict.fromkeys(row["architecture"] for row in drawn))
    for k, model in enumerate(models):
        for g, metric in enumerate(METRICS):
            values = [row[metric] for row in drawn if row["architecture"] == model]
            _strip(ax, g, (k, len(models)), values)
    classes = [row for row in frequencies if row["architecture"] == frequencies[0]["architecture"]]
    best = (max(row["frequency"] for row in classes), 1 / len(classes), max(row["weight"] for row in classes))
    for g, value in enumerate(best):
        _constant(ax, g, value)
    ax.set_xticks(range(len(METRICS)), list(METRICS.values()))
    _finish(ax, len(METRICS))
    ax.set_ylabel("on reviews not seen in training", fontsize=8)
    _legend(axes, [(look(k), model) for k, model in enumerate(models)])
    return axes


def figure_3b_plot(rows: Sequence[Row], effects: Sequence[Row], axes: Any = None) -> NDArray[np.object_]:
    """Draw Figure 3b: for each model, WBA under each criterion, trained plainly and with it.

    Parameters
    ----------
    rows
        The table `sentiment`.
    effects
        The table `sentiment_effect`, for what the best constant answer gets.
    axes
        One for each model; if not given, on a new figure.
    """
    models = list(dict.fromkeys(row["architecture"] for row in effects))
    if not models:
        raise ValueError("the table has no models that are trained with a criterion.")
    criteria = [name for name in CRITERIA if any(row["criterion"] == name for row in effects)]
    ways = [per for per in TRAINED if per == "" or any(row["per"] == per for row in effects)]
    if axes is None:
        axes = grid_of_axes(1, len(models), (0.9 + 2.5 * len(models), 3.8), sharey=True)
    axes = np.asarray(axes).reshape(1, -1)
    for model, ax in zip(models, axes.flat, strict=True):
        for g, criterion in enumerate(criteria):
            for k, per in enumerate(ways):
                training = criterion if per else "plain"
                values = [
                    row[f"wba_{criterion}"]
                    for row in rows
                    if (row["architecture"], row["training"], row["per"] or "") == (model, training, per)
                ]
                _strip(ax, g, (k, len(ways)), values)
            _constant(ax, g, next(row["constant"] for row in effects if row["criterion"] == criterion))
        ax.set_xticks(range(len(criteria)), criteria)
        ax.set_title(model, fontsize=9)
        _finish(ax, len(criteria))
    axes.flat[0].set_ylabel("WBA under the criterion,\non reviews not seen in training", fontsize=8)
    _legend(axes, [(look(k), TRAINED[per]) for k, per in enumerate(ways)])
    return axes


def _strip(ax: Axes, group: int, place: tuple[int, int], values: Sequence[float]) -> None:
    """Draw a hollow mark per seed, side by side, over a bar for their mean; `place`: which strip of how many."""
    if not values:
        return
    k, strips = place
    step = ROOM / strips
    x, reach, how, inks = group + step * (k - (strips - 1) / 2), BAR * step, look(k), Inks.of(ax)
    steps = np.linspace(-0.7, 0.7, len(values)) if len(values) > 1 else np.zeros(1)
    ax.plot(
        [x - reach, x + reach], [np.mean(values)] * 2, color=how.colour, linewidth=3, solid_capstyle="butt", zorder=2
    )
    marks = how.marks(inks, 3.5) | {"markerfacecolor": inks.paper, "markeredgewidth": 0.9}
    ax.plot(x + steps * reach, values, linestyle="none", zorder=3, **marks)


def _constant(ax: Axes, group: int, value: float) -> None:
    ax.plot([group - 0.45, group + 0.45], [value, value], color=GREY, linewidth=1.1, linestyle="--", zorder=1)


def _finish(ax: Axes, groups: int) -> None:
    for g in range(1, groups):
        ax.axvline(g - 0.5, color=LIGHT, linewidth=0.6, zorder=0)
    ax.set_xlim(-0.5, groups - 0.5)
    ax.set_ylim(0, 1)
    plain(ax)
    gridded(ax, "y")
    ax.tick_params(axis="x", length=0)


def _legend(axes: NDArray[np.object_], entries: Sequence[tuple[Look, str]]) -> None:
    """Say above the axes what the marks are; and what the dashed line is."""
    from matplotlib.lines import Line2D  # noqa: PLC0415 - whoever has axes has it

    first: Any = axes.flat[0]
    inks = Inks.of(first)
    handles = [
        Line2D([], [], linewidth=2.5, label=words, **(how.marks(inks, 4.5) | {"markerfacecolor": inks.paper}))
        for how, words in entries
    ]
    handles.append(Line2D([], [], color=GREY, linewidth=1.1, linestyle="--", label="best constant answer"))
    figure = first.get_figure(root=True)
    figure.legend(handles=handles, loc="outside upper center", ncols=5, fontsize=8, frameon=False, labelcolor=INK)
