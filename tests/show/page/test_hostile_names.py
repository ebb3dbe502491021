"""Names of classes, models, metrics and slices that try to be markup, code or confusion stay names."""

import numpy as np
import pytest

import steelyard as sy
from report_numbers import same, same_ends
from steelyard.show.page.content import content_of
from steelyard.show.page.page import page_of, write_page

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_metrics")]

HOSTILE = [
    "<script>window.hacked=1</script>",
    "</script><img src=x onerror=window.hacked=1>",
    '"><svg onload=window.hacked=1>',
    "' onfocus=window.hacked=1 autofocus x='",
    "back\\slash\\",
    "${window.hacked=1}`",
    "&amp;&lt;b&gt;",
    "left \u202e right",
    "\u200f\u2067עברית",
    "😀🏳️‍🌈",
    "line\u2028and\u2029paragraph",
    "W" * 500,
    "",
    "  spaces  ",
    "half \ud800",
    "{{content}}",
    "__proto__",
    "tab\tand\nline",
]
LOOK_ALIKE = ["1", 1, 1.5, "1.5", (1, "x"), None, "None"]
TITLE = "</title><script>window.hacked=1</script> ${x} \u202e"

# What the page says is compared with its own content: some of these names do not survive the way out of the browser.
NAMES = """() => {
    const { labels, models, metrics } = JSON.parse(document.getElementById("content").textContent);
    const well = (text) => text.toWellFormed().replaceAll("\\ufffd", "?"); // half a character cannot be in a file
    const same = (found, expected) => {
        const [here, there] = [found, expected].map((list) => list.map(well));
        return Array.from({ length: Math.max(here.length, there.length) }, (_, i) => [here[i], there[i]])
            .filter(([a, b]) => a !== b);
    };
    const every = (selector) => [...document.querySelectorAll(selector)];
    const all = (selector, key) => every(selector).map((one) => one.dataset[key]);
    const written = new Set(every("bdi").map((name) => well(name.textContent)));
    const sorted = (list) => [...list].sort();
    const scored = every("#scores table")[0]; // many models are in rows, the best first
    return {
        sliders: same(all("input[data-class]", "class"), labels),
        levels: same(all("input[data-level]", "level"), labels),
        order: same(sorted(all("[data-order]", "order")), sorted(labels)),
        cells: same(sorted(new Set(all("[data-rank]", "model"))), sorted(models)),
        heads: same(sorted([...scored.querySelectorAll("th bdi")].map((name) => name.textContent)), sorted(models)),
        written: same(labels.filter((label) => !written.has(well(label))), []),
        chooser: same([document.querySelector("#metric option").textContent.trim()], [metrics[0].title]),
    };
}"""


def hostile_counts(rng, labels, models):
    """Return models on the same items: the first, and others that confuse the classes differently."""
    C = len(labels)
    counts = rng.integers(0, 9, (models, C, C)) + 20 * np.eye(C, dtype=int)
    most = counts.sum(axis=2).max(axis=0)
    counts[:, np.arange(C), np.arange(C)] += most - counts.sum(axis=2)
    return counts


def own_metric():
    @sy.metric(title='<img src=x onerror=window.hacked=1> "quoted" & \u202e turned', averages=True, range=(0, 1))
    def own(c):
        return c.mean(sy.metrics.recall)

    return own


@pytest.fixture
def evaluated(rng):
    labels = [*HOSTILE, *LOOK_ALIKE]
    models = [*HOSTILE[:7], "M" * 500, "\ud800 half a model"]
    cm = sy.Confusion(hostile_counts(rng, labels, len(models)), labels, axes={"model": models})
    own_metric()
    return sy.evaluate(cm, metrics=["own", "cba", "mcc"], intervals="delta")


def assert_harmless(opened):
    assert opened.page.evaluate("window.hacked") is None
    assert opened.page.locator("img, [onerror], [onload], [onfocus]").count() == 0
    assert opened.page.locator("script").count() == 2, "the content and the script of the page"
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def assert_numbers(opened, result):
    """Compare by place, since two classes may have one text, and half a character does not come out of the browser."""
    # Models in rows stand by their rank; the ids of the cells, score-model-metric, are in the order of the result.
    cells = opened.page.eval_on_selector_all(
        "[data-rank]",
        """all => all.map(({ dataset, id }) => [...id.split("-").slice(1).map(Number), { ...dataset }])
            .sort(([k, j], [l, i]) => j - i || k - l).map(([, , data]) => data)""",
    )
    assert len(cells) == len(result.scores)
    for cell, score in zip(cells, result.scores, strict=True):
        assert cell["metric"] == score.metric.name
        assert cell["model"][1:] == dict(score.slice)["model"][1:]
        assert same(cell["value"], score.value)
        assert same_ends(cell, score) or not score.metric.weighted  # else as it was before something was moved


@pytest.mark.parametrize("width", [1280, 360])
def test_hostile_names_of_classes_models_metrics_and_title_stay_names(open_page, evaluated, width, tmp_path):
    page = page_of(content_of(evaluated, title=TITLE))
    write_page(tmp_path / "hostile.html", page)  # half a character can be written, too
    opened = open_page((tmp_path / "hostile.html").read_text("utf-8"), width=width)
    opened.unfold()
    opened.rest()
    assert {what: wrong for what, wrong in opened.page.evaluate(NAMES).items() if wrong} == {}
    assert opened.page.evaluate("document.querySelector('h1').textContent") == TITLE
    assert opened.page.title().startswith("</title><script>")
    assert_harmless(opened)
    assert_numbers(opened, evaluated)
    assert "own" in {metric for _, metric in opened.numbers()}
    # Move one of two classes that look alike, and the other stays.
    place = [*HOSTILE, *LOOK_ALIKE].index(1)
    slider = opened.page.locator("input[data-class]").nth(place)
    slider.focus()
    slider.press("Home")
    opened.rest()
    weights = np.ones(len(evaluated.confusion.labels))
    weights[place] = 0
    way = sy.intervals.classwise(by_slopes=True)
    assert_numbers(opened, sy.evaluate(evaluated.confusion, None, weights, ["own", "cba", "mcc"], intervals=way))
    assert_harmless(opened)


def test_every_choice_can_be_made_with_hostile_names(open_page, evaluated):
    """Each chooser, each search, each button that moves a class, and everything that shows itself to the pointer."""
    opened = open_page(evaluated.to_html())
    opened.unfold()
    for place in range(opened.page.locator("select").count()):
        chooser = opened.page.locator("select").nth(place)
        options = chooser.evaluate("one => one.options.length")
        for option in sorted({0, 1, options // 2, options - 1}):
            if chooser.is_visible() and option < options:
                chooser.select_option(index=option)
                opened.rest()  # a choice may hide the next chooser
    for place in (0, 1, 11, 12):
        opened.page.locator("[data-order]").nth(place).focus()
        opened.page.keyboard.press("Alt+ArrowDown")
    for search in opened.page.locator("input[type=search]").all():
        if search.is_visible():
            search.fill("</script>")
            opened.settle()
            search.fill("")
    for chart in opened.page.locator("svg.chart").all()[:6]:
        if chart.is_visible():
            chart.hover()
    opened.rest()
    assert_harmless(opened)


def test_the_address_of_hostile_names_opens_the_same_view(open_page, evaluated):
    page = evaluated.to_html()
    opened = open_page(page)
    slider = opened.page.locator("input[data-class]").nth(2)
    slider.focus()
    slider.press("Home")
    opened.rest()
    sent = open_page(page, "#" + opened.page.url.partition("#")[2])
    assert [cell["value"] for cell in sent.numbers().values()] == [cell["value"] for cell in opened.numbers().values()]
    assert_harmless(sent)


def test_hostile_slices_stay_names(open_page, rng):
    keys = [*HOSTILE[:4], HOSTILE[7], HOSTILE[11], ""]
    truth = rng.integers(0, 3, 400)
    predicted = {name: np.where(rng.random(400) < 0.6, truth, rng.integers(0, 3, 400)) for name in HOSTILE[:2]}
    joint = sy.Joint.from_labels(truth, predicted, by={HOSTILE[1]: [keys[i] for i in rng.integers(0, len(keys), 400)]})
    result = sy.evaluate(joint, metrics=["cba", "mcc"])
    for width in (1280, 360):
        opened = open_page(result.to_html(), width=width)
        opened.rest()
        assert_harmless(opened)
        assert "onerror" in opened.page.evaluate("document.body.textContent")


def test_a_hostile_importance_stays_a_text(open_page):
    names = ["<b onclick=window.hacked=1>", "b"]
    cm = sy.Confusion([[8, 2], [3, 9]], names)
    opened = open_page(sy.evaluate(cm, importance={names[0]: 3, "b": 1}).to_html())
    opened.rest()
    assert_harmless(opened)
    assert opened.page.locator("b[onclick]").count() == 0
