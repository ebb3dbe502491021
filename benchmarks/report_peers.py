"""The page beside reports of others on the same data: how large they are, and how soon they are complete.

python benchmarks/report_peers.py [--write] [--keep FOLDER]

It needs Chromium, Playwright, Evidently and Yellowbrick; elsewhere it says so and measures nothing. Evidently 0.7 does
not run beside pandas 3, so that it may need an environment of its own. `--keep` leaves the reports in a folder.
"""

from __future__ import annotations

import csv
import importlib.util
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
QUIET = 3000
"""Milliseconds in which a page that is complete changes no more."""

WATCH = """
new MutationObserver(() => (window.changedAt = performance.now())).observe(document,
    { attributes: true, childList: true, characterData: true, subtree: true });
"""


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
    made = {name: timed(make, truth, predicted, folder) for name, make in MAKERS.items()}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=place, args=FLAGS)
        version = browser.version
        opened = {name: seen(browser, files) for name, (_, files) in made.items() if files[0].suffix == ".html"}
        browser.close()
    lines = [
        [name, str(len(files)), f"{sum(file.stat().st_size for file in files) / 1e6:.2f} MB", f"{taken:.2f} s"]
        + ([f"{opened[name][0] / 1000:.2f} s", opened[name][1]] if name in opened else ["pictures", "nothing"])
        for name, (taken, files) in made.items()
    ]
    headings = ["report", "files", "size", "made in", "complete after", "asks the network for"]
    note = (
        f"\n{len(truth):,} reviews of five classes, two models. Evidently reports one model, so it makes two files; of "
        "Yellowbrick, the classification report, the confusion matrix and the prediction errors of each model, as PNG. "
        "Made: once, after the import, from labels to files. Complete: from the beginning of the navigation until the "
        f"page changes no more for {QUIET / 1000:g} s, the slowest file of a report, median of {OPENINGS} openings, in "
        f"Chromium {version}, headless, without a GPU or a network.\n"
    )
    return table("The page beside reports of others", headings, lines, PACKAGES) + note


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
    from yellowbrick.classifier import ClassificationReport, ClassPredictionError, ConfusionMatrix

    class Stored(ClassifierMixin, BaseEstimator):
        """A model that answers what is stored: its features are the predictions."""

        def fit(self, _: Any, labels: Any) -> Stored:
            self.classes_ = np.unique(labels)
            return self

        def predict(self, features: Any) -> Any:
            return features[:, 0]

    files, labels = [], np.array(truth)
    for model, said in predicted.items():
        features = np.array(said)[:, None]
        for drawn in (ClassificationReport, ConfusionMatrix, ClassPredictionError):
            options = {"support": True} if drawn is ClassificationReport else {}
            picture = drawn(Stored().fit(features, labels), is_fitted=True, force_model=True, **options)
            picture.fit(features, labels)
            picture.score(features, labels)
            files.append(folder / f"yellowbrick_{model}_{drawn.__name__}.png")
            picture.show(outpath=str(files[-1]), clear_figure=True)
            plt.close("all")
    return files


MAKERS = {"Steelyard": steelyard, "Evidently": evidently, "Yellowbrick": yellowbrick}


def seen(browser: Any, files: list[Path]) -> tuple[float, str]:
    """Return after how many milliseconds the slowest of some files is complete, and what they ask the network for."""
    slowest, asked = [], set()
    for file in files:
        times = []
        for _ in range(OPENINGS):
            context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900})
            context.add_init_script(WATCH)
            page = context.new_page()
            page.on("request", lambda request: asked.add(request.url) if request.url.startswith("http") else None)
            page.goto(file.as_uri())
            page.wait_for_timeout(QUIET)
            times.append(page.evaluate("window.changedAt"))
            context.close()
        slowest.append(statistics.median(times))
    return max(slowest), ", ".join(sorted(asked)) or "nothing"


if __name__ == "__main__":
    kept = Path(sys.argv[sys.argv.index("--keep") + 1]) if "--keep" in sys.argv else None
    with tempfile.TemporaryDirectory() as place:
        text = main(kept or Path(place))
    print(text)
    if "--write" in sys.argv:
        write("report_peers", text)
