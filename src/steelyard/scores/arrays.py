"""Arrays of scores wherever they lie, NumPy's in memory or PyTorch's on a device; and scores that stay on a device.

The formulas of metrics are written once, in these words; what comes back to the host are numbers, not items.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np

from steelyard.counts.labels import MISSING
from steelyard.counts.read.amounts import LARGEST
from steelyard.counts.read.bins import SUM_ROUNDING, are_probabilities, clipped
from steelyard.counts.read.containers import encode, is_a
from steelyard.counts.read.label import declared_labels
from steelyard.scores.given import GivenScores, ScoreForm
from steelyard.scores.registry import ScoreMetric
from steelyard.scores.table import ONE_MODEL, Scores, labels_among, of_single_column
from steelyard.type_names import Floats, Positions


class TorchArrays:
    """PyTorch with NumPy's words, as far as they differ; along the only axis of an array."""

    def __init__(self) -> None:
        self._torch = sys.modules["torch"]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._torch, name)

    def cumsum(self, values: Any) -> Any:
        return self._torch.cumsum(values, 0)

    def flip(self, values: Any) -> Any:
        return self._torch.flip(values, (0,))

    def bincount(self, places: Any, weights: Any = None, minlength: int = 0) -> Any:
        return self._torch.bincount(places, weights, minlength)

    def falling(self, values: Any) -> Any:
        return self._torch.argsort(values, descending=True)

    def whole(self, values: Any) -> Any:
        return values.contiguous()

    def floats(self, values: Any) -> Any:
        return values.to(self._torch.float64)

    def like(self, values: Any, there: Any) -> Any:
        return self._torch.as_tensor(values, device=there.device)

    def every(self, values: Any) -> Any:
        return self._torch.arange(len(values), device=values.device)

    def host(self, values: Any) -> Floats:
        return np.asarray(values.detach().cpu().numpy(), dtype=np.float64)


class NumPyArrays:
    """NumPy, and the few words that it has not."""

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)

    def falling(self, values: Any) -> Any:
        return np.argsort(values)[::-1]

    def whole(self, values: Any) -> Any:
        return np.ascontiguousarray(values)

    def floats(self, values: Any) -> Any:
        return np.asarray(values, dtype=np.float64)

    def like(self, values: Any, _: Any) -> Any:
        return np.asarray(values)

    def every(self, values: Any) -> Any:
        return np.arange(len(values))

    def host(self, values: Any) -> Floats:
        return np.asarray(values, dtype=np.float64)


NUMPY = NumPyArrays()


def arrays_of(values: Any) -> Any:
    """Return the words for an array.

    Examples
    --------
    >>> import numpy as np
    >>> arrays_of(np.zeros(2)).falling(np.array([1.0, 3.0, 2.0])).tolist()
    [1, 2, 0]
    """
    return TorchArrays() if is_a(values, "torch", "Tensor") else NUMPY


# Scores on a device, sorted and summed there.


THERE = ("roc_auc", "roc_auc_ovo", "partial_roc_auc", "average_precision", "pr_auc", "log_loss", "brier")
"""The metrics that are computed where the scores lie; for others, scores are copied to the host."""


@dataclass(frozen=True, eq=False)
class DeviceScores(Scores):
    """Scores whose truth, columns and weights are tensors of one device."""

    @cached_property
    def item_weights(self) -> Floats:
        """What each item weighs, 1 if nobody said."""
        if self.weights is not None:
            return self.weights
        return cast("Floats", arrays_of(self.truth).ones_like(next(iter(self.columns.values()))[:, 0]))

    @cached_property
    def support(self) -> Floats:
        """What the items of each class weigh."""
        return self._by_class(self.truth, self.weights)

    @cached_property
    def sizes(self) -> Positions:
        """How many items each class has."""
        with_weight = self.truth if self.weights is None else self.truth[self.weights > 0]
        return self._by_class(with_weight, None).astype(np.intp)

    def _by_class(self, truth: Any, weights: Any) -> Floats:
        xp = arrays_of(truth)
        return cast("Floats", xp.host(xp.bincount(truth, weights, len(self.labels))))

    def where(self, metric: ScoreMetric) -> Scores:
        """Return the scores where a metric can be computed."""
        return self if metric.id in THERE else self.in_memory

    @cached_property
    def in_memory(self) -> Scores:
        """The same scores in memory."""
        host = arrays_of(self.truth).host
        columns = {model: host(column) for model, column in self.columns.items()}
        weights = None if self.weights is None else host(self.weights)
        return Scores(self.labels, host(self.truth).astype(np.intp), columns, weights, self.form, self.sorted_columns)


def device_scores(asked: GivenScores, *, on_cpu: bool = False) -> DeviceScores | None:
    """Return scores on a device; None if they lie elsewhere, or are for the host to judge, which has the sentences.

    `on_cpu` takes tensors in memory, too, where NumPy sorts faster.
    """
    labels, form = asked.labels, asked.form
    models = dict(asked.scores) if isinstance(asked.scores, Mapping) else {ONE_MODEL: asked.scores}
    given = [asked.data, *models.values(), *(() if asked.weights is None else (asked.weights,))]
    if not models or not all(is_a(each, "torch", "Tensor") for each in given):
        return None
    devices = {each.device for each in given}
    if len(devices) != 1 or devices.pop().type not in (("cuda", "cpu") if on_cpu else ("cuda",)) or form == "logits":
        return None
    xp, given = arrays_of(asked.data), [each.detach() for each in given]
    truth = given[0]
    if truth.ndim != 1 or truth.is_floating_point() or truth.is_complex() or not len(truth):
        return None
    values, places = xp.unique(truth, return_inverse=True)
    seen = values.cpu().numpy()
    classes = labels_among(seen) if labels is None else declared_labels(labels)
    item = None if asked.weights is None else xp.floats(given[-1])
    if MISSING in classes or not set(labels_among(seen)) <= set(classes) or not _are_weights(item, truth):
        return None
    columns = {
        str(m): _columns(each, classes, asked.positive, form) for m, each in zip(models, given[1:], strict=False)
    }
    if any(each is None or len(each) != len(truth) for each in columns.values()):
        return None
    codes = xp.like(encode(seen, classes), truth)[places]
    bare = labels is None and classes != tuple(range(len(classes)))
    matrices = any(column.ndim == 2 and column.shape[1] > 1 for column in given[1 : len(models) + 1])
    return DeviceScores(classes, codes, columns, item, form, bare and matrices)


def from_device(values: Any) -> Any:
    """Return tensors that lie on a device in memory, and anything else as it is."""
    if isinstance(values, Mapping):
        return {name: from_device(each) for name, each in values.items()}
    return values.detach().cpu() if is_a(values, "torch", "Tensor") and values.device.type != "cpu" else values


def _are_weights(item: Any, truth: Any) -> bool:
    """Whether weights can be taken as they are: finite, not all 0, and neither too large nor too small."""
    if item is None or item.shape != truth.shape or not bool((item >= 0).all()):
        return item is None
    return bool(1 / LARGEST <= item.max() <= LARGEST)


def _columns(given: Any, classes: tuple[Any, ...], positive: Any, form: ScoreForm) -> Any:
    """Return a column for each class; None if something is wrong with them."""
    xp = arrays_of(given)
    numbers = xp.floats(given)
    numbers = numbers[:, 0] if numbers.ndim == 2 and numbers.shape[1] == 1 and len(classes) > 1 else numbers
    if not bool(xp.isfinite(numbers).all()):
        return None
    likely = form == "probabilities"
    if numbers.ndim == 1:
        place = of_single_column(positive, classes, "")
        if likely and not bool(are_probabilities(numbers).all()):
            return None
        numbers = clipped(numbers) if likely else numbers
        other = 1 - numbers if likely else -numbers
        return xp.stack([numbers, other] if place == 0 else [other, numbers], 1)
    if numbers.ndim != 2 or numbers.shape[1] != len(classes):
        return None
    if likely and not bool(((numbers.sum(1) - 1).abs() <= SUM_ROUNDING).all() & (numbers >= -SUM_ROUNDING).all()):
        return None
    return clipped(numbers) if likely else numbers
