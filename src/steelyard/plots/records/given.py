"""A plot takes the record that it shows, or what the record is made from."""

from __future__ import annotations

from typing import Any, TypeVar

R = TypeVar("R")


def record_of(kind: type[R], given: Any, **options: Any) -> R:
    """Return a record as it is, or make it; options that are None are left to the record.

    A record was made with its own options, so that others beside it would be silently ignored.
    """
    said = {name: value for name, value in options.items() if value is not None}
    if not isinstance(given, kind):
        return kind.of(given, **said)  # type: ignore[attr-defined]
    if said:
        name = next(iter(said))
        raise ValueError(f"a {kind.__name__} is drawn as it is; say {name}= where it is made, {kind.__name__}.of(…).")
    return given
