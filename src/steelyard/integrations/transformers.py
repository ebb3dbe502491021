"""Hugging Face transformers: metrics for its `Trainer`; neither it nor PyTorch is loaded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counts.confusion import Confusion
from steelyard.integrations.goals import classes_in_order, goal_values
from steelyard.measuring.goal import Goal, goals
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import chosen
from steelyard.measuring.view import DEFAULT_POLICY
from steelyard.stream import Counter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.counts.labels import Label


__all__ = ["compute_metrics"]

IGNORED = -100
"""The label of what is no item, such as padding, wherever transformers computes a loss."""


class ComputeMetrics:
    """What `compute_metrics` returns: a function of an `EvalPrediction`, which also adds up batches if it is asked to.

    Attributes
    ----------
    goals
        What is measured.
    labels
        The classes in the order of the logits; None: numbers, as many as there are logits.
    """

    def __init__(self, goals: tuple[Goal, ...], labels: tuple[Label, ...] | None) -> None:
        self.goals = goals
        self.labels = labels
        self._so_far: Counter | None = None

    def __call__(self, prediction: Any, compute_result: bool | None = None) -> dict[str, float]:
        """Return {metric: value}; of batches, which come with `compute_result`, once that is True."""
        truth, predicted, classes = _codes(prediction)
        places = range(self._number(classes))
        counter = Counter(places) if self._so_far is None or compute_result is None else self._so_far
        counter.update(truth, predicted)
        if compute_result is not None:
            self._so_far = None if compute_result else counter
            if not compute_result:
                return {}
        cm = Confusion(counter.confusion, labels=self.labels)
        return goal_values(self.goals, cm)

    def _number(self, classes: int | None) -> int:
        """Return how many classes there are, by their names or else by the logits."""
        if self.labels is None:
            if classes is None:
                raise ValueError("labels must name the classes where predictions are labels and not logits.")
            return classes
        if classes not in (None, len(self.labels)):
            raise ValueError(f"the model has logits of {classes} classes, but there are {len(self.labels)} labels.")
        return len(self.labels)

    def __repr__(self) -> str:
        return f"compute_metrics({', '.join(each.name for each in self.goals)})"


def compute_metrics(
    metrics: Iterable[str | Metric] | str | Metric = ("balanced_accuracy",),
    importance: Any = None,
    *,
    labels: Iterable[Any] | None = None,
    counts: Any = None,
    undefined: str = DEFAULT_POLICY,
) -> ComputeMetrics:
    """Return a function for `Trainer(compute_metrics=…)`: of logits and labels, one value per metric.

    Parameters
    ----------
    metrics
        By name, such as "cba" or "mean_f(beta=2)"; or `Metric`s. The name is what `metric_for_best_model` takes; where
        lower values are better, say `greater_is_better=False` there.
    importance
        As for `sy.evaluate`; "mcc" goes by items, "mcc at importance" follows it. If it depends on class sizes, these
        are the sizes in the evaluated data, unless `counts` are given.
    labels
        The names of the classes in the order of the logits, such as `list(model.config.id2label.values())`.
    counts
        The sizes of the classes in the training data, in the order of the logits or by class.
    undefined
        As for `sy.evaluate`.

    Notes
    -----
    Logits are the predictions, or the first of several; the class axis is the last one. Items labelled −100 are left
    out, as of padded tokens. Predictions may be labels, too, as `preprocess_logits_for_metrics` may make them; then
    `labels` or `counts` must be given. With `batch_eval_metrics=True`, batches are added up.

    Examples
    --------
    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> score = compute_metrics(["accuracy", "balanced_accuracy"], labels=["ill", "ok"])
    >>> logits = np.array([[0.2, 1.3], [0.1, 0.4], [0.9, 0.2], [-0.3, 0.1]])
    >>> score(SimpleNamespace(predictions=logits, label_ids=np.array([1, 1, 0, 0])))
    {'accuracy': 0.75, 'balanced_accuracy': 0.75}
    """
    known = labels is not None or counts is not None
    named, sizes = classes_in_order(None, labels, counts) if known else (None, None)
    every_goal = goals(chosen(metrics), importance, sizes=sizes, labels=named, undefined=undefined)
    if not every_goal:
        raise ValueError("compute_metrics needs at least one metric, but the list is empty.")
    return ComputeMetrics(every_goal, named)


def _codes(prediction: Any) -> tuple[NDArray[Any], NDArray[Any], int | None]:
    """Return true and predicted places of the items, and how many classes have logits; None if there are none."""
    predictions, truth = prediction.predictions, prediction.label_ids
    if isinstance(predictions, tuple | list) and predictions:
        predictions = predictions[0]
    if isinstance(truth, tuple | list):
        raise ValueError(f"there are {len(truth)} kinds of labels, but a classifier has one; see `label_names`.")
    given, codes = _array(predictions), _array(truth)
    if codes.dtype.kind not in "iub":
        raise ValueError(f"labels must be whole numbers, one class per item, not {codes.dtype}.")
    kept = codes != IGNORED
    if given.shape == codes.shape and given.dtype.kind in "iub":
        return codes[kept], given[kept], None
    if given.ndim != codes.ndim + 1 or given.shape[:-1] != codes.shape or given.dtype.kind != "f":
        raise ValueError(
            f"for labels of the shape {codes.shape}, predictions must be logits of the shape {codes.shape} and an axis "
            f"of classes, not {given.dtype} of the shape {given.shape}."
        )
    logits = given[kept]
    unclear = int(np.isnan(logits).any(axis=-1).sum())
    if unclear:
        raise ValueError(f"{unclear} of {len(logits)} items have logits that are NaN, so nothing is predicted of them.")
    return codes[kept], logits.argmax(axis=-1), given.shape[-1]


def _array(given: Any) -> NDArray[Any]:
    """Return an array, also of a tensor (which `batch_eval_metrics` gives), in a type that NumPy knows."""
    if hasattr(given, "detach"):
        given = given.detach().cpu()
        given = given.float() if given.is_floating_point() else given
        given = given.numpy()
    return np.asarray(given)
