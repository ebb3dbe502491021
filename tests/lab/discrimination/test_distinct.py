"""Sets of scores that grow: the same as Python's sets, however the scores come in."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.lab.discrimination import distinct
from steelyard.lab.discrimination.distinct import (
    DistinctEnclosures,
    DistinctFractions,
    EnclosureKeys,
    FractionKeys,
    joined,
)
from steelyard.lab.discrimination.enclosures import Enclosed
from steelyard.lab.exact.rational_arrays import Rationals

numerators = st.one_of(st.integers(-5, 5), st.integers(-(2**40), 2**40), st.integers(-(2**61), 2**61))
denominators = st.one_of(st.integers(0, 5), st.integers(1, 2**40), st.integers(1, 2**61))
chunk = st.lists(st.tuples(numerators, denominators), min_size=1, max_size=20)
scales = st.fractions(min_value=Fraction(1, 10**6), max_value=10**6, max_denominator=10**6)


def rationals(pairs, scale):
    above, below = (np.array([pair[side] for pair in pairs], dtype=np.int64) for side in (0, 1))
    return Rationals(above, below, scale, (int(abs(above).max()), int(below.max())))


@given(st.lists(st.tuples(chunk, scales), min_size=1, max_size=5))
def test_fractions_of_any_size_in_chunks_of_any_scale_are_those_of_a_set(chunks):
    found, expected, undefined = DistinctFractions(), set(), 0
    for pairs, scale in chunks:
        found.add(FractionKeys.of(rationals(pairs, scale)))
        expected |= {scale * Fraction(a, b) for a, b in pairs if b}
        undefined += sum(b == 0 for _, b in pairs)
    assert len(found) == len(expected)
    assert found.undefined == undefined


def test_each_kind_of_key_is_used():
    keys = FractionKeys.of(rationals([(1, 3), (2, 6), (-1, 3), (2**40 + 1, 3), (2**55 + 1, 3)], Fraction(1)))
    assert (len(keys.narrow), len(keys.wide), len(keys.others)) == (2, 1, 1)


def test_equal_fractions_of_different_chunks_meet_although_their_scales_differ():
    found = DistinctFractions()
    found.add(FractionKeys.of(rationals([(1, 2)], Fraction(1, 3))))
    found.add(FractionKeys.of(Rationals(np.array([1]), None, Fraction(1, 6), (1, 1))))
    assert len(found) == 1


def test_keys_are_merged_before_they_pile_up(monkeypatch):
    monkeypatch.setattr(distinct, "FEW", 10)
    found = DistinctFractions()
    for start in range(200):
        found.add(FractionKeys.of(Rationals(np.arange(start, start + 9), None, Fraction(1), (300, 1))))
        held = sum(map(len, found.narrow.merged + found.narrow.waiting))
        assert held <= 2 * max(10, start + 9) + 9
    assert len(found) == 208


stretch = st.tuples(st.integers(0, 30), st.integers(0, 3)).map(lambda x: (float(x[0]), float(x[0] + x[1])))


@given(st.lists(st.lists(stretch, min_size=1, max_size=10), min_size=1, max_size=5))
def test_stretches_that_touch_are_one(chunks):
    found = DistinctEnclosures()
    for rows in chunks:
        found.add(EnclosureKeys.of(Enclosed(*np.array(rows).T)))
    covered = np.zeros(100, dtype=bool)  # every half from 0 on
    for low, high in (row for rows in chunks for row in rows):
        covered[int(2 * low) : int(2 * high) + 1] = True
    assert len(found) == int(covered[0]) + int((covered[1:] & ~covered[:-1]).sum())


def test_a_long_stretch_swallows_those_within_it():
    assert joined([np.array([[0.0, 9.0], [1.0, 2.0], [3.0, 4.0], [10.0, 11.0]])]).tolist() == [[0, 9], [10, 11]]


@pytest.mark.parametrize("rows", [np.empty((0, 2))])
def test_no_scores_are_no_stretches(rows):
    assert joined([rows]).shape == (0, 2)


def test_a_numerator_that_would_not_fit_its_half_of_a_key_meets_no_other():
    found = FractionKeys.of(rationals([(1, 3), (2**32 + 1, 3), (2**31, 3), (-(2**31), 3)], Fraction(1)))
    assert (len(found.narrow), len(found.wide)) == (1, 3)
