"""Numbers as people read them: percentages of classes and of draws, ends of intervals, and their signs."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness import robustness
from steelyard.show.numbers import chance, digits_of, share, short_chance, with_minus


@pytest.mark.parametrize(
    ("probability", "shown", "short"),
    [
        (0, "below 0.1 %", "<0.1 %"),
        (1, "above 99.9 %", ">99.9 %"),
        (0.5, "50 %", "50 %"),
        (0.051, "5.1 %", "5.1 %"),
        (0.9994, "99.9 %", "99.9 %"),
        (0.9995, "above 99.9 %", ">99.9 %"),
        (0.0004, "below 0.1 %", "<0.1 %"),
        (np.nan, "unknown", "–"),
    ],
)
def test_probabilities_are_never_certain(probability, shown, short):
    assert chance(probability) == shown
    assert short_chance(probability) == short


@pytest.mark.parametrize(
    ("part", "shown"),
    [
        (0.032, "3.2 %"), (0.00032, "0.032 %"), (0.25, "25.0 %"), (0.9997, "99.970 %"), (0.5, "50.0 %"),
        (1.0, "100.0 %"), (0.0, "0.0 %"),
    ],
)  # fmt: skip
def test_shares_show_the_digits_that_matter(part, shown):
    assert share(part) == shown


def test_weights_that_were_drawn_make_no_model_a_certain_winner():
    """The notebook said "100.0 %" where the sentence says "more than 99 %"."""
    counts = [[[90, 10], [10, 90]], [[50, 50], [50, 50]], [[40, 60], [60, 40]]]
    models = sy.Confusion(counts, axes={"model": list("abc")})
    html = robustness(models, samples=500)._repr_html_()
    assert "&gt;99.9 %" in html
    assert html.count("&lt;0.1 %") == 2
    assert '<td align="right">more than 99 %</td>' in html  # of a thousand tables that were drawn
    assert "100.0 %" not in html


@pytest.mark.parametrize(
    ("low", "high", "digits"),
    [(-0.05, 0.02, 3), (0.0, 0.02, 3), (0.0, 0.0, 3), (0.1, 0.10002, 5), (2e-7, 0.1, 7), (-3e-20, 0.1, 3)],
)
def test_ends_are_told_apart_and_from_0(low, high, digits):
    assert digits_of(low, high, high - low) == digits
    assert digits_of(-high, -low, high - low) == digits
    assert digits_of(low, np.nan) <= 9


@pytest.mark.parametrize(("value", "shown"), [(0.1234, "0.123"), (-0.5, "−0.500"), (-0.0001, "0.000"), (0.0, "0.000")])
def test_numbers_have_a_minus_only_if_it_is_seen(value, shown):
    assert with_minus(value) == shown
