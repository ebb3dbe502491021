"""Curves of scores: ranking (ROC, precision–recall), calibration, and what deciding by them is worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import numpy as np

from steelyard.counts.labels import nearest, some, whole_number
from steelyard.decisions.rule import positive_place
from steelyard.intervals.interval import checked_confidence
from steelyard.intervals.rates import jeffreys
from steelyard.scores.binned import BinnedScores
from steelyard.scores.binned_measures import measured_in_bins
from steelyard.scores.binning import COUNTED
from steelyard.scores.catalogue import metrics as registry
from steelyard.scores.decision_costs import class_shares, refuse_empty_classes, refuse_ranks, refuse_reversed
from steelyard.scores.decision_curves import Baseline, CurveKind, DecisionCurves, ModelCurve, ScoreCurves, ends_of
from steelyard.scores.given import GivenScores, MissingScores, ScoreForm
from steelyard.scores.measured import Measured, measured
from steelyard.scores.registry import ScoreMetric
from steelyard.scores.reliability import places_of_equal_mass
from steelyard.scores.score_columns import given_scores
from steelyard.scores.steps import Steps
from steelyard.scores.table import Scores
from steelyard.type_names import Floats

RANKING = ("roc", "precision_recall")
DECIDING = ("decision", "cost", "brier")

BASELINES: dict[str, tuple[str, tuple[float, float] | None]] = {
    "roc": ("chance", (0.0, 1.0)),
    "precision_recall": ("chance", None),
    "reliability": ("calibrated", (0.0, 1.0)),
}
"""What to compare the other curves with, a line from x = 0 to x = 1; None: the share of the class."""

CORNERS = 2_000
"""At most so many points of a curve are kept, spread over it evenly; more are not seen."""

OTHERS = "all others"
"""What the classes are called together that a curve is not of."""


def curve(
    data: Any,
    scores: Any = None,
    kind: CurveKind = "roc",
    confidence: float = 0.95,
    *,
    truth: Any = None,
    weight: Any = None,
    labels: Iterable[Any] | None = None,
    positive: Any = None,
    shares: Any = None,
    weights: Any = None,
    form: ScoreForm = "probabilities",
    missing: MissingScores = "refuse",
    thresholds: Any = None,
    bins: int = 10,
) -> ScoreCurves:
    """Return a curve of one or several models, for one class against all others.

    Parameters
    ----------
    data, scores, truth, weight, labels, weights, form, missing
        As for `sy.scores.evaluate`: labels and scores, or data of any kind with `truth=`. Or what `sy.scores.count`
        returns, alone: the points of "roc" and "precision_recall" are then those between bins, which are as exact as
        those of items.
    kind
        "roc": recall over the share of the others that are taken for the class. "precision_recall": precision over
        recall. "reliability": how often the class is true, over the probability that was given, in bins of equally
        many items. "decision": net benefit over the threshold, TP/n − FP/n · t/(1 − t) (Vickers & Elkin 2006).
        "cost": the error of both classes by their weights, over the weight of the class, if items are decided by the
        threshold that it fixes; beside it the best threshold for each weight (Drummond & Holte 2006). "brier": twice
        the cost of decisions over the threshold, t of a false alarm and 1 − t of a missed item; its area is the Brier
        score (Hernández-Orallo, Flach & Ferri 2011).
    confidence
        The level of intervals and bands.
    positive
        The class; of two, the rarer one if not given.
    shares
        Class shares instead of those of the items: precision, net benefit and Brier curve depend on them.
    thresholds
        Of "decision" and "brier" the thresholds, of "cost" the weights to look at, (low, high); all if not given.
    bins
        Of "reliability", how many.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.scores.curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], "decision", positive=1, thresholds=0.2)
    >>> result["model"].y  # 2 of 4 are found, 1 of 4 is a false alarm: 2/4 − 1/4 · 0.2/0.8
    (0.4375,)
    """
    if kind not in get_args(CurveKind):
        known = get_args(CurveKind)
        raise ValueError(f"kind must be one of {some(known)}, not {kind!r}.{nearest(str(kind), known)}")
    asked = GivenScores(data, scores, truth, weight, labels, positive, weights, form, missing)
    if isinstance(data, BinnedScores):
        asked.refuse_beside(COUNTED)
        return _in_bins(data, kind, confidence, positive, shares, thresholds)
    given = given_scores(asked)
    if kind in DECIDING:
        refuse_reversed(given)
    return curve_of(given, kind, confidence, positive=positive, shares=shares, thresholds=thresholds, bins=bins)


def curve_of(
    given: Scores,
    kind: CurveKind,
    confidence: float,
    *,
    positive: Any = None,
    shares: Any = None,
    thresholds: Any = None,
    bins: int = 10,
) -> ScoreCurves:
    """Return a curve of scores that were read."""
    refuse_empty_classes(given)
    if kind not in RANKING:
        refuse_ranks(given)
    if kind == "reliability" and shares is not None:
        raise ValueError("a reliability curve is of the class shares of the items, so shares= has no part in it.")
    if thresholds is not None and kind not in DECIDING:
        raise ValueError(f"thresholds= is for the curves {some(DECIDING)}, not for {kind!r}.")
    place, level = _place(given, positive), checked_confidence(confidence)
    two, share = _against_rest(given, place), float(class_shares(given, shares)[place])
    stated = shares is not None
    if kind in DECIDING:
        asked = DecisionCurves(kind, two, share, stated, level, ends_of(kind, thresholds))
        models, baselines = tuple(asked.curve(model) for model in two.columns), asked.baselines()
    else:
        many = whole_number(bins, "bins", least=1)
        models = tuple(
            _reliability(two, model, many, level)
            if kind == "reliability"
            else _ranking(kind, two, model, share, _measured_area(kind, two, model, share, stated=stated), level)
            for model in two.columns
        )
        name, ends = BASELINES[kind]
        baselines = (Baseline(name, (0.0, 1.0), (share, share) if ends is None else ends),)
    return ScoreCurves(kind, given.labels[place], share, stated, given.items, level, models, baselines)


def _in_bins(
    given: BinnedScores, kind: CurveKind, confidence: float, positive: Any, shares: Any, thresholds: Any
) -> ScoreCurves:
    """Return the curve of a class of scores in bins: the cells are items of one score each."""
    if kind not in RANKING:
        raise ValueError(
            f"scores in bins have the curves {some(RANKING)}; the curve {kind!r} needs the items themselves."
        )
    if thresholds is not None:
        raise ValueError(f"thresholds= is for the curves {some(DECIDING)}, not for {kind!r}.")
    refuse_empty_classes(given)
    place, level = _place(given, positive), checked_confidence(confidence)
    at = class_shares(given, shares)
    one = (np.arange(len(given.labels)) == place).astype(np.float64)
    models = []
    for model in given.columns:
        cells, _ = given.cells(model, place)
        area = measured_in_bins(_area(kind), given, model, one, None if shares is None else at)
        models.append(_ranking(kind, _against_rest(cells, place), model, float(at[place]), area, level))
    name, ends = BASELINES[kind]
    share = float(at[place])
    baselines = (Baseline(name, (0.0, 1.0), (share, share) if ends is None else ends),)
    return ScoreCurves(
        kind, given.labels[place], share, shares is not None, given.items, level, tuple(models), baselines
    )


def _area(kind: CurveKind) -> ScoreMetric:
    return registry["roc_auc" if kind == "roc" else "average_precision"]


def _place(given: Scores | BinnedScores, positive: Any) -> int:
    if positive is None:
        if len(given.labels) > 2:
            raise ValueError(f"say with positive= which class the curve is of: {some(given.labels)}.")
    elif positive not in given.labels:
        raise ValueError(f"positive must be one of the classes, {some(given.labels)}, not {positive!r}.")
    return positive_place(given.labels, given.support, positive)


def _against_rest(given: Scores, place: int) -> Scores:
    """Return the scores of one class, which is the first, against all others together."""
    columns = {}
    for model, all_columns in given.columns.items():
        own = all_columns[:, min(place, all_columns.shape[1] - 1)]  # cells have the column of that class alone
        columns[model] = np.stack([own, -own if given.form == "ranks" else 1 - own], axis=1)
    odds = {model: np.stack([own[:, place], -own[:, place]], axis=1) for model, own in (given.odds or {}).items()}
    truth = np.where(given.truth == place, 0, 1)
    return Scores((given.labels[place], OTHERS), truth, columns, given.weights, given.form, odds=odds or None)


def _ranking(kind: CurveKind, two: Scores, model: str, share: float, area: Measured, confidence: float) -> ModelCurve:
    steps = Steps.of(two.ranking, model, 0, share)
    if kind == "roc":
        x, y = _kept(np.append(0.0, steps.false_rate), np.append(0.0, steps.recall))
    else:
        precision = steps.precision()
        known = np.flatnonzero(precision >= 0)
        # A step reaches to the left of its point, so that the area below the steps is the average precision.
        x, y = _kept(np.append(0.0, steps.recall[known]), precision[known[[0, *range(len(known))]]])
    low, high = area.interval(confidence)
    return ModelCurve(model, _points(x), _points(y), area=area.value, area_low=low, area_high=high)


def _measured_area(kind: CurveKind, two: Scores, model: str, share: float, *, stated: bool) -> Measured:
    shares = np.array([share, 1 - share]) if stated else None
    return measured(_area(kind), two, model, np.array([1.0, 0.0]), shares)


def _reliability(two: Scores, model: str, bins: int, confidence: float) -> ModelCurve:
    """Return how often the class is true in bins of equally many items; those of equal probability stay together."""
    p, weights = two.columns[model][:, 0], two.item_weights
    step = np.unique(p, return_inverse=True)[1]
    place = places_of_equal_mass(np.bincount(step, weights=weights).astype(np.float64), bins)[step]
    total, squares, given, true = (
        np.bincount(place, weights=each, minlength=bins)
        for each in (weights, weights**2, weights * p, weights * (two.truth == 0))
    )
    held = total > 0
    share = true[held] / total[held]
    counted = total[held] ** 2 / squares[held]  # as how many items of equal weight they tell
    low, high = jeffreys(share * counted, counted, confidence)
    return ModelCurve(model, _points(given[held] / total[held]), _points(share), _points(low), _points(high))


def _points(values: Floats) -> tuple[float, ...]:
    return tuple(values.tolist())


def _kept(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return the corners of a curve, without points between others straight up or along; at most `CORNERS` of them."""
    if len(x) > 2:
        level = [(each[1:-1] == each[:-2]) & (each[1:-1] == each[2:]) for each in (x, y)]
        corner = np.concatenate([[True], ~(level[0] | level[1]), [True]])
        x, y = x[corner], y[corner]
    if len(x) > CORNERS:
        way = np.append(0.0, np.cumsum(np.abs(np.diff(x)) + np.abs(np.diff(y))))
        some_of = np.unique(np.searchsorted(way, np.linspace(0, way[-1], CORNERS)))
        x, y = x[some_of], y[some_of]
    return x, y
