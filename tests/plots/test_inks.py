"""Colours that come from the axes."""

import pytest
from matplotlib import style
from matplotlib.figure import Figure

from steelyard.plots.canvas import Inks, grid_of_axes, luminance


def new_axes():
    return grid_of_axes(1, 1, (3, 2))[0, 0]


def contrast(one, other):
    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_ink_and_paper_are_those_of_the_axes():
    inks = Inks.of(new_axes())
    assert (inks.ink, inks.paper, inks.dark) == ((0, 0, 0), (1, 1, 1), False)


def test_axes_of_a_dark_style_keep_it_when_the_style_is_over():
    with style.context("dark_background"):
        ax = new_axes()
    inks = Inks.of(ax)
    assert (inks.ink, inks.paper, inks.dark) == ((1, 1, 1), (0, 0, 0), True)


def test_axes_without_a_ground_show_that_of_the_figure():
    figure = Figure(facecolor="#102030")
    ax = figure.subplots()
    ax.set_facecolor("none")
    assert Inks.of(ax).paper == pytest.approx((0x10 / 255, 0x20 / 255, 0x30 / 255))
    figure.set_facecolor("none")
    assert Inks.of(ax).paper == (1, 1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["default", "dark_background"])
def test_grey_words_have_the_contrast_of_words(sheet):
    with style.context(sheet):
        inks = Inks.of(new_axes())
    assert contrast(inks.grey, inks.paper) > 4.5
    assert contrast(inks.blue, inks.paper) > 4.5
    assert contrast(inks.orange, inks.paper) > 4.5
    assert contrast(inks.light, inks.paper) < contrast(inks.grey, inks.paper)


@pytest.mark.parametrize("ground", [(1, 1, 1), (0, 0, 0), (0.5, 0.5, 0.5), (0.03, 0.19, 0.42), (0.55, 0.74, 0.87)])
def test_words_on_a_ground_take_the_better_of_black_and_white(ground):
    inks = Inks.of(new_axes())
    assert contrast(inks.on(ground), ground) == max(contrast(word, ground) for word in ((0, 0, 0), (1, 1, 1)))
