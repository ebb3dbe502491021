"""How much each cell moves a metric, as a program: what flows backwards through the recorded nodes, written as nodes.

A flow has as many axes as the node it flows into, of length 1 where it is the same all along. So what comes through the
sum of a row stays a column, and costs no more than that; into a matrix, flows of different shapes, and those into its
diagonal alone, stay apart. Whoever replays a program can replay these nodes too, and needs no rules of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from steelyard.measuring.program.program import REDUCTIONS, SEED, Node, Output, Program, Tape, computed
from steelyard.measuring.program.traced import Traced
from steelyard.type_names import Array, Floats


class Flow(NamedTuple):
    """What flows into a node, or into the diagonal of a matrix alone."""

    array: Any
    diagonal: bool = False


def with_slopes(program: Program) -> Program:
    """Return a program with more nodes: for each output those that add up to its derivative by each cell.

    Of a rate, which has a value for each class, it is the derivative of their sum, each times its number in another
    input, `seed`. Where two terms of a maximum or minimum are equal, each gets half. What an undefined value
    has there means nothing.

    Examples
    --------
    >>> from steelyard.measuring.program import record
    >>> program = with_slopes(record("accuracy", classes=3))
    >>> (output,) = program.outputs
    >>> [program.nodes[place].shape for place in (*output.slopes, *output.diagonal)]
    [(1, 1), (1,)]
    """
    tape = Tape(program.nodes)
    outputs = tuple(_differentiated(tape, output, program.classes) for output in program.outputs)
    return replace(program, nodes=tuple(tape.nodes), outputs=outputs)


def _differentiated(tape: Tape, output: Output, classes: int) -> Output:
    tape.metric = output.metric
    if output.kind == "rate":
        seed = tape.write("input", [], (classes,), "float64", name=SEED)
    else:
        seed = tape.constant(np.ones(1))
    flows = {output.value: [Flow(Traced(tape, seed))]}
    for place in range(output.value, -1, -1):
        node = tape.nodes[place]
        if place not in flows or not _carries(node):
            continue
        if node.operation == "input":
            into = flows[place]
            return replace(
                output,
                slopes=tuple(flow.array.place for flow in into if not flow.diagonal),
                diagonal=tuple(flow.array.place for flow in into if flow.diagonal),
            )
        for flow in flows.pop(place):
            for target, back in _flow_back(tape, place, flow):
                flows[target] = _joined(flows.get(target, []), back, tape.nodes[target])
    return output


def _carries(node: Node) -> bool:
    return node.stacked and node.dtype == "float64"


def _flow_back(tape: Tape, place: int, flow: Flow) -> Iterator[tuple[int, Flow]]:
    """Yield what flows from a node into each operand that depends on the cells."""
    node, value = tape.nodes[place], Traced(tape, place)
    operands = [Traced(tape, operand) for operand in node.operands]
    carrying = [_carries(operand.node) for operand in operands]
    if node.operation in SLOPES:
        slopes = SLOPES[node.operation](value, *operands)
        for operand, slope, carries in zip(operands, slopes, carrying, strict=True):
            if carries:
                yield operand.place, _through(flow, slope, node.shape, operand)
    elif node.operation == "swapaxes" and flow.diagonal:
        yield operands[0].place, flow
    elif node.operation == "diagonal" and len(operands[0].node.shape) == 2:
        yield operands[0].place, Flow(flow.array, diagonal=True)
    elif node.operation in _BACK and any(carrying):
        whole = _spread_out(flow.array, node.shape) if flow.diagonal else flow.array
        for operand, back in zip(operands, _BACK[node.operation](node, whole, value, operands), strict=True):
            if back is not None and _carries(operand.node):
                yield operand.place, Flow(back)
    # comparisons, counts and constants do not move with the cells


def _through(flow: Flow, slope: Any, shape: tuple[int, ...], operand: Traced) -> Flow:
    """Return flow times slope, summed along the axes over which the operand was stretched."""
    if flow.diagonal:
        return _along_diagonal(flow.array, slope, shape, operand)
    product = times(flow.array, slope)
    for axis, (length, kept) in enumerate(zip(shape, operand.node.shape, strict=True), start=-len(shape)):
        if kept != length and product.node.shape[axis] == length:
            product = product.sum(axis=axis, keepdims=True)
        elif kept != length:
            product = product * float(length)  # the same all along
    return Flow(product)


def _along_diagonal(flow: Traced, slope: Any, shape: tuple[int, ...], operand: Traced) -> Flow:
    product = times(flow, _diagonal_of(slope, shape))
    rows, columns = (length == kept for length, kept in zip(shape, operand.node.shape, strict=True))
    if rows and columns:
        return Flow(product, diagonal=True)
    if not rows and not columns:
        length = shape[0]
        summed = product.sum(axis=-1, keepdims=True) if product.node.shape == (length,) else product * float(length)
        return Flow(summed[..., None])
    return Flow(product[..., :, None] if rows else product[..., None, :])


def _diagonal_of(slope: Any, shape: tuple[int, ...]) -> Any:
    """Return the diagonal of a slope that may be a row, a column or one number, stretched over a square matrix."""
    if not isinstance(slope, Traced) or len(slope.node.shape) < 2:  # of what is the same for every row
        return slope
    rows, columns = (length == whole for length, whole in zip(slope.node.shape, shape, strict=True))
    if rows and columns:
        return slope.diagonal(axis1=-2, axis2=-1)
    return slope[..., 0] if rows else slope[..., 0, :]


def _spread_out(flow: Traced, shape: tuple[int, ...]) -> Any:
    return np.where(np.eye(shape[0], dtype=bool), flow[..., None], 0.0)


def _joined(flows: list[Flow], new: Flow, node: Node) -> list[Flow]:
    """Return flows with one more; into a matrix, those of different shapes stay apart."""
    matrix = sum(length > 1 for length in node.shape) > 1
    for at, flow in enumerate(flows):
        alike = flow.diagonal == new.diagonal and flow.array.node.shape == new.array.node.shape
        if alike or not (matrix or flow.diagonal or new.diagonal):
            return [*flows[:at], Flow(flow.array + new.array, flow.diagonal), *flows[at + 1 :]]
    return [*flows, new]


def times(flow: Traced, slope: Any) -> Traced:
    """Return the product, and 0 where one of them is 0, although the other may be infinite.

    So it is in a branch that is not used, and under the root of a rate that stays 0 whatever its other cells do.
    """
    if not isinstance(slope, Traced):
        return flow if slope == 1 else flow * float(slope)
    return flow.flowing(slope.astype(np.float64))


def _of_reduction(node: Node, flow: Any, value: Any, operands: list[Any]) -> list[Any]:
    (x,) = operands
    axes = tuple(node.parameters["axes"])
    if not node.parameters["keepdims"]:
        flow, value = (_with_axes(array, axes, len(x.node.shape)) for array in (flow, value))
    if node.operation == "sum":
        return [flow]
    if node.operation == "prod":
        return [times(flow, _product_of_others(x, axes))]
    held = (x == value).astype(np.float64)
    return [times(flow, held / held.sum(axis=axes, keepdims=True))]


def _with_axes(array: Any, axes: tuple[int, ...], depth: int) -> Any:
    """Return an array with new axes where others were summed away."""
    return array[(..., *(None if axis in axes else slice(None) for axis in range(-depth, 0)))]


def _product_of_others(x: Any, axes: tuple[int, ...]) -> Any:
    zero = x == 0
    zeros = zero.sum(axis=axes, keepdims=True)
    rest = np.where(zero, 1.0, x)
    return np.where(zeros - zero > 0, 0.0, rest.prod(axis=axes, keepdims=True) / rest)


def _of_index(node: Node, flow: Any, _: Any, operands: list[Any]) -> list[Any]:
    """Return the flow into an array of which a part was taken: 0 beside it."""
    items, lengths = node.parameters["items"], iter(operands[0].node.shape)
    for place, item in enumerate(items):
        behind = sum(later == "new" or isinstance(later, list) for later in items[place + 1 :])
        rest, ones = [slice(None)] * behind, [1] * behind
        if item == "new":
            flow = flow[(..., 0, *rest)]
            continue
        every = np.eye(next(lengths), dtype=bool)
        if not isinstance(item, list):
            flow = np.where(every[item].reshape(-1, *ones), flow[(..., None, *rest)], 0.0)
        elif item != [None, None, None]:
            picked = every[slice(*item)].astype(np.float64)
            flow = flow + np.zeros((len(picked), *ones))  # at its full length
            flow = _moved(_moved(flow, behind) @ picked, behind)
    return [flow]


def _moved(flow: Any, behind: int) -> Any:
    """Return a flow with its axis that has others behind it exchanged with the last."""
    return flow.swapaxes(-1, -1 - behind) if behind else flow


def _of_product(node: Node, flow: Any, _: Any, operands: list[Any]) -> list[Any]:
    """Return what flows back through a @ b, vectors or matrices; into one that is the same for all, it is not used."""
    a, b = operands
    flow = flow + np.zeros(node.shape)  # at its full length
    into_a = into_b = None
    if len(b.node.shape) == 1:
        return [flow[..., None] * b, None]
    if _carries(a.node):
        into_a = flow @ b.swapaxes(-1, -2)
    if _carries(b.node):
        into_b = a[:, None] * flow[..., None, :] if len(a.node.shape) == 1 else a.swapaxes(-1, -2) @ flow
    return [into_a, into_b]


def _of_largest(value: Any, *operands: Any) -> Iterator[Any]:
    held = [(operand == value).astype(np.float64) for operand in operands]
    return (each / (held[0] + held[1]) for each in held)


SLOPES: dict[str, Callable[..., Iterable[Any]]] = {
    "add": lambda *_: (1.0, 1.0),
    "subtract": lambda *_: (1.0, -1.0),
    "multiply": lambda _, x, y: (y, x),
    "divide": lambda value, _, y: (1 / y, -value / y),
    "negative": lambda *_: (-1.0,),
    "absolute": lambda _, x: (np.where(x > 0, 1.0, np.where(x < 0, -1.0, 0.0)),),
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
    "where": lambda _, held, __, ___: (0.0, held, ~held),
}
"""For each operation on numbers by themselves, its slope by each operand, from its value and its operands."""

_BACK: dict[str, Callable[[Node, Any, Any, list[Any]], list[Any]]] = {
    **dict.fromkeys(REDUCTIONS[:4], _of_reduction),
    "index": _of_index,
    "diagonal": lambda _, flow, __, operands: [_spread_out(flow, operands[0].node.shape[-2:])],
    "matmul": _of_product,
    "swapaxes": lambda node, flow, _, __: [flow.swapaxes(*node.parameters["axes"])],
    "cast": lambda _, flow, __, ___: [flow],
}
"""For each operation on whole arrays, what flows back into its operands."""


# How much each cell moves a metric: the derivative of a recorded program, replayed in NumPy.


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
    >>> from steelyard.measuring.program import gradients, record
    >>> program = record("accuracy", classes=2)
    >>> gradients(program, np.array([[8.0, 2.0], [10.0, 80.0]]), np.ones(2))["accuracy"].by_cell.round(4)
    array([[ 0.0012, -0.0088],
           [-0.0088,  0.0012]])
    """
    known = any(output.slopes or output.diagonal for output in program.outputs)
    differentiated = program if known else with_slopes(program)
    inputs = {"m": m, "relevance": relevance} | ({} if shares is None else {"shares": shares})
    with np.errstate(all="ignore"):
        replay = _SlopeReplay(differentiated, inputs)
        return {output.metric: replay.gradient(output) for output in differentiated.outputs}


class _SlopeReplay:
    """The nodes of a program as far as they were asked for; those that depend on the seed only until the next seed."""

    def __init__(self, program: Program, inputs: dict[str, Floats]) -> None:
        self.program = program
        self.inputs = inputs
        self.values: dict[int, Array] = {}
        self.seeded: set[int] = set()
        for place, node in enumerate(program.nodes):
            if node.parameters.get("name") == SEED or self.seeded.intersection(node.operands):
                self.seeded.add(place)

    def gradient(self, output: Output) -> Gradient:
        stack, C = self.inputs["m"].shape[:-2], self.program.classes
        (raw,) = self._computed([output.value])
        if output.kind != "rate":
            value = np.broadcast_to(raw, (*stack, 1))
            return Gradient(value[..., 0], np.where(np.isnan(value)[..., None], np.nan, self._by_cell(output)))
        value = np.broadcast_to(raw, (*stack, C))
        one_by_one = [self._by_cell(output, seed) for seed in np.eye(C)]
        return Gradient(value, np.where(np.isnan(value)[..., None, None], np.nan, np.stack(one_by_one, axis=-3)))

    def _by_cell(self, output: Output, seed: Floats | None = None) -> Floats:
        if seed is not None:
            self.inputs[SEED] = seed
            for place in self.seeded:
                self.values.pop(place, None)
        by_cell = np.zeros(self.inputs["m"].shape)
        for slope in self._computed(output.slopes):
            by_cell += slope
        for slope in self._computed(output.diagonal):
            np.einsum("...ii->...i", by_cell)[...] += slope
        return by_cell

    def _computed(self, wanted: tuple[int, ...] | list[int]) -> list[Array]:
        for place, _ in self.program.steps(wanted):
            if place not in self.values:
                node = self.program.nodes[place]
                operands = [self.values[operand] for operand in node.operands]
                self.values[place] = computed(node, operands, self.inputs)
        return [self.values[place] for place in wanted]
