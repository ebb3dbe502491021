"""Compute Example 1 of Mullick et al., in closed form and by drawing, and eq. 15."""

from __future__ import annotations

from steelyard.papers.cells import Cell, Chance, judged
from steelyard.papers.mullick2020 import expected, hexagon, inputs, two_normals
from steelyard.papers.reproduction import Reproduction, Table
from steelyard.registry import metrics

ID = "mullick2020"
TYPE_1, TYPE_2, EQUATION_15 = "Example 1, Type 1", "Example 1, Type 2", "Eq. 15"
CLOSED, DRAWN = "closed form", "drawn"


def reproduce() -> Reproduction:
    """Compare every number of Example 1 with ours."""
    tables = (
        Table(
            TYPE_1, "example1", f"Precision at x = {inputs.PRINTED_BOUNDARY:g} (drawn: seed {inputs.SEED})", _type_1()
        ),
        Table(TYPE_2, "example1", "AUROC-OVA with 60 % of each class correct", _type_2()),
        Table(EQUATION_15, "equation15", "both areas at an ACSA of 3/5, beside the formula's value", _equation_15()),
    )
    return Reproduction(ID, expected.TITLE, expected.CITATION, tables, expected.NOTES)


def _type_1() -> tuple[Cell, ...]:
    x = inputs.PRINTED_BOUNDARY
    exact, sample = two_normals.curves("precision"), two_normals.curves("precision", two_normals.drawn())
    cells = []
    for rrt, printed in expected.PRECISION.items():
        ours, error = exact.at(rrt, x), two_normals.standard_error(rrt, x)
        chance = Chance(f"Expected {ours:.3f} ± {error:.2g} of a draw.", ours, error)
        row = f"RRT {rrt}"
        cells.append(judged(ID, TYPE_1, row, CLOSED, printed, ours))
        cells.append(judged(ID, TYPE_1, row, DRAWN, printed, sample.at(rrt, x), explanation=chance))
    return tuple(cells)


def _type_2() -> tuple[Cell, ...]:
    found = {CLOSED: hexagon.curves(), DRAWN: hexagon.curves(draw=hexagon.drawn())}
    return tuple(
        judged(
            ID,
            TYPE_2,
            f"C = {classes}",
            column,
            printed,
            curves.at(classes, inputs.PRINTED_SHARE),
            explanation=expected.MISPRINT.get(classes),
        )
        for classes, printed in expected.AUROC_OVA.items()
        for column, curves in found.items()
    )


def _equation_15() -> tuple[Cell, ...]:
    return tuple(
        judged(
            ID,
            EQUATION_15,
            f"C = {classes}",
            metrics[name].title,
            printed,
            metrics[name](hexagon.evenly_wrong(classes, inputs.PRINTED_SHARE)),
        )
        for classes, printed in expected.EQUATION_15.items()
        for name in ("auroc_ovo", "auroc_ova")
    )
