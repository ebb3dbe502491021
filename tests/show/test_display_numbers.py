"""Percentages as people read them: a rule for shares of classes, and one for what draws say."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness import robustness
from steelyard.show.numbers import chance, share, short_chance


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


def test_weightings_that_were_drawn_make_no_model_a_certain_winner():
    """The notebook said "100.0 %" where the sentence says "more than 99 %"."""
    counts = [[[90, 10], [10, 90]], [[50, 50], [50, 50]], [[40, 60], [60, 40]]]
    models = sy.Confusion(counts, axes={"model": list("abc")})
    html = robustness(models, samples=500)._repr_html_()
    assert "&gt;99.9 %" in html
    assert html.count("&lt;0.1 %") == 2
    assert '<td align="right">more than 99 %</td>' in html  # of a thousand tables that were drawn
    assert "100.0 %" not in html
