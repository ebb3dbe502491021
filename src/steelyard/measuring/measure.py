"""`sy.measure`: many metrics over a stack of matrices at once, here or on a device."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from steelyard.counts.confusion import Confusion
from steelyard.measuring.apply import apply, as_confusion, plain
from steelyard.measuring.record import Metric
from steelyard.measuring.registry import chosen
from steelyard.measuring.view import DEFAULT_POLICY, Policy, View
from steelyard.type_names import Floats

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def measure(
    data: Confusion | ArrayLike,
    metrics: Iterable[str | Metric] | str | Metric | None = None,
    importance: Any = None,
    undefined: Policy = DEFAULT_POLICY,
    *,
    average: bool = False,
    device: Any = None,
) -> dict[str, Any]:
    """Return the values of many metrics at once, over a stack of any size, each as its own call would give it.

    Parameters
    ----------
    data
        A `Confusion` or counts of shape (..., C, C). A PyTorch tensor is measured on its own device, and its values are
        tensors there.
    metrics, importance, undefined
        As for `sy.evaluate`; also rates such as "recall", which have one value per class.
    average
        Whether a rate is averaged over the classes, weighted by the importance: one number instead of one per class.
    device
        Where to compute with PyTorch, such as "cuda", and where the values stay.

    Examples
    --------
    >>> import numpy as np, steelyard as sy
    >>> stack = np.arange(3 * 2 * 2).reshape(3, 2, 2)
    >>> sy.measure(stack, ["accuracy", "kappa"])["accuracy"].round(3)
    array([0.5, 0.5, 0.5])
    >>> cm = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
    >>> sy.measure(cm, "recall", importance={"fraud": 0.9, "ok": 0.1}, average=True)
    {'recall': 0.8088888888888889}
    """
    wanted = chosen(metrics)
    taken = [_averaged(metric) if average and metric.kind == "rate" else metric for metric in wanted]
    if device is not None or _is_tensor(data):
        by_name = _on_device(data, taken, importance=importance, undefined=undefined, device=device)
        values = [by_name[metric.name] for metric in taken]
    else:
        values = [plain(one) for one in apply(taken, as_confusion(data), importance=importance, undefined=undefined)]
    return {metric.name: value for metric, value in zip(wanted, values, strict=True)}


def _averaged(rate: Metric) -> Metric:
    """Return the average of any rate over the classes, weighted by any importance."""

    def body(c: View, **arguments: Any) -> Floats:
        return c.mean(rate, **arguments)

    return Metric(
        id=f"average_{rate.id}",
        title="",
        body=body,
        kind="average",
        parameters=rate.parameters,
        fixed=rate.fixed,
        undefined=rate.undefined,
        range=rate.range,
        direction=rate.direction,
    )


def _is_tensor(counts: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(counts, torch.Tensor)


def _on_device(counts: Any, metrics: Any, **arguments: Any) -> dict[str, Any]:
    try:
        from steelyard.measuring import on_device  # noqa: PLC0415 - PyTorch is loaded when it is used
    except ImportError:
        raise ValueError("measuring on a device needs PyTorch; pip install torch.") from None
    return on_device.measure(counts, metrics, **arguments)
