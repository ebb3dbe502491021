"""The papers' figures, redrawn as files: what `steelyard reproduce --plot` and the documentation show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from steelyard.plots import save
from steelyard_papers.plots import branco2017, gupta2020, lmu, mullick2020
from steelyard_papers.reproductions.branco2017.discrimination import Counted, figure_2
from steelyard_papers.reproductions.branco2017.figure1 import EXAMPLE
from steelyard_papers.reproductions.gupta2020 import figure1a
from steelyard_papers.reproductions.lmu import figures
from steelyard_papers.reproductions.mullick2020 import figure1, figure2
from steelyard_papers.type_names import Progress

Figures = Iterator[tuple[str, Any]]


def _mullick2020(_: Progress | None, __: Sequence[Counted] | None) -> Figures:
    yield "figure1", mullick2020.figure1_plot((figure1.type_1(), figure1.type_2()))
    yield "figure2", mullick2020.figure2_plot(figure2.figure2())


def _lmu(_: Progress | None, __: Sequence[Counted] | None) -> Figures:
    yield "combinations", lmu.combinations_plot(figures.combinations())
    yield "accuracy_paradox", lmu.paradox_plot(figures.paradox())


def _gupta2020(_: Progress | None, __: Sequence[Counted] | None) -> Figures:
    yield "figure1a", gupta2020.figure1a_plot(figure1a.quadrants())


def _branco2017(progress: Progress | None, counted: Sequence[Counted] | None) -> Figures:
    yield "figure1", branco2017.figure1_plot(EXAMPLE)
    yield "figure2", branco2017.figure2_plot(figure_2(progress) if counted is None else counted)


FIGURES: dict[str, Callable[[Progress | None, Sequence[Counted] | None], Figures]] = {
    "branco2017": _branco2017,
    "lmu": _lmu,
    "gupta2020": _gupta2020,
    "mullick2020": _mullick2020,
}
"""The papers of which figures are redrawn."""


def write_paper_figures(
    folder: str | Path,
    papers: Sequence[str] = tuple(FIGURES),
    *,
    counted: Sequence[Counted] | None = None,
    progress: Progress | None = None,
) -> list[Path]:
    """Write the redrawn figures of papers as SVG into a folder; return the files.

    Parameters
    ----------
    folder
        Where to, such as docs/images.
    papers
        Ids; papers without figures are passed over.
    counted
        Branco et al.'s distinct scores, as `read_csv` of docs/results/branco2017/discrimination.csv has them; counted
        anew if not given, which takes a minute or two.
    progress
        Is told how far the counting is.
    """
    home = Path(folder)
    if not home.is_dir():
        raise ValueError(f"there is no folder {str(folder)!r} to write the figures to.")
    return [
        save(figure, home / f"{paper}_{name}.svg")
        for paper in papers
        if paper in FIGURES
        for name, figure in FIGURES[paper](progress, counted)
    ]
