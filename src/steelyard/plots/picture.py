"""Axes that a notebook shows as the picture they are on.

A figure of ours is made without pyplot, which would show it, but change the user's settings. Axes of the user's are
shown by whoever made them, so that no picture comes twice.
"""

from __future__ import annotations

import io
from typing import Any

from matplotlib.axes import Axes

DOTS, SHOWN = 144, 96
"""Per inch, of the picture and of the screen: drawn one and a half times as fine as it is shown."""


class PictureAxes(Axes):
    """The axes of a figure of our own."""

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        """Return the figure as PNG, and how large a notebook shows it."""
        figure: Any = self.get_figure(root=True)
        picture = io.BytesIO()
        figure.savefig(picture, format="png", dpi=DOTS)
        width, height = (round(SHOWN * inches) for inches in figure.get_size_inches())
        return picture.getvalue(), {"width": width, "height": height}
