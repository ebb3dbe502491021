"""How much each cell moves a metric: the derivative of a recorded program, replayed in NumPy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from steelyard.measuring.program.adjoint import with_slopes
from steelyard.measuring.program.numpy_replay import computed
from steelyard.measuring.program.program import SEED, Output, Program
from steelyard.type_names import Array, Floats


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
        replay = _Replay(differentiated, inputs)
        return {output.metric: replay.gradient(output) for output in differentiated.outputs}


class _Replay:
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
        (found,) = self._computed([output.value])
        if output.kind != "rate":
            value = np.broadcast_to(found, (*stack, 1))
            return Gradient(value[..., 0], np.where(np.isnan(value)[..., None], np.nan, self._by_cell(output)))
        value = np.broadcast_to(found, (*stack, C))
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
