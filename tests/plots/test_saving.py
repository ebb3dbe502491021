"""Files of figures: by their ending, the same bytes for the same figure."""

from __future__ import annotations

import numpy as np
import pytest

from steelyard.plots.canvas import axes_or_new, grid_of_axes, save


def drawn():
    ax = axes_or_new(None, (3, 2))
    ax.plot([0, 1], [1, 0], marker="o")
    ax.fill_between([0, 1], [0, 1])
    ax.set_title("a figure")
    return ax


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("PNG", b"\x89PNG")])
def test_the_ending_says_the_format(tmp_path, ending, start):
    path = save(drawn(), tmp_path / f"figure.{ending}")
    assert path.read_bytes().startswith(start)
    assert path.stat().st_size > 1000


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_the_same_figure_gives_the_same_bytes(tmp_path, ending):
    first, second = save(drawn(), tmp_path / f"a.{ending}"), save(drawn(), tmp_path / f"b.{ending}")
    assert first.read_bytes() == second.read_bytes()


def test_an_svg_has_no_date_and_keeps_its_text(tmp_path):
    text = save(drawn(), tmp_path / "figure.svg").read_text(encoding="utf-8")
    assert "dc:date" not in text
    assert ">a figure</text>" in text


def test_a_figure_and_arrays_of_axes_are_saved_too(tmp_path):
    axes = grid_of_axes(1, 2, (3, 2))
    for i, what in enumerate((axes, axes[0, 0].get_figure(), np.array([axes[0, 1]]))):
        assert save(what, tmp_path / f"{i}.png").stat().st_size > 500


@pytest.mark.parametrize("name", ["figure.pdf", "figure", "figure.png.txt"])
def test_other_endings_are_refused_in_a_sentence(tmp_path, name):
    with pytest.raises(ValueError, match=r"saved as \.png or \.svg, by the ending of the file, not as"):
        save(drawn(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"there is no folder .*nowhere"):
        save(drawn(), tmp_path / "nowhere" / "figure.png")


def test_what_is_no_figure_is_refused(tmp_path):
    with pytest.raises(ValueError, match="only a figure, axes or an array of axes"):
        save("figure", tmp_path / "figure.png")


def test_settings_of_the_user_stay(tmp_path):
    import matplotlib as mpl

    names = ("svg.hashsalt", "svg.fonttype", "savefig.dpi")
    before = [mpl.rcParams[name] for name in names]
    save(drawn(), tmp_path / "figure.svg")
    assert [mpl.rcParams[name] for name in names] == before
