"""Make the picture that the README and the docs show: the top of the page of the first example, in Chromium.

    make picture

needs Chromium (`apt install chromium`) and playwright, which the tests need, too.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import steelyard as sy
from demo import STARS, reviews

TARGET = Path(__file__).parents[1] / "docs" / "images" / "report.png"
WIDTH, HEIGHT = 1280, 720
FLAGS = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"]


def main() -> None:
    """Write the page to a folder of its own, open it, and take the picture."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("Chromium is not installed.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = Path(folder) / "report.html"
        sy.evaluate(reviews(), importance=STARS).to_html(page)
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        tab.goto(page.as_uri())
        tab.wait_for_selector("[data-model][data-metric]")
        tab.screenshot(path=TARGET)
        browser.close()


if __name__ == "__main__":
    main()
