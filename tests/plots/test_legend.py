"""Legends: names of any kind, and as many columns as fit."""

import pytest
from matplotlib.colors import to_hex

from steelyard.plots.canvas import grid_of_axes
from steelyard.plots.marks import columns_that_fit, explain


def lines(ax, n):
    return [ax.plot([0, 1], [0, i])[0] for i in range(n)]


@pytest.mark.parametrize("own", [True, False])
def test_names_that_begin_with_an_underscore_are_shown(own):
    (ax,) = grid_of_axes(1, 1, (5, 3)).flat
    explain(ax, list(zip(lines(ax, 3), ["_a", "$b$", "c"], strict=True)), own=own)
    made = ax.get_figure().legends[0] if own else ax.get_legend()
    assert [text.get_text() for text in made.get_texts()] == ["_a", "$b$", "c"]
    assert not any(text.get_parse_math() or text.get_usetex() for text in made.get_texts())


def test_a_figure_of_ours_grows_by_its_legend():
    (ax,) = grid_of_axes(1, 1, (5, 3)).flat
    explain(ax, list(zip(lines(ax, 10), [f"a rather long name {i}" for i in range(10)], strict=True)), own=True)
    assert ax.get_figure().get_size_inches()[1] > 3.5


def test_the_legend_is_not_wider_than_the_figure(tmp_path):
    for names in ([f"model number {i}" for i in range(7)], ["m" * 24] * 5):
        (ax,) = grid_of_axes(1, 1, (5, 3)).flat
        explain(ax, list(zip(lines(ax, len(names)), names, strict=True)), own=True)
        figure = ax.get_figure()
        figure.savefig(tmp_path / "x.png")
        box = figure.legends[0].get_window_extent()
        assert box.width < figure.bbox.width


def test_no_entries_are_no_legend():
    (ax,) = grid_of_axes(1, 1, (5, 3)).flat
    explain(ax, [], own=True)
    assert not ax.get_figure().legends


def test_columns_are_even():
    assert columns_that_fit([2] * 10, 69.0) == 5
    assert columns_that_fit([2] * 4, 100.0) == 4
    assert columns_that_fit([], 10.0) == 1


def test_inside_axes_a_legend_has_a_ground_of_its_own():
    (ax,) = grid_of_axes(1, 1, (5, 3)).flat
    ax.set_facecolor("#102030")
    explain(ax, [(lines(ax, 1)[0], "a")], own=False)
    frame = ax.get_legend().get_frame()
    assert ax.get_legend().get_frame_on()
    assert to_hex(frame.get_facecolor()) == "#102030"
    assert frame.get_alpha() >= 0.8
