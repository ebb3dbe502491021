"""When a rate is undefined: named conditions on the counts, each of which knows whose doing it is.

Each is decided by which counts are zero, never by a computed denominator, so rounding cannot change the answer.

What the model did or failed to do counts; what the data lack leaves. A rate that is undefined although the class has
items is the model's doing, unless the condition says otherwise (decision 0002).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.measuring.view import View


def _has_items(c: View) -> NDArray[np.bool_]:
    return c.t > 0


def _nowhere(c: View) -> NDArray[np.bool_]:
    return c.n < 0


@dataclass(frozen=True, slots=True)
class Condition:
    """A test on the counts and the words for it."""

    text: str
    test: Callable[..., NDArray[np.bool_]]
    of_model: Callable[[View], NDArray[np.bool_]] = _has_items
    """Where, if the condition holds, the model is the cause; elsewhere the data are, which lack something."""
    parameters: tuple[str, ...] = ()
    """Arguments of the metric that the test needs beside the counts."""
    cases: tuple[Condition, ...] = ()
    """The alternatives, for a condition made with `|`."""
    failing: tuple[str, str] | None = None
    """What is said of one class, and of several, where it is the model's doing."""
    lacking: str = ""
    """The words for it where the data are the cause, if they can be told from the model's doing."""

    def __call__(self, c: View, arguments: Mapping[str, Any] = MappingProxyType({})) -> NDArray[np.bool_]:
        return self.test(c, *(arguments[name] for name in self.parameters))

    def __or__(self, other: Condition) -> Condition:
        cases = tuple({case.text: case for part in (self, other) for case in part.cases or (part,)}.values())
        if len(cases) == 1:
            return self
        return Condition(
            ", or ".join(case.text for case in cases),
            lambda c: reduce(or_, (case.test(c) for case in cases)),
            # What the data lack excuses the model, whatever else it did.
            lambda c: ~reduce(or_, (case.test(c) & ~case.of_model(c) for case in cases)),
            cases=cases,
        )

    def where(
        self, c: View, values: NDArray[Any], arguments: Mapping[str, Any] = MappingProxyType({})
    ) -> NDArray[np.bool_]:
        """Return where these values of a metric are undefined."""
        return ~np.isfinite(values) if self is undeclared else self(c, arguments)

    def given_up(self, c: View, values: NDArray[Any], sign: int) -> NDArray[np.bool_]:
        """Return where the model is the cause if these values are undefined, of which larger ones are better (sign 1).

        A value beyond all bounds on the good side is no failure.
        """
        by_model = self.of_model(c)
        return by_model & (values != sign * np.inf) if self is undeclared else by_model

    def held(self, c: View, arguments: Mapping[str, Any], classes: NDArray[np.bool_] | None) -> list[Condition]:
        """Return the alternatives that hold (for any of these classes)."""
        return [
            case
            for case in self.cases or (self,)
            if (case(c, arguments) if classes is None else case(c, arguments) & classes).any()
        ]

    def reason(self, c: View, arguments: Mapping[str, Any], classes: NDArray[np.bool_] | None) -> str:
        """Return the words of the alternatives that hold (for any of these classes)."""
        return " or ".join(case.text for case in self.held(c, arguments, classes)) or self.text

    def __and__(self, other: Condition) -> Condition:
        return Condition(
            f"{self.text} and {other.text}",
            lambda c: self.test(c) & other.test(c),
            lambda c: self.of_model(c) & other.of_model(c),
        )


def of_data(text: str, test: Callable[[View], NDArray[np.bool_]]) -> Condition:
    """Return a condition that holds because of the data, whatever the model did."""
    return Condition(text, test, _nowhere)


undeclared = Condition("its formula gives no finite number", _nowhere)
"""For a user's own metric that does not say where it is undefined: wherever its value is not finite."""

absent = of_data("the class has no items (t = 0)", lambda c: c.t == 0)
never_predicted = Condition(
    "the class is never predicted (p = 0)",
    lambda c: c.p == 0,
    failing=("has items and is never predicted", "have items and are never predicted"),
    lacking="the class has neither items nor predictions (t = p = 0)",
)
alone = of_data("no other class has items (t = n)", lambda c: c.only(c.t))
always_predicted = Condition(
    "no other class is ever predicted (p = n)",
    lambda c: c.only(c.p),
    lambda c: ~c.only(c.t),  # it is the other classes that were given up, if they have items
    failing=("is the only class ever predicted", "are the only classes ever predicted"),
    lacking="no other class has items or predictions (t = p = n)",
)
empty = of_data("there are no items (n = 0)", lambda c: c.n == 0)
any_absent = of_data("some class has no items (t = 0)", lambda c: c.any(c.t == 0))
one_truth = Condition("all items are of one class", lambda c: c.total(c.t > 0) < 2)
one_prediction = Condition("all predictions are of one class", lambda c: c.total(c.p > 0) < 2)
one_class = of_data("there is only one class (C = 1)", lambda c: (c.n >= 0) & (c.C < 2))
all_one_class = Condition(
    "truth and predictions are all of one and the same class",
    lambda c: ~c.any((c.t > 0) & ~c.only(c.p)),
)
no_part = of_data(
    "nothing is right and the class has no part in the errors",
    lambda c: (c.total(c.tp) == 0) & (c.t == 0) & (c.p == 0),
)
no_false_alarms = of_data(  # the best there is, not a failure
    "the class is predicted, and always rightly (p > 0, fp = 0)", lambda c: (c.p > 0) & (c.fp == 0)
)
one_kind_of_error = of_data(  # the best there is, not a failure
    "the class has no misses, or no false alarms", lambda c: (c.p > 0) & ~c.only(c.p) & ((c.fn == 0) | (c.fp == 0))
)
no_true_negatives = Condition("all other items are taken for the class (tn = 0)", lambda c: c.tn == 0)
neither_hits_nor_true_negatives = Condition(
    "nothing of the class is recognised, nor of the rest (tp = tn = 0)", lambda c: (c.tp == 0) & (c.tn == 0)
)
under_one_item = of_data("the items weigh less than one together (n < 1)", lambda c: c.n < 1)
free_decision = Condition(
    "some constant decision costs nothing",
    lambda c, costs: c.any(c.summed_pairs(c.t, costs) == 0),
    parameters=("costs",),
)
