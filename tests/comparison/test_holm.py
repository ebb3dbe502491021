"""Holm's correction, against its definition: step down, and stop at the first test that is not significant."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.comparison.p_values import holm

P = st.one_of(st.sampled_from([0.0, 0.01, 0.02, 0.5, 1.0]), st.floats(0, 1))


def rejected(p_values, level):
    """Return which tests Holm's procedure rejects, as he wrote it."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    found = [False] * len(p_values)
    for step, i in enumerate(order):
        if p_values[i] * (len(order) - step) > level:
            break
        found[i] = True
    return found


@given(st.lists(P, min_size=1, max_size=8), st.floats(0.001, 0.999))
def test_what_lies_below_a_level_is_what_the_procedure_rejects(p_values, level):
    assert (holm(p_values) <= level).tolist() == rejected(p_values, level)


@given(st.lists(P, min_size=1, max_size=8))
def test_it_keeps_the_order_and_never_lowers(p_values):
    adjusted = holm(p_values)
    order = np.argsort(p_values, kind="stable")
    assert (np.diff(adjusted[order]) >= 0).all()
    assert (adjusted >= p_values).all()
    assert (adjusted <= 1).all()


def test_no_test_stays_none_and_does_not_count():
    p = np.array([[0.01, np.nan], [0.04, 0.03]])
    np.testing.assert_allclose(holm(p), [[0.03, np.nan], [0.06, 0.06]])
    np.testing.assert_array_equal(p, [[0.01, np.nan], [0.04, 0.03]])
    assert np.isnan(holm([np.nan, np.nan])).all()
    assert holm([]).shape == (0,)
    assert holm(0.02) == 0.02


@pytest.mark.parametrize("wrong", [[0.5, 1.5], [-0.1], [np.inf]])
def test_what_is_no_probability_is_refused(wrong):
    with pytest.raises(ValueError, match=f"a p-value must lie between 0 and 1, not at {wrong[-1]:g}"):
        holm(wrong)
    with pytest.raises(ValueError, match="p-values must be numbers between 0 and 1, or NaN"):
        holm(["low"])
