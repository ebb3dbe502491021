"""A metric for torchmetrics and Lightning: counts that grow on the device with each batch, and a value at the end.

`update` never waits for the device: what cannot be counted is tallied there, too, and `compute` tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch
from torch import Tensor
from torchmetrics import Metric

from steelyard.counts.confusion import Confusion
from steelyard.counts.labels import some
from steelyard.integrations.goals import classes_in_order, goal_values
from steelyard.integrations.torch.losses import checked_ignore_index
from steelyard.measuring.goal import Goal, goals
from steelyard.measuring.record import Metric as Record
from steelyard.measuring.registry import chosen
from steelyard.measuring.view import DEFAULT_POLICY

OF_TORCHMETRICS = frozenset([
    "compute_on_cpu", "compute_with_cache", "dist_sync_fn", "dist_sync_on_step", "distributed_available_fn",
    "process_group", "sync_on_compute",
])  # fmt: skip
"""Arguments that every metric of torchmetrics takes; others are parameters of the metric."""

REFUSED = (
    "true labels are outside 0…{last}; leave out those of no class with ignore_index",
    "predictions are outside 0…{last}, or come from logits that are NaN",
    "weights are below 0 or not finite",
)
"""Why items are not counted, in the order of the state `refused`."""


MANY_ITEMS, MOST_COPIED = 1 << 14, 1 << 14
"""Many items of few classes would make a GPU's threads wait for each other at the same few numbers; neighbours count
into copies of the matrix instead, of so many cells together."""


class Score(Metric):
    """A metric, or several, under an importance, as a metric of torchmetrics.

    In Lightning, `self.log("score", self.score)` after `self.score.update(logits, y)` gives the value of the whole
    epoch, over all processes; of several metrics, `self.log_dict(self.score.compute())` and `self.score.reset()` do at
    its end. `sy.evaluate(score)` tells everything else about the counts.

    Parameters
    ----------
    metric
        By name, such as "cba" or "mean_f(beta=2)", or a `Metric`; a list of them gives a dict of values.
    importance
        As for `sy.evaluate`; "mcc" goes by items, "mcc at importance" follows it. If it depends on class sizes, as
        "rarity" does, these are the sizes of what was counted: in `forward`, those of one batch, which may lack a
        class. Give `counts` to fix them.
    classes, num_classes, labels
        How many classes there are (under either name; the second is torchmetrics'), or their names in the order of the
        logits.
    counts
        The sizes of the classes in the training data, in the order of the logits or by class.
    undefined
        As for `sy.evaluate`.
    weighted
        Whether `update` is given weights: their sums are kept in float64, numbers of items in int64.
    ignore_index
        A true label whose items are left out, such as −100.
    **parameters
        Parameters of the metric, such as `beta=2`, and those of every metric of torchmetrics, such as
        `dist_sync_on_step`.

    Notes
    -----
    `update` takes labels of shape (N, …) or logits (or probabilities) of shape (N, C, …), and never makes the host wait
    for a GPU. `compute` does, and so does calling the score (`forward`), which gives the value of the batch.

    Examples
    --------
    >>> import torch
    >>> score = Score("balanced_accuracy", "rarity", labels=["ill", "ok"], counts=[1, 9])
    >>> score.update(torch.tensor([0, 1, 1, 0]), torch.tensor([0, 1, 1, 1]))
    >>> score.compute()
    tensor(0.9667, dtype=torch.float64)
    >>> score.confusion()
    4 items, 2 classes (rows: truth, columns: prediction)
         ill  ok
    ill    1   0
    ok     1   2
    """

    is_differentiable = False
    full_state_update = False

    counted: Tensor
    refused: Tensor

    def __init__(
        self,
        metric: str | Record | Sequence[str | Record] = "balanced_accuracy",
        importance: Any = None,
        *,
        classes: int | None = None,
        num_classes: int | None = None,
        labels: Iterable[Any] | None = None,
        counts: Any = None,
        undefined: str = DEFAULT_POLICY,
        weighted: bool = False,
        ignore_index: int | None = None,
        **parameters: Any,
    ) -> None:
        super().__init__(**{name: parameters.pop(name) for name in OF_TORCHMETRICS & parameters.keys()})
        self.labels, sizes = classes_in_order(num_classes if classes is None else classes, labels, counts)
        self.several = not isinstance(metric, str | Record)
        if self.several and parameters:
            raise ValueError(
                f"the parameter {next(iter(parameters))!r} belongs to one metric; for several, write it into the name, "
                "as in 'mean_f(beta=2)'."
            )
        asked = [each.at(**parameters) for each in chosen(metric)]
        self.goals: tuple[Goal, ...] = goals(asked, importance, sizes=sizes, labels=self.labels, undefined=undefined)
        if not self.goals:
            raise ValueError("a score needs at least one metric, but the list is empty.")
        self.ignore_index = None if ignore_index is None else checked_ignore_index(ignore_index)
        self.weighted = weighted
        signs = {each.sign for each in self.goals}
        # torchmetrics forbids to assign it: there it belongs to the class, here to the metric that was asked for.
        self.__dict__["higher_is_better"] = signs == {1} if len(signs) == 1 else None
        C = len(self.labels)
        self.add_state(
            "counted", torch.zeros(C, C, dtype=torch.float64 if weighted else torch.int64), dist_reduce_fx="sum"
        )
        self.add_state("refused", torch.zeros(len(REFUSED), dtype=torch.int64), dist_reduce_fx="sum")

    def update(self, preds: Tensor, target: Tensor, weights: Tensor | None = None) -> None:
        """Count a batch: predicted labels, or logits with a class axis behind the first, and true labels."""
        self._check(preds, target, weights)
        for name in ("counted", "refused"):
            state = getattr(self, name)
            if state.is_inference() and not torch.is_inference_mode_enabled():  # made there, read-only here
                setattr(self, name, state.clone())
        C = len(self.labels)
        truth = target.reshape(-1).long()
        prediction, unclear = _predicted(preds, target, C)
        ignored = None if self.ignore_index is None else truth == self.ignore_index
        faults = [(truth < 0) | (truth >= C), unclear]
        if weights is not None:
            heavy = weights.detach().reshape(-1).to(torch.float64)
            faults.append(~((heavy >= 0) & heavy.isfinite()))
        refused = torch.stack(faults)
        if ignored is not None:
            refused &= ~ignored
        self.refused[: len(faults)] += refused.sum(dim=1)
        left_out = refused.any(dim=0) if ignored is None else refused.any(dim=0) | ignored
        amount = (~left_out).to(self.counted.dtype) if weights is None else heavy.masked_fill(left_out, 0.0)
        cell = (truth * C + prediction).masked_fill(left_out, 0)
        _count(self.counted, cell, amount, _copies(cell, C**2))

    def compute(self) -> Tensor | dict[str, Tensor]:
        """Return the value of what was counted, as a tensor without axes on the device; a dict for several metrics."""
        scores = goal_values(self.goals, self._counts())
        values = {name: _on(self.counted.device, value) for name, value in scores.items()}
        return values if self.several else values[self.goals[0].metric.name]

    def confusion(self) -> Confusion:
        """Return what was counted, over all processes (each of which must ask)."""
        alone = not self._is_synced
        with self.sync_context(
            dist_sync_fn=self.dist_sync_fn, should_sync=self.sync_on_compute and alone, should_unsync=alone
        ):
            return self._counts()

    def merge_state(self, incoming_state: dict[str, Any] | Metric) -> None:
        """Count what another score has counted."""
        if isinstance(incoming_state, Score) and incoming_state.labels != self.labels:
            raise ValueError(
                f"only scores of the same classes can be merged, not of {some(self.labels)} and of "
                f"{some(incoming_state.labels)}."
            )
        super().merge_state(incoming_state)
        self._computed = None  # torchmetrics would go on to return what it computed before

    def plot(self, val: Any = None, ax: Any = None) -> Any:
        """Draw a value, or a list of values, as metrics of torchmetrics do."""
        return self._plot(val, ax)

    def extra_repr(self) -> str:
        """Return what is measured, for the line that PyTorch shows of a module."""
        return f"{', '.join(each.name for each in self.goals)}; {len(self.labels)} classes"

    def _counts(self) -> Confusion:
        for number, why in zip(self.refused.tolist(), REFUSED, strict=True):
            if number:
                raise ValueError(f"{number} of the {why.format(last=len(self.labels) - 1)}.")
        return Confusion(self.counted.cpu().numpy(), self.labels)

    def _apply(self, fn: Callable[[Tensor], Tensor], exclude_state: Sequence[str] = "") -> Any:
        """Move the counts, but keep them counts: a model in half precision would round them."""

        def moved(tensor: Tensor) -> Tensor:
            result = fn(tensor)
            return result if result.dtype == tensor.dtype else tensor.to(result.device)

        return super()._apply(moved, exclude_state)

    def _check(self, preds: Any, target: Any, weights: Any) -> None:
        """Refuse what can be told without waiting for the device: types, shapes and places."""
        given = {"preds": preds, "target": target} | ({} if weights is None else {"weights": weights})
        for name, tensor in given.items():
            if not isinstance(tensor, Tensor):
                raise ValueError(f"{name} must be a tensor, not {type(tensor).__name__}.")
            if tensor.device != self.counted.device:
                raise ValueError(
                    f"{name} is on {tensor.device}, but the score counts on {self.counted.device}; move it with "
                    f"score.to({str(tensor.device)!r})."
                )
        if target.is_floating_point() or target.is_complex():
            raise ValueError(f"target must be whole numbers, the classes' places, not {target.dtype}.")
        _check_shapes(preds, target, len(self.labels))
        if weights is not None and not self.weighted:
            raise ValueError("this score counts items; to count weights, make it with weighted=True.")
        if weights is not None and weights.shape != target.shape:
            raise ValueError(
                f"weights must have the shape of target, {tuple(target.shape)}, not {tuple(weights.shape)}."
            )
        if weights is None and self.weighted:
            raise ValueError("this score was made with weighted=True, so that update needs weights.")


def _check_shapes(preds: Tensor, target: Tensor, classes: int) -> None:
    if preds.shape == target.shape:
        if preds.is_floating_point() or preds.is_complex():
            raise ValueError(
                f"predictions of the shape of target, {tuple(target.shape)}, must be whole numbers, not {preds.dtype}; "
                f"logits or probabilities have the shape (N, {classes}, …)."
            )
        return
    wanted = (*target.shape[:1], classes, *target.shape[1:])
    if tuple(preds.shape) != wanted or target.ndim == 0:
        raise ValueError(
            f"for true labels of the shape {tuple(target.shape)}, predictions must have the same shape, or {wanted} as "
            f"logits or probabilities, not {tuple(preds.shape)}."
        )
    if not preds.is_floating_point():
        raise ValueError(f"logits or probabilities must be floating-point numbers, not {preds.dtype}.")


def _predicted(preds: Tensor, target: Tensor, classes: int) -> tuple[Tensor, Tensor]:
    """Return the predicted class of each item, and of which items it is none."""
    if preds.shape == target.shape:
        prediction = preds.reshape(-1).long()
        return prediction, (prediction < 0) | (prediction >= classes)
    # Of logits with a NaN among them, argmax takes the NaN. (max gives both at once, but on a CPU it starts threads for
    # small batches, too: 20 ms instead of 5 µs where the cores are busy.)
    place = preds.detach().argmax(dim=1, keepdim=True)
    return place.reshape(-1), preds.detach().gather(1, place).reshape(-1).isnan()


def _copies(cell: Tensor, cells: int) -> int:
    many = cell.device.type != "cpu" and len(cell) > MANY_ITEMS
    return max(1, MOST_COPIED // cells) if many else 1


def _count(counted: Tensor, cell: Tensor, amount: Tensor, copies: int) -> None:
    """Add amounts to their cells; not by bincount, which waits for the device to find the largest cell."""
    if copies == 1:
        counted.view(-1).scatter_add_(0, cell, amount)
        return
    cells = counted.numel()
    tally = torch.zeros(copies * cells, dtype=counted.dtype, device=counted.device)
    tally.scatter_add_(0, cell + torch.arange(len(cell), device=cell.device) % copies * cells, amount)
    counted += tally.view(copies, *counted.shape).sum(dim=0)


def _on(device: torch.device, value: float) -> Tensor:
    """Return a number on a device: in float64, or float32 where the device has no float64."""
    try:
        return torch.tensor(value, dtype=torch.float64, device=device)
    except TypeError:
        return torch.tensor(value, dtype=torch.float32, device=device)
