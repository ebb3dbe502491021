"""A drawn confusion matrix, by its artists."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.plots import MatrixRecord, confusion
from steelyard.plots.canvas import grid_of_axes, luminance

CM = sy.Confusion([[8, 2, 0], [1, 3, 6], [0, 0, 0]], ["a", "b", "c"])


def texts(ax):
    return [text.get_text() for text in ax.texts]


def ticks(labels):
    return [label.get_text() for label in labels]


def test_cells_have_their_numbers_and_nothing_where_there_is_none():
    ax = confusion(CM)
    assert texts(ax) == ["8", "2", "", "1", "3", "6", "", "", ""]
    assert ticks(ax.get_xticklabels()) == ticks(ax.get_yticklabels()) == ["a", "b", "c"]
    assert (ax.get_ylabel(), ax.get_xlabel()) == ("truth", "prediction")


def test_the_first_class_is_on_top():
    ax = confusion(CM)
    low, high = ax.get_ylim()
    assert low > high
    assert [text.get_position() for text in ax.texts[:2]] == [(0, 0), (1, 0)]


def test_shares_say_of_how_many_items_they_are():
    assert ticks(confusion(CM, "rows").get_yticklabels()) == ["a (10)", "b (10)", "c (0)"]
    assert ticks(confusion(CM, "columns").get_xticklabels()) == ["a\n(9)", "b\n(5)", "c\n(6)"]
    assert texts(confusion(CM, "rows")) == ["0.80", "0.20", "", "0.10", "0.30", "0.60", "–", "–", "–"]


def test_a_share_that_rounds_to_nothing_is_not_nothing():
    assert texts(confusion([[999, 1], [0, 5]], "rows")) == ["1.00", "0.00", "", "1.00"]


def test_a_difference_has_signs():
    other = sy.Confusion([[5, 5, 0], [1, 3, 6], [0, 0, 0]], ["a", "b", "c"])
    assert texts(confusion(CM, minus=other))[:3] == ["+3", "−3", ""]
    assert texts(confusion(CM, "rows", minus=other))[:3] == ["+0.30", "−0.30", ""]


def test_a_difference_of_nothing_can_be_drawn():
    for show in ("counts", "rows", "columns"):
        assert set(texts(confusion(CM, show, minus=CM))) <= {"", "–"}


def test_more_items_are_further_from_the_ground_and_the_log_shows_few():
    ax = confusion([[1000, 1], [10, 0]])
    (mesh, _) = ax.collections
    mesh.update_scalarmappable()
    colours = mesh.get_facecolors()
    light = [luminance(colour) for colour in colours]
    assert light[0] < light[2] < light[1] < light[3] == 1.0


def test_colours_of_a_difference_are_on_two_sides_of_the_ground():
    (mesh, _) = confusion([[5, 0], [0, 5]], minus=[[0, 5], [0, 5]]).collections
    mesh.update_scalarmappable()
    blue, orange, empty, _ = mesh.get_facecolors()
    assert blue[2] > blue[0]
    assert orange[0] > orange[2]
    assert empty.tolist() == [1, 1, 1, 1]


def test_words_are_seen_on_every_shade():
    ax = confusion(sy.Confusion(np.arange(64).reshape(8, 8)), "rows")
    (mesh, _) = ax.collections
    mesh.update_scalarmappable()
    for text, ground in zip(ax.texts, mesh.get_facecolors(), strict=True):
        light, dark = sorted([luminance(text.get_color()), luminance(ground)], reverse=True)
        assert (light + 0.05) / (dark + 0.05) > 4.5


@pytest.mark.parametrize("C", [1, 3, 30, 300])
def test_any_number_of_classes_has_names_but_no_soup(C):
    ax = confusion(np.eye(C, dtype=int) * 5, "rows")
    assert 1 <= len(ax.get_xticks()) <= 40
    assert len(texts(ax)) == (C * C if C <= 20 else 0)
    assert max(ax.get_figure().get_size_inches()) < 12
    assert len(ax.get_figure().axes) == (1 if C <= 20 else 2)  # a bar of the shades where there are no numbers


def test_a_matrix_without_items_can_be_drawn():
    assert texts(confusion(np.zeros((2, 2), dtype=int))) == [""] * 4


def test_it_draws_a_record_on_the_axes_given():
    left, right = grid_of_axes(1, 2, (6, 3)).flat
    assert confusion(MatrixRecord.of(CM), ax=right) is right
    assert not left.has_data()
