"""The pictures of pages in README and docs, which `make pictures` takes in Chromium. No hook: they are kept."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import steelyard as sy
from steelyard.show.page.playground import playground

ROOT = Path(__file__).parents[2]
WINES = ROOT / "examples" / "wine_quality_red.csv"
IMAGES = ROOT / "docs" / "images"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]


def take() -> None:
    """Take all pictures."""
    joint = sy.Joint.from_files(WINES, "quality", ["tree", "svm", "naive_bayes"])
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        report, tried = Path(folder) / "report.html", Path(folder) / "playground.html"
        report.write_text(sy.evaluate(joint).to_html(), encoding="utf-8")
        tried.write_text(playground(), encoding="utf-8")
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(report.as_uri())
        _picture(page, "report.png")
        page.goto(tried.as_uri())
        page.set_input_files("#file", WINES)
        _picture(page, "playground.png")
        browser.close()


def _picture(page: Any, name: str) -> None:
    page.wait_for_selector("html[data-ready=yes][data-settled=yes]", state="attached")
    page.wait_for_timeout(1000)
    page.screenshot(path=IMAGES / name)


if __name__ == "__main__":
    sys.exit(take())
