"""The gallery of the docs: every figure is made by the code above it."""

import re
from xml.etree import ElementTree as ET

import pytest


@pytest.fixture
def gallery(hook):
    return hook("gallery")


def test_marks_become_two_images_and_code_stays(gallery):
    text = "```python\n>>> ax = 1\n```\n\n<!-- figure one: What it shows. -->\n"
    assert gallery.shown(text) == (
        "```python\n>>> ax = 1\n```\n\n"
        "![What it shows.](images/plots/one_light.svg#only-light)\n"
        "![What it shows.](images/plots/one_dark.svg#only-dark)\n"
    )


def test_figures_are_what_the_code_has_drawn_by_then(gallery):
    text = "```python\n>>> ax = 1\n```\n<!-- figure a: A. -->\n```python\n>>> ax += 1\n```\n<!-- figure b: B. -->\n"
    assert list(gallery.drawn(text)) == [("a", 1), ("b", 2)]


def test_thumbnails_are_the_first_figure_of_each_section_that_has_one(gallery):
    text = "<!-- thumbnails -->\n\n## One?\n\n<!-- figure a: A. -->\n<!-- figure b: B. -->\n\n## Two\n\ntext\n"
    first = gallery.shown(text).partition("## One?")[0]
    assert first.split() == [
        "<div",
        'class="thumbnails"',
        "markdown>",
        "[![](images/plots/a_light.svg#only-light)",
        "![](images/plots/a_dark.svg#only-dark)",
        "One?](#one)",
        "</div>",
    ]


def test_every_plot_is_in_the_gallery(gallery):
    from steelyard import plots

    drawing = {name for name in plots.__all__ if name[0].islower()} - {"save", "style"}
    assert drawing == set(re.findall(r"ax = sy\.plots\.(\w+)\(", gallery.page_text()))


def test_figures_are_made_for_both_palettes(gallery, monkeypatch):
    text = gallery.page_text()
    start = text.index("## How well is each class")
    first = text[: text.index("`minus=`")]
    monkeypatch.setattr(gallery, "page_text", lambda: first)
    assert start
    made = gallery.figures()
    assert set(made) == {
        gallery.path_of(name, palette)
        for name in ("confusion_counts", "confusion_rows")
        for palette in ("light", "dark")
    }
    for content in made.values():
        assert ET.fromstring(content).tag.endswith("svg")  # noqa: S314 - our own
    assert made["images/plots/confusion_rows_light.svg"] != made["images/plots/confusion_rows_dark.svg"]
    assert gallery.GROUND.encode() in made["images/plots/confusion_rows_dark.svg"]
