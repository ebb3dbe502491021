"""Count as items arrive: everything, the last items, or all of them fading; saved to a file and merged."""

from steelyard.stream.counter import Counter

__all__ = ["Counter"]
