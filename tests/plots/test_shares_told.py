"""Shares of weights in pictures."""

import pytest

from steelyard.plots.weight_space import told_share


@pytest.mark.parametrize(
    ("share", "exact", "told"),
    [
        (0.7064, True, "70.6 %"),
        (0.7064, False, "71 %"),
        (1.0, True, "100.0 %"),
        (1.0, False, ">99.9 %"),
        (0.99951, True, "99.951 %"),
        (0.9994, False, "99.9 %"),
        (0.0, True, "0.0 %"),
        (0.0, False, "<0.1 %"),
        (0.0004, True, "0.040 %"),
        (0.0006, False, "0.1 %"),
    ],
)
def test_none_and_all_are_bounds_unless_they_were_computed(share, exact, told):
    assert told_share(share, exact=exact) == told
