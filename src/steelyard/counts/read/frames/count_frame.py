"""The columns of any data frame, as items to be counted: read in memory, or grouped where the frame lives.

pandas and PyArrow have their columns in our memory: they are counted as they are, in half the time of pandas' own
group-by. Every other engine runs one group-by through narwhals, and its groups are counted like items.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from steelyard.counts.read.chosen_columns import TRUTH, WEIGHT, Columns
from steelyard.counts.read.classes import without_label
from steelyard.counts.read.count import Items
from steelyard.counts.read.frames.columns import OpenFrame, opened
from steelyard.counts.read.frames.engines import IN_MEMORY
from steelyard.counts.read.frames.groups import MODEL, PREDICTION, Groups, joint_groups, pair_groups
from steelyard.counts.read.frames.weights import check_type, weights_in_memory

NO_ROWS = "the frame has no rows."


def frame_items(frame: Any, columns: Columns, *, together: bool = False) -> Items:
    """Return the named columns of a frame as items, or as groups by truth and prediction, or by all (`together`)."""
    found = opened(frame, columns)
    if WEIGHT in found.types:
        check_type(found)
    if found.engine in IN_MEMORY:
        return Items(columns.filled(_in_memory(found)))
    group = joint_groups if together else pair_groups
    groups = group(found, columns.label_roles, columns.by_roles, drop=columns.drops)
    if together:
        _check_rows(groups, columns.missing)
        return Items(columns.filled({**groups.keys, WEIGHT: groups.amounts}))
    _check_rows(groups, columns.missing, len(columns.predictions))
    models = groups.keys[MODEL]
    once = np.flatnonzero((groups.lost > 0) & (models == 0))  # each model's groups have all items
    pairs = columns.of_pairs(
        groups.keys[TRUTH],
        groups.keys[PREDICTION],
        models,
        groups.amounts,
        [groups.keys[role] for role in columns.by_roles],
    )
    return Items(pairs, groups.amounts.items(once) if columns.drops else 0)


def _in_memory(found: OpenFrame) -> dict[str, Any]:
    """Return the columns as their library has them, and the weights as an array."""
    if not len(found.frame):
        raise ValueError(NO_ROWS)
    values = {role: found.frame.get_column(role).to_native() for role in found.types if role != WEIGHT}
    return {**values, WEIGHT: weights_in_memory(found)} if WEIGHT in found.types else values


def _check_rows(groups: Groups, missing: str, models: int = 1) -> None:
    """Refuse a frame without rows, and items without a label unless something is to be done with them."""
    if not len(groups.rows):
        raise ValueError(NO_ROWS)
    if missing == "refuse" and groups.lost.any():  # each model's groups have all items
        raise without_label(int(groups.lost.sum()) // models, int(groups.rows.sum()) // models)
