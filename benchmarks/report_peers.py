"""The page beside reports of others on the same data: what a browser finds in them.

python benchmarks/report_peers.py [--write] [--keep FOLDER]

It needs Chromium, Playwright, Evidently and Yellowbrick; elsewhere it says so and measures nothing. Evidently 0.7 does
not run beside pandas 3, so that it may need an environment of its own. `--keep` leaves the reports in a folder.
"""

from __future__ import annotations

import csv
import importlib.util
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from report_page import FLAGS, OPENINGS
from timing import table, write

REVIEWS = Path(__file__).parents[1] / "examples" / "reviews.csv"
MODELS = ["svm", "even"]
PACKAGES = ["steelyard", "evidently", "yellowbrick", "playwright"]
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
QUIET = 3000
"""Milliseconds in which a page that is complete changes no more."""

NUMBER = re.compile(r"\b\d\.\d\d+\b")
INTERVAL = re.compile(r"\d\.\d+ (?:–|to) \d\.\d+")

WATCH = """
new MutationObserver(() => (window.changedAt = performance.now())).observe(document,
    { attributes: true, childList: true, characterData: true, subtree: true });
"""

# The boxes of all texts with a letter or a digit, as far as they are not hidden in what scrolls.
TEXTS = """() => {
    const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const node = walk.currentNode, text = node.data.trim(), range = document.createRange(), frames = [];
        if (!/[\\p{L}\\p{N}]/u.test(text)) continue;
        if (!node.parentElement.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        for (let above = node.parentElement; above !== document.body; above = above.parentElement)
            if (getComputedStyle(above).overflow !== "visible") frames.push(above.getBoundingClientRect());
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
            const ends = (side) => [box, ...frames].map((each) => each[side]);
            const [left, top] = ["left", "top"].map((side) => Math.max(...ends(side)));
            const [right, bottom] = ["right", "bottom"].map((side) => Math.min(...ends(side)));
            if (right - left > 2 && bottom - top > 2) found.push({ text, left, right, top, bottom });
        }
    }
    return found;
}"""

# The colour behind the left upper corner, 0 (black) to 255.
BEHIND = """() => {
    for (let node = document.elementFromPoint(5, 5); node; node = node.parentElement) {
        const [red, green, blue, opaque = 1] = getComputedStyle(node).backgroundColor.match(/[\\d.]+/g).map(Number);
        if (opaque) return (red + green + blue) / 3;
    }
    return 255;
}"""


def main(folder: Path) -> str:
    place = shutil.which("chromium")
    lacking = [name for name in PACKAGES[1:] if importlib.util.find_spec(name) is None]
    if place is None or lacking:
        return f"{', '.join(lacking) or 'Chromium'} is not installed: nothing was measured.\n"
    from playwright.sync_api import sync_playwright

    with REVIEWS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    truth = [row["stars"] for row in rows]
    predicted = {model: [row[model] for row in rows] for model in MODELS}
    for make in MAKERS.values():  # once before, since imports do not count
        make(truth, predicted, folder)
    made = {name: timed(make, truth, predicted, folder) for name, make in MAKERS.items()}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=place, args=FLAGS)
        version = browser.version
        columns = [column(browser, *each) for each in made.values()]
        browser.close()
    lines = [[fact, *(each.get(fact, "–") for each in columns)] for fact in columns[0]]
    note = (
        f"\n{len(truth):,} reviews of five classes, two models. Evidently reports one model, so it makes two files; of "
        "Yellowbrick, the classification report and the confusion matrix of each model, as PNG (its picture of "
        "prediction errors does not run with scikit-learn 1.9). Of several files, the first is looked at. Made: from "
        "labels to files, imports not counted. Complete: from the beginning of the navigation until the page changes "
        f"no more for {QUIET / 1000:g} s, median of {OPENINGS} openings, in Chromium {version}, headless, without GPU "
        f"or network. First screen: {DESK['width']} × {DESK['height']} pixels; phone: {PHONE['width']} pixels wide. "
        "Numbers are those with two decimals or more, as text that can be searched and read aloud; "
        "a picture has none (–).\n"
    )
    return table("The page beside reports of others", ["", *made], lines, PACKAGES) + note


def column(browser: Any, taken: float, files: list[Path]) -> dict[str, str]:
    """Return what is found in a report, by what was asked."""
    facts = {
        "files": str(len(files)),
        "size of all": f"{sum(file.stat().st_size for file in files):,} bytes",
        "made in": f"{taken:.2f} s",
    }
    return facts | (looked_at(browser, files[0]) if files[0].suffix == ".html" else {})


def looked_at(browser: Any, file: Path) -> dict[str, str]:
    asked: set[str] = set()
    complete = statistics.median(opened(browser, file, asked) for _ in range(OPENINGS))
    desk = tab(browser, file, viewport=DESK)
    seen = desk.evaluate(TEXTS)
    stops = tab_stops(desk)
    phone = tab(browser, file, viewport=PHONE, has_touch=True, is_mobile=True)
    sideways = phone.evaluate("document.documentElement.scrollWidth > innerWidth")
    bare = tab(browser, file, viewport=DESK, java_script_enabled=False)
    dark = tab(browser, file, viewport=DESK, color_scheme="dark").evaluate(BEHIND)
    first = " ".join(text["text"] for text in seen if text["bottom"] <= DESK["height"])
    whole = desk.inner_text("body")
    return {
        "complete after": f"{complete / 1000:.2f} s",
        "asks the network for": ", ".join(sorted(asked)) or "nothing",
        "numbers on the first screen": str(len(NUMBER.findall(first))),
        "numbers before any script": str(len(NUMBER.findall(bare.inner_text("body")))),
        "intervals": str(len(INTERVAL.findall(whole))),
        "texts over each other on a phone": str(overlapping(phone.evaluate(TEXTS))),
        "scrolls sideways on a phone": "yes" if sideways else "no",
        "dark where the system is dark": "yes" if dark < 128 else "no",
        "stops of the Tab key": str(len(stops)),
        "of them without a name": str(sum(not name for name in stops)),
    }


def tab(browser: Any, file: Path, **options: Any) -> Any:
    page = browser.new_context(offline=True, **options).new_page()
    page.goto(file.as_uri())
    page.wait_for_timeout(QUIET)
    return page


def opened(browser: Any, file: Path, asked: set[str]) -> float:
    """Return after how many milliseconds a file is complete; add what it asks the network for."""
    context = browser.new_context(offline=True, viewport=DESK)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.on("request", lambda request: asked.add(request.url) if request.url.startswith("http") else None)
    page.goto(file.as_uri())
    page.wait_for_timeout(QUIET)
    changed: float = page.evaluate("window.changedAt")
    context.close()
    return changed


def overlapping(texts: list[dict[str, Any]]) -> int:
    """Return how many pairs of texts stand over each other by more than two pixels each way."""

    def over(one: dict[str, Any], two: dict[str, Any]) -> bool:
        wide = min(one["right"], two["right"]) - max(one["left"], two["left"])
        return wide > 2 and min(one["bottom"], two["bottom"]) - max(one["top"], two["top"]) > 2

    return sum(over(one, two) for i, one in enumerate(texts) for two in texts[:i])


def tab_stops(page: Any) -> list[str]:
    """Return the names of all that the Tab key reaches, as they are read aloud."""
    names: list[str] = []
    page.evaluate("document.activeElement.blur()")
    while len(names) < 500:
        page.keyboard.press("Tab")
        name = page.evaluate(
            """() => {
                const node = document.activeElement;
                if (node === document.body || node.dataset.reached) return null;
                node.dataset.reached = "yes";
                const labels = [...(node.labels ?? [])].map((label) => label.textContent).join(" ");
                return (node.ariaLabel || labels || node.textContent || node.title || node.placeholder || "").trim();
            }"""
        )
        if name is None:
            break
        names.append(name)
    return names


def timed(make: Callable[..., list[Path]], *given: Any) -> tuple[float, list[Path]]:
    start = time.perf_counter()
    files = make(*given)
    return time.perf_counter() - start, files


def steelyard(truth: list[str], predicted: dict[str, list[str]], folder: Path) -> list[Path]:
    import steelyard as sy

    file = folder / "steelyard.html"
    sy.evaluate(sy.Joint.from_labels(truth, predicted)).to_html(file)
    return [file]


def evidently(truth: list[str], predicted: dict[str, list[str]], folder: Path) -> list[Path]:
    import pandas as pd
    from evidently import DataDefinition, Dataset, MulticlassClassification, Report
    from evidently.presets import ClassificationPreset

    files = []
    for model, labels in predicted.items():
        roles = MulticlassClassification(target="truth", prediction_labels="predicted")
        frame = pd.DataFrame({"truth": truth, "predicted": labels})
        data = Dataset.from_pandas(frame, data_definition=DataDefinition(classification=[roles]))
        files.append(folder / f"evidently_{model}.html")
        Report([ClassificationPreset()]).run(data, None).save_html(str(files[-1]))
    return files


def yellowbrick(truth: list[str], predicted: dict[str, list[str]], folder: Path) -> list[Path]:
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt
    from sklearn.base import BaseEstimator, ClassifierMixin
    from yellowbrick.classifier import ClassificationReport, ConfusionMatrix

    class Stored(ClassifierMixin, BaseEstimator):
        """A model that answers what is stored: its features are the predictions."""

        def fit(self, _: Any, labels: Any) -> Stored:
            self.classes_ = np.unique(labels)
            return self

        def predict(self, features: Any) -> Any:
            return features[:, 0]

    # Its classification report takes the numbers of classes, from 0, for the labels: other labels get others' rates.
    names, labels = np.unique(truth, return_inverse=True)
    files = []
    for model, said in predicted.items():
        features = np.searchsorted(names, said)[:, None]
        for drawn in (ClassificationReport, ConfusionMatrix):
            options = {"support": True} if drawn is ClassificationReport else {}
            fitted = Stored().fit(features, labels)
            picture = drawn(fitted, classes=names, is_fitted=True, force_model=True, **options)
            picture.fit(features, labels)
            picture.score(features, labels)
            files.append(folder / f"yellowbrick_{model}_{drawn.__name__}.png")
            picture.show(outpath=str(files[-1]), clear_figure=True)
            plt.close("all")
    return files


MAKERS = {"Steelyard": steelyard, "Evidently": evidently, "Yellowbrick": yellowbrick}


if __name__ == "__main__":
    kept = Path(sys.argv[sys.argv.index("--keep") + 1]) if "--keep" in sys.argv else None
    with tempfile.TemporaryDirectory() as place:
        text = main(kept or Path(place))
    print(text)
    if "--write" in sys.argv:
        write("report_peers", text)
