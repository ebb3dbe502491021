"""The pictures of the LMU lecture."""

from __future__ import annotations

import numpy as np

from steelyard_papers.plots.lmu import LEVELS, combinations_plot, paradox_plot
from steelyard_papers.reproductions.lmu.figures import combinations, paradox


def test_a_panel_for_each_measure_with_its_rates():
    axes = combinations_plot(combinations())
    assert [ax.get_title() for ax in axes] == ["F1 score", "G score", "BAC"]
    assert [(ax.get_xlabel(), ax.get_ylabel()) for ax in axes] == [("PPV", "TPR"), ("PPV", "TPR"), ("TNR", "TPR")]
    for ax in axes:
        assert {text.get_text() for text in ax.texts} == {f"{level:.1f}" for level in LEVELS}
        for text in ax.texts:  # each value stands where both rates have it
            np.testing.assert_allclose(text.get_position(), float(text.get_text()), atol=0.02)


def test_the_paradox_shows_both_classes_and_the_rectangle():
    drawn = paradox()
    ax = paradox_plot(drawn)
    negatives, positives = (collection.get_offsets() for collection in ax.collections)
    np.testing.assert_array_equal(positives, drawn.positives)
    np.testing.assert_array_equal(negatives, drawn.negatives)
    (box,) = ax.get_lines()
    assert (min(box.get_xdata()), max(box.get_xdata())) == (-0.66, 0.47)
    assert (min(box.get_ydata()), max(box.get_ydata())) == (-2.74, -1.12)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["−: 1,000 items", "+: 25 items"]
