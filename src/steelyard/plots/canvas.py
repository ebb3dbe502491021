"""Axes to draw on, their colours and inks, and saving what was drawn.

The user's backend, style and open figures stay untouched.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

GREY, LIGHT = "#777777", "#cccccc"
"""Of what is beside the point, and of what is behind it."""

DISTINCT = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Okabe and Ito's, darkest first as far as they differ."""

MARKERS = ("o", "s", "^", "D", "v", "P")

DARK, PALE = (0.03, 0.19, 0.42), (0.55, 0.74, 0.87)


def shades(n: int) -> list[tuple[float, float, float]]:
    """Return blues from dark to pale, evenly spaced in lightness.

    Parameters
    ----------
    n
        How many.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.plots.style.shades(2)
    [(0.03, 0.19, 0.42), (0.55, 0.74, 0.87)]
    """
    steps = [i / (n - 1) for i in range(n)] if n > 1 else [0.0]
    return [tuple(a + (b - a) * step for a, b in zip(DARK, PALE, strict=True)) for step in steps]  # type: ignore[misc]


# Axes to draw on, made without pyplot, so that the user's backend and open figures stay untouched.


def needs_matplotlib() -> Any:
    """Return Matplotlib's kind of figure, or say how to get it."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - loaded when it is used
    except ImportError:
        raise ValueError("drawing needs Matplotlib; pip install matplotlib.") from None
    return Figure


def grid_of_axes(rows: int, columns: int, size: tuple[float, float], **arguments: Any) -> NDArray[np.object_]:
    """Return axes in rows and columns on a new figure, made without pyplot: no window opens, no figure stays open.

    Parameters
    ----------
    rows, columns
        How many axes below and beside each other.
    size
        Width and height of the figure, in inches.
    arguments
        Others of Matplotlib's `Figure.subplots`, such as `sharey=True`.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.plots.style.grid_of_axes(1, 2, (8.0, 3.0), sharey=True).shape
    (1, 2)
    """
    figure = needs_matplotlib()(figsize=size, layout="constrained")
    axes: NDArray[np.object_] = figure.subplots(rows, columns, squeeze=False, **arguments)
    return axes


def axes_or_new(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """Return the axes given, or those of a new figure, which a notebook shows."""
    if ax is not None:
        return ax
    needs_matplotlib()
    from steelyard.plots.picture import PictureAxes  # noqa: PLC0415 - loaded when it is used

    made: Axes = grid_of_axes(1, 1, size, subplot_kw={"axes_class": PictureAxes})[0, 0]
    return made


def plain(ax: Axes, size: float | str = 8, *, rows: bool = False) -> None:
    """Take away the lines of the box that carry nothing.

    Parameters
    ----------
    ax
        The axes.
    size
        Of the words along them.
    rows
        Whether names stand along the left, a row each: then the line there and its ticks go, too.

    Examples
    --------
    >>> import steelyard as sy
    >>> ax = sy.plots.style.grid_of_axes(1, 1, (4.0, 3.0))[0, 0]
    >>> sy.plots.style.plain(ax)
    >>> bool(ax.spines["top"].get_visible())
    False
    """
    ax.spines[["top", "right", *(["left"] if rows else [])]].set_visible(False)
    ax.tick_params(labelsize=size)
    if rows:
        ax.tick_params(axis="y", length=0)


def gridded(ax: Axes, along: Literal["x", "y"]) -> None:
    """Draw a fine grid behind everything, by which values along an axis are read.

    Parameters
    ----------
    ax
        The axes.
    along
        "x" or "y": where the values are.

    Examples
    --------
    >>> import steelyard as sy
    >>> ax = sy.plots.style.grid_of_axes(1, 1, (4.0, 3.0))[0, 0]
    >>> sy.plots.style.gridded(ax, "y")
    """
    ax.grid(axis=along, color=Inks.of(ax).light, linewidth=0.6)
    ax.set_axisbelow(True)


# The inks of given axes: words and lines take their colours from the user's style, dark ones included.


RGB = tuple[float, float, float]

ORANGE, PALE_ORANGE = (0.70, 0.30, 0.00), (0.98, 0.68, 0.42)
"""The other side of blue in a difference: the colour-blind tell them apart, too."""


@dataclass(frozen=True, slots=True)
class Inks:
    """Colours that fit axes, whatever the user's style.

    Attributes
    ----------
    ink, paper
        Of the labels, and of the ground.
    grey, light
        Between them: of what is beside the point, and of what is behind it.

    Examples
    --------
    >>> import steelyard as sy
    >>> ax = sy.plots.style.grid_of_axes(1, 1, (4.0, 3.0))[0, 0]
    >>> sy.plots.style.Inks.of(ax).paper
    (1.0, 1.0, 1.0)
    """

    ink: RGB
    paper: RGB

    @classmethod
    def of(cls, ax: Axes) -> Self:
        """Read the inks off axes: their labels were made in their own style, whatever style is on now."""
        from matplotlib.colors import to_rgb, to_rgba  # noqa: PLC0415 - whoever has axes has it

        figure: Any = ax.get_figure(root=True)  # there is one, whoever types it otherwise
        grounds = [to_rgba(ax.get_facecolor()), to_rgba(figure.get_facecolor())]
        seen = [ground[:3] for ground in grounds if ground[3] > 0.5]
        return cls(to_rgb(ax.xaxis.label.get_color()), seen[0] if seen else (1.0, 1.0, 1.0))

    @property
    def grey(self) -> RGB:
        return self.mixed(0.65)

    @property
    def light(self) -> RGB:
        return self.mixed(0.2)

    @property
    def dark(self) -> bool:
        """Whether the ground is dark."""
        return luminance(self.paper) < 0.4

    @property
    def blue(self) -> RGB:
        """What is far from the ground, in a scale that begins there."""
        return PALE if self.dark else DARK

    @property
    def orange(self) -> RGB:
        return PALE_ORANGE if self.dark else ORANGE

    def mixed(self, part: float, ink: RGB | None = None) -> RGB:
        """Return a colour that is so far from the ground to an ink."""
        goal = self.ink if ink is None else ink
        return tuple(a + (b - a) * part for a, b in zip(self.paper, goal, strict=True))  # type: ignore[return-value]

    def on(self, ground: Any) -> RGB:
        """Return black or white as words on a coloured ground, whichever is farther from it."""
        light = luminance(ground)
        # The contrast of WCAG 2: (lighter + 0.05) / (darker + 0.05).
        return (0.0, 0.0, 0.0) if (light + 0.05) ** 2 > 1.05 * 0.05 else (1.0, 1.0, 1.0)


def luminance(colour: Any) -> float:
    """Return how light a colour is, from 0 to 1, as WCAG 2 defines it.

    Examples
    --------
    >>> luminance((1, 1, 1)), luminance((0, 0, 0))
    (1.0, 0.0)
    """
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in tuple(colour)[:3]]
    return float(sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True)))


# Save a figure as PNG or SVG, by the ending of the file; the same figure gives the same file.


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
