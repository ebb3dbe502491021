"""Replay a program in NumPy: what every other replay is checked against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.measuring.program.program import ELEMENTWISE, REDUCTIONS, Node, Program, numbers
from steelyard.type_names import Array, Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Replayed(NamedTuple):
    """The values of one metric over a stack, and for which classes it is undefined in each matrix."""

    value: Floats
    undefined: NDArray[np.bool_]


def replay(program: Program, m: Floats, relevance: Floats, shares: Floats | None = None) -> dict[str, Replayed]:
    """Return all metrics of a program for cells of shape (..., C, C).

    The numbers are those that the bodies themselves give over the same array, bit for bit.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.measuring.program import record, replay
    >>> program = record("balanced_accuracy", classes=2)
    >>> outputs = replay(program, np.array([[8.0, 2.0], [10.0, 90.0]]), np.ones(2))
    >>> round(float(outputs["balanced_accuracy"].value), 2)
    0.85
    """
    inputs = {"m": m, "relevance": relevance} | ({} if shares is None else {"shares": shares})
    wanted = [place for output in program.outputs for place in (output.value, output.undefined) if place is not None]
    values: dict[int, Array] = {}
    with np.errstate(divide="ignore", invalid="ignore"):
        for step in program.steps(wanted):
            node = program.nodes[step.node]
            values[step.node] = computed(node, [values[operand] for operand in node.operands], inputs)
            for place in step.forget:
                del values[place]
    stack, C = m.shape[:-2], program.classes
    nowhere = np.zeros((*stack, C), dtype=np.bool_)
    return {
        output.metric: Replayed(
            np.broadcast_to(values[output.value], (*stack, C))
            if output.kind == "rate"
            else np.broadcast_to(values[output.value], (*stack, 1))[..., 0],
            nowhere if output.undefined is None else np.broadcast_to(values[output.undefined], (*stack, C)),
        )
        for output in program.outputs
    }


def computed(node: Node, operands: list[Array], inputs: dict[str, Floats]) -> Array:
    """Return the value of one node."""
    if node.operation in ELEMENTWISE:
        return np.asarray(getattr(np, node.operation)(*operands))
    if node.operation in REDUCTIONS:
        reduce = getattr(np, node.operation)
        return np.asarray(
            reduce(operands[0], axis=tuple(node.parameters["axes"]), keepdims=node.parameters["keepdims"])
        )
    return np.asarray(_OTHERS[node.operation](node, inputs, *operands))


def indexed(node: Node, x: Array) -> Array:
    """Return the part of an array that an index picks: a view of it."""
    items = [
        slice(*item) if isinstance(item, list) else None if item == "new" else item for item in node.parameters["items"]
    ]
    return x[(..., *items)]


_OTHERS: dict[str, Any] = {
    "input": lambda node, inputs: inputs[node.parameters["name"]],
    "constant": lambda node, _: numbers(node),
    "cast": lambda node, _, x: x.astype(node.dtype),
    "where": lambda _, __, condition, x, y: np.where(condition, x, y),
    "full_like": lambda node, _, x: np.full_like(x, numbers(node), dtype=node.dtype),
    "diagonal": lambda _, __, x: np.einsum("...ii->...i", x),
    "swapaxes": lambda node, _, x: np.swapaxes(x, *node.parameters["axes"]),
    "index": lambda node, _, x: indexed(node, x),
    "matmul": lambda _, __, x, y: x @ y,
    "flow": lambda _, __, x, y: np.where((x == 0) | (y == 0), 0.0, x * y),
}
