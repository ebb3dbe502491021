"""One metric over one quantity, a line for each value of another, as plain numbers: what the made-up problems give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard.counts.answer import Answer, number, plain_values
from steelyard.measuring.lead import difference
from steelyard.measuring.record import Metric
from steelyard.type_names import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Curves(Answer):
    """One metric's lines; what `curves` of `two_normals` and of `hexagon` returns.

    Attributes
    ----------
    metric
        What is measured.
    along, x
        The quantity along the axis, in words, and its values, one row per line.
    by, lines
        What tells the lines apart, such as "RRT", and its values.
    values
        Shape (lines, points); NaN where undefined.
    """

    metric: Metric
    along: str
    x: Floats
    by: str
    lines: tuple[int, ...]
    values: Floats

    def at(self, line: int, x: float) -> float:
        """Return the value of a line at a point, between its neighbours if it is none of its own."""
        i = self.lines.index(line)
        order = np.argsort(self.x[i])
        return float(np.interp(x, self.x[i][order], self.values[i][order]))

    @property
    def flat(self) -> bool:
        """Whether all lines are one: the metric is the same at the same point, whatever tells the lines apart.

        It takes lines over the same points. Rounding is no difference; where one is undefined, all must be.
        """
        if not np.array_equal(self.x, np.broadcast_to(self.x[0], self.x.shape)):
            raise ValueError("lines are compared point by point, and these have different points.")
        first = np.broadcast_to(self.values[0], self.values.shape)
        both = np.isnan(first) & np.isnan(self.values)
        return bool(((difference(self.values, first, self.metric) == 0) | both).all())

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row per line and point."""
        return [
            {
                "metric": self.metric.name,
                "by": self.by,
                "line": line,
                "along": self.along,
                "x": float(x),
                "value": number(float(value)),
            }
            for line, xs, values in zip(self.lines, self.x, self.values, strict=True)
            for x, value in zip(xs, values, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values; an undefined number is None."""
        named = {"metric": self.metric.name, "along": self.along, "by": self.by, "lines": list(self.lines)}
        return {**named, "x": plain_values(self.x), "values": plain_values(self.values)}


def value_of_class(metric: Metric, values: Any, place: int) -> Floats:
    """Return a value per matrix: a rate's is that of one class."""
    return np.asarray(values[..., place] if metric.kind == "rate" else values, dtype=np.float64)
