"""How far true classes move metrics, as their items allow: by draws, or by slopes where classes are many.

Of one model, each class alone, with half an item beforehand for its hits and for its errors. Of two models on the same
items, all classes together: what is beforehand favours neither, so that it does not pull their difference aside, as it
would pull the metric of one model if all its classes were drawn together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.intervals.influence import MOST_CLASSES, cell_slopes
from steelyard.intervals.interval import Combined, DrawnParts, Parts, ShapedParts, generator
from steelyard.intervals.rows import Row, Rows
from steelyard.measuring.apply import Measured, apply, values_of_moved
from steelyard.measuring.lead import undefined_decides
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORK = 3_200_000
"""Cells of the tables that are drawn for one number or comparison, about: a sixth of a second for twenty metrics."""

FEWEST, MOST = 400, 8000
"""Draws: with fewer than so many, slopes are as good; more change hardly a digit that is shown."""

OF_PAIRS = 2
"""Times as many draws, at most, tell two models apart, as the last digit of p takes more than that of an interval; and
a cell takes as many times the work, as all rows of a table are drawn at once."""

BIAS_DRAWS, BIAS_CELLS = (12, 100), 4_000_000
"""Draws that tell the bias of curved metrics where slopes are taken, at least and at most, and their cells, about."""

NO_MOVE = 1e-9
"""What an item moves a metric, beside those that move it most, if it does not move it."""


def draws_within(cells: int, most: int = MOST) -> int:
    """Return how many draws of so many cells fit the work; 0 if too few do, so that slopes are taken."""
    fit = WORK // max(1, cells)
    return 0 if fit < FEWEST else min(fit, most)


@dataclass(frozen=True, eq=False)
class ClassMoves:
    """How far classes move the metrics of one model, or of two on the same items.

    Attributes
    ----------
    rows
        What the row of each class may be.
    observed
        The metrics of these models, of shape (models,).
    draws, seed
        How many draws, 0 for slopes; the same seed gives the same draws.
    """

    rows: Rows
    observed: Sequence[Measured]
    draws: int
    seed: int

    def of_model(self, place: int, bounds: tuple[float, float]) -> Combined:
        """Return one metric of the only model, and how far each class moves it."""
        metric, value = self.observed[place].metric, float(self.observed[place].value[0])
        if not metric.curved:
            return Combined(value, self.parts(place), self._resampled(place), bounds=bounds)
        return Combined(value, self.parts(place), bias=self._bias(place), bounds=bounds)

    def of_pair(self, place: int, value: float, bounds: tuple[float, float]) -> Combined:
        """Return one metric of the first model less that of the second, and how far all classes move it together."""
        if self.draws:
            least, most = self._together[place]
            down, up = least[:, 0] - most[:, 1] - value, most[:, 0] - least[:, 1] - value
            return Combined(value, _one_part(down, up), bounds=bounds)
        mean, *others = (moment[place].sum(keepdims=True) for moment in self._moments)
        bias = self._left_open(place, value + float(mean[0])) if self._undefined_decides[place] else (0.0, 0.0)
        return Combined(value, ShapedParts.of_cumulants(mean, *others), bias=bias, bounds=bounds)

    def _left_open(self, place: int, middle: float) -> tuple[float, float]:
        """Return how far the middle of a difference by slopes is above what the tables allow, at least and at most.

        Slopes do not see the step of a precision from a class that is never predicted to one that is. Other metrics
        have no such step, and with many classes that one model has given up, all of them at once would be too much.
        """
        tables = np.stack([self._mean_tables, self._mean_tables * ~self._never[:, None, :]])
        (values,) = self._measured(tables, [place])
        least, most = np.fmin(*values), np.fmax(*values)
        off = middle - (least[0] - most[1]), middle - (most[0] - least[1])
        return float(np.nan_to_num(min(off[1], 0.0))), float(np.nan_to_num(max(off[0], 0.0)))

    @cached_property
    def _undefined_decides(self) -> list[bool]:
        """Which metrics depend on what the undefined terms of classes count that were never predicted."""
        metrics = [each.metric for each in self.observed]
        decides = undefined_decides(metrics, self._confusion(self._tables)) if self._never.any() else []
        return decides or [False] * len(metrics)

    @cached_property
    def _never(self) -> NDArray[np.bool_]:
        """Which classes that have items each model never predicted, (models, C)."""
        never_predicted: NDArray[np.bool_] = (self._tables.sum(axis=-2) == 0) & (self._tables.sum(axis=-1) > 0)
        return never_predicted

    def parts(self, place: int) -> Parts:
        """Return how far each class alone moves a metric of the only model."""
        if not self.draws:
            return self.by_slopes(place)
        moved = (self._bent if self.observed[place].metric.curved else self._moved)[place]
        return DrawnParts(np.sort(np.nan_to_num(moved[..., 0]), axis=1))

    def by_slopes(self, place: int) -> ShapedParts:
        """Return how far each class alone moves a metric, or the difference of two models, to first order."""
        return ShapedParts.of_cumulants(*(moment[place] for moment in self._moments))

    def _resampled(self, place: int) -> Parts:
        """Return how far a metric of the only model moves if its items are drawn anew, less what that is off."""
        if self.draws:
            moved = np.nan_to_num(self._anew[place][..., 0] - self.observed[place].value[0])
            return _one_part(moved - moved.mean())
        none = np.zeros(1)
        return ShapedParts.of_cumulants(none, *(moment[place].sum(keepdims=True) for moment in self._moments_anew))

    @cached_property
    def _tables(self) -> Floats:
        """The matrices as they are, of shape (models, C, C)."""
        return self._assembled([row.amounts for row in self.rows])

    @cached_property
    def _mean_tables(self) -> Floats:
        """The matrices in the mean, of the classes that have items."""
        return self._assembled([row.means if row.seen else 0 * row.means for row in self.rows])

    def _assembled(self, kinds: Sequence[Floats]) -> Floats:
        C = self.rows.classes
        return np.stack([row.of_models(of_row, C) for row, of_row in zip(self.rows, kinds, strict=True)], axis=-2)

    @cached_property
    def _drawn(self) -> Floats:
        """The rows drawn, of shape (classes, draws, models, C)."""
        return self._rows_drawn(self.draws)

    def _rows_drawn(self, draws: int) -> Floats:
        C = self.rows.classes
        return np.stack([
            row.of_models(row.drawn(generator(self.seed, c), draws), C) for c, row in enumerate(self.rows)
        ])  # fmt: skip

    @cached_property
    def _moved(self) -> dict[int, Floats]:
        """How far metrics move from the data, of shape (classes, draws, models); of curved ones see `_bent`."""
        places = [place for place, each in enumerate(self.observed) if not each.metric.curved]
        values = self._one_at_a_time(self._tables, places)
        return {place: of_metric - self.observed[place].value for place, of_metric in zip(places, values, strict=True)}

    @cached_property
    def _curved(self) -> list[int]:
        return [place for place, each in enumerate(self.observed) if each.metric.curved]

    @cached_property
    def _bent(self) -> dict[int, Floats]:
        """How far curved metrics move, as `_moved`, but with the other classes at their mean, where none is 0."""
        base, C = self._mean_tables, self.rows.classes
        values = self._one_at_a_time(base, self._curved)
        as_seen = np.repeat(base[None], C, axis=0)
        as_seen[np.arange(C), :, np.arange(C)] = np.moveaxis(self._tables, 1, 0)
        starts = self._measured(as_seen, self._curved)
        return {
            place: of_metric - start[:, None]
            for place, of_metric, start in zip(self._curved, values, starts, strict=True)
        }

    @cached_property
    def _together(self) -> list[tuple[Floats, Floats]]:
        """All metrics with the classes drawn together, of shape (draws, models): at least and at most.

        A class that a model never predicted may come to be predicted, with what is beforehand, or still never be, as
        in the data: both are looked at. Draws alone would rule out the second, in which products such as the G-mean
        are 0, precision is undefined, and every average has its least value.
        """
        tables, places = self._drawn_together, range(len(self.observed))
        values = self._measured(tables, places)
        if not self._never.any():
            return [(each, each) for each in values]
        still = self._measured(tables * ~self._never[:, None, :], places)
        return [(np.fmin(*both), np.fmax(*both)) for both in zip(values, still, strict=True)]

    def telling(self, place: int) -> float:
        """Return how many items tell two models apart by a metric: their answers differ, and that moves it.

        Of items that move it by unlike amounts, how many alike would tell as much (Kish 1965), (Σ move)² / Σ move²:
        where three rare items make nearly all of a difference, those that move it a little do not make it surer.
        """
        total, squares, slopes = 0.0, 0.0, self._finite_slopes[place].mean(axis=0)
        for row, of_class in zip(self.rows, slopes, strict=True):
            one, other = of_class[row.predictions]
            moves = np.abs(one - other) * row.scale
            moves[moves <= NO_MOVE * np.abs(of_class).max() * row.scale] = 0.0
            total += float(row.items @ moves)
            squares += float(row.items @ moves**2)
        return total**2 / squares if squares else 0.0

    def moving(self, place: int) -> NDArray[np.bool_]:
        """Return the classes whose items move a metric by what they are taken for: of a recall, only its own class."""
        slopes = self._finite_slopes[place].mean(axis=0)
        result: NDArray[np.bool_] = np.ptp(slopes, axis=1) > NO_MOVE * np.abs(slopes).max()
        return result

    @cached_property
    def _anew(self) -> dict[int, Floats]:
        """The metrics that are not curved, with nothing beforehand: the Bayesian bootstrap, (draws, models)."""
        C, places = self.rows.classes, [place for place in range(len(self.observed)) if place not in self._curved]
        rows = [
            row.of_models(row.drawn_anew(generator(self.seed, C + 1 + c), self.draws), C)
            for c, row in enumerate(self.rows)
        ]
        return dict(zip(places, self._measured(np.stack(rows, axis=-2), places), strict=True))

    def _bias(self, place: int) -> tuple[float, float]:
        """Return how far a curved metric may be off, at least and at most.

        Not at all, where hardly any errors were seen; or by some times what the draws are off in the mean: with many
        classes of few items each, entropies are off by twice that (the data once, draws from them twice). Slopes do not
        see, besides, that a product of 0 may rise.
        """
        off, moved = self._off[place]
        biases = [0.0, self.observed[place].metric.curved * off]
        if not self.draws:
            biases.append(off - moved)
        return min(biases), max(biases)

    @cached_property
    def _off(self) -> dict[int, tuple[float, float]]:
        """How far the draws of curved metrics are off the mean table in the mean, and how far that is off the data."""
        drawn = self._measured(self._drawn_together, self._curved)
        means = self._measured(self._mean_tables[None], self._curved)
        offsets = {}
        for place, each, mean in zip(self._curved, drawn, means, strict=True):
            known, value = each[np.isfinite(each)], float(self.observed[place].value[0])
            off = float(known.mean() - mean[0, 0]) if len(known) and np.isfinite(mean[0, 0]) else 0.0
            offsets[place] = off, float(mean[0, 0]) - value if np.isfinite(mean[0, 0]) else 0.0
        return offsets

    @property
    def _draws_together(self) -> int:
        return int(np.clip(BIAS_CELLS // self.rows.classes**2, *BIAS_DRAWS))

    @cached_property
    def _drawn_together(self) -> Floats:
        """Tables of all classes that have items, drawn together, of shape (draws, models, C, C)."""
        drawn = self._drawn if self.draws else self._rows_drawn(self._draws_together)
        seen = np.array([row.seen for row in self.rows])
        return np.moveaxis(drawn, 0, -2) * seen[:, None]

    def _one_at_a_time(self, base: Floats, places: Sequence[int]) -> list[Floats]:
        """Return metrics of the base with the row of one class drawn, of shape (classes, draws, models)."""
        if not places:
            return []
        by_metric = values_of_moved(self._metrics(places), self._confusion(base), self._drawn, **self._conditions)
        return [np.moveaxis(values, 1, -1) for values in by_metric]

    def _measured(self, tables: Floats, places: Sequence[int]) -> list[Floats]:
        if not places:
            return []
        results = apply(self._metrics(places), self._confusion(tables), **self._conditions)
        return [each.value for each in results]

    def _metrics(self, places: Sequence[int]) -> list[Metric]:
        return [self.observed[place].metric for place in places]

    def _confusion(self, tables: Floats) -> Confusion:
        return Confusion(tables, self.rows.units.labels)

    @property
    def _conditions(self) -> dict[str, Any]:
        """Which weights the classes have, and what becomes of undefined terms."""
        policy = self.observed[0].policy
        return {"importance": self.observed[0].relevance, "undefined": "nan" if policy == "raise" else policy}

    @cached_property
    def _moments(self) -> tuple[Floats, Floats, Floats]:
        """The first three cumulants of how far each class moves the metrics (the first model's less the second's)."""
        mean = [step @ (row.means - row.amounts) for row, step in self._steps]
        return (
            np.stack(mean, axis=1),
            *_second_and_third([(step * row.scale, row.shapes) for row, step in self._steps]),
        )

    @cached_property
    def _moments_anew(self) -> tuple[Floats, Floats]:
        """The second and third cumulant if items are drawn anew, with nothing beforehand."""
        return _second_and_third([(step * row.own_scales, row.items) for row, step in self._steps])

    @cached_property
    def _steps(self) -> list[tuple[Row, Floats]]:
        """Of each class, the slopes of the metrics by each of its kinds of items, of shape (metrics, kinds)."""
        slopes = self._finite_slopes
        steps = []
        for c, row in enumerate(self.rows):
            by_kind = slopes[:, 0, c, row.predictions[0]]
            if len(row.predictions) > 1:
                by_kind = by_kind - slopes[:, 1, c, row.predictions[1]]
            steps.append((row, by_kind * row.seen))
        return steps

    @cached_property
    def _finite_slopes(self) -> Floats:
        return np.nan_to_num(np.stack(self._slopes), posinf=0.0, neginf=0.0)

    @cached_property
    def _slopes(self) -> list[Floats]:
        return cell_slopes(self.observed, self._confusion(self._mean_tables))


def slopes_known(classes: int) -> bool:
    """Whether the slopes of metrics by every cell are taken."""
    return classes <= MOST_CLASSES


def _second_and_third(of_classes: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    """Return cumulants, by metric and class, of so many items of each kind, of which each moves the metrics so far.

    The second of a gamma variable is its shape, the third twice that.
    """
    second = [moves**2 @ items for moves, items in of_classes]
    third = [2 * (moves**3 @ items) for moves, items in of_classes]
    return np.stack(second, axis=1), np.stack(third, axis=1)


def _one_part(*moves: Floats) -> DrawnParts:
    return DrawnParts(*(np.sort(np.nan_to_num(each))[None] for each in moves))
