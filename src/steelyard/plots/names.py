"""Names as a figure can show them: never read as formulas, and without characters that the font does not have."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from steelyard.show.names import WIDEST, shortened

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

    found = []
    for family in font_manager.FontProperties().get_family():
        try:
            path = font_manager.findfont(font_manager.FontProperties(family=family), fallback_to_default=False)
        except ValueError:  # not installed: Matplotlib goes on to the next
            continue
        found.append(font_manager.get_font(path))
    return found or [font_manager.get_font(font_manager.findfont(font_manager.FontProperties()))]


def as_they_are(texts: Iterable[Any]) -> None:
    """Let texts that were made already show "$" and "_" as they are."""
    for text in texts:
        text.set(**AS_IT_IS)
