"""Tutorials: how cells are run and shown, and that the notebooks of the docs hold what their text says."""

import json
import re
from types import SimpleNamespace

import pytest

from site_hooks import DOCS

TUTORIALS = sorted((DOCS / "tutorials").glob("*.ipynb"))


@pytest.fixture
def notebooks(hook):
    return hook("notebooks")


@pytest.fixture
def written(tmp_path):
    """Write a notebook; a cell is its kind, its lines and its tags."""

    def write(*cells):
        stored = [
            {"cell_type": kind, "source": source, "metadata": {"tags": tags} if tags else {}}
            for kind, source, *tags in cells
        ]
        file = tmp_path / "one.ipynb"
        file.write_text(json.dumps({"cells": stored}), encoding="utf-8")
        return file

    return write


def test_what_is_printed_and_the_last_expression_are_shown(notebooks):
    assert notebooks.output("print('a < b')\n1 + 1", {}) == "<pre>a &lt; b</pre><pre>2</pre>"
    assert notebooks.output("x = 3", {}) == ""
    assert notebooks.output("3\nx = 4", {}) == "", "as in Jupyter, only the last"
    assert notebooks.output("None", {}) == ""
    assert notebooks.output("", {}) == ""


def test_a_value_is_shown_as_html_if_it_can_be(notebooks):
    class Shown:
        def _repr_html_(self):
            return "<b>1</b>"

    assert notebooks.output("value", {"value": Shown()}) == "<b>1</b>"
    assert notebooks.output("value", {"value": "<b>"}) == "<pre>&#x27;&lt;b&gt;&#x27;</pre>"


def test_a_plot_is_shown_as_a_picture(notebooks):
    pytest.importorskip("matplotlib")
    drawn = notebooks.output("import steelyard as sy\nsy.plots.classes(sy.evaluate([[8, 2], [1, 9]]))", {})
    assert drawn.startswith("<svg")
    assert drawn.rstrip().endswith("</svg>")


def test_cells_share_names_and_run_in_the_folder_of_the_notebook(notebooks, written):
    file = written(
        ("code", ["from pathlib import Path\n", "x, y = 1, 2"]),
        ("markdown", ["# x\n"]),
        ("code", ["Path('here').read_text(), x + y"]),
    )
    (file.parent / "here").write_text("z", encoding="utf-8")
    assert [came_out for _, came_out in notebooks.run(file)] == ["", "", "<pre>(&#x27;z&#x27;, 3)</pre>"]


def test_cells_tagged_check_run_and_are_not_shown(notebooks, written):
    file = written(("code", ["x = 1"]), ("code", ["x += 1\n", "x"], "check"), ("code", ["x"]))
    markdown, outputs = notebooks.page(file)
    assert outputs == ["<pre>2</pre>"]
    assert re.findall(r"```python\n(.*?)\n```", markdown, re.DOTALL) == ["x = 1", "x"]


def test_a_check_that_fails_stops_the_build(notebooks, written):
    with pytest.raises(AssertionError):
        notebooks.page(written(("code", ["x = 1"]), ("code", ["assert x == 2"], "check")))


def test_outputs_come_in_where_their_marks_are(notebooks, written, monkeypatch):
    markdown, outputs = notebooks.page(written(("code", ["'a'"]), ("markdown", ["text"]), ("code", ["r'\\1'"])))
    monkeypatch.setitem(notebooks._outputs, "tutorials/one.md", outputs)  # noqa: SLF001 - what on_files stores
    page, other = (SimpleNamespace(file=SimpleNamespace(src_uri=f"tutorials/{name}.md")) for name in ("one", "two"))
    shown = notebooks.on_page_content(markdown, page)
    assert re.findall(r'<div class="output">(.*?)</div>', shown) == outputs
    assert notebooks.on_page_content("text", other) == "text"


def test_every_notebook_is_a_page_of_the_menu(notebooks):
    menu = re.findall(r"- (tutorials/\w+\.md)$", (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(menu) == list(notebooks.notebooks())
    assert list(notebooks.notebooks().values()) == TUTORIALS


@pytest.mark.parametrize("file", TUTORIALS, ids=lambda file: file.stem)
def test_notebooks_are_stored_without_outputs_and_with_checks(file):
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]
    checks = ["".join(cell["source"]) for cell in cells if "check" in cell["metadata"].get("tags", ())]
    assert checks
    assert all("assert " in check for check in checks)


@pytest.mark.slow
@pytest.mark.parametrize("file", TUTORIALS, ids=lambda file: file.stem)
def test_tutorials_run_and_their_checks_hold(notebooks, file):
    for sign, library in {"sklearn": "sklearn", "sy.plots": "matplotlib"}.items():
        if sign in file.read_text(encoding="utf-8"):
            pytest.importorskip(library)
    markdown, outputs = notebooks.page(file)
    assert outputs
    assert "assert" not in markdown, "a check is shown"
