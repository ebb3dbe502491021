"""The page of scores in a real browser: its answers are Python's at every threshold and by every gain."""

import math
import re

import numpy as np
import pytest

import steelyard as sy
from report_numbers import same, same_ends

pytestmark = pytest.mark.slow

SLOPES = sy.intervals.classwise(by_slopes=True)
OF_ONE = ["recall", "precision", "f1", "specificity"]
METRICS = ["balanced_accuracy", "accuracy", "mcc", "kappa"]
LABELS = ["ok", "minor", "major", "fatal"]


def two(rng, items=600, models=2, digits=None):
    fraud = rng.random(items) < 0.15
    evidence = rng.normal(1.6 * fraud, 1.0)
    chances = {f"m{k}": 1 / (1 + np.exp(2.5 - 2 * (evidence + rng.normal(0, 0.4 * k, items)))) for k in range(models)}
    if digits is not None:
        chances = {name: column.round(digits) for name, column in chances.items()}
    return np.where(fraud, "fraud", "ok"), chances


def many(rng, items=500, models=2):
    truth = rng.choice(4, items, p=[0.6, 0.2, 0.15, 0.05])
    evidence = rng.normal(0, 1, (items, 4))
    evidence[np.arange(items), truth] += 2
    columns = {}
    for k in range(models):
        logits = np.exp(evidence + rng.normal(0, 0.5 * k, (items, 4)))
        columns[f"m{k}"] = logits / logits.sum(axis=1, keepdims=True)
    return np.array(LABELS)[truth], columns


def taken(chances, threshold):
    return {name: np.where(p >= threshold, "fraud", "ok") for name, p in chances.items()}


def by_gains(columns, gains):
    return {name: np.array(LABELS)[(p * gains).argmax(axis=1)] for name, p in columns.items()}


def move(opened, threshold):
    field = opened.page.locator("#threshold")
    field.fill(repr(float(threshold)))
    field.press("Enter")
    opened.rest()


def as_sure(cell, score):
    """Return whether a cell has Python's interval. Of the F1 of a class it is by slopes, where Python has draws."""
    if score.metric.of_rate is None or score.metric.of_rate.id != "f":
        return same_ends(cell, score)
    low, high = score.interval.low, score.interval.high
    return all(abs(float(cell[end]) - ends) <= 0.2 * (high - low) for end, ends in (("low", low), ("high", high)))


def assert_answers(opened, truth, answers, **asked):
    """Compare every number of the answers with Python's, the matrix, and how the models differ."""
    asked = {"metrics": METRICS + OF_ONE, "intervals": SLOPES, **asked}
    python = sy.evaluate(truth, answers, **asked)
    numbers = opened.numbers()
    wrong = []
    for score in python.scores:
        cell = numbers[dict(score.slice).get("model", "model"), score.metric.name]
        if not (same(cell["value"], score.value) and as_sure(cell, score)):
            wrong.append((cell, score.metric.name, score.value, score.interval))
    assert wrong == []
    assert opened.page.locator("#scores td").count() == len(python.scores)
    chosen = opened.page.locator("select[name=model]")
    model = chosen.first.input_value() if chosen.count() else "0"
    matrix = python.confusion.counts[int(model)] if python.confusion.shape else python.confusion.counts
    seen = opened.page.eval_on_selector_all(".matrix [data-value]", "all => all.map(c => Number(c.dataset.value))")
    assert np.allclose(seen, np.asarray(matrix).ravel(), rtol=1e-12, atol=1e-9)


def assert_verdict(opened, truth, answers, metric="balanced_accuracy", **asked):
    """The best two models, and how far they are apart, are those of `compare` by the same metric."""
    compared = sy.compare(truth, answers, metrics=metric, intervals=SLOPES, **asked)
    best, second = re.findall(r"(m\d)(?: \(| and| gave)", opened.verdict())[:2]
    lead = compared.pair(best, second).lead_of(best)
    said = re.search(r"95 % interval (\S+) to (\S+);", opened.verdict())
    if said is None:
        assert (np.asarray(answers[best]) == np.asarray(answers[second])).all()
        return
    digits = len(said[1].partition(".")[2])
    assert said.groups() == tuple(f"{end:.{digits}f}".replace("-", "−") for end in (lead.low, lead.high))
    values = [compared.evaluation[metric][list(answers).index(model)].value for model in answers]
    assert max(answers, key=lambda model: values[list(answers).index(model)]) == best


@pytest.mark.parametrize("models", [1, 2, 3])
def test_the_answers_at_every_threshold_are_pythons(open_page, rng, models):
    truth, chances = two(rng, models=models)
    result = sy.scores.evaluate(truth, chances if models > 1 else chances["m0"], positive="fraud")
    chances = chances if models > 1 else {"model": chances["m0"]}
    opened = open_page(result.to_html())
    assert_answers(opened, truth, taken(chances, 0.5), positive="fraud")
    every = np.unique(np.concatenate(list(chances.values())))
    for threshold in (0.037, 0.2, every[5], every[-1], 1.5, 0.9):
        move(opened, threshold)
        assert_answers(opened, truth, taken(chances, threshold), positive="fraud")
        if models > 1:
            assert_verdict(opened, truth, taken(chances, threshold))
    assert opened.page.is_visible("#moved")
    opened.press("Back to the start")
    assert not opened.page.is_visible("#moved")
    assert_answers(opened, truth, taken(chances, 0.5), positive="fraud")


def test_each_step_of_the_slider_is_a_score_and_the_last_takes_none(open_page, rng):
    truth, chances = two(rng, items=80)
    opened = open_page(sy.scores.evaluate(truth, chances, positive="fraud").to_html())
    every = np.unique(np.concatenate(list(chances.values())))
    slider = opened.page.locator("#cut")
    assert slider.get_attribute("max") == str(len(every))
    for place in (0, 7, 100):
        slider.evaluate(f"s => {{ s.value = {place}; s.dispatchEvent(new Event('input')); }}")
        opened.rest()
        assert float(slider.get_attribute("data-threshold")) == every[place]
        assert_answers(opened, truth, taken(chances, every[place]), positive="fraud")
    slider.focus()
    opened.page.keyboard.press("End")
    opened.rest()
    assert slider.get_attribute("data-threshold") == "Infinity"
    assert_answers(opened, truth, taken(chances, math.inf), positive="fraud")
    assert "m0 and m1 gave the same answers" in opened.verdict()


def test_importance_and_shares_fix_the_first_threshold(open_page, rng):
    truth, chances = two(rng)
    matrices = {name: np.column_stack([p, 1 - p]) for name, p in chances.items()}
    costs = "prevalence * (fraud=9, *=1)"
    opened = open_page(sy.scores.evaluate(truth, matrices, costs, labels=["fraud", "ok"]).to_html())
    assert float(opened.page.get_attribute("#threshold", "data-threshold")) == pytest.approx(0.1, abs=1e-12)
    assert "A missed one weighs 9 times as much as a false alarm." in opened.text("#odds")
    asked = {"importance": costs, "positive": "fraud"}
    assert_answers(opened, truth, taken(chances, 0.1 - 1e-12), **asked)
    move(opened, 0.3)
    assert_answers(opened, truth, taken(chances, 0.3), **asked)
    assert_verdict(opened, truth, taken(chances, 0.3), importance=costs)
    opened.press("0.1: what matters")
    assert not opened.page.is_visible("#moved")


def test_weights_of_items_count(open_page, rng):
    truth, chances = two(rng, items=400)
    weights = rng.uniform(0.5, 3.0, 400)
    opened = open_page(sy.scores.evaluate(truth, chances, positive="fraud", weights=weights).to_html())
    for threshold in (0.5, 0.15, 0.8):
        move(opened, threshold)
        assert_answers(opened, truth, taken(chances, threshold), positive="fraud", weights=weights)
        assert_verdict(opened, truth, taken(chances, threshold), weights=weights)


def test_of_many_scores_some_are_thresholds_and_the_page_says_how_far_off_others_are(open_page, rng):
    truth, chances = two(rng, items=6000)
    html = sy.scores.evaluate(truth, chances, positive="fraud").to_html()
    assert len(html.encode()) < 1_000_000
    opened = open_page(html)
    note = opened.text("#results ol.notes")
    different, known, off = re.search(r"have ([\d,]+) different.* knows ([\d,]+) .* at most (\S+)\s%", note).groups()
    assert int(different.replace(",", "")) == 12_000
    assert 1_500 < int(known.replace(",", "")) <= 2_000
    assert float(off) < 0.5
    for asked in (0.123456, 0.5, 0.77):
        move(opened, asked)
        threshold = float(opened.page.get_attribute("#threshold", "data-threshold"))
        assert threshold >= asked
        assert_answers(opened, truth, taken(chances, threshold), positive="fraud")
        for c in ("fraud", "ok"):
            for column in chances.values():
                own = column[truth == c]
                assert ((own >= asked) & (own < threshold)).mean() <= (float(off) + 0.005) / 100
    move(opened, 0.5)
    assert not opened.page.is_visible("#moved"), "0.5 is a threshold of its own"


@pytest.mark.parametrize("positive", [None, "fatal"])
def test_gains_give_pythons_answers(open_page, rng, positive):
    truth, columns = many(rng)
    how = {"positive": positive} if positive else {"importance": "rarity"}
    result = sy.scores.evaluate(truth, columns, labels=LABELS, **how)
    opened = open_page(result.to_html())
    sizes = np.array([(truth == label).sum() for label in LABELS])
    gains = np.ones(4) if positive else np.array(result.weights) / sizes
    asked = {"metrics": [*METRICS, "mean_f", *(OF_ONE if positive else [])], "labels": LABELS, **how}
    assert_answers(opened, truth, by_gains(columns, gains), **asked)
    fields = opened.page.locator("#gains input[type=number]")
    for gains in ([1, 2, 3, 4], [0.5, 0, 10, 2], [100, 1, 1, 1]):
        for c, gain in enumerate(gains):
            fields.nth(c).fill(str(gain))
            fields.nth(c).press("Enter")
        opened.rest()
        assert_answers(opened, truth, by_gains(columns, np.array(gains, dtype=float)), **asked)
        assert_verdict(
            opened, truth, by_gains(columns, np.array(gains)), labels=LABELS, importance=how.get("importance")
        )


def test_rates_of_the_classes_follow_the_gains(open_page, rng):
    truth, columns = many(rng, models=1)
    opened = open_page(sy.scores.evaluate(truth, columns["m0"], labels=LABELS).to_html())
    fields = opened.page.locator("#gains input[type=number]")
    fields.nth(3).fill("70")
    fields.nth(3).press("Enter")
    opened.rest()
    gains = [float(each.get_attribute("data-gain")) for each in opened.page.locator("#gains input[type=range]").all()]
    python = sy.evaluate(truth, by_gains(columns, np.array(gains))["m0"], labels=LABELS)
    found = {key: cell for key, cell in opened.of_classes().items() if key[1] in python.classes[0].rates}
    assert len(found) == 16
    for row in python.classes:
        for rate, value in row.rates.items():
            assert same(found["model", rate, row.label]["value"], value)


def test_the_marks_on_the_curves_follow_the_threshold(open_page, rng):
    truth, chances = two(rng)
    fraud = truth == "fraud"
    opened = open_page(sy.scores.evaluate(truth, chances, positive="fraud", shares={"fraud": 0.3}).to_html())
    for threshold in (0.5, 0.12):
        move(opened, threshold)
        recall, alarms = ((p := chances["m1"])[fraud] >= threshold).mean(), (p[~fraud] >= threshold).mean()
        precision = 0.3 * recall / (0.3 * recall + 0.7 * alarms)
        for kind, x, y in (("roc", alarms, recall), ("precision_recall", recall, precision)):
            mark = opened.page.locator(f"[data-curve={kind}] [data-k='1'] .mark")
            at = [float(mark.get_attribute(name)) for name in ("cx", "cy")]
            assert at == pytest.approx([44 + 300 * x, 20 + 220 * (1 - y)], abs=1e-6)
        # Net benefit and cost are where the curves of Python are.
        for kind, place in (
            ("decision", threshold),
            ("cost", 0.3 * (1 - threshold) / (0.3 - 0.6 * threshold + threshold)),
        ):
            curve = sy.scores.curve(truth, chances, kind, positive="fraud", shares={"fraud": 0.3})["m1"]
            expected = np.interp(place, curve.x, curve.y)
            mark = opened.page.locator(f"[data-curve={kind}] [data-k='1'] .mark")
            chart = opened.page.locator(f"[data-curve={kind}] svg.chart")
            bottom, top = map(float, chart.get_attribute("data-y").split())
            assert float(mark.get_attribute("cx")) == pytest.approx(44 + 300 * place, abs=1e-6)
            height = bottom + (top - bottom) * (1 - (float(mark.get_attribute("cy")) - 20) / 220)
            assert height == pytest.approx(expected, abs=0.02 * (top - bottom))


def test_one_class_has_its_curves_at_a_time(open_page, rng):
    truth, columns = many(rng, models=1)
    opened = open_page(sy.scores.evaluate(truth, columns["m0"], "rarity", labels=LABELS).to_html())
    seen = "[data-class-curves]:not([hidden])"
    assert opened.page.get_attribute(seen, "data-class-curves") == "3", "the rarest matters most"
    assert "recall of fatal" in opened.page.locator(seen).text_content()
    opened.page.select_option("#curves-of", label="minor")
    assert "recall of minor" in opened.page.locator(seen).text_content()
    assert opened.page.locator(f"{seen} figure").count() == 5


def test_the_link_leads_to_the_same_view(open_page, rng):
    truth, chances = two(rng)
    html = sy.scores.evaluate(truth, chances, positive="fraud").to_html()
    opened = open_page(html, "#threshold=0.25")
    assert_answers(opened, truth, taken(chances, 0.25), positive="fraud")
    opened.rest()
    assert opened.page.url.endswith("#threshold=0.25")
    assert "threshold = 0.25" in opened.page.locator("#code").text_content()
    spoilt = open_page(html, "#threshold=many")
    assert_answers(spoilt, truth, taken(chances, 0.5), positive="fraud")


def test_its_code_gives_the_answers_again(open_page, rng, capsys):
    truth, chances = two(rng)
    opened = open_page(sy.scores.evaluate(truth, chances, positive="fraud").to_html())
    move(opened, 0.2)
    names = {"truth": truth, "scores": chances}
    exec(compile(opened.page.locator("#code").text_content(), "pasted.py", "exec"), names)  # noqa: S102
    python = sy.evaluate(truth, names["answers"], positive="fraud", metrics=METRICS, intervals="none")
    for score in python.scores:
        assert same(opened.numbers()[dict(score.slice)["model"], score.metric.name]["value"], score.value)
    truth, columns = many(rng)
    opened = open_page(sy.scores.evaluate(truth, columns, "rarity", labels=LABELS).to_html())
    names = {"truth": truth, "scores": columns}
    exec(compile(opened.page.locator("#code").text_content(), "pasted.py", "exec"), names)  # noqa: S102
    python = sy.evaluate(truth, names["answers"], metrics=METRICS, importance="rarity", intervals="none")
    for score in python.scores:
        assert same(opened.numbers()[dict(score.slice)["model"], score.metric.name]["value"], score.value)
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("colour", ["light", "dark"])
def test_nothing_is_wider_than_the_screen(open_page, rng, width, colour):
    truth, chances = two(rng, models=8)
    long = {f"{'a very long name ' * 5}{name}": column for name, column in chances.items()}
    html = sy.scores.compare(truth, long, positive="fraud").to_html()
    assert len(html.encode()) < 1_000_000
    opened = open_page(html, width=width, color_scheme=colour)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    assert len(set(opened.page.locator(".legend bdi").all_inner_texts())) == 8


def test_differences_fit_a_phone(open_page, rng):
    """Neither difference nor interval could be seen without scrolling sideways."""
    truth = np.where(rng.random(200) < 0.3, "fraud", "ok")
    names = ("p_logreg", "p_forest")
    chances = {name: np.clip(0.6 * (truth == "fraud") + 0.5 * rng.random(200), 0, 1) for name in names}
    opened = open_page(sy.scores.evaluate(truth, chances, positive="fraud").to_html(), width=390, height=800)
    opened.unfold()
    table = opened.page.locator(".wide:has(> .differences)")
    assert table.evaluate("place => place.scrollWidth <= place.clientWidth")
    for words in ("Difference", "p", "Holm", "Better"):
        assert table.locator(f"tr:first-child b:text-is('{words}')").is_visible()


def test_differences_of_models_with_ordinary_names_fit_a_desktop(open_page, rng):
    """All names were "gradient_boosting…", and who is better stood beyond the edge."""
    truth = np.where(rng.random(300) < 0.3, "fraud", "ok")
    models = [f"gradient_boosting_v{k}" for k in range(3)]
    worth = zip(models, (0.1, 0.25, 0.4), strict=True)
    chances = {name: np.clip(by * (truth == "fraud") + 0.5 * rng.random(300), 0, 1) for name, by in worth}
    opened = open_page(sy.scores.evaluate(truth, chances, positive="fraud").to_html(), width=1200, height=900)
    opened.unfold()
    table = opened.page.locator(".wide:has(> .differences)")
    assert table.evaluate("place => place.scrollWidth <= place.clientWidth")
    cut = table.locator(".name").evaluate_all(
        "all => all.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"
    )
    assert cut == []
    assert table.locator("td:last-child .name").count() > 1, "some are better"


def test_an_infinite_value_leads_to_its_note_below_the_table(open_page):
    truth = ["ill"] * 30 + ["well"] * 70
    chances = {"sure": [0.0] + [0.9] * 29 + [0.1] * 70, "other": [0.7] * 30 + [0.2] * 70}
    opened = open_page(sy.scores.evaluate(truth, chances, positive="ill").to_html())
    cell = opened.page.locator('#measured [data-model="sure"][data-metric="log_loss"]')
    assert cell.locator("span").inner_text() == "∞"
    note = cell.locator("a.note")
    place = opened.page.locator(note.get_attribute("href"))
    assert place.inner_text().startswith("log loss of sure: infinite")
    assert opened.page.locator("#scored").locator(note.get_attribute("href")).count() == 1
    assert opened.page.locator("#measured a.note").count() == 1


def test_the_slider_stays_in_sight_on_a_phone(open_page, rng):
    truth, chances = two(rng)
    opened = open_page(sy.scores.evaluate(truth, chances, positive="fraud").to_html(), width=390, height=800)
    opened.page.evaluate("document.querySelector('#answers').scrollIntoView()")
    opened.settle()
    box = opened.page.locator("#cut").bounding_box()
    assert 0 <= box["y"] < 200


@pytest.mark.parametrize("case", ["equal", "ranks", "no thresholds", "one"])
def test_bad_states(open_page, rng, case):
    truth, chances = two(rng, items=200)
    if case == "equal":
        chances = {name: np.full(200, 0.1) for name in chances}
        opened = open_page(sy.scores.evaluate(truth, chances, positive="fraud").to_html())
        assert "gave the same answers" in opened.verdict()
        move(opened, 0.1)
        assert_answers(opened, truth, taken(chances, 0.1), positive="fraud")
        move(opened, 0.10001)
        assert_answers(opened, truth, taken(chances, 0.10001), positive="fraud")
    elif case == "ranks":
        ranks = {name: 100 * column - 30 for name, column in chances.items()}
        opened = open_page(sy.scores.evaluate(truth, ranks, positive="fraud", form="ranks").to_html())
        assert opened.page.locator("figure").count() == 2
        move(opened, -10)
        assert_answers(opened, truth, taken(ranks, -10), positive="fraud")
    elif case == "no thresholds":
        matrix = np.column_stack([chances["m0"], 1 - chances["m0"]])
        opened = open_page(sy.scores.evaluate(["ok"] * 200, matrix, labels=["fraud", "ok"]).to_html())
        assert "no value" in opened.text("#concluded")
        assert opened.page.locator("#cut").count() == 0
        assert "There are no curves" in opened.text("#results ol.notes")
    else:
        opened = open_page(sy.scores.evaluate(["a", "a"], [[1.0], [1.0]], labels=["a"]).to_html())
        assert "only one class" in opened.text("#results ol.notes")
