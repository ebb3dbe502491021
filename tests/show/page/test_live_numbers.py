"""The numbers of the page, read in a real browser, are those of Python: at the start and wherever sliders are moved."""

import numpy as np
import pytest

import steelyard as sy
from report_numbers import assert_as_python, same, same_ends, stack

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_metrics")]

COSTS = "[[0, 2, 9], [1, 0, 3], [4, 1, 0]]"
EVERY = [metric.name for metric in sy.metrics.values() if metric.kind != "rate" and not metric.optional]
WITH_COSTS = [*EVERY, f"expected_cost(costs={COSTS})", f"cost_ratio(costs={COSTS})"]


@pytest.mark.parametrize(("C", "models"), [(2, 1), (3, 2), (5, 3), (20, 10)])
def test_every_metric_equals_pythons_wherever_the_sliders_stand(open_page, rng, C, models):
    cm = stack(rng, C, models)
    metrics = WITH_COSTS if C == 3 else EVERY
    opened = open_page(sy.evaluate(cm, importance="rarity", metrics=metrics).to_html())
    assert_as_python(opened, cm, "rarity", metrics=metrics)
    for _ in range(3):
        values = np.round(rng.uniform(0, 100, C) * (rng.random(C) > 0.2), 3)
        values[rng.integers(C)] = 100
        opened.set_sliders(dict(zip(cm.labels, values, strict=True)))
        assert list(opened.sliders().values()) == values.tolist()
        assert_as_python(opened, cm, values / values.sum(), metrics=metrics)


@pytest.mark.parametrize("undefined", ["worst", "exclude", "zero", "nan"])
def test_holes_in_the_matrix_are_treated_as_in_python(open_page, rng, undefined):
    """A class without items, one never predicted, one never found; every policy."""
    cm = stack(rng, 4, 2, scale=10)
    counts = np.array(cm.counts)
    counts[:, 0] = 0  # no items
    counts[0, :, 1] = 0  # never predicted
    counts[:, 2, 3] += counts[:, 2, 2]  # never found
    counts[:, 2, 2] = 0
    cm = sy.Confusion(counts, cm.labels, axes=cm.axes)
    opened = open_page(sy.evaluate(cm, undefined=undefined).to_html())
    assert_as_python(opened, cm, None, undefined=undefined)
    opened.set_sliders({"c0": 10, "c1": 80, "c2": 35.5, "c3": 0})
    assert_as_python(opened, cm, {"c0": 10, "c1": 80, "c2": 35.5, "c3": 0}, undefined=undefined)


def test_a_users_own_metric_is_live(open_page, rng):
    @sy.metric(averages=True, range=(0, 1))
    def worst_half(c):
        found = c.tp / (c.t + (c.t == 0))
        return (c.least(found) + c.mean_of(found, sy.metrics.recall.undefined)) / 2

    cm = stack(rng, 3, 2)
    names = ["worst_half", "balanced_accuracy"]
    opened = open_page(sy.evaluate(cm, metrics=names).to_html())
    opened.set_sliders({"c0": 100, "c1": 3, "c2": 50})
    assert_as_python(opened, cm, {"c0": 100, "c1": 3, "c2": 50}, metrics=names)


def test_a_metric_that_cannot_be_recorded_shows_its_number_only_where_it_holds(open_page, rng):
    @sy.metric(averages=True)
    def looks(c):
        return np.asarray(np.sort(c.tp / (c.t + (c.t == 0)), axis=-1))[..., :1]

    cm = stack(rng, 3, 2)
    result = sy.evaluate(cm, metrics=["looks", "cba"])
    opened = open_page(result.to_html())
    numbers = opened.numbers()
    assert [float(numbers[f"m{i}", "looks"]["value"]) for i in range(2)] == [score.value for score in result["looks"]]
    opened.set_sliders({"c0": 1})
    assert opened.numbers()["m0", "looks"]["value"] == "NaN"
    assert "cannot be recorded" in opened.page.content()


def test_class_shares_give_what_rescaled_counts_give(open_page, rng):
    cm = stack(rng, 4, 3)
    opened = open_page(sy.evaluate(cm, importance="rarity").to_html())
    weights = sy.importance.rarity().weights(cm.pooled())
    opened.set_share("c1", 0.1)
    expected = cm.at_shares({"c1": 0.001})
    assert_as_python(opened, expected, weights, intervals="none")
    robust = {score.metric.name for score in sy.evaluate(cm, importance=weights).scores}
    moved = sy.evaluate(expected, importance=weights, intervals="none")
    before = sy.evaluate(cm, importance=weights, intervals="none")
    still = {
        name
        for name in robust
        if all(abs(a.value - b.value) < 1e-9 for a, b in zip(moved[name], before[name], strict=True))
    }
    tagged = set(opened.page.eval_on_selector_all("[data-robust]", "all => all.map(e => e.dataset.robust)"))
    assert tagged == still
    assert {"balanced_accuracy", "g_mean"} <= tagged
    assert not {"accuracy", "mcc", "cba"} & tagged


def test_rates_of_the_classes_equal_pythons(open_page, rng):
    cm = stack(rng, 5, 2)
    result = sy.evaluate(cm, intervals="delta")
    opened = open_page(result.to_html())
    found = opened.of_classes()
    model = next(iter(found))[0]
    rows = [row for row in result.classes if dict(row.slice)["model"] == model]
    for row in rows:
        for rate, value in row.rates.items():
            cell = found[model, rate, row.label]
            assert same(cell["value"], value)
            assert same(cell["low"], row.intervals[rate].low)
            assert same(cell["high"], row.intervals[rate].high)


def test_groups_make_the_intervals_wider_as_in_python(open_page, rng):
    patients = np.repeat(np.arange(40), 5)
    truth = rng.integers(0, 3, 200)
    predicted = np.where(rng.random(200) < 0.7, truth, rng.integers(0, 3, 200))
    result = sy.evaluate(truth, predicted, group=patients, intervals="delta")
    opened = open_page(result.to_html())
    for score in result.scores:
        cell = opened.numbers()["model", score.metric.name]
        assert same(cell["low"], score.interval.low), score
        assert same(cell["high"], score.interval.high), score


def test_weights_have_no_intervals_and_the_page_says_why(open_page):
    cm = sy.Confusion([[2.5, 1.0], [0.5, 7.25]], ["a", "b"])
    opened = open_page(sy.evaluate(cm).to_html())
    assert {cell["low"] for cell in opened.numbers().values()} == {"NaN"}
    assert "weights" in opened.text("main")


def test_ranks_follow_the_direction_of_each_metric(open_page, rng):
    cm = stack(rng, 4, 4)
    result = sy.evaluate(cm)
    numbers = open_page(result.to_html()).numbers()
    for name in ("balanced_accuracy", "cen"):
        scores = sorted(result[name], key=lambda score: -score.value * score.metric.sign)
        ranks = [int(numbers[dict(score.slice)["model"], name]["rank"]) for score in scores]
        assert ranks == [1, 2, 3, 4], name


@pytest.mark.parametrize("undefined", [None, "worst", "exclude"])
def test_the_star_is_that_of_the_terminal(open_page, undefined):
    """Where the SVM that never predicts three classes is the best or not by what becomes of them, nobody has it."""
    wines = sy.Joint.from_files("examples/wine_quality_red.csv", "quality", ["tree", "svm", "naive_bayes"])
    result = sy.evaluate(wines, undefined=undefined)
    expected = {(wines.models[k], name) for name, standing in result.standings.items() for k in standing.starred}
    opened = open_page(result.to_html())
    opened.page.wait_for_timeout(200)
    starred = opened.page.eval_on_selector_all(
        "#scores .best", "all => all.map(c => [c.dataset.model, c.dataset.metric])"
    )
    assert {tuple(each) for each in starred} == expected
    disputed = {name for name, standing in result.standings.items() if standing.disputed}
    assert ("one_point_aurpc_ova" in disputed) == (undefined is None)
    opened.unfold()
    opened.page.click("button[name=metric]:has-text('AURPC-OVA')")
    assert ("neither is ahead" in opened.page.inner_text("#verdict")) == (undefined is None)


MACHINES = {"logit": [[16, 16], [1, 1467]], "balanced": [[28, 4], [223, 1245]], "forest": [[6, 26], [0, 1468]]}


@pytest.fixture(scope="module")
def machines():
    """1,500 machines of which 32 fail, and three models."""
    told = {name: np.concatenate([np.repeat(["fails", "ok"], row) for row in m]) for name, m in MACHINES.items()}
    return np.repeat(["fails", "ok"], [32, 1468]), told


def as_shown(opened, names):
    """Return what the cells of some metrics show and hold."""
    cells = opened.numbers()
    held = {(model, name): cell for (model, name), cell in cells.items() if name in names}
    return held, [opened.text(f"#scores [data-model={model}][data-metric='{name}']") for model, name in held]


def test_what_does_not_follow_the_importance_stays_as_it_was(open_page, machines):
    """Same counts, same question: F1 of the failing machines has the same interval and p-values whatever they count."""
    result = sy.compare(*machines, positive="fails")
    opened = open_page(result.to_html())
    still = [each.metric.name for each in result.scored if not each.metric.weighted]
    assert {"f1 of fails", "precision of fails", "mcc"} < set(still)
    before, said = as_shown(opened, still), opened.verdict()
    assert "corrected for the 3 pairs of models p = 0.002" in said
    opened.set_sliders({"fails": 95})
    opened.rest()
    assert opened.page.is_visible("#moved")
    assert as_shown(opened, still) == before
    assert opened.verdict() == said
    assert "does not follow the importance" in opened.text("#rests")
    by_slopes = sy.evaluate(
        *machines, positive="fails", importance=[95, 50], intervals=sy.intervals.classwise(by_slopes=True)
    )
    for model, score in zip(MACHINES, by_slopes["balanced_accuracy"], strict=True):
        cell = opened.numbers()[model, "balanced_accuracy"]
        assert same(cell["value"], score.value)
        assert same_ends(cell, score)
    # In the code there is one way for all; of the rates of a class it gives the same.
    names = {}
    exec(compile(opened.page.locator("#code").text_content(), "pasted.py", "exec"), names)  # noqa: S102
    for (model, name), cell in before[0].items():
        if name != "mcc":
            assert same_ends(cell, names["result"][name][model], moved=False), (model, name)
    opened.page.select_option("#metric", label="balanced accuracy")
    opened.rest()
    assert opened.page.is_hidden("#rests")
    assert opened.verdict() != said


def test_at_other_class_shares_only_what_they_move_is_computed_again(open_page, machines):
    truth, told = machines
    result = sy.compare(truth, told, positive="fails")
    opened = open_page(result.to_html())
    still = ["recall of fails", "specificity of fails", "balanced_accuracy"]
    before = as_shown(opened, still)
    opened.set_share("fails", 20)
    assert as_shown(opened, still) == before
    amounts = np.where(truth == "fails", 0.2 * 1500 / 32, 0.8 * 1500 / 1468)
    weighed = sy.evaluate(truth, told, positive="fails", weights=amounts)
    for name in ("precision of fails", "npv of fails"):
        for model in told:
            cell, score = opened.numbers()[model, name], weighed[name][model]
            assert same(cell["value"], score.value)
            assert same_ends(cell, score, moved=False), (model, name)
