"""No formula is written twice: every body of the catalogue is recorded once, and its replay gives the same bits."""

import numpy as np
import pytest

import steelyard as sy
from every_metric import EVERY
from steelyard.measuring import apply as measuring
from steelyard.measuring.program import Program, record, replay
from steelyard.measuring.registry import chosen

POLICIES = ["exclude", "zero", "nan"]
LISTED = {2: [1, 0.3], 3: [0.5, 0.2, 0.3], 4: [1, 0.7, 0.3, 0.0], 7: [0.9, 0.1, 0.4, 0.0, 0.2, 1.0, 0.6]}
"""Importances of which not all sums are exact, some with classes that do not matter."""


def classes_first(counts):
    """Lay a stack out as `measuring` lays out its blocks."""
    return np.moveaxis(np.ascontiguousarray(np.moveaxis(counts, 0, -1), dtype=np.float64), -1, 0)


def same(replayed, measured):
    """Compare with what the bodies themselves gave: bits, NaN patterns and undefined classes."""
    for result in measured:
        found = replayed[result.metric.name]
        np.testing.assert_array_equal(found.value, result.value, err_msg=result.metric.name, strict=True)
        undefined = np.zeros(found.undefined.shape, bool) if result.undefined is None else result.undefined
        np.testing.assert_array_equal(found.undefined, undefined, err_msg=result.metric.name, strict=True)


@pytest.mark.parametrize("importance", ["none", "listed"])
@pytest.mark.parametrize("weights", [False, True], ids=["counts", "weights"])
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("C", [2, 3, 4, 7])
def test_a_replay_gives_the_bits_of_the_bodies(C, policy, weights, importance, rng, random_counts):
    counts = random_counts(rng, C, 300)
    if weights:
        counts = counts * (rng.random(counts.shape) + 0.1)
    given = None if importance == "none" else LISTED[C]
    measured = measuring.apply(EVERY, sy.Confusion(counts), importance=given, undefined=policy)
    program = record(EVERY, classes=C, policy=policy, whole_numbers=not weights)
    program = Program.from_json(program.to_json())
    same(replay(program, classes_first(counts), measured[0].relevance), measured)


def test_a_replay_of_many_classes_adds_in_the_same_order(rng, random_counts):
    """From 8 numbers on, NumPy adds neighbours in memory pairwise, others one after the other (decision 0008)."""
    counts = random_counts(rng, 12, 60)
    measured = measuring.apply(EVERY, sy.Confusion(counts), undefined="zero")
    same(replay(record(EVERY, classes=12, policy="zero"), classes_first(counts), np.ones(12)), measured)


@pytest.mark.parametrize("C", [1, 2, 5])
def test_a_single_matrix_replays_too(C, rng, random_counts):
    counts = random_counts(rng, C, 1)[0]
    measured = measuring.apply(EVERY, sy.Confusion(counts))
    same(replay(record(EVERY, classes=C), counts.astype(np.float64), np.ones(C)), measured)


def test_a_stack_of_any_shape_replays(rng, random_counts):
    counts = random_counts(rng, 3, 6).reshape(2, 3, 3, 3)
    found = replay(record(["recall", "mcc"], classes=3), counts.astype(np.float64), np.ones(3))
    assert found["recall"].value.shape == found["recall"].undefined.shape == (2, 3, 3)
    np.testing.assert_array_equal(found["mcc"].value, sy.metrics.mcc(counts))


def test_metrics_share_what_they_have_in_common():
    """All default metrics together take far fewer operations than one by one."""
    together = len(record(classes=4).nodes)
    alone = sum(len(record(metric, classes=4).nodes) for metric in chosen(None))
    assert together < alone / 2


def test_each_operation_is_written_once():
    nodes = record(EVERY, classes=4, whole_numbers=False).nodes
    keys = [(n.operation, n.operands, n.shape, n.dtype, repr(n.parameters)) for n in nodes]
    assert len(set(keys)) == len(keys)
