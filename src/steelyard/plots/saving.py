"""Save a figure as PNG or SVG, by the ending of the file; the same figure gives the same file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS = (".png", ".svg")
DOTS = 150
"""Per inch, of a PNG."""


def save(drawn: Any, path: str | Path) -> Path:
    """Write a figure to a file and return its path.

    Parameters
    ----------
    drawn
        What a plot function returned: axes, or an array of them; or a figure.
    path
        Ends in .png or .svg. Text stays text in an SVG.

    Examples
    --------
    >>> import tempfile, steelyard as sy
    >>> ax = sy.plots.confusion([[8, 2], [10, 90]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     sy.plots.save(ax, f"{folder}/matrix.svg").stat().st_size > 1000
    True
    """
    file = checked_path(path)
    import matplotlib as mpl  # noqa: PLC0415 - whoever has drawn has it

    kind = file.suffix.lower().removeprefix(".")
    # Without a date, a version or random ids, a figure that did not change makes no difference in git.
    metadata: dict[str, Any] = {"Date": None, "Creator": None} if kind == "svg" else {"Software": None}
    with mpl.rc_context({"svg.hashsalt": "steelyard", "svg.fonttype": "none"}):
        _figure(drawn).savefig(file, format=kind, dpi=DOTS, metadata=metadata)
    return file


def checked_path(path: str | Path) -> Path:
    """Refuse a file that is neither PNG nor SVG, before anything is drawn."""
    file = Path(path)
    if file.suffix.lower() not in ENDINGS:
        raise ValueError(
            f"a figure is saved as {' or '.join(ENDINGS)}, by the ending of the file, not as {str(path)!r}."
        )
    if not file.parent.is_dir():
        raise ValueError(f"there is no folder {str(file.parent)!r} to save the figure in.")
    return file


def _figure(drawn: Any) -> Figure:
    one = drawn.flat[0] if hasattr(drawn, "flat") else drawn
    if hasattr(one, "savefig"):
        return one
    if not hasattr(one, "get_figure"):
        raise ValueError(f"only a figure, axes or an array of axes can be saved, not {type(drawn).__name__}.")
    return one.get_figure(root=True)
