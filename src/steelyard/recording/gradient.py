"""How much each cell moves a metric: the derivative of a recorded program, taken backwards through its nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from steelyard.recording.numpy_replay import Array, Floats, computed, indexed
from steelyard.recording.program import Node, Output, Program


class Gradient(NamedTuple):
    """The values of one metric over a stack, and its derivatives by each cell of each matrix."""

    value: Floats
    by_cell: Floats
    """Shape (..., C, C); for a rate (..., C, C, C), the first of the three its classes."""


def gradients(program: Program, m: Floats, relevance: Floats, shares: Floats | None = None) -> dict[str, Gradient]:
    """Return all metrics of a program and their derivatives, for cells of shape (..., C, C).

    Where two terms of a maximum or minimum are equal, each gets half. Where a value is undefined, so are its
    derivatives. A class whose rate is undefined has no part in them, as it has none in the value.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.recording import gradients, record
    >>> program = record("accuracy", classes=2)
    >>> gradients(program, np.array([[8.0, 2.0], [10.0, 80.0]]), np.ones(2))["accuracy"].by_cell.round(4)
    array([[ 0.0012, -0.0088],
           [-0.0088,  0.0012]])
    """
    inputs = {"m": m, "relevance": relevance} | ({} if shares is None else {"shares": shares})
    needed = {output.metric: _needed(program, output) for output in program.outputs}
    values: dict[int, Array] = {}
    with np.errstate(all="ignore"):
        for place in sorted(set().union(*needed.values())):
            node = program.nodes[place]
            values[place] = computed(node, [values[operand] for operand in node.operands], inputs)
        return {
            output.metric: _of_output(program, output, sorted(needed[output.metric], reverse=True), values, m)
            for output in program.outputs
        }


def _needed(program: Program, output: Output) -> set[int]:
    return {step.node for step in program.steps([output.value])}


def _of_output(program: Program, output: Output, places: list[int], values: dict[int, Array], m: Floats) -> Gradient:
    stack, C = m.shape[:-2], program.classes
    if output.kind != "rate":
        value = np.broadcast_to(values[output.value], (*stack, 1))
        by_cell = _backwards(program, output.value, np.ones_like(value), places, values, m)
        return Gradient(value[..., 0], np.where(np.isnan(value)[..., None], np.nan, by_cell))
    value = np.broadcast_to(values[output.value], (*stack, C))
    one_by_one = [
        _backwards(program, output.value, np.broadcast_to(seed, value.shape), places, values, m) for seed in np.eye(C)
    ]
    return Gradient(value, np.where(np.isnan(value)[..., None, None], np.nan, np.stack(one_by_one, axis=-3)))


def _backwards(
    program: Program, end: int, seed: Floats, places: list[int], values: dict[int, Array], m: Floats
) -> Floats:
    """Return the derivative of Σ seed·value by the cells: what flows back into each node, the last node first."""
    flows: dict[int, Floats] = {end: seed}
    for place in places:
        node = program.nodes[place]
        flow = flows.pop(place, None)
        if flow is None or not (node.stacked and node.dtype == "float64"):
            continue
        if node.operation == "input":
            flows[-1] = flow
            continue
        operands = [values[operand] for operand in node.operands]
        for operand, back in zip(node.operands, _flow_back(node, flow, values[place], operands), strict=True):
            if back is not None and program.nodes[operand].stacked and program.nodes[operand].dtype == "float64":
                back_here = _summed_to(back, values[operand].shape)
                flows[operand] = flows[operand] + back_here if operand in flows else back_here
    return flows.get(-1, np.zeros(m.shape))


def _flow_back(node: Node, flow: Floats, value: Array, operands: list[Array]) -> list[Floats | None]:
    """Return what flows back into each operand of a node."""
    if node.operation in _SLOPES:
        return [_times(flow, slope) for slope in _SLOPES[node.operation](value, *operands)]
    if node.operation in _BACK:
        return _BACK[node.operation](node, flow, value, operands)
    return [None for _ in operands]  # comparisons, counts and constants do not move with the cells


def _times(flow: Floats, slope: Any) -> Floats:
    """Return the product, and 0 where one of them is 0, although the other may be infinite.

    So it is in a branch that is not used, and under the root of a rate that stays 0 whatever its other cells do.
    """
    return np.where((flow == 0) | (slope == 0), 0.0, flow * slope)


def _summed_to(flow: Floats, shape: tuple[int, ...]) -> Floats:
    """Return a flow with the shape of the operand that was broadcast."""
    extra = tuple(range(flow.ndim - len(shape)))
    flow = flow.sum(axis=extra) if extra else flow
    stretched = tuple(i for i, length in enumerate(shape) if length == 1 and flow.shape[i] != 1)
    flow = flow.sum(axis=stretched, keepdims=True) if stretched else flow
    return np.broadcast_to(flow, shape)


def _of_reduction(node: Node, flow: Floats, value: Array, operands: list[Array]) -> list[Floats | None]:
    (x,) = operands
    axes = tuple(node.parameters["axes"])
    if not node.parameters["keepdims"]:
        flow, value = (np.expand_dims(array, axes) for array in (flow, value))
    if node.operation == "sum":
        return [np.broadcast_to(flow, x.shape)]
    if node.operation == "prod":
        return [_times(flow, _product_of_others(x, axes))]
    held = x == value
    return [_times(flow, held / held.sum(axis=axes, keepdims=True))]


def _product_of_others(x: Array, axes: tuple[int, ...]) -> Floats:
    zero = x == 0
    zeros = zero.sum(axis=axes, keepdims=True)
    rest = np.where(zero, 1.0, x)
    product = rest.prod(axis=axes, keepdims=True)
    return np.where(zeros - zero > 0, 0.0, product / rest)


def _of_part(node: Node, flow: Floats, _: Array, operands: list[Array]) -> list[Floats | None]:
    back = np.zeros(operands[0].shape)
    part = np.einsum("...ii->...i", back) if node.operation == "diagonal" else indexed(node, back)
    part[...] = flow
    return [back]


def _of_choice(_: Node, flow: Floats, __: Array, operands: list[Array]) -> list[Floats | None]:
    held = operands[0]
    return [None, np.where(held, flow, 0.0), np.where(held, 0.0, flow)]


def _of_product(_: Node, flow: Floats, __: Array, operands: list[Array]) -> list[Floats | None]:
    """Return what flows back through a @ b, vectors or matrices; into one that is the same for all, it is not used."""
    a, b = operands
    if b.ndim == 1:
        return [flow[..., None] * b, None]
    into_a = flow @ np.swapaxes(b, -1, -2) if a.ndim > 1 or b.ndim == 2 else None
    into_b = a[:, None] * flow[..., None, :] if a.ndim == 1 else np.swapaxes(a, -1, -2) @ flow
    return [into_a, into_b]


def _of_largest(value: Array, *operands: Array) -> Iterator[Floats]:
    held = [operand == value for operand in operands]
    together = sum(each.astype(np.float64) for each in held)
    return (each / together for each in held)


_SLOPES: dict[str, Callable[..., Iterable[Any]]] = {
    "add": lambda *_: (1.0, 1.0),
    "subtract": lambda *_: (1.0, -1.0),
    "multiply": lambda _, x, y: (y, x),
    "divide": lambda value, _, y: (1 / y, -value / y),
    "negative": lambda *_: (-1.0,),
    "absolute": lambda _, x: (np.sign(x),),
    "reciprocal": lambda value, _: (-value * value,),
    "square": lambda _, x: (2 * x,),
    "sqrt": lambda value, _: (0.5 / value,),
    "power": lambda value, x, y: (np.where(y == 0, 0.0, y * np.power(x, y - 1)), value * np.log(x)),
    "exp": lambda value, _: (value,),
    "expm1": lambda value, _: (value + 1,),
    "log": lambda _, x: (1 / x,),
    "log1p": lambda _, x: (1 / (1 + x),),
    "log2": lambda _, x: (1 / (x * np.log(2.0)),),
    "log10": lambda _, x: (1 / (x * np.log(10.0)),),
    "maximum": _of_largest,
    "minimum": _of_largest,
}
"""For each operation on numbers by themselves, its slope by each operand, from its value and its operands."""

_BACK: dict[str, Callable[[Node, Floats, Array, list[Array]], list[Floats | None]]] = {
    **dict.fromkeys(("sum", "prod", "min", "max"), _of_reduction),
    **dict.fromkeys(("diagonal", "index"), _of_part),
    "where": _of_choice,
    "matmul": _of_product,
    "swapaxes": lambda node, flow, _, __: [np.swapaxes(flow, *node.parameters["axes"])],
    "cast": lambda _, flow, __, ___: [flow],
}
"""For each operation on whole arrays, what flows back into its operands."""
