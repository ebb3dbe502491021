"""Axes without pyplot, and one sentence where Matplotlib is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from steelyard.plots.canvas import axes_or_new, grid_of_axes


def test_axes_given_are_returned():
    (ax,) = grid_of_axes(1, 1, (3, 2)).flat
    assert axes_or_new(ax, (9, 9)) is ax
    assert axes_or_new(None, (3, 2)).get_figure().get_size_inches().tolist() == [3, 2]


def test_a_grid_keeps_its_shape():
    assert grid_of_axes(1, 1, (3, 2)).shape == (1, 1)
    assert grid_of_axes(2, 3, (3, 2)).shape == (2, 3)


def test_a_missing_matplotlib_is_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ValueError, match=r"pip install matplotlib"):
        axes_or_new(None, (3, 2))


def test_drawing_touches_neither_pyplot_nor_the_backend():
    script = (
        "import sys, tempfile, steelyard.plots.distortion as d, steelyard.plots.canvas as s;"
        "from steelyard.shares.distort import distortions;"
        "print('matplotlib' in sys.modules);"
        "ax = d.distortion_plot(distortions([[8, 2], [1, 9]], ['accuracy']));"
        "folder = tempfile.mkdtemp(); s.save(ax, folder + '/x.png'); s.save(ax, folder + '/x.svg');"
        "print('matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == ["False", "False"]
