"""The plot of metrics, by its artists."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.plots import MetricsRecord, metrics
from steelyard.plots.canvas import grid_of_axes

A, B = sy.Confusion([[8, 2], [10, 80]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
STACK = sy.Confusion.of_models({"a": A, "b": B})


def names(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def test_a_row_per_metric_and_a_mark_per_model():
    result = sy.evaluate(STACK, metrics=["accuracy", "balanced_accuracy", "cen"], intervals="delta")
    ax = metrics(result)
    assert names(ax) == ["accuracy° ↑", "balanced_accuracy ↑", "cen° ↓"]
    for name, k in (("a", 0), ("b", 1)):
        (line,) = [line for line in ax.get_lines() if line.get_label() == name]
        assert list(line.get_xdata()) == [row.points[k].value for row in MetricsRecord.of(result).rows]
    assert ax.get_xlabel() == "value, with 95 % intervals"


def test_metrics_without_bounds_do_not_squeeze_the_others_and_are_told():
    bad = sy.Confusion([[0, 100], [90, 10]])
    result = sy.evaluate(bad, metrics=["accuracy", "cost_ratio"], intervals="none")
    ax = metrics(result)
    assert ax.get_xlim()[1] < 1.1
    assert [text.get_text() for text in ax.texts] == [f"{result['cost_ratio'].value:.3f} ▸"]
    alone = metrics(result, "cost_ratio")
    assert alone.get_xlim()[1] > result["cost_ratio"].value
    assert not alone.texts


def test_an_infinite_value_is_told_and_is_not_undefined():
    ax = metrics(sy.evaluate([[0, 10], [0, 0]], metrics=["accuracy", "cost_ratio"], intervals="none"))
    told = [text.get_text() for text in ax.texts]
    crosses = [line for line in ax.get_lines() if line.get_label() == "undefined"]
    assert bool(told) != bool(crosses)


def test_an_undefined_metric_is_a_cross():
    ax = metrics(sy.evaluate([[5, 0], [0, 0]], metrics=["accuracy", "mcc"], intervals="none"))
    (cross,) = [line for line in ax.get_lines() if line.get_label() == "undefined"]
    assert list(cross.get_ydata()) == [1]


def test_values_below_zero_are_in_the_frame():
    ax = metrics(sy.evaluate([[0, 10], [10, 0]], metrics=["mcc"], intervals="none"))
    assert ax.get_xlim()[0] < -1


@pytest.mark.parametrize("models", [1, 10])
def test_all_metrics_of_any_number_of_models(models):
    rng = np.random.default_rng(3)
    stack = sy.Confusion(rng.integers(1, 30, (models, 3, 3)), axes={"model": [f"m{k}" for k in range(models)]})
    ax = metrics(sy.evaluate(stack, intervals="none"))
    assert len(names(ax)) == len(set(names(ax))) > 15
    assert len([line for line in ax.get_lines() if line.get_label().startswith("m")]) == models


def test_it_draws_a_comparison_on_the_axes_given():
    (ax,) = grid_of_axes(1, 1, (6, 3)).flat
    found = sy.compare(STACK, metrics=["accuracy", "mcc"], intervals=sy.intervals.bootstrap(draws=100))
    assert metrics(found, ["mcc"], ax=ax) is ax
    assert names(ax) == ["mcc° ↑"]


@pytest.mark.usefixtures("own_metrics")
def test_values_below_the_frame_are_told():
    @sy.metric(range=(-float("inf"), float("inf")))
    def gain(c):
        return c.total(c.tp) - 50 * c.total(c.fn)

    ax = metrics(sy.evaluate(A, metrics=["gain", "accuracy"], intervals="none"))
    assert ax.get_xlim()[0] > -0.1
    (told,) = ax.texts
    assert (told.get_text(), told.get_ha(), told.get_position()[0]) == ("◂ −512.000", "left", 0.01)
