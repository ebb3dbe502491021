"""The bootstrap: draw as many items as there are, with replacement, and see how the numbers move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np

from steelyard.intervals.bayes import bayes
from steelyard.intervals.draws import Redraw
from steelyard.intervals.influence import Influence
from steelyard.intervals.interval import Draws, Interval, checked_draws, checked_seed
from steelyard.intervals.method import Intervals, Method, Sample, at_each_place
from steelyard.intervals.posterior import MOST_CLASSES
from steelyard.intervals.replicates import Replicates, Told, replicate
from steelyard.intervals.trust import doubts
from steelyard.intervals.units import Units

STILL = "nothing varies in the data, so this is the Bayesian interval"

Ends = Literal["shifted", "percentile", "bca"]


@dataclass(frozen=True)
class bootstrap(Method):
    """Items, or groups of them, drawn with replacement; cells drawn multinomially are exactly that.

    Parameters
    ----------
    draws
        How many.
    seed
        The same seed gives the same draws, bit for bit.
    ends
        "shifted": percentiles of the draws, moved by twice their bias and stretched by the acceleration; it covers best
        (see the table of coverage in the docs). "percentile": plain percentiles. "bca": Efron's bias-corrected and
        accelerated ones.
    stratified
        Whether to keep the size of each true class, for data collected so.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.intervals import bootstrap
    >>> from steelyard.intervals.method import Sample
    >>> from steelyard.intervals.units import items_of
    >>> cm = sy.Confusion([[5, 2], [10, 90]], labels=["fraud", "ok"])
    >>> sample = Sample(items_of(cm), [sy.metrics.balanced_accuracy], [1, 1], "exclude")
    >>> (found,) = bootstrap(seed=1).of(sample, 0.95)
    >>> found[0].note
    "class 'fraud' has fewer than 10 items"
    """

    draws: int = 2000
    seed: int = 0
    ends: Ends = "shifted"
    stratified: bool = False

    def __post_init__(self) -> None:
        checked_draws(self.draws)
        checked_seed(self.seed)
        if self.ends not in get_args(Ends):
            raise ValueError(f"the ends of a bootstrap interval are {', '.join(get_args(Ends))}, not {self.ends!r}.")

    @property
    def name(self) -> str:
        """What the intervals say they were made by."""
        return "bootstrap" if self.ends == "shifted" else self.ends

    def drawing(self, units: Units) -> Redraw:
        """Return what draws other tables like this one."""
        return Redraw(units, stratified=self.stratified)

    def of(self, sample: Sample, confidence: float, told: Told | None = None) -> Intervals:
        drawing = self.drawing(sample.units)
        found = replicate(sample.metrics, [drawing], sample.observed, self.draws, self.seed, told=told)
        known = sample.influences(stratified=True) if self.stratified else sample.unstratified
        intervals = [
            self._of_metric(sample, place, replicates, None if known is None else known[place], confidence)
            for place, replicates in enumerate(found)
        ]
        return self._where_nothing_varies(intervals, sample, confidence)

    def _where_nothing_varies(self, intervals: list[Any], sample: Sample, confidence: float) -> list[Any]:
        """Put Bayesian intervals where the draws are all alike: five of five right does not mean always right."""
        still = [place for place, found in enumerate(intervals) if any(map(_still, found.flat))]
        units = sample.units
        if not still or units.kind is not None or units.models > 1 or len(units.labels) > MOST_CLASSES:
            return intervals
        some = Sample(sample.units, [sample.metrics[place] for place in still], sample.relevance, sample.policy)
        for place, instead in zip(still, bayes(self.draws, self.seed).of(some, confidence), strict=True):
            for at in np.ndindex(instead.shape):
                if _still(intervals[place][at]) and instead[at].known:
                    value = float(sample.observed[place].value[at])
                    low, high = min(instead[at].low, value), max(instead[at].high, value)
                    intervals[place][at] = replace(instead[at], low=low, high=high, note=STILL)
        return intervals

    def _of_metric(
        self, sample: Sample, place: int, replicates: Replicates, influence: Influence | None, confidence: float
    ) -> Any:
        observed = sample.observed[place]
        acceleration = np.zeros(observed.value.shape) if influence is None else influence.acceleration
        bounds = sample.bounds(place)

        def interval(at: tuple[int, ...]) -> Interval:
            draws = Draws.of(replicates.at(at), float(observed.value[at]), float(acceleration[at]), bounds)
            low, high = draws.ends(self.name, confidence)
            return Interval(
                low,
                high,
                confidence,
                self.name,
                draws.spread,
                draws.bias,
                self.draws,
                draws.undefined,
                replicates.partial_at(at),
                doubts(sample, place, at, draws, replicates),
            )

        return at_each_place(observed.value.shape, interval)


def _still(interval: Interval) -> bool:
    return interval.known and interval.spread == 0
