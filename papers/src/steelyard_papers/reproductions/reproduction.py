"""What a reproduction of a paper is: its tables of cells and the notes beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from steelyard.extending import Answer
from steelyard_papers.reproductions.cells import Cell, Origin


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a paper, cell by cell.

    Attributes
    ----------
    name
        As the paper numbers it.
    experiment
        Name of the results file; tables of the same experiment share one.
    title
        What it shows.
    cells
        The numbers, row by row.
    """

    name: str
    experiment: str
    title: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Reproduction(Answer):
    """A paper's numbers beside ours.

    Attributes
    ----------
    paper, title, citation
        Which paper.
    tables
        Its tables.
    notes
        Errata that concern no single cell, what was left out and why, and what we had to decide.
    """

    paper: str
    title: str
    citation: str
    tables: tuple[Table, ...]
    notes: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells of all tables."""
        return tuple(cell for table in self.tables for cell in table.cells)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return one plain record per cell."""
        return [asdict(cell) for cell in self.cells]

    def to_dict(self) -> dict[str, Any]:
        """Return the reproduction as plain values, ready for JSON."""
        return {
            "paper": self.paper,
            "title": self.title,
            "citation": self.citation,
            "notes": list(self.notes),
            "cells": self.to_rows(),
        }


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper that can be reproduced."""

    id: str
    aliases: tuple[str, ...]
    reproduce: Callable[[], Reproduction]


def counted(reproductions: Iterable[Reproduction], origin: Origin | None = None) -> Counter[str]:
    """Return how many cells have each verdict; of all cells, or of those of one origin."""
    return Counter(
        cell.verdict
        for reproduction in reproductions
        for cell in reproduction.cells
        if origin is None or cell.origin == origin
    )


def exit_code(reproductions: Iterable[Reproduction]) -> int:
    """Return 1 if any cell is different and not explained, else 0."""
    return int(counted(reproductions)["different"] > 0)
