"""Ranges and an order together: the least and greatest weights, and contradictions by name."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.importance.ranks import Poset
from steelyard.importance.region import tightened

LABELS = ["ok", "minor", "fatal"]


def ends(pairs, ranges, labels=LABELS, *, complete=True):
    return tightened(labels, Poset.of(labels, pairs), ranges, complete=complete)


def test_an_order_carries_the_ends_along():
    low, high = ends([(0, 1), (1, 2)], {0: (0.1, 1), 2: (0.2, 0.5)})
    np.testing.assert_array_equal(low, [0.1, 0.1, 0.2])
    np.testing.assert_array_equal(high, [0.5, 0.5, 0.5])


@pytest.mark.parametrize(
    ("pairs", "ranges", "message"),
    [
        ([(1, 2)], {2: (0.1, 0.1), 1: (0.3, 0.3)},
         r"^the order puts 'minor' below 'fatal', but 'minor' weighs 0\.3 and 'fatal' 0\.1\.$"),
        ([(0, 1), (1, 2)], {0: (0.3, 1), 2: (0, 0.1)},
         r"^the order puts 'ok' below 'fatal', but 'ok' weighs at least 0\.3 and 'fatal' at most 0\.1\.$"),
        ([], {0: (0.6, 1), 1: (0.2, 1), 2: (0.5, 1)},
         r"^the weights sum to 1, but 'ok' at least 0\.6 and 'fatal' at least 0\.5 make 1\.1 already; lower what"),
        ([(0, 2)], {0: (0.6, 1)},
         r"^the weights sum to 1, but 'ok' at least 0\.6 and 'fatal' at least 0\.6 \(no less than 'ok'\) make 1\.2"),
        ([(0, 2), (1, 2)], {2: (0, 0.2)},
         (r"^the weights sum to 1, but 'ok' at most 0\.2 \(no more than 'fatal'\), 'minor' at most 0\.2 \(no more than "
          r"'fatal'\) and 'fatal' at most 0\.2 make only 0\.6 together; raise what was said\.$")),
        ([], {0: (0.5, 0.5), 1: (0.2, 0.2), 2: (0.2, 0.2)}, r"make only 0\.9 together"),
    ],
)  # fmt: skip
def test_contradictions_are_named(pairs, ranges, message):
    with pytest.raises(ValueError, match=message):
        ends(pairs, ranges)


def test_classes_that_are_not_all_known_may_stay_below_1():
    _, high = ends([], {0: (0, 0.1), 1: (0, 0.1), 2: (0, 0.1)}, complete=False)
    assert high.sum() < 1


def test_rounding_is_no_contradiction():
    low, high = ends([(0, 1)], {0: (0.1 + 0.2, 1), 1: (0, 0.3)})
    assert low[0] <= high[0]
    ends([], {0: (0.7, 0.7), 1: (0.2, 0.2), 2: (0.1, 0.1)})


def test_many_classes_are_not_all_listed():
    with pytest.raises(ValueError, match=r"4 at most 0\.009 and 95 more make only 0\.9 together"):
        ends([], dict.fromkeys(range(100), (0, 0.009)), labels=list(range(100)))


TENTHS = st.tuples(st.integers(0, 10), st.integers(0, 10)).map(lambda ends: (min(ends) / 10, max(ends) / 10))


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda p: p[0] < p[1]), max_size=4),
    st.dictionaries(st.integers(0, 3), TENTHS, max_size=4),
)
def test_what_is_refused_is_what_no_weights_satisfy(pairs, ranges):
    """All multiples of 1/10 are enough: the vertices of such a system are whole multiples of parts of them."""
    from scipy.optimize import linprog

    rows = np.zeros((len(pairs), 4))
    for row, (a, b) in zip(rows, pairs, strict=True):
        row[a], row[b] = 1, -1
    bounds = [ranges.get(i, (0, 1)) for i in range(4)]
    found = linprog(
        np.zeros(4), rows if pairs else None, np.zeros(len(pairs)) if pairs else None, np.ones((1, 4)), [1], bounds
    )
    try:
        low, high = ends(pairs, ranges, labels=list("abcd"))
    except ValueError:
        assert found.status == 2
        return
    assert found.status == 0
    assert sum(map(Fraction, low.tolist())) <= 1 + Fraction(1, 10**9)
    for i in range(4):  # without the sum, both ends are attained
        assert ranges.get(i, (0, 1))[0] <= low[i] <= high[i] <= ranges.get(i, (0, 1))[1]
    assert all(low[a] <= low[b] and high[a] <= high[b] for a, b in pairs)
