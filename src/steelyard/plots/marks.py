"""What plots are made of: names that can be drawn, looks of models, marks with intervals, rows, a legend."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from steelyard.counts.labels import some
from steelyard.plots.canvas import DISTINCT, MARKERS, Inks, gridded, plain
from steelyard.plots.value_records import Point
from steelyard.show.names import WIDEST, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes

UNKNOWN = "□"
"""Instead of a character that no font of the figure has."""

LEFT_TO_RIGHT = "\u200e"
"""Left to right, of no width: between it, words from right to left do not reorder the numbers beside them."""

AS_IT_IS: dict[str, Any] = {"parse_math": False, "usetex": False}
"""How text is set so that "$", "_" and "\\" are themselves."""


def drawable(labels: Sequence[Hashable], widest: int = WIDEST) -> list[str]:
    """Return names on one line and of bounded width, different ones different, with the glyphs that there are.

    For other scripts, a font that has them is named before: `rcParams["font.family"] = ["DejaVu Sans", "Noto Sans"]`.
    """
    short = shortened(labels, widest)
    seen = [with_glyphs(name) for name in short]
    return short if seen == short else shortened(seen, widest)


def model_names(models: Sequence[Hashable]) -> list[str]:
    """Return the names of models; a single one without a name is the values themselves."""
    return ["values"] if tuple(models) == (None,) else drawable(models)


def isolated(name: str) -> str:
    """Return a name that numbers or other words can stand beside: one from right to left keeps to its place.

    Matplotlib orders such words since 3.11; isolates (U+2068) would be the same there, but boxes before.
    """
    backwards = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name)
    return (
        f"{LEFT_TO_RIGHT}{name}{LEFT_TO_RIGHT}" if backwards and with_glyphs(LEFT_TO_RIGHT) == LEFT_TO_RIGHT else name
    )


def better(direction: str) -> str:
    """Return what stands behind the name of a metric of which lower values are better."""
    return "" if direction == "higher" else " (lower is better)"


def with_glyphs(text: str) -> str:
    """Replace the characters that the figure's fonts do not have; they would warn, whenever it is drawn."""
    if text.isascii():
        return text
    fonts = _fonts()
    return "".join(c if any(font.get_char_index(ord(c)) for font in fonts) else UNKNOWN for c in text)


def _fonts() -> list[Any]:
    """Return the fonts that Matplotlib takes for text, in the order in which it asks them."""
    from matplotlib import font_manager  # noqa: PLC0415 - loaded when something is drawn

    fonts = []
    for family in font_manager.FontProperties().get_family():
        try:
            path = font_manager.findfont(font_manager.FontProperties(family=family), fallback_to_default=False)
        except ValueError:  # not installed: Matplotlib goes on to the next
            continue
        fonts.append(font_manager.get_font(path))
    return fonts or [font_manager.get_font(font_manager.findfont(font_manager.FontProperties()))]


def _as_they_are(texts: Iterable[Any]) -> None:
    """Let texts that were made already show "$" and "_" as they are."""
    for text in texts:
        text.set(**AS_IT_IS)


# Names along an axis, which axes that share it show as well: Matplotlib has one set of ticks for all of them.


Which = Literal["x", "y"]


def name_axis(ax: Axes, which: Which, places: Sequence[float], names: Sequence[str], **look: Any) -> None:
    """Write names along an axis; refuse one that a neighbour has named otherwise, whose names would be lost."""
    before = _shared_names(ax, which)
    if before and before != list(names):
        raise ValueError(
            f"these axes share their {which} axis with others, whose names {some(before)} would become "
            f"{some(names)}; make them without share{which}."
        )
    for one in (ax, *neighbours(ax, which)):
        axis = one.xaxis if which == "x" else one.yaxis
        # A neighbour makes the same words anew, and would read formulas into them.
        for tick in axis.get_major_ticks(len(places)):
            _as_they_are([tick.label1, tick.label2])
    set_ticks = ax.set_xticks if which == "x" else ax.set_yticks
    set_ticks(places, list(names), **look, **AS_IT_IS)


def refuse_names(ax: Axes, which: Which) -> None:
    """Refuse an axis for numbers that a neighbour has given names: they would stand beside our values."""
    names = [name for name in _shared_names(ax, which) if not _is_number(name)]
    if names:
        raise ValueError(
            f"these axes share their {which} axis with others that have names along it, {some(names)}; here, numbers "
            f"are to stand there, so make them without share{which}."
        )


def _shared_names(ax: Axes, which: Which) -> list[str]:
    """Return the words that were set along an axis, if it is shared."""
    from matplotlib.ticker import FixedLocator  # noqa: PLC0415 - whoever has axes has it

    axis = ax.xaxis if which == "x" else ax.yaxis
    if not neighbours(ax, which) or not isinstance(axis.get_major_locator(), FixedLocator):
        return []
    words = axis.get_major_formatter()
    return [name for name in (words(place, i) for i, place in enumerate(axis.get_majorticklocs())) if name]


def neighbours(ax: Axes, which: Which) -> list[Axes]:
    """Return the other axes that share an axis with these."""
    shared = ax.get_shared_x_axes() if which == "x" else ax.get_shared_y_axes()
    return [one for one in shared.get_siblings(ax) if one is not ax]


def _is_number(name: str) -> bool:
    try:
        float(name.removesuffix("%").replace("−", "-"))
    except ValueError:
        return False
    return True


# A look for each model, the same in every figure.


DASHES = ("-", "--", ":")
HATCHES = ("", "//", "..", "\\\\", "xx", "--", "||", "++", "o", "*")


@dataclass(frozen=True, slots=True)
class Look:
    """A colour, a mark, a line and a hatching; made by `look`.

    Attributes
    ----------
    colour, marker, line, hatch
        As Matplotlib takes them.
    hollow
        Whether the mark is not filled.
    """

    colour: str
    marker: str
    hollow: bool
    line: str
    hatch: str

    def marks(self, inks: Inks, size: float = 5.5) -> dict[str, Any]:
        """Return what `Axes.plot` takes for marks."""
        return {
            "marker": self.marker,
            "markersize": size,
            "markerfacecolor": inks.paper if self.hollow else self.colour,
            "markeredgecolor": self.colour,
            "markeredgewidth": 1.2,
            "color": self.colour,
        }


def look(k: int) -> Look:
    """Return the look of the k-th model, the same in every figure.

    Parameters
    ----------
    k
        Counted from 0.

    Examples
    --------
    >>> import steelyard as sy
    >>> look = sy.plots.style.look
    >>> look(0).marker, look(0).hollow, look(6).marker, look(6).hollow
    ('o', False, 'o', True)
    """
    return Look(
        DISTINCT[k % len(DISTINCT)],
        MARKERS[k % len(MARKERS)],
        k // len(DISTINCT) % 2 == 1,
        DASHES[k // len(DISTINCT) % len(DASHES)],
        HATCHES[k % len(HATCHES)],
    )


# Values with their intervals: a mark and a line, dotted where it may not be trusted; a cross for what is undefined.


UNDEFINED = "undefined"
DOUBTED = "interval may not be trusted"
DOTTED = (0.0, (1.0, 1.2))


def draw_points(
    ax: Axes,
    points: Sequence[Point],
    places: Sequence[float],
    seen: Look,
    *,
    along: Literal["x", "y"] = "x",
    size: float = 5.5,
    name: str = "",
) -> Any:
    """Draw points of one model at their places on the other axis; return the artist of its marks."""
    inks = Inks.of(ax)
    styles: dict[bool, Any] = {False: "solid", True: DOTTED}
    for doubted, style in styles.items():
        some = [(at, p) for at, p in zip(places, points, strict=True) if p.sure and bool(p.doubt) is doubted]
        if some:
            line = ax.hlines if along == "x" else ax.vlines
            where, low, high = [at for at, _ in some], [p.low for _, p in some], [p.high for _, p in some]
            line(where, low, high, colors=seen.colour, linestyles=style, linewidth=1.6, zorder=2)
    values, where = [p.value for p in points], list(places)
    coordinates = (values, where) if along == "x" else (where, values)
    (marks,) = ax.plot(*coordinates, linestyle="none", zorder=3, label=name, **seen.marks(inks, size))
    return marks


def draw_undefined(ax: Axes, places: Sequence[float], seen: Look, *, along: Literal["x", "y"] = "x") -> Any:
    """Put a cross at the edge of the axes for each value that there is not."""
    if not len(places):
        return None
    transform = ax.get_yaxis_transform() if along == "x" else ax.get_xaxis_transform()
    edge = [0.0] * len(places)
    coordinates = (edge, list(places)) if along == "x" else (list(places), edge)
    (marks,) = ax.plot(
        *coordinates, transform=transform, linestyle="none", marker="x", markersize=5, color=seen.colour,
        clip_on=False, zorder=4, label=UNDEFINED,
    )  # fmt: skip
    return marks


def meanings(ax: Axes, points: Sequence[Point]) -> list[tuple[Any, str]]:
    """Return what a legend must say of the points: of dotted lines, and of crosses."""
    from matplotlib.lines import Line2D  # noqa: PLC0415

    ink, entries = Inks.of(ax).ink, []
    if any(point.sure and point.doubt for point in points):
        entries.append((Line2D([], [], color=ink, linestyle=DOTTED, linewidth=1.6), DOUBTED))
    if not all(point.defined for point in points):
        entries.append((Line2D([], [], color=ink, linestyle="none", marker="x", markersize=5), UNDEFINED))
    return entries


# A plot of rows, each with a place for every model.


ROW_ROOM = 0.7
"""Of a row, that the models share."""


def row_height(models: int) -> float:
    """Return the inches of a row."""
    return 0.18 + 0.08 * models


def offsets(models: int) -> list[float]:
    """Return the places of the models within a row, the first on top.

    Examples
    --------
    >>> offsets(1), offsets(2)
    ([0.0], [-0.175, 0.175])
    """
    return [ROW_ROOM * ((k + 0.5) / models - 0.5) for k in range(models)]


def banded(ax: Axes, rows: int) -> None:
    """Shade every other row, draw a fine grid for values, and take away the lines that carry nothing."""
    inks = Inks.of(ax)
    refuse_names(ax, "x")
    for row in range(1, rows, 2):
        ax.axhspan(row - 0.5, row + 0.5, color=inks.mixed(0.05), linewidth=0, zorder=0)
    gridded(ax, "x")
    plain(ax, "small", rows=True)


# Say what lines and marks mean: above the axes where the figure is ours, else inside them.


LETTERS = "small"

BESIDE, LINE = 5.0, 1.7
"""In sizes of the letters: what an entry has beside its name, and how high it is."""


def explain(ax: Axes, entries: Sequence[tuple[Any, str]], *, own: bool) -> None:
    """Add a legend of artists and what they mean.

    `own`: the figure has nothing but these axes; it grows, so that the legend stands above them.
    """
    if not entries:
        return
    handles = [handle for handle, _ in entries]
    # Matplotlib before 3.10 leaves names that begin with "_" out, so that they are written afterwards.
    blank = ["-"] * len(entries)
    letters: dict[str, Any] = {"fontsize": LETTERS, "handlelength": 1.8}
    inks = Inks.of(ax)
    figure = ax.get_figure(root=True)
    if own and figure is not None:
        inch = _size(LETTERS) / 72
        columns = columns_that_fit([text_width(name) / inch for _, name in entries], figure.get_figwidth() / inch)
        figure.set_figheight(figure.get_figheight() + -(-len(entries) // columns) * LINE * inch)
        made = figure.legend(handles, blank, loc="outside upper left", ncols=columns, frameon=False, **letters)
    else:
        # It may lie on what is drawn, which must not be seen between the letters.
        made = ax.legend(
            handles,
            blank,
            loc="best",
            frameon=True,
            facecolor=inks.paper,
            edgecolor=inks.light,
            framealpha=0.9,
            **letters,
        )
    _as_they_are(made.get_texts())
    for text, (_, name) in zip(made.get_texts(), entries, strict=True):
        text.set(text=name, color=inks.ink)


def _size(size: str) -> float:
    """Return a size of letters in points."""
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415 - whoever has axes has it

    return FontProperties(size=size).get_size_in_points()


def text_width(text: str, size: str = LETTERS) -> float:
    """Return how many inches a text is wide."""
    from matplotlib.font_manager import FontProperties  # noqa: PLC0415
    from matplotlib.textpath import text_to_path  # noqa: PLC0415

    points: float = text_to_path.get_text_width_height_descent(text, FontProperties(size=size), ismath=False)[0]
    return points / 72


def columns_that_fit(widths: Sequence[float], room: float) -> int:
    """Return the most columns into which names of these widths fit, in sizes of the letters.

    Examples
    --------
    >>> columns_that_fit([5, 5, 5, 5], 40.0), columns_that_fit([5, 60, 5, 5], 80.0), columns_that_fit([500], 60.0)
    (4, 2, 1)
    """
    for columns in range(len(widths), 1, -1):
        rows, longer = divmod(len(widths), columns)  # Matplotlib fills the first columns with one more
        left, total = list(widths), 0.0
        for column in range(columns):
            size = rows + (column < longer)
            total += max(left[:size]) + BESIDE
            left = left[size:]
        if total <= room:
            return columns if not rows or not longer else -(-len(widths) // (rows + 1))  # as many rows, but alike
    return 1
