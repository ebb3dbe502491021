"""How many classes a picture shows, as the user says it."""

from __future__ import annotations

from typing import Any

from steelyard.counts.whole_number import whole_number


def checked_most(most: Any) -> int:
    """Refuse what is no number of classes."""
    return whole_number(most, "most", least=1)
