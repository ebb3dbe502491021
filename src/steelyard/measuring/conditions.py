"""When a metric is undefined, and what then counts in its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.measuring.other_views import SparseView
from steelyard.measuring.view import Floats, View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from steelyard.measuring.record import Metric


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


# What becomes of a body's value, by the metric's kind: its shape, where it is undefined, and what stands there then.


PLACE = "place"
"""The argument that says, by its place, which class a rate is taken at."""


class Outcome(NamedTuple):
    """A metric's values over a block."""

    value: Floats
    undefined: NDArray[np.bool_] | None
    """Which classes are undefined in it; None if none was found to be."""
    given_up: NDArray[np.bool_] | None = None
    """Which of them the model gave up and so count as the worst; None under other policies."""

    def of_class(self, place: int, classes: int) -> Outcome:
        """Return the value of one class, and whether it is that one which is undefined."""
        only = np.arange(classes) == place
        undefined, given_up = (None if mask is None else mask & only for mask in (self.undefined, self.given_up))
        return Outcome(self.value[..., place : place + 1], undefined, given_up)


def outcome(metric: Metric, view: View, arguments: Mapping[str, Any]) -> Outcome:
    """Return a metric's values over a block, and which classes are undefined in it."""
    if metric.of_rate is not None:
        own = {name: value for name, value in arguments.items() if name != PLACE}
        return outcome(metric.of_rate, view, own).of_class(arguments[PLACE], view.C)
    if metric.shares is not None:
        return _at_stated(metric.at_shares(None), view.at_shares(metric.shares), arguments)
    if metric.as_counted is not None:
        view = view.at_importance
    view.left = view.given_up = None
    value = _shaped(metric, metric.body(view, **arguments), view)
    if metric.kind == "rate":
        left = metric.undefined.where(view, value, arguments)
        if view.policy != "worst":
            return Outcome(np.where(left, 0.0 if view.policy == "zero" else np.nan, value), left)
        given_up = left & metric.undefined.given_up(view, value, metric.sign)
        instead = np.where(given_up, metric.worst(view.relevance, arguments), np.nan)
        return Outcome(np.where(left, instead, value), left, given_up)
    if metric.kind == "whole":
        out = metric.undefined.where(view, value, arguments)
        if view.lost is not None:
            out = out | view.any(view.lost)
        return Outcome(np.where(out, np.nan, value), view.lost)
    return Outcome(value, view.left, view.given_up)


def _at_stated(metric: Metric, there: View, arguments: Mapping[str, Any]) -> Outcome:
    """Return the outcome at stated class shares; a matrix without items of a class that should have some has none."""
    found = outcome(metric, there, arguments)
    if there.lost is None:
        return found
    return found._replace(value=np.where(there.any(there.lost), np.nan, found.value))


def _shaped(metric: Metric, value: Any, view: View) -> Floats:
    # A recorded array is no NumPy array, and must not become one.
    floats = value.astype(np.float64, copy=False) if hasattr(value, "astype") else np.asarray(value, dtype=np.float64)
    if floats.shape == view.stack:
        floats = floats[..., None]
    width = view.C if metric.kind == "rate" else 1
    if floats.shape != (*view.stack, width):
        wanted = "one value per class" if width > 1 else "one value per matrix (sum over classes with c.total)"
        raise ValueError(
            f"the metric {metric.id!r} must return {wanted}, of shape {(*view.stack, width)}, "
            f"but returned shape {floats.shape}."
        )
    return floats


# Whether a user's own metric means the same on sparse counts: one that looks at `c.m` by itself may not.


PROBE = np.array([[8.0, 2.0, 0.0], [1.0, 9.0, 0.0], [3.0, 0.5, 4.0]])

_checked: set[Metric] = set()


def check_sparse(metric: Metric) -> None:
    """Refuse a metric that gives other values, or none, for the cells that are not 0 of a small matrix."""
    metric = (metric.of_rate or metric).at_shares(None)
    if metric.builtin or metric in _checked:
        return
    rows, columns = PROBE.nonzero()
    phi = np.ones(len(PROBE))
    views = (
        View(PROBE, phi, "exclude", whole_numbers=False),
        SparseView(PROBE[rows, columns], (rows, columns), phi, "exclude", whole_numbers=False),
    )
    arguments = metric.arguments(range(len(PROBE)))
    try:
        with np.errstate(all="ignore"):
            dense, sparse = (outcome(metric, view, arguments)[0] for view in views)
        same = np.allclose(dense, sparse, equal_nan=True)
    except Exception:  # noqa: BLE001 - whatever a body does with cells that are not a matrix
        same = False
    if not same:
        raise ValueError(
            f"the metric {metric.id!r} does not mean the same on sparse counts, because it looks at c.m by itself; "
            "use the sums that the view offers, such as c.row_sum(...) and c.of_column(...), or evaluate cm.dense()."
        )
    _checked.add(metric)
