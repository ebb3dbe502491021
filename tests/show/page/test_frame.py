"""What the page says without its script: names and structure, whatever the names are, and no markup but ours."""

from html.parser import HTMLParser

import numpy as np
import pytest

import steelyard as sy
from steelyard.show.page.content import content_of
from steelyard.show.page.frame import MANY_CLASSES, frame, text

HOSTILE = ["<script>alert(1)</script>", '" onload="alert(1)', "don't & `won't`", "\u202eright to left", "x" * 500]
HOSTILE += ["🙂 {{script}}", "half \ud800", "two\r\nlines", ""]
VOID = {"input"}
OURS = {"p", "b", "bdi", "option", "button", "span", "li", "input", "output", "small", "a", "i"}
OURS |= {"table", "thead", "tbody", "tr", "th", "td"}


class Read(HTMLParser):
    """The elements of a piece of HTML with their attributes and texts; what is not closed is an error."""

    def __init__(self, html):
        super().__init__()
        self.found, self.open = [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs)
        self.found.append([tag, dict(attrs), ""])
        if tag not in VOID:
            self.open.append(self.found[-1])

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        for element in self.open:
            element[2] += data

    def all(self, tag, *having):
        return [each for each in self.found if each[0] == tag and set(having) <= each[1].keys()]


def whole(name):
    return name.replace("\ud800", "\ufffd")


def stack(labels, models, seed=0):
    counts = np.random.default_rng(seed).integers(1, 9, (len(models), len(labels), len(labels)))
    return sy.Confusion(counts, labels, axes={"model": models})


@pytest.fixture(scope="module")
def hostile():
    evaluation = sy.evaluate(stack(HOSTILE, HOSTILE[::-1]), metrics=["cba", "accuracy", "cen"])
    return {place: Read(html) for place, html in frame(content_of(evaluation)).items()}


def test_only_our_own_elements_and_attributes_are_there(hostile):
    tags = {each[0] for parsed in hostile.values() for each in parsed.found}
    assert tags <= OURS
    attributes = {name for parsed in hostile.values() for each in parsed.found for name in each[1]}
    assert not [name for name in attributes if name.startswith("on") or name in ("style", "src")]


def test_sliders_fields_and_items_bear_their_classes_in_order(hostile):
    names = [whole(name) for name in HOSTILE]
    for place, of_slider, of_field in (("sliders", "class", "level"), ("shares", "share", "share-percent")):
        for data, kind in ((f"data-{of_slider}", "range"), (f"data-{of_field}", "number")):
            inputs = hostile[place].all("input", data)
            assert [each[1][data] for each in inputs] == names
            assert {each[1]["type"] for each in inputs} == {kind}
            assert [each[1]["name"] for each in inputs] == [str(c) for c in range(len(names))]
            assert all(name in each[1]["aria-label"] for each, name in zip(inputs, names, strict=True))
    assert [each[1]["data-order"] for each in hostile["order"].all("li")] == names
    told = [each[1]["aria-label"] for each in hostile["order"].all("button")]
    assert told == [f"Move {name} {way}" for name in names for way in ("up", "down")]
    assert [each[2] for each in hostile["sliders"].all("bdi")] == names


def test_a_class_without_items_has_no_share_to_set():
    found = frame(content_of(sy.evaluate(sy.Confusion([[5, 1, 0], [0, 0, 0], [2, 0, 7]], ["a", "none", "b"]))))
    shares = Read(found["shares"]).all("input", "data-share")
    assert [(each[1]["data-share"], each[1]["name"]) for each in shares] == [("a", "0"), ("b", "2")]
    alone = frame(content_of(sy.evaluate(sy.Confusion([[5, 1], [0, 0]], ["a", "none"]))))
    assert ("hidden" in found["folded"], "hidden" in alone["folded"]) == (False, True)


@pytest.mark.parametrize(("classes", "many"), [(MANY_CLASSES, False), (MANY_CLASSES + 1, True)])
def test_many_classes_can_be_searched_and_start_folded(classes, many):
    found = frame(content_of(sy.evaluate(sy.Confusion(np.eye(classes) + 1), metrics="cba")))
    assert (found["few_classes"] == "", "open" not in found["folded"]) == (many, many)


def test_every_score_has_one_cell_and_no_number_yet(hostile):
    cells = hostile["scores"].all("td")
    expected = [(metric, whole(model)) for metric in ("cba", "accuracy", "cen") for model in HOSTILE[::-1]]
    assert [(each[1]["data-metric"], each[1]["data-model"]) for each in cells] == expected
    assert not [name for each in cells for name in each[1] if name in ("data-value", "data-rank")]
    assert [each[2] for each in hostile["scores"].all("bdi")] == [whole(name) for name in HOSTILE[::-1]]


def test_tags_directions_and_meanings_are_those_of_the_metrics(hostile):
    heads = [each[2] for each in hostile["scores"].all("th")[-3:]]
    assert [head.split(" ")[-1] != "" for head in heads] == [True] * 3
    assert heads[0].startswith("class balance accuracy ↑")
    assert heads[2].startswith("confusion entropy ↓as counted")
    assert "as counted" not in heads[0]
    robust = frame(content_of(sy.evaluate([[5, 1], [2, 7]], metrics=["balanced_accuracy", "accuracy"])))["scores"]
    assert [each[1]["data-robust"] for each in Read(robust).all("span", "data-robust")] == ["balanced_accuracy"]
    assert "Micro recall, micro precision" in robust


def test_parameters_are_part_of_the_name_in_the_chooser():
    found = frame(content_of(sy.evaluate([[5, 1], [2, 7]], metrics=["mean_f(beta=2)", "cba"])))["metrics"]
    assert [each[2] for each in Read(found).all("option")] == ["mean F (beta=2)", "class balance accuracy"]
    assert [each[1]["value"] for each in Read(found).all("option")] == ["0", "1"]


def test_notes_are_numbered_once_and_cells_lead_to_them():
    blind, seeing = [[0, 20, 0], [0, 900, 2], [0, 3, 4]], [[19, 1, 0], [1, 900, 1], [0, 0, 7]]
    cm = sy.Confusion([seeing, blind], ["rare", "common", "other"], axes={"model": ["seeing", "blind"]})
    content = content_of(sy.evaluate(cm))
    found = frame(content)
    listed = {f"#{each[1]['id']}": each[2] for each in Read(found["notes"]).all("li")}
    assert list(listed.values())[: len(content["notes"])] == content["notes"]
    assert len(set(listed.values())) == len(listed)
    links = Read(found["scores"]).all("a", "href")
    assert len(links) == sum(len(metric["notes"]) for metric in content["metrics"]) > 0
    assert {each[1]["href"] for each in links} <= listed.keys()
    assert all(listed[each[1]["href"]] == each[1]["title"] for each in links)


def test_presets_that_refuse_say_why_and_cannot_be_chosen():
    found = frame(content_of(sy.evaluate(sy.Confusion([[9, 1, 0], [2, 8, 0], [0, 0, 0]], ["a", "b", "empty"]))))
    buttons = Read(found["presets"]).all("button")
    refused = [each[2] for each in buttons if each[1].get("aria-disabled") == "true"]
    assert "rarity" in refused
    assert [each[2] for each in buttons if "name" not in each[1]] == refused
    assert "rarity needs items in every class" in found["presets"]
    chosen = [(each[1]["value"], each[2]) for each in buttons if "name" in each[1]]
    assert chosen[:2] == [("0", "uniform"), ("1", "prevalence")]


def test_what_python_concluded_and_why_there_are_no_intervals_stand_beside_the_verdict():
    weights = frame(content_of(sy.evaluate(sy.Confusion([[2.5, 1.0], [0.5, 7.25]]))))["conclusions"]
    assert "There are no intervals: " in weights
    compared = sy.compare([0, 1, 1, 0] * 5, {"a": [0, 1, 0, 0] * 5, "b": [0, 1, 1, 1] * 5}, metrics="accuracy")
    assert "Compared in Python:" in frame(content_of(compared))["conclusions"]
    assert frame(content_of(sy.evaluate([[5, 1], [2, 7]])))["conclusions"] == ""


def test_sizes_have_their_plurals():
    cm = sy.Confusion([[1500, 1], [2, 96]], dropped=3)
    assert frame(content_of(sy.evaluate(cm)))["size"] == "1,599 items · 2 classes · 1 model · 3 left out"
    assert frame(content_of(sy.evaluate([[1]], metrics="accuracy")))["size"] == "1 item · 1 class · 1 model"


def test_a_metric_that_cannot_be_recomputed_says_so_under_the_table():
    @sy.metric(averages=True)
    def looks_inside(c):
        return np.asarray(np.sort(c.tp, axis=-1))[..., :1]

    try:
        found = frame(content_of(sy.evaluate([[5, 1], [2, 7]], metrics=["looks_inside", "cba"])))
    finally:
        sy.metrics.remove("looks_inside")
    assert "The metric &#x27;looks_inside&#x27; cannot be recorded" in found["reading"]
    assert "fixed</span>" in found["scores"]
    assert "registered first, with sy.metric: looks_inside." in found["code"]


def test_text_cannot_end_an_attribute_or_begin_an_element():
    for name in HOSTILE:
        (element,) = Read(f'<b title="{text(name)}">{text(name)}</b>').found
        assert element == ["b", {"title": whole(name)}, whole(name)]
    assert text("\r\n") == "&#13;\n"  # which a browser would read as one line end
