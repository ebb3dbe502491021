"""Figure 2 as plain numbers: the points of its data sets and the curves of both distortions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from steelyard import Metric
from steelyard.shares import Curves, hexagon, two_normals
from steelyard_papers.reproductions.mullick2020.figure1 import QUALITIES
from steelyard_papers.type_names import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Figure2:
    """What Figure 2 shows.

    Attributes
    ----------
    normals, vertices
        The points of (a) and (b), and of (d) and (e).
    boundaries
        Five of the boundaries in (a) and (b), from very good to very poor.
    centres
        The centres of the classes in (d) and (e).
    type_1, type_1_drawn
        The curves of (c), in closed form and counted on the points.
    type_2, type_2_drawn
        The curves of (f), of classes that are evenly wrong and counted on the points.
    """

    normals: two_normals.Draw
    vertices: hexagon.Draw
    boundaries: tuple[float, ...]
    centres: Floats
    type_1: Curves
    type_1_drawn: Curves
    type_2: Curves
    type_2_drawn: Curves

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one row per panel, way, line and point."""
        made = (
            ("c", "closed form", self.type_1),
            ("c", "drawn", self.type_1_drawn),
            ("f", "closed form", self.type_2),
            ("f", "drawn", self.type_2_drawn),
        )
        return [{"panel": panel, "made": way, **row} for panel, way, curves in made for row in curves.to_rows()]


def figure2(
    type_1: str | Metric = "precision", type_2: str | Metric = "one_point_auroc_ova", *, seed: int = 0
) -> Figure2:
    """Return the figure, with the paper's metrics or with others in their place.

    Examples
    --------
    >>> from steelyard_papers.reproductions.mullick2020.figure2 import figure2
    >>> found = figure2()
    >>> round(found.type_1.at(10, 4.0), 2), round(found.type_2.at(6, 0.6), 2)
    (0.59, 0.76)
    """
    normals, vertices = two_normals.drawn(seed), hexagon.drawn(seed)
    over_sizes, over_classes = two_normals.curves(type_1), hexagon.curves(type_2)
    best, *_, worst = over_sizes.x[0].tolist()
    return Figure2(
        normals=normals,
        vertices=vertices,
        boundaries=tuple(np.linspace(best, worst, len(QUALITIES)).tolist()),
        centres=hexagon.vertices(max(over_classes.lines)),
        type_1=over_sizes,
        type_1_drawn=two_normals.curves(type_1, normals),
        type_2=over_classes,
        type_2_drawn=hexagon.curves(type_2, vertices),
    )
