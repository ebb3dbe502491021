"""The three plots of weights, by their artists: one class, the triangle, and what is won."""

from dataclasses import replace

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness import robustness
from steelyard.plots import TriangleRecord, WeightsRecord, WinsRecord, triangle, weights, wins
from steelyard.plots.canvas import grid_of_axes

DRAIN = sy.Confusion([[6, 4, 0], [2, 60, 8], [0, 30, 270]], labels=["fatal", "minor", "ok"])
SPELL = sy.Confusion([[9, 1, 0], [9, 55, 6], [3, 40, 257]], labels=["fatal", "minor", "ok"])
STACK = sy.Confusion.of_models({"Spell": SPELL, "Drain": DRAIN})
RECORD = TriangleRecord.of(sy.Confusion.of_models({"Spell": SPELL, "Drain": DRAIN}))
TEN = sy.Confusion(np.random.default_rng(7).integers(1, 40, (10, 3, 3)), axes={"model": [f"m{k}" for k in range(10)]})


def legend(ax):
    made = ax.get_legend() or ax.get_figure().legends[0]
    return [text.get_text() for text in made.get_texts()]


def line_of(ax, name):
    (line,) = [line for line in ax.get_lines() if line.get_label() == name]
    return line


def test_lines_are_those_of_the_record():
    record = WeightsRecord.of(STACK, "fatal")
    ax = weights(record)
    for k, name in enumerate(record.models):
        np.testing.assert_array_equal(
            line_of(ax, name).get_xydata(), np.stack([record.weights, record.values[:, k]], 1)
        )
    assert ax.get_xlim() == (0, 1)
    assert ax.get_xlabel() == "weight of fatal, the others in proportion"
    assert legend(ax) == ["Spell", "Drain"]


def test_crossings_are_ringed_and_told():
    record = WeightsRecord.of(STACK, "fatal")
    ax = weights(record)
    (crossing,) = record.crossings
    assert line_of(ax, "the best model changes").get_xydata().tolist() == [[crossing.at, crossing.value]]
    assert [text.get_text() for text in ax.texts] == ["now 0.333", f"{crossing.at:.3f}"]


def test_lines_are_told_apart_without_colour():
    ax = weights(TEN, 0)
    drawn = [line for line in ax.get_lines() if line.get_label().startswith("m")]
    looks = {(line.get_marker(), line.get_linestyle()) for line in drawn}
    assert len(looks) == 10
    assert all(len(line.get_markevery()) >= 4 for line in drawn)


def test_one_model_is_a_line_without_a_legend():
    ax = weights(SPELL, "ok")
    assert not ax.get_figure().legends
    assert len(ax.get_lines()) == 2  # and that of now


def test_the_triangle_is_coloured_where_a_model_leads():
    ax = triangle(RECORD)
    spell, drain = ax.collections
    assert (spell.get_label(), drain.get_label()) == ("Spell", "Drain")
    area = np.array([_area(one) for one in (spell, drain)]) / (np.sqrt(3) / 4)
    np.testing.assert_allclose(area, RECORD.won, atol=2e-3)
    assert legend(ax) == ["Spell 70.6 %", "Drain 29.4 %", "weights now"]


def _area(contours):
    """Return the area of polygons, by the shoelace formula; holes count less."""
    total = 0.0
    for path in contours.get_paths():
        for polygon in path.to_polygons():
            x, y = polygon.T
            total += float(np.dot(x[:-1], y[1:]) - np.dot(x[1:], y[:-1])) / 2
    return abs(total)


@pytest.mark.slow
def test_the_areas_of_ten_models_fill_the_triangle():
    ax = triangle(TEN)
    assert sum(_area(one) for one in ax.collections) == pytest.approx(np.sqrt(3) / 4, rel=2e-4)
    assert len({(one.get_facecolor().tobytes(), one.hatches[0]) for one in ax.collections}) == len(ax.collections)


def test_names_stand_at_the_corners_and_weights_that_agree_are_outlined():
    ax = triangle(STACK, importance="ok < minor < fatal")
    assert [text.get_text() for text in ax.texts] == ["fatal", "minor", "ok"]
    assert [text.xy for text in ax.texts] == [(0, 0), (1, 0), (0.5, pytest.approx(np.sqrt(3) / 2))]
    assert "agrees with what was said" in legend(ax)
    (outline,) = [line for line in ax.get_lines() if len(line.get_xdata()) == 4 and line.is_dashed()]
    assert {tuple(corner.round(6)) for corner in outline.get_xydata()} == {
        (0, 0), (0.5, 0), (0.5, round(np.sqrt(3) / 6, 6)),
    }  # fmt: skip


def test_models_that_tie_leave_it_empty_and_it_is_said():
    ax = triangle(sy.Confusion.of_models({"a": SPELL, "b": SPELL}))
    assert len(ax.collections) == 0
    assert legend(ax) == ["a 50.0 %", "b 50.0 %", "tie", "weights now"]


def test_a_class_without_a_value_is_left_empty_around_its_corner():
    a = sy.Confusion([[8, 2, 0], [3, 7, 0], [0, 0, 0]])
    b = sy.Confusion([[5, 5, 0], [1, 9, 0], [0, 0, 0]])
    ax = triangle(sy.Confusion.of_models({"a": a, "b": b}))
    assert 0.9 < sum(_area(one) for one in ax.collections) / (np.sqrt(3) / 4) < 1


def test_bars_are_the_shares_of_the_ranks():
    record = WinsRecord.of(robustness(STACK))
    ax = wins(record)
    first, second = ax.containers
    np.testing.assert_allclose([bar.get_width() for bar in first], record.ranks[:, 0])
    np.testing.assert_allclose([bar.get_x() for bar in second], record.ranks[:, 0])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Spell", "Drain"]
    assert [text.get_text() for text in ax.texts] == ["70.6 %", "29.4 %", "29.4 %", "70.6 %"]
    assert ax.get_xlabel() == "share of all class weights, by balanced_accuracy"


def test_sampled_shares_say_how_sure_they_are():
    ax = wins(robustness(TEN, samples=1000))
    assert "standard error" in ax.get_xlabel()
    assert legend(ax) == ["rank 1", "rank 6", "rank 10"]
    widths = np.array([[bar.get_width() for bar in bars] for bars in ax.containers])
    np.testing.assert_allclose(widths.sum(axis=0), 1)


def test_unknown_shares_are_said_to_be():
    known = WinsRecord.of(robustness(STACK))
    unknown = np.full((2, 2), np.nan)
    ax = wins(replace(known, ranks=unknown, errors=unknown, note="why"))
    assert [text.get_text() for text in ax.texts] == ["unknown"]


def test_they_draw_on_the_axes_given():
    axes = grid_of_axes(1, 3, (12, 4)).reshape(-1)
    assert weights(STACK, "ok", ax=axes[0]) is axes[0]
    assert triangle(RECORD, ax=axes[1]) is axes[1]
    assert wins(robustness(STACK), ax=axes[2]) is axes[2]
    assert all(ax.get_legend() is not None for ax in axes)


def test_shares_that_were_drawn_are_never_all_or_nothing():
    best, good, bad = (sy.Confusion([[k, 20 - k, 0], [20 - k, k, 0], [0, 20 - k, k]]) for k in (19, 10, 5))
    three = sy.Confusion.of_models({"best": best, "good": good, "bad": bad})
    assert legend(triangle(three))[:3] == ["best >99.9 %", "good <0.1 %", "bad <0.1 %"]
    assert {text.get_text() for text in wins(robustness(three, samples=200)).texts} == {">99.9 %"}
    two = sy.Confusion.of_models({"best": best, "good": good})
    assert legend(triangle(two))[:2] == ["best 100.0 %", "good 0.0 %"]


@pytest.mark.parametrize("inches", [3, 6, 12])
def test_numbers_fit_into_their_bars(inches):
    ranks = np.array([[0.03, 0.05, 0.07, 0.08, 0.09, 0.12, 0.56]] * 7)
    record = WinsRecord("cba", tuple("abcdefg"), ranks, np.zeros((7, 7)), exact=True, said="", note="")
    (ax,) = grid_of_axes(1, 1, (inches, 3)).flat
    wins(record, ax=ax).get_figure().draw_without_rendering()
    bars = [bar.get_window_extent() for bars in ax.containers for bar in bars]
    assert ax.texts
    for text in ax.texts:
        box = text.get_window_extent()
        assert any(bar.x0 <= box.x0 and box.x1 <= bar.x1 and bar.y0 < box.y0 and box.y1 < bar.y1 for bar in bars)


def test_curves_that_cannot_be_drawn_are_said_to_be_undefined():
    lost = sy.Confusion([[0, 10], [0, 90]], ["fraud", "ok"])
    fine = sy.Confusion([[5, 5], [10, 80]], ["fraud", "ok"])
    asked = {"metrics": "macro_precision", "undefined": "nan", "intervals": "none"}
    assert [text.get_text() for text in weights(sy.evaluate(lost, **asked), "fraud").texts] == [
        "undefined",
        "now 0.500",
    ]
    ax = weights(sy.evaluate(sy.Confusion.of_models({"lost": lost, "fine": fine}), **asked), "fraud")
    assert legend(ax) == ["lost, undefined", "fine"]
    assert [text.get_text() for text in ax.texts] == ["now 0.500"]


def test_names_from_right_to_left_leave_numbers_where_they_are():
    ax = triangle(sy.Confusion.of_models({"שלום": SPELL, "Drain": DRAIN}))
    assert legend(ax)[:2] == ["\u200eשלום\u200e 70.6 %", "Drain 29.4 %"]
