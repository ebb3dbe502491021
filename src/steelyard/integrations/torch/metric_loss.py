"""A loss for PyTorch from any metric: its value on the soft confusion matrix, and its recorded slopes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from steelyard.counts.labels import Label
from steelyard.integrations.goals import classes_in_order
from steelyard.integrations.torch.losses import (
    IGNORED,
    check_finite,
    check_logits,
    check_sums,
    check_weights,
    checked_ignore_index,
    checked_target,
    may_look,
)
from steelyard.measuring.goal import Goal, goal
from steelyard.measuring.on_device import checked_device
from steelyard.measuring.program import record, with_slopes
from steelyard.measuring.program.torch_replay import TorchReplay
from steelyard.measuring.record import Metric
from steelyard.measuring.view import DEFAULT_POLICY, Floats


def soft_counts(probabilities: Tensor, target: Tensor, weights: Tensor | None = None) -> Tensor:
    """Return M_ij = Σ [y = i]·p_j over the items, in float64: counts of which gradients flow back.

    Parameters
    ----------
    probabilities
        One row per item, one column per class.
    target
        The number of each item's true class; C, one more than the last, for an item to leave out.
    weights
        One weight per item.

    Notes
    -----
    Rows are added, which costs N·C and not N·C² as a product with one-hot targets would. On CUDA they are added in no
    fixed order, so that the last bits of float64 may differ from run to run, unless
    `torch.use_deterministic_algorithms(True)`.

    Examples
    --------
    >>> import torch
    >>> soft_counts(torch.tensor([[0.5, 0.5], [0.25, 0.75], [0.0, 1.0]]), torch.tensor([0, 1, 1]))
    tensor([[0.5000, 0.5000],
            [0.2500, 1.7500]], dtype=torch.float64)
    """
    classes = probabilities.shape[1]
    rows = probabilities.to(torch.float64)
    if weights is not None:
        rows = rows * weights.to(torch.float64)[:, None]
    return rows.new_zeros(classes + 1, classes).index_add(0, target.long(), rows)[:classes]


# A loss from any metric: its value on the soft confusion matrix, and the slopes that were recorded from its body.


POLICIES = ("worst", "exclude", "zero", "nan")


class MetricLoss(nn.Module):
    """How far a metric is from its best, on the soft confusion matrix of a batch: it falls as the metric rises.

    The soft matrix counts each item in its true class's row, spread over the columns by the model's probabilities; for
    probabilities of 0 and 1 the metric of it is `sy.measure`'s. Any metric of `sy.metrics` that gives one number can be
    used, and a user's own if it can be recorded.

    Parameters
    ----------
    metric
        By name, with its parameters behind, such as `beta=2`; or a `Metric`.
    importance
        As for `sy.evaluate`. A metric of the whole matrix goes by items, so it is refused with one: say "mcc at
        importance", which is undefined for a batch that lacks a class that matters.
    classes, labels, counts
        How many classes there are, or which, or how large each is in the training data, in the order of the logits;
        one of the three is needed. An importance that depends on class sizes, such as "rarity", needs `counts`.
    undefined
        What becomes of classes whose rate is undefined: as for `sy.evaluate`, by default those that the model gave up
        count as the "worst", and those that a batch lacks leave; or "exclude" both from the average, count both as
        "zero", or let the value be "nan".
    memory
        From 0 to below 1: how much of the counts of earlier batches to keep, so that small batches with rare classes
        make sense; 0.9 adds up about ten batches. No gradient flows into the past. The gradient is taken at the
        remembered counts, and is as large as if the batch were all of them, so that the learning rate need not change
        with the memory. It remembers in training mode, with gradients on; in evaluation a batch stands alone. What it
        remembers is in `state_dict`, so that a training can go on from a checkpoint; one without it is taken, too.
    from_logits
        Whether the model gives logits; if not, probabilities.
    ignore_index
        A target that marks items to leave out.
    check
        Whether to look at values: for NaN, classes without a logit, probabilities that do not sum to 1. If None, on a
        CPU alone, since on a GPU the host would wait for it; shapes and types are checked everywhere.

    Notes
    -----
    An item that is surely wrong hardly moves soft counts, so a class that is lost once may stay lost: train with
    cross-entropy first, and go on with this loss (benchmarks/results/metric_loss.md tells where that happened).

    Where the metric is undefined for a batch, the loss is NaN, but all gradients are 0, so that no weight is spoilt; so
    are those by single cells that are infinite. The metric is computed in float64, whatever the logits are; the loss
    has the type of the logits, float32 at least. There are no second derivatives (`create_graph=True` is refused), and
    `torch.compile` breaks its graph here.

    Examples
    --------
    >>> import torch
    >>> loss = MetricLoss("mean_f", importance="rarity", counts=[90, 10])
    >>> logits = torch.tensor([[2.0, 0.0], [1.0, 0.0], [1.0, 0.0]], requires_grad=True)
    >>> value = loss(logits, torch.tensor([0, 0, 1]))
    >>> value
    tensor(0.6336, grad_fn=<ToCopyBackward0>)
    >>> value.backward()
    >>> logits.grad.sign()  # a step against it raises the logits of the true classes
    tensor([[-1.,  1.],
            [-1.,  1.],
            [ 1., -1.]])
    """

    past: Tensor | None

    def __init__(
        self,
        metric: str | Metric,
        importance: Any = None,
        *,
        classes: int | None = None,
        labels: Iterable[Any] | None = None,
        counts: Any = None,
        undefined: str = DEFAULT_POLICY,
        memory: float = 0.0,
        from_logits: bool = True,
        ignore_index: int = IGNORED,
        check: bool | None = None,
        **parameters: Any,
    ) -> None:
        super().__init__()
        if undefined not in POLICIES:
            raise ValueError(f"undefined must be one of {', '.join(POLICIES)} in a loss, not {undefined!r}.")
        self.labels, sizes = classes_in_order(classes, labels, counts)
        self.goal = goal(metric, importance, sizes=sizes, labels=self.labels, undefined=undefined, **parameters)
        self.relevance = _relevance(self.goal, len(self.labels))
        self.best = _best(self.goal.metric, self.relevance, self.labels)
        self.program = with_slopes(
            record(
                self.goal.metric,
                classes=len(self.labels),
                policy=undefined,
                whole_numbers=False,
                labels=self.labels,
            )
        )
        self.memory = _checked_memory(memory)
        remembers = self.memory > 0
        self.register_buffer("past", torch.zeros(self.program.classes, self.program.classes, dtype=torch.float64)
                             if remembers else None)  # fmt: skip
        self.from_logits = from_logits
        self.ignore_index = checked_ignore_index(ignore_index)
        self.check = check
        self._replays: dict[torch.device, TorchReplay] = {}

    def forward(self, logits: Tensor, target: Tensor, weights: Tensor | None = None) -> Tensor:
        """Return the loss of a batch.

        Parameters
        ----------
        logits
            Of shape (N, C) or (N, C, …); probabilities, if the loss was told so.
        target
            Class numbers of shape (N) or (N, …).
        weights
            How often each item counts; of the target's shape.
        """
        numbers = self._checked(logits, target, weights)
        wide = torch.promote_types(logits.dtype, torch.float32)
        probabilities = logits.softmax(dim=1, dtype=wide) if self.from_logits else logits
        rows = probabilities.movedim(1, -1).flatten(0, -2)
        C = self.program.classes
        # Place C leaves items out. On a GPU nobody looked for classes that are too large: they must not land there.
        places = torch.where(numbers == self.ignore_index, C, numbers + (numbers >= C)).flatten()
        batch = soft_counts(rows, places, None if weights is None else weights.flatten())
        value = self.value(self._with_past(batch))
        return (self.goal.sign * (self.best - value)).to(wide)

    def value(self, cells: Tensor) -> Tensor:
        """Return the metric of a matrix of counts, (C, C) in float64; gradients flow through it."""
        if torch.compiler.is_compiling():  # here, since as a decorator it would load the compiler with this file
            compiler: Any = torch.compiler
            return compiler.disable(self._replayed)(cells)
        return self._replayed(cells)

    def _replayed(self, cells: Tensor) -> Tensor:
        if cells.device not in self._replays:
            device = checked_device(cells.device)
            self._replays[cells.device] = TorchReplay(self.program, self.relevance, device, slopes=True)
        recorded: Any = _Recorded
        return recorded.apply(cells, self._replays[cells.device])

    def forget(self) -> None:
        """Start again without earlier batches."""
        if self.past is not None:
            self.past = torch.zeros_like(self.past)

    def _with_past(self, batch: Tensor) -> Tensor:
        """Return the counts of the batch and what is left of earlier ones, and remember them."""
        if self.past is None or not (self.training and torch.is_grad_enabled()):
            return batch
        fixed = batch.detach()
        past = self.memory * self.past.to(batch)
        both = fixed + past
        # On a GPU nobody looked for NaN: such a batch must not be remembered.
        self.past = torch.where(both.isfinite().all(), both, self.past)
        # Its slopes are smaller by the share of the batch in all counts, which this takes back; the value is `both`.
        return both + (batch - fixed) * (both.sum() / fixed.sum()).nan_to_num(0.0, 0.0, 0.0)

    def _checked(self, logits: Tensor, target: Tensor, weights: Tensor | None) -> Tensor:
        """Return the target as int64, after a look at all that was given."""
        check_logits(logits, self.program.classes, "logits" if self.from_logits else "probabilities")
        numbers = checked_target(target, logits, self.program.classes, self.ignore_index, self.check)
        check_weights(weights, numbers, self.check)
        if may_look(logits, self.check):
            (check_finite if self.from_logits else check_sums)(logits)
        return numbers

    def extra_repr(self) -> str:
        """Return what `print(loss)` shows."""
        return f"{self.goal.name}, {len(self.labels)} classes, memory={self.memory:g}"

    def _load_from_state_dict(self, state_dict: Any, prefix: str, *others: Any) -> None:
        """Take a memory where there is one on both sides: a checkpoint of a training without it fits as well."""
        if self.past is None:
            state_dict.pop(f"{prefix}past", None)
        else:
            state_dict.setdefault(f"{prefix}past", torch.zeros_like(self.past))
        super()._load_from_state_dict(state_dict, prefix, *others)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_replays": {}}  # made again on whatever device it wakes up


class _Recorded(torch.autograd.Function):
    """The metric of one matrix, with its recorded slopes for the way back."""

    @staticmethod
    def forward(ctx: Any, cells: Tensor, replay: TorchReplay) -> Tensor:
        (slopes,) = replay.slopes(cells.detach().to(torch.float64)[..., None]).values()
        value, by_cell = slopes.value[0], slopes.by_cell[..., 0]
        usable = by_cell.isfinite() & ~value.isnan()
        ctx.save_for_backward(torch.where(usable, by_cell, 0.0))
        return value.clone()

    @staticmethod
    def backward(ctx: Any, flow: Tensor) -> tuple[Tensor, None]:
        # `once_differentiable` would let them pass where the flow is a constant, as it is from a loss, and be wrong.
        if torch.is_grad_enabled():
            raise ValueError("a metric as a loss has no second derivatives; go back without create_graph=True.")
        (by_cell,) = ctx.saved_tensors
        return flow * by_cell, None


def _relevance(of: Goal, classes: int) -> Floats:
    if of.importance is None:
        return np.ones(classes)
    if of.weights is None:
        raise ValueError(
            f"the importance '{of.importance}' depends on class sizes, which a batch does not show; "
            "give counts=, those of the training data."
        )
    return of.weights / of.weights.max()


def _best(metric: Metric, relevance: Floats, labels: tuple[Label, ...]) -> float:
    """Return the best possible value, from which the loss is measured; 0 where there is none."""
    low, high = metric.bounds(relevance, metric.arguments(labels))
    end = high if metric.sign > 0 else low
    return end if math.isfinite(end) else 0.0


def _checked_memory(memory: Any) -> float:
    if isinstance(memory, bool) or not isinstance(memory, Real) or not 0 <= float(memory) < 1:
        raise ValueError(f"memory must be a number from 0 to below 1, not {memory!r}.")
    return float(memory)
