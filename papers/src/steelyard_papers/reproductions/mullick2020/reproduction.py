"""Compute Example 1 of Mullick et al., in closed form and by drawing, their theorems, and their bounds."""

from __future__ import annotations

import math
from functools import partial

from steelyard import metrics
from steelyard.lab import atlas, bounds
from steelyard.shares import hexagon, two_normals
from steelyard_papers.reproductions.cells import Cell, Chance, judged
from steelyard_papers.reproductions.mullick2020 import expected
from steelyard_papers.reproductions.reproduction import Reproduction, Table

ID = "mullick2020"
TYPE_1, TYPE_2, EQUATION_15 = "Example 1, Type 1", "Example 1, Type 2", "Eq. 15"
THEOREMS = "Theorems 1 to 5, Figure 6"
BOUNDS, OF_SIZES, RUINED = "Lemma 2 and λ", "Lemma 3, eqs 19 to 24", "Eq. 27"
CLOSED, DRAWN = "closed form", "drawn"

derived = partial(judged, ID, origin="derived")
"""Compare with what a formula or a theorem says; the paper prints no such number."""


def reproduce() -> Reproduction:
    """Compare every number of Example 1 with ours."""
    tables = (
        Table(
            TYPE_1,
            "example1",
            f"Precision at x = {expected.PRINTED_BOUNDARY:g} (drawn: seed 0)",
            _type_1(),
        ),
        Table(TYPE_2, "example1", "AUROC-OVA with 60 % of each class correct", _type_2()),
        Table(EQUATION_15, "equation15", "both areas at an ACSA of 3/5, beside the formula's value", _equation_15()),
        Table(THEOREMS, "theorems", "whether audits find Conditions 1 to 3 to hold (1) or not (0)", _theorems()),
        Table(BOUNDS, "bounds", "the least values over all class sizes, as `bounds` finds them", _bounds()),
        Table(OF_SIZES, "bounds", "the least AUROC-OVA for given class sizes", _bounds_of_sizes()),
        Table(RUINED, "bounds", "what ACSA tends to as one class is ruined", _ruined()),
    )
    return Reproduction(ID, expected.TITLE, expected.CITATION, tables, expected.NOTES)


def _type_1() -> tuple[Cell, ...]:
    x = expected.PRINTED_BOUNDARY
    exact, sample = two_normals.curves("precision"), two_normals.curves("precision", two_normals.drawn())
    cells = []
    for rrt, printed in expected.PRECISION.items():
        ours, error = exact.at(rrt, x), standard_error(rrt, x)
        chance = Chance(f"Expected {ours:.3f} ± {error:.2g} of a draw.", ours, error)
        row = f"RRT {rrt}"
        cells.append(judged(ID, TYPE_1, row, CLOSED, printed, ours))
        cells.append(judged(ID, TYPE_1, row, DRAWN, printed, sample.at(rrt, x), explanation=chance, origin="again"))
    return tuple(cells)


def standard_error(rrt: int, x: float) -> float:
    """Return the standard error of the precision of a draw, by the delta method."""
    counts = two_normals.closed_form(rrt, x).counts
    sizes = counts.sum(axis=1)
    fpr, tpr = counts[:, 1] / sizes  # of the left class, and of the right one
    precision = 1 / (1 + rrt * fpr / tpr)
    relative = (1 - fpr) / (fpr * sizes[0]) + (1 - tpr) / (tpr * sizes[1])
    return float(precision * (1 - precision) * math.sqrt(relative))


def _type_2() -> tuple[Cell, ...]:
    result = {CLOSED: hexagon.curves(), DRAWN: hexagon.curves(draw=hexagon.drawn())}
    return tuple(
        judged(
            ID,
            TYPE_2,
            f"C = {classes}",
            column,
            printed,
            curves.at(classes, expected.PRINTED_SHARE),
            explanation=expected.MISPRINT.get(classes),
            origin="again" if column == DRAWN else "printed",
        )
        for classes, printed in expected.AUROC_OVA.items()
        for column, curves in result.items()
    )


def _equation_15() -> tuple[Cell, ...]:
    return tuple(
        derived(
            EQUATION_15,
            f"C = {classes}",
            metrics[name].title,
            printed,
            metrics[name](hexagon.evenly_wrong(classes, expected.PRINTED_SHARE), undefined="exclude"),
        )
        for classes, printed in expected.EQUATION_15.items()
        for name in ("one_point_auroc_ovo", "one_point_auroc_ova")
    )


def _theorems() -> tuple[Cell, ...]:
    return tuple(
        derived(
            THEOREMS,
            f"{metrics[name].title}, C = {classes}",
            f"Condition {number}",
            str(int(holds)),
            float(bool(atlas.verdict(name, f"condition_{number}", classes).holds)),
        )
        for classes, indices in expected.CONDITIONS.items()
        for name, conditions in indices.items()
        for number, holds in enumerate(conditions, 1)
        if holds is not None
    )


def _bounds() -> tuple[Cell, ...]:
    printed = {"one_point_auroc_ovo": expected.LEAST_AUROC_OVO, "one_point_auroc_ova": expected.LEAST_AUROC_OVA}
    return tuple(
        derived(
            BOUNDS,
            f"C = {classes}",
            metrics[name].title,
            least,
            bounds(name, classes=classes, undefined="exclude").low,
        )
        for name, of in printed.items()
        for classes, least in of.items()
    )


def _bounds_of_sizes() -> tuple[Cell, ...]:
    return tuple(
        derived(
            OF_SIZES,
            "-".join(map(str, sizes)),
            "AUROC-OVA",
            least,
            bounds("one_point_auroc_ova", supports=sizes, undefined="exclude").low,
        )
        for sizes, least in expected.LEAST_AUROC_OVA_OF_SIZES.items()
    )


def _ruined() -> tuple[Cell, ...]:
    def limit(classes: int) -> float:
        return atlas.verdict("balanced_accuracy", "condition_3", classes).figures["limit_at_equal_sizes"]

    return tuple(
        derived(RUINED, f"C = {classes}", "ACSA", printed, limit(classes))
        for classes, printed in expected.RUINED_ACSA.items()
    )
