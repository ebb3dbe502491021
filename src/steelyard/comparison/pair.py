"""Two models of a joint table, and the items on which they were counted together."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from steelyard.counts import labels as naming
from steelyard.counts.joint import Joint
from steelyard.intervals.units import are_weights, example_of

if TYPE_CHECKING:
    from steelyard.counts.cells.base import Numbers
    from steelyard.counts.labels import Label


class Pair(NamedTuple):
    """The names of two models, and the columns of the joint table's codes that hold their predictions."""

    a: Label
    b: Label
    columns: tuple[int, int]


def checked_pair(joint: Joint, a: Hashable, b: Hashable) -> Pair:
    """Return two different models of a joint table, each given by its name or its position."""
    if not isinstance(joint, Joint):
        raise ValueError(f"two models are compared on the joint table of their predictions, not on {joint!r}.")
    first, second = _position(joint, a), _position(joint, b)
    if first == second:
        raise ValueError(
            f"a model is compared with another one, but both are {joint.models[first]!r}; "
            f"the models are {naming.some(joint.models)}."
        )
    return Pair(joint.models[first], joint.models[second], (1 + first, 1 + second))


def checked_whole(joint: Joint, test: str) -> Numbers:
    """Return the counts of a joint table, which must be numbers of items for a test that counts them."""
    if joint.is_weighted or are_weights(joint.counts):
        raise ValueError(
            f"{test} counts items, but the combinations have weights, such as {example_of(joint.counts):g} (a float); "
            "count each item once, without weights, or give integers if they are counts."
        )
    return joint.counts


def _position(joint: Joint, model: Hashable) -> int:
    if model in joint.models:
        return joint.models.index(model)
    if isinstance(model, int | np.integer) and -len(joint) <= model < len(joint):
        return range(len(joint))[model]
    raise ValueError(f"there is no model {model!r}; the models are {naming.some(joint.models)}.")
