"""PREV, the word of Branco et al. 2017 for what is rarity here."""

from __future__ import annotations

from dataclasses import dataclass

from steelyard.importance.rarity import rarity


@dataclass(frozen=True, eq=False, repr=False)
class prev(rarity):
    """Rarity under the name that Branco et al. give it; it is written and compared as rarity, and says what it is.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.importance.parse("PREV")
    <importance: rarity>
    """

    caution = (
        "PREV of Branco et al. 2017, “using classes prevalence”, is inversely proportional to it (eq. 9): rarity. "
        "What weighs classes by their share is prevalence."
    )
