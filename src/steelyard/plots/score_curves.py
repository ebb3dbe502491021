"""Curves of scores: ROC, precision–recall, reliability, net benefit, cost and Brier curves of one or several models."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from steelyard.plots.canvas import Inks, axes_or_new, gridded, plain
from steelyard.plots.marks import AS_IT_IS, draw_points, drawable, explain, isolated, look, refuse_names
from steelyard.plots.value_records import Point
from steelyard.scores.decision_curves import UP_TO_ALMOST_1, ModelCurve, ScoreCurves
from steelyard.show import numbers
from steelyard.show.score_curves import BANDED, axis_words, height

if TYPE_CHECKING:
    from matplotlib.axes import Axes


SIZES = {"roc": (4.6, 4.3), "precision_recall": (4.6, 4.3), "reliability": (4.6, 4.3)}
WIDE = (6.0, 3.8)
"""Inches: square where both axes are shares of 1."""

MARKS = 6
"""On each line, so that lines are told apart without colour; those of different lines stand beside each other."""

BAR = 0.025
"""How high the row of a bar is, as a part of the axes."""

DASHES: dict[str, Any] = {"always": (0, (5, 2)), "never": (0, (1.5, 1.5)), "chance": (0, (5, 2)), "calibrated": "-"}


def score_curves(result: ScoreCurves, *, ax: Axes | None = None) -> Axes:
    """Draw what `sy.scores.curve` returned, of one or several models.

    Behind the name of a model stands what its curve comes to, with its interval. Bands hold at all thresholds together;
    they are drawn of up to two models. Bars at the bottom are where a model is shown to decide better than always and
    never answering the class.

    Parameters
    ----------
    result
        A curve of any kind.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.scores.curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], "roc", positive=1)
    >>> sy.plots.score_curves(result).get_ylabel()
    'recall of 1'
    """
    if not isinstance(result, ScoreCurves):
        raise ValueError(f"these curves are what sy.scores.curve returns, not {type(result).__name__}.")
    own = ax is None
    ax = axes_or_new(ax, SIZES.get(result.kind, WIDE))
    refuse_names(ax, "x")
    refuse_names(ax, "y")
    (positive,) = map(isolated, drawable([result.positive]))
    names = drawable([each.model for each in result.models])
    entries = [
        (_draw_model(ax, each, k, result), _told(each, name))
        for k, (each, name) in enumerate(zip(result.models, names, strict=True))
    ]
    entries += _draw_baselines(ax, result, positive)
    if result.kind == "cost" and len(result.models) <= BANDED:
        entries.append((_sample(ax, ":"), "at the best thresholds"))
    worth = [k for k, each in enumerate(result.models) if each.worth]
    strip = (BAR * len(worth) + BAR / 2) if worth else 0.0
    if worth:
        entries.append(_draw_worth(ax, result, worth, strip))
    x_label, y_label = axis_words(result.kind, positive)
    ax.set_xlabel(x_label, fontsize="small", **AS_IT_IS)
    ax.set_ylabel(y_label, fontsize="small", **AS_IT_IS)
    if result.kind == "precision_recall":
        share = numbers.share(result.share)
        told = f"{positive} has {share} of the items{', as stated' if result.stated else ''}"
        ax.set_title(told, fontsize="small", loc="left", color=Inks.of(ax).grey, **AS_IT_IS)
    gridded(ax, "y")
    plain(ax, "small")
    _limit(ax, result, strip)
    explain(ax, entries, own=own)
    return ax


def _draw_model(ax: Axes, each: ModelCurve, k: int, result: ScoreCurves) -> Any:
    inks, seen = Inks.of(ax), look(k)
    if result.kind == "reliability":
        points = [Point(*values) for values in zip(each.y, each.low, each.high, strict=True)]
        ax.plot(each.x, each.y, color=seen.colour, linewidth=0.8, linestyle=seen.line, alpha=0.6, zorder=2)
        return draw_points(ax, points, each.x, seen, along="y", size=4.5)
    if each.low and len(result.models) <= BANDED:
        ax.fill_between(each.x, each.low, each.high, color=seen.colour, alpha=0.15, linewidth=0, zorder=1)
    if each.best and len(result.models) <= BANDED:
        ax.plot(each.x, each.best, color=seen.colour, linewidth=1.2, linestyle=":", zorder=2)
    steps = "steps-pre" if result.kind == "precision_recall" else "default"
    (line,) = ax.plot(
        each.x, each.y, drawstyle=steps, linestyle=seen.line, linewidth=1.6, zorder=3,
        markevery=_marked(each, k, len(result.models)), **seen.marks(inks, 4.5),
    )  # fmt: skip
    return line


def _marked(each: ModelCurve, k: int, models: int) -> list[int]:
    """Return at which points of a line marks stand: evenly on its way, those of each model a bit farther."""
    x, y = np.array(each.x), np.array(each.y)
    way = np.append(0.0, np.cumsum(np.abs(np.diff(x)) + np.abs(np.diff(np.clip(y, 0, 1)))))
    at = (np.arange(MARKS) + (k + 0.5) / models) / MARKS * way[-1]
    return np.unique(np.searchsorted(way, at)).tolist()


def _told(each: ModelCurve, name: str) -> str:
    """Return what the legend says of a model: its name, and what its curve comes to."""
    if not math.isfinite(each.area):
        return name
    ends = f" ({numbers.closely_between(each.area_low, each.area_high)})" if math.isfinite(each.area_low) else ""
    return f"{isolated(name)}  {numbers.value(each.area)}{ends}"


def _draw_baselines(ax: Axes, result: ScoreCurves, positive: str) -> list[tuple[Any, str]]:
    inks, entries = Inks.of(ax), []
    told = {"always": f"always {positive}", "never": f"never {positive}", "chance": "by chance"}
    for line in result.baselines:
        (drawn,) = ax.plot(line.x, line.y, color=inks.grey, linewidth=1, linestyle=DASHES[line.name], zorder=1.5)
        entries.append((drawn, told.get(line.name, line.name)))
    return entries


def _sample(ax: Axes, style: Literal["-", ":"]) -> Any:
    """Return a line that is only in the legend."""
    from matplotlib.lines import Line2D  # noqa: PLC0415 - whoever has axes has it

    return Line2D([], [], color=Inks.of(ax).grey, linewidth=1.2, linestyle=style)


def _draw_worth(ax: Axes, result: ScoreCurves, worth: list[int], strip: float) -> tuple[Any, str]:
    """Draw bars on a strip of their own at the bottom, a row for each model that has some."""
    across = ax.get_xaxis_transform()
    from matplotlib.patches import Rectangle  # noqa: PLC0415 - whoever has axes has it

    ground = Inks.of(ax).paper
    ax.add_patch(Rectangle((0, -0.01), 1, strip + 0.01, transform=ax.transAxes, color=ground, linewidth=0, zorder=3.5))
    x = result.models[0].x
    half = 0.5 * (x[-1] - x[0]) / max(len(x) - 1, 1)
    for row, k in enumerate(reversed(worth)):
        for stretch in result.models[k].worth:
            ends, height = [stretch.low - half, stretch.high + half], BAR * (row + 0.6)
            ax.plot(
                ends, [height] * 2, transform=across, color=look(k).colour, linewidth=3, solid_capstyle="butt", zorder=4
            )
    sample = _sample(ax, "-")
    sample.set_linewidth(3)
    return sample, "better than always and never"


def _limit(ax: Axes, result: ScoreCurves, strip: float) -> None:
    """Show what curves have, and below it the strip of bars."""
    if result.kind in ("roc", "precision_recall"):
        ax.set(xlim=(0, 1), ylim=(0, 1.02))
        return
    if result.kind == "reliability":
        most = max(max(each.x + each.high) for each in result.models)
        end = 1.0 if most > 0.5 else 1.05 * most
        ax.set(xlim=(-0.02 * end, 1.02 * end), ylim=(-0.02 * end, 1.02 * end))
        return
    x = result.models[0].x
    if len(x) > 1:
        ax.set_xlim(x[0], 1.0 if x[-1] == UP_TO_ALMOST_1[1] else x[-1])
    bottom, top = height(result)
    ax.set_ylim(bottom - (top - bottom) * strip / (1 - strip), top)
    ax.set_yticks([tick for tick in ax.get_yticks() if bottom <= tick <= top])
