"""The inks of given axes: words and lines take their colours from the user's style, dark ones included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from steelyard.plots.colours import DARK, PALE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RGB = tuple[float, float, float]

ORANGE, PALE_ORANGE = (0.70, 0.30, 0.00), (0.98, 0.68, 0.42)
"""The other side of blue in a difference: the colour-blind tell them apart, too."""


@dataclass(frozen=True, slots=True)
class Inks:
    """Colours that fit axes.

    Attributes
    ----------
    ink, paper
        Of the labels, and of the ground.
    grey, light
        Between them: of what is beside the point, and of what is behind it.
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
