"""What early stopping needs, whichever library stops."""

from __future__ import annotations

from typing import Any

from steelyard.counts.whole_number import whole_number


def check_early_stopping(rounds: Any, evaluation: Any, kind: type) -> None:
    """Refuse what is no number of rounds, and what is no evaluation for the same library, before training."""
    whole_number(rounds, "rounds", least=1)
    if not isinstance(evaluation, kind):
        raise ValueError(f"early stopping needs what steelyard's evaluation(…) returned, not {evaluation!r}.")
