"""The sections of the charts, before the script fills them."""

import re
from html.parser import HTMLParser
from importlib.resources import files

import numpy as np
import pytest

import steelyard as sy
from steelyard.show.page.charts import MOST_IN_TABLE, charts_of
from steelyard.show.page.content import content_of

HOSTILE = ["<script>alert(1)</script>", "'\"><img src=x onerror=alert(2)>", "</select></datalist>", "x" * 500, "\ud800"]
VOID = {"input", "option"}


class Read(HTMLParser):
    """What a browser finds: elements with their attributes, all of them closed in their order."""

    def __init__(self, html):
        super().__init__()
        self.found, self.open = [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def all(self, tag, attribute):
        return [attributes[attribute] for name, attributes in self.found if name == tag and attribute in attributes]


def content(labels, models=2, slices=0):
    shape = (models, *((slices,) if slices else ()), len(labels), len(labels))
    axes = {"model": [f"m{k}" for k in range(models)]} | ({"month": range(slices)} if slices else {})
    return content_of(sy.evaluate(sy.Confusion(np.ones(shape, dtype=int), labels, axes=axes)))


@pytest.mark.parametrize(
    ("models", "slices", "charts"),
    [
        (1, 0, ["ClassPanel", "WeightChart", "MatrixPanel"]),
        (2, 0, ["ClassPanel", "MetricChart", "WeightChart", "MatrixPanel"]),
        (2, 3, ["SlicePanel", "ClassPanel", "MetricChart", "WeightChart", "MatrixPanel"]),
    ],
)
def test_there_are_charts_only_where_they_make_sense(models, slices, charts):
    page = Read(charts_of(content(list("abc"), models, slices)))
    assert page.all("section", "data-chart") == charts
    assert ("difference" in page.all("option", "value")) == (models > 1)


def test_every_picture_has_words_and_every_id_is_there_once():
    page = Read(charts_of(content(list("abc"), 2, 3)))
    ids = [attributes["id"] for _, attributes in page.found if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert len(page.all("svg", "role")) == 4
    assert {*page.all("svg", "aria-labelledby"), *page.all("svg", "aria-describedby")} <= set(ids)


def test_many_classes_get_a_map_with_a_cursor_and_few_a_table():
    few, many = (Read(charts_of(content([f"c{i}" for i in range(C)]))) for C in (MOST_IN_TABLE, MOST_IN_TABLE + 1))
    assert (few.all("canvas", "data-part"), "matrix turned" in few.all("table", "class")) == ([], True)
    assert (many.all("canvas", "data-part"), "matrix turned" in many.all("table", "class")) == (["map"], False)
    assert many.all("input", "max") == [str(MOST_IN_TABLE)] * 2


def test_hostile_names_stay_text():
    page = Read(charts_of(content(HOSTILE)))
    assert {tag for tag, _ in page.found}.isdisjoint({"script", "img"})
    assert set(HOSTILE[:4]) <= set(page.all("option", "value"))


def test_what_the_script_fills_is_there():
    """Parts that the script takes from the page as its own properties."""
    script = files("steelyard.show.page").joinpath("script")
    html = charts_of(content(list("abc"), 2, 3)) + charts_of(content([f"c{i}" for i in range(40)]))
    for chart, file in {"MetricChart": "metric_chart", "WeightChart": "weight_chart", "ClassPanel": "classes"}.items():
        used = set(re.findall(r"this\.(words|body)\b", script.joinpath(f"{file}.js").read_text("utf-8")))
        section = html.split(f'data-chart="{chart}"')[1].split("</section>")[0]
        assert used | {"chart"} <= set(re.findall(r'data-part="(\w+)"', section))
    matrix = "".join(part.split("</section>")[0] for part in html.split('data-chart="MatrixPanel"')[1:])
    assert set(re.findall(r'data-part="(\w+)"', matrix)) == {"body", "map", "row", "column", "words", "search", "worst"}


def test_the_classes_of_the_best_model_are_there_before_any_script_runs():
    good, bad = [[8, 2], [1, 9]], [[0, 10], [0, 10]]
    result = sy.evaluate(sy.Confusion([bad, good], ["rare", "x"], axes={"model": ["bad", "good"]}))
    html = charts_of(content_of(result))
    cells = [attributes for tag, attributes in Read(html).found if tag == "span" and "data-of-class" in attributes]
    rows = {row.label: row for row in result.classes if dict(row.slice)["model"] == "good"}
    assert {(cell["data-of-class"], cell["data-metric"]) for cell in cells} == {
        (label, rate) for label in rows for rate in rows["x"].rates
    }
    for cell in cells:
        row, rate = rows[cell["data-of-class"]], cell["data-metric"]
        assert cell["data-model"] == "good"
        assert float(cell["data-value"]) == row.rates[rate]
        assert float(cell["data-low"]) == pytest.approx(row.intervals[rate].low, rel=1e-11)
    assert "0.800<small>0.50 – 0.96</small>" in html  # 8 of 10: the percentiles of Beta(8.5, 2.5)
