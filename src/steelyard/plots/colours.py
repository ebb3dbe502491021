"""Colours that colour-blind people and grey printers tell apart: ordered ones by lightness, others with marks."""

from __future__ import annotations

INK, GREY, LIGHT = "#333333", "#777777", "#cccccc"
"""Of words, of what is beside the point, and of what is behind it."""

DISTINCT = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Okabe and Ito's, darkest first as far as they differ."""

MARKERS = ("o", "s", "^", "D", "v", "P")

DARK, PALE = (0.03, 0.19, 0.42), (0.55, 0.74, 0.87)


def shades(n: int) -> list[tuple[float, float, float]]:
    """Return blues from dark to pale, evenly spaced in lightness.

    Examples
    --------
    >>> shades(2)
    [(0.03, 0.19, 0.42), (0.55, 0.74, 0.87)]
    """
    steps = [i / (n - 1) for i in range(n)] if n > 1 else [0.0]
    return [tuple(a + (b - a) * step for a, b in zip(DARK, PALE, strict=True)) for step in steps]  # type: ignore[misc]
