"""The way to tell how sure a number is, from the options of a command."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from steelyard.cli.options import Kind


def method(
    kind: Kind | None,
    draws: int | None,
    seed: int | None,
    *,
    stratified: bool,
    prior: str | None,
    usual_draws: int | None = None,
) -> Any:
    """Return the way that the options ask for; None if they leave it to the default.

    Draws, and sizes of classes that are kept, are of the bootstrap; `usual_draws` is how many there are if none are
    said and the way's own number is not meant.
    """
    from steelyard.intervals import NAMED, as_method  # noqa: PLC0415 - loaded when a command runs

    asked = {"draws": draws, "seed": seed, "stratified": stratified or None, "prior": _prior(prior)}
    given = {name: value for name, value in asked.items() if value is not None}
    if not given:
        return None if kind is None else kind.value
    takers = {name: {setting.name for setting in fields(way)} for name, (way, _) in NAMED.items()}
    drawn = draws is not None or stratified
    name = kind.value if kind is not None else "bootstrap" if drawn else "classwise"
    for option in given:
        if option not in takers.get(name, ()):
            takes = ", ".join(other for other, settings in takers.items() if option in settings)
            raise ValueError(f"--{option} goes with --intervals {takes}, not with {name}.")
    usual = {} if usual_draws is None else {"draws": usual_draws}
    return as_method(name, **usual | given)


def _prior(text: str | None) -> Any:
    """Return a prior by its name, or the pseudo-count for every cell."""
    try:
        return text if text is None else float(text)
    except ValueError:
        return text
