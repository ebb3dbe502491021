"""What can be taken along from the page: the scores as CSV, Python code that gives the view again, counts, pictures."""

import csv
import io
import json
import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import steelyard as sy
from report_numbers import same, same_ends, stack
from steelyard.show.page.content import content_of
from steelyard.show.page.page import page_of

pytestmark = pytest.mark.slow

FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\tTAB", "\rCR", 'quo"te, comma', "line\nbreak"]


@pytest.fixture(scope="module")
def small():
    return stack(np.random.default_rng(7), 4, 3)


@pytest.fixture(scope="module")
def small_page(small):
    return sy.evaluate(small, importance="rarity").to_html()


def saved(opened, name, tmp_path, *, within=None):
    """Press a button, and return the file that is saved thereby."""
    place = opened.page if within is None else opened.page.locator(within)
    with opened.page.expect_download() as download:
        place.get_by_role("button", name=name).first.click()
    file = tmp_path / f"saved-{download.value.suggested_filename}"
    download.value.save_as(file)
    return file


def rows_of(opened, tmp_path):
    text = saved(opened, "Scores as CSV", tmp_path).read_bytes().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def number(text):
    return float(text or "nan")


def assert_rows_are_the_numbers(rows, opened):
    numbers = opened.numbers()
    assert {(row["model"], row["metric"]) for row in rows} == set(numbers)
    assert len(rows) == len(numbers)
    for row in rows:
        for column in ("value", "low", "high", "rank"):
            found, shown = number(row[column]), number(numbers[row["model"], row["metric"]][column])
            assert found == shown or (np.isnan(found) and np.isnan(shown)), (row, column)


def run_code(opened, monkeypatch, place):
    """Run the Python code of the page as someone would who has pasted it into a file of their own."""
    code = opened.page.locator("#code").text_content()
    monkeypatch.chdir(place)
    names = {"__name__": "pasted"}
    exec(compile(code, "pasted.py", "exec"), names)  # noqa: S102 - it is what people do with it
    return names["result"]


def assert_code_gives_the_view(opened, monkeypatch, place, *, intervals=True, models=None):
    result = run_code(opened, monkeypatch, place)
    numbers = opened.numbers()
    assert len(result.scores) == len(numbers)
    with_ends = 0
    for score in result.scores:
        model = dict(score.slice).get("model", "model")
        cell = numbers[model if models is None else models[model], score.metric.name]
        assert same(cell["value"], score.value), (cell, score.value)
        if intervals and score.interval is not None:
            with_ends += 1
            # What does not follow the importance keeps the interval of the result, as a comment in the code says.
            assert same_ends(cell, score) or not score.metric.weighted, (cell, score.interval)
    assert bool(with_ends) == intervals
    return result


def test_the_scores_as_csv_are_those_of_the_view(open_page, small_page, tmp_path):
    opened = open_page(small_page)
    assert_rows_are_the_numbers(rows_of(opened, tmp_path), opened)
    opened.set_sliders({"c0": 3.5, "c1": 100, "c2": 0, "c3": 41})
    rows = rows_of(opened, tmp_path)
    opened.rest()
    assert_rows_are_the_numbers(rows, opened)


def test_no_cell_of_the_csv_is_taken_for_a_formula(open_page, tmp_path):
    rng = np.random.default_rng(2)
    cm = stack(rng, 3, len(FORMULAS))
    cm = sy.Confusion(cm.counts, ["=2", "+3", "@x"], axes={"model": FORMULAS})
    opened = open_page(sy.evaluate(cm, metrics=["cba", "mcc"]).to_html())
    rows = rows_of(opened, tmp_path)
    assert len(rows) == 2 * len(FORMULAS)
    assert [row["model"] for row in rows if row["metric"] == "cba"] != FORMULAS
    for row, name in zip(rows, 2 * FORMULAS, strict=True):
        assert name in row["model"]  # the text itself is whole
        assert not re.match(r"[=+\-@\t\r\n]", row["model"]), row
        number(row["value"])


def test_the_python_code_gives_the_view_again(open_page, small_page, monkeypatch, tmp_path, capsys):
    opened = open_page(small_page)
    opened.rest()
    assert_code_gives_the_view(opened, monkeypatch, tmp_path)
    assert "rarity" in opened.page.locator("#code").text_content()
    opened.set_sliders({"c0": 3.5, "c1": 100, "c2": 0, "c3": 100 / 3})
    opened.rest()
    assert_code_gives_the_view(opened, monkeypatch, tmp_path)
    opened.press("complement")
    opened.rest()
    assert_code_gives_the_view(opened, monkeypatch, tmp_path)
    assert "m2" in capsys.readouterr().out  # it prints its result


def test_the_python_code_gives_an_order_again(open_page, small_page, monkeypatch, tmp_path):
    opened = open_page(small_page)
    opened.unfold()
    opened.press(f"Move {opened.order()[2]} up")
    opened.rest()
    assert_code_gives_the_view(opened, monkeypatch, tmp_path)


def test_the_python_code_gives_a_view_at_other_shares_again(open_page, small_page, monkeypatch, tmp_path):
    opened = open_page(small_page)
    opened.set_share("c1", 0.25)
    opened.rest()
    assert_code_gives_the_view(opened, monkeypatch, tmp_path, intervals=False)
    slider = opened.page.locator('input[data-share="c3"]')
    slider.focus()
    slider.press("ArrowLeft")
    opened.set_sliders({"c0": 90, "c1": 20})
    opened.rest()
    assert_code_gives_the_view(opened, monkeypatch, tmp_path, intervals=False)


def test_the_python_code_of_metrics_with_parameters_and_of_one_model(open_page, monkeypatch, tmp_path):
    cm = sy.Confusion([[30, 2, 1], [4, 20, 5], [0, 3, 9]], ["it's", 'a "b"', "c\\d"])
    metrics = ["mean_f(beta=2)", "expected_cost(costs=[[0, 2, 9], [1, 0, 3], [4, 1, 0]])", "kappa"]
    opened = open_page(sy.evaluate(cm, metrics=metrics, undefined="zero", confidence=0.9).to_html())
    opened.set_sliders({"it's": 10, 'a "b"': 0})
    opened.rest()
    result = assert_code_gives_the_view(opened, monkeypatch, tmp_path)
    assert result.undefined == "zero"
    assert result.confusion.labels == cm.labels


def test_the_python_code_of_weights_has_no_intervals(open_page, monkeypatch, tmp_path):
    cm = sy.Confusion([[2.5, 1.0], [0.5, 7.25]], ["a", "b"])
    opened = open_page(sy.evaluate(cm).to_html())
    opened.set_sliders({"a": 30})
    opened.rest()
    assert_code_gives_the_view(opened, monkeypatch, tmp_path, intervals=False)


def test_the_counts_are_read_back_and_many_classes_take_them_from_there(open_page, monkeypatch, tmp_path):
    rng = np.random.default_rng(3)
    cm = stack(rng, 40, 2)
    labels = [*range(20), *(f"c{i}" for i in range(18)), None, 2.5]
    cm = sy.Confusion(cm.counts, labels, axes={"model": [1, "two"]})
    opened = open_page(sy.evaluate(cm, metrics=["cba", "mcc", "balanced_accuracy"]).to_html())
    opened.set_sliders({"c3": 1})
    opened.rest()
    file = saved(opened, "Counts as JSON", tmp_path)
    found = sy.Confusion.from_dict(json.loads(file.read_text("utf-8")))
    assert np.array_equal(found.counts, cm.counts)
    assert found.labels == cm.labels
    assert found.axes == cm.axes
    assert "counts.json" in opened.page.locator("#code").text_content()
    file.rename(tmp_path / "counts.json")
    assert_code_gives_the_view(opened, monkeypatch, tmp_path, models={1: "1", "two": "two"})


def test_the_python_code_can_be_copied(open_page, small_page):
    opened = open_page(small_page, permissions=["clipboard-read", "clipboard-write"])
    opened.rest()
    opened.press("Copy")
    copied = opened.page.evaluate("navigator.clipboard.readText()")
    assert copied == opened.page.locator("#code").text_content()
    assert "sy.evaluate(" in copied


def test_pictures_as_svg_are_whole_in_themselves(open_page, small, tmp_path):
    hostile = "<script>window.hacked=1</script>&amp;"
    cm = sy.Confusion(small.counts, small.labels, axes={"model": [hostile, "b", "c"]})
    opened = open_page(sy.evaluate(cm).to_html())
    opened.rest()
    buttons = opened.page.get_by_role("button", name="Save as SVG")
    assert buttons.count() >= 3
    texts = []
    for place in range(buttons.count()):
        with opened.page.expect_download() as download:
            buttons.nth(place).click()
        file = tmp_path / f"{place}.svg"
        download.value.save_as(file)
        root = ET.fromstring(file.read_text("utf-8"))  # noqa: S314 - our own file
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        for node in root.iter():
            assert node.tag.split("}")[1] not in ("script", "foreignObject", "image", "style")
            assert not [name for name in node.attrib if name.startswith("on") or "href" in name]
            assert not [value for value in node.attrib.values() if "url(" in value or "var(" in value]
        assert float(root.get("width")) > 200
        texts += ["".join(root.itertext())]
    assert any("<script>" in text for text in texts)  # as text


def test_pictures_as_png_show_something(open_page, small_page, tmp_path):
    images = pytest.importorskip("matplotlib.image")
    opened = open_page(small_page)
    opened.rest()
    buttons, downloads = opened.page.get_by_role("button", name="Save as PNG").all(), []
    # Chromium encodes a picture when it is idle: they wait for that together.
    with opened.page.expect_download(lambda each: downloads.append(each) or len(downloads) == len(buttons)):
        for button in buttons:
            button.click()
    for place, download in enumerate(downloads):
        file = tmp_path / f"{place}.png"
        download.save_as(file)
        pixels = images.imread(file)
        assert min(pixels.shape[:2]) > 100
        assert pixels[..., 3].min() > 0.9  # on a ground, so that it can be read anywhere
        colours = np.ascontiguousarray((255 * pixels).astype(np.uint8)).view(np.uint32)
        assert len(np.unique(colours)) > 10, "not blank"


def test_a_page_of_hostile_names_gives_code_that_runs(open_page, monkeypatch, tmp_path, capsys):
    labels = ['"""', "'''\\", "\n", "{x}", "a\u2028b", "\ud800", 1, "1", (1, "x"), "True", ""]
    rng = np.random.default_rng(5)
    counts = rng.integers(1, 30, (2, len(labels), len(labels)))
    counts[1] = counts[0][:, rng.permutation(len(labels))]
    cm = sy.Confusion(counts, labels, axes={"model": ["'); import os #", "\\"]})
    opened = open_page(page_of(content_of(sy.evaluate(cm, metrics=["cba", "kappa"]), title="</title>")))
    sliders = opened.page.locator("input[data-class]")
    sliders.nth(6).focus()
    sliders.nth(6).press("Home")
    opened.rest()
    result = assert_code_gives_the_view(opened, monkeypatch, tmp_path)
    assert result.confusion.labels == cm.labels
    assert result.weights[6] == 0
    assert result.weights[7] > 0
    file = saved(opened, "Counts as JSON", tmp_path)
    found = sy.Confusion.from_dict(json.loads(file.read_text("utf-8")))
    assert np.array_equal(found.counts, counts)
    assert capsys.readouterr().err == ""
