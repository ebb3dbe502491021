"""What a notebook shows, measured in a browser that has JupyterLab's style: where names, bars and numbers stand."""

import base64
import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from programs import find_program
from steelyard.show.html import html_of
from steelyard.show.parts import Column, Listing, Sheet

pytestmark = pytest.mark.slow

# The rules of @jupyterlab/rendermime (style/base.css) that place what stands in a cell.
STYLE = """
.jp table { border-collapse: collapse; table-layout: fixed; width: 900px; font-size: 13px }
.jp td, .jp th, .jp tr { vertical-align: middle; padding: 0.5em; white-space: normal; max-width: none; border: none }
.jp td, .jp th { text-align: right }
"""

MEASURE = """
const found = { cells: [], words: {}, wide: 0 };
for (const details of document.querySelectorAll("details")) details.open = true;
for (const cell of document.querySelectorAll(".jp td, .jp th")) {
    if (!cell.textContent) continue;
    const inside = document.createRange(), outside = cell.getBoundingClientRect();
    inside.selectNodeContents(cell);
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    let left = Infinity, right = -Infinity;
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        inside.selectNodeContents(text);
        left = Math.min(left, inside.getBoundingClientRect().left);
        right = Math.max(right, inside.getBoundingClientRect().right);
    }
    found.cells.push([cell.textContent, left - outside.left < outside.right - right ? "left" : "right"]);
}
const list = document.querySelector("#list p");
if (list) {
    const words = list.firstChild;
    for (const match of words.data.matchAll(/[^\\s,\u2068\u2069]+/g)) {
        const range = document.createRange();
        range.setStart(words, match.index);
        range.setEnd(words, match.index + match[0].length);
        found.words[match[0]] = range.getBoundingClientRect().left;
    }
}
found.wide = Math.max(0, ...[...document.querySelectorAll("#free table")].map((t) => t.scrollWidth));
document.body.innerHTML = "<pre id=found></pre>";
document.getElementById("found").textContent = btoa(unescape(encodeURIComponent(JSON.stringify(found))));
"""


def measured(tmp_path, html):
    """Return where the browser puts what stands in the cells, and the words of a list."""
    chromium = find_program("chromium")
    if chromium is None:
        pytest.skip("Chromium is not installed")
    page = tmp_path / "page.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{html}<script>{MEASURE}</script>")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={tmp_path / 'profile'}"]
    flags += [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1000,700",
    ]
    done = subprocess.run(
        [chromium, *flags, "--dump-dom", page.as_uri()], capture_output=True, text=True, check=True, timeout=60
    )
    return json.loads(base64.b64decode(re.search(r'id="found">([^<]+)<', done.stdout)[1]))


def test_names_words_and_bars_stand_left_and_numbers_right(tmp_path):
    sheet = Sheet(
        [
            Column("a name", ["long", "b"], "names"),
            Column("number", ["1", "2"], extras=["x", "y"]),
            Column("words", ["some", "more"], "words"),
            Column("bars", [0.5, 0.25], "bars"),
            Column("text", ["it is", "so"], "prose"),
        ],
        sections={1: "section"},
    )
    found = measured(tmp_path, f'<div class="jp">{html_of([sheet])}</div>')
    right = {"number", "1 x", "2 y"}
    assert dict(found["cells"]) == {text: "right" if text in right else "left" for text, _ in found["cells"]}
    assert len(found["cells"]) == 16


def test_numbers_follow_their_names_whatever_the_script(tmp_path):
    listed = html_of([Listing(["שלום 0.111", "ok 0.222", "مرحبا 0.333", "כן 0.444"])])
    words = measured(tmp_path, f'<div id="list">{listed}</div>')["words"]
    order = sorted(words, key=words.get)
    assert order == ["שלום", "0.111", "ok", "0.222", "مرحبا", "0.333", "כן", "0.444"]


@pytest.mark.skipif(
    not Path("/usr/share/fonts/truetype/liberation").exists(),
    reason="needs a font as wide as a notebook's, Liberation",
)
def test_what_if_is_no_wider_than_a_notebook(tmp_path):
    counts = np.random.default_rng(4).integers(1, 50, (3, 3, 3))
    models = sy.Confusion(counts, ["fraud", "ok", "other"], axes={"model": ["tree", "svm", "boosted-trees-depth-8"]})
    found = measured(tmp_path, f'<div id="free">{sy.shares.what_if(models, "fraud")._repr_html_()}</div>')
    assert 300 < found["wide"] < 800
