"""Compute what the slides print of their own."""

from __future__ import annotations

from steelyard import Confusion
from steelyard_papers.reproductions.branco2017.figure1 import EXAMPLE as LOCAL_ORDER
from steelyard_papers.reproductions.cells import Cell, judged
from steelyard_papers.reproductions.reproduction import Reproduction, Table
from steelyard_papers.reproductions.sadeghinasab2020 import expected, inputs

ID = "sadeghinasab2020"


def reproduce() -> Reproduction:
    """Compare the numbers with ours."""
    tables = (
        Table("Example, n = 165", "example", "a diagnosis: NO or YES", _example()),
        Table("Rank(E)", "rank", "of the partial order of seven classes", _rank()),
    )
    return Reproduction(ID, expected.TITLE, expected.CITATION, tables, expected.NOTES)


def _example() -> tuple[Cell, ...]:
    cm = Confusion(inputs.EXAMPLE, labels=inputs.LABELS)
    predicted = dict(zip(cm.labels, cm.predicted, strict=True))
    return (
        judged(ID, "Example, n = 165", "all", "items", expected.ITEMS, float(cm.total)),
        *(
            judged(ID, "Example, n = 165", f"predicted {label}", "items", printed, float(predicted[label]))
            for label, printed in expected.PREDICTED.items()
        ),
    )


def _rank() -> tuple[Cell, ...]:
    rank = float(LOCAL_ORDER.rank)
    return (judged(ID, "Rank(E)", "|S| + 1 + |U|/2", "2 + 1 + 1.5", expected.RANK_E, rank),)
