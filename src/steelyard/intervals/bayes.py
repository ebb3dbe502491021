"""The Bayesian way: what the number may be in the long run, given what was seen and a prior."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from steelyard.intervals.draws import Drawing, Replicates, replicate
from steelyard.intervals.interval import Draws, Interval, checked_draws, checked_seed
from steelyard.intervals.method import Intervals, Method, Sample, at_each_place
from steelyard.intervals.posterior import (
    MatrixPosterior,
    Prevalence,
    Reweighed,
    checked_prevalence,
    checked_prior,
    of_one_matrix,
)
from steelyard.intervals.trust import can_be_learned, doubts, nothing_varies
from steelyard.intervals.units import Units
from steelyard.measuring.notes import Remedy
from steelyard.type_names import Progress


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
            low, high = draws.ends("bayes", confidence)
            drawn_interval = Interval(
                low,
                high,
                confidence,
                "bayes",
                draws.spread,
                draws.bias,
                self.draws,
                draws.undefined,
                replicates.partial_at(at),
                doubts(sample, place, at, draws, replicates, stratified=fixed, learned=proper, confidence=confidence),
            )
            if drawn_interval.has_no_width(bounds):
                return replace(drawn_interval, note=nothing_varies(draws.spread, draws.estimate, remedy))
            return drawn_interval

        return at_each_place(value.shape, interval)
