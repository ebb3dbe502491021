"""When a rate is undefined: named conditions on the counts.

Each is decided by which counts are zero, never by a computed denominator, so rounding cannot change the answer.
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

    from steelyard.view import View


@dataclass(frozen=True, slots=True)
class Condition:
    """A test on the counts and the words for it."""

    text: str
    test: Callable[..., NDArray[np.bool_]]
    parameters: tuple[str, ...] = ()
    """Arguments of the metric that the test needs beside the counts."""
    cases: tuple[Condition, ...] = ()
    """The alternatives, for a condition made with `|`."""

    def __call__(self, c: View, arguments: Mapping[str, Any] = MappingProxyType({})) -> NDArray[np.bool_]:
        return self.test(c, *(arguments[name] for name in self.parameters))

    def __or__(self, other: Condition) -> Condition:
        cases = tuple({case.text: case for part in (self, other) for case in part.cases or (part,)}.values())
        if len(cases) == 1:
            return self
        return Condition(
            ", or ".join(case.text for case in cases),
            lambda c: reduce(or_, (case.test(c) for case in cases)),
            cases=cases,
        )

    def where(
        self, c: View, values: NDArray[Any], arguments: Mapping[str, Any] = MappingProxyType({})
    ) -> NDArray[np.bool_]:
        """Return where these values of a metric are undefined."""
        return ~np.isfinite(values) if self is undeclared else self(c, arguments)

    def reason(self, c: View, arguments: Mapping[str, Any], classes: NDArray[np.bool_] | None) -> str:
        """Return the words of the alternatives that hold (for any of these classes)."""
        held = [
            case.text
            for case in self.cases or (self,)
            if (case(c, arguments) if classes is None else case(c, arguments) & classes).any()
        ]
        return " or ".join(held) or self.text

    def __and__(self, other: Condition) -> Condition:
        return Condition(f"{self.text} and {other.text}", lambda c: self.test(c) & other.test(c))


undeclared = Condition("its formula gives no finite number", lambda c: c.n < 0)
"""For a user's own metric that does not say where it is undefined: wherever its value is not finite."""

absent = Condition("the class has no items (t = 0)", lambda c: c.t == 0)
never_predicted = Condition("the class is never predicted (p = 0)", lambda c: c.p == 0)
alone = Condition("no other class has items (t = n)", lambda c: c.only(c.t))
always_predicted = Condition("no other class is ever predicted (p = n)", lambda c: c.only(c.p))
empty = Condition("there are no items (n = 0)", lambda c: c.n == 0)
any_absent = Condition("some class has no items (t = 0)", lambda c: c.any(c.t == 0))
one_truth = Condition("all items are of one class", lambda c: c.total(c.t > 0) < 2)
one_prediction = Condition("all predictions are of one class", lambda c: c.total(c.p > 0) < 2)
one_class = Condition("there is only one class (C = 1)", lambda c: (c.n >= 0) & (c.C < 2))
all_one_class = Condition(
    "truth and predictions are all of one and the same class",
    lambda c: ~c.any((c.t > 0) & ~c.only(c.p)),
)
no_part = Condition(
    "nothing is right and the class has no part in the errors",
    lambda c: (c.total(c.tp) == 0) & (c.t == 0) & (c.p == 0),
)
no_false_alarms = Condition(
    "the class is predicted, and always rightly (p > 0, fp = 0)", lambda c: (c.p > 0) & (c.fp == 0)
)
one_kind_of_error = Condition(
    "the class has no misses, or no false alarms", lambda c: (c.p > 0) & ~c.only(c.p) & ((c.fn == 0) | (c.fp == 0))
)
no_true_negatives = Condition("all other items are taken for the class (tn = 0)", lambda c: c.tn == 0)
neither_hits_nor_true_negatives = Condition(
    "nothing of the class is recognised, nor of the rest (tp = tn = 0)", lambda c: (c.tp == 0) & (c.tn == 0)
)
under_one_item = Condition("the items weigh less than one together (n < 1)", lambda c: c.n < 1)
free_decision = Condition(
    "some constant decision costs nothing",
    lambda c, costs: c.any(c.summed_pairs(c.t, costs) == 0),
    parameters=("costs",),
)
