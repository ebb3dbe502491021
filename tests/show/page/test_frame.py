"""What the page says without its script: names and structure, whatever the names are, and no markup but ours."""

import html
import re
from html.parser import HTMLParser

import numpy as np
import pytest

import steelyard as sy
from steelyard.advice.candidates import called_for
from steelyard.show.page.content import content_of
from steelyard.show.page.frame import MANY_CLASSES, frame
from steelyard.show.page.texts import text

HOSTILE = ["<script>alert(1)</script>", '" onload="alert(1)', "don't & `won't`", "\u202eright to left", "x" * 500]
HOSTILE += ["🙂 {{script}}", "half \ud800", "two\r\nlines", ""]
VOID = {"input"}
OURS = {"p", "b", "bdi", "option", "button", "span", "li", "input", "output", "small", "a", "i"}
OURS |= {"ol", "table", "thead", "tbody", "tr", "th", "td", "div", "details", "summary"}


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
def evaluation():
    return sy.evaluate(stack(HOSTILE, HOSTILE[::-1]), metrics=["cba", "accuracy", "cen"])


@pytest.fixture(scope="module")
def hostile(evaluation):
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


def test_every_score_has_one_cell_with_the_numbers_of_the_result(hostile, evaluation):
    cells = {(each[1]["data-metric"], each[1]["data-model"]): each for each in hostile["scores"].all("td")}
    assert len(cells) == len(hostile["scores"].all("td")) == len(evaluation.scores)
    for score in evaluation.scores:
        _, data, words = cells[score.metric.name, whole(dict(score.slice)["model"])]
        assert float(data["data-value"]) == score.value
        assert [float(data[f"data-{end}"]) for end in ("low", "high")] == pytest.approx(
            [score.low, score.high], rel=1e-11
        )
        assert words.startswith(f"{score.value:.3f}{score.low:.3f} – {score.high:.3f}")
    for name, stand in evaluation.standings.items():
        models = [whole(model) for model in HOSTILE[::-1]]
        starred = {models[k] for k in stand.starred}
        assert {model for model in models if cells[name, model][1]["data-best"] == "1"} == starred
        assert {model for model in models if "★" in cells[name, model][2]} == starred


# Two values by hand: 0.9 and 0.8 are ranks 1 and 2, and what ties shares a rank.
def test_ranks_are_those_of_the_values_the_best_first():
    good, bad = [[9, 1], [1, 9]], [[8, 2], [2, 8]]
    cm = sy.Confusion([bad, good, bad, good], ["x", "y"], axes={"model": list("abcd")})
    found = Read(frame(content_of(sy.evaluate(cm, metrics="accuracy")))["scores"])
    ranks = {each[1]["data-model"]: each[1]["data-rank"] for each in found.all("td")}
    assert ranks == {"a": "3", "b": "1", "c": "3", "d": "1"}
    assert [each[1]["data-model"] for each in found.all("td")] == ["b", "d", "a", "c"]


@pytest.mark.parametrize(("models", "kind"), [(1, "by-metric"), (3, "by-metric"), (4, "by-model")])
def test_what_the_situation_calls_for_is_seen_first_and_many_models_stand_in_rows(models, kind):
    cm = stack(["a", "b", "c"], [f"m{k}" for k in range(models)])
    result = sy.evaluate(cm)
    html = frame(content_of(result))["scores"]
    found = Read(html)
    assert {each[1]["class"] for each in found.all("table")} == {kind}
    first, folded = html.split("<details>")
    seen = list(dict.fromkeys(each[1]["data-metric"] for each in Read(first).all("td")))
    metrics = [each.metric for each in result.measured]
    called = called_for(cm, result.importance, metrics, result.models_misled).metrics
    assert seen == list(dict.fromkeys(["balanced_accuracy", *(metric.name for metric in called)]))[:5]
    assert found.all("summary")[0][2] == f"{len(metrics) - len(seen)} more metrics"
    hidden = Read(folded.split("</summary>")[1].removesuffix("</details>"))
    assert {each[1]["data-metric"] for each in hidden.all("td")} == {metric.name for metric in metrics} - {*seen}
    in_rows = [row.count("<td ") for row in html.split("<tr>")[1:]]
    assert max(in_rows) <= 5


def test_metrics_that_were_asked_for_are_all_seen():
    html = frame(
        content_of(sy.evaluate([[5, 1], [2, 7]], metrics=["mcc", "cba", "kappa", "accuracy", "mean_f", "cen"]))
    )
    assert "<details>" not in html["scores"]
    assert next(each[1]["data-metric"] for each in Read(html["scores"]).all("td")) == "mcc"


def test_one_model_has_its_name_and_no_contest():
    named = sy.evaluate({"y": list("aabb"), "svm": list("abbb")}, "svm", truth="y", metrics="accuracy")
    found = frame(content_of(named))
    assert found["heading"] == "svm"
    assert [each[2] for each in Read(found["scores"]).all("th")][1] == "svm"
    assert Read(found["verdict"]).all("p")[0][2].startswith("By accuracy, svm reaches 0.750 (95\xa0% interval ")
    assert "★" not in found["scores"] + found["reading"]
    nameless = frame(content_of(sy.evaluate(list("aabb"), list("abbb"), metrics="accuracy")))
    assert Read(nameless["verdict"]).all("p")[0][2].startswith("Accuracy is 0.750 (95\xa0% interval ")
    assert [each[2] for each in Read(nameless["scores"]).all("th")][1] == "Value"


def test_tags_directions_and_meanings_are_those_of_the_metrics(hostile):
    heads = [each[2] for each in hostile["scores"].all("th")[1:4]]
    assert [head.split(" ")[-1] != "" for head in heads] == [True] * 3
    assert heads[0].startswith("class balance accuracy ↑")
    assert heads[2].startswith("confusion entropy ↓by items")
    assert "by items" not in heads[0]
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
    listed = {f"#{each[1]['id']}": each[2] for each in Read(found["notes"] + found["more_notes"]).all("li")}
    assert [text.replace("\xa0", " ") for text in listed.values()][: len(content["notes"])] == content["notes"]
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


def test_the_verdict_is_that_of_the_result_and_says_why_there_are_no_intervals():
    weights = frame(content_of(sy.evaluate(sy.Confusion([[2.5, 1.0], [0.5, 7.25]]))))
    assert "There are no intervals: " in weights["no_intervals"]
    truth, models = [0, 1, 1, 0] * 5, {"a": [0, 1, 0, 0] * 5, "b": [0, 1, 1, 1] * 5}
    compared = sy.compare(truth, models, metrics="accuracy")
    found = frame(content_of(compared))
    assert found["no_intervals"] == ""
    said = Read(found["verdict"]).all("p")[0][2]
    assert said
    assert "".join(compared.verdict.split()).startswith("".join(said.split()))
    joint = sy.Joint.from_labels(truth, models)
    assert frame(content_of(sy.evaluate(joint, metrics="accuracy")))["verdict"] == found["verdict"]


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([[[9, 1], [1, 9]], [[8, 2], [2, 8]]], "By accuracy, a (0.900) has the best value, then b (0.800)."),
        ([[[9, 1], [1, 9]], [[9, 1], [1, 9]]], "By accuracy, all models have the same value, 0.900."),
        ([[[9, 1], [1, 9]], [[9, 1], [1, 9]], [[5, 5], [5, 5]]], "By accuracy, a and b have the best value, 0.900."),
    ],
)
def test_without_intervals_the_values_alone_are_told(counts, said):
    cm = sy.Confusion(counts, axes={"model": list("abc")[: len(counts)]})
    content = content_of(sy.evaluate(cm, metrics="accuracy", confidence=None))
    assert content["verdict"] == [said]


def test_what_is_undefined_is_said_to_be():
    cm = sy.Confusion([[[0, 5], [0, 5]], [[3, 2], [1, 4]]], ["x", "y"], axes={"model": ["blind", "seeing"]})
    one = content_of(sy.evaluate(cm, metrics="macro_precision", undefined="nan", confidence=None))
    assert one["verdict"] == ["By macro precision, only seeing (0.708) has a value."]
    none = content_of(sy.evaluate(sy.Confusion([[0, 5], [0, 5]]), metrics="macro_precision", undefined="nan"))
    assert none["verdict"] == ["Macro precision is undefined."]


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


def test_three_notes_on_misleading_values_are_seen_and_the_others_folded():
    """The gravest first: a constant answer as good, farther from the value before nearer."""
    cm = sy.Confusion([[6, 0, 1, 3], [293, 39, 40, 116], [0, 1, 0, 2], [4, 3, 3, 1385]], ["a", "b", "c", "ok"])
    content = content_of(sy.evaluate(cm))
    said = content["misleading"]
    assert len(said) == len(set(said)) > 3
    assert sorted(said) == sorted(
        {note for metric in content["metrics"] for _, note in metric["notes"] if "Misleading" in note}
    )
    constant = [note.startswith("Misleading: always answering") for note in said]
    assert constant == sorted(constant, reverse=True)
    framed = frame(content)
    assert [note in html.unescape(framed["notes"]) for note in said] == [True] * 3 + [False] * (len(said) - 3)
    assert f"<summary>{len(said) - 3} more notes on values that mislead</summary>" in framed["more_notes"]
    seen = re.findall(r'id="note-(\d+)"', framed["notes"] + framed["more_notes"])
    assert seen == [str(n) for n in range(1, len(seen) + 1)]
    assert f'<ol start="{len(content["notes"]) + 4}">' in framed["more_notes"]
