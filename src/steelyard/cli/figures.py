"""Figures that commands draw with --plot: the place is checked before the work begins."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

Plot = Annotated[Path | None, typer.Option("--plot", help="Also draw it, as PNG or SVG.", metavar="FILE")]


def place(plot: Path | None) -> Path | None:
    """Refuse a place where no figure can be saved, and a figure that nothing can draw."""
    if plot is None:
        return None
    from steelyard.plots.canvas import needs_matplotlib  # noqa: PLC0415 - loaded when something is drawn
    from steelyard.plots.saving import checked_path  # noqa: PLC0415

    needs_matplotlib()
    return checked_path(plot)


def folder(plot: Path | None) -> Path | None:
    """Refuse a folder that figures cannot be written to."""
    if plot is not None and not plot.is_dir():
        raise ValueError(f"there is no folder {str(plot)!r} to write the figures to.")
    return plot


def saved(drawn: Any, where: Path) -> None:
    """Save a figure and say where it is, beside what the command prints."""
    from steelyard.plots.saving import save  # noqa: PLC0415

    save(drawn, where)
    typer.echo(f"The figure is in {str(where)!r}.", err=True)
