"""Probabilities recalibrated on items with known classes: by one temperature, or by a weight and a bias for each class.

Guo et al. 2017, "On calibration of modern neural networks": both are fitted by the log loss, which is convex in them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.answer import Answer, number
from steelyard.counts.labels import Label, nearest, some
from steelyard.counts.read.amounts import checked_weights
from steelyard.counts.read.containers import encode
from steelyard.counts.read.label import declared_labels
from steelyard.importance.mechanisms import sizes_of
from steelyard.measuring.probabilities import checked_probabilities, softmax

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from steelyard.measuring.view import Floats
    from steelyard.type_names import Positions

SCALED = ("temperature", "vector")
"""The ways that scale logarithms of probabilities."""

STEEPEST = float(np.exp(10.0))
"""The largest weight of logarithms: of items that probabilities tell apart without an error, none is large enough."""

TINY = float(np.finfo(np.float64).tiny)
"""The smallest normal number."""


@dataclass(frozen=True, eq=False, repr=False)
class Recalibration(Answer):
    """A map from the probabilities that a model states to those that its items have borne out.

    Attributes
    ----------
    way
        How: "temperature", "vector" or "isotonic".
    labels
        The classes, in the order of the columns of probabilities.
    items
        How many items it was fitted on, or what they weigh.
    before, after
        The log loss on these items, without it and with it.
    """

    way: str
    labels: tuple[Label, ...]
    items: float
    before: float
    after: float

    def recalibrated(self, probabilities: ArrayLike) -> Floats:
        """Return probabilities as they should have been; rows sum to 1."""
        return self.moved(checked_probabilities(probabilities, len(self.labels), self.labels))

    @abstractmethod
    def moved(self, p: Floats) -> Floats:
        """Return the same of what is checked already."""

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an infinite log loss is None."""
        return super().to_dict() | {"before": number(self.before), "after": number(self.after)}


@dataclass(frozen=True, eq=False, repr=False)
class LogScaling(Recalibration):
    """Logarithms of probabilities, each class's times a weight plus a bias; then normalised.

    Attributes
    ----------
    weights, biases
        One per class; of a temperature T, all weights are 1/T and the biases 0.
    floor
        What a smaller probability counts as, since 0 has no logarithm: half of the smallest above 0 that was stated
        where it was fitted.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> rain = np.array([0.99, 0.98, 0.97, 0.95, 0.9, 0.1, 0.05])
    >>> stated = np.stack([rain, 1 - rain], axis=1)
    >>> truth = ["rain", "rain", "dry", "rain", "rain", "dry", "dry"]
    >>> milder = sy.decisions.recalibrate(truth, stated, labels=["rain", "dry"])
    >>> round(milder.temperature, 2), milder.recalibrated([[0.99, 0.01]]).round(2).tolist()
    (1.94, [[0.91, 0.09]])
    """

    weights: Floats
    biases: Floats
    floor: float

    @property
    def temperature(self) -> float:
        """What all logarithms are divided by: above 1 of a model that was too sure; of several weights, their mean."""
        return float(1 / self.weights.mean()) if self.weights.any() else np.inf

    def moved(self, p: Floats) -> Floats:
        """Return the same of what is checked already."""
        return softmax(_logs(p, self.floor) * self.weights + self.biases)


@dataclass(frozen=True, eq=False, repr=False)
class IsotonicByClass(Recalibration):
    """The share of each class among items with such a probability of it, rising with it; then normalised.

    An item for which no class is left gets the same probability of each, as in scikit-learn's calibration.

    Attributes
    ----------
    stated, found
        For each class, the probabilities at which the share bends, and the share there; straight between them.
    """

    stated: tuple[Floats, ...]
    found: tuple[Floats, ...]

    def moved(self, p: Floats) -> Floats:
        """Return the same of what is checked already."""
        columns = [np.interp(p[:, k], x, y) for k, (x, y) in enumerate(zip(self.stated, self.found, strict=True))]
        shares = np.stack(columns, axis=1)
        total = shares.sum(axis=1, keepdims=True)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.where(total > 0, shares / total, 1 / len(self.labels)))


@dataclass(frozen=True, repr=False)
class CalibrationGain(Answer):
    """What recalibration gained on held-out items, which had no part in fitting or choosing it.

    Attributes
    ----------
    way
        How the probabilities are recalibrated; None if they are better left as they are.
    metric
        The metric that was tuned for.
    log_loss_before, log_loss_after
        The log loss of held-out items by the probabilities that were stated, and by those of maps from other items.
    score_before, score_after
        The metric to expect on new items without recalibration, and with it. NaN where nothing can be held out.
    """

    way: str | None
    metric: str
    log_loss_before: float
    log_loss_after: float
    score_before: float
    score_after: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; what is undefined or infinite is None."""
        numbers = ("log_loss_before", "log_loss_after", "score_before", "score_after")
        return {"way": self.way, "metric": self.metric} | {name: number(getattr(self, name)) for name in numbers}


def recalibrate(
    y_true: Any,
    probabilities: ArrayLike,
    way: str = "temperature",
    *,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
) -> LogScaling:
    """Fit a map that makes stated probabilities agree with the truth, by the least log loss.

    Parameters
    ----------
    y_true
        The true label of each item: of items that the model was not trained on.
    probabilities
        One row per item, one column per class.
    way
        "temperature": one number for all classes, so the most probable class stays the same. "vector": a weight and a
        bias for each class, for classes that are off in different ways.
        Isotonic regression needs scikit-learn: `DecisionTuner(model, recalibrate="isotonic")`.
    labels
        The class of each column; if not given, the sorted labels of `y_true`.
    weights
        One weight per item; 1 each if not given.

    Returns
    -------
    LogScaling
        `recalibrated(p)` maps the probabilities of new items. Never worse than no map on the items of the fit; whether
        it is on others, `DecisionTuner` finds out on held-out folds.

    Examples
    --------
    >>> import steelyard as sy
    >>> stated = [[0.9, 0.1], [0.9, 0.1], [0.9, 0.1], [0.1, 0.9], [0.1, 0.9], [0.1, 0.9]]
    >>> milder = sy.decisions.recalibrate(["dry", "dry", "rain", "rain", "rain", "dry"], stated)
    >>> milder.recalibrated([[0.9, 0.1]]).round(2).tolist()  # two of three were right
    [[0.67, 0.33]]
    """
    classes = declared_labels(labels) if labels is not None else sizes_of(y_true).labels
    p = checked_probabilities(probabilities, len(classes), classes)
    truth = encode(y_true, classes)
    if len(truth) != len(p):
        raise ValueError(f"there are {len(truth)} true labels but {len(p)} rows of probabilities.")
    item = None if weights is None else checked_weights(weights, len(p)).astype(np.float64)
    return log_scaling(way, classes, truth, p, item)


def log_scaling(
    way: str, labels: tuple[Label, ...], truth: Positions, p: Floats, weights: Floats | None = None
) -> LogScaling:
    """Fit a temperature or a vector scaling; `truth` holds positions of classes, and all is checked."""
    if way not in SCALED:
        raise ValueError(f"way must be {' or '.join(map(repr, SCALED))}, not {way!r}.{nearest(str(way), SCALED)}")
    item = np.ones(len(truth)) if weights is None else weights
    sizes = np.bincount(truth, weights=item, minlength=len(labels))
    if not sizes.sum() > 0:
        raise ValueError("there are no items to recalibrate probabilities by.")
    if way == "vector" and not sizes.all():
        raise ValueError(
            f"there are no items of class {some([labels[k] for k in np.flatnonzero(sizes == 0)])} to recalibrate its "
            "probabilities by; give it some, or take the way temperature."
        )
    share = item / item.sum()
    floor = float(p[p > 0].min()) / 2
    logs = _logs(p, floor)
    flat = np.zeros(len(labels))
    steepness = _steepness(logs, truth, share)
    scales = (np.full(len(labels), steepness), flat)
    if way == "vector":
        scales = _by_class(logs, truth, share, steepness)
    before = _mean_loss(p, truth, share)
    as_stated = LogScaling(way, labels, float(item.sum()), before, before, np.ones(len(labels)), flat, TINY)
    found = replace(as_stated, weights=scales[0], biases=scales[1], floor=floor)
    after = _mean_loss(found.moved(p), truth, share)
    return replace(found, after=after) if after < before else as_stated


def losses(p: Floats, truth: Positions) -> Floats:
    """Return the log loss of each item; infinite for a stated 0 that came true."""
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log(p[np.arange(len(truth)), truth]))


def _mean_loss(p: Floats, truth: Positions, share: Floats) -> float:
    told = share > 0
    return float(losses(p[told], truth[told]) @ share[told])


def _logs(p: Floats, floor: float) -> Floats:
    return np.asarray(np.log(np.maximum(p, floor)))


def _loss(logits: Floats, truth: Positions, share: Floats) -> float:
    """Return the log loss of logits, without a logarithm of 0."""
    top = logits.max(axis=1)
    total = top + np.log(np.exp(logits - top[:, None]).sum(axis=1))
    return float(share @ (total - logits[np.arange(len(truth)), truth]))


def _steepness(logs: Floats, truth: Positions, share: Floats) -> float:
    """Return 1/T of the least log loss, as scikit-learn's temperature scaling finds it."""
    from scipy.optimize import minimize_scalar  # noqa: PLC0415 - SciPy loads when it is needed

    widest = np.log(STEEPEST)
    best = minimize_scalar(
        lambda power: _loss(logs * np.exp(power), truth, share), bounds=(-widest, widest), options={"xatol": 1e-12}
    )
    return float(np.exp(best.x))


def _by_class(logs: Floats, truth: Positions, share: Floats, steepness: float) -> tuple[Floats, Floats]:
    """Return the weight and the bias of each class with the least log loss, starting at one temperature for all.

    Weights are at least 0: a class is not less probable for a larger probability. Logarithms are centred and have
    about the same spread meanwhile, so that a step is as long for each class.
    """
    from scipy.optimize import minimize  # noqa: PLC0415 - SciPy loads when it is needed

    C = logs.shape[1]
    middle = share @ logs
    spread = np.maximum(np.sqrt(share @ (logs - middle) ** 2), 1e-6)
    even = (logs - middle) / spread
    hit = np.zeros_like(logs)
    hit[np.arange(len(truth)), truth] = 1.0

    def loss_and_slopes(point: Floats) -> tuple[float, Floats]:
        logits = even * point[:C] + point[C:]
        off = (softmax(logits) - hit) * share[:, None]
        return _loss(logits, truth, share), np.concatenate([(off * even).sum(axis=0), off.sum(axis=0)])

    start = np.concatenate([steepness * spread, steepness * middle])
    limits = [(0.0, STEEPEST * each) for each in spread] + [(None, None)] * C
    options = {"maxiter": 2_000, "maxfun": 10_000, "ftol": 1e-15, "gtol": 1e-9}
    best = minimize(loss_and_slopes, start, jac=True, method="L-BFGS-B", bounds=limits, options=options).x
    weights = best[:C] / spread
    biases = best[C:] - weights * middle
    return weights, biases - biases.mean()
