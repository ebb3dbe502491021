"""Replay a program with PyTorch, on any device that has float64.

The class axes come first and the stack last, so that neighbouring threads of a GPU read neighbouring numbers. Sums over
classes are added one class after the other, as NumPy adds them over a block (decision 0008), so whatever is made of
+ − × ÷ and roots has the same bits (decision 0009 says where the last bit may differ). A loss asks for slopes as well,
and not for those bits: there PyTorch adds as it likes, in one call however many classes there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from steelyard.measuring.program.program import ELEMENTWISE, Node, Output, Program, Step, computed, numbers
from steelyard.type_names import Floats

_DTYPES = {"bool": torch.bool, "int64": torch.int64, "float64": torch.float64}


class OnDevice(NamedTuple):
    """One metric over a block of N matrices."""

    value: Tensor
    """Shape (N), or (C, N) for a rate."""
    undefined: Tensor | None
    """Shape (C, N); None if no class can be undefined, or if it was not asked for."""


class Slopes(NamedTuple):
    """One metric over a block of N matrices, and how much each cell moves it."""

    value: Tensor
    """Shape (N)."""
    by_cell: Tensor
    """Shape (C, C, N); where the value is undefined it means nothing."""


class TorchReplay:
    """A program made ready for one device and one relevance of the classes.

    Parameters
    ----------
    program
        What to compute.
    relevance
        φ of each class.
    device
        Where to compute it.
    masks
        Whether to say which classes are undefined as well.
    slopes
        Whether to be asked for `slopes` (of a program made by `with_slopes`), and to add in whatever order is fast.

    Examples
    --------
    >>> import numpy as np, torch
    >>> from steelyard.measuring.program import record
    >>> accuracy = TorchReplay(record("accuracy", classes=2), np.ones(2), torch.device("cpu"))
    >>> cells = torch.tensor([[[8.0, 5.0], [2.0, 5.0]], [[10.0, 5.0], [90.0, 5.0]]], dtype=torch.float64)
    >>> accuracy(cells)["accuracy"].value.tolist()  # of two matrices: the stack is the last axis
    [0.8909090909090909, 0.5]
    """

    def __init__(
        self,
        program: Program,
        relevance: Floats,
        device: torch.device,
        *,
        masks: bool = False,
        slopes: bool = False,
    ) -> None:
        self.program = program
        self.masks = masks
        outputs = program.outputs
        wanted = [output.value for output in outputs]
        wanted += [output.undefined for output in outputs if masks and output.undefined is not None]
        wanted += [place for output in outputs if slopes for place in (*output.slopes, *output.diagonal)]
        steps = program.steps(wanted)
        self._functions = _IN_ANY_ORDER if slopes else _FUNCTIONS
        self._steps = [step for step in steps if program.nodes[step.node].stacked]
        self._constants = _constants(program, steps, relevance, device, wanted)

    def __call__(self, m: Tensor) -> dict[str, OnDevice]:
        """Return all metrics for a block of cells, float64 of shape (C, C, N)."""
        values = self._values(m)
        return {output.metric: self._output(values, output.kind, output.value, output.undefined, m.shape[-1])
                for output in self.program.outputs}  # fmt: skip

    def slopes(self, m: Tensor) -> dict[str, Slopes]:
        """Return all metrics, none of them a rate, with their derivatives by each cell of a block."""
        values = self._values(m)
        return {
            output.metric: Slopes(
                self._values_of(values, output.value)[0].expand(m.shape[-1]), self._by_cell(values, output, m)
            )
            for output in self.program.outputs
        }

    def _values(self, m: Tensor) -> dict[int, Tensor]:
        nodes = self.program.nodes
        values: dict[int, Tensor] = {}
        for place, forget in self._steps:
            node = nodes[place]
            if node.operation == "input":
                values[place] = m
            else:
                depth = _depth(node)
                operands = [values[o] if nodes[o].stacked else self._constants[o, depth] for o in node.operands]
                values[place] = self._functions[node.operation](node, *operands)
            for other in forget:
                values.pop(other, None)
        return values

    def _output(self, values: dict[int, Tensor], kind: str, value: int, undefined: int | None, size: int) -> OnDevice:
        result = values[value] if kind == "rate" else values[value][0]
        if undefined is None or not self.masks:
            return OnDevice(result, None)
        return OnDevice(result, values[undefined].expand(self.program.classes, size))

    def _by_cell(self, values: dict[int, Tensor], output: Output, m: Tensor) -> Tensor:
        by_cell = torch.zeros_like(m)
        for place in output.slopes:
            by_cell += self._values_of(values, place)
        for place in output.diagonal:
            by_cell.diagonal(dim1=0, dim2=1).T.add_(self._values_of(values, place))
        return by_cell

    def _values_of(self, values: dict[int, Tensor], place: int) -> Tensor:
        return values[place] if self.program.nodes[place].stacked else self._constants[place, None]

    def bytes_per_matrix(self) -> int:
        """Return how much memory one more matrix in a block takes at the worst moment."""
        nodes = self.program.nodes
        alive = worst = 0
        for place, forget in self._steps:
            alive += _bytes(nodes[place])
            worst = max(worst, alive)
            alive -= sum(_bytes(nodes[other]) for other in forget if nodes[other].stacked)
        return worst


def _bytes(node: Node) -> int:
    return int(np.prod(node.shape)) * np.dtype(node.dtype).itemsize


def _depth(node: Node) -> int | None:
    """Return how many class axes the operands of a node are given; None for those of @, which keep their own."""
    return None if node.operation == "matmul" else len(node.shape)


def _constants(
    program: Program, steps: Sequence[Step], relevance: Floats, device: torch.device, wanted: Sequence[int]
) -> dict[tuple[int, int | None], Tensor]:
    """Return what is the same for all matrices, on the device, in the shapes in which the other nodes take it.

    Always as tensors: by a plain number, CUDA would multiply with its reciprocal where NumPy divides.
    """
    nodes = program.nodes
    fixed: dict[int, np.ndarray[Any, np.dtype[Any]]] = {}
    with np.errstate(divide="ignore", invalid="ignore"):
        for place in (step.node for step in steps if not nodes[step.node].stacked):
            operands = [fixed[operand] for operand in nodes[place].operands]
            fixed[place] = computed(nodes[place], operands, {"relevance": relevance})
    taken: set[tuple[int, int | None]] = {(place, None) for place in wanted if place in fixed}
    for node in (nodes[step.node] for step in steps if nodes[step.node].stacked):
        taken |= {(operand, _depth(node)) for operand in node.operands if operand in fixed}
    constants = {}
    for place, depth in taken:
        value = fixed[place]
        padding = 0 if depth is None else depth - value.ndim
        shaped = np.array(value).reshape((1,) * padding + value.shape + (1,))
        constants[place, depth] = torch.from_numpy(shaped).to(device)
    return constants


# One function per operation: of a node and its operands, whose last axis is the stack.


def _along(node: Node, x: Tensor) -> list[Tensor]:
    """Return the parts that a reduction combines, in NumPy's order: the last axis varies fastest."""
    parts = [x]
    for gone, axis in enumerate(node.parameters["axes"]):
        parts = [part for whole in parts for part in whole.unbind(axis + x.ndim - 1 - gone)]
    return parts


def _kept(node: Node, x: Tensor, reduced: Tensor) -> Tensor:
    for axis in node.parameters["axes"] if node.parameters["keepdims"] else ():
        reduced = reduced.unsqueeze(axis + x.ndim - 1)
    return reduced


def _sum(node: Node, x: Tensor) -> Tensor:
    first, *others = _along(node, x)
    total = first + 0  # NumPy begins with 0 as well: a sum of -0.0 is 0.0; and the operand stays as it is
    for part in others:
        total += part
    return _kept(node, x, total)


def _reduction(combined: Callable[[Tensor, Tensor], Tensor]) -> Callable[[Node, Tensor], Tensor]:
    return lambda node, x: _kept(node, x, reduce(combined, _along(node, x)))


def _matmul(node: Node, a: Tensor, b: Tensor) -> Tensor:
    left = a if a.ndim == 3 else a[None]
    right = b if b.ndim == 3 else b[:, None]
    terms = (left[:, k, None] * right[None, k] for k in range(right.shape[0]))
    product: Tensor = reduce(torch.add, terms)
    return product.reshape(*node.shape, product.shape[-1])


def _reduced(reduction: Callable[..., Tensor]) -> Callable[[Node, Tensor], Tensor]:
    """Return a reduction in PyTorch's own order."""

    def of(node: Node, x: Tensor) -> Tensor:
        axes = tuple(axis + x.ndim - 1 for axis in node.parameters["axes"])
        return reduction(x, dim=axes, keepdim=node.parameters["keepdims"])

    return of


def _product(node: Node, a: Tensor, b: Tensor) -> Tensor:
    left = a if a.ndim == 3 else a[None]
    right = b if b.ndim == 3 else b[:, None]
    product = torch.einsum("ikn,kjn->ijn", left, right)
    return product.reshape(*node.shape, product.shape[-1])


def _index(node: Node, x: Tensor) -> Tensor:
    items = node.parameters["items"]
    return x[tuple(slice(*item) if isinstance(item, list) else None if item == "new" else item for item in items)]


def _swapaxes(node: Node, x: Tensor) -> Tensor:
    first, second = (axis + x.ndim - 1 for axis in node.parameters["axes"])
    return x.transpose(first, second)


def _sqrt(_: Node, x: Tensor) -> Tensor:
    # On a CPU, PyTorch's library of functions rounds 1 root in 70 the wrong way; NumPy and CUDA round all correctly.
    if x.device.type != "cpu":
        return torch.sqrt(x)
    with np.errstate(invalid="ignore"):
        return torch.from_numpy(np.sqrt(x.numpy()))


def _plainly(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    return lambda _, *operands: function(*operands)


_NAMES = {
    "equal": "eq", "not_equal": "ne", "less": "lt", "less_equal": "le", "greater": "gt", "greater_equal": "ge",
    "power": "pow",
}  # fmt: skip
"""Where PyTorch's name is not NumPy's."""

_FUNCTIONS: dict[str, Callable[..., Tensor]] = {
    **{name: _plainly(getattr(torch, _NAMES.get(name, name))) for name in (*ELEMENTWISE, "where")},
    "sqrt": _sqrt,
    "sum": _sum,
    "prod": _reduction(torch.multiply),
    "min": _reduction(torch.minimum),
    "max": _reduction(torch.maximum),
    "any": _reduction(torch.logical_or),
    "all": _reduction(torch.logical_and),
    "cast": lambda node, x: x.to(_DTYPES[node.dtype]),
    "full_like": lambda node, x: torch.full_like(x, numbers(node).item(), dtype=_DTYPES[node.dtype]),
    "diagonal": lambda _, x: x.diagonal(dim1=-3, dim2=-2).movedim(-1, -2),
    "swapaxes": _swapaxes,
    "index": _index,
    "matmul": _matmul,
    "flow": lambda _, x, y: torch.where((x == 0) | (y == 0), 0.0, x * y),
}

_IN_ANY_ORDER: dict[str, Callable[..., Tensor]] = {
    **_FUNCTIONS,
    "sum": _reduced(torch.sum),
    "min": _reduced(torch.amin),
    "max": _reduced(torch.amax),
    "matmul": _product,
}
"""The same operations, where what is added need not be added in NumPy's order."""
