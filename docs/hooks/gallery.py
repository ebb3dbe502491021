"""The figures of the gallery, made by running the code of its page while the site is built, for light and for dark."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markdown.extensions.toc import slugify
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[2]
PAGE = "plots.md"
FOLDER = "images/plots"

STEP = re.compile(
    r"^```python\n(?P<code>.*?)^```$|^<!-- figure (?P<name>\w+): (?P<told>[^\n]*) -->$", re.MULTILINE | re.DOTALL
)
"""A block of code, or the mark of a figure: where it stands, `ax` is shown."""

THUMBNAILS = "<!-- thumbnails -->"
"""Where the page shows the first figure of each section, small."""

GROUND = "#1e2129"
STYLES: dict[str, list[Any]] = {
    "light": [],
    "dark": ["dark_background", {"figure.facecolor": GROUND, "axes.facecolor": GROUND, "savefig.facecolor": "auto"}],
}
"""The site's palettes; the dark one has the ground of its pages."""


def page_text() -> str:
    """Return the page as it is written."""
    return (ROOT / "docs" / PAGE).read_text(encoding="utf-8")


def drawn(text: str) -> Iterator[tuple[str, Any]]:
    """Run the code of a page and yield the name of each figure, and the axes, as they stand at its mark."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for step in STEP.finditer(text):
        if step["code"] is None:
            yield step["name"], names["ax"]
            continue
        for example in doctest.DocTestParser().get_examples(step["code"]):
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(example.source, PAGE, "exec"), names)  # noqa: S102 - our own page


def figures() -> dict[str, bytes]:
    """Return the SVG of each figure, by its path in the site."""
    from matplotlib import style  # noqa: PLC0415 - the site without this page needs none

    import steelyard.plots  # noqa: PLC0415

    made = {}
    before = Path.cwd()
    os.chdir(ROOT)  # where the page's code finds the shipped example
    try:
        for palette, sheets in STYLES.items():
            with style.context(sheets), tempfile.TemporaryDirectory() as folder:
                for name, ax in drawn(page_text()):
                    file = steelyard.plots.save(ax, Path(folder) / "figure.svg")
                    made[path_of(name, palette)] = file.read_bytes()
    finally:
        os.chdir(before)
    return made


def path_of(name: str, palette: str) -> str:
    """Return where a figure is."""
    return f"{FOLDER}/{name}_{palette}.svg"


def on_files(files: Any, config: Any) -> Any:
    """Add the figures to the site."""
    for path, content in figures().items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Show the figures where they are marked; the theme hides those of the other palette."""
    return shown(markdown) if page.file.src_uri == PAGE else markdown


def shown(markdown: str) -> str:
    """Replace the marks of figures by images, and that of thumbnails by a small one for each section."""

    def figure(step: re.Match[str]) -> str:
        return step[0] if step["code"] is not None else images(step["name"], step["told"])

    return STEP.sub(figure, markdown.replace(THUMBNAILS, thumbnails(markdown)))


def images(name: str, told: str) -> str:
    """Return a figure for both palettes."""
    return "\n".join(f"![{told}]({path_of(name, palette)}#only-{palette})" for palette in STYLES)


def thumbnails(markdown: str) -> str:
    """Return the first figure of each section as a link to the section."""
    links = []
    for section in re.split(r"^## ", markdown, flags=re.MULTILINE)[1:]:
        heading = section.partition("\n")[0]
        first = next((step for step in STEP.finditer(section) if step["code"] is None), None)
        if first is not None:
            links.append(f"[{images(first['name'], '')} {heading}](#{slugify(heading, '-')})")
    return "\n".join(['<div class="thumbnails" markdown>', *links, "</div>"])
