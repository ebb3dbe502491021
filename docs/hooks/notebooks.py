"""Tutorials: notebooks without outputs, run while the site is built, and shown as pages with what came out.

A notebook is run in its own folder, as Jupyter does, but by Python alone: cells share a namespace, what is printed is
kept, and the last expression of a cell is shown, as a picture, as HTML or as text. Cells tagged "check" hold the text
to account: they run, and are not shown.
"""

from __future__ import annotations

import ast
import contextlib
import html
import io
import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mkdocs.structure.files import File

DOCS = Path(__file__).parents[1]
FOLDER = "tutorials"
CHECK = "check"
_MARK = re.compile(r'<div class="output" data-at="(\d+)"></div>')


class Cell(NamedTuple):
    """A cell of a notebook: "markdown" or "code", its text, and whether it is shown."""

    kind: str
    text: str
    shown: bool


def notebooks() -> dict[str, Path]:
    """Return the notebooks by the pages that they become."""
    return {f"{FOLDER}/{file.stem}.md": file for file in sorted((DOCS / FOLDER).glob("*.ipynb"))}


def cells(file: Path) -> list[Cell]:
    """Read a notebook."""
    stored = json.loads(file.read_text(encoding="utf-8"))["cells"]
    return [
        Cell(cell["cell_type"], "".join(cell["source"]), CHECK not in cell["metadata"].get("tags", ()))
        for cell in stored
    ]


def run(file: Path) -> Iterator[tuple[Cell, str]]:
    """Run a notebook from its beginning; yield each cell and what came out of it, as HTML."""
    names: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.chdir(file.parent):
        for cell in cells(file):
            yield cell, output(cell.text, names, file.name) if cell.kind == "code" else ""


def output(text: str, names: dict[str, Any], file: str = "cell") -> str:
    """Run a cell and return what it printed and what its last expression is, as HTML."""
    tree = ast.parse(text, file)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    screen = io.StringIO()
    with contextlib.redirect_stdout(screen):
        exec(compile(tree, file, "exec"), names)  # noqa: S102 - our own notebooks
        value = eval(compile(ast.Expression(last.value), file, "eval"), names) if last else None  # noqa: S307
    return "".join(filter(None, (_text(screen.getvalue()), "" if value is None else shown(value))))


def shown(value: Any) -> str:
    """Return a value as a notebook shows it."""
    if hasattr(value, "get_figure"):
        return _picture(value)
    if hasattr(value, "_repr_html_"):
        return str(value._repr_html_())
    return _text(repr(value))


def _text(printed: str) -> str:
    return f"<pre>{html.escape(printed.rstrip())}</pre>" if printed.strip() else ""


def _picture(ax: Any) -> str:
    import steelyard.plots  # noqa: PLC0415 - Matplotlib only where something is drawn

    with tempfile.TemporaryDirectory() as folder:
        drawn = steelyard.plots.save(ax, Path(folder) / "figure.svg").read_text(encoding="utf-8")
    return drawn[drawn.index("<svg") :]


def page(file: Path) -> tuple[str, list[str]]:
    """Return a notebook as Markdown, and the outputs that its marks stand for: Markdown must not touch them."""
    parts, outputs = [], []
    for cell, came_out in run(file):
        if not cell.shown:
            continue
        parts.append(cell.text if cell.kind == "markdown" else f"```python\n{cell.text}\n```")
        if came_out:
            parts.append(f'<div class="output" data-at="{len(outputs)}"></div>')
            outputs.append(came_out)
    parts.append(f"This page is a notebook, [{file.name}]({file.name}), that was run while the site was built.")
    return "\n\n".join(parts) + "\n", outputs


_outputs: dict[str, list[str]] = {}
"""Of each page, from when it is written to when it is HTML."""


def on_files(files: Any, config: Any) -> Any:
    """Add the pages; the notebooks themselves are there to be downloaded."""
    for path, file in notebooks().items():
        markdown, _outputs[path] = page(file)
        files.append(File.generated(config, path, content=markdown))
    return files


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Put in what came out."""
    outputs = _outputs.get(page.file.src_uri, [])
    return _MARK.sub(lambda mark: f'<div class="output">{outputs[int(mark[1])]}</div>', html)
