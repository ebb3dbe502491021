"""The terminal and the notebook: readable at 80 columns, without colour, with hostile names."""

import datetime as dt
import io

import numpy as np
import pytest
from rich.console import Console

import steelyard as sy
from steelyard.show import numbers
from steelyard.show.evaluation import print_evaluation

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
    shown = sy.evaluate(_matrix(3)).full()
    places = [shown.index(part) for part in ("count the same", "Recall:", "Precision:", "General:", "\nClasses\n")]
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
    lines = sy.evaluate(stack).full().splitlines()
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
    result = sy.evaluate(_matrix(60))
    assert "… and 40 more classes" in result.full()
    assert "… and 54 more classes; these have the lowest recall." in str(result)


@pytest.mark.parametrize(
    ("function", "number", "shown"),
    [
        (numbers.count, 1234567, "1,234,567"),
        (numbers.count, 2.5, "2.5"),
        (numbers.value, float("nan"), "undefined"),
        (numbers.value, -0.0, "0.000"),
        (numbers.value, -0.0004, "0.000"),
        (lambda ends: numbers.between(*ends), (0.5, 0.625), "0.500–0.625"),
        (lambda ends: numbers.closely_between(*ends), (0.5, 0.625), ".500–.625"),
        (lambda ends: numbers.closely_between(*ends), (0.99951, 1), "1.00–1.00"),
        (lambda ends: numbers.closely_between(*ends), (-1, -0.0001), "−1.00–.000"),
        (lambda ends: numbers.closely_between(*ends), (-0.5, -0.25), "−.500 to −.250"),
        (lambda ends: numbers.closely_between(*ends), (0.25, 12.3456), ".250–12.346"),
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
    stack = sy.Confusion(counts, LONG[:2], axes={"model": LONG[2:4]})
    shown = sy.evaluate(stack, importance=[2, 1], metrics="cba").full()
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
    print_evaluation(sy.evaluate(_matrix(6, LONG)), Console(file=out, width=width, color_system=None), full=True)
    table = out.getvalue()[out.getvalue().index("\nClasses\n") :]
    assert len({line.split()[0] for line in table.splitlines() if line.startswith("…")}) == 6


def test_long_names_of_models_leave_room_for_three_side_by_side():
    stack = sy.Confusion(np.random.default_rng(0).integers(1, 9, (6, 2, 2)), axes={"model": LONG})
    shown = sy.evaluate(stack).full()
    headings = _headings(shown)
    assert list(map(len, headings)) == [3, 3]
    assert len({name for heading in headings for name in heading}) == 6
    assert max(map(len, shown.splitlines())) <= 80


def test_a_model_may_be_named_like_markup():
    stack = sy.Confusion(np.ones((2, 2, 2)), axes={"model": ["[bold]", "[red]x"]})
    assert _headings(sy.evaluate(stack, metrics="cba").full()) == [["[bold]", "[red]x"]]


def test_keys_that_differ_in_the_middle_stay_different_in_the_tables_of_slices():
    counts = np.array([[[[9, 0], [0, 9]], [[0, 9], [9, 0]]]] * 2)
    stack = sy.Confusion(counts, axes={"model": LONG[2:4], "site": LONG[:2]})
    lines = sy.evaluate(stack, metrics="cba").full().splitlines()
    assert len({line.split()[-1] for line in lines if line.startswith("site ")}) == 2, "one table for each model"
    rows = [line.split() for line in lines if line.startswith("…")]
    assert [cells[2].lstrip("▼▲") for cells in rows] == ["1.000", "0.000"] * 2
    assert len({cells[0] for cells in rows}) == 2


def test_models_stand_side_by_side_over_slices():
    counts = np.array([[[9, 1], [1, 9]], [[5, 5], [5, 5]]])
    stack = sy.Confusion(np.stack([counts, counts[::-1]], axis=1), axes={"day": ["mo", "tu"], "model": ["a", "b"]})
    lines = str(sy.evaluate(stack, metrics=["accuracy", "cba"], intervals="none")).splitlines()
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


def test_a_slice_without_a_class_is_marked_and_told_once():
    """The month without a fraud looks like the best one; accuracy is the same question there."""
    months = np.array([[[0, 0], [1, 99]], [[2, 2], [1, 95]], [[0, 0], [0, 9]]])
    cm = sy.Confusion(months, ["fraud", "ok"], axes={"month": [dt.datetime(2024, m, 1) for m in (1, 2, 3)]})  # noqa: DTZ001
    shown = str(sy.evaluate(cm, metrics=["balanced_accuracy", "accuracy"], intervals="none"))
    rows = {line.split()[0]: line.split()[2:] for line in shown.splitlines() if line.startswith("2024")}
    assert {name: values[0][0] == "!" for name, values in rows.items()} == {
        "2024-01-01": True,
        "2024-02-01": False,
        "2024-03-01": True,
    }
    assert not any("!" in values[1] for values in rows.values())
    told = " ".join(shown.split())
    note = "! month 2024-01-01; month 2024-03-01: class 'fraud' (50 % of the weight) is left out: the "
    "class has no items (t = 0)."
    assert told.count(note) == 1
    complete = sy.Confusion(months[[1, 1]], ["fraud", "ok"], axes={"month": [1, 2]})
    assert "!" not in str(sy.evaluate(complete, metrics="balanced_accuracy", intervals="none"))


def _shown(evaluation, width=80, **options):
    """Print an evaluation, in full if not said otherwise."""
    out = io.StringIO()
    print_evaluation(evaluation, Console(file=out, width=width, color_system=None), **{"full": True} | options)
    return out.getvalue().splitlines()


def test_classes_have_the_intervals_of_their_rates_where_there_is_room():
    """13 of 17 frauds found by 67 answers: with 120 columns as in Python, with 80 the rates alone."""
    result = sy.evaluate(sy.Confusion([[13, 4], [54, 2929]], labels=["fraud", "ok"]), metrics="mcc")
    wide, usual = (next(line for line in _shown(result, room) if line.startswith("fraud ")) for room in (120, 80))
    assert "–" not in usual
    intervals = result.classes[0].intervals
    for rate, value in (("recall", "0.765"), ("precision", "0.194"), ("f", "0.310")):
        assert f"{value} {numbers.closely_between(intervals[rate].low, intervals[rate].high)}" in wide
    without = sy.evaluate(result.confusion, metrics="mcc", intervals="none")
    assert not any("–" in line for line in _shown(without, 120) if line.startswith("fraud "))


def test_the_classes_of_weighted_items_use_the_room():
    """With gaps of 3 this table has 83 columns, and of 80 there was "No room for: right"."""
    weights = np.array([[655.57, 95.12], [3208.19, 170_163.62]])
    cm = sy.Confusion(weights, ["fraud", "ok"], squares=weights**2 / 4, rows=[[13, 4], [54, 2929]])
    text = sy.evaluate(cm, metrics="mcc", intervals="none").full()
    assert "No room" not in text
    assert "655.57" in text
    assert "in 2 classes (750.69 to 173,372 each)" in text


def _row(lines, metric):
    return next(i for i, line in enumerate(lines) if line.split()[:1] == [metric])


@pytest.mark.parametrize(("width", "bars"), [(80, False), (120, True)])
def test_one_matrix_has_a_column_of_intervals_and_bars_where_there_is_room(width, bars):
    result = sy.evaluate(_matrix(5), intervals="delta")
    lines = _shown(result, width)
    heading = next(line for line in lines if line.startswith("metric"))
    assert heading.split() == ["metric", "value", "95", "%", "interval", "normalised", "note"]
    row = lines[_row(lines, "accuracy°")]
    assert numbers.between(result["accuracy"].low, result["accuracy"].high) in row
    assert ("█" in row) is bars
    assert max(map(len, lines)) <= width
    assert f"95 % intervals: delta method on {result.confusion.total:,} items." in lines


def _models(names, metrics=None, **options):
    counts = np.random.default_rng(1).integers(50, 1000, (len(names), 3, 3))
    return sy.evaluate(sy.Confusion(counts, axes={"model": names}), metrics=metrics, intervals="delta", **options)


def test_three_models_have_their_intervals_beside_the_values_at_80_columns():
    result = _models(["tree", "svm", "naive_bayes"], ["accuracy", "balanced_accuracy"])
    lines = _shown(result)
    row = lines[_row(lines, "balanced_accuracy")]
    for score in result["balanced_accuracy"]:
        assert f"{score.value:.3f} {numbers.closely_between(score.low, score.high)}" in row
    assert max(map(len, lines)) <= 80
    assert len([line for line in lines if line.startswith("metric")]) == 1


def test_intervals_stand_below_the_values_where_not_all_models_fit_otherwise():
    result = _models(["tree", "svm", "naive_bayes"])
    lines = _shown(result)
    place = _row(lines, "balanced_accuracy")
    scores = result["balanced_accuracy"]
    assert [word.lstrip("*") for word in lines[place].split()[2:]] == [f"{score.value:.3f}" for score in scores]
    assert lines[place + 1].split() == [numbers.closely_between(score.low, score.high) for score in scores]
    ends = [len(part) for part in (lines[place], lines[place + 1])]
    assert ends[0] == ends[1], "values and intervals end in the same column"
    assert max(map(len, lines)) <= 80
    assert len([line for line in lines if line.startswith("metric")]) == 1


def test_slices_have_intervals_one_below_the_other():
    counts = np.random.default_rng(1).integers(50, 1000, (3, 2, 2))
    result = sy.evaluate(sy.Confusion(counts, axes={"day": [1, 2, 3]}), metrics=["cba", "mcc"], intervals="delta")
    lines = _shown(result)
    lines = lines[lines.index("Over day") : lines.index("Classes")]
    rows = [line for line in lines if line.split()[:1] in (["all"], ["1"], ["2"], ["3"])]
    assert len({line.index("–") for line in rows}) == 1
    first = result["cba"][0]
    assert f"{first.value:.3f} {numbers.closely_between(first.low, first.high)}" in rows[1]
    assert next(line for line in lines if line.startswith("typical")).split()[1:] == [
        numbers.value(result[name][0].move.typical) for name in ("cba", "mcc")
    ]


def test_groups_go_class_by_class_in_slices_too():
    rows = np.arange(2_000)
    data = {"y": rows % 2, "p": rows % 3 % 2, "day": rows // 20, "patient": rows % 10}
    lines = _shown(sy.evaluate(data, truth="y", prediction="p", by="day", group="patient", metrics="cba"))
    assert [line for line in lines if "intervals:" in line] == [
        "95 % intervals: class by class, from 10 groups (patient)."
    ]


def test_slices_and_the_whole_that_go_class_by_class_say_so_once():
    counts = np.tile([[800, 200], [100, 900]], (100, 1, 1))
    lines = _shown(sy.evaluate(sy.Confusion(counts, axes={"day": range(100)}), metrics="cba"))
    assert [line for line in lines if "intervals:" in line] == ["95 % intervals: class by class, from 200,000 items."]


def test_the_same_doubt_about_many_metrics_is_one_footnote():
    lines = _shown(sy.evaluate([[1, 1, 0], [4, 90, 6], [0, 20, 300]], importance="rarity"))
    notes = [line for line in lines if line.startswith("[")]
    assert 1 <= len(notes) <= 4
    assert notes.count("[1] there are only 2 items of class 0") == 1
    marked = [line for line in lines if "[1" in line and line.startswith("  ")]
    assert len(marked) > 5


def test_html_has_the_intervals_and_how_they_were_made():
    result = sy.evaluate(_matrix(3), metrics="accuracy", confidence=0.9, intervals="delta")
    html = result._repr_html_()
    assert '<th scope="col" align="right">90 % interval</th>' in html
    assert numbers.between(result["accuracy"].low, result["accuracy"].high) in html
    assert "90 % intervals: delta method on" in html


def test_misleading_metrics_have_a_mark_and_a_footnote_with_the_fact():
    cm = sy.Confusion([[20, 30], [10, 940]], ["fraud", "ok"])
    lines = _shown(sy.evaluate(cm, intervals="delta"))
    assert lines[_row(lines, "accuracy°")].endswith("[a]")
    assert "[" not in lines[_row(lines, "balanced_accuracy")]
    text = " ".join(lines)
    assert "[a] misleading: class 'ok' is 95 % of the items but 50 % of what matters; with class shares" in text
    assert len([line for line in lines if line.startswith("[")]) <= 4
    html = sy.evaluate(cm, intervals="delta")._repr_html_()
    assert "misleading: always answering &#x27;ok&#x27; would get 0.132" in html


def test_misleading_metrics_of_models_on_the_same_items_share_their_footnotes():
    counts = np.array([[[5, 45], [6, 944]], [[8, 42], [20, 930]]])
    stack = sy.Confusion(counts, ["fraud", "ok"], axes={"model": ["eager", "shy"]})
    lines = _shown(sy.evaluate(stack, metrics=["accuracy", "average_accuracy", "cba"], intervals="none"))
    assert lines[_row(lines, "accuracy°")].count("[a]") == 2
    notes = [line for line in lines if line.startswith("[")]
    assert notes == ["[a] misleading: always answering 'ok' would get 0.950"]


def test_a_class_left_out_is_told_once_though_it_misleads():
    case = [[5, 0, 0], [0, 10, 0], [0, 300, 0]]
    lines = _shown(sy.evaluate(case, metrics="macro_precision", undefined="exclude", intervals="none"))
    notes = [line for line in lines if line.startswith("[")]
    assert notes == ["[a] misleading: class 2 (33 % of the weight) is left out: the class is never"]


def test_one_class_is_one_class_and_has_nothing_to_tell():
    shown = " ".join(str(sy.evaluate(["a", "a"], ["a", "a"], metrics="balanced_accuracy")).split())
    assert "2 items in 1 class." in shown
    assert "With one class no error is possible, so there is nothing to tell" in shown
    assert "1.000–1.000" not in shown
