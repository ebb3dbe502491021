"""Figures 1 and 2 of Branco et al., by what they draw."""

from __future__ import annotations

import pytest

from steelyard.plots import save
from steelyard_papers.plots.branco2017 import figure1_plot, figure2_plot, strips_plot
from steelyard_papers.reproductions.branco2017.discrimination import Counted
from steelyard_papers.reproductions.branco2017.figure1 import EXAMPLE

MECHANISMS = ("PREV", "PO", "TO", "φ")


def records(scenario="multi-minority", problems=("2-4-15", "2-4-16")):
    found = []
    for p, problem in enumerate(problems):
        for m, metric in enumerate(("Rec", "AvF_1")):
            found.append(Counted(problem, scenario, metric, "existing", 1000, 100, 10.0, None))
            for k, mechanism in enumerate(MECHANISMS):
                difference = 10.0 * m + k - p / 2
                found.append(Counted(problem, scenario, metric, mechanism, 1000, 100, 10.0 + difference, difference))
    return found


def test_a_strip_per_mechanism_within_each_metric():
    ax = strips_plot(records())
    strips = {line.get_label(): line for line in ax.get_lines() if line.get_label() in MECHANISMS}
    assert list(strips) == list(MECHANISMS)
    for k, mechanism in enumerate(MECHANISMS):
        x, y = strips[mechanism].get_data()
        assert list(y) == [k, k - 0.5, 10 + k, 10 + k - 0.5]
        assert [round(at) for at in x] == [0, 0, 1, 1]
    middles = [strips[mechanism].get_xdata()[0] for mechanism in MECHANISMS]
    assert middles == sorted(middles)


def test_a_metric_has_its_subscript_and_a_panel_its_scenario():
    ax = strips_plot(records())
    assert [label.get_text() for label in ax.get_xticklabels()] == ["Rec", "AvF$_{1}$"]
    assert ax.get_title() == "multi-minority: 2 problems"


def test_a_panel_is_one_scenario():
    with pytest.raises(ValueError, match="one scenario, not of 2"):
        strips_plot([*records(), *records("complete")])


def test_a_panel_per_scenario_with_the_mechanisms_named(tmp_path):
    axes = figure2_plot([*records(), *records("complete", ("2-3-9-10",))])
    assert [ax.get_title() for ax in axes] == ["multi-minority: 2 problems", "complete: 1 problem"]
    for ax in axes:
        assert [text.get_text() for text in ax.texts] == list(MECHANISMS)
    assert save(axes, tmp_path / "figure2.svg").stat().st_size > 5000


def test_nothing_to_draw_is_said():
    with pytest.raises(ValueError, match="no records"):
        figure2_plot([])


def test_figure_1_shows_the_classes_and_three_ranks():
    order, ranks = figure1_plot(EXAMPLE)
    names = {text.get_text(): text.get_position() for text in order.texts}
    assert set("ABCDEFG") <= set(names)
    assert names["D"][1] > names["E"][1] > names["A"][1] == names["C"][1]
    assert len(order.get_lines()) == 3 + 7  # to D, A and C, and a circle for each class
    assert [bar.get_height() for bar in ranks.patches] == pytest.approx([0, 0, 4 / 35, 9 / 35, 12 / 35, 10 / 35, 0])
    assert [float(line.get_xdata()[0]) for line in ranks.get_lines()] == [4, 4.5, 4.8]
    assert [text.get_text() for text in ranks.texts] == [
        "4  middle expression", "4.5  |S| + 1 + |U|/2", "4.8  LPOM, the mean",
    ]  # fmt: skip
