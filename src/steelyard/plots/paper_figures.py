"""The papers' figures as files: what the documentation shows."""

from __future__ import annotations

from pathlib import Path

from steelyard.papers.branco2017.discrimination import read_csv
from steelyard.papers.mullick2020 import figure1, figure2
from steelyard.plots import branco2017, mullick2020
from steelyard.plots.saving import save


def write_paper_figures(folder: str | Path, discrimination: str | Path) -> list[Path]:
    """Write the redrawn figures as SVG into a folder; return the files.

    Parameters
    ----------
    folder
        Where to, such as docs/images.
    discrimination
        The file of Branco et al.'s distinct scores, docs/results/branco2017/discrimination.csv: counting them anew
        takes minutes.
    """
    drawn = {
        "mullick2020_figure1": mullick2020.figure1_plot((figure1.type_1(), figure1.type_2())),
        "mullick2020_figure2": mullick2020.figure2_plot(figure2.figure2()),
        "branco2017_figure2": branco2017.figure2_plot(read_csv(discrimination)),
    }
    return [save(figure, Path(folder) / f"{name}.svg") for name, figure in drawn.items()]
