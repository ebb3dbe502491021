"""On how many units each rate rests, beside the denominators of the formulas."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import groups_of, items_of
from steelyard.measuring.registry import chosen

COUNTS = np.array([[83, 9, 0], [12, 61, 7], [3, 0, 40]])
T, P, N = COUNTS.sum(axis=1), COUNTS.sum(axis=0), COUNTS.sum()


def denominator(metric, counts=COUNTS):
    sample = Sample(items_of(sy.Confusion(counts)), chosen(metric), np.ones(len(counts)), "exclude")
    return sample.denominators[0]


@pytest.mark.parametrize(("rate", "expected", "own"), [
    ("recall", T, True),
    ("precision", P, False),
    ("specificity", N - T, False),
    ("f_score", T + P - np.diagonal(COUNTS), True),
])  # fmt: skip
def test_a_rate_rests_on_the_units_of_its_denominator(rate, expected, own):
    found = denominator(rate)
    assert (found.units[0] == expected).all()
    assert (found.own_class[0] == own).all()


def test_a_rate_without_errors_rests_on_its_hits():
    """Its derivatives there are 0."""
    assert denominator("recall", np.diag([4, 30, 7])).units.tolist() == [[4, 30, 7]]


def test_groups_are_counted_that_have_such_items():
    patients = np.zeros((6, 2, 2), dtype=int)
    patients[:, 1, 1] = 5
    patients[:4, 0, 0] = 3
    patients[2, 1, 0] = 1
    patients[5, 1, 0] = 1
    units = groups_of(sy.Confusion(patients, axes={"patient": range(6)}), "patient")
    given = Sample(units, chosen(["accuracy", "recall", "precision"]), np.ones(2), "exclude")
    whole, recall, precision = given.denominators
    assert whole is None
    assert recall.units.tolist() == [[4, 6]]
    assert precision.units.tolist() == [[5, 6]]


def test_what_cannot_be_known_is_none(own_metrics):  # noqa: ARG001
    @sy.metric(per_class=True)
    def own_loop(c):
        return np.array(list(c.tp / c.t))

    assert denominator(own_loop) is None  # cannot be recorded
    assert denominator("recall", np.array([[7]])) is None  # nothing moves it
    assert denominator("recall", np.eye(513, dtype=int)) is None  # too many classes
