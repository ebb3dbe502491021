"""A recorded program, what some metrics do to the counts as a list of operations on arrays; and its replay in NumPy."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self

import numpy as np

from steelyard.type_names import Array, Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray


ELEMENTWISE = (
    "add", "subtract", "multiply", "divide", "negative", "absolute", "reciprocal", "square", "sqrt", "power",
    "exp", "expm1", "log", "log1p", "log2", "log10", "maximum", "minimum",
    "equal", "not_equal", "less", "less_equal", "greater", "greater_equal",
    "logical_and", "logical_or", "logical_xor", "logical_not", "isfinite", "isnan", "isinf",
)  # fmt: skip
"""Operations on each number by itself, operands broadcast; named and defined as NumPy's functions are."""

REDUCTIONS = ("sum", "prod", "min", "max", "any", "all")
"""Operations over class axes: parameters `axes`, counted from the end, and `keepdims`. Numbers are added in order."""

OPERATIONS: dict[str, str] = {
    "input": "what it is given: the cells `m` (C × C), the `relevance`, `shares` or `seed` (C); parameter `name`",
    "constant": "the same for every matrix; parameter `value`",
    "cast": "the operand as another dtype; true is 1, and a number is true unless it is 0",
    **dict.fromkeys(ELEMENTWISE, "elementwise"),
    "where": "the second operand where the first holds, the third elsewhere",
    **dict.fromkeys(REDUCTIONS, "reduction"),
    "full_like": "an array of the operand's shape filled with the parameter `value`",
    "diagonal": "the diagonal of the last two axes",
    "swapaxes": "two axes exchanged; parameter `axes`, counted from the end",
    "index": 'parameter `items`, one per axis: a position, [start, stop, step], or "new" for a new axis',
    "matmul": "NumPy's @ of vectors and matrices",
    "flow": "the product of two operands, and 0 where one of them is 0, although the other may be infinite",
}
"""Every operation there is, and what it means."""

DTYPES = ("bool", "int64", "float64")

SEED = "seed"
"""The input of derivatives of rates: how much of each class's rate is differentiated."""

FORMAT = "steelyard program 1"


@dataclass(frozen=True, slots=True)
class Node:
    """One operation of a program."""

    operation: str
    operands: tuple[int, ...]
    """Positions of earlier nodes."""
    shape: tuple[int, ...]
    """For one matrix, without the axis of the stack."""
    dtype: str
    stacked: bool
    """Whether there is one such array for each matrix; if not, one for all."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """As JSON would hold them, so that a program read back equals the one written."""


@dataclass(frozen=True, slots=True)
class Output:
    """Where a program leaves one metric."""

    metric: str
    """Its name with the fixed parameters, as `sy.measure` calls it."""
    kind: str
    value: int
    """The node with the value: one per class for a rate, else one."""
    undefined: int | None
    """The node that says for which classes the metric is undefined (one for all: shape 1); None if for none."""
    slopes: tuple[int, ...] = ()
    """Nodes that add up to the derivative by each cell, stretched over the cells; see `with_slopes`."""
    diagonal: tuple[int, ...] = ()
    """Nodes that are added to the diagonal of that alone."""


class Step(NamedTuple):
    """A node to compute, and the nodes that nothing needs any more once it is."""

    node: int
    forget: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """Some metrics, recorded for a number of classes, a policy for undefined terms, and counts or weights.

    Examples
    --------
    >>> from steelyard.measuring.program import record
    >>> program = record("accuracy", classes=3)
    >>> [node.operation for node in program.nodes[:4]]
    ['input', 'input', 'diagonal', 'sum']
    >>> Program.from_json(program.to_json()) == program
    True
    """

    classes: int
    policy: str
    whole_numbers: bool
    """Whether the cells are whole numbers small enough to be exact; weights are summed more carefully."""
    nodes: tuple[Node, ...]
    outputs: tuple[Output, ...]

    def steps(self, wanted: Iterable[int]) -> list[Step]:
        """Return what to compute, in order, to get the wanted nodes, and what to forget on the way."""
        kept = set(wanted)
        last_use: dict[int, int] = {}
        for place in range(len(self.nodes) - 1, -1, -1):
            if place in kept or place in last_use:
                for operand in self.nodes[place].operands:
                    last_use.setdefault(operand, place)
        forget: dict[int, list[int]] = {}
        for node, user in last_use.items():
            if node not in kept:
                forget.setdefault(user, []).append(node)
        return [Step(place, tuple(forget.get(place, ()))) for place in sorted(kept | last_use.keys())]

    def to_dict(self) -> dict[str, Any]:
        """Return the program as plain lists and texts, ready for JSON."""
        return {
            "format": FORMAT,
            "classes": self.classes,
            "policy": self.policy,
            "whole_numbers": self.whole_numbers,
            "nodes": [
                {
                    "operation": node.operation,
                    "operands": list(node.operands),
                    "shape": list(node.shape),
                    "dtype": node.dtype,
                    "stacked": node.stacked,
                    **({"parameters": dict(node.parameters)} if node.parameters else {}),
                }
                for node in self.nodes
            ],
            "outputs": [
                {
                    **{name: getattr(output, name) for name in ("metric", "kind", "value", "undefined")},
                    **{name: list(getattr(output, name)) for name in ("slopes", "diagonal") if getattr(output, name)},
                }
                for output in self.outputs
            ],
        }

    def to_json(self) -> str:
        """Return the program as JSON."""
        return json.dumps(self.to_dict(), allow_nan=False, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        """Rebuild what `to_dict` returned."""
        if not isinstance(record, Mapping) or record.get("format") != FORMAT:
            raise ValueError(f'a stored program says "format": {FORMAT!r}; this one does not.')
        try:
            nodes = tuple(_read_node(node) for node in record["nodes"])
            outputs = tuple(_read_output(output) for output in record["outputs"])
            program = cls(record["classes"], record["policy"], record["whole_numbers"], nodes, outputs)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"a stored program is incomplete: {error}.") from None
        program._check()
        return program

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Rebuild what `to_json` returned."""
        return cls.from_dict(json.loads(text))

    def _check(self) -> None:
        for place, node in enumerate(self.nodes):
            if node.operation not in OPERATIONS:
                raise ValueError(f"a stored program uses {node.operation!r}, which is no operation of programs.")
            if node.dtype not in DTYPES:
                raise ValueError(f"node {place} of a stored program has the dtype {node.dtype!r}.")
            if not all(isinstance(operand, int) and 0 <= operand < place for operand in node.operands):
                raise ValueError(f"node {place} of a stored program takes nodes that do not come before it.")
        ends = [
            place
            for output in self.outputs
            for place in (output.value, output.undefined, *output.slopes, *output.diagonal)
            if place is not None
        ]
        if not all(isinstance(place, int) and 0 <= place < len(self.nodes) for place in ends):
            raise ValueError("a stored program promises nodes that it does not have.")


def _read_node(record: Mapping[str, Any]) -> Node:
    operands, shape, parameters = tuple(record["operands"]), tuple(record["shape"]), dict(record.get("parameters", {}))
    return Node(record["operation"], operands, shape, record["dtype"], record["stacked"], parameters)


def _read_output(record: Mapping[str, Any]) -> Output:
    more = {name: tuple(record.get(name, ())) for name in ("slopes", "diagonal")}
    return Output(record["metric"], record["kind"], record["value"], record["undefined"], **more)


def plain(array: NDArray[np.generic]) -> Any:
    """Return numbers as lists that JSON can hold: NaN and infinities as texts, spelt as JavaScript reads them."""
    if array.ndim:
        return [plain(inner) for inner in array]
    number = array.item()
    if isinstance(number, float) and not math.isfinite(number):
        return "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"
    return number


def numbers(node: Node) -> NDArray[np.generic]:
    """Return the value of a constant as an array, or the number that one is filled with."""
    value: NDArray[np.generic] = np.array(node.parameters["value"], dtype=node.dtype)
    return value if value.size else value.reshape(node.shape)  # an empty list has lost its shape


# The tape that operations are written to: each once, however often bodies repeat it.


class NotRecordable(ValueError):
    """A metric whose body does something that cannot be written to a tape."""


class Tape:
    """The nodes written so far, and the metric whose body is running."""

    def __init__(self, nodes: Sequence[Node] = ()) -> None:
        self.nodes: list[Node] = []
        self.metric = ""
        self._known: dict[tuple[Any, ...], int] = {}
        for node in nodes:  # of a program that is continued
            self.write(node.operation, node.operands, node.shape, node.dtype, **node.parameters)

    def write(
        self, operation: str, operands: Sequence[int], shape: Sequence[int], dtype: str, **parameters: Any
    ) -> int:
        """Write an operation, and return its place; the same operation on the same operands has one place."""
        stacked = any(self.nodes[operand].stacked for operand in operands) or parameters.get("name") == "m"
        # As text, because 0, 0.0, -0.0 and False are equal, but not the same constant.
        key = (operation, *operands, *shape, dtype, json.dumps(parameters))
        if key not in self._known:
            self._known[key] = len(self.nodes)
            self.nodes.append(Node(operation, tuple(operands), tuple(shape), dtype, stacked, parameters))
        return self._known[key]

    def constant(self, array: NDArray[np.generic]) -> int:
        """Write numbers that are the same for every matrix."""
        return self.write("constant", (), array.shape, array.dtype.name, value=plain(array))

    def cast(self, place: int, dtype: str) -> int:
        """Write a conversion, unless the node has the dtype already."""
        node = self.nodes[place]
        return place if node.dtype == dtype else self.write("cast", [place], node.shape, dtype)

    def refuse(self, why: str) -> NoReturn:
        """Say why the metric cannot be recorded."""
        raise NotRecordable(f"the metric {self.metric!r} cannot be recorded: {why}.")


# The replay in NumPy, what every other replay is checked against.


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
