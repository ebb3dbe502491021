"""The playground: what people bring is counted in the browser, and its numbers are Python's."""

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from report_numbers import same
from steelyard.show.page.page import playground

pytestmark = pytest.mark.slow

WINES = "examples/wine_quality_red.csv"
MODELS = ["tree", "svm", "naive_bayes"]
SLOPES = sy.intervals.classwise(by_slopes=True)


@pytest.fixture(scope="module")
def page():
    return playground()


@pytest.fixture
def bring(open_page, page, tmp_path):
    """Open the playground and bring it a file, or paste a text."""

    def bring(content=None, name="mine.csv", *, text=None, shown=True, **options):
        opened = open_page(page, ready=False, **options)
        opened.page.wait_for_selector("html[data-open=yes]", state="attached")
        if text is not None:
            opened.page.fill("#pasted", text)
            opened.page.click("#look")
        else:
            file = tmp_path / name
            file.write_bytes(content)
            opened.page.set_input_files("#file", file)
        if shown:
            opened.page.wait_for_selector("html[data-ready=yes]", state="attached", timeout=120_000)
            opened.rest()
        return opened

    return bring


def assert_numbers(opened, counts, models, importance=None):
    """Compare all numbers with Python's by slopes; curved metrics have no intervals here."""
    result = sy.evaluate(counts, importance=importance, intervals=SLOPES)
    numbers = opened.numbers()
    assert len(numbers) == len(result.scores)
    wrong = []
    for score in result.scores:
        cell = numbers[dict(score.slice).get("model", models[0]), score.metric.name]
        ends = (score.interval.low, score.interval.high) if score.interval else (np.nan, np.nan)
        expected = (np.nan, np.nan) if score.metric.curved else ends
        if not all(
            same(cell[name], one) for name, one in zip(("value", "low", "high"), (score.value, *expected), strict=True)
        ):
            wrong.append((cell, score, expected))
    assert wrong == []
    stars = {(model, name) for (model, name), cell in numbers.items() if cell["best"] == "1"}
    named = [*counts.axes.get("model", models)] if isinstance(counts, sy.Confusion) else [*counts.models]
    misled = result.models_misled
    assert stars >= {(str(named[k]), name) for name, stand in result.standings.items() for k in stand.starred}
    assert stars <= {
        (str(named[k]), name)
        for name, stand in result.standings.items()
        for k in stand.starred | misled.get(name, set())
    }


def assert_rates(opened, counts):
    """Rates are Python's, and so are the intervals of those that are shares of items; that of F is drawn anew."""
    found = opened.of_classes()
    (model,) = {model for model, _, _ in found}
    result = sy.evaluate(counts)
    rows = [row for row in result.classes if dict(row.slice).get("model", model) == model]
    assert len(found) == 4 * len(rows)
    for row in rows:
        for rate, value in row.rates.items():
            cell, interval = found[model, rate, str(row.label)], row.intervals[rate]
            assert same(cell["value"], value)
            ends = (np.nan, np.nan) if interval is None else (interval.low, interval.high)
            off = 0.1 * (ends[1] - ends[0]) if rate == "f" else 0.0
            told = [float(cell[end]) for end in ("low", "high")]
            assert all(
                same(found_end, one) or abs(found_end - one) <= off for found_end, one in zip(told, ends, strict=True)
            ), (cell, interval)


def test_a_file_becomes_the_live_page_with_pythons_numbers(bring):
    opened = bring(Path(WINES).read_bytes(), "wines.csv")
    joint = sy.Joint.from_files(WINES, "quality", MODELS)
    assert_numbers(opened, joint, MODELS)
    assert_rates(opened, joint)
    compared = sy.compare(joint, metrics="balanced_accuracy", intervals=SLOPES)
    difference = compared.pair("tree", "naive_bayes").lead_of("tree")
    said = re.search(r"95 % interval (\S+) to (\S+);", opened.verdict()).groups()
    assert said == tuple(f"{end:.3f}".replace("-", "−") for end in (difference.low, difference.high))
    opened.press("rarity")
    opened.rest()
    assert_numbers(opened, joint, MODELS, "rarity")
    opened.set_sliders({"3": 5, "4": 1, "5": 100, "6": 70, "7": 60, "8": 2.5})
    assert_numbers(opened, joint, MODELS, [5, 1, 100, 70, 60, 2.5])
    assert "1,599 rows of wines.csv" in opened.text("#took")


def test_its_code_gives_the_view_again(bring, monkeypatch, tmp_path):
    opened = bring(Path(WINES).read_bytes(), "wines.csv")
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(compile(opened.page.locator("#code").text_content(), "pasted.py", "exec"), names)  # noqa: S102
    numbers = opened.numbers()
    for score in names["result"].scores:
        assert same(numbers[dict(score.slice)["model"], score.metric.name]["value"], score.value)


ROWS = [("ill", "ill", "well"), ("well", "well", "well"), ("so, so", "ill", "so, so"), ("well", "ill", "well")] * 9
ROWS += [("ill", "ill", "ill"), ("so, so", "so, so", "well")]


def written(separator=",", end="\n", header=True, quoted=True):
    rows = [("y_true", "first", "second"), *ROWS] if header else ROWS
    cell = lambda text: f'"{text}"' if quoted and (separator in text or quoted == "all") else text  # noqa: E731
    return end.join(separator.join(map(cell, row)) for row in rows) + end


FORMS = {
    "plain": written().encode(),
    "BOM": written().encode("utf-8-sig"),
    "UTF-16": written().encode("utf-16"),
    "CRLF": written(end="\r\n").encode(),
    "semicolons": written(";").encode(),
    "tabs": written("\t").encode(),
    "quotes everywhere": written(quoted="all").encode(),
    "no names": written(header=False).encode(),
    "missing values": (written() + ",ill,well\nill,,well\nill,ill\n").encode(),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_file_gives_the_same_counts(bring, form):
    opened = bring(FORMS[form])
    truth, first, second = zip(*ROWS, strict=True)
    names = ["column 2", "column 3"] if form == "no names" else ["first", "second"]
    joint = sy.Joint.from_labels(truth, dict(zip(names, (first, second), strict=True)))
    assert_numbers(opened, joint, names)
    sizes = opened.text("#source")
    assert sizes.startswith("38 items · 3 classes · 2 models")
    assert ("3 left out" in sizes) == (form == "missing values")


@pytest.mark.parametrize("models", [1, 3, 5])
def test_any_number_of_models_and_classes(bring, models):
    rng = np.random.default_rng(models)
    C = {1: 2, 3: 35, 5: 13}[models]
    truth = np.concatenate([np.arange(C), rng.integers(0, C, 900)])
    names = [f"pred {k}" for k in range(models)]
    told = {name: np.where(rng.random(len(truth)) < 0.6, truth, rng.integers(0, C, len(truth))) for name in names}
    rows = ["truth," + ",".join(names), *(",".join(map(str, row)) for row in zip(truth, *told.values(), strict=True))]
    opened = bring("\n".join(rows).encode())
    joint = sy.Joint.from_labels(truth, told)
    assert_numbers(opened, joint, names)
    assert opened.page.locator("canvas").count() == (C > 30)
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_classes_that_are_never_predicted_or_only_predicted_are_as_in_python(bring):
    truth = list("aaaabbbbcccc") * 4
    told = {"one": list("aabbbbbbbbbd") * 4, "two": list("aabbbbdbbbbb") * 4}
    rows = ["truth,one,two", *(",".join(row) for row in zip(truth, *told.values(), strict=True))]
    opened = bring("\n".join(rows).encode())
    joint = sy.Joint.from_labels(truth, told)
    assert_numbers(opened, joint, list(told))
    assert_rates(opened, joint)
    refused = opened.page.get_by_role("button", name="rarity", exact=True)
    assert refused.get_attribute("aria-disabled") == "true"
    for name in ("complement", "prevalence"):
        opened.press(name)
        opened.rest()
        assert_numbers(opened, joint, list(told), name)


def test_an_order_weighs_as_in_python(bring):
    opened = bring(Path(WINES).read_bytes())
    opened.unfold()
    opened.page.locator('[data-order="8"]').focus()
    opened.page.keyboard.press("Alt+Home")
    opened.rest()
    order = opened.order()
    assert order[0] == "8"
    joint = sy.Joint.from_files(WINES, "quality", MODELS)
    said = sy.importance.order([(int(less), int(more)) for more, less in pairwise(order)])
    assert_numbers(opened, joint, MODELS, said)


def test_a_matrix_can_be_pasted(bring):
    opened = bring(text=",fraud,ok\nfraud,8,2\nok,10,80")
    cm = sy.Confusion([[8, 2], [10, 80]], ["fraud", "ok"])
    assert_numbers(opened, cm, ["model"])
    assert_rates(opened, cm)
    opened = bring(text="[[8, 2], [10, 80]]")
    assert opened.numbers()["model", "accuracy"]["value"] == "0.88"


def test_another_choice_of_columns_is_counted_again(bring):
    opened = bring(Path(WINES).read_bytes())
    opened.page.uncheck("[name=prediction][value='1']")
    opened.page.wait_for_selector("#scores [data-model=tree]", state="detached")
    opened.rest()
    assert {model for model, _ in opened.numbers()} < set(MODELS)


def test_what_cannot_be_shown_says_why(bring):
    opened = bring(b"a,b\nx,1\ny,2\nz,3\n", shown=False)
    opened.page.wait_for_selector("#shown .warning")
    assert "No two columns look like labels of the same items" in opened.text("#shown")
    assert opened.page.is_visible("#columns")


@pytest.mark.parametrize("content", [b"", b"\n\n", b"truth,first\n", b"truth,first"])
def test_a_file_without_items_says_what_is_missing(bring, content):
    opened = bring(content, shown=False)
    opened.page.wait_for_selector("#shown .warning")
    missing = "There is only one line in mine.csv" if b"," in content else "There is nothing in mine.csv"
    said = "bring a line with the names of the columns, and below it a line for each item."
    assert opened.text("#shown") == f"{missing}: {said}"
    assert opened.page.is_hidden("#columns")


def test_two_models_are_one_test(bring):
    """Of which nothing is corrected."""
    opened = bring(playground_example().encode())
    assert "p < 0.001" in opened.verdict()
    assert "corrected" not in opened.verdict()


def playground_example():
    kinds = {("sick", "sick", "sick"): 30, ("sick", "well", "sick"): 25, ("sick", "well", "well"): 9}
    kinds |= {("well", "well", "well"): 700, ("well", "well", "sick"): 90, ("well", "sick", "sick"): 20}
    return "truth,first,second\n" + "\n".join(",".join(kind) for kind, times in kinds.items() for _ in range(times))


def test_hostile_names_stay_names(bring):
    bad = "<img src=x onerror=window.hacked=1>"
    rows = [f"truth,{bad}!", *[f"{bad},{bad}", "$&,$&", f"$&,{bad}", "b,b", "b,$&"] * 5]
    opened = bring("\n".join(rows).encode())
    truth, told = zip(*(row.split(",") for row in rows[1:]), strict=True)
    assert_numbers(opened, sy.Joint.from_labels(truth, {f"{bad}!": told}), [f"{bad}!"])
    assert opened.page.evaluate("window.hacked") is None
    assert opened.page.locator("img").count() == 0
    assert set(opened.sliders()) == {bad, "$&", "b"}


def test_a_million_rows_take_seconds(bring):
    rng = np.random.default_rng(0)
    n, C = 1_000_000, 8
    truth = rng.choice(C, n, p=rng.dirichlet(np.ones(C)))
    told = {
        name: np.where(rng.random(n) < right, truth, rng.integers(0, C, n)) for name, right in (("a", 0.7), ("b", 0.72))
    }
    words = np.array([f"class {c}" for c in range(C)])
    columns = [words[truth], *(words[each] for each in told.values())]
    text = "truth,a,b\n" + "\n".join(map(",".join, zip(*columns, strict=True))) + "\n"
    opened = bring(text.encode())
    joint = sy.Joint.from_labels(columns[0], {"a": columns[1], "b": columns[2]})
    assert_numbers(opened, joint, ["a", "b"])
    seconds = float(re.search(r"counted in ([\d.]+) s", opened.text("#took"))[1])
    assert seconds < 120, "about a second on a machine that does nothing else"


def test_it_is_one_small_file_that_asks_for_nothing(page):
    assert len(page.encode()) < 1_000_000
    assert not re.search(r"(src|href)=\"(https?:)?//", page)
    assert "connect-src" not in page
    assert "default-src 'none'" in page
