"""A recorded program as loops over rows and columns, and one such program for any number of classes.

Every array has rows and columns (a vector is one row). Views are resolved: an operand is [place, offset, down, along],
by how much its place moves with the row and the column of the loop, 0 where it is stretched. So a page has two loops:
one that writes a function of its operands, and one that gathers numbers into fewer. Arrays of more axes are refused.

A number that grows is the text "=a,b,c", which is a + b·C + c·C² for C classes. Constants that grow are {"log": such a
text}, {"fill": number}, one for each class, and {"diagonal": number, "other": number}, one for each cell.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from steelyard.measuring.program import Node, NotRecordable, Output, Program
from steelyard.measuring.program.program import REDUCTIONS, SEED, numbers
from steelyard.show.page.units_of import packed, unpacked

Loops = dict[str, Any]
"""See `loops_of`."""


class Phase(IntEnum):
    """When a loop must run again."""

    STILL = 0
    """When the counts or the class shares are others."""
    MOVING = 1
    """When the weights are others."""
    SEEDED = 2
    """For each class, of the derivatives of rates."""


class View(NamedTuple):
    """Rows and columns of an array that was computed before: where they begin, and how far apart they are."""

    place: int
    offset: int
    down: int
    along: int
    rows: int
    columns: int

    def turned(self) -> View:
        return self._replace(down=self.along, along=self.down, rows=self.columns, columns=self.rows)

    def over(self, rows: int, columns: int) -> list[int]:
        """Return the place, the offset and the two steps of a loop over a larger shape."""
        return [
            self.place,
            self.offset,
            self.down if rows == self.rows else 0,
            self.along if columns == self.columns else 0,
        ]


def loops_of(program: Program) -> Loops:
    """Return a program as plain lists, ready for JSON.

    Returns
    -------
    dict
        `nodes`: ["input", phase, name, size]; ["constant", packed numbers]; for functions of each number [operation,
        phase, rows, columns, operand, …]; for sums and the like [operation, phase, rows, columns, operand, [size, down,
        along]], the last of the result; ["matmul", phase, rows, columns, inner, operand, operand], whose steps are
        (down, inner) and (inner, along).
        `outputs`: {metric, kind, phase, value: [place, offset, along], slopes: [operand, …] over the cells, diagonal:
        [[place, offset, along], …], undefined: of a rate, [place, offset, along]}.

    Examples
    --------
    >>> from steelyard.measuring.program import record
    >>> loops_of(record("accuracy", classes=2))["nodes"][2:4]
    [['sum', 0, 1, 2, [0, 0, 0, 3], [1, 0, 0]], ['sum', 0, 2, 2, [0, 0, 2, 1], [2, 1, 0]]]
    """
    return _Writer(program).written()


@dataclass
class _Writer:
    """The loops written so far, and for each node of the program the view that it became."""

    program: Program

    def __post_init__(self) -> None:
        self.nodes: list[list[Any]] = []
        self.phases: list[Phase] = []
        self.views: list[View] = []

    def written(self) -> dict[str, Any]:
        for node in self.program.nodes:
            self.views.append(self._view(node))
        return {"nodes": self.nodes, "outputs": [self._output(output) for output in self.program.outputs]}

    def _view(self, node: Node) -> View:
        operands = [self.views[operand] for operand in node.operands]
        if not operands:
            return self._given(node)
        if node.operation == "cast" and node.dtype == "float64":
            return operands[0]
        if node.operation in ("diagonal", "swapaxes", "index"):
            return _looked_at(node, operands[0], self.program.nodes[node.operands[0]].shape)
        if node.operation == "full_like":
            return self._constant(np.full(node.shape, node.parameters["value"], node.dtype))
        return self._computed(node, operands)

    def _computed(self, node: Node, operands: list[View]) -> View:
        phase = max(self.phases[operand.place] for operand in operands)
        if node.operation in REDUCTIONS:
            return self._reduction(node, operands[0], phase)
        if node.operation == "matmul":
            return self._product(node, operands, phase)
        rows, columns = _sides(node.shape)
        operation = _named(node, self.program.nodes[node.operands[0]].dtype)
        places = [operand.over(rows, columns) for operand in operands]
        return self._new([operation, int(phase), rows, columns, *places], rows, columns, phase)

    def _given(self, node: Node) -> View:
        if node.operation == "constant":
            return self._constant(numbers(node))
        rows, columns = _sides(node.shape)
        phase = _phase_of_input(node)
        return self._new(["input", int(phase), node.parameters["name"], rows * columns], rows, columns, phase)

    def _constant(self, value: Any) -> View:
        return self._new(["constant", packed(np.asarray(value, dtype=np.float64))], *_sides(value.shape), Phase.STILL)

    def _new(self, written: list[Any], rows: int, columns: int, phase: Phase) -> View:
        self.nodes.append(written)
        self.phases.append(phase)
        return View(len(self.nodes) - 1, 0, columns, 1, rows, columns)

    def _reduction(self, node: Node, x: View, phase: Phase) -> View:
        depth = len(self.program.nodes[node.operands[0]].shape)
        gone = {axis + 2 for axis in node.parameters["axes"]}  # 0: rows, 1: columns
        kept_rows = 1 if 0 in gone or depth < 2 else x.rows
        kept_columns = 1 if 1 in gone else x.columns
        result = [kept_rows * kept_columns, kept_columns if kept_rows > 1 else 0, 1 if kept_columns > 1 else 0]
        written = [node.operation, int(phase), x.rows, x.columns, x.over(x.rows, x.columns), result]
        view = self._new(written, kept_rows, kept_columns, phase)
        return _as(view, *_sides(node.shape))

    def _product(self, node: Node, operands: list[View], phase: Phase) -> View:
        a, b = operands
        if len(self.program.nodes[node.operands[1]].shape) == 1:
            b = b.turned()
        first, second = [a.place, a.offset, a.down, a.along], [b.place, b.offset, b.down, b.along]
        view = self._new(["matmul", int(phase), a.rows, b.columns, a.columns, first, second], a.rows, b.columns, phase)
        return _as(view, *_sides(node.shape))

    def _output(self, output: Output) -> dict[str, Any]:
        value = self.views[output.value]
        C = self.program.classes
        # Where a rate is undefined, its value may be the worst, and has no interval.
        undefined = output.undefined if output.kind == "rate" else None
        return {
            **({} if undefined is None else {"undefined": self._line(undefined)}),
            "metric": output.metric,
            "kind": output.kind,
            "phase": int(self.phases[value.place]),
            "value": self._line(output.value),
            "slopes": [self.views[place].over(C, C) for place in output.slopes],
            "diagonal": [self._line(place) for place in output.diagonal],
        }

    def _line(self, place: int) -> list[int]:
        view = self.views[place]
        return [view.place, view.offset, view.along if view.columns > 1 else 0]


def _phase_of_input(node: Node) -> Phase:
    return {"relevance": Phase.MOVING, SEED: Phase.SEEDED}.get(node.parameters["name"], Phase.STILL)


def _sides(shape: tuple[int, ...]) -> tuple[int, int]:
    if len(shape) > 2:
        raise NotRecordable("its arrays have more than two axes of classes, which a page does not know.")
    rows, columns = (1, 1, *shape)[-2:]
    return rows, columns


def _as(view: View, rows: int, columns: int) -> View:
    """Return the same numbers as a row instead of a column, or the other way round."""
    return view if (view.rows, view.columns) == (rows, columns) else view.turned()


def _looked_at(node: Node, x: View, shape: tuple[int, ...]) -> View:
    """Return another view of the same numbers."""
    if node.operation == "swapaxes":
        return x.turned()
    if node.operation == "diagonal":
        return View(x.place, x.offset, 0, x.down + x.along, 1, min(x.rows, x.columns))
    picked = [item for item in node.parameters["items"] if item != "new"]
    sides = [(x.down, x.rows), (x.along, x.columns)][2 - len(shape) :]
    offset, result = x.offset, []
    for item, (step, length) in zip(picked, sides, strict=True):
        inside = range(length)[slice(*item)] if isinstance(item, list) else range(length)[item : item + 1 or None]
        offset += (inside.start if len(inside) else 0) * step
        result.append((step * inside.step, len(inside)))
    (down, rows), (along, columns) = [(0, 1), (0, 1), *result][-2:]
    if math.prod((rows, columns)) != math.prod(node.shape):
        raise NotRecordable("it picks a part of an array in a way that a page does not know.")
    return _as(View(x.place, offset, down, along, rows, columns), *_sides(node.shape))


def _named(node: Node, dtype: str) -> str:
    """Return what a page calls an operation on each number; of truth values, sums and products are or and and."""
    if node.operation == "cast":
        return "truth" if node.dtype == "bool" else "whole"
    if node.dtype == "int64" and node.operation == "reciprocal":
        raise NotRecordable("it takes the reciprocal of whole numbers, which a page does not know.")
    if dtype == "bool" and node.dtype == "bool":
        return {"add": "logical_or", "multiply": "logical_and"}.get(node.operation, node.operation)
    return node.operation


# One program for any number of classes.


SIZES = (5, 6, 7, 11)
"""Three numbers of classes tell how something grows, a fourth whether that is right. With fewer classes, numbers that
mean something else may be the same by accident, and would be one constant."""


def grown(programs: Mapping[int, Any]) -> Any:
    """Return what holds for any number of classes, from the same thing for each of `SIZES`.

    Examples
    --------
    >>> grown({C: ["sum", 0, C, C * C, C - 1] for C in SIZES})
    ['sum', 0, '=0,1,0', '=0,0,1', '=-1,1,0']
    """
    each = [programs[C] for C in SIZES]
    first = each[0]
    if isinstance(first, list) and len(first) == 2 and first[0] == "constant":
        return ["constant", _grown_constant([unpacked(node[1]) for node in each])]
    if isinstance(first, dict):
        _check(all(one.keys() == first.keys() for one in each), each)
        return {key: grown(dict(zip(SIZES, (one[key] for one in each), strict=True))) for key in first}
    if isinstance(first, list):
        _check(all(len(one) == len(first) for one in each), each)
        return [grown(dict(zip(SIZES, parts, strict=True))) for parts in zip(*each, strict=True)]
    if all(one == first for one in each):
        return first
    _check(all(isinstance(one, int | float) for one in each), each)
    return _polynomial(each)


def _polynomial(values: Sequence[float]) -> str:
    """Return the polynomial through whole numbers at `SIZES`."""
    result = np.linalg.solve(np.vander(SIZES[:3], 3, increasing=True), np.array(values[:3], dtype=np.float64)).round(6)
    _check(
        all(round(float(np.polyval(result[::-1], C)), 6) == value for C, value in zip(SIZES, values, strict=True)),
        values,
    )
    return f"={','.join(f'{part:.15g}' for part in result + 0.0)}"


def _grown_constant(values: Sequence[Any]) -> Any:
    """Return a constant that is the same number, grows, or has one number for each class or cell."""
    sizes = [len(each) for each in values]
    if sizes == [1] * len(SIZES):
        numbers = [float(each[0]) for each in values]
        if all(number == numbers[0] or math.isnan(number) for number in numbers):
            return [_plain(numbers[0])]
        if all(number.is_integer() for number in numbers):
            return [_polynomial(numbers)]
        return {"log": _polynomial([float(f"{math.exp(number):.9g}") for number in numbers])}
    if sizes == list(SIZES):
        _check(all((each == values[0][0]).all() for each in values), values)
        return {"fill": _plain(float(values[0][0]))}
    _check(sizes == [C * C for C in SIZES], sizes)
    diagonal, other = float(values[0][0]), float(values[0][1])
    for C, each in zip(SIZES, values, strict=True):
        _check(bool((each.reshape(C, C) == np.where(np.eye(C, dtype=bool), diagonal, other)).all()), each)
    return {"diagonal": _plain(diagonal), "other": _plain(other)}


def _plain(number: float) -> Any:
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    return int(number) if number.is_integer() else number


def _check(holds: bool, values: Any) -> None:
    if not holds:
        raise ValueError(f"a program grows with the classes in a way that a page does not know: {values!r}")
