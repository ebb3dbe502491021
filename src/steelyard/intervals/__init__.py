"""How sure a number is: how much it would move over other data like these. One way to tell per file.

`sy.evaluate(..., intervals=...)` and `sy.compare(..., intervals=...)` take a way or its name: "classwise" (which is the
default), "bootstrap", "percentile", "bca", "delta", "bayes" or "none".
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from steelyard.intervals.by_draws import bayes, bootstrap
from steelyard.intervals.classwise import classwise
from steelyard.intervals.interval import Interval
from steelyard.intervals.method import Method, delta

__all__ = ["Interval", "Method", "as_method", "bayes", "bootstrap", "classwise", "delta"]

NAMED: dict[str, tuple[type[classwise | bootstrap | delta | bayes], dict[str, Any]]] = {
    "classwise": (classwise, {}),
    "bootstrap": (bootstrap, {}),
    "percentile": (bootstrap, {"ends": "percentile"}),
    "bca": (bootstrap, {"ends": "bca"}),
    "delta": (delta, {}),
    "bayes": (bayes, {}),
}
"""The ways by their names, and what a name settles."""


def as_method(given: Any, **options: Any) -> Method | None:
    """Accept a way to tell how sure a number is, or its name; "none" and False are none.

    Options, such as the seed, go to a way that is named and knows them: the delta method draws nothing.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.intervals.as_method("bca", draws=5000)
    bootstrap(draws=5000, seed=0, ends='bca', stratified=False)
    >>> sy.intervals.as_method("delta", draws=5000)
    delta(stratified=False)
    """
    if isinstance(given, Method):
        return given
    if given is False or (isinstance(given, str) and given == "none"):
        return None
    name = "classwise" if given is None else given
    if not isinstance(name, str) or name not in NAMED:
        raise ValueError(f"intervals are one of {', '.join(NAMED)}, none, or made by sy.intervals, not {given!r}.")
    way, settled = NAMED[name]
    known = {field.name for field in fields(way)}
    return way(**{option: value for option, value in options.items() if option in known} | settled)
