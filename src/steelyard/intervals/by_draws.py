"""Two ways by draws: the bootstrap, from the items as seen, and the Bayesian way, from what the number may be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np

from steelyard.intervals.draws import Drawing, Draws, Redraw, Replicates, checked_draws, replicate
from steelyard.intervals.influence import Influence
from steelyard.intervals.interval import Interval, checked_seed
from steelyard.intervals.method import Intervals, Method, at_each_place
from steelyard.intervals.posterior import (
    MatrixPosterior,
    Prevalence,
    Reweighed,
    checked_prevalence,
    checked_prior,
    has_posterior,
    of_one_matrix,
)
from steelyard.intervals.sample import Sample
from steelyard.intervals.trust import can_be_learned, doubts, nothing_varies
from steelyard.intervals.units import Units
from steelyard.measuring.notes import Notes, Remedy
from steelyard.type_names import Progress, Range

# The bootstrap.


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
        (see the table of coverage in the docs). Beyond 1,024 classes (512 for rates) the acceleration is unknown, and
        they are not stretched. "percentile": plain percentiles. "bca": Efron's bias-corrected and
        accelerated ones, up to so many classes.
    stratified
        Whether to keep the size of each true class, for data collected so.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[5, 2], [10, 90]], labels=["fraud", "ok"])
    >>> score = sy.evaluate(cm, intervals=sy.intervals.bootstrap(seed=1))["balanced_accuracy"]
    >>> print(score.interval.note)
    class 'fraud' has fewer than 10 items
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

    @property
    def within_classes(self) -> bootstrap:
        return replace(self, stratified=True)

    def drawing(self, units: Units) -> Redraw:
        """Return what draws other tables like this one."""
        return Redraw(units, stratified=self.stratified)

    def of(self, sample: Sample, confidence: float, progress: Progress | None = None) -> Intervals:
        known = self._influences(sample)
        drawing = self.drawing(sample.units)
        by_metric = replicate(sample.metrics, [drawing], sample.observed, self.draws, self.seed, progress=progress)
        intervals = [
            self._of_metric(sample, place, replicates, None if known is None else known[place], confidence)
            for place, replicates in enumerate(by_metric)
        ]
        return self._where_nothing_varies(intervals, sample, confidence)

    def _influences(self, sample: Sample) -> list[Influence] | None:
        if self.ends == "bca":  # without the acceleration it would be another interval
            return sample.needed_influences("bca", stratified=self.stratified)
        return sample.influences(stratified=self.stratified)

    def _where_nothing_varies(self, intervals: list[Any], sample: Sample, confidence: float) -> list[Any]:
        """Put Bayesian intervals where there is no width: five of five right does not mean always right."""
        bounds = [sample.bounds(place) for place in range(len(intervals))]
        still = [
            i for i, of_metric in enumerate(intervals) if any(each.has_no_width(bounds[i]) for each in of_metric.flat)
        ]
        if not still or not has_posterior(sample.units):
            return intervals
        some = Sample(sample.units, [sample.metrics[place] for place in still], sample.relevance, sample.policy)
        way = bayes(self.draws, self.seed, prevalence="fixed" if self.stratified else "modelled")
        for place, instead in zip(still, way.of(some, confidence), strict=True):
            for at in np.ndindex(instead.shape):
                before, value = intervals[place][at], float(sample.observed[place].value[at])
                if before.has_no_width(bounds[place]) and _has_width(instead[at], bounds[place]):
                    low, high = min(instead[at].low, value), max(instead[at].high, value)
                    why = nothing_varies(before.spread, value, "bayesian")
                    intervals[place][at] = replace(
                        instead[at], low=low, high=high, note=Notes([*why, *instead[at].note])
                    )
        return intervals

    def _of_metric(
        self, sample: Sample, place: int, replicates: Replicates, influence: Influence | None, confidence: float
    ) -> Any:
        observed = sample.observed[place]
        acceleration = np.zeros(observed.value.shape) if influence is None else influence.acceleration
        bounds = sample.bounds(place)

        def interval(at: tuple[int, ...]) -> Interval:
            draws = Draws.of(replicates.at(at), float(observed.value[at]), float(acceleration[at]), bounds)
            if (found := _interval_of(draws, self, confidence, replicates.partial_at(at))).has_no_width(bounds):
                return replace(found, note=nothing_varies(draws.spread, draws.estimate))
            note = doubts(sample, place, at, draws, replicates, stratified=self.stratified, confidence=confidence)
            return replace(found, note=note)

        return at_each_place(observed.value.shape, interval)


# The Bayesian way.


@dataclass(frozen=True)
class bayes(Method):
    """Percentiles of the posterior: a Dirichlet for the row of each true class, and one for the class shares.

    It also tells something where nothing varies in the data, such as 5 of 5 right, but pulls small classes towards its
    prior. Of several models, or of groups, it is Rubin's Bayesian bootstrap, which has no prior.

    Parameters
    ----------
    draws, seed
        As for `bootstrap`.
    prior
        "jeffreys" (the default): the recall of each class is Beta(½, ½) beforehand; "uniform": Beta(1, 1), with which
        balanced accuracy has the posterior of Brodersen et al. 2010; "haldane": none; or pseudo-counts: one number for
        all cells, or C × C of them.
    prevalence
        Whether class shares are "modelled", drawn from their posterior, or "fixed" as counted.
    prevalence_prior
        Pseudo-count of each class that has items, if modelled.

    Examples
    --------
    >>> import steelyard as sy
    >>> cm = sy.Confusion([[5, 0], [10, 90]], labels=["fraud", "ok"])
    >>> score = sy.evaluate(cm, intervals=sy.intervals.bayes(prior="uniform"))["balanced_accuracy"]
    >>> round(score.low, 2), round(score.high, 2)
    (0.72, 0.96)
    """

    draws: int = 2000
    seed: int = 0
    prior: Any = "jeffreys"
    prevalence: Prevalence = "modelled"
    prevalence_prior: float = 0.0

    name = "bayes"

    def __post_init__(self) -> None:
        checked_draws(self.draws)
        checked_seed(self.seed)
        checked_prior(self.prior)
        checked_prevalence(self.prevalence, self.prevalence_prior)

    @property
    def within_classes(self) -> bayes:
        return replace(self, prevalence="fixed")

    def drawing(self, units: Units) -> Drawing:
        """Return what draws tables from the posterior; of several models or groups, without pseudo-counts."""
        if of_one_matrix(units):
            matrix = units.tables(units.sizes[None]).slice(0).slice(0)
            return MatrixPosterior.of(matrix, self.prior, self.prevalence, self.prevalence_prior)
        return Reweighed(units, stratified=self.prevalence == "fixed")

    def of(self, sample: Sample, confidence: float, progress: Progress | None = None) -> Intervals:
        drawing = self.drawing(sample.units)
        by_metric = replicate(sample.metrics, [drawing], sample.observed, self.draws, self.seed, progress=progress)
        return [self._of_metric(sample, place, each, confidence, drawing) for place, each in enumerate(by_metric)]

    def _of_metric(
        self, sample: Sample, place: int, replicates: Replicates, confidence: float, drawing: Drawing
    ) -> Any:
        value, bounds = sample.observed[place].value, sample.bounds(place)
        proper = isinstance(drawing, MatrixPosterior) and drawing.proper
        remedy: Remedy = "" if proper or not can_be_learned(sample) else "prior"
        fixed = self.prevalence == "fixed"

        def interval(at: tuple[int, ...]) -> Interval:
            draws = Draws.of(replicates.at(at), float(value[at]))
            if (found := _interval_of(draws, self, confidence, replicates.partial_at(at))).has_no_width(bounds):
                return replace(found, note=nothing_varies(draws.spread, draws.estimate, remedy))
            note = doubts(sample, place, at, draws, replicates, stratified=fixed, learned=proper, confidence=confidence)
            return replace(found, note=note)

        return at_each_place(value.shape, interval)


# What both do.


def _interval_of(draws: Draws, way: bootstrap | bayes, confidence: float, partial: int) -> Interval:
    low, high = draws.ends(way.name, confidence)
    return Interval(low, high, confidence, way.name, draws.spread, draws.bias, way.draws, draws.undefined, partial)


def _has_width(interval: Interval, bounds: Range) -> bool:
    return interval.known and not interval.has_no_width(bounds)
