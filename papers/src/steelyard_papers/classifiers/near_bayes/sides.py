"""One class against the rest: the sign, the margin and the penalty of each item."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from steelyard.extending import some

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Sides(NamedTuple):
    """Of each item: +1 if it is of the class, −1 if of the rest; its margin P_i; what a unit of its slack costs."""

    signs: NDArray[np.float64]
    margins: NDArray[np.float64]
    penalties: NDArray[np.float64]


def relative_costs(costs: Any, classes: NDArray[Any], sizes: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the cost of each class, scaled so that it is 1 on average over the items; 1 where none are given.

    Examples
    --------
    >>> relative_costs({"ok": 1, "ill": 6}, np.array(["ill", "ok"]), np.array([20, 80]))
    array([3. , 0.5])
    """
    if costs is None:
        return np.ones(len(classes))
    if not hasattr(costs, "keys"):  # a pandas Series has them too
        shown = " ".join(reprlib.repr(costs).split())
        raise ValueError(f"costs must give the cost of each class by name, as in {{class: cost}}, not {shown}.")
    given = _by_place(costs, classes.tolist())
    without = [label for place, label in enumerate(classes.tolist()) if place not in given]
    if without:
        raise ValueError(f"costs must name every class, but there is none of {some(without)}.")
    listed = np.array([given[place] for place in range(len(classes))])
    listed /= listed.max()
    return listed / (listed @ sizes / sizes.sum())


def _by_place(costs: Any, classes: Sequence[Any]) -> dict[int, float]:
    """Return the cost of each class that is named, by itself or by its text (so that "1" finds 1)."""
    by_value = {label: place for place, label in enumerate(classes)}
    by_text = {str(label): place for place, label in enumerate(classes)}
    result: dict[int, float] = {}
    for label in costs.keys():  # noqa: SIM118 - iterating a Series gives values
        place = by_value.get(label, by_text.get(str(label)))
        if place is None:
            raise ValueError(f"there is no class {label!r}; the classes are {some(classes)}.")
        if place in result:
            raise ValueError(f"costs names class {str(label)!r} twice.")
        cost = costs[label]
        if isinstance(cost, bool) or not isinstance(cost, Real) or not 0 < float(cost) < math.inf:
            raise ValueError(f"a cost must be a finite number above 0, but class {label!r} has {cost!r}.")
        result[place] = float(cost)
    return result


def sides(of_class: NDArray[np.bool_], costs: NDArray[np.float64], C: float) -> Sides:
    """Return what the items of a class and of the rest ask of the decision value.

    The margin is the side's share of all costs, and the penalty C · cost / the side's share of all items. With costs
    of 1, both speak of the same share: P and C/P.

    Parameters
    ----------
    of_class
        Whether each item is of the class.
    costs
        The cost of each item, 1 on average.
    C
        The penalty.

    Examples
    --------
    >>> for each in sides(np.array([True, False, False, False]), np.ones(4), 3.0):
    ...     print(each)
    [ 1. -1. -1. -1.]
    [0.25 0.75 0.75 0.75]
    [12.  4.  4.  4.]
    """
    share, margin = of_class.mean(), (costs * of_class).mean()
    with np.errstate(over="ignore"):
        penalties = C * costs / np.where(of_class, share, 1 - share)
    if not (penalties.min() > 0 and np.isfinite(penalties.max())):
        raise ValueError(
            f"C = {C:g} and costs from {costs.min():.3g} to {costs.max():.3g}, 1 on average, give a penalty of 0 or "
            "infinity; it must be a finite number above 0."
        )
    return Sides(np.where(of_class, 1.0, -1.0), np.where(of_class, margin, 1 - margin), penalties)
