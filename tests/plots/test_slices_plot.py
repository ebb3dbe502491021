"""Slices, by their artists."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.plots import SlicesRecord, slices
from steelyard.plots.canvas import grid_of_axes

USUAL, WAVE, WORSE = [[60, 40], [45, 855]], [[180, 120], [35, 665]], [[30, 70], [45, 855]]
MONTHS = {"jan": USUAL, "feb": USUAL, "mar": USUAL, "apr": WAVE, "may": WORSE}
CM = sy.Confusion(np.stack(list(MONTHS.values())), ["fraud", "ok"], axes={"month": list(MONTHS)})


def named(ax, name):
    (line,) = [line for line in ax.get_lines() if line.get_label() == name]
    return line


def legend(ax):
    made = ax.get_legend() or ax.get_figure().legends[0]
    return [text.get_text() for text in made.get_texts()]


def test_values_stand_at_their_slices_with_their_intervals():
    record = SlicesRecord.of(sy.evaluate(CM, metrics="accuracy"))
    ax = slices(record)
    (line,) = record.lines
    assert [label.get_text() for label in ax.get_xticklabels()] == list(MONTHS)
    marks = named(ax, "values")
    assert list(marks.get_xdata()) == [0, 1, 2, 3, 4]
    assert list(marks.get_ydata()) == [point.value for point in line.points]
    ends = [segment[:, 1].tolist() for lines in ax.collections for segment in lines.get_segments()]
    assert ends == [[point.low, point.high] for point in line.points]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("month", "accuracy, 95 % intervals")


def test_moves_explained_by_shares_are_ringed():
    ax = slices(sy.evaluate(CM, metrics="accuracy", intervals="none"))
    assert list(named(ax, "explained by class shares alone").get_xdata()) == [0, 1, 2, 3]
    alike = named(ax, "at the class shares of all").get_ydata()
    assert alike[3] == pytest.approx(alike[0])
    assert alike[4] < alike[3] - 0.03
    assert legend(ax) == ["typical", "explained by class shares alone", "at the class shares of all"]


def test_several_models_stand_side_by_side():
    stack = sy.Confusion(np.stack([CM.counts] * 10), axes={"model": [f"m{k}" for k in range(10)], "month": [*MONTHS]})
    ax = slices(sy.evaluate(stack, metrics="accuracy", intervals="none"))
    first, last = named(ax, "m0").get_xdata(), named(ax, "m9").get_xdata()
    assert (np.round(first) == np.round(last)).all()
    assert (np.array(first) < np.array(last)).all()
    assert legend(ax)[:10] == [f"m{k}" for k in range(10)]
    assert "at the class shares of all" not in legend(ax)


def test_many_slices_are_not_all_named():
    stack = sy.Confusion(np.stack([USUAL] * 300), axes={"day": [f"2024-day-{k}" for k in range(300)]})
    ax = slices(sy.evaluate(stack, metrics="accuracy", intervals="none"))
    assert 12 <= len(ax.get_xticklabels()) <= 24
    assert ax.get_xlim() == (-0.5, 299.5)
    assert ax.get_figure().get_size_inches()[0] <= 11


def test_an_empty_slice_is_a_cross_and_a_gap():
    counts = CM.counts.copy()
    counts[1] = 0
    ax = slices(sy.evaluate(sy.Confusion(counts, axes={"month": list(MONTHS)}), metrics="accuracy", intervals="none"))
    assert list(named(ax, "undefined").get_xdata()) == [1]
    assert "undefined" in legend(ax)


def test_slices_by_two_columns_have_both_names():
    stack = sy.Confusion(np.stack([CM.counts] * 2), axes={"site": ["x", "y"], "month": list(MONTHS)})
    ax = slices(sy.evaluate(stack, metrics="accuracy", intervals="none"), over="month")
    assert legend(ax)[:2] == ["x", "y"]


def test_it_draws_on_the_axes_given():
    (ax,) = grid_of_axes(1, 1, (6, 4)).flat
    assert slices(sy.evaluate(CM, intervals="none"), "mcc", ax=ax) is ax
    assert ax.get_ylabel() == "mcc"


def test_what_a_user_drew_before_is_not_in_the_legend():
    (ax,) = grid_of_axes(1, 1, (6, 4)).flat
    ax.plot([0, 1], [0.9, 0.9], marker="o", label="at the class shares of all")
    stack = sy.Confusion(np.stack([CM.counts] * 2), axes={"model": ["a", "b"], "month": [*MONTHS]})
    slices(sy.evaluate(stack, metrics="accuracy", intervals="none"), ax=ax)
    assert legend(ax) == ["a", "b", "typical", "explained by class shares alone"]
