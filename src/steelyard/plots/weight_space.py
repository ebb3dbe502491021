"""Who wins in the space of all weights: as bars of ranks, and as a triangle of three classes."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from steelyard.comparison.comparison import Comparison
from steelyard.comparison.robustness.programme import corners_of
from steelyard.comparison.robustness.robustness import Robustness, robustness
from steelyard.comparison.robustness.simplices import simplices_of
from steelyard.counts.answer import number, plain_label
from steelyard.counts.labels import Label, some
from steelyard.importance.region_of import region_of
from steelyard.measuring.lead import difference
from steelyard.measuring.notes import Notes
from steelyard.measuring.record import Metric
from steelyard.plots.canvas import Inks, axes_or_new, plain
from steelyard.plots.line_records import Weighed
from steelyard.plots.marks import AS_IT_IS, drawable, explain, isolated, look, name_axis, refuse_names, text_width
from steelyard.plots.value_records import record_of
from steelyard.show import numbers
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False)
class WinsRecord:
    """What `sy.plots.wins` shows.

    Attributes
    ----------
    metric
        The metric's name.
    models
        Their names, the one that wins most first.
    ranks, errors
        The share of the weights at which each model (row) takes each rank, and its standard error; NaN if unknown.
    exact
        Whether the shares were computed; if not, weights were drawn, so that 0 and 1 are bounds.
    said
        Which weights: "your order" for those that agree with it; empty for all.
    note
        Why shares are unknown, where they are.
    """

    metric: str
    models: tuple[Label, ...]
    ranks: Floats
    errors: Floats
    exact: bool
    said: str
    note: Notes

    @classmethod
    def of(cls, result: Robustness | Comparison) -> Self:
        """Look at shares of the weight space; see `sy.plots.wins`."""
        if isinstance(result, Comparison):
            result = result.robustness()
        if not isinstance(result, Robustness):
            raise ValueError(
                f"shares of the weights are those of sy.compare and its robustness(), not of {type(result).__name__}."
            )
        order = np.argsort(-np.nan_to_num(result.ranks[:, 0]), kind="stable")
        return cls(
            result.metric,
            tuple(result.models[k] for k in order),
            result.ranks[order],
            result.ranks_error[order],
            _exact_ranks(result),
            result.region.words,
            result.note,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an unknown share is None."""
        return {
            "metric": self.metric,
            "said": self.said,
            "exact": self.exact,
            "note": str(self.note),
            "models": [
                {
                    "model": plain_label(model),
                    "ranks": [number(share) for share in self.ranks[k].tolist()],
                    "errors": [number(error) for error in self.errors[k].tolist()],
                }
                for k, model in enumerate(self.models)
            ],
        }


def _exact_ranks(result: Robustness) -> bool:
    """Return whether shares of ranks were computed: at one set of weights, and of two models whose lead is linear."""
    return result.region.is_point or (len(result.shares) == 1 and result.shares[0].how == "exact")


WIDTH, MARGIN, ROW = 6.0, 1.3, 0.36
"""Inches."""

ROOM = 0.85
"""The part of the axes that is left to the bars when the names beside them are laid out, at least."""


def wins(result: Any, *, ax: Axes | None = None) -> Axes:
    """Draw at what share of the weights each model is first, second, and so on; the one that wins most is on top.

    Parameters
    ----------
    result
        What `sy.compare` or its `robustness()` returned, or a `WinsRecord`.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> import steelyard as sy
    >>> a, b = sy.Confusion([[8, 2], [10, 80]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
    >>> ax = sy.plots.wins(sy.compare({"a": a, "b": b}, metrics="balanced_accuracy"))
    >>> [bar.get_width().round(2) for bar in ax.containers[0]]
    [np.float64(0.75), np.float64(0.25)]
    """
    record = record_of(WinsRecord, result)
    K, own = len(record.models), ax is None
    ax = axes_or_new(ax, (WIDTH, MARGIN + ROW * K))
    inks = Inks.of(ax)
    if np.isnan(record.ranks).all():
        ax.text(0.5, 0.5, "unknown", transform=ax.transAxes, ha="center", va="center", color=inks.grey)
    refuse_names(ax, "x")
    figure: Any = ax.get_figure(root=True)  # there is one, whoever types it otherwise
    room = ROOM * ax.bbox.width / figure.get_dpi()
    left, entries = np.zeros(K), []
    for rank in range(K):
        # From the strongest blue to almost the ground: an order of lightness, in print as well.
        ground = inks.mixed(1 - 0.85 * rank / max(K - 1, 1), inks.blue)
        share = np.nan_to_num(record.ranks[:, rank])
        bars = ax.barh(range(K), share, left=left, height=0.72, color=[ground], label=f"rank {rank + 1}")
        for row in np.flatnonzero(share).tolist():
            told = told_share(float(share[row]), exact=record.exact)
            if share[row] * room > text_width(told, "x-small"):
                ax.text(
                    left[row] + share[row] / 2, row, told, ha="center", va="center", fontsize="x-small",
                    color=inks.on(ground),
                )  # fmt: skip
        left += share
        if rank in _told(K):
            entries.append((bars[0], f"rank {rank + 1}"))
    _finish(ax, record, inks)
    explain(ax, entries, own=own)
    return ax


def _told(K: int) -> set[int]:
    """Return the ranks that the legend names: of many, the ends and the middle."""
    return set(range(K)) if K <= 4 else {0, K // 2, K - 1}


def _finish(ax: Axes, record: WinsRecord, inks: Inks) -> None:
    K = len(record.models)
    name_axis(ax, "y", range(K), drawable(record.models))
    ax.set_ylim(K - 0.5, -0.5)
    ax.set_xlim(0, 1)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    which = f"the weights that agree with {record.said}" if record.said else "all class weights"
    errors = record.errors[np.isfinite(record.errors)]
    sure = f", standard error {100 * float(errors.max()):.1g} %" if errors.size and errors.max() else ""
    ax.set_xlabel(f"share of {which}, by {record.metric}{sure}", fontsize="small", **AS_IT_IS)
    plain(ax, "small", rows=True)
    ax.spines["bottom"].set_color(inks.light)


def told_share(share: float, *, exact: bool) -> str:
    """Write a share of all weights: to its digits if it was computed, as a chance if weights were drawn.

    Examples
    --------
    >>> told_share(1.0, exact=True), told_share(0.99988, exact=True), told_share(1.0, exact=False)
    ('100.0 %', '99.988 %', '>99.9 %')
    """
    return numbers.share(share) if exact else numbers.short_chance(share)


# All weights of three classes as a triangle: who is the best where.


STEPS = 24
"""Weights along each side. Between them, averages are linear in the weights, and others almost."""


@dataclass(frozen=True, eq=False)
class TriangleRecord:
    """What `sy.plots.triangle` shows.

    Attributes
    ----------
    by
        The metric.
    labels
        The three classes.
    models
        Their names.
    weights, values
        Weights all over the triangle, (S, 3), and the values of all models there, (S, K).
    now
        The weights that the importance has by itself.
    won
        The share of all weights at which each model is the best (ties shared).
    exact
        Whether these shares were computed; if not, weights were drawn, so that 0 and 1 are bounds.
    agreeing
        If the importance leaves something open: the corners of the weights that agree with it, (V, 3), in turn.
    """

    by: Metric
    labels: tuple[Label, ...]
    models: tuple[Hashable, ...]
    weights: Floats
    values: Floats
    now: Floats
    won: Floats
    exact: bool
    agreeing: Floats

    @classmethod
    def of(cls, models: Any, metric: str | Metric | None = None, importance: Any = None) -> Self:
        """Look at all weights of three classes; see `sy.plots.triangle`."""
        given = Weighed.of(models, metric, importance)
        labels = given.cm.labels
        if len(labels) != 3:
            raise ValueError(
                f"a triangle has three corners, but there are {len(labels)} classes, {some(labels)}; merge them into "
                "three first, with collapse."
            )
        weights = _lattice(STEPS)
        whole_space = robustness(given.cm, given.metric, undefined=given.undefined)
        return cls(
            by=given.metric,
            labels=labels,
            models=given.models,
            weights=weights,
            values=given.at(weights),
            now=given.weights,
            won=whole_space.ranks[:, 0],
            exact=_exact_ranks(whole_space),
            agreeing=_agreeing(given),
        )

    @property
    def metric(self) -> str:
        """The metric's name."""
        return self.by.name

    @property
    def direction(self) -> str:
        """Whether "higher" or "lower" values are better."""
        return self.by.direction

    def leads(self, values: Floats) -> Floats:
        """Return by how much each model is ahead of the best other one, given values of all, (S, K).

        Negative where it is behind, 0 where it ties, and −∞ where it has no value.
        """
        ahead = self.by.sign * difference(values[:, :, None], values[:, None, :], self.by)
        each = np.arange(len(self.models))
        ahead[:, each, each] = np.inf
        least = np.where(np.isnan(ahead), np.inf, ahead).min(axis=2)
        return np.where(np.isnan(values), -np.inf, least)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined number is None."""
        return {
            "metric": self.metric,
            "direction": self.direction,
            "labels": [plain_label(label) for label in self.labels],
            "exact": self.exact,
            "models": [
                {
                    "model": plain_label(model),
                    "won": number(self.won[k]),
                    "values": [number(x) for x in self.values[:, k]],
                }
                for k, model in enumerate(self.models)
            ],
            "weights": self.weights.tolist(),
            "now": self.now.tolist(),
            "agreeing": self.agreeing.tolist(),
        }


def _lattice(steps: int) -> Floats:
    """Return the weights of three classes that are whole parts of 1."""
    return np.array([(i, j, steps - i - j) for i in range(steps + 1) for j in range(steps + 1 - i)]) / steps


def _agreeing(given: Weighed) -> Floats:
    """Return the corners of the weights that agree, in turn around their middle; none if all do, or one point."""
    region = region_of(given.said, given.cm.pooled())
    if given.said is None or region.is_point:
        return np.empty((0, 3))
    corners, _ = corners_of(region, simplices_of(region))
    corners = np.unique(corners.round(12), axis=0)
    away = corners - corners.mean(axis=0)
    # Weights 0 and 1 tell a place in the triangle; the turn is the same in these as in equal angles.
    return corners[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]


SIZE = (5.2, 4.2)
"""Inches."""

CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(3) / 2]])
"""Where all weight is on the first, the second and the third class."""

FINER = 3
"""How often the mesh of the values is halved."""

FAR = 1e3
"""A lead that stands for any greater one."""

MANY_TIES = 0.01
"""The part of the triangle from which on a legend says what its empty part is."""

PALER = 0.55
"""How far a model's colour is from the ground: lines and words upon it must be seen."""


def triangle(data: Any, metric: str | Metric | None = None, importance: Any = None, *, ax: Axes | None = None) -> Axes:
    """Draw which model is the best at all weights of three classes: a corner gives all weight to its class.

    The legend has the share of all weights that each model wins. A cross marks the weights now; a dashed line holds
    those that agree with an importance that leaves something open, such as an order.

    Parameters
    ----------
    data
        A `Joint`, a `Confusion` stacked along "model", what `sy.evaluate` or `sy.compare` returned, or a
        `TriangleRecord`. More classes are merged into three before: `cm.collapse({"bad": [3, 4], …})`.
    metric
        A metric that averages over the classes; if not given, balanced accuracy, or that of the result.
    importance
        What is known of the weights; if not given, that of the result, or nothing.
    ax
        Where to draw; if not given, on a new figure.

    Examples
    --------
    >>> import steelyard as sy
    >>> drain = sy.Confusion([[6, 4, 0], [2, 60, 8], [0, 30, 270]], labels=["fatal", "minor", "ok"])
    >>> spell = sy.Confusion([[9, 1, 0], [9, 55, 6], [3, 40, 257]], labels=["fatal", "minor", "ok"])
    >>> record = sy.plots.TriangleRecord.of(sy.Confusion.of_models({"Spell": spell, "Drain": drain}))
    >>> record.won.round(2)
    array([0.71, 0.29])
    >>> ax = sy.plots.triangle(record)
    """
    record = record_of(TriangleRecord, data, metric=metric, importance=importance)
    own = ax is None
    ax = axes_or_new(ax, SIZE)
    inks = Inks.of(ax)
    entries = _regions(ax, record, inks)
    _frame(ax, record, inks)
    if len(record.agreeing):
        outline = record.agreeing @ CORNERS
        (line,) = ax.plot(*np.vstack([outline, outline[:1]]).T, color=inks.ink, linewidth=1.6, linestyle=(0, (4, 2)))
        entries.append((line, "agrees with what was said"))
    (now,) = ax.plot(
        *(record.now @ CORNERS), marker="P", markersize=9, markerfacecolor=inks.ink, markeredgecolor=inks.paper,
        linestyle="none", zorder=5,
    )  # fmt: skip
    explain(ax, [*entries, (now, "weights now")], own=own)
    return ax


def _regions(ax: Axes, record: TriangleRecord, inks: Inks) -> list[tuple[Any, str]]:
    """Colour where each model is ahead; borders are where its lead over the best other one is 0."""
    from matplotlib.colors import to_rgb  # noqa: PLC0415
    from matplotlib.patches import Patch  # noqa: PLC0415

    mesh, values = _refined(record)
    leads = record.leads(values)
    entries: list[tuple[Any, str]] = []
    for k, name in enumerate(drawable(record.models)):
        seen = look(k)
        fill, ahead = inks.mixed(PALER, to_rgb(seen.colour)), np.clip(leads[:, k], -FAR, FAR)
        if (ahead > 0).any():
            least = np.finfo(np.float64).tiny  # a tie is nobody's
            drawn = ax.tricontourf(mesh, ahead, levels=[least, 2 * FAR], colors=[fill], hatches=[seen.hatch or None])
            drawn.set(edgecolor=seen.colour, linewidth=0, label=name)
        share = told_share(float(record.won[k]), exact=record.exact)
        patch = Patch(facecolor=fill, hatch=seen.hatch or None, edgecolor=seen.colour, linewidth=0)
        entries.append((patch, f"{isolated(name)} {share}"))
    if (leads <= 0).all(axis=1).mean() > MANY_TIES:
        entries.append((Patch(facecolor=inks.paper, edgecolor=inks.grey), "tie"))
    return entries


def _refined(record: TriangleRecord) -> tuple[Any, Floats]:
    """Return a finer mesh, on which values are linear between those known, so that borders meet in points."""
    from matplotlib.tri import LinearTriInterpolator, Triangulation, UniformTriRefiner  # noqa: PLC0415

    mesh = Triangulation(*(record.weights @ CORNERS).T)
    refiner, values = UniformTriRefiner(mesh), []
    for k in range(len(record.models)):
        known = np.isfinite(record.values[:, k])
        column = np.where(known, record.values[:, k], 0.0)
        fine, field = refiner.refine_field(column, LinearTriInterpolator(mesh, column), subdiv=FINER)
        if not known.all():  # a corner without a value leaves what is around it without
            _, part = refiner.refine_field(known * 1.0, LinearTriInterpolator(mesh, known * 1.0), subdiv=FINER)
            field = np.where(part > 1 - 1e-9, field, np.nan)
        values.append(np.ma.filled(field, np.nan))
    return fine, np.stack(values, axis=1)


def _frame(ax: Axes, record: TriangleRecord, inks: Inks) -> None:
    ax.plot(*np.vstack([CORNERS, CORNERS[:1]]).T, color=inks.grey, linewidth=1, zorder=3)
    for part in (0.25, 0.5, 0.75):  # lines along which one class has a quarter, half, or three quarters of the weight
        for c in range(3):
            ends = [np.roll([part, 1 - part, 0.0], c), np.roll([part, 0.0, 1 - part], c)]
            ax.plot(*(np.array(ends) @ CORNERS).T, color=inks.ink, linewidth=0.5, alpha=0.35, zorder=2.5)
    places = [("right", "top", (-4, -4)), ("left", "top", (4, -4)), ("center", "bottom", (0, 4))]
    for name, corner, (ha, va, shift) in zip(drawable(record.labels), CORNERS, places, strict=True):
        ax.annotate(
            name, tuple(corner), xytext=shift, textcoords="offset points", ha=ha, va=va, fontsize="small",
            color=inks.ink, **AS_IT_IS,
        )  # fmt: skip
    ax.set_title(f"best by {record.metric}", fontsize="small", color=inks.ink, loc="left", **AS_IT_IS)
    ax.set_aspect("equal")
    ax.set_xlim(-0.18, 1.18)
    ax.set_ylim(-0.1, 0.95)
    ax.axis("off")
