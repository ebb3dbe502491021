"""Names as a figure can show them: never read as formulas, and without characters that the font does not have."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from steelyard.counts.labels import some
from steelyard.show.names import WIDEST, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes


UNKNOWN = "□"
"""Instead of a character that no font of the figure has."""

MARK = "\u200e"
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
    return f"{MARK}{name}{MARK}" if backwards and with_glyphs(MARK) == MARK else name


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


def as_they_are(texts: Iterable[Any]) -> None:
    """Let texts that were made already show "$" and "_" as they are."""
    for text in texts:
        text.set(**AS_IT_IS)


# Names along an axis, which axes that share it show as well: Matplotlib has one set of ticks for all of them.


Which = Literal["x", "y"]


def name_axis(ax: Axes, which: Which, places: Sequence[float], names: Sequence[str], **look: Any) -> None:
    """Write names along an axis; refuse one that a neighbour has named otherwise, whose names would be lost."""
    before = shared_names(ax, which)
    if before and before != list(names):
        raise ValueError(
            f"these axes share their {which} axis with others, whose names {some(before)} would become "
            f"{some(names)}; make them without share{which}."
        )
    for one in (ax, *neighbours(ax, which)):
        axis = one.xaxis if which == "x" else one.yaxis
        # A neighbour makes the same words anew, and would read formulas into them.
        for tick in axis.get_major_ticks(len(places)):
            as_they_are([tick.label1, tick.label2])
    set_ticks = ax.set_xticks if which == "x" else ax.set_yticks
    set_ticks(places, list(names), **look, **AS_IT_IS)


def refuse_names(ax: Axes, which: Which) -> None:
    """Refuse an axis for numbers that a neighbour has given names: they would stand beside our values."""
    names = [name for name in shared_names(ax, which) if not _is_number(name)]
    if names:
        raise ValueError(
            f"these axes share their {which} axis with others that have names along it, {some(names)}; here, numbers "
            f"are to stand there, so make them without share{which}."
        )


def shared_names(ax: Axes, which: Which) -> list[str]:
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
