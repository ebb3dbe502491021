"""The tape that operations are written to: each once, however often bodies repeat it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from steelyard.measuring.program.program import Node, plain

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
