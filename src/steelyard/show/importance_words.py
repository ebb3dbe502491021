"""How much the classes count, as part of a sentence."""

from __future__ import annotations

from steelyard.importance import Importance

WORDS = {
    "uniform": "if all classes count the same",
    "prevalence": "if all items count the same",
    "rarity": "if rare classes count more",
}
"""Mechanisms that have no arguments, in plain words."""

YOURS = "with your importance"
"""What is said of weights that someone set by hand, and of an importance that no sentence can bear."""

LONGEST = 60
"""Characters of an importance that a sentence can bear."""


def if_it_counts(importance: Importance) -> str:
    """Return an importance as a condition.

    Examples
    --------
    >>> import steelyard as sy
    >>> if_it_counts(sy.importance.uniform()), if_it_counts(sy.importance.order("a < b"))
    ('if all classes count the same', 'with importance a < b')
    """
    stated = importance.alone
    if stated in WORDS:
        return WORDS[stated]
    return f"with importance {stated}" if len(stated) <= LONGEST and stated.isprintable() else YOURS
