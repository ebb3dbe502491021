"""Replay a program over many matrices at once in exact fractions, for one set of relevances after the other."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.lab.exact.exact_values import unrounded
from steelyard.lab.exact.rational_arrays import (
    COMPARISONS,
    NodeValue,
    NotRational,
    Rationals,
    RationalValues,
    TooLarge,
    WholeNumbers,
    absolute,
    add,
    along,
    as_rationals,
    compared,
    divide,
    extreme,
    from_fractions,
    from_whole,
    is_nan,
    matmul,
    multiply,
    negative,
    power,
    reciprocal,
    subtract,
    where,
)
from steelyard.measuring.program.program import Node, Output, Program, indexed, numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray


IRRATIONAL = frozenset({"sqrt", "exp", "expm1", "log", "log1p", "log2", "log10"})


def rational_values(
    program: Program, m: NDArray[np.integer[Any]], relevance: Sequence[Fraction | int]
) -> dict[str, RationalValues]:
    """Return all metrics of a program for whole-number cells of shape (..., C, C), as reduced fractions.

    A program that takes a root or a logarithm is refused with `NotRational`.

    Examples
    --------
    >>> import numpy as np
    >>> from fractions import Fraction
    >>> from steelyard.measuring.program import record
    >>> stack = np.array([[[1, 2], [0, 3]], [[0, 3], [0, 3]]])
    >>> values = rational_values(record("macro_precision", classes=2), stack, [1, Fraction(1, 2)])["macro_precision"]
    >>> [f"{a}/{b}" for a, b in zip(values.numerator.tolist(), values.denominator.tolist())]
    ['13/15', '1/6']
    """
    (by_metric,) = replayed(program, m, [relevance])
    return {metric: value.values() for metric, value in by_metric.items()}


def replayed(
    program: Program, m: NDArray[np.integer[Any]], relevances: Sequence[Sequence[Fraction | int]]
) -> Iterator[dict[str, Rationals]]:
    """Yield all metrics of a program for each set of relevances, not reduced; what needs none is computed once."""
    for output in program.outputs:
        refuse_irrational(program, output)
    stack, C = m.shape[:-2], program.classes
    for values in Replay(program, m.reshape(-1, C, C), computed).each(relevances):
        yield {output.metric: _output(output, values[output.value], stack, C) for output in program.outputs}


def _output(output: Output, value: NodeValue, stack: tuple[int, ...], C: int) -> Rationals:
    width = C if output.kind == "rate" else 1
    whole = as_rationals(value).changed(lambda x: np.broadcast_to(x, (math.prod(stack), width)).reshape(*stack, width))
    return whole if output.kind == "rate" else whole.changed(lambda x: x[..., 0])


class Replay:
    """A program on its way through one stack; nodes that look at no relevance are kept for the next relevances."""

    def __init__(self, program: Program, m: NDArray[np.integer[Any]], compute: Callable[..., Any]) -> None:
        self.program = program
        self.m = m
        self.compute = compute
        self.varying: set[int] = set()
        for place, node in enumerate(program.nodes):
            if node.parameters.get("name") == "relevance" or not self.varying.isdisjoint(node.operands):
                self.varying.add(place)

    def each(self, relevances: Sequence[Sequence[Fraction | int]]) -> Iterator[dict[int, Any]]:
        """Yield the nodes with the metrics' values for each set of relevances."""
        whole = from_whole(self.m)
        kept: dict[int, Any] = {}
        steps = self.program.steps([output.value for output in self.program.outputs])
        for relevance in relevances:
            try:
                yield self._run(steps, whole, relevance, kept)
            except TooLarge:
                yield self._run(steps, from_whole(self.m.astype(object)), relevance, {})

    def _run(self, steps: Any, m: Rationals, relevance: Sequence[Fraction | int], kept: dict[int, Any]) -> Any:
        inputs = {"m": m, "relevance": from_fractions(relevance)}
        own: dict[int, Any] = {}
        for step in steps:
            node = self.program.nodes[step.node]
            if step.node not in kept:
                operands = [own[place] if place in own else kept[place] for place in node.operands]
                value = self.compute(node, operands, inputs)
                if m.unlimited_already and isinstance(value, Rationals):  # what is made of relevances alone, too
                    value = value.unlimited()
                (own if step.node in self.varying else kept)[step.node] = value
            for place in step.forget:
                own.pop(place, None)
        return {**kept, **own}


def refuse_irrational(program: Program, output: Output) -> None:
    """Refuse a metric that needs an operation whose result may be no fraction."""
    for step in program.steps([output.value]):
        operation = program.nodes[step.node].operation
        if operation in IRRATIONAL:
            raise NotRational(f"the metric {output.metric!r} takes {operation}, so its values are no fractions.")


# What each node of a program is in fractions.


def constant(node: Node) -> NodeValue:
    """Return the value of a constant; NaN and infinities are over 0."""
    array: NDArray[Any] = numbers(node)
    if array.dtype == np.bool_:
        return array
    floats = array.astype(np.float64)
    finite = np.isfinite(floats)
    exact = [unrounded(x) for x in np.where(finite, floats, 0).ravel().tolist()]
    if not all(isinstance(x, int | Fraction) for x in exact):
        raise NotRational("a root or a logarithm among the constants of a metric is no fraction.")
    fractions = from_fractions(np.array(exact, dtype=object).reshape(floats.shape))
    if finite.all():
        return fractions
    signs = np.where(np.isnan(floats), 0, np.sign(floats)).astype(np.int64)
    above = np.where(finite, fractions.numerator, signs)
    return replace(fractions, numerator=above, denominator=finite.astype(np.int64), most=(max(fractions.most[0], 1), 1))


_PAIRS: dict[str, Callable[[Rationals, Rationals], Rationals]] = {
    "add": add,
    "subtract": subtract,
    "multiply": multiply,
    "divide": divide,
    "power": power,
}


_SINGLES: dict[str, Callable[[Rationals], Any]] = {
    "negative": negative,
    "absolute": absolute,
    "reciprocal": reciprocal,
    "square": lambda x: multiply(x, x),
    "isfinite": lambda x: ~x.missing(),
    "isnan": is_nan,
    "isinf": lambda x: x.missing() & ~is_nan(x),
}


def reduction(node: Node, x: NodeValue) -> NodeValue:
    """Return the sum, product or extreme over class axes; booleans are only asked for any and all."""
    axes, keepdims = node.parameters["axes"], node.parameters["keepdims"]
    if not isinstance(x, Rationals):
        booleans: NDArray[np.bool_] = getattr(np, node.operation)(x, axis=tuple(axes), keepdims=keepdims)
        return booleans
    for axis in axes:
        x = along(node.operation, x, axis)
    return x if keepdims else x.changed(lambda a: np.squeeze(a, axis=tuple(axes)))


def _cast(node: Node, x: NodeValue) -> NodeValue:
    if node.dtype == "bool":
        return np.asarray(x.numerator != 0, dtype=np.bool_) if isinstance(x, Rationals) else x
    if node.dtype == "int64" and isinstance(x, Rationals):
        raise NotRational("a metric that cuts off decimals is not replayed in fractions.")
    return as_rationals(x)


def computed(node: Node, operands: list[NodeValue], inputs: dict[str, Rationals]) -> NodeValue:
    """Return the value of one node."""
    operation = node.operation
    if operation == "input":
        return inputs[node.parameters["name"]]
    if operation == "constant":
        return constant(node)
    if operation in ("cast", "sum", "prod", "min", "max", "any", "all"):
        return _cast(node, *operands) if operation == "cast" else reduction(node, *operands)
    if operation.startswith("logical_"):
        booleans: NDArray[np.bool_] = getattr(np, operation)(*operands)
        return booleans
    if operation in _PLACES:
        return _PLACES[operation](node, *operands)
    return _arithmetic(node, operands)


def _arithmetic(node: Node, operands: list[NodeValue]) -> NodeValue:
    operation = node.operation
    if operation == "where":
        return _where(*operands)
    exact = [as_rationals(x) for x in operands]
    if operation in _PAIRS:
        return _PAIRS[operation](*exact)
    if operation in _SINGLES:
        value: NodeValue = _SINGLES[operation](*exact)
        return value
    if operation in COMPARISONS:
        return compared(operation, *exact)
    if operation in ("maximum", "minimum"):
        return extreme(operation, *exact)
    if operation == "matmul":
        return matmul(*exact)
    raise NotRational(f"{operation} of a fraction is not always a fraction.")


def _where(condition: NodeValue, x: NodeValue, y: NodeValue) -> NodeValue:
    assert not isinstance(condition, Rationals)  # noqa: S101 - programs cast conditions
    if isinstance(x, Rationals) or isinstance(y, Rationals):
        return where(condition, as_rationals(x), as_rationals(y))
    return np.where(condition, x, y)


def on_places(change: Callable[[Node, WholeNumbers], WholeNumbers]) -> Callable[[Node, NodeValue], NodeValue]:
    """Return an operation on places for fractions and for booleans."""
    return lambda node, x: x.changed(lambda a: change(node, a)) if isinstance(x, Rationals) else change(node, x)


_PLACES: dict[str, Callable[[Node, Any], Any]] = {
    "diagonal": on_places(lambda _, x: np.einsum("...ii->...i", x)),
    "swapaxes": on_places(lambda node, x: np.swapaxes(x, *node.parameters["axes"])),
    "index": on_places(indexed),
    "full_like": lambda node, x: on_places(lambda _, a: np.broadcast_to(a, x.shape))(node, constant(node)),
}
