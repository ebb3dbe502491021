"""Weigh models against each other: from draws of all metrics to differences, intervals, ranks and tests."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations
from typing import Any

import numpy as np

from steelyard.comparison.by_class import ByClass, Field
from steelyard.comparison.contestants import Contestants, fewest_items
from steelyard.comparison.difference import Difference, Scored, alike, rank_probabilities
from steelyard.comparison.item_tests import StuartMaxwell, mcnemar, stuart_maxwell
from steelyard.comparison.p_values import Swapped, are_still, chances, holm, p_of_swaps, p_value, swaps_of_each
from steelyard.comparison.signed_rank import Across
from steelyard.intervals import bayes, bootstrap, classwise
from steelyard.intervals.classwise import TOO_MANY
from steelyard.intervals.draws import LEAST_DRAWS, Draws, Replicates, replicate
from steelyard.intervals.influence import Influence
from steelyard.intervals.interval import Combined, Interval
from steelyard.intervals.posterior import has_posterior
from steelyard.intervals.sample import Sample
from steelyard.intervals.several_models import Completed, completed, restrained, tried_others
from steelyard.intervals.trust import as_told, doubts, nothing_varies
from steelyard.intervals.units import items_of
from steelyard.measuring.apply import Measured
from steelyard.measuring.lead import TIED, Standing, difference, standings
from steelyard.measuring.notes import NO_NOTES, Note, Notes
from steelyard.type_names import Floats, Progress

RANK_DRAWS, RANK_NUMBERS = 1000, 20_000_000
"""Draws that tell the ranks of several models, and how many numbers they may take."""

RARELY = 0.01
"""Share of draws in which a difference may be undefined without a word."""

OTHER = 1_000_003
"""Seeds of draws with another purpose are this far apart, so that they are others."""

UNDEFINED_PAIR = Notes([Note("undefined_pair")])


@dataclass(frozen=True, eq=False)
class Weighing:
    """Models, their metrics, and the way to tell how sure these are."""

    models: Contestants
    field: Field
    method: classwise | bootstrap | bayes
    confidence: float
    rope: float
    across: Across | None
    asked: bool = True
    """Whether the metrics were asked for: then their p-values are one family; else each metric is looked at alone."""
    chosen: bool = True
    """Whether someone chose what undefined terms count: if not, it names no model that other policies put behind."""

    def weighed(self, progress: Progress | None = None) -> tuple[tuple[Scored, ...], tuple[Difference, ...]]:
        """Return each metric of all models, and of each pair of them."""
        if isinstance(self.method, classwise):
            return self._weighed_by_class(self.method, progress)
        observed = self.field.observed
        drawn = replicate(
            [each.metric for each in observed],
            [self.method.drawing(units) for units in self.models.units],
            observed,
            self.method.draws,
            self.method.seed,
            progress=progress,
        )
        by_metric = [_corrected_for_pairs(list(self._pairs(place, each))) for place, each in enumerate(drawn)]
        scored = tuple(self._scored(place, each) for place, each in enumerate(drawn))
        doubted = [self._with_doubts(d, each) for pairs, each in zip(by_metric, scored, strict=True) for d in pairs]
        return self._in_groups(scored, doubted)

    def _weighed_by_class(
        self, method: classwise, progress: Progress | None
    ) -> tuple[tuple[Scored, ...], tuple[Difference, ...]]:
        """Return the same class by class: interval, probability and p-value of a difference from one model."""
        by_class = ByClass(self.models, self.field, method, progress)
        alone = [
            method.of(Sample(units, self.field.metrics, self.field.relevance, self.field.policy), self.confidence)
            for units in self.models.units_of_each
        ]
        ranks = self._ranks(method)
        scored, differences = [], []
        for place, observed in enumerate(self.field.observed):
            pairs = _corrected_for_pairs(list(self._pairs_by_class(place, by_class)))
            intervals = tuple(each[place][0] for each in alone)
            scored.append(Scored(observed, intervals, self._rank_table(place, ranks, pairs), (), self.models.models))
            differences += pairs
        return self._in_groups(scored, differences)

    def _in_groups(
        self, scored: Sequence[Scored], differences: Sequence[Difference]
    ) -> tuple[tuple[Scored, ...], tuple[Difference, ...]]:
        """Correct all p-values; who is better, and which models share a letter, is told by the rule of the verdict."""
        corrected = _corrected(differences, asked=self.asked)
        pairs = len(corrected) // len(scored)
        stands = standings(self.field.observed, self.models.tables, chosen=self.chosen)
        told = (self._told(d, stands[place // pairs]) for place, d in enumerate(corrected))
        grouped = (
            replace(each, groups=self._alike(each.measured, corrected[place * pairs : (place + 1) * pairs]))
            for place, each in enumerate(scored)
        )
        return tuple(grouped), tuple(told)

    def _told(self, difference: Difference, standing: Standing) -> Difference:
        """Return a difference with the model that is told to be better, if one is."""
        beyond = difference.is_beyond(self.rope, 1 - self.confidence)
        pair = (self.models.models.index(difference.a), self.models.models.index(difference.b))
        return replace(difference, better=difference.ahead) if beyond and not standing.disputes(*pair) else difference

    def _pairs_by_class(self, place: int, by_class: ByClass) -> Iterator[Difference]:
        names, observed = self.models.models, self.field.observed[place]
        in_folds = None if self.across is None else self.across.values(observed)
        for a, b in combinations(range(len(names)), 2):
            combined = by_class.pair(place, a, b)
            value = float(difference(observed.value[a], observed.value[b], observed.metric))
            why_none = TOO_MANY if np.isfinite(value) else UNDEFINED_PAIR
            leads = (
                None
                if in_folds is None
                else observed.metric.sign * difference(in_folds[a], in_folds[b], observed.metric)
            )
            yield Difference(
                metric=observed.metric,
                a=names[a],
                b=names[b],
                value=value,
                test="class by class",
                folds=None if self.across is None or leads is None else self.across.compared(leads),
                **self._told_by_class(combined, observed.metric.sign, why_none, by_class.draws_of(a, b)),
                limited_by=self._limited_by(combined, (a, b), partial(by_class.limiting, place, a, b)),
            )

    def _told_by_class(self, combined: Combined | None, sign: int, why_none: Notes, draws: int) -> dict[str, Any]:
        if combined is None:
            return {
                "interval": Interval(np.nan, np.nan, self.confidence, self.method.name, note=why_none),
                "p_value": np.nan,
                **dict.fromkeys(("a_better", "b_better", "equivalent"), np.nan),
            }
        low, high = combined.ends(self.confidence)
        at = combined.below(0.0)
        above, below = 1 - at, at
        if self.rope:
            above, below = 1 - combined.below(self.rope), combined.below(-self.rope)
        tail = min(1 - at, at)
        return {
            "interval": Interval(low, high, self.confidence, self.method.name, combined.spread),
            "p_value": min(1.0, 2 * tail),
            "p_error": 2 * math.sqrt(tail * (1 - tail) / draws)
            if draws and tail > combined.least * (1 + TIED)
            else 0.0,
            "a_better": above if sign > 0 else below,
            "b_better": below if sign > 0 else above,
            "equivalent": max(0.0, 1 - above - below),
            "by_chance": combined.least,
        }

    def _limited_by(
        self, combined: Combined | None, pair: tuple[int, int], limiting: Callable[[Combined, float], int | None]
    ) -> Any:
        """Return the class whose uncertainty keeps a difference from being told from 0; None if it is not one class.

        Where the largest class limits, all are too few, and none is to blame.
        """
        if combined is None:
            return None
        low, high = combined.ends(self.confidence)
        limits = limiting(combined, self.confidence) if low <= 0 <= high else None
        if limits is None or fewest_items(self.models.tables, pair, limits)[1]:
            return None
        return self.models.tables.labels[limits]

    def _alike(self, observed: Measured, pairs: Sequence[Difference]) -> tuple[tuple[int, ...], ...]:
        models, level = range(len(self.models.models)), 1 - self.confidence
        at = dict(zip(combinations(models, 2), pairs, strict=True))
        leads = (observed.metric.sign * observed.value).tolist()
        return tuple(alike(leads, lambda a, b: at[min(a, b), max(a, b)].is_beyond(self.rope, level)))

    def _ranks(self, method: classwise) -> list[Replicates] | None:
        """Return draws of all models together, from which ranks are told; None for two, whose difference tells all."""
        if len(self.models.models) == 2:
            return None
        drawings = self._completed
        draws = min(RANK_DRAWS, RANK_NUMBERS // max(each.numbers for each in drawings))
        if draws < LEAST_DRAWS:
            return None
        return replicate(self.field.metrics, drawings, self.field.observed, draws, method.seed)

    @cached_property
    def _completed(self) -> list[Completed]:
        return [completed(units) for units in self.models.units]

    def _rank_table(self, place: int, ranks: list[Replicates] | None, pairs: Sequence[Difference]) -> Floats:
        observed, K = self.field.observed[place], len(self.models.models)
        if ranks is not None:
            least, settled = np.zeros((K, K)), not tried_others(self._completed)
            for (a, b), pair in zip(combinations(range(K), 2), pairs, strict=True):
                least[a, b] = least[b, a] = pair.by_chance
                if settled:  # nobody comes first more often than it is better than each of the others
                    least[a, b] = max(least[a, b], np.nan_to_num(pair.b_better))
                    least[b, a] = max(least[b, a], np.nan_to_num(pair.a_better))
            sign = observed.metric.sign
            drawn = restrained(sign * ranks[place].values, sign * observed.value, self._completed, least)
            return self._ranked(observed, sign * drawn)
        if K > 2 or not np.isfinite(observed.value).all():
            return np.full((K, K), np.nan)
        first = pairs[0].a_better + pairs[0].equivalent / 2
        return np.array([[first, 1 - first], [1 - first, first]])

    def _ranked(self, observed: Measured, drawn: Floats) -> Floats:
        """Return rank probabilities from draws; a model without a value has none, whatever its draws are."""
        K, known = len(observed.value), ~np.isnan(observed.value)
        probabilities = np.full((K, K), np.nan)
        probabilities[known] = 0.0
        leads = observed.metric.sign * drawn[:, known]
        probabilities[np.ix_(known, np.arange(K) < known.sum())] = rank_probabilities(leads, observed.metric)
        return probabilities

    def _with_doubts(self, difference: Difference, scored: Scored) -> Difference:
        """Return a difference with the doubts about the values that it is made of, by the model they are about."""
        if difference.interval.note:  # what it says of itself is worse
            return difference
        notes = dict(zip(self.models.models, (each.note for each in scored.intervals), strict=True))
        a, b = (_reasons(notes[name]) for name in (difference.a, difference.b))
        told = [reason for reason in a if reason in b]
        told += [replace(reason, model=difference.a) for reason in a if reason not in b]
        told += [replace(reason, model=difference.b) for reason in b if reason not in a]
        return replace(difference, interval=replace(difference.interval, note=Notes(told)))

    def marginals(self) -> tuple[StuartMaxwell, ...]:
        """Return whether each pair predicts the classes equally often; nothing where items are not alike or shared."""
        joint = self.models.joint
        if joint is None or joint.is_weighted or self.models.grouped:
            return ()
        return tuple(stuart_maxwell(joint, a, b) for a, b in combinations(joint.models, 2))

    @cached_property
    def _influences(self) -> list[list[Influence]] | None:
        """What the acceleration is made of; plain percentiles have none, and bca cannot be without it."""
        if not isinstance(self.method, bootstrap) or self.method.ends == "percentile":
            return None
        if self.method.ends == "bca":
            return [sample.needed_influences("bca", stratified=self._stratified) for sample in self.field.samples]
        return self.field.influences(stratified=self._stratified)

    def _scored(self, place: int, drawn: Replicates) -> Scored:
        observed, models = self.field.observed[place], range(len(self.models.models))
        draws = [self._draws_of(place, drawn, model) for model in models]
        intervals = tuple(self._interval_of(place, drawn, model, draws[model]) for model in models)
        ranks = self._ranked(observed, drawn.values)
        return Scored(observed, intervals, ranks, (), self.models.models)

    def _draws_of(self, place: int, drawn: Replicates, model: int) -> Draws:
        known = self._influences
        acceleration = 0.0 if known is None else float(self.field.of_model(known, place, model).acceleration)
        value = float(self.field.observed[place].value[model])
        return Draws.of(drawn.values[:, model], value, acceleration, self.field.sample_of(model).bounds(place))

    def _interval_of(self, place: int, drawn: Replicates, model: int, draws: Draws) -> Interval:
        source, at = self.field.place_of(model)
        first = model - at  # of the models in this sample
        replicates = Replicates(drawn.metric, drawn.values[:, first:], drawn.left[first:], drawn.partial[first:])
        sample = self.field.samples[source]
        note = doubts(
            sample, place, (at,), draws, replicates,
            stratified=self._stratified, learned=has_posterior(sample.units) and not self._bootstrapped,
            confidence=self.confidence,
        )  # fmt: skip
        interval = self._interval(draws, note, partial=int(drawn.partial[model]))
        still = interval.has_no_width(sample.bounds(place)) and self._bootstrapped and not self.models.grouped
        return self._interval_alone(place, model) if still else interval

    @property
    def _draws(self) -> int:
        return 0 if isinstance(self.method, classwise) else self.method.draws

    @property
    def _bootstrapped(self) -> bool:
        return isinstance(self.method, bootstrap)

    @property
    def _stratified(self) -> bool:
        return isinstance(self.method, bootstrap) and self.method.stratified

    def _interval_alone(self, place: int, model: int) -> Interval:
        """Return the interval that `sy.evaluate` gives this model; where nothing varies, it is Bayesian."""
        observed = self.field.observed[place]
        units = items_of(self.models.tables.slice(model))
        alone = Sample(units, [observed.metric], observed.relevance, observed.policy)
        return self.method.of(alone, self.confidence)[0][0]

    @property
    def _ends_of_pairs(self) -> str:
        """How intervals of differences are made: plainly, unless something else is asked for.

        Biases of two models cancel, and few items that tell them apart make draws on a lattice, which to move and to
        stretch leaves 0 out far too often: of 95 % intervals, 52 % held it with 10 items of a rare class, plain
        percentiles 92 %.
        """
        return "percentile" if self.method.name == "bootstrap" else self.method.name

    def _interval(self, draws: Draws, note: Notes, ends: str | None = None, partial: int = 0) -> Interval:
        way = ends or self.method.name
        low, high = draws.ends(way, self.confidence)
        return Interval(
            low, high, self.confidence, way, draws.spread, draws.bias, self._draws,
            draws.undefined, partial, note,
        )  # fmt: skip

    def _pairs(self, place: int, drawn: Replicates) -> Iterator[Difference]:
        names, observed = self.models.models, self.field.observed[place]
        sign = observed.metric.sign
        in_folds = None if self.across is None else self.across.values(observed)
        for a, b in combinations(range(len(names)), 2):
            draws = self._draws_of_pair(place, drawn, a, b)
            a_better, b_better, equivalent = chances(draws.values, sign, self.rope)
            leads = None if in_folds is None else sign * difference(in_folds[a], in_folds[b], observed.metric)
            yield Difference(
                metric=observed.metric,
                a=names[a],
                b=names[b],
                value=draws.estimate,
                interval=self._interval(draws, self._doubts_of_pair(draws), self._ends_of_pairs),
                a_better=a_better,
                b_better=b_better,
                equivalent=equivalent,
                **self._tested(place, draws, a, b),
                folds=None if self.across is None or leads is None else self.across.compared(leads),
            )

    def _draws_of_pair(self, place: int, drawn: Replicates, a: int, b: int) -> Draws:
        observed, known = self.field.observed[place], self._influences
        value = float(difference(observed.value[a], observed.value[b], observed.metric))
        acceleration = 0.0 if known is None else float(self.field.of_pair(known, place, a, b).acceleration)
        low, high = self.field.samples[0].bounds(place)
        values = difference(drawn.values[:, a], drawn.values[:, b], observed.metric)
        if not np.isfinite(value):  # draws of what is undefined say nothing
            values = np.full_like(values, np.nan)
        return Draws.of(values, value, acceleration, (low - high, high - low))

    def _doubts_of_pair(self, draws: Draws) -> Notes:
        if not np.isfinite(draws.estimate):
            return UNDEFINED_PAIR
        if not len(draws.values):
            return Notes([Note("difference_never_defined")])
        share = draws.undefined / self._draws
        still = nothing_varies(0.0) if are_still(draws) and draws.estimate else NO_NOTES
        return Notes([*still, *([Note("undefined_in_draws", amount=as_told(share))] if share > RARELY else [])])

    def _tested(self, place: int, draws: Draws, a: int, b: int) -> dict[str, Any]:
        """Return the p-values of a difference, and how that which counts was found."""
        joint, names, observed = self.models.joint, self.models.models, self.field.observed[place]
        p_bootstrap = p_value(draws, self._ends_of_pairs, self.field.fewest(a, b))
        if joint is None or not isinstance(self.method, bootstrap):
            test = "bootstrap" if isinstance(self.method, bootstrap) else "posterior"
            return {"p_value": p_bootstrap, "p_bootstrap": p_bootstrap, "test": test}
        p_swaps = p_of_swaps(observed.value[[a, b]], self._swapped[a, b][place].values, observed.metric)
        if observed.metric.id == "accuracy" and not self.models.grouped:
            p, test = mcnemar(joint, names[a], names[b]).p_value, "McNemar, exact"
        else:
            # Swaps ask whether the models are exchangeable: where one predicts a class far less often, they lose the
            # noise of its precision. The bootstrap sees that, but not how little a few items say. So both must speak.
            still = len(draws.values) and are_still(draws)  # of which the bootstrap can tell nothing
            p, test = p_swaps if still else float(np.fmax(p_swaps, p_bootstrap)), "swaps and bootstrap"
        return {"p_value": p, "p_swaps": p_swaps, "p_bootstrap": p_bootstrap, "test": test}

    @cached_property
    def _swapped(self) -> dict[tuple[int, int], list[Replicates]]:
        """For each pair of models, the metrics of both over draws in which their predictions are swapped."""
        observed = self.field.observed
        pairs = list(combinations(range(len(self.models.models)), 2))
        by_pair = {}
        for number, (a, b) in enumerate(pairs):
            drawing = Swapped(self.models.units[0], a, b)
            by_pair[a, b] = replicate(
                [each.metric for each in observed],
                [drawing],
                [each.of_models([a, b]) for each in observed],
                swaps_of_each(len(pairs), drawing.numbers),
                self.method.seed * OTHER + 1 + number,
            )
        return by_pair


def _reasons(notes: Notes) -> list[Note]:
    """Return the reasons for doubt about a value as those about a difference, which has no Bayesian interval."""
    told = (Note("draws_alike") if note.remedy == "bayesian" else note for note in notes)
    return list(dict.fromkeys(told))


def _corrected_for_pairs(differences: Sequence[Difference]) -> list[Difference]:
    """Correct p-values over the pairs of one metric, for a reader who looks at that metric alone."""
    p = holm([d.p_value for d in differences])
    return [replace(d, p_pairs=float(p[i])) for i, d in enumerate(differences)]


def _corrected(differences: Sequence[Difference], *, asked: bool) -> list[Difference]:
    """Correct p-values over the pairs of the metrics that were asked for; if none were, over the pairs of each alone.

    Metrics that are one number under several names, as some are with two classes, are one test.
    """
    tests = [_test_of(d) for d in differences]
    p = [d.p_value for d in differences]
    p_of_folds = [np.nan if d.folds is None else d.folds.p_value for d in differences]
    family = ["" if asked else d.metric.name for d in differences]
    adjusted, folds = (_holm_by_family(each, tests, family) for each in (p, p_of_folds))
    return [replace(d, p_adjusted=adjusted[i], folds_adjusted=folds[i]) for i, d in enumerate(differences)]


def _holm_by_family(p: Sequence[float], tests: Sequence[Hashable], family: Sequence[str]) -> list[float]:
    """Return p-values corrected within each family, each test counted once."""
    keys = [(name, test, _written(value)) for name, test, value in zip(family, tests, p, strict=True)]
    once, adjusted = dict(zip(keys, p, strict=True)), dict[Hashable, float]()
    for name in dict.fromkeys(family):
        own = [key for key in once if key[0] == name]
        adjusted |= dict(zip(own, holm([once[key] for key in own]).tolist(), strict=True))
    # What was not corrected stays what it is, to the last digit.
    return [
        value if _written(adjusted[key]) == _written(value) else adjusted[key]
        for key, value in zip(keys, p, strict=True)
    ]


def _test_of(d: Difference) -> Hashable:
    """Return what, beside p, is the same for differences that are one test: pair, lead and interval but for rounding.

    p alone does not tell: few items that tell two models apart give many metrics the least p there can be.
    """
    lead = d.lead_of(d.a)
    return d.a, d.b, _written(lead.value), _written(lead.low), _written(lead.high)


def _written(value: float) -> str:
    """Return a number so that what differs by rounding alone is written alike."""
    return f"{value + 0.0:.9g}"
