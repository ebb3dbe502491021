"""Arrays that pass through a plain NumPy body and write down what it does to them.

They have a shape and a dtype but no numbers, so a body that looks at the counts is refused. The first axis of what
depends on the cells is the stack, of no known length: it may be carried along, never summed, indexed or counted.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple
from numpy.lib.mixins import NDArrayOperatorsMixin

from steelyard.measuring.program.program import DTYPES, ELEMENTWISE, Node, Tape, plain

_OF_BOOLEANS = {
    "bitwise_and": "logical_and",
    "bitwise_or": "logical_or",
    "bitwise_xor": "logical_xor",
    "invert": "logical_not",
}

_REDUCED = {
    "add": "sum",
    "multiply": "prod",
    "minimum": "min",
    "maximum": "max",
    "logical_or": "any",
    "logical_and": "all",
}

_POWERS = {2: "square", 0.5: "sqrt", -1: "reciprocal"}
"""Exponents for which NumPy's ** calls another function."""


class _StackLength:
    """The length of a stack: not known while recording, so nothing can be done with it."""

    def __repr__(self) -> str:
        return "N"


STACK = _StackLength()


class Traced(NDArrayOperatorsMixin):
    """An array without numbers; whatever is done to it is written to a tape."""

    def __init__(self, tape: Tape, place: int) -> None:
        self.tape = tape
        self.place = place

    @property
    def node(self) -> Node:
        return self.tape.nodes[self.place]

    @property
    def shape(self) -> tuple[Any, ...]:
        return (STACK, *self.node.shape) if self.node.stacked else self.node.shape

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype(self.node.dtype)

    def __repr__(self) -> str:
        return f"<{self.node.operation} of shape {self.shape}, recorded>"

    # What NumPy calls.

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **keywords: Any) -> Traced:
        if method == "reduce" and ufunc.__name__ in _REDUCED and isinstance(inputs[0], Traced):
            return inputs[0].reduced(_REDUCED[ufunc.__name__], **{"axis": 0, **keywords})
        if method != "__call__":
            self._unknown(f"{ufunc.__name__}.{method}")
        if keywords:
            self.tape.refuse(
                f"{ufunc.__name__} is called with {min(keywords)}=, as in-place operations are; "
                "write the result to a new name, and choose with np.where"
            )
        if ufunc is np.matmul:
            return _product(self.tape, *inputs)
        if ufunc is np.positive:
            return self
        return _elementwise(self.tape, ufunc, inputs)

    def __array_function__(
        self, function: Callable[..., Any], _: Any, arguments: Sequence[Any], keywords: dict[str, Any]
    ) -> Traced:
        if function not in _FUNCTIONS:
            self._unknown(f"{function.__module__}.{function.__name__}")
        try:
            return _FUNCTIONS[function](self.tape, *arguments, **keywords)
        except TypeError as error:
            self.tape.refuse(f"{function.__module__}.{function.__name__} is called in a way unknown here ({error})")

    def __pow__(self, exponent: Any) -> Traced:
        if isinstance(exponent, int | float) and exponent in _POWERS and self.node.dtype == "float64":
            return _elementwise(self.tape, getattr(np, _POWERS[exponent]), [self])
        return np.power(self, exponent)

    # The methods of an array.

    def sum(self, axis: Any = None, **keywords: Any) -> Traced:
        return self.reduced("sum", axis, **keywords)

    def prod(self, axis: Any = None, **keywords: Any) -> Traced:
        return self.reduced("prod", axis, **keywords)

    def min(self, axis: Any = None, **keywords: Any) -> Traced:
        return self.reduced("min", axis, **keywords)

    def max(self, axis: Any = None, **keywords: Any) -> Traced:
        return self.reduced("max", axis, **keywords)

    def any(self, axis: Any = None, **keywords: Any) -> Traced:
        return self.reduced("any", axis, **keywords)

    def all(self, axis: Any = None, **keywords: Any) -> Traced:
        return self.reduced("all", axis, **keywords)

    def mean(self, axis: Any = None, **keywords: Any) -> Traced:
        total = self.astype(np.float64).reduced("sum", axis, **keywords)
        count = np.prod([self.node.shape[a] for a in self._class_axes(axis)], dtype=np.int64)
        return total / count

    def clip(self, least: Any = None, most: Any = None) -> Traced:
        raised = self if least is None else np.maximum(self, least)
        return raised if most is None else np.minimum(raised, most)

    def astype(self, dtype: Any, *, copy: bool = True) -> Traced:  # noqa: ARG002 - as NumPy's
        name = np.dtype(dtype).name
        if name not in DTYPES:
            self.tape.refuse(f"it converts to {name}; programs know {', '.join(DTYPES)}")
        return Traced(self.tape, self.tape.cast(self.place, name))

    def copy(self) -> Traced:
        return self

    def swapaxes(self, first: int, second: int) -> Traced:
        axes = sorted({*self._class_axes(first), *self._class_axes(second)})
        if len(axes) == 1:
            return self
        shape = list(self.node.shape)
        shape[axes[0]], shape[axes[1]] = shape[axes[1]], shape[axes[0]]
        return self.written("swapaxes", shape, axes=axes)

    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Traced:
        if offset or self._class_axes((axis1, axis2)) != [-2, -1]:
            self.tape.refuse("diagonals are those of the last two axes: axis1=-2, axis2=-1")
        return self.written("diagonal", [*self.node.shape[:-2], min(self.node.shape[-2:])])

    def __getitem__(self, key: Any) -> Traced:
        items = list(self._items(key if isinstance(key, tuple) else (key,)))
        if self.node.stacked:
            first = items.pop(0)
            if first != slice(None):
                self.tape.refuse("it picks matrices out of the stack; begin an index with `...`, as in x[..., 0]")
        shape = np.broadcast_to(0, self.node.shape)[tuple(items)].shape
        if all(item == slice(None) for item in items):
            return self
        return self.written("index", shape, items=[_plain_item(item) for item in items])

    def _items(self, key: tuple[Any, ...]) -> Iterator[Any]:
        """Yield one item per axis, and None for each new one."""
        key = key if any(item is Ellipsis for item in key) else (*key, Ellipsis)
        named = sum(item is not None and item is not Ellipsis for item in key)
        for item in key:
            if item is Ellipsis:
                yield from [slice(None)] * (self.ndim - named)
            elif item is None or (isinstance(item, slice) and (item.step is None or item.step > 0)):
                yield item
            elif isinstance(item, int | np.integer) and not isinstance(item, bool):
                yield operator.index(item)
            else:
                self.tape.refuse("it picks items by the data, by a list or backwards; choose with np.where instead")

    # What would look at the data.

    def __bool__(self) -> bool:  # noqa: PLE0304 - it never returns
        self.tape.refuse("it decides by the counts (if, and, or, not); choose with np.where, &, | and ~ instead")

    def _number(self, *_: Any) -> Any:
        self.tape.refuse("it takes a number out of the counts (float, int, round, math); use NumPy's functions instead")

    __float__ = __int__ = __index__ = __complex__ = __round__ = _number

    def _one_by_one(self, *_: Any) -> Any:
        self.tape.refuse("it goes through the counts one by one; it may only do arithmetic on whole arrays")

    __iter__ = __len__ = __contains__ = _one_by_one

    def __setitem__(self, key: Any, value: Any) -> None:
        self.tape.refuse("it changes an array in place; write the result to a new name, and choose with np.where")

    def __array__(self, *_: Any, **__: Any) -> Any:
        self.tape.refuse("it turns counts into a plain array (np.asarray or the like) and so looks at the data")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self._unknown(f"the array's .{name}")

    def _unknown(self, name: str) -> NoReturn:
        self.tape.refuse(f"{name} is none of the operations that can be replayed (measuring.program.OPERATIONS)")

    # What is written.

    def flowing(self, slope: Traced) -> Traced:
        """Write a product that is 0 where a factor is, although the other may be infinite."""
        places = [self.place, slope.place]
        return Traced(self.tape, self.tape.write("flow", places, _together(self.tape, places), "float64"))

    def written(self, operation: str, shape: Sequence[int], **parameters: Any) -> Traced:
        """Write an operation on this array that keeps its dtype."""
        return Traced(self.tape, self.tape.write(operation, [self.place], shape, self.node.dtype, **parameters))

    def reduced(self, operation: str, axis: Any = None, keepdims: bool = False, **others: Any) -> Traced:
        """Write a sum or the like over class axes."""
        given = [name for name, value in others.items() if value is not None]
        if given:
            self.tape.refuse(f"{operation} is called with {given[0]}=, which is unknown here")
        axes = self._class_axes(axis)
        kept = [
            1 if a in axes else length
            for a, length in zip(range(-len(self.node.shape), 0), self.node.shape, strict=True)
            if keepdims or a not in axes
        ]
        of = self
        if operation in ("any", "all"):
            of = self.astype(np.bool_)
        elif operation in ("sum", "prod") and self.node.dtype == "bool":
            of = self.astype(np.int64)
        return of.written(operation, kept, axes=axes, keepdims=bool(keepdims))

    def _class_axes(self, axis: Any) -> list[int]:
        """Return axes counted from the end; none of them may be that of the stack."""
        if axis is None and not self.node.stacked:
            return list(range(-self.ndim, 0))
        if axis is None:
            self.tape.refuse("it takes the whole stack together; name the axis of the classes, as in x.sum(axis=-1)")
        axes = normalize_axis_tuple(axis, self.ndim)
        if self.node.stacked and 0 in axes:
            self.tape.refuse("it mixes the matrices of a stack; count axes from the end, as in x.sum(axis=-1)")
        return sorted(a - self.ndim for a in axes)


def _plain_item(item: Any) -> Any:
    if isinstance(item, slice):
        return [None if end is None else operator.index(end) for end in (item.start, item.stop, item.step)]
    return "new" if item is None else item


def _type(x: Any) -> Any:
    """Return what decides the dtype of a result: Python's own numbers decide less than NumPy's."""
    if isinstance(x, int | float) and not isinstance(x, bool | np.generic):
        return type(x)
    return x.dtype if isinstance(x, Traced) else np.asarray(x).dtype


def _cast(tape: Tape, x: Any, dtype: np.dtype[Any]) -> int:
    if dtype.name not in DTYPES:
        tape.refuse(f"it computes with {dtype.name}; programs know {', '.join(DTYPES)}")
    return tape.cast(x.place, dtype.name) if isinstance(x, Traced) else tape.constant(np.asarray(x).astype(dtype))


def _elementwise(tape: Tape, ufunc: np.ufunc, inputs: Sequence[Any]) -> Traced:
    types = [_type(x) for x in inputs]
    name = ufunc.__name__
    if name in _OF_BOOLEANS and all(kind == np.bool_ for kind in types):
        name = _OF_BOOLEANS[name]
    if name not in ELEMENTWISE:
        tape.refuse(f"{name} is none of the operations that can be replayed (measuring.program.OPERATIONS)")
    if name.startswith("logical_"):
        loop = [np.dtype(np.bool_)] * (len(types) + 1)
    else:
        try:
            loop = list(ufunc.resolve_dtypes((*types, None)))
        except TypeError as error:
            tape.refuse(f"NumPy would refuse it ({error})")
    places = [_cast(tape, x, dtype) for x, dtype in zip(inputs, loop, strict=False)]
    return Traced(tape, tape.write(name, places, _together(tape, places), loop[-1].name))


def _together(tape: Tape, places: Sequence[int]) -> tuple[int, ...]:
    """Return the shape of arrays that are combined item by item; their stack axes must fall together."""
    nodes = [tape.nodes[place] for place in places]
    depths = {len(node.shape) for node in nodes if node.stacked}
    fits = not depths or (len(depths) == 1 and max(len(node.shape) for node in nodes) <= max(depths))
    try:
        shape = np.broadcast_shapes(*(node.shape for node in nodes))
    except ValueError:
        fits = False
    if not fits:
        shapes = " and ".join(str(Traced(tape, place).shape) for place in places)
        tape.refuse(
            f"it combines arrays of the shapes {shapes}, which do not fit together on a stack of N matrices; "
            "use c.of_row, c.of_column and keepdims=True"
        )
    return shape


def _product(tape: Tape, a: Any, b: Any) -> Traced:
    loop = np.matmul.resolve_dtypes((_type(a), _type(b), None))
    places = [_cast(tape, x, dtype) for x, dtype in zip((a, b), loop, strict=False)]
    left, right = (tape.nodes[place] for place in places)
    # On a stack, a vector per matrix has two axes and would be taken for a matrix on the right or beside another stack.
    apart = (right.stacked and len(right.shape) < 2) or (left.stacked and right.stacked and len(left.shape) < 2)
    try:
        shape = np.matmul(np.broadcast_to(0.0, left.shape), np.broadcast_to(0.0, right.shape)).shape
    except ValueError:
        apart = True
    if apart:
        shapes = " and ".join(str(Traced(tape, place).shape) for place in places)
        tape.refuse(f"it multiplies (@) arrays of the shapes {shapes}, which do not fit on a stack of N matrices")
    return Traced(tape, tape.write("matmul", places, shape, loop[-1].name))


# NumPy's functions that are no ufuncs.


def _where(tape: Tape, condition: Any, x: Any, y: Any) -> Traced:
    dtype = np.result_type(*(_type(v)(0) if isinstance(_type(v), type) else _type(v) for v in (x, y)))
    places = [_cast(tape, v, np.dtype(kind)) for v, kind in ((condition, np.bool_), (x, dtype), (y, dtype))]
    return Traced(tape, tape.write("where", places, _together(tape, places), dtype.name))


def _einsum(tape: Tape, subscripts: str, *operands: Any) -> Traced:
    if subscripts.replace(" ", "") != "...ii->...i":
        tape.refuse(f"np.einsum is known for the diagonal, '...ii->...i', not for {subscripts!r}")
    return operands[0].diagonal(axis1=-2, axis2=-1)


def _full_like(tape: Tape, x: Traced, value: Any, dtype: Any = None) -> Traced:
    name = np.dtype(x.dtype if dtype is None else dtype).name
    if name not in DTYPES or not isinstance(value, int | float | np.generic):
        tape.refuse("it fills an array with something else than one number")
    filling = plain(np.asarray(value).astype(name))
    return Traced(tape, tape.write("full_like", [x.place], x.node.shape, name, value=filling))


def _nan_to_num(_: Tape, x: Traced, *, nan: float = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    largest = np.finfo(np.float64).max
    numbers = np.where(np.isnan(x), nan, x)
    numbers = np.where(numbers == np.inf, largest if posinf is None else posinf, numbers)
    return np.where(numbers == -np.inf, -largest if neginf is None else neginf, numbers)


_FUNCTIONS: dict[Any, Callable[..., Traced]] = {
    np.where: _where,
    np.einsum: _einsum,
    np.nan_to_num: _nan_to_num,
    np.full_like: _full_like,
    np.zeros_like: lambda tape, x, dtype=None: _full_like(tape, x, 0, dtype),
    np.ones_like: lambda tape, x, dtype=None: _full_like(tape, x, 1, dtype),
    np.swapaxes: lambda _, x, first, second: x.swapaxes(first, second),
    np.diagonal: lambda _, x, offset=0, axis1=0, axis2=1: x.diagonal(offset, axis1, axis2),
    np.clip: lambda _, x, least=None, most=None: x.clip(least, most),
    np.sum: lambda _, x, axis=None, **keywords: x.sum(axis, **keywords),
    np.prod: lambda _, x, axis=None, **keywords: x.prod(axis, **keywords),
    np.min: lambda _, x, axis=None, **keywords: x.min(axis, **keywords),
    np.max: lambda _, x, axis=None, **keywords: x.max(axis, **keywords),
    np.any: lambda _, x, axis=None, **keywords: x.any(axis, **keywords),
    np.all: lambda _, x, axis=None, **keywords: x.all(axis, **keywords),
    np.mean: lambda _, x, axis=None, **keywords: x.mean(axis, **keywords),
}
