"""What the page of scores holds before its script runs, and what it holds of the scores."""

import base64
import html
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

import steelyard as sy
from steelyard.scores.question import question
from steelyard.show.page import decided, score_page, score_tables
from steelyard.show.page.decided import Cuts, Gains, gains_of
from steelyard.show.page.score_tables import class_tables, differences
from steelyard.show.page.units_of import unpacked

HOSTILE = ["<script>alert(1)</script>", '" onload="alert(1)', "{{script}} don't & won't", "\u202eright to left"]
LABELS = ["ok", "minor", "fatal"]


def two(items=300, models=2, seed=0):
    rng = np.random.default_rng(seed)
    fraud = rng.random(items) < 0.2
    evidence = rng.normal(1.5 * fraud, 1.0)
    chances = {f"m{k}": 1 / (1 + np.exp(2 - 2 * (evidence + rng.normal(0, 0.3 * k, items)))) for k in range(models)}
    return np.where(fraud, "fraud", "ok"), chances


def many(items=300, classes=3, models=1, seed=0):
    rng = np.random.default_rng(seed)
    return rng.integers(0, classes, items), {f"m{k}": rng.dirichlet(np.ones(classes), items) for k in range(models)}


@pytest.fixture(scope="module")
def result():
    truth, chances = two()
    return sy.scores.evaluate(truth, chances, positive="fraud")


@pytest.fixture(scope="module")
def page(result):
    return result.to_html()


def asked(truth, scores, **how):
    given = sy.scores.Scores.of(truth, scores, positive=how.get("positive"), labels=how.pop("labels", None))
    settings = {"importance": None, "metrics": None, "confidence": 0.95, "positive": None, "shares": None}
    return question(given, **{**settings, **how})


def content_in(page):
    return json.loads(re.search(r'<script type="application/json" id="content">(.*?)</script>', page, re.DOTALL)[1])


def cells(page):
    found = re.findall(r'data-model="([^"]*)" data-metric="([^"]*)" data-value="([^"]*)" data-low="([^"]*)"', page)
    return {(html.unescape(model), metric): (float(value), float(low)) for model, metric, value, low in found}


def test_every_number_of_the_result_stands_in_the_page_to_the_last_bit(result, page):
    found = cells(page)
    for each in result.values:
        assert found[each.model, each.metric] == (each.value, each.low)
    compared = sy.scores.compare(*two(), positive="fraud")
    said = re.search(r'<div id="concluded"><p>(.*?)</p>', page)[1]
    assert html.unescape(said) == compared.verdict.replace("roc_auc", "area under the ROC curve")
    for each in compared.differences:
        assert f'data-value="{each.difference!r}"' in page
    assert compared.to_html() == page


def differences_in(page):
    """Return the heads of the differences, the first row, and what is said below them."""
    table = re.search(r'<table class="differences">.*?</table>', page, re.DOTALL)[0]
    heads = [html.unescape(head) for head in re.findall(r'<th scope="col">(.*?)</th>', table)]
    cells = re.findall(r'<b aria-hidden="true">(.*?)</b>(.*?)</td>', table.split("</tr>")[1])
    return heads, dict(cells), html.unescape(re.search(r'</table></div><p class="hint">(.*?)</p>', page)[1])


def test_p_values_have_the_heads_and_the_explanation_that_they_have_in_a_terminal():
    truth, chances = two()
    compared = sy.scores.compare(truth, chances, positive="fraud", metrics=["roc_auc", "brier"])
    heads, first, said = differences_in(compared.to_html())
    assert heads == ["Metric", "Models", "Difference", "p", "Holm", "Better"] == [*heads[:2], *first]
    printed = " ".join(str(compared).split())
    legend = re.search(r"p: how often chance .*? decides what is better\.", printed)[0]
    assert "corrected for the 2 tests of this table" in legend
    assert said.endswith(legend)
    heads, _, said = differences_in(sy.scores.compare(truth, chances, positive="fraud", metrics="brier").to_html())
    assert "Holm" not in heads
    assert "Holm" not in said, "of one test nothing is corrected"


def test_an_interval_below_zero_has_a_word_between_its_ends():
    truth, chances = two(2_000)
    worse = {"worse": 1 - chances["m0"], "better": chances["m0"]}
    compared = sy.scores.compare(truth, worse, positive="fraud", metrics="roc_auc")
    low, high = (f"{end:.3f}".replace("-", "−") for end in (compared.differences[0].low, compared.differences[0].high))
    assert high.startswith("−")
    assert differences_in(compared.to_html())[1]["Difference"].endswith(f"<small>{low} to {high}</small></span>")


def test_the_answers_stand_in_it_as_well(page):
    truth, chances = two()
    answers = {name: np.where(p >= 0.5, "fraud", "ok") for name, p in chances.items()}
    python = sy.evaluate(truth, answers, positive="fraud", metrics=["balanced_accuracy", "f1"])
    for score in python.scores:
        assert cells(page)[dict(score.slice)["model"], score.metric.name][0] == pytest.approx(score.value, abs=1e-12)


def test_of_one_model_its_value_is_said():
    truth, chances = two(models=1)
    page = sy.scores.evaluate(truth, chances["m0"], positive="fraud").to_html()
    said = html.unescape(re.search(r'<div id="concluded"><p>(.*?)</p>', page)[1])
    assert re.match(r"By area under the ROC curve of class 'fraud', model reaches 0\.\d{3} \(95\xa0% interval", said)
    assert 'id="apart"' not in page, "there is nothing to compare"


def test_five_curves_of_two_classes_and_of_ranks_two(page):
    truth, chances = two()
    assert re.findall(r'<figure data-curve="(\w+)"', page) == [
        "roc", "precision_recall", "reliability", "decision", "cost",
    ]  # fmt: skip
    share = f"{100 * (truth == 'fraud').mean():.3g} %"
    assert f"Precision and recall, if {share} of the items are fraud" in page
    ranks = sy.scores.evaluate(truth, chances["m0"], positive="fraud", form="ranks").to_html()
    assert re.findall(r'<figure data-curve="(\w+)"', ranks) == ["roc", "precision_recall"]


def test_the_line_of_a_curve_goes_where_the_curve_goes(page):
    truth, chances = two()
    curve = sy.scores.curve(truth, chances, "roc", positive="fraud")["m1"]
    figure = re.search(r'<figure data-curve="roc">.*?</figure>', page)[0]
    way = re.search(r'data-k="1">.*?class="track" d="M([^"]*)"', figure)[1]
    number = r"-?(?:\d+\.?\d*|\.\d+)"
    steps = [tuple(map(float, re.findall(number, step))) for step in way.split("l")]
    places = np.cumsum(steps, axis=0)
    assert places[0] == pytest.approx((44, 240))
    assert places[-1] == pytest.approx((344, 20), abs=0.2)
    away = np.min(
        [
            np.hypot((places[:, 0] - 44) / 300 - x, (240 - places[:, 1]) / 220 - y)
            for x, y in zip(curve.x, curve.y, strict=True)
        ],
        axis=0,
    )
    assert away.max() < 0.005


def test_curves_of_the_page_have_the_axes_of_plots(page):
    """Their words had drifted apart: "share of fraud" and "share of fraud among such items"."""
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    truth, chances = two()
    for kind in ("roc", "precision_recall", "reliability", "decision", "cost"):
        ax = sy.plots.score_curves(sy.scores.curve(truth, chances, kind, positive="fraud"))
        drawn = html.unescape(re.search(rf'<figure data-curve="{kind}">.*?</figure>', page)[0])
        plain = [re.sub("[\u2066-\u2069]", "", words) for words in (ax.get_xlabel(), ax.get_ylabel())]
        assert f">{plain[0]}</text>" in drawn
        assert f">↑ {plain[1]}</text>" in drawn


class Tags(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes = set(), set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


@pytest.mark.slow
@pytest.mark.parametrize("classes", [2, 3])
def test_names_are_never_markup(classes):
    truth, _ = many(200, classes)
    labels = HOSTILE[:classes]
    scores = {name: np.random.default_rng(k).dirichlet(np.ones(classes), 200) for k, name in enumerate(HOSTILE)}
    page = sy.scores.evaluate(np.array(labels)[truth], scores, labels=labels).to_html()
    plain, _ = many(200, classes)
    same = {f"m{k}": columns for k, columns in enumerate(scores.values())}
    known = sy.scores.evaluate(np.array(["a", "b", "c"])[plain], same, labels=["a", "b", "c"][:classes]).to_html()
    assert Tags(page).tags == Tags(known).tags
    assert Tags(page).attributes == Tags(known).attributes
    assert "default-src 'none'" in page


def test_the_threshold_is_that_which_importance_and_shares_fix():
    truth, chances = two(400)
    matrix = np.column_stack([chances["m0"], 1 - chances["m0"]])
    share = (truth == "fraud").mean()
    for importance, shares in (("uniform", None), ({"fraud": 0.8, "ok": 0.2}, None), ("uniform", {"fraud": 0.01})):
        cuts = Cuts.of(asked(truth, matrix, labels=["fraud", "ok"], importance=importance, shares=shares))
        w = 0.8 if isinstance(importance, dict) else 0.5
        pi = share if shares is None else 0.01
        assert cuts.start == pytest.approx(((1 - w) / (1 - pi)) / ((1 - w) / (1 - pi) + w / pi), rel=1e-12)
        assert cuts.fixed
    cuts = Cuts.of(asked(truth, chances, positive="fraud"))
    assert (cuts.start, cuts.fixed) == (0.5, False)


def test_steps_tell_the_answers_at_every_threshold():
    truth, chances = two(500)
    cuts = Cuts.of(asked(truth, chances, positive="fraud"))
    record = cuts.to_dict()
    steps = unpacked(record["models"][1]).reshape(2, -1)
    both = unpacked(record["pairs"][0]).reshape(2, -1)
    fraud = int(cuts.scores.labels.index("fraud"))
    for i in (0, 17, len(cuts.thresholds) - 1):
        t = cuts.thresholds[i]
        taken = {name: column >= t for name, column in chances.items()}
        assert steps[fraud, i + 1 :].sum() == taken["m1"][truth == "fraud"].sum()
        assert both[1 - fraud, i + 1 :].sum() == (taken["m0"] & taken["m1"])[truth == "ok"].sum()


def test_some_of_many_scores_are_kept_and_the_bound_holds():
    truth, chances = two(20_000, models=3)
    cuts = Cuts.of(asked(truth, chances, positive="fraud"))
    assert len(cuts.thresholds) <= 2_000 < cuts.different
    assert {0.5} <= set(cuts.thresholds.tolist())
    worst = 0.0
    for column in chances.values():
        for label in ("fraud", "ok"):
            own = np.sort(column[truth == label])
            low = np.searchsorted(own, cuts.thresholds[:-1], side="right")
            high = np.searchsorted(own, cuts.thresholds[1:], side="left")
            worst = max(worst, (high - low).max() / len(own))
    assert 0 < worst <= cuts.off < 0.02


def test_gains_are_weights_over_shares():
    truth, scores = many(400)
    sizes = np.bincount(truth)
    gains = gains_of(asked(truth, scores, importance={0: 0.2, 1: 0.3, 2: 0.5}))
    expected = np.array([0.2, 0.3, 0.5]) / sizes
    assert gains == pytest.approx(expected / expected.min(), rel=1e-12)
    assert gains_of(asked(truth, scores, positive=1)).tolist() == [1, 1, 1]


@pytest.mark.parametrize(("room", "bits"), [(100_000, 64), (12_000, 16), (6_000, 8), (1_000, 0)])
def test_probabilities_are_as_exact_as_there_is_room(room, bits):
    truth, scores = many(1_000)
    gains = Gains.of(asked(truth, scores), room)
    assert gains.bits == bits
    record = gains.to_dict()
    if not bits:
        assert record is None
        assert "too large" in gains.why_none
        return
    assert len(json.dumps(record)) < room + 300
    kind = {64: "<f8", 16: "<u2", 8: "<u1"}[bits]
    held = np.frombuffer(base64.b64decode(record["models"][0]), kind).reshape(-1, 3)
    rng = np.random.default_rng(1)
    for _ in range(20):
        by = rng.lognormal(0, 1, 3)
        exact = np.sort(scores["m0"] * by, axis=1)
        told = held * by if bits == 64 else record["step"] * held + np.log(by)
        off = told.argmax(axis=1) != (scores["m0"] * by).argmax(axis=1)
        near = exact[:, 2] / exact[:, 1] - 1 <= gains.off + 1e-12
        tiny = scores["m0"].min(axis=1) < 1e-6
        assert not (off & ~near & ~tiny).any()


@pytest.mark.parametrize(
    ("items", "classes", "why"),
    [
        (300, 21, "there are 21 classes, more than 20"),
        (20_001, 3, "there are 20,001 items, more than 20,000"),
        (20_001, 21, "there are 20,001 items, more than 20,000, and 21 classes, more than 20"),
        (300, 3, ""),
    ],
)
def test_the_limit_that_is_exceeded_is_named(items, classes, why):
    truth, scores = many(items, classes)
    gains = Gains.of(asked(truth, scores), 10_000_000)
    assert gains.why_none == why
    assert (gains.bits == 0) == bool(why)


@pytest.mark.slow
def test_too_many_items_or_classes_have_no_sliders_and_the_page_says_why():
    truth, scores = many(300, classes=21)
    page = sy.scores.evaluate(truth, scores).to_html()
    assert 'id="gains"' not in page
    assert "There are no sliders of gains: there are 21 classes, more than 20." in page
    assert content_in(page)["gains"] is None
    assert content_in(page)["labels"] is not None


def test_of_many_classes_those_of_the_largest_weight_are_listed_and_how_many_more_there_are():
    """The first hundred by name were, without a word; a class with half of the weight was left out."""
    truth, scores = many(1_000, classes=103)
    weights = {**dict.fromkeys(range(103), 0.5 / 101), 50: 0, 102: 0.5}
    how = {"metrics": "roc_auc", "labels": list(range(103))}
    result = sy.scores.evaluate(truth, scores["m0"], weights, **how)
    listed = re.findall(r'data-of-class="(\d+)"', class_tables(result))
    assert len(listed) == 100
    assert listed[0] == "102"
    assert "50" not in listed, "it does not count"
    assert listed[1:] == sorted(listed[1:], key=int), "of one weight, as they were"
    assert "… and 2 more classes, none of a larger weight; to_dict() has all." in class_tables(result)
    fewer = sy.scores.evaluate(*many(), metrics="roc_auc")
    assert " more class" not in class_tables(fewer)


def test_how_many_differences_of_the_best_are_not_listed(monkeypatch):
    truth, chances = two(models=4)
    compared = sy.scores.compare(truth, chances, positive="fraud", metrics=["brier", "log_loss"])
    evaluation = sy.scores.evaluate(truth, chances, positive="fraud", metrics=["brier", "log_loss"])
    for most, said in ((6, "those of"), (5, "5 of the 6 of")):
        monkeypatch.setattr(score_tables, "MOST_LISTED", most)
        made = differences(compared, evaluation)
        assert f"Of 12 differences, {said} <bdi" in made
        assert made.count("data-first=") == most


NOTES = {
    "an empty class of two": (
        [0] * 60,
        2,
        {},
        [
            "What decisions come to is left out: no item is of class 1, so nothing tells how well it is found.",
            "There are no curves: no item is of class 1.",
        ],
    ),
    "empty classes of four": ([0, 1] * 30, 4, {}, ["There are no curves: no item is of classes 2 and 3."]),
    "one class": (
        [0] * 60,
        1,
        {},
        [
            "What decisions come to is left out: there is only one class, so nothing is to be decided.",
            "There are no curves: there is only one class.",
        ],
    ),
    "a class without a share": (
        [0, 1, 2] * 20,
        3,
        {"shares": {0: 0.5, 1: 0.5, 2: 0}},
        ["There are no curves: the class shares give no part to class 2."],
    ),
    "more classes than a page of labels": (
        list(range(501)),
        501,
        {"metrics": "log_loss"},
        ["What decisions come to is left out: a page shows up to 500 classes, and there are 501."],
    ),
    "all there": ([0, 1] * 30, 2, {}, []),
}


@pytest.mark.parametrize("case", NOTES)
def test_what_is_left_out_is_said_in_notes(case):
    truth, classes, how, said = NOTES[case]
    scores = np.random.default_rng(0).dirichlet(np.ones(classes), len(truth))
    page = html.unescape(sy.scores.evaluate(truth, scores, labels=list(range(classes)), **how).to_html())
    for note in said:
        assert f"<li>{note}</li>" in page
    assert page.count("There are no curves") + page.count("is left out: ") == len(said)


@pytest.mark.parametrize("where", ["content_of", "evaluate"])
def test_a_fault_of_our_own_is_not_taken_for_an_answer_that_is_left_out(monkeypatch, where):
    def broken(*_, **__):
        raise ValueError("a fault of our own")

    monkeypatch.setattr(decided, where, broken)
    with pytest.raises(ValueError, match="of our own"):
        sy.scores.evaluate(*two(), positive="fraud").to_html()


def test_nor_for_curves(monkeypatch):
    def broken(*_, **__):
        raise ValueError("a fault of our own")

    monkeypatch.setattr(score_page, "curve_of", broken)
    with pytest.raises(ValueError, match="of our own"):
        sy.scores.evaluate(*two(), positive="fraud").to_html()


@pytest.mark.slow
def test_curves_of_some_classes_if_there_are_many():
    truth, scores = many(400, classes=5, models=4)
    page = sy.scores.evaluate(truth, scores, {4: 0.5}).to_html()
    assert re.findall(r'data-class-curves="(\d)"( hidden)?', page)[0] == ("4", "")
    assert len(re.findall("data-class-curves=", page)) == 3
    assert "Curves are of 3 of 5 classes; sy.scores.curve has the others." in page


@pytest.mark.slow
def test_a_page_is_never_larger_than_a_megabyte():
    truth, scores = many(20_000, classes=20)
    page = sy.scores.evaluate(truth, scores, metrics="log_loss").to_html()
    assert len(page.encode()) < 1_000_000
    assert "to 8 bits" in page
    truth, chances = two(3_000, models=50)
    page = sy.scores.evaluate(truth, chances, positive="fraud").to_html()
    assert len(page.encode()) < 1_000_000
    assert "Curves are of the best 12 of 50 models" in page
    assert "Of 4,900 differences, those of" in page
    assert page.count("data-first=") == 196


def test_it_is_written_to_a_file_and_the_same_twice(result, page, tmp_path):
    assert result.to_html(tmp_path / "page.html") == page
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page


def test_what_has_no_page_is_refused_in_one_sentence(result, tmp_path):
    truth, chances = two(models=1)
    with pytest.raises(ValueError, match=r"a page is written as \.html or \.htm"):
        result.to_html(tmp_path / "page.pdf")
    with pytest.raises(ValueError, match="does not hold its scores"):
        replace(result, question=None).to_html()
    many_models = {f"m{k}": chances["m0"] for k in range(51)}
    with pytest.raises(ValueError, match="up to 50 models, and there are 51"):
        sy.scores.evaluate(truth, many_models, positive="fraud", metrics="brier").to_html()
