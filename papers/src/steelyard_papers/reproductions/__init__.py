"""The papers' numbers, recomputed and compared cell by cell. One folder per paper: inputs, expected values, code."""

from __future__ import annotations

from steelyard.extending import nearest
from steelyard_papers.reproductions import branco2017, gupta2020, lmu, mullick2020, sadeghinasab2020
from steelyard_papers.reproductions.cells import Cell
from steelyard_papers.reproductions.reproduction import Paper, Reproduction, Table, exit_code
from steelyard_papers.reproductions.results import write_results

__all__ = ["PAPERS", "Cell", "Paper", "Reproduction", "Table", "exit_code", "paper", "reproduce", "write_results"]

PAPERS: dict[str, Paper] = {
    module.PAPER.id: module.PAPER for module in (branco2017, sadeghinasab2020, lmu, gupta2020, mullick2020)
}
"""The papers by id; each also answers to its aliases."""


def reproduce(which: str | None = None) -> list[Reproduction]:
    """Recompute the numbers of one paper, or of all.

    Parameters
    ----------
    which
        A paper's id or alias; all papers if not given.

    Examples
    --------
    >>> from steelyard_papers.reproductions import reproduce
    >>> (paper,) = reproduce("branco2017")
    >>> cell = paper.cells[4]
    >>> cell.row, cell.column, cell.printed, round(cell.ours, 4), cell.verdict
    ('Case 1 c2', 'prec', '0.032', 0.0323, 'same')
    """
    return [each.reproduce() for each in (PAPERS.values() if which is None else [paper(which)])]


def paper(which: str) -> Paper:
    """Return a paper by its id or one of its aliases."""
    names = {name.casefold(): each for each in PAPERS.values() for name in (each.id, *each.aliases)}
    if which.casefold() not in names:
        raise ValueError(f"there is no paper {which!r}; the papers are {', '.join(PAPERS)}.{nearest(which, names)}")
    return names[which.casefold()]
