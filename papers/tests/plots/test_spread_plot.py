"""Figures 3 to 5 of Mullick et al. and the metrics beside their audits, by what they draw."""

import math
from itertools import cycle

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="Matplotlib is not installed")

from steelyard import metrics as registry
from steelyard.plots import save
from steelyard.plots.style import grid_of_axes
from steelyard_papers.plots.spread import figure3_plot, figure4a_plot, figure4b_plot, figure5_plot, metrics_plot

pytestmark = pytest.mark.slow

TWO = ("precision", "one_point_aurpc", "g_mean", "one_point_auroc", "mprecision", "one_point_maurpc")
SEVERAL = (
    "g_mean",
    "balanced_accuracy",
    "one_point_auroc_ovo",
    "one_point_auroc_ova",
    "one_point_nauroc_ova",
    "one_point_aurpc_ova",
    "one_point_maurpc_ova",
)
SETS = [(f"two {i:02d}", 2) for i in range(1, 13)] + [
    (f"{word} {i}", classes)
    for word, classes, n in (("three", 3, 4), ("five", 5, 3), ("ten", 10, 3))
    for i in range(1, n + 1)
]


def number(*key):
    """Return a value of its own for each data set, index and column."""
    return 0.05 + sum(map(ord, "".join(key))) % 89 / 100


SPREAD = [
    {
        "dataset": name,
        "classes": classes,
        "index": index,
        "sd": number(name, index),
        "sd_within": number(name, index, "within"),
        "normalised": 1 + number(name, index) if classes > 2 else None,
    }
    for name, classes in SETS
    for index in (*(TWO if classes == 2 else SEVERAL), "accuracy")
]
MINIMA = [
    {"dataset": row["dataset"], "classes": row["classes"], "index": row["index"], "minimum": number(row["dataset"])}
    for row in SPREAD
]


def metric(index, sd, classes="two", condition_1="fails", reach=0.01):
    row = {"classes": classes, "index": index, "condition_1": condition_1, "sd": 0.9, "low": 0.8, "high": 1.0}
    return row | {"sd_within": sd, "low_within": sd - reach, "high_within": sd + reach, "undefined": 0}


METRICS = [
    metric("precision", 0.3),
    metric("recall", 0.02, condition_1="holds"),
    metric("accuracy", 0.1),
    metric("jaccard", 0.2, "several"),
    metric("g_mean", 0.03, "several", "holds"),
]
EVERY = [
    metric(index, number(index), classes)
    for classes in ("two", "several")
    for index in registry
    if classes == "two" or index != "recall"
]

FOUR_A = ("g_mean", "balanced_accuracy", "one_point_nauroc_ova", "one_point_aurpc_ova", "one_point_maurpc_ova")
FIVE = ("one_point_auroc_ova", "one_point_auroc_ovo", "one_point_nauroc_ova", "balanced_accuracy", "g_mean")
BY_SET = {
    "figure 3": (figure3_plot, SPREAD, "sd", TWO, 12),
    "figure 4a": (figure4a_plot, SPREAD, "sd", FOUR_A, 10),
    "figure 4b": (figure4b_plot, SPREAD, "normalised", ("balanced_accuracy", "one_point_nauroc_ova"), 10),
    "figure 5": (figure5_plot, MINIMA, "minimum", FIVE, 10),
}
NAMES = {
    "precision": "Precision", "one_point_aurpc": "AURPC", "g_mean": "GMean", "one_point_auroc": "AUROC",
    "mprecision": "mPrecision",
    "one_point_maurpc": "mAURPC", "balanced_accuracy": "ACSA", "one_point_auroc_ova": "AUROC-OVA",
    "one_point_auroc_ovo": "AUROC-OVO",
    "one_point_nauroc_ova": "nAUROC-OVA", "one_point_aurpc_ova": "AURPC-OVA", "one_point_maurpc_ova": "mAURPC-OVA",
}  # fmt: skip
EACH = {name: (draw, rows) for name, (draw, rows, *_) in BY_SET.items()} | {"metrics": (metrics_plot, EVERY)}

by_set = pytest.mark.parametrize(("draw", "rows", "column", "indices", "sets"), BY_SET.values(), ids=BY_SET)
each = pytest.mark.parametrize(("draw", "rows"), EACH.values(), ids=EACH)


def marks(axes):
    """Return the marks by their names: (x, y) in each panel."""
    found = {}
    for ax in axes:
        for line in ax.get_lines():
            if line.get_linestyle() == "None" and line.get_marker() != "x":
                found.setdefault(line.get_label(), []).append((np.asarray(line.get_xdata()), list(line.get_ydata())))
    return found


def crosses(ax):
    return [line for line in ax.get_lines() if line.get_marker() == "x"]


def ticks(ax, which="x"):
    return [label.get_text() for label in getattr(ax, f"get_{which}ticklabels")()]


def legend(ax):
    return [text.get_text() for text in ax.get_figure().legends[0].get_texts()]


@by_set
def test_each_index_has_a_mark_at_its_value_on_every_data_set(draw, rows, column, indices, sets):
    axes = draw(rows)
    names = [name for ax in axes for name in ticks(ax)]
    assert len(names) == sets
    found = marks(axes)
    assert list(found) == legend(axes[0]) == [NAMES[index] for index in indices]
    values = {(row["dataset"], row["index"]): row[column] for row in rows}
    for index in indices:
        drawn = [y for _, heights in found[NAMES[index]] for y in heights]
        assert drawn == [values[name, index] for name in names]


@pytest.mark.parametrize(("draw", "rows"), [EACH[name] for name in BY_SET], ids=BY_SET)
def test_marks_stand_beside_each_other_in_the_room_of_their_data_set(draw, rows):
    axes = draw(rows)
    first = [panels[0][0] for panels in marks(axes).values()]
    at = np.array([x - np.arange(len(x)) for x in first])
    np.testing.assert_allclose(at, np.repeat(at[:, :1], at.shape[1], axis=1))
    assert (np.diff(at[:, 0]) > 0.1).all()
    assert (np.abs(at) < 0.45).all()


@pytest.mark.parametrize("draw", [figure4a_plot, figure4b_plot])
def test_there_is_a_panel_for_each_number_of_classes_from_the_fewest(draw):
    axes = draw(SPREAD[::-1])
    assert [ax.get_title() for ax in axes] == ["3 classes", "5 classes", "10 classes"]
    assert [len(ticks(ax)) for ax in axes] == [4, 3, 3]
    assert ticks(axes[2]) == ["ten 3", "ten 2", "ten 1"]


def test_the_least_variation_is_a_line_in_figure_4b():
    for ax in figure4b_plot(SPREAD):
        assert [list(line.get_ydata()) for line in ax.get_lines() if line.get_linestyle() == "--"] == [[1, 1]]


def test_figure_5_holds_all_values_from_0_to_1():
    rows = [row | {"minimum": 0.0 if row["index"] == "g_mean" else 0.6} for row in MINIMA]
    for ax in figure5_plot(rows):
        low, high = ax.get_ylim()
        assert low < 0
        assert high > 1


def test_a_repaired_index_looks_like_the_one_it_replaces_but_hollow():
    lines = {line.get_label(): line for line in figure3_plot(SPREAD)[0].get_lines()}
    old, new = lines["Precision"], lines["mPrecision"]
    assert (old.get_marker(), old.get_color()) == (new.get_marker(), new.get_color())
    assert old.get_markerfacecolor() == old.get_color()
    assert tuple(new.get_markerfacecolor()) == (1, 1, 1)
    looks = {
        (line.get_marker(), str(line.get_markerfacecolor())) for line in lines.values() if line.get_marker() != "None"
    }
    assert len(looks) == 6


@by_set
def test_what_is_undefined_is_a_cross_at_the_foot(draw, rows, column, indices, sets):
    nothing = dict(zip(sorted({row["dataset"] for row in rows}), cycle([None, math.nan, math.inf]), strict=False))
    axes = draw([row | {column: nothing[row["dataset"]]} if row["index"] == indices[0] else row for row in rows])
    assert sum(len(line.get_xdata()) for ax in axes for line in crosses(ax)) == sets
    assert legend(axes[0]) == [*(NAMES[index] for index in indices), "undefined"]
    assert np.isfinite(axes[0].get_ylim()).all()


@pytest.mark.parametrize("draw", [figure3_plot, figure4a_plot])
def test_a_single_data_set_with_one_index_that_is_undefined(draw, tmp_path):
    one = "two 01" if draw is figure3_plot else "ten 1"
    axes = draw([row | {"sd": None} for row in SPREAD if (row["dataset"], row["index"]) == (one, "g_mean")])
    assert ticks(axes[0]) == [one]
    assert legend(axes[0]) == ["GMean", "undefined"]
    assert save(axes, tmp_path / "one.svg").stat().st_size > 1000


def test_an_index_that_one_data_set_lacks_has_no_mark_there():
    lacking = [row for row in SPREAD if (row["dataset"], row["index"]) != ("two 03", "one_point_auroc")]
    found = marks(figure3_plot(lacking))
    assert len(found["AUROC"][0][0]) == 11
    at = marks(figure3_plot(SPREAD))["AUROC"][0][0]
    np.testing.assert_array_equal(found["AUROC"][0][0], np.delete(at, 2))


def test_metrics_are_sorted_by_what_the_shares_alone_do():
    two, several = metrics_plot(METRICS)
    assert ticks(two, "y") == ["recall", "accuracy", "precision"]
    assert ticks(several, "y") == ["G mean", "mean Jaccard index"]
    assert two.get_title().startswith("two classes")
    assert several.get_title().startswith("several classes")
    found = marks([two])
    assert (list(found["satisfies Condition 1"][0][0]), found["satisfies Condition 1"][0][1]) == ([0.02], [0])
    assert (list(found["fails Condition 1"][0][0]), found["fails Condition 1"][0][1]) == ([0.1, 0.3], [1, 2])
    assert legend(two) == ["satisfies Condition 1", "fails Condition 1"]


def test_intervals_are_those_of_the_rows():
    ax = metrics_plot(METRICS)[0]
    ends = [segment[:, 0].tolist() for lines in ax.collections for segment in lines.get_segments()]
    np.testing.assert_allclose(ends, [[0.01, 0.03], [0.09, 0.11], [0.29, 0.31]])


def test_a_metric_that_satisfies_the_condition_is_filled_and_one_that_fails_is_not():
    lines = {line.get_label(): line for line in metrics_plot(METRICS)[0].get_lines()}
    holds, fails = lines["satisfies Condition 1"], lines["fails Condition 1"]
    assert holds.get_markerfacecolor() == holds.get_color()
    assert fails.get_markerfacecolor() != fails.get_color()
    assert holds.get_marker() != fails.get_marker()


def test_metrics_without_a_value_or_a_verdict_come_last_and_are_told():
    unknown = {"sd_within": None, "low_within": math.nan, "high_within": None}
    rows = [metric("mcc", 0.1) | unknown, metric("kappa", 0.2, condition_1=None), metric("my_own", 0.1)]
    (ax,) = metrics_plot(rows)
    assert ticks(ax, "y") == ["my_own", "Cohen's kappa", "Matthews correlation coefficient"]
    assert [list(line.get_ydata()) for line in crosses(ax)] == [[2]]
    assert legend(ax) == ["fails Condition 1", "Condition 1 not known", "undefined"]


def test_a_metric_without_bounds_is_written_at_the_edge_and_does_not_squeeze_the_others():
    ax = metrics_plot([*METRICS, metric("cost_ratio", 4.168, reach=4.1)])[0]
    assert [text.get_text() for text in ax.texts] == ["4.168 ▸"]
    assert ax.get_xlim()[1] == pytest.approx(1.04 * 0.31)
    assert len([segment for lines in ax.collections for segment in lines.get_segments()]) == 3
    (alone,) = metrics_plot([metric("cost_ratio", 4.168)])
    assert alone.get_xlim()[1] > 4.168
    assert not alone.texts


def test_very_wide_intervals_leave_the_values_apart():
    two, several = metrics_plot([metric(row["index"], row["sd_within"], row["classes"], reach=3.0) for row in METRICS])
    low, high = two.get_xlim()
    assert -0.02 < low < 0
    assert high == pytest.approx(1.04 * 1.5 * 0.3)
    assert several.get_xlim() == (low, high)


@pytest.mark.parametrize("sd", [0.0, None])
def test_metrics_that_never_vary_can_be_drawn(sd, tmp_path):
    (ax,) = metrics_plot([metric("recall", 0.0) | {"sd_within": sd, "low_within": None, "high_within": None}])
    assert ax.get_xlim()[0] < 0 < ax.get_xlim()[1]
    assert save(ax, tmp_path / "flat.svg").stat().st_size > 1000


def in_view(ax, which):
    """Return the names along an axis that are drawn; Matplotlib keeps one beyond each end."""
    at, labels = {"x": (0, ax.get_xticklabels()), "y": (1, ax.get_yticklabels())}[which]
    low, high = sorted((ax.get_xlim, ax.get_ylim)[at]())
    return [label for label in labels if low <= label.get_position()[at] <= high]


@each
def test_no_words_are_cut_or_lie_upon_others(draw, rows):
    axes = draw(rows)
    figure = axes[0].get_figure()
    figure.draw_without_rendering()
    texts = list(figure.legends[0].get_texts())
    for ax in axes:
        texts += [ax.title, ax.xaxis.label, ax.yaxis.label, *in_view(ax, "x"), *in_view(ax, "y")]
    found = {text: text.get_window_extent() for text in texts if text.get_text()}
    for text, box in found.items():
        assert figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1, text
        assert figure.bbox.y0 <= box.y0 < box.y1 <= figure.bbox.y1, text
        assert not [other for other in found if other is not text and found[other].overlaps(box)]


def test_a_cross_does_not_touch_a_name():
    nothing = {"sd": None, "sd_within": None, "low_within": None, "high_within": None}
    for axes, which in (
        (figure3_plot([row | nothing for row in SPREAD]), "x"),
        (metrics_plot([row | nothing for row in METRICS]), "y"),
    ):
        figure = axes[0].get_figure()
        figure.draw_without_rendering()
        names = [name.get_window_extent() for name in in_view(axes[0], which)]
        for line in crosses(axes[0]):
            reach = line.get_markersize() / 2 * figure.dpi / 72
            for x, y in line.get_transform().transform(line.get_xydata()):
                assert not any(
                    box.x0 - reach <= x <= box.x1 + reach and box.y0 - reach <= y <= box.y1 + reach for box in names
                )


def test_the_last_number_below_the_metrics_is_not_cut():
    axes = metrics_plot([metric("mcc", 0.338, classes, reach=0.0) for classes in ("two", "several")])
    figure = axes[0].get_figure()
    figure.set_dpi(72)  # as an SVG has it; "0.35" was cut with this name and value
    figure.draw_without_rendering()
    assert all(label.get_window_extent().x1 <= figure.bbox.x1 for label in in_view(axes[1], "x"))


@each
def test_a_figure_is_small_enough_for_a_page(draw, rows, tmp_path):
    assert 1000 < save(draw(rows), tmp_path / "figure.svg").stat().st_size < 200_000


@pytest.mark.parametrize(("name", "panels"), list(zip(EACH, (1, 3, 3, 3, 2), strict=True)))
def test_it_draws_on_axes_of_the_users_with_the_legend_inside(name, panels):
    draw, rows = EACH[name]
    given = grid_of_axes(1, panels, (12, 5))
    axes = draw(rows, given)
    assert list(axes) == list(given.flat)
    assert not axes[0].get_figure().legends
    assert axes[0].get_legend() is not None


@pytest.mark.parametrize(("draw", "rows"), [EACH[name] for name in BY_SET], ids=BY_SET)
def test_without_data_sets_there_is_one_sentence(draw, rows):
    other = [row for row in rows if (row["classes"] == 2) != (draw is figure3_plot) or row["index"] == "accuracy"]
    for nothing in ([], other):
        with pytest.raises(
            ValueError, match=r"^there are no data sets to draw: the rows must have at least one of .*\.$"
        ):
            draw(nothing)


def test_without_metrics_there_is_one_sentence():
    with pytest.raises(ValueError, match=r"no metrics to draw: the rows must be of two or several classes\.$"):
        metrics_plot([])
