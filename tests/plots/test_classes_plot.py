"""The dot plot of classes, by its artists."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.plots import ClassesRecord, classes
from steelyard.plots.canvas import grid_of_axes

CM = sy.Confusion([[8, 2, 0], [10, 80, 10], [0, 5, 45]], ["rare", "large", "middling"])
STACK = sy.Confusion.of_models({"a": CM, "b": sy.Confusion(CM.counts.T, CM.labels)})


def marks(ax, name):
    (line,) = [line for line in ax.get_lines() if line.get_label() == name]
    return line


def legend(ax):
    figure = ax.get_figure()
    made = ax.get_legend() or (figure.legends[0] if figure.legends else None)
    return [] if made is None else [text.get_text() for text in made.get_texts()]


def test_a_row_per_class_and_a_mark_per_model():
    result = sy.evaluate(STACK, intervals="delta")
    ax = classes(result, order="label")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["rare", "large", "middling"]
    np.testing.assert_allclose(marks(ax, "a").get_xdata(), sy.metrics.recall(CM))
    np.testing.assert_allclose(marks(ax, "b").get_xdata(), sy.metrics.precision(CM))
    above, below = marks(ax, "a").get_ydata(), marks(ax, "b").get_ydata()
    assert (np.round(above).tolist(), np.round(below).tolist()) == ([0, 1, 2], [0, 1, 2])
    assert (np.array(above) < np.array(below)).all()
    low, high = ax.get_ylim()
    assert low > high
    assert legend(ax)[:2] == ["a", "b"]


def test_lines_reach_from_low_to_high():
    result = sy.evaluate(CM, intervals="delta")
    record = ClassesRecord.of(result, order="label")
    ax = classes(record)
    ends = sorted(segment[:, ::-1].tolist() for lines in ax.collections for segment in lines.get_segments())
    ends = [[low, high] for (_, low), (_, high) in ends]
    assert ends == [[point.low, point.high] for (point,) in record.points]


def test_intervals_that_may_not_be_trusted_are_dotted_and_said_so():
    ax = classes(sy.evaluate([[0, 3], [5, 100]], intervals="bootstrap"))
    assert len(ax.collections) == 2
    assert [len(lines.get_segments()) for lines in ax.collections] == [1, 1]
    assert ax.collections[1].get_linestyle() != ax.collections[0].get_linestyle()
    assert legend(ax) == ["interval may not be trusted"]


def test_an_undefined_rate_is_a_cross_at_the_edge():
    ax = classes(sy.evaluate(sy.Confusion([[5, 1], [0, 0]], ["a", "b"]), intervals="none"))
    cross = marks(ax, "undefined")
    assert list(cross.get_xdata()) == [0.0]
    assert list(cross.get_ydata()) == [1]
    assert legend(ax) == ["undefined"]


def test_without_intervals_there_are_marks_alone():
    ax = classes(sy.evaluate(CM, intervals="none"))
    assert len(ax.collections) == 0
    assert ax.get_xlabel() == "recall of each class"
    assert legend(ax) == []


def test_sizes_and_weights_stand_beside():
    (right,) = classes(sy.evaluate(CM, importance="rarity")).child_axes
    assert [label.get_text() for label in right.get_yticklabels()] == ["10 · 0.769", "50 · 0.154", "100 · 0.077"]


@pytest.mark.parametrize("models", [1, 10])
def test_three_hundred_classes_fit_on_a_page(models):
    counts = np.stack([np.eye(300, dtype=int) * (k + 1) for k in range(models)])
    stack = sy.Confusion(counts, axes={"model": [f"m{k}" for k in range(models)]})
    ax = classes(sy.evaluate(stack, metrics="accuracy", intervals="none"))
    assert len(ax.get_yticklabels()) <= 40
    assert ax.get_figure().get_size_inches()[1] < 20
    assert "of 300 classes" in ax.get_ylabel()


def test_it_draws_on_the_axes_given():
    left, right = grid_of_axes(1, 2, (9, 4)).flat
    assert classes(sy.evaluate(STACK), "precision", ax=right) is right
    assert not left.has_data()
    assert right.get_legend() is not None
    assert right.get_xlabel().startswith("precision")


def test_items_of_unpaired_models_are_not_summed():
    fewer = sy.Confusion([[3, 1, 0], [5, 40, 5], [0, 5, 45]], CM.labels)
    stack = sy.Confusion.of_models({"a": CM, "b": fewer})
    (right,) = classes(sy.evaluate(stack, intervals="none"), order="label").child_axes
    beside = [label.get_text().split(" · ")[0] for label in right.get_yticklabels()]
    assert beside == ["4–10", "50–100", "50"]
