"""A climb keeps gains in a range in which nothing overflows."""

import numpy as np

from steelyard.decisions.search import climbed
from steelyard.decisions.validation import validation
from steelyard.importance.mechanisms import sizes_of
from steelyard.measuring.goal import goal


def test_gains_of_a_climb_have_the_largest_1_also_where_nothing_is_better():
    y = np.array([0, 1, 2, 2])
    items = validation(goal("mean_f", sizes=sizes_of(y)), y, np.eye(3)[y])
    gains, worth = climbed(items, np.array([4.0, 2.0, 1.0]))
    assert gains.tolist() == [1, 0.5, 0.25]
    assert worth == 1
