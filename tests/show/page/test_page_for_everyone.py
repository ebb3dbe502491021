"""The page can be read and used by everyone: in light and dark, on a phone, on paper, by keyboard, read aloud."""

from itertools import pairwise
from statistics import median

import numpy as np
import pytest

import steelyard as sy
from steelyard.show.page.metrics_of import sentence, titled

pytestmark = pytest.mark.slow

MODELS = ["tree", "svm", "naive_bayes"]

# Every piece of text on the page with its contrast to what is behind it, by WCAG 2; large text may have less.
CONTRASTS = """() => {
    const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const known = new Map();
    const rgba = (colour) => {
        if (!known.has(colour)) {
            pen.clearRect(0, 0, 1, 1);
            pen.fillStyle = colour;
            pen.fillRect(0, 0, 1, 1);
            known.set(colour, [...pen.getImageData(0, 0, 1, 1).data].map((part) => part / 255));
        }
        return known.get(colour);
    };
    const over = ([r, g, b, a], ground) => [r, g, b].map((part, i) => a * part + (1 - a) * ground[i]);
    const behind = (element) => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) layers.unshift(rgba(getComputedStyle(at).backgroundColor));
        return layers.reduce((ground, layer) => over(layer, ground), rgba("Canvas").slice(0, 3));
    };
    const luminance = (colour) => {
        const [r, g, b] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const seen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
        const judged = !element.closest("script, style, noscript, :disabled, option, [aria-disabled=true], datalist");
        if (!node.data.trim() || !seen || !judged) continue;
        const style = getComputedStyle(element);
        const svg = element instanceof SVGElement;
        const ground = behind(element);
        const ink = over(rgba(svg ? style.fill : style.color), ground);
        const [dark, light] = [luminance(ink), luminance(ground)].sort((a, b) => a - b);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
        const where = element.closest("[id]")?.id ?? "";
        const ratio = (light + 0.05) / (dark + 0.05);
        const [text, tag, least] = [node.data.trim().slice(0, 30), element.tagName, large ? 3 : 4.5];
        found.push({ text, where, tag, ratio, least, ground: luminance(ground) });
    }
    return found;
}"""

CONTROLS = "button, input, select, textarea, a[href], summary, [tabindex='0']"


@pytest.fixture(scope="module")
def wines():
    return sy.Joint.from_files("examples/wine_quality_red.csv", "quality", MODELS)


@pytest.fixture(scope="module")
def wine_page(wines):
    return sy.evaluate(wines, importance="rarity").to_html()


@pytest.fixture(scope="module")
def unfolded(open_for_all, wine_page):
    """The page with all that can be folded away open, to look at."""
    opened = open_for_all(wine_page, again=False)
    opened.unfold()
    opened.rest()
    return opened


def assert_readable(opened, least):
    found = opened.page.evaluate(CONTRASTS)
    assert len(found) > least
    assert [text for text in found if text["ratio"] < text["least"]] == []
    return found


def ground(found):
    """Return how light most of the page is."""
    return median(text["ground"] for text in found)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_contrast(open_page, wine_page, scheme):
    opened = open_page(wine_page, color_scheme=scheme)
    opened.unfold()
    opened.rest()
    found = assert_readable(opened, 400)
    assert {"TD", "TH", "P", "BUTTON", "H2"} <= {text["tag"] for text in found}
    assert ground(found) > 0.8 if scheme == "light" else ground(found) < 0.1
    # The cells of the matrices go from the faintest to the strongest colours; each kind of cell has others.
    chooser = opened.page.locator("select", has=opened.page.locator("option", has_text="more than"))
    kinds = chooser.evaluate("one => one.options.length")
    assert kinds == 4
    for kind in range(kinds):
        chooser.select_option(index=kind)
        opened.rest()
        assert_readable(opened, 400)


def test_on_paper_it_shows_the_result_and_hides_what_cannot_be_pressed(open_page, wine_page):
    opened = open_page(wine_page, again=False)
    opened.rest()
    for scheme in ("light", "dark"):  # paper is white for those who prefer dark, too
        opened.page.emulate_media(media="print", color_scheme=scheme)
        opened.settle()
        assert opened.page.locator("h1").is_visible()
        assert opened.page.locator("#verdict").is_visible()
        assert opened.page.locator("[data-model][data-metric]").first.is_visible()
        assert not opened.page.locator("input[data-class]").first.is_visible()
        assert ground(assert_readable(opened, 150)) > 0.8, scheme
    assert len(opened.page.pdf()) > 10_000


def test_who_wants_less_motion_gets_none(open_page, wine_page):
    opened = open_page(wine_page, reduced_motion="reduce")
    moving = opened.page.evaluate(
        """() => [...document.querySelectorAll("*")].filter((element) => {
            const style = getComputedStyle(element);
            const lasts = (times) => times.split(",").some((time) => parseFloat(time) > 0.01);
            const moves = lasts(style.transitionDuration) || lasts(style.animationDuration);
            return moves || style.scrollBehavior === "smooth";
        }).map((element) => element.outerHTML.slice(0, 80))"""
    )
    assert moving == []


@pytest.mark.parametrize("width", [1200, 1280, 1500])
def test_three_models_fit_beside_the_panel(open_page, wine_page, width):
    """On a screen of usual width the scores of the third were cut off, and the bar to scroll was far below."""
    opened = open_page(wine_page, width=width, height=900)
    scores = "(() => document.querySelector('#scores'))()"
    assert opened.page.evaluate(f"{scores}.scrollWidth <= {scores}.clientWidth")
    panel = opened.page.locator("#panel").bounding_box()
    assert panel["x"] + panel["width"] <= width
    assert opened.page.locator("#scores").bounding_box()["x"] + 600 < panel["x"], "it stands beside the scores"


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_page_does_not_scroll_sideways(open_page, wine_page, width):
    opened = open_page(wine_page, width=width, height=740)
    opened.unfold()
    opened.rest()
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert opened.page.evaluate("document.body.scrollWidth <= innerWidth")
    # What is wider than its place scrolls there, and can be scrolled with keys.
    stuck = opened.page.evaluate(
        """() => [...document.querySelectorAll("main *")].filter((element) => {
            if (!element.clientWidth || element.scrollWidth <= element.clientWidth + 1) return false;
            const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX);
            return scrolls && element.tabIndex < 0 && !element.querySelector("button, input, a, select");
        }).map((element) => element.outerHTML.slice(0, 80))"""
    )
    assert stuck == []
    assert opened.page.locator("#verdict").bounding_box()["width"] <= width
    inside = opened.page.evaluate(
        """() => [...document.querySelectorAll("#verdict, h1, h2, input[data-class], #metric")]
            .filter((element) => element.checkVisibility())
            .every((element) => element.getBoundingClientRect().right <= innerWidth + 1)"""
    )
    assert inside


@pytest.mark.parametrize("width", [390, 1280])
def test_no_name_in_a_chart_loses_its_edge(open_page, width):
    """The h of home and half of the w of ward were beyond the left edge; wide letters and long months are others."""
    names = ["home", "icu", "ward", "WWWWW", "a class with a name that is longer than any place for it could be"]
    months = ["2024-01, the whole of it", "2024-02, all but a day", "2024-03"]
    counts = np.random.default_rng(0).integers(5, 30, (2, 3, 5, 5)) + 60 * np.eye(5, dtype=int)
    cm = sy.Confusion(counts, names, axes={"model": ["a", "mmmmmmmm"], "month": months})
    opened = open_page(sy.evaluate(cm).to_html(), width=width, height=900)
    opened.unfold()
    opened.rest()
    for section in opened.page.locator("[data-chart]").all():
        section.scroll_into_view_if_needed()
        opened.settle()
    opened.rest()
    outside = opened.page.evaluate(
        """() => [...document.querySelectorAll("svg.chart")].flatMap((chart) => {
            const [left, , width] = chart.getAttribute("viewBox").split(" ").map(Number);
            return [...chart.querySelectorAll("text")].filter((text) => text.textContent.trim())
                .map((text) => [text.textContent, text.getBBox()])
                .filter(([, box]) => box.x < left - 0.5 || box.x + box.width > left + width + 0.5)
                .map(([said, box]) => [chart.closest("section").dataset.chart, said, box.x, box.x + box.width, width]);
        })"""
    )
    assert outside == []
    said = opened.page.locator('[data-chart="ClassPanel"] svg').text_content()
    assert all(name in said for name in names[:4])


def test_names_have_the_room_that_there_is(open_page):
    """ "malign…" stood over a column of a matrix of two classes on a phone."""
    cm = sy.Confusion([[354, 3], [8, 204]], ["benign", "malignant"])
    opened = open_page(sy.evaluate(cm).to_html(), width=390, height=800)
    opened.page.locator(".matrix").scroll_into_view_if_needed()
    opened.rest()
    cut = opened.page.evaluate(
        """() => [...document.querySelectorAll("main .name")]
            .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent)"""
    )
    assert cut == []


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("many", [3, 8])
def test_ordinary_names_of_models_are_read_whole_beside_their_numbers(open_page, many, width):
    """Names ran over the numbers of F1, so that v0 to v7 looked alike; on a phone all were "gradient_boosting…"."""
    counts = [[[354 - k, 3 + k, 9], [8, 204 - k, 4 + k], [2, 9, 40 + k]] for k in range(many)]
    models = [f"gradient_boosting_v{k}" for k in range(many)]
    cm = sy.Confusion(counts, ["home", "hospital", "icu"], axes={"model": models})
    opened = open_page(sy.evaluate(cm).to_html(), width=width, height=900)
    opened.unfold()
    opened.rest()
    for section in opened.page.locator("[data-chart]").all():
        section.scroll_into_view_if_needed()
        opened.settle()
    opened.rest()
    seen = opened.page.evaluate(
        """() => {
            const names = [...document.querySelectorAll("main .name")].filter((name) => name.checkVisibility());
            const box = (place) => {  // of the text, which may be wider than what it is in
                const range = document.createRange();
                range.selectNodeContents(place);
                return range.getBoundingClientRect();
            };
            const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
            const rows = [...document.querySelectorAll("#scores tbody tr")];
            const numbers = (row) => [...row.querySelectorAll("td > span, td > small, td > i")];
            const of = (row) => [...row.querySelectorAll(".name")].filter((name) => name.checkVisibility());
            return {
                cut: names.filter((name) => name.scrollWidth > name.clientWidth + 1
                    || name.scrollHeight > name.clientHeight + 1).map((name) => name.textContent),
                over: rows.flatMap((row) => of(row).filter((name) =>
                    numbers(row).some((number) => over(box(name), box(number)))).map((name) => name.textContent)),
                beside: rows.flatMap(of).length,
                broken: names.filter((name) => /^\\w{1,8}$/.test(name.textContent) && box(name).height > 1.5
                    * parseFloat(getComputedStyle(name).lineHeight)).map((name) => name.textContent),
                models: [...new Set(names.map((name) => name.textContent))]
                    .filter((text) => /_v\\d$/.test(text)).sort(),
            };
        }"""
    )
    assert seen["models"] == models
    assert seen["beside"] >= (many if width == 390 or many == 8 else 0)
    assert seen["cut"] == []
    assert seen["over"] == []
    assert seen["broken"] == [], "a short name is not broken"


def test_no_line_of_the_verdict_ends_within_a_p_value_or_a_percentage(open_page, wine_page):
    for width in range(320, 420, 10):
        opened = open_page(wine_page, width=width, height=900)
        broken = opened.page.evaluate(
            """() => [...document.querySelectorAll("#verdict, #notes")].flatMap((place) => {
                const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT), found = [];
                const whole = /p[ \\u00a0][<=][ \\u00a0][0-9.]+|[0-9.]+[ \\u00a0]%/g;
                for (let node; (node = walk.nextNode()); )
                    for (const { 0: text, index } of node.data.matchAll(whole)) {
                        const range = document.createRange();
                        range.setStart(node, index);
                        range.setEnd(node, index + text.length);
                        if (range.getClientRects().length > 1) found.push(text);
                    }
                return found;
            })"""
        )
        assert broken == []


def test_on_a_phone_buttons_can_be_hit(open_page, wine_page):
    """At least 24 pixels wide and high, as WCAG 2.2 asks."""
    opened = open_page(wine_page, width=360, height=740, has_touch=True, is_mobile=True)
    opened.unfold()
    opened.rest()
    small = opened.page.evaluate(
        """() => [...document.querySelectorAll("button, a:not(.skip), select, input, summary")]
            .map((element) => [element.textContent.slice(0, 20), element.getBoundingClientRect()])
            .filter(([, { width, height }]) => width && (width < 24 || height < 24))
            .map(([text, { width, height }]) => [text, width, height])"""
    )
    assert small == []


def test_every_control_has_a_name_by_which_it_is_read_aloud(unfolded):
    session = unfolded.page.context.new_cdp_session(unfolded.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    roles = {
        "button",
        "slider",
        "spinbutton",
        "textbox",
        "combobox",
        "searchbox",
        "checkbox",
        "radio",
        "link",
        "region",
    }
    roles |= {"DisclosureTriangle", "application", "img", "table"}
    told = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
    assert {"button", "slider", "spinbutton", "combobox", "region"} <= {role for role, _ in told}
    nameless = [role for role, name in told if role in roles - {"table"} and not name.strip()]
    assert nameless == []
    sliders = [name for role, name in told if role == "slider"]
    assert len(set(sliders)) == len(sliders) == 12  # importance and share of six classes
    assert all(any(label in name for name in sliders) for label in "345678")
    buttons = [name for role, name in told if role == "button"]
    moves = sorted(f"Move {label} {way}" for label in "345678" for way in ("up", "down"))
    assert sorted(name for name in buttons if name.startswith("Move ")) == moves


def test_every_control_is_reached_by_tab_and_shows_that_it_has_the_focus(open_page, wine_page):
    opened = open_page(wine_page)
    opened.unfold()
    opened.rest()
    expected = opened.page.evaluate(
        f"""() => {{
            const usable = (element) => !element.disabled && element.tabIndex >= 0
                && element.checkVisibility({{ visibilityProperty: true }});
            const all = [...document.querySelectorAll("{CONTROLS}")].filter(usable);
            all.forEach((element, i) => (element.dataset.stop = i));
            return all.map((element) => element.outerHTML.slice(0, 100));
        }}"""
    )
    assert len(expected) > 60
    look = """() => {
        const element = document.activeElement;
        const style = getComputedStyle(element);
        const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
        const box = element.getBoundingClientRect();
        const seen = box.bottom > 0 && box.top < innerHeight;
        return [element.dataset.stop ?? null, outlined || style.boxShadow !== "none", seen];
    }"""
    reached, dim, unseen = set(), [], []
    for _ in range(len(expected) + 20):
        opened.page.keyboard.press("Tab")
        stop, outlined, seen = opened.page.evaluate(look)
        if stop is None or int(stop) in reached:
            break
        reached.add(int(stop))
        if not outlined:
            dim.append(expected[int(stop)])
        if not seen:
            unseen.append(expected[int(stop)])
    assert [html for i, html in enumerate(expected) if i not in reached] == []
    assert dim == []
    assert unseen == []


def test_headings_lead_through_the_page(unfolded):
    levels = unfolded.page.eval_on_selector_all(
        "h1, h2, h3, h4, h5, h6", "all => all.filter(h => h.checkVisibility()).map(h => Number(h.tagName[1]))"
    )
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))
    assert len(levels) > 5
    assert unfolded.page.locator("main").count() == 1
    assert unfolded.page.get_attribute("html", "lang") == "en"
    ids = unfolded.page.eval_on_selector_all("[id]", "all => all.map(element => element.id)")
    assert len(ids) == len(set(ids))
    dangling = unfolded.page.evaluate(
        """() => ["aria-labelledby", "aria-describedby", "aria-controls", "for"].flatMap((name) =>
            [...document.querySelectorAll(`[${name}]`)].flatMap((element) => element.getAttribute(name).split(" ")))
            .filter((id) => !document.getElementById(id))"""
    )
    assert dangling == []


def test_tables_have_heads_with_scopes(unfolded):
    tables = unfolded.page.evaluate(
        """() => [...document.querySelectorAll("table")].filter((table) => table.checkVisibility()).map((table) => ({
            scopes: [...table.querySelectorAll("th")].map((head) => head.scope),
            cells: table.querySelectorAll("td").length,
            html: table.outerHTML.slice(0, 200),
        }))"""
    )
    assert len(tables) >= 3
    for table in tables:
        assert table["scopes"], table["html"]
        assert {*table["scopes"]} <= {"col", "row", "colgroup", "rowgroup"}, table["html"]


def test_the_matrix_names_its_axes(unfolded):
    assert unfolded.page.inner_text(".matrix tr:first-child td").split() == ["predicted", "→", "truth", "↓"]


def test_misleading_and_undefined_values_carry_their_sentence_with_them(open_page):
    cm = sy.Confusion([[0, 20, 0], [0, 900, 2], [0, 3, 4]], ["rare", "common", "other"])
    result = sy.evaluate(cm)
    noted = [score for score in result.scores if score.note or score.misleading]
    assert noted
    opened = open_page(result.to_html())
    told = opened.page.evaluate(
        """() => document.body.textContent
            + [...document.querySelectorAll("[aria-label], [title]")].map((e) => e.ariaLabel + e.title).join(" ")"""
    )
    for score in noted:
        said = str(titled(score.note or score.misleading, [score.metric]))
        assert any(each in told.replace("\xa0", " ") for each in (said, sentence(said))), score
