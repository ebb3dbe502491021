"""Figures 3a and 3b show what the tables say."""

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="Matplotlib is not installed")

from steelyard_papers.plots.sentiment import figure_3a_plot, figure_3b_plot

MODELS, SEEDS = ("LSTM", "RNN"), (0, 1, 2)
WAYS = (("plain", None), ("user", "item"), ("user", "class"))

ROWS = [
    {
        "architecture": model,
        "training": training,
        "per": per,
        "accuracy": 0.6 + 0.01 * seed + 0.1 * m,
        "balanced_accuracy": 0.3,
        "wba_user": 0.4 + 0.1 * w + 0.01 * seed + 0.02 * m,
    }
    for m, model in enumerate(MODELS)
    for w, (training, per) in enumerate(WAYS)
    for seed in SEEDS
]
TABLE_2 = [
    {"architecture": model, "frequency": share, "weight": weight}
    for model in MODELS
    for share, weight in ((0.1, 0.7), (0.2, 0.0), (0.7, 0.3))
]
EFFECTS = [
    {"architecture": model, "criterion": "user", "per": per, "constant": 0.7}
    for model in MODELS
    for per in ("item", "class")
]


def marks(ax):
    """Return the heights of the marks of each strip."""
    return [line.get_ydata().tolist() for line in ax.get_lines() if line.get_linestyle() == "None"]


def constants(ax):
    return [line.get_ydata()[0] for line in ax.get_lines() if line.get_linestyle() == "--"]


def test_figure_3a_has_a_mark_per_seed_of_each_model_and_metric():
    (ax,) = figure_3a_plot(ROWS, TABLE_2).flat
    found = marks(ax)
    assert len(found) == len(MODELS) * 3
    assert found[0] == pytest.approx([0.6, 0.61, 0.62])
    assert found[2] == pytest.approx([0.5, 0.51, 0.52])
    assert constants(ax) == pytest.approx([0.7, 1 / 3, 0.7])
    assert [label.get_text() for label in ax.get_xticklabels()] == ["accuracy", "balanced accuracy", "WBA(user)"]


def test_figure_3b_has_a_panel_per_model_and_a_strip_per_way_to_train():
    axes = figure_3b_plot(ROWS, EFFECTS)
    assert [ax.get_title() for ax in axes.flat] == list(MODELS)
    np.testing.assert_allclose(marks(axes.flat[1]), [[0.42, 0.43, 0.44], [0.52, 0.53, 0.54], [0.62, 0.63, 0.64]])
    assert constants(axes.flat[0]) == [0.7]


def test_without_models_there_is_nothing_to_draw():
    with pytest.raises(ValueError, match="no models that are trained with the user's weights"):
        figure_3a_plot(ROWS[:3], TABLE_2)
    with pytest.raises(ValueError, match="no models that are trained with a criterion"):
        figure_3b_plot(ROWS, [])
