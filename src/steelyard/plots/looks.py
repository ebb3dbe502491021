"""How one model is told from the others: by colour, by mark, and beyond six by a hollow mark and a dashed line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from steelyard.plots.colours import DISTINCT, MARKERS
from steelyard.plots.inks import Inks

DASHES = ("-", "--", ":")
HATCHES = ("", "//", "..", "\\\\", "xx", "--", "||", "++", "o", "*")


@dataclass(frozen=True, slots=True)
class Look:
    """A colour, a mark, a line and a hatching."""

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
    """Return the look of the k-th model.

    Examples
    --------
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
