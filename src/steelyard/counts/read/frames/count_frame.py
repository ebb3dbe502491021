"""Count the columns of any data frame, where it lives.

pandas and PyArrow have their columns in our memory: they are counted as `from_labels` counts them, in half the time of
pandas' own group-by. Every other engine runs one group-by through narwhals, and its groups are counted like items.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np

from steelyard.counts.confusion import MODEL, Confusion
from steelyard.counts.read.count_joint import JointCounts, count_joint
from steelyard.counts.read.declared import declared_labels
from steelyard.counts.read.frames import groups as frame_groups
from steelyard.counts.read.frames.columns import TRUTH, WEIGHT, Asked, Columns, asked, columns_of, is_one
from steelyard.counts.read.frames.engines import IN_MEMORY
from steelyard.counts.read.frames.groups import PREDICTION, Groups, joint_groups, pair_groups
from steelyard.counts.read.frames.weights import check_type, weights_in_memory
from steelyard.counts.read.missing import check_word, without_label
from steelyard.counts.read.slices import Slices

NO_ROWS = "the frame has no rows."


def count_frame(
    frame: Any,
    truth: Hashable,
    prediction: Any,
    *,
    weight: Hashable | None = None,
    by: Any = None,
    labels: Iterable[Any] | None = None,
    missing: str = "refuse",
    counts: Hashable | None = None,
) -> Confusion:
    """Count the pairs of a truth column and one or several prediction columns; see `Confusion.from_frame`."""
    wanted = asked(truth, prediction, weight, by, counts)
    declared, columns = _opened(frame, wanted, labels, missing)
    if columns.engine in IN_MEMORY:
        there = _in_memory(columns)
        predictions = _named(wanted.predictions, wanted.prediction_names, there)
        guesses = predictions[prediction] if is_one(prediction) else predictions
        axes = _named(wanted.axes, wanted.by_names, there)
        return Confusion.from_labels(
            there[TRUTH], guesses, declared, missing=missing, by=axes or None, **_amounts(there, wanted)
        )
    groups = pair_groups(columns, [TRUTH, *wanted.prediction_names], wanted.by_names, drop=missing == "drop")
    _check_rows(groups, missing, len(wanted.predictions))
    models = groups.keys[frame_groups.MODEL]
    axes = {} if is_one(prediction) else {MODEL: Slices(models, wanted.predictions)}
    axes |= _named(wanted.axes, wanted.by_names, groups.keys)
    counted = Confusion.from_labels(
        groups.keys[TRUTH], groups.keys[PREDICTION], declared, groups.amounts, missing=missing, by=axes or None
    )
    once = np.flatnonzero((groups.lost > 0) & (models == 0))  # each model's groups have all items
    return Confusion(counted, dropped=groups.amounts.items(once) if missing == "drop" else 0)


def count_joint_frame(
    frame: Any,
    truth: Hashable,
    predictions: Any,
    *,
    weight: Hashable | None = None,
    by: Any = None,
    labels: Iterable[Any] | None = None,
    missing: str = "refuse",
    counts: Hashable | None = None,
) -> JointCounts:
    """Count the combinations of a truth column and several prediction columns; see `Joint.from_frame`."""
    wanted = asked(truth, [predictions] if is_one(predictions) else list(predictions), weight, by, counts)
    declared, columns = _opened(frame, wanted, labels, missing)
    if columns.engine in IN_MEMORY:
        found = _in_memory(columns)
        amounts = _amounts(found, wanted)
    else:
        groups = joint_groups(columns, [TRUTH, *wanted.prediction_names], wanted.by_names, drop=missing == "drop")
        _check_rows(groups, missing)
        found, amounts = groups.keys, {"weights": groups.amounts}
    guesses = _named(wanted.predictions, wanted.prediction_names, found)
    axes = _named(wanted.axes, wanted.by_names, found)
    return count_joint(found[TRUTH], guesses, labels=declared, missing=missing, by=axes or None, **amounts)


def _amounts(there: dict[str, Any], wanted: Asked) -> dict[str, Any]:
    """Return what each item counts, as the argument that says what it is."""
    return {"counts" if wanted.are_counts else "weights": there.get(WEIGHT)}


def _opened(
    frame: Any, wanted: Asked, labels: Iterable[Any] | None, missing: str
) -> tuple[tuple[Hashable, ...] | None, Columns]:
    """Check what needs no counting; return the declared labels and the columns."""
    check_word(missing)
    declared = None if labels is None else declared_labels(labels)
    columns = columns_of(frame, wanted)
    if WEIGHT in columns.types:
        check_type(columns)
    return declared, columns


def _named(names: Iterable[Hashable], ours: Iterable[str], found: dict[str, Any]) -> dict[Any, Any]:
    return {name: found[our] for name, our in zip(names, ours, strict=True)}


def _in_memory(columns: Columns) -> dict[str, Any]:
    """Return the columns as their library has them, and the weights as an array."""
    if not len(columns.frame):
        raise ValueError(NO_ROWS)
    found = {name: columns.frame.get_column(name).to_native() for name in columns.types if name != WEIGHT}
    return {**found, WEIGHT: weights_in_memory(columns)} if WEIGHT in columns.types else found


def _check_rows(groups: Groups, missing: str, models: int = 1) -> None:
    """Refuse a frame without rows, and items without a label unless something is to be done with them."""
    if not len(groups.rows):
        raise ValueError(NO_ROWS)
    if missing == "refuse" and groups.lost.any():  # each model's groups have all items
        raise without_label(int(groups.lost.sum()) // models, int(groups.rows.sum()) // models)
