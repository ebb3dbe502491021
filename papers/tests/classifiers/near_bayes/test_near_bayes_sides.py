"""Margins and penalties: exact shares, costs that only count by their ratios, and costs that are refused."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard_papers.classifiers.near_bayes.sides import relative_costs, sides

CLASSES = np.array(["a", "b", "c"])


@settings(max_examples=25)
@given(st.lists(st.integers(1, 9), min_size=2, max_size=5), st.data())
def test_margins_and_penalties_are_exact_shares(sizes, data):
    costs = data.draw(st.lists(st.integers(1, 20), min_size=len(sizes), max_size=len(sizes)))
    names = np.array([f"class {place}" for place in range(len(sizes))])
    of_item = np.repeat(np.arange(len(sizes)), sizes)
    relative = relative_costs(dict(zip(names.tolist(), costs, strict=True)), names, np.array(sizes))
    all_items, all_costs = sum(sizes), sum(s * c for s, c in zip(sizes, costs, strict=True))
    for place in range(len(sizes)):
        signs, margins, penalties = sides(of_item == place, relative[of_item], 3.0)
        margin = Fraction(sizes[place] * costs[place], all_costs)
        for i, of in enumerate(of_item):
            own = of == place
            share = Fraction(sizes[place] if own else all_items - sizes[place], all_items)
            assert signs[i] == (1 if own else -1)
            assert margins[i] == pytest.approx(float(margin if own else 1 - margin))
            assert penalties[i] == pytest.approx(float(3 * Fraction(costs[of] * all_items, all_costs) / share))


def test_without_costs_the_definition_stands():
    assert relative_costs(None, CLASSES, np.array([1, 2, 3])).tolist() == [1, 1, 1]
    of_class = np.arange(10) < 3
    _, margins, penalties = sides(of_class, np.ones(10), 2.0)
    np.testing.assert_allclose(margins, np.where(of_class, 0.3, 0.7), rtol=1e-15)
    np.testing.assert_allclose(penalties, 2 / margins, rtol=1e-15)


def test_only_the_ratios_of_costs_count():
    sizes = np.array([5, 10, 85])
    once = relative_costs({"a": 1, "b": 2, "c": 5}, CLASSES, sizes)
    np.testing.assert_allclose(once, relative_costs({"c": 50, "b": 20, "a": 10}, CLASSES, sizes))
    np.testing.assert_allclose(once @ sizes, sizes.sum())
    for cost in (5e-324, 7, 1e308):
        np.testing.assert_allclose(relative_costs(dict.fromkeys("abc", cost), CLASSES, sizes), 1)
    np.testing.assert_array_equal(relative_costs(pd.Series({"c": 5, "a": 1, "b": 2}), CLASSES, sizes), once)


def test_penalties_that_are_no_numbers_are_refused():
    for costs, C in ((np.ones(4), 1e308), (np.array([4.0, 0, 0, 0]), 1.0)):
        with pytest.raises(ValueError, match="give a penalty of 0 or infinity; it must be a finite number above 0"):
            sides(np.array([True, False, False, False]), costs, C)


@pytest.mark.parametrize(
    ("costs", "sentence"),
    [
        ({"a": 1, "b": 2}, "costs must name every class, but there is none of 'c'"),
        ({"a": 1, "b": 2, "c": 3, "d": 4}, "there is no class 'd'; the classes are 'a', 'b', 'c'"),
        ({"a": 1, "b": 0, "c": 3}, "a cost must be a finite number above 0, but class 'b' has 0"),
        ({"a": 1, "b": -2, "c": 3}, "class 'b' has -2"),
        ({"a": 1, "b": float("nan"), "c": 3}, "class 'b' has nan"),
        ({"a": 1, "b": "2", "c": 3}, "class 'b' has '2'"),
        ({}, "costs must name every class, but there is none of 'a', 'b', 'c'"),
        ([1, 2, 3], r"costs must give the cost of each class by name, as in \{class: cost\}, not \[1, 2, 3\]"),
        (2.0, "by name"),
        ("balanced", "by name"),
    ],
)
def test_odd_costs_are_refused(costs, sentence):
    with pytest.raises(ValueError, match=sentence):
        relative_costs(costs, CLASSES, np.array([1, 2, 3]))
