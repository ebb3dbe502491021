"""The terminal and the notebook: readable at 80 columns, without colour, with hostile names."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.display import numbers

HOSTILE = ["<script>alert(1)</script>", "[bold]", "a\nb", "“” \"'", "שלום", "🍷" * 3, "x" * 500]


def _matrix(C, labels=None):
    return sy.Confusion(np.random.default_rng(C).integers(0, 1000, (C, C)), labels)


@pytest.mark.parametrize(
    "cm", [_matrix(2), _matrix(5), _matrix(60), _matrix(7, HOSTILE)], ids=["2", "5", "60", "hostile"]
)
def test_text_fits_80_columns(cm):
    shown = str(sy.evaluate(cm, importance="rarity"))
    assert max(len(line) for line in shown.splitlines()) <= 80
    assert "What matters: rarity" in shown


def test_what_matters_comes_first_then_metrics_by_perspective_then_classes():
    shown = str(sy.evaluate(_matrix(3)))
    places = [shown.index(part) for part in ("What matters", "Recall:", "Precision:", "General:", "Classes,")]
    assert places == sorted(places)


def test_hostile_names_are_escaped_in_html_and_shown_in_text():
    result = sy.evaluate(_matrix(7, HOSTILE))
    html = result._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "[bold]" in str(result)
    assert "<script>" not in result.confusion._repr_html_()


def test_several_models_stand_side_by_side_and_the_best_is_marked():
    stack = sy.Confusion(np.array([[[9, 1], [5, 85]], [[2, 8], [0, 90]]]), axes={"model": ["eager", "shy"]})
    lines = str(sy.evaluate(stack)).splitlines()
    row = next(line for line in lines if "balanced_accuracy" in line)
    assert "*0.922" in row
    assert " 0.600" in row
    row = next(line for line in lines if "macro_precision" in line)
    assert "*0.959" in row  # shy: (2/2 + 90/98) / 2


def test_more_slices_than_fit_are_broken_into_tables_and_counted():
    stack = sy.Confusion(np.random.default_rng(0).integers(1, 9, (15, 2, 2)), axes={"model": list(range(15))})
    shown = str(sy.evaluate(stack, metrics="cba"))
    assert "3 more" in shown
    assert max(len(line) for line in shown.splitlines()) <= 80


def test_long_class_lists_end_with_a_count():
    assert "… and 40 more classes" in str(sy.evaluate(_matrix(60)))


@pytest.mark.parametrize(
    ("function", "number", "shown"),
    [
        (numbers.count, 1234567, "1,234,567"),
        (numbers.count, 2.5, "2.5"),
        (numbers.value, float("nan"), "undefined"),
        (numbers.value, -0.0, "0.000"),
        (numbers.percent, 0.5, "50.0 %"),
        (numbers.percent, float("nan"), ""),
        (numbers.weight, 0.25, "0.250"),
        (numbers.weight, 0.00004, "4e-05"),
        (numbers.weight, 0.0, "0.000"),
    ],
)
def test_numbers(function, number, shown):
    assert function(number) == shown


def test_the_best_mark_knows_of_slices_that_are_not_shown():
    counts = np.tile([[8, 2], [2, 8]], (15, 1, 1))
    counts[3] = [[9, 1], [1, 9]]
    counts[14] = [[10, 0], [0, 10]]
    shown = str(sy.evaluate(sy.Confusion(counts, axes={"model": list(range(15))}), metrics="cba"))
    assert "0.900" in shown
    assert "*0.900" not in shown
