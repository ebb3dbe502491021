"""The live page: how long it takes to write, how large it is, when it is ready, and how fast it follows a slider.

python benchmarks/report_page.py [--write]

It needs Chromium and Playwright; elsewhere it says so and measures nothing.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from timing import alternate, table, write

ITEMS = 20_000
MOVES = 40
OPENINGS = 5
FORTY = 40
PACKAGES = ["steelyard", "numpy", "playwright"]
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]

# Models, classes, metrics (None: those that are there by default), and what is wanted of each number.
CASES: list[tuple[int, int, int | None, dict[str, str]]] = [
    (10, 20, None, {"written": "< 1 s", "size": "< 1 MB"}),
    (10, 20, FORTY, {"repaint": "< 16 ms"}),
    (10, 200, FORTY, {"repaint": "< 100 ms"}),
    (3, 300, None, {"size": "< 3 MB", "ready": "< 1 s"}),
]

# Counted from the beginning of the navigation, as the page itself does.
WATCH_READY = """
new MutationObserver(() => {
    if (document.documentElement?.dataset.ready === "yes") window.readyAt ??= performance.now();
}).observe(document, { attributes: true, childList: true, subtree: true });
"""

# The first frame callback is asked for before the slider moves, so that it tells when the frame begins; a message is
# handled after the frame is painted. What lies between the end of the handler and the frame is waiting for the screen.
MOVE = """async (moves) => {
    const sliders = [...document.querySelectorAll("input[data-class]")];
    const painted = () => new Promise((done) => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(0);
    }));
    const found = [];
    for (let i = 0; i < moves; i++) {
        const slider = sliders[(7 * i) % sliders.length];
        let frame;
        requestAnimationFrame(() => (frame = performance.now()));
        const start = performance.now();
        slider.value = String((37 * i + 11) % 100);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        const handled = performance.now();
        await painted();
        const end = performance.now();
        found.push([handled - start, handled - start + end - frame, end - start]);
    }
    return found;
}"""


def main() -> str:
    place = shutil.which("chromium")
    if place is None:
        return "Chromium is not installed: nothing was measured.\n"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=place, args=FLAGS)
        version = browser.version
        rows = []
        for case in CASES:
            rows.append(row(browser, Path(folder) / "page.html", *case))
            print(*rows[-1], sep=" | ", flush=True)
        browser.close()
    headings = ["models × classes", "metrics", "written in", "size", "ready after"]
    headings += ["slider handled", "slider to repaint", "the same at 60 Hz"]
    note = (
        f"\nIn Chromium {version}, headless, without a GPU. {ITEMS:,} items, the same for all models; beside the "
        f"metrics the page has {rates()} rates of each class. Written: from the evaluation to the file, median of 5. "
        f"Ready: from the beginning of the navigation until the page can be used, median of {OPENINGS}. Sliders: "
        f"{MOVES} moves, median (95 %); handled until the event's handlers return; to repaint with the work of the "
        "frame that shows it, but not the waiting for it; at 60 Hz with the waiting. Texts off the screen follow when "
        "the slider rests. In brackets after →: what is wanted.\n"
    )
    return table("The live page of a report", headings, rows, PACKAGES) + note


def rates() -> int:
    import steelyard as sy

    return sum(metric.kind == "rate" for metric in sy.metrics.values())


def evaluation(models: int, classes: int, metrics: int | None) -> Any:
    """Return an evaluation of models that find the classes, which are skewed, differently well."""
    import steelyard as sy

    random = np.random.default_rng(6)
    truth = random.choice(classes, ITEMS, p=random.dirichlet(np.full(classes, 2.0)))
    told = {}
    for model in range(models):
        right = random.random(ITEMS) < random.uniform(0.5, 0.95, classes)[truth]
        told[f"model {model}"] = np.where(right, truth, random.integers(0, classes, ITEMS))
    names = None if metrics is None else many_metrics(metrics)
    return sy.evaluate(sy.Joint.from_labels(truth, told), metrics=names)


def many_metrics(size: int) -> list[str]:
    """Return so many metrics of whole models: all that need no more than counts, and mean F at further β."""
    import steelyard as sy

    names = [metric.name for metric in sy.metrics.values() if metric.kind != "rate" and not metric.optional][:size]
    return names + [f"mean_f(beta={2 + 0.5 * i:g})" for i in range(size - len(names))]


def row(browser: Any, file: Path, models: int, classes: int, metrics: int | None, wanted: dict[str, str]) -> list[str]:
    result = evaluation(models, classes, metrics)
    (written,) = alternate(lambda: result.to_html(file))
    ready = statistics.median(opened(browser, file)[0] for _ in range(OPENINGS))
    _, found, shown = opened(browser, file, MOVES)
    assert metrics is None or shown == metrics
    handled, repaint, at_60_hz = (spread([times[i] for times in found]) for i in range(3))
    aims = {name: f" (→ {aim})" for name, aim in wanted.items()}
    return [
        f"{models} × {classes}",
        str(shown),
        f"{written:.2f} s{aims.get('written', '')}",
        f"{file.stat().st_size / 1e6:.2f} MB{aims.get('size', '')}",
        f"{ready / 1000:.2f} s{aims.get('ready', '')}",
        handled,
        f"{repaint}{aims.get('repaint', '')}",
        at_60_hz,
    ]


def opened(browser: Any, file: Path, moves: int = 0) -> tuple[float, list[list[float]], int]:
    """Return when a page was ready, what so many moves of a slider took, and how many metrics it shows."""
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900})
    context.add_init_script(WATCH_READY)
    page = context.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-settled=yes]", state="attached", timeout=60_000)
    page.wait_for_timeout(500)
    ready = page.evaluate("window.readyAt")
    metrics = page.evaluate("new Set([...document.querySelectorAll('[data-rank]')].map(c => c.dataset.metric)).size")
    result = page.evaluate(MOVE, moves)
    context.close()
    return ready, result, metrics


def spread(milliseconds: list[float]) -> str:
    ordered = sorted(milliseconds)
    return f"{statistics.median(ordered):.1f} ms ({ordered[int(0.95 * len(ordered)) - 1]:.1f} ms)"


if __name__ == "__main__":
    text = main()
    print(text)
    if "--write" in sys.argv:
        write("report_page", text)
