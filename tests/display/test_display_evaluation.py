"""The terminal and the notebook: readable at 80 columns, without colour, with hostile names."""

import datetime as dt
import io

import numpy as np
import pytest
from rich.console import Console

import steelyard as sy
from steelyard.display import numbers
from steelyard.display.evaluation import print_evaluation

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


LONG = ["a" * 30 + middle + "b" * 30 for middle in ("1", "2", "3", "4", "5", "6")]


def _headings(shown):
    return [line.split()[1:] for line in shown.splitlines() if line.startswith("metric ")]


def test_names_that_differ_in_the_middle_stay_different_wherever_they_stand():
    """One model is always right, the other never: with one name for both nobody could tell which."""
    counts = np.array([[[9, 0], [0, 9]], [[0, 9], [9, 0]]])
    shown = str(sy.evaluate(sy.Confusion(counts, LONG[:2], axes={"model": LONG[2:4]}), metrics="cba"))
    (heading,) = _headings(shown)
    assert len(set(heading)) == 2
    titles = [line for line in shown.splitlines() if line.startswith("Classes of")]
    assert len(set(titles)) == 2
    rows = [line.split()[0] for line in shown.splitlines() if line.startswith("…")]
    assert len(rows) == 4
    assert len(set(rows)) == 2
    weights = next(line for line in shown.splitlines() if line.startswith("  …"))
    assert [word for word in weights.replace(",", "").split() if word.startswith("…")] == rows[:2]


@pytest.mark.parametrize("width", [50, 60, 80])
def test_names_of_classes_stay_different_in_a_narrow_terminal(width):
    out = io.StringIO()
    print_evaluation(sy.evaluate(_matrix(6, LONG)), Console(file=out, width=width, color_system=None))
    table = out.getvalue()[out.getvalue().index("Classes,") :]
    assert len({line.split()[0] for line in table.splitlines() if line.startswith("…")}) == 6


def test_long_names_of_models_leave_room_for_three_side_by_side():
    stack = sy.Confusion(np.random.default_rng(0).integers(1, 9, (6, 2, 2)), axes={"model": LONG})
    shown = str(sy.evaluate(stack))
    headings = _headings(shown)
    assert list(map(len, headings)) == [3, 3]
    assert len({name for heading in headings for name in heading}) == 6
    assert max(map(len, shown.splitlines())) <= 80


def test_a_model_may_be_named_like_markup():
    stack = sy.Confusion(np.ones((2, 2, 2)), axes={"model": ["[bold]", "[red]x"]})
    assert _headings(str(sy.evaluate(stack, metrics="cba"))) == [["[bold]", "[red]x"]]


def test_keys_that_differ_in_the_middle_stay_different_in_the_tables_of_slices():
    counts = np.array([[[[9, 0], [0, 9]], [[0, 9], [9, 0]]]] * 2)
    stack = sy.Confusion(counts, axes={"model": LONG[2:4], "site": LONG[:2]})
    lines = str(sy.evaluate(stack, metrics="cba")).splitlines()
    assert len({line.split()[-1] for line in lines if line.startswith("site ")}) == 2, "one table for each model"
    rows = [line.split() for line in lines if line.startswith("…")]
    assert [cells[-1] for cells in rows] == ["1.000", "0.000"] * 2
    assert len({cells[0] for cells in rows}) == 2


def test_models_stand_side_by_side_over_slices():
    counts = np.array([[[9, 1], [1, 9]], [[5, 5], [5, 5]]])
    stack = sy.Confusion(np.stack([counts, counts[::-1]], axis=1), axes={"day": ["mo", "tu"], "model": ["a", "b"]})
    lines = str(sy.evaluate(stack, metrics=["accuracy", "cba"])).splitlines()
    for title in ("accuracy° over day", "cba over day"):
        start = lines.index(title)
        assert lines[start + 1].split() == ["day", "items", "a", "b"]
        assert ["mo", "20", "0.900", "0.500"] in [line.split() for line in lines[start : start + 9]]
        assert ["tu", "20", "0.500", "0.900"] in [line.split() for line in lines[start : start + 9]]


def test_months_are_dates_without_the_time_of_midnight():
    months = [dt.datetime(2024, month, 1) for month in (1, 2)]  # noqa: DTZ001 - as files bring them
    shown = str(sy.evaluate(sy.Confusion(np.ones((2, 2, 2)), axes={"month": months}), metrics="cba"))
    assert "2024-02-01" in shown
    assert "00:00" not in shown
