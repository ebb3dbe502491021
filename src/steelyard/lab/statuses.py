"""What can be known of a property of a metric: the word for it, and whether the property then holds."""

from __future__ import annotations

from typing import Literal

Status = Literal["refuted", "tried", "proved", "shown", "untried"]

HOLDS: dict[Status, bool | None] = {"refuted": False, "tried": True, "proved": True, "shown": True, "untried": None}
"""Whether the property holds, by the kind of verdict."""
