"""Pages of many classes and many models: small enough to send, and everything can still be found and moved."""

import re

import numpy as np
import pytest

import steelyard as sy
from report_numbers import assert_as_python, stack

pytestmark = pytest.mark.slow

CLASSES = 300


@pytest.fixture(scope="module")
def many():
    rng = np.random.default_rng(300)
    counts = rng.poisson(0.08, (3, CLASSES, CLASSES)) + np.eye(CLASSES, dtype=int) * rng.integers(
        1, 60, (3, CLASSES, 1)
    )
    most = counts.sum(axis=2).max(axis=0)
    places = np.arange(CLASSES)
    counts[:, places, places] += most - counts.sum(axis=2)
    counts[0, 17, 250], counts[0, 250, 17] = 33, 31  # confusions worse than any other
    counts[1:, [17, 250], [17, 250]] += counts[0, [17, 250]].sum(axis=1) - counts[1:, [17, 250]].sum(axis=2)
    labels = [f"class {i:03}" for i in range(CLASSES)]
    return sy.Confusion(counts, labels, axes={"model": ["first", "second", "third"]})


@pytest.fixture(scope="module")
def many_page(many):
    return sy.evaluate(many, importance="uniform").to_html()


@pytest.fixture(scope="module")
def at_rest(open_for_all, many_page):
    """The page, to look at; with the classes and confusions of the first model, which is not the best."""
    opened = open_for_all(many_page, "#model=0")
    opened.rest()
    return opened


def size_of(page):
    return len(page.encode("utf-8"))


def test_a_page_of_300_classes_is_small(many_page):
    assert size_of(many_page) < 3_000_000


def test_a_page_of_ten_models_and_twenty_classes_is_small(rng):
    cm = stack(rng, 20, 10)
    assert size_of(sy.evaluate(cm).to_html()) < 1_000_000
    truth = rng.integers(0, 20, 5_000)
    told = {f"m{k}": np.where(rng.random(5_000) < 0.7, truth, rng.integers(0, 20, 5_000)) for k in range(10)}
    result = sy.evaluate(sy.Joint.from_labels(truth, told))
    assert size_of(result.to_html()) < 1_000_000


def test_a_class_of_300_is_found_and_its_slider_moves_every_number(open_page, many, many_page):
    opened = open_page(many_page)
    opened.rest()
    assert_as_python(opened, many, "uniform")
    opened.page.get_by_role("searchbox", name=re.compile("Find a class")).first.fill("CLASS 25")
    seen = opened.page.eval_on_selector_all(
        "input[data-class]", "all => all.filter(s => s.checkVisibility()).map(s => s.dataset.class)"
    )
    assert seen == [f"class 25{i}" for i in range(10)]
    slider = opened.page.locator('input[data-class="class 250"]')
    slider.focus()
    slider.press("Home")
    opened.set_sliders({"class 251": 100, "class 252": 3})
    opened.rest()
    assert opened.sliders()["class 250"] == 0
    assert_as_python(opened, many, opened.weights())


def test_the_order_of_300_classes_can_be_said(open_page, many, many_page):
    opened = open_page(many_page)
    opened.unfold()
    opened.page.get_by_role("searchbox", name=re.compile("Find a class")).first.fill("class 017")
    opened.page.get_by_role("searchbox", name=re.compile("Find a class")).first.fill("")
    opened.page.locator('[data-order="class 017"]').focus()
    opened.page.keyboard.press("Alt+Home")
    opened.rest()
    order = opened.order()
    assert order[0] == "class 017"
    assert_as_python(opened, many, sy.importance.order(list(zip(order[1:], order[:-1], strict=True))))


def test_the_map_of_300_classes_has_a_cursor_that_keys_move(at_rest, many):
    canvas = at_rest.page.locator("canvas")
    assert canvas.count() == 1
    canvas.scroll_into_view_if_needed()
    at_rest.rest()
    drawn = canvas.evaluate(
        """one => {
            const { data } = one.getContext("2d").getImageData(0, 0, one.width, one.height);
            return new Set(new Uint32Array(data.buffer)).size;
        }"""
    )
    assert drawn > 5
    counts = np.asarray(many.counts)[0]
    row, column = (
        at_rest.page.get_by_role("slider", name=re.compile(f"{what} of the cursor")) for what in ("Row", "Column")
    )
    truth, prediction = 0, 0
    for slider, key, down, right in [
        (row, "ArrowRight", 17, 0),
        (column, "ArrowRight", 0, 2),
        (column, "End", 0, CLASSES - 3),
        (column, "ArrowLeft", 0, -49),
    ]:
        slider.focus()
        for _ in range(1 if key == "End" else abs(down + right)):
            at_rest.page.keyboard.press(key)
        truth, prediction = truth + down, prediction + right
        told = " ".join(at_rest.page.eval_on_selector_all("[aria-live]", "all => all.map(e => e.textContent)"))
        assert re.search(rf"class {truth:03}\W.*class {prediction:03}\W+{counts[truth, prediction]}\b", told), told
    assert (truth, prediction) == (17, 250)


def test_the_worst_confusions_of_300_classes_are_numpys(at_rest, many):
    region = at_rest.page.get_by_role("region", name="Worst confusions")
    region.scroll_into_view_if_needed()
    at_rest.rest()
    rows = region.locator("tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    errors = np.asarray(many.counts)[0] * (1 - np.eye(CLASSES, dtype=int))
    assert [row[:3] for row in rows[:2]] == [["class 017", "class 250", "33"], ["class 250", "class 017", "31"]]
    assert [int(row[2]) for row in rows] == np.sort(errors.ravel())[::-1][: len(rows)].tolist()
    assert len(rows) >= 5
    for truth, prediction, count, *_ in rows:
        assert errors[int(truth[6:]), int(prediction[6:])] == int(count)


def test_rates_of_300_classes_are_those_of_the_counts(at_rest, many):
    at_rest.page.get_by_role("region", name="Classes").scroll_into_view_if_needed()
    at_rest.rest()
    counts = np.asarray(many.counts)[0]
    found = {
        label: cell
        for (model, rate, label), cell in at_rest.of_classes().items()
        if (model, rate) == ("first", "recall")
    }
    assert len(found) >= 40
    for label, cell in found.items():
        place = int(label[6:])
        assert float(cell["value"]) == pytest.approx(counts[place, place] / counts[place].sum(), abs=1e-12)


def test_ten_models_on_a_phone(open_page, rng):
    cm = stack(rng, 20, 10)
    opened = open_page(sy.evaluate(cm, metrics=["cba", "balanced_accuracy", "mcc"]).to_html(), width=360, height=740)
    opened.unfold()
    opened.rest()
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    opened.set_sliders({"c3": 1, "c19": 100})
    assert_as_python(opened, cm, opened.weights(), metrics=["cba", "balanced_accuracy", "mcc"])
