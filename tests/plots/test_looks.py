"""Models are told apart, with and without colour."""

from steelyard.plots.canvas import Inks, grid_of_axes
from steelyard.plots.marks import look


def test_ten_models_differ_without_colour():
    assert len({(look(k).marker, look(k).hollow) for k in range(10)}) == 10
    assert len({(look(k).colour, look(k).line) for k in range(10)}) == 10
    assert len({look(k).hatch for k in range(10)}) == 10


def test_more_than_there_are_looks_begin_again():
    assert look(1000).marker == look(1000 % 6).marker


def test_a_hollow_mark_is_filled_with_the_ground():
    inks = Inks.of(grid_of_axes(1, 1, (3, 2))[0, 0])
    assert look(6).marks(inks)["markerfacecolor"] == inks.paper
    assert look(0).marks(inks)["markerfacecolor"] == look(0).colour
