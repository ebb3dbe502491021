"""Figure 1a of Gupta et al."""

from __future__ import annotations

import pytest

from steelyard_papers.plots.gupta2020 import figure1a_plot
from steelyard_papers.reproductions.gupta2020.figure1a import quadrants


def test_four_situations_with_sizes_importances_and_metrics():
    found = quadrants()
    axes = figure1a_plot(found)
    assert [ax.get_title() for ax in axes] == [
        "sizes alike, importances skewed", "sizes skewed, importances skewed",
        "sizes alike, importances alike", "sizes skewed, importances alike",
    ]  # fmt: skip
    for ax, quadrant in zip(axes, found, strict=True):
        heights = [bar.get_height() for bar in ax.patches]
        assert heights == pytest.approx([*quadrant.sizes.values(), *quadrant.weights.values()])
        (chosen,) = [text.get_text() for text in ax.texts if "←" in text.get_text()]
        assert chosen.startswith(quadrant.enough)
        assert f"Accuracy {quadrant.accuracy:.3f}" in ax.texts[0].get_text()
