"""Make the pictures that the README and the docs show: the top of a page and the curves of another, in Chromium.

    make pictures

needs Chromium (`apt install chromium`) and playwright, which the tests need, too.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import steelyard as sy
from demo import STARS, reviews

EXAMPLES = Path(__file__).parent
IMAGES = EXAMPLES.parent / "docs" / "images"
WIDTH, HEIGHT = 1280, 720
COLOURS = 128
"""A third of the bytes of all colours; nobody sees the difference."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"]


PLACES = {"scores": "#curves"}
"""Where a picture begins, if not at the top of its page."""


def pages() -> dict[str, str]:
    """Return the pages by the names of their pictures."""
    chances = {"truth": "tumour", "scores": ["logistic", "naive_bayes"], "positive": "malignant"}
    return {
        "reviews": sy.evaluate(reviews(), importance=STARS).to_html(),
        "scores": sy.scores.evaluate(EXAMPLES / "tumours.csv", **chances).to_html(),
    }


def main() -> None:
    """Write the pages to a folder of their own, open them, and take the pictures."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("Chromium is not installed.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name, text in pages().items():
            page = Path(folder) / f"{name}.html"
            page.write_text(text, encoding="utf-8")
            tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
            tab.goto(page.as_uri())
            tab.wait_for_selector("[data-model][data-metric]")
            if name in PLACES:
                tab.evaluate("place => document.querySelector(place).scrollIntoView()", PLACES[name])
                tab.wait_for_timeout(500)  # what is scrolled to is drawn
            shot = Image.open(BytesIO(tab.screenshot())).convert("RGB")
            shot.quantize(COLOURS, dither=Image.Dither.NONE).save(IMAGES / f"{name}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
