"""The figures of the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from steelyard_papers.plots.paper_figures import write_paper_figures
from steelyard_papers.reproductions.branco2017.discrimination import read_csv

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[3] / "docs"
LARGEST = 300_000


def stored():
    return read_csv(DOCS / "results" / "branco2017" / "discrimination.csv")


def words(path):
    """Return the texts of an SVG."""
    return re.findall(r">([^<>]+)</(?:text|tspan)>", path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    return write_paper_figures(tmp_path_factory.mktemp("figures"), counted=stored())


def test_committed_figures_show_what_is_drawn_now(written):
    # Not byte by byte: versions of Matplotlib place things differently.
    assert [path.stem for path in written] == [
        "branco2017_figure1", "branco2017_figure2", "lmu_combinations", "lmu_accuracy_paradox", "gupta2020_figure1a",
        "mullick2020_figure1", "mullick2020_figure2",
    ]  # fmt: skip
    for path in written:
        committed = DOCS / "images" / path.name
        assert 5000 < committed.stat().st_size < LARGEST
        assert words(committed) == words(path)


def test_a_figure_is_the_same_file_each_time(written, tmp_path):
    for first, second in zip(written, write_paper_figures(tmp_path, counted=stored()), strict=True):
        assert first.read_bytes() == second.read_bytes()


def test_papers_without_figures_are_passed_over_and_a_missing_folder_is_told(tmp_path):
    assert write_paper_figures(tmp_path, ["sadeghinasab2020"]) == []
    with pytest.raises(ValueError, match="there is no folder"):
        write_paper_figures(tmp_path / "none")
