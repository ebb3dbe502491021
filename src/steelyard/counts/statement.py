"""What an answer states, as data: a kind and the values that belong to it; the sentence is made where it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from steelyard.counts.answer import Shown


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Statement(Shown):
    """One thing that is stated; `str` of it is the sentence.

    Each part of the library has a type of its own under this one, with the kinds that it states; the function of `show`
    that makes the sentence of a kind takes its values by name.

    Attributes
    ----------
    kind
        What it states.
    values
        The values that belong to it, by name.
    """

    kind: str
    values: tuple[tuple[str, Any], ...]

    def __init__(self, kind: str, **values: Any) -> None:
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "values", tuple(values.items()))

    def __str__(self) -> str:
        return self._shown_as("text")

    def __repr__(self) -> str:
        told = (repr(self.kind), *(f"{name}={value!r}" for name, value in self.values))
        return f"{type(self).__name__}({', '.join(told)})"
