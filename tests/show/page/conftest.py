"""A real browser for the tests of the page: Debian's Chromium, headless, without a network."""

from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from programs import find_program

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]


@pytest.fixture(scope="session")
def browser():
    """Chromium, or a reason why there is none."""
    place = find_program("chromium")
    if place is None:
        pytest.skip("Chromium is not installed")
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with driver.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=place, args=FLAGS)
        yield chromium
        chromium.close()


@dataclass
class Opened:
    """A page in the browser, and all that it asked for or complained about."""

    page: object
    requests: list = field(default_factory=list)
    problems: list = field(default_factory=list)

    def numbers(self):
        """Return {(model, metric): what the cell of the score table holds}."""
        cells = self.page.eval_on_selector_all(
            "[data-model][data-metric]:not([data-of-class])", "cells => cells.map(cell => ({...cell.dataset}))"
        )
        found = {(cell["model"], cell["metric"]): cell for cell in cells}
        assert len(found) == len(cells), "one cell for each model and metric"
        return found

    def of_classes(self):
        """Return {(model, rate, class): what the cell of the class table holds}."""
        cells = self.page.eval_on_selector_all("[data-of-class]", "cells => cells.map(cell => ({...cell.dataset}))")
        return {(cell["model"], cell["metric"], cell["ofClass"]): cell for cell in cells}

    def sliders(self):
        """Return {class: value of its slider}."""
        found = self.page.eval_on_selector_all("input[data-class]", "all => all.map(s => [s.dataset.class, s.value])")
        return {label: float(value) for label, value in found}

    def set_sliders(self, values):
        """Move sliders as a hand would, one input event each."""
        self.page.evaluate(
            """values => {
                const sliders = [...document.querySelectorAll("input[data-class]")];
                for (const [label, value] of values) {
                    const slider = sliders.find(one => one.dataset.class === label);
                    slider.value = value;
                    slider.dispatchEvent(new Event("input", { bubbles: true }));
                }
            }""",
            [[label, str(value)] for label, value in values.items()],
        )
        self.settle()

    def settle(self):
        """Wait until what was put off to later frames is drawn."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 60)))")

    def rest(self):
        """Wait until what follows when nothing moves any more is there, too: slow intervals, the address, the code."""
        self.page.wait_for_selector("html[data-settled=yes]", state="attached")
        self.settle()

    def weights(self):
        """Return {class: its weight}, by the sliders."""
        sliders = self.sliders()
        return {label: value / sum(sliders.values()) for label, value in sliders.items()}

    def order(self):
        """Return the classes, the most important first, by the list of them."""
        return self.page.eval_on_selector_all("[data-order]", "all => all.map(item => item.dataset.order)")

    def press(self, name):
        """Press the button of that name."""
        self.page.get_by_role("button", name=name, exact=True).first.click()
        self.settle()

    def unfold(self):
        """Open all that can be folded away."""
        self.page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")

    def set_share(self, label, percent):
        """Type the share of a class."""
        self.unfold()
        field = self.page.locator(f'input[data-share-percent="{label}"]')
        field.fill(str(percent))
        field.press("Enter")
        self.rest()

    def verdict(self):
        """Return the text of the verdict, with plain spaces."""
        return " ".join(self.text("#verdict").split())

    def text(self, selector):
        return self.page.inner_text(selector)


class Tabs:
    """Tabs of the browser by their options. A test has those it opens to itself and leaves them blank for the next.

    A first page in a new tab costs three times what it costs in one that was used before. The page stores nothing
    in the browser, so a used tab is as good as a new one, unless a test changed the tab itself.
    """

    def __init__(self, browser):
        self.browser, self.free = browser, {}

    def take(self, **options):
        """Return the options, by which a tab is put back, and a blank page."""
        kind = repr(sorted(options.items()))
        if self.free.get(kind):
            return kind, self.free[kind].pop()
        context = self.browser.new_context(offline=True, **options)
        context.set_default_timeout(8_000)
        return kind, context.new_page()

    def put_back(self, kind, page):
        page.goto("about:blank")  # which also ends timers, downloads and what the page listens to
        page.mouse.move(0, 0)
        self.free.setdefault(kind, []).append(page)


@pytest.fixture(scope="session")
def tabs(browser):
    return Tabs(browser)


def watched(page):
    """Return the page with what it asks for and complains about from now on, and a function that ends this."""
    found = Opened(page)
    heard = {
        "console": lambda said: found.problems.append(said.text) if said.type in ("error", "warning") else None,
        "pageerror": lambda error: found.problems.append(str(error)),
        "request": lambda request: found.requests.append(request.url),
    }
    for event, hear in heard.items():
        page.on(event, hear)
    return found, lambda: [page.remove_listener(event, hear) for event, hear in heard.items()]


@contextmanager
def opening_pages(tabs, folder, session):
    """Give a function that opens a page from the disk; at the end nothing may have been requested or gone wrong."""
    taken, opened = [], []

    def opening(
        html, fragment="", *, width=1280, height=900, problems_allowed=False, ready=True, again=True, **options
    ):
        file = folder / f"page{len(taken)}.html"
        file.write_text(html, encoding="utf-8")
        kind, page = tabs.take(viewport={"width": width, "height": height}, **options)
        found, end = watched(page)
        taken.append((kind if again else None, page, end))
        page.goto(file.as_uri() + fragment)
        if ready:
            page.wait_for_selector("html[data-ready=yes]", state="attached", timeout=20_000)
            found.settle()
        if not problems_allowed:
            opened.append((found, file.as_uri()))
        return found

    failed_before = session.testsfailed
    yield opening
    try:
        for found, address in opened:
            assert found.problems == []
            assert {url.split("#")[0] for url in found.requests if not url.startswith(("blob:", "data:"))} == {address}
    finally:
        for kind, page, end in taken:
            end()
            if kind is None or session.testsfailed > failed_before:  # a button may still be held down
                page.context.close()
            else:
                tabs.put_back(kind, page)


@pytest.fixture
def open_page(tabs, tmp_path, request):
    """Open pages for one test.

    A test that changes the tab, not only what the page in it shows, says `again=False`: nobody gets that tab after it.
    """
    with opening_pages(tabs, tmp_path, request.session) as opening:
        yield opening


@pytest.fixture(scope="module")
def open_for_all(tabs, tmp_path_factory, request):
    """Open pages for tests that only look at them."""
    with opening_pages(tabs, tmp_path_factory.mktemp("pages"), request.session) as opening:
        yield opening
