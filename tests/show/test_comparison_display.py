"""A comparison as people see it: the verdict first, 80 columns, any names, any number of models."""

import io
import json
import re
from functools import cache
from html import unescape

import numpy as np
import pytest
from rich.console import Console

import steelyard as sy
from steelyard.show.comparison import print_comparison
from steelyard.show.names import width
from steelyard.show.numbers import digits_of, with_minus

QUICK = sy.intervals.bootstrap(draws=200)
HOSTILE = [
    "<script>alert(1)</script>",
    "x" * 500,
    "🚀 rocket 🚀" * 5,
    "مرحبا بالعالم",
    7,
    None,
    "[bold red]not markup[/]",
    "two\nlines\tand \x1b[31ma colour",
]


def compared(rng, names, C=3, n=200, **more):
    truth = rng.integers(0, C, n)
    models = {
        name: np.where(rng.random(n) < 0.4 + 0.04 * i, truth, rng.integers(0, C, n)) for i, name in enumerate(names)
    }
    return sy.compare(truth, models, **({"intervals": QUICK} | more))


TWELVE = tuple(f"model {i}" for i in range(12))


@cache
def of_models(*names):
    """A comparison that several tests look at."""
    return compared(np.random.default_rng(20261115), names)


def at(found, columns, **options):
    out = io.StringIO()
    print_comparison(found, Console(file=out, width=columns, color_system=None, legacy_windows=False), **options)
    return out.getvalue()


def widest(text):
    return max(width(line) for line in text.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize("names", [("tree", "svm"), ("tree", "svm", "bayes"), TWELVE], ids=len)
def test_the_verdict_is_said_first_and_80_columns_are_enough(names):
    found = of_models(*names)
    shown = str(found)
    assert " ".join(shown.split()).startswith(found.verdict)
    assert widest(shown) <= 80
    assert "\n95 % intervals: bootstrap of items, 200 draws, seed 0.\n" in shown
    assert not any(line.endswith(" ") for line in shown.splitlines())


@pytest.mark.slow
def test_metric_names_and_values_are_whole_with_many_models():
    found = of_models(*TWELVE)
    shown = found.full()
    best = np.argsort(-found.score().leads)[:8]
    for k in best:
        assert f"model {k}" in shown
        assert f"{found.score('macro_balanced_accuracy').values[k]:.3f}" in shown
    assert "… and 4 more models; to_dict() and --json have all." in shown
    assert "… and 51 more pairs" in shown
    assert shown.count("model 10 ") > 3, "several tables, one below the other"
    assert len(json.loads(found.to_json())["scores"]) == 12 * len(found.scored)


@pytest.mark.parametrize("names", [HOSTILE[:2], HOSTILE[2:4], HOSTILE[4:6], HOSTILE])
def test_hostile_names_do_no_harm(rng, names):
    found = compared(rng, names, metrics=["balanced_accuracy", "cen", "accuracy"])
    shown, html, record = str(found), found._repr_html_(), json.loads(found.to_json())
    assert widest(shown) <= 80
    assert "\x1b" not in shown
    assert "<script>" not in html
    assert record["models"] == names
    if names is HOSTILE:
        assert "[bold red]not" in " ".join(shown.split()), "no markup"


def test_a_table_of_two_models_has_the_numbers_of_the_record(rng):
    found = compared(rng, ["a", "b"], metrics=["cba", "cen"], rope=0.02)
    cba, cen = (line for line in str(found).splitlines() if line.startswith(("cba", "cen")))
    values = found.score("cba").values
    best = int(np.argmax(values))
    assert [cell in cba for cell in (f"*{values[best]:.3f}", f" {values[1 - best]:.3f}", "↑")] == [True] * 3
    smaller = int(np.argmin(found.score("cen").values))
    assert f"*{found.score('cen').values[smaller]:.3f}" in cen
    assert "↓" in cen
    assert "Differences within ±0.02 do not matter." in " ".join(str(found).split())


def test_ranks_pairs_and_letters_are_shown_for_several_models(rng):
    found = compared(rng, ["a", "b", "c"])
    shown = found.full()
    assert "probability of rank" in shown
    assert "probability of rank" not in str(found)
    assert "Models that share a letter are not told apart by these items" in " ".join(shown.split())
    first, second, _ = (found.models[i] for i in found.score().best_first)
    assert f"{first} > {second}" in shown


def test_folds_have_a_table_of_their_own(rng):
    fold = np.arange(200) % 4
    assert "over the folds" in str(compared(rng, ["a", "b"], metrics="cba", by={"fold": fold}))
    datasets = str(compared(rng, ["a", "b", "c"], metrics=["cba", "cen"], by=fold, across="datasets"))
    assert "signed ranks of Wilcoxon" in datasets
    assert widest(datasets) <= 80


def test_reasons_for_doubt_are_told_once_with_the_metrics_they_are_about():
    truth = np.repeat([0, 1, 2], [100, 60, 4])
    worse = truth.copy()
    worse[[0, 1, 2, 3, 120, 121, 161]] = 1
    found = sy.compare(truth, {"a": truth, "b": worse}, intervals=QUICK)
    below = " ".join(str(found).split()).removeprefix(found.verdict)
    assert below.count("class 2 has fewer than 10 items") == 1
    assert "! all models: class 2 has fewer than 10 items (" in below


HUGE = sy.Joint(
    [[0, 0, 0], [0, 0, 1], [1, 1, 1], [1, 0, 1], [0, 1, 0]],
    [4 * 10**9, 40, 10**9, 1, 2],
    ["x", "y"],
    ["random_forest", "gradient_boost"],
)


def whole(found, columns=80):
    """Assert that nothing of the table of two models is cut: headings, arrows, values and ends."""
    lines = [line.rstrip() for line in at(found, columns, full=True).splitlines()]
    assert max(map(width, lines)) <= columns
    assert any(line.endswith(" Holm") for line in lines)
    best, other = (found.models[k] for k in found.score().best_first)
    for each in found.scored:
        d = found.pair(best, other, each.metric.name)
        mine = " ".join(line for line in lines if line.startswith((f"{each.metric.name} ", f"{each.metric.name}°")))
        assert ("↑" if each.metric.sign > 0 else "↓") in mine
        digits = digits_of(d.interval.high - d.interval.low)
        for value in each.values:
            assert f"{value:.3f}" in mine, mine
        for end in (d.interval.low, d.interval.high):
            assert f"{with_minus(end, digits).lstrip('+')}" in mine, mine
        assert "%" in mine
    return lines


def test_the_model_ahead_in_the_verdict_is_the_first_of_the_table_whatever_the_order_of_names(rng):
    """Text of B − A beside a table of A − B, and "P of a" above "P(a)"."""
    truth = rng.integers(0, 2, 300)
    worse, better = (np.where(rng.random(300) < right, truth, 1 - truth) for right in (0.7, 0.75))
    found = sy.compare(truth, {"worse": worse, "better": better}, metrics=["accuracy", "mcc"], intervals=QUICK)
    head = next(line for line in str(found).splitlines() if line.startswith("metric"))
    assert re.split(r"\s{2,}", head) == ["metric", "better", "worse", "better − worse", "P of better", "Holm"]
    lead = found["accuracy"].lead_of("better")
    row = next(line for line in str(found).splitlines() if line.startswith("accuracy"))
    assert f"{lead.low:+.3f} … {lead.high:+.3f}".replace("-", "−") in row
    assert "P of better: probability that better is better." in " ".join(str(found).split())


def test_classes_count_the_same_only_where_a_number_averages_over_them(rng):
    """Below a verdict by costs of 10 : 1, it said that both classes count the same."""
    truth = rng.integers(0, 2, 200)
    models = {name: np.where(rng.random(200) < 0.8, truth, 1 - truth) for name in "ab"}
    costs = sy.metrics.expected_cost.at(costs={(0, 1): 10, (1, 0): 1})
    assert "count the same" not in str(sy.compare(truth, models, metrics=costs, intervals=QUICK))
    some = " ".join(str(sy.compare(truth, models, metrics=[costs, "cba"], intervals=QUICK)).split())
    assert "In averages, both classes count the same." in some
    every = " ".join(str(sy.compare(truth, models, metrics="cba", intervals=QUICK)).split())
    assert ". Both classes count the same." in every


@pytest.mark.parametrize("names", [["a", "b"], ["tree", "svm"], ["random_forest", "gradient_boost"], HOSTILE[2:4]])
def test_headings_and_numbers_of_two_models_are_whole_at_80_columns(rng, names):
    lines = whole(compared(rng, names))
    tables = sum(line.startswith("accuracy") for line in lines)
    assert tables == 1 or max(map(len, names)) > 4, "one table, but for long names one below the other"


def test_numbers_of_billions_of_items_are_whole_in_two_tables():
    found = sy.compare(HUGE, intervals=QUICK)
    assert sum(line.startswith("accuracy") for line in whole(found)) == 2
    assert sum(line.startswith("accuracy") for line in whole(found, 160)) == 1


def test_models_that_are_equal_share_the_star(rng):
    truth = rng.integers(0, 3, 100)
    same = np.where(rng.random(100) < 0.6, truth, 0)
    shown = str(sy.compare(truth, {"a": same, "b": same, "c": (truth + 1) % 3}, metrics="cba", intervals=QUICK))
    rows = [line for line in shown.splitlines() if line.startswith(("a  ", "b  ", "c  "))]
    assert [line.count("*") for line in rows] == [1, 1, 0]


def test_without_pairs_it_says_so(rng):
    truth = rng.integers(0, 2, 100)
    cms = {"a": sy.Confusion.from_labels(truth, truth), "b": sy.Confusion.from_labels(truth, 1 - truth)}
    found = sy.compare(cms, intervals=QUICK)
    assert "200 items, 2 classes, 2 models each on items of its own (unpaired)." in str(found)
    assert "1 class, 2 models" in str(sy.compare([0, 0], {"a": [0, 0], "b": [0, 0]}, intervals=QUICK))


def test_a_notebook_has_the_tables_of_the_terminal(rng):
    found = compared(rng, ["a", "b", "c"], metrics=["cba", "cen"])
    html = found._repr_html_()
    assert html.startswith("<p><b>By cba")
    shown, folded = (1 + 3) + (1 + 3), (1 + 3) + (1 + 3) + (1 + 3)
    assert html.count("<tr>") == shown + folded, "models and pairs; folded away models, pairs and ranks"
    assert "All 3 classes count the same." in html
    cells = {re.sub(r"<[^>]*>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", html)}
    for line in (line for line in str(found).splitlines() if line.startswith(("a > ", "b > ", "c > "))):
        assert {unescape(cell) for cell in cells} >= {part.strip() for part in line.split("   ") if part.strip()}


@pytest.mark.parametrize("intervals", ["percentile", "bca", "bayes"])
def test_the_way_of_the_intervals_is_said(rng, intervals):
    words = {"percentile": "percentiles of the bootstrap", "bca": "BCa bootstrap", "bayes": "Bayesian bootstrap"}
    assert words[intervals] in str(compared(rng, ["a", "b"], metrics="cba", intervals=intervals))


def test_a_prior_and_fixed_class_sizes_are_said(rng):
    found = compared(rng, ["a", "b"], metrics="cba", intervals=sy.intervals.bayes(draws=200), paired=False)
    assert "Bayesian, prior jeffreys, 200 draws" in str(found)
    strict = sy.intervals.bootstrap(draws=200, stratified=True)
    assert "bootstrap of items within each class" in str(compared(rng, ["a", "b"], metrics="cba", intervals=strict))


def test_leads_over_the_folds_are_those_of_the_better_model(rng):
    found = compared(rng, ["a", "b"], metrics="cen", by=np.arange(200) % 4, across="folds")
    d = found["cen"]
    assert d.ahead == "b"
    line = next(line for line in str(found).splitlines() if line.startswith("b > a"))
    assert f"{-d.folds.mean:+.3f}".replace("-", "−") in line


class TestWhereMetricsDisagree:
    """A disagreement of leads that are both within chance read as if it were one of the models."""

    BOLD, SHY = [[600, 400], [2000, 7000]], [[100, 900], [100, 8900]]

    def disagreement(self, models):
        stack = sy.Confusion(list(models.values()), axes={"model": list(models)})
        found = sy.compare(stack, metrics=["balanced_accuracy", "accuracy"])
        shown = " ".join(str(found).split())
        return found, shown[shown.index("Where metrics disagree") :]

    def test_leads_that_may_be_chance_are_said_to_be(self):
        found, shown = self.disagreement({"a": [[6, 4], [10, 80]], "b": [[5, 5], [6, 84]]})
        assert not any(found.is_better(d) for d in found.differences)
        assert "Both leads may be chance." in shown
        # 50 of 100 rare items against 30, and 4 of 1,000 others more are wrong: only the first is shown.
        found, shown = self.disagreement({"a": [[50, 50], [24, 976]], "b": [[30, 70], [2, 998]]})
        told = {d.metric.name: found.is_better(d) for d in found.differences}
        assert told == {"balanced_accuracy": True, "accuracy": False}
        assert "The lead by accuracy may be chance, that by balanced_accuracy is beyond it." in shown

    def test_of_leads_beyond_chance_nothing_is_added(self):
        found, shown = self.disagreement({"bold": self.BOLD, "shy": self.SHY})
        assert all(found.is_better(d) for d in found.differences)
        assert "chance" not in shown.split("95 %")[0]
