"""The figures of the sixteen sets, by what they draw."""

import pytest

from steelyard.plots import save
from steelyard_papers.plots.sixteen_sets import overview_plot, set_plot
from steelyard_papers.reproductions.branco2017.reproduction import EXISTING, RELEVANCE_BASED

pytestmark = pytest.mark.slow

LEVELS = ("existing", "PREV", "PO", "TO", "φ")


def rows(datasets=("glass", "zoo"), undefined=()):
    found = []
    for dataset in datasets:
        for k, learner in enumerate(("tree", "svm", "bayes")):
            for level in LEVELS:
                for metric in EXISTING if level == "existing" else RELEVANCE_BASED:
                    row = {"dataset": dataset, "learner": learner, "metric": metric, "level": level}
                    row |= {"undefined": "exclude", "folds": 20, "lacking": 2, "defined": 20, "mean": 0.4 + 0.1 * k}
                    row |= {"min": 0.1, "q1": 0.3, "median": 0.4 + 0.1 * k, "q3": 0.6, "max": 0.9}
                    if (learner, metric) in undefined:
                        row |= {"defined": 0, "mean": None, "median": None}
                    found += [row, {**row, "undefined": "zero", "mean": 0.0, "median": 0.0}]
    return found


def test_a_set_has_a_panel_per_level_and_a_box_per_metric_and_learner():
    figure = set_plot(rows(), "glass")
    assert [len(ax.patches) for ax in figure.axes] == [39, 15, 15, 15, 15]
    names = [label.get_text() for label in figure.axes[0].get_xticklabels()]
    assert len(names) == 13
    assert names[-1] == "CEN ↓"
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["tree", "svm", "bayes"]


def test_a_set_shows_the_values_that_leave_undefined_classes_out():
    medians = {
        float(y)
        for line in set_plot(rows(), "glass").axes[1].get_lines()
        if line.get_marker() in ("o", "s", "^")
        for y in line.get_ydata()
    }
    assert sorted(medians) == pytest.approx([0.4, 0.5, 0.6])


def test_what_is_never_defined_is_a_cross_at_the_foot():
    figure = set_plot(rows(undefined=[("svm", "MCC")]), "glass")
    assert len(figure.axes[0].patches) == 38
    crosses = [line for line in figure.axes[0].get_lines() if line.get_marker() == "x"]
    assert [len(line.get_xdata()) for line in crosses] == [1]
    assert figure.legends[0].get_texts()[-1].get_text() == "undefined in all folds"


def test_the_overview_has_a_panel_per_kind_of_metric_and_a_mark_per_level():
    figure = overview_plot(rows((*"abc", "glass with Id")))
    assert len(figure.axes) == 5
    for ax in figure.axes:
        marks = [line for line in ax.get_lines() if not str(line.get_label()).startswith("_")]
        assert [line.get_label().split(":")[0] for line in marks] == list(LEVELS)
        for line in marks:
            assert line.get_ydata().tolist() == pytest.approx([0.5, 0.5, 0.5])
    assert [label.get_text() for label in figure.axes[-1].get_xticklabels()] == ["a", "b", "c"]


def test_a_figure_is_small_enough_for_a_page(tmp_path):
    assert save(set_plot(rows(), "zoo"), tmp_path / "zoo.svg").stat().st_size < 300_000


def test_nothing_to_draw_is_refused():
    with pytest.raises(ValueError, match="no rows of the data set 'iris'"):
        set_plot(rows(), "iris")
    with pytest.raises(ValueError, match="no rows to draw"):
        overview_plot([])
