"""The numbers of a comparison: against loops over rows, direct counts of the same draws, and simulated data."""

import math

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.correlated_t import correlated_t
from steelyard.comparison.item_tests import mcnemar
from steelyard.comparison.p_values import holm
from steelyard.comparison.signed_rank import signed_rank
from steelyard.intervals.draws import replicate
from steelyard.intervals.units import items_of
from steelyard.measuring.apply import apply

C = 3
PLAIN = sy.intervals.bootstrap(draws=4_000, ends="percentile")
LOOPS = 2_000


def labels(rng, n=150, models=2, right=0.6, agree=0.6):
    """Truth, and models that are right alike on some of the items."""
    truth = rng.choice(C, n, p=[0.6, 0.3, 0.1])
    shared = np.where(rng.random(n) < right, truth, rng.integers(0, C, n))
    return truth, {
        name: np.where(rng.random(n) < agree, shared, np.where(rng.random(n) < right, truth, rng.integers(0, C, n)))
        for name in "abcde"[:models]
    }


def balanced(truth, predicted):
    """Balanced accuracy by its definition."""
    return np.mean([np.mean(predicted[truth == c] == c) for c in range(C) if (truth == c).any()])


def agrees(interval, drawn):
    """Whether an interval has the share of another loop's draws below each end that it should have."""
    shares = np.array([(drawn < interval.low).mean(), (drawn <= interval.high).mean()])
    error = math.sqrt(0.025 * 0.975 * (1 / LOOPS + 1 / PLAIN.draws))
    return (np.abs(shares - [0.025, 0.975]) < 5 * error).all()


def test_a_paired_interval_is_that_of_rows_drawn_with_replacement(rng):
    truth, models = labels(rng)
    found = sy.compare(truth, models, metrics="balanced_accuracy", intervals=PLAIN)["balanced_accuracy"]
    drawn = np.empty(LOOPS)
    for i in range(LOOPS):
        rows = rng.integers(0, len(truth), len(truth))
        drawn[i] = balanced(truth[rows], models["a"][rows]) - balanced(truth[rows], models["b"][rows])
    assert agrees(found.interval, drawn)
    assert found.value == pytest.approx(balanced(truth, models["a"]) - balanced(truth, models["b"]), abs=1e-12)


def test_an_unpaired_interval_is_that_of_rows_drawn_for_each_model_alone(rng):
    truth, models = labels(rng)
    cms = {name: sy.Confusion.from_labels(truth, predicted) for name, predicted in models.items()}
    found = sy.compare(cms, metrics="balanced_accuracy", intervals=PLAIN)["balanced_accuracy"]
    drawn = np.empty(LOOPS)
    for i in range(LOOPS):
        rows, others = rng.integers(0, len(truth), (2, len(truth)))
        drawn[i] = balanced(truth[rows], models["a"][rows]) - balanced(truth[others], models["b"][others])
    assert agrees(found.interval, drawn)


def test_pairing_narrows_the_interval_as_far_as_the_models_agree(rng):
    widths = []
    for agree in (0.0, 0.5, 0.95):
        truth, models = labels(rng, n=600, agree=agree)
        joint = sy.Joint.from_labels(truth, models)
        paired, apart = (
            sy.compare(joint, metrics="cba", intervals="percentile", paired=p)["cba"].interval for p in (None, False)
        )
        widths.append((paired.high - paired.low) / (apart.high - apart.low))
    assert widths == sorted(widths, reverse=True)
    assert widths[2] < 0.5


@pytest.mark.parametrize("weighted", [False, True])
def test_groups_are_drawn_whole(rng, weighted):
    truth, models = labels(rng, n=240)
    group = np.arange(240) // 4
    for name in models:  # patients are easy or hard for all their rows
        models[name] = np.where(np.repeat(rng.random(60) < 0.5, 4), truth, models[name])
    weights = rng.random(240) if weighted else None
    found = sy.compare(truth, models, metrics="accuracy", intervals=PLAIN, group=group, weights=weights)["accuracy"]
    w = np.ones(240) if weights is None else weights
    lead = w * ((models["a"] == truth).astype(float) - (models["b"] == truth))
    picked = rng.integers(0, 60, (LOOPS, 60))
    sums, sizes = lead.reshape(60, 4).sum(1), w.reshape(60, 4).sum(1)
    assert agrees(found.interval, sums[picked].sum(1) / sizes[picked].sum(1))
    assert found.test == "swaps and bootstrap", "McNemar's test takes items for independent"


def drawn_by_hand(joint, metric, method):
    """The values of a metric over the draws that `compare` makes, of shape (draws, models)."""
    units = items_of(joint)
    observed = apply([sy.metrics[metric]], joint.confusion())
    (found,) = replicate([sy.metrics[metric]], [method.drawing(units)], observed, method.draws, method.seed)
    return found.values


@pytest.mark.parametrize("metric", ["balanced_accuracy", "mcc", "cen"])
@pytest.mark.parametrize("rope", [0.0, 0.03])
@pytest.mark.parametrize("ends", ["percentile", "shifted", "bca"])
def test_probabilities_are_the_shares_of_the_draws(rng, metric, rope, ends):
    """As they come: the ends of an interval are moved and stretched, a probability is not."""
    joint = sy.Joint.from_labels(*labels(rng, n=300))
    method = sy.intervals.bootstrap(draws=1_000, ends=ends, seed=3)
    found = sy.compare(joint, metrics=metric, intervals=method, rope=rope)[metric]
    values = drawn_by_hand(joint, metric, method)
    drawn = values[:, 0] - values[:, 1]
    leads = (drawn if metric != "cen" else -drawn).round(12)  # 0.7 − 0.67 is at the edge
    ties = (leads == 0).mean() / 2 if rope == 0 else 0
    assert found.a_better == pytest.approx((leads > rope).mean() + ties, abs=1e-12)
    assert found.b_better == pytest.approx((leads < -rope).mean() + ties, abs=1e-12)
    assert found.equivalent == pytest.approx((np.abs(leads) <= rope).mean() if rope else 0, abs=1e-12)
    assert found.interval.undefined == 0


def test_ranks_are_counted_on_the_draws(rng):
    joint = sy.Joint.from_labels(*labels(rng, n=300, models=3))
    method = sy.intervals.bootstrap(draws=500, ends="percentile")
    ranks = sy.compare(joint, metrics="cen", intervals=method).score("cen").ranks
    values = drawn_by_hand(joint, "cen", method)
    places = np.argsort(np.argsort(values, axis=1), axis=1)  # the smallest is first
    by_hand = [[(places[:, model] == rank).mean() for rank in range(3)] for model in range(3)]
    np.testing.assert_allclose(ranks, by_hand, atol=1e-12)


def test_of_two_models_the_first_rank_is_the_probability_to_be_better(rng):
    found = sy.compare(*labels(rng, n=40), intervals=sy.intervals.bootstrap(draws=500))
    for each, difference in zip(found.scored, found.differences, strict=True):
        assert each.ranks[0, 0] == pytest.approx(difference.a_better, abs=1e-12), each.metric.name
        assert each.ranks[0, 1] == pytest.approx(difference.b_better, abs=1e-12), each.metric.name


def test_a_draw_at_the_edge_of_the_rope_is_within_it():
    """Of a hundred items one tells the models apart: each time that it is drawn is a hundredth."""
    truth = np.repeat([0, 1], 50)
    worse = truth.copy()
    worse[0] = 1
    joint = sy.Joint.from_labels(truth, {"a": truth, "b": worse})
    method = sy.intervals.bootstrap(draws=2_000)
    found = sy.compare(joint, metrics="accuracy", rope=0.01, intervals=method)["accuracy"]
    values = drawn_by_hand(joint, "accuracy", method)
    times = np.rint(100 * (values[:, 0] - values[:, 1]))
    assert (times == 1).mean() > 0.3
    assert found.a_better == pytest.approx((times > 1).mean(), abs=1e-12)
    assert (found.b_better, found.equivalent) == (0, pytest.approx((times <= 1).mean(), abs=1e-12))


@pytest.mark.slow
@pytest.mark.parametrize("intervals", ["bootstrap", "percentile", "bca", "bayes"])
def test_p_is_below_the_level_exactly_when_the_interval_leaves_0_out(rng, intervals):
    truth, models = labels(rng, n=400, models=5, agree=0.3)
    models["d"] = np.where(rng.random(400) < 0.3, truth, models["d"])
    found = sy.compare(truth, models, intervals=intervals)
    checked = 0
    for d in found.differences:
        if abs(d.p_bootstrap - 0.05) > 0.004 and d.interval.spread > 0:
            assert (d.p_bootstrap < 0.05) == (0 not in d.interval), (d.metric.name, d.p_bootstrap, d.interval)
            checked += 1
    assert checked > 150


def test_each_kind_of_comparison_has_its_test(rng):
    joint = sy.Joint.from_labels(*labels(rng))
    quick = sy.intervals.bootstrap(draws=200)
    swapped = sy.compare(joint, metrics="cba", intervals=quick)["cba"]
    assert swapped.test == "swaps and bootstrap"
    assert swapped.p_value != swapped.p_bootstrap
    apart = sy.compare(joint, metrics="cba", intervals=quick, paired=False)["cba"]
    assert (apart.test, apart.p_value) == ("bootstrap", apart.p_bootstrap)
    for paired in (None, False):
        bayes = sy.compare(joint, metrics=["cba", "accuracy"], intervals=sy.intervals.bayes(draws=200), paired=paired)
        assert [(d.test, d.p_value) for d in bayes.differences] == [
            ("posterior", d.p_bootstrap) for d in bayes.differences
        ]


def test_a_model_that_never_varies_has_the_interval_of_evaluate(rng):
    truth, models = labels(rng, n=60)
    found = sy.compare(truth, {"a": truth, "b": models["b"]}, metrics=["cba", "accuracy"], intervals="bootstrap")
    alone = sy.evaluate(truth, truth, metrics=["cba", "accuracy"], intervals=found.method)
    for name in ("cba", "accuracy"):
        interval = found.score(name).intervals[0]
        assert interval.low == pytest.approx(alone[name].interval.low)
        assert interval.low < 1 == interval.high
        assert "this is the Bayesian interval" in str(interval.note)
        assert "a: all draws are alike, so the interval may be too narrow" in str(found[name].interval.note)


def test_a_difference_has_the_doubts_about_its_own_two_values_once():
    few = sy.Confusion([[400, 100], [3, 3]])
    many = sy.Confusion([[400, 100], [100, 400]])
    quick = sy.intervals.bootstrap(draws=200)
    found = sy.compare({"few": few, "many": many, "more": many + many}, metrics="accuracy", intervals=quick)
    assert str(found.pair("many", "more").interval.note) == ""
    found = sy.compare({"few": few, "many": many, "fewer": few}, metrics="balanced_accuracy", intervals=quick)
    assert str(found.pair("few", "fewer").interval.note).count("class 1 has fewer than 10 items") == 1
    assert "class 1 has fewer than 10 items" in str(found.pair("few", "many").interval.note)


def test_accuracy_beside_the_bootstrap_has_the_exact_test_of_mcnemar(rng):
    joint = sy.Joint.from_labels(*labels(rng, models=3))
    quick = sy.intervals.bootstrap(draws=200)
    found = sy.compare(joint, metrics=["accuracy"], intervals=quick)
    for d in found["accuracy"]:
        assert (d.p_value, d.test) == (mcnemar(joint, d.a, d.b).p_value, "McNemar, exact")
    assert sy.compare(joint, metrics=["accuracy"], paired=False, intervals=quick)["accuracy"][0].test == "bootstrap"


def test_models_called_by_numbers_are_not_taken_for_positions(rng):
    truth, models = labels(rng)
    named = sy.compare(truth, {1: models["a"], 0: models["b"]}, metrics="accuracy")["accuracy"]
    assert (named.a, named.b) == (1, 0)
    assert named.value == pytest.approx((models["a"] == truth).mean() - (models["b"] == truth).mean())
    assert named.p_value == sy.compare(truth, models, metrics="accuracy")["accuracy"].p_value


def test_p_values_are_corrected_over_pairs_and_over_everything(rng):
    found = sy.compare(*labels(rng, models=4), metrics=["accuracy", "mcc", "cba"])
    assert len(found.differences) == 3 * 6
    np.testing.assert_array_equal(
        [d.p_adjusted for d in found.differences], holm([d.p_value for d in found.differences])
    )
    for name in ("accuracy", "mcc", "cba"):
        np.testing.assert_array_equal([d.p_pairs for d in found[name]], holm([d.p_value for d in found[name]]))


def test_models_are_alike_by_the_p_value_of_the_verdict(rng):
    truth, models = labels(rng, n=500, models=4, agree=0.2)
    models["d"] = truth
    found = sy.compare(truth, models)
    for each in found.scored:
        for d in found[each.metric.name]:
            places = {found.models.index(d.a), found.models.index(d.b)}
            if any(places <= set(group) for group in each.groups):
                assert not d.p_adjusted < 0.05
    assert found.score().groups[0] == (3,)


@pytest.mark.parametrize(("metric", "sign"), [("balanced_accuracy", 1), ("cen", -1)])
@pytest.mark.parametrize("rope", [0.0, 0.02])
def test_folds_are_compared_by_the_values_in_each(rng, metric, sign, rope):
    truth, models = labels(rng, n=500, models=3)
    fold = rng.integers(0, 5, 500)
    found = sy.compare(truth, models, metrics=metric, by={"fold": fold}, rope=rope)
    assert found.across == "folds"
    values = {
        name: [sy.metrics[metric](sy.Confusion.from_labels(truth[fold == f], p[fold == f], range(C))) for f in range(5)]
        for name, p in models.items()
    }
    for d in found[metric]:
        by_hand = correlated_t(sign * (np.array(values[d.a]) - values[d.b]), rope=rope)
        assert d.folds.p_value == pytest.approx(by_hand.p_value, rel=1e-9)
        assert d.folds.posterior.a_better == pytest.approx(by_hand.posterior.a_better, rel=1e-9)
        assert d.folds.mean == pytest.approx(by_hand.mean, rel=1e-9)
    np.testing.assert_array_equal(
        [d.folds_adjusted for d in found[metric]], holm([d.folds.p_value for d in found[metric]])
    )
    shares = sy.compare(truth, models, metrics=metric, by={"fold": fold}, test_share=0.1)[metric][0].folds
    assert shares.high - shares.low < found[metric][0].folds.high - found[metric][0].folds.low


@pytest.mark.parametrize(("metric", "sign"), [("balanced_accuracy", 1), ("cen", -1)])
def test_data_sets_are_compared_by_signed_ranks(rng, metric, sign):
    truth, models = labels(rng, n=600)
    place = rng.integers(0, 8, 600)
    found = sy.compare(truth, models, metrics=metric, by=place, across="datasets")[metric]
    a, b = (
        [sy.metrics[metric](sy.Confusion.from_labels(truth[place == s], p[place == s], range(C))) for s in range(8)]
        for p in models.values()
    )
    by_hand = signed_rank(sign * (np.array(a) - b))
    assert (found.folds.ranks_a, found.folds.p_value) == (by_hand.ranks_a, by_hand.p_value)
    assert found.folds.posterior == by_hand.posterior


def test_folds_in_which_a_value_is_undefined_are_left_out():
    truth = np.array([0, 1, 0, 1, 0, 0, 1, 0])
    models = {"a": truth, "b": np.array([0, 1, 1, 1, 0, 0, 0, 0])}
    fold = np.array([0, 0, 1, 1, 2, 2, 3, 3])
    found = sy.compare(truth, models, metrics="balanced_accuracy", undefined="nan", by={"fold": fold})
    assert found["balanced_accuracy"].folds.left_out == 1
    fewer = sy.compare(
        truth[:6], {k: v[:6] for k, v in models.items()}, undefined="nan", by=[0, 0, 0, 0, 1, 1], across="folds"
    )
    assert fewer["balanced_accuracy"].folds is None
    assert math.isnan(fewer["balanced_accuracy"].folds_adjusted)
    fewer.to_json()
    str(fewer)


def test_groups_and_folds_stand_side_by_side(rng):
    truth, models = labels(rng, n=400)
    data = {"y": truth, **models, "fold": rng.integers(0, 4, 400), "patient": np.arange(400) // 2}
    both = sy.compare(data, truth="y", prediction=["a", "b"], by="fold", group="patient", metrics="cba")
    alone = sy.compare(data, truth="y", prediction=["a", "b"], group="patient", metrics="cba")
    assert both.grouped
    assert both["cba"].folds is not None
    assert both["cba"].interval.spread == pytest.approx(alone["cba"].interval.spread, rel=0.05)
    folds = sy.compare(data, truth="y", prediction=["a", "b"], by="fold", metrics="cba")
    assert folds["cba"].folds == both["cba"].folds
    apart = sy.compare(data, truth="y", prediction=["a", "b"], by="fold", group="patient", metrics="cba", paired=False)
    assert apart["cba"].folds == both["cba"].folds
    assert apart.grouped


def test_one_item_that_tells_models_apart_is_drawn_or_not():
    """The difference is there in each draw that has the item; the others are ties, which count half."""
    n = 200
    truth = np.repeat([0, 1], n // 2)
    worse = truth.copy()
    worse[0] = 1
    plain = sy.intervals.bootstrap(draws=10_000, ends="percentile")
    found = sy.compare(truth, {"a": truth, "b": worse}, None, ["accuracy", "balanced_accuracy", "cba"], intervals=plain)
    absent = (1 - 1 / n) ** n
    for d in found.differences:
        assert d.a_better == pytest.approx(1 - absent / 2, abs=0.02), d.metric.name
        assert d.p_value > 0.2
    assert found.score("cba").ranks[0, 0] == pytest.approx(1 - absent / 2, abs=0.02)


def test_where_nothing_varies_few_items_are_not_enough():
    truth = np.repeat([0, 1], 3)
    drawn = {"metrics": "balanced_accuracy", "intervals": "bootstrap"}
    few = sy.compare(truth, {"a": truth, "b": 1 - truth}, **drawn)["balanced_accuracy"]
    assert few.p_value == pytest.approx(2 / 2**6, abs=0.01), "all six fell on the same side"
    assert few.p_bootstrap == 2 / 2**3
    assert "nothing varies" in str(few.interval.note)
    truth = np.repeat([0, 1], 30)
    many = sy.compare(truth, {"a": truth, "b": 1 - truth}, **drawn)["balanced_accuracy"]
    assert many.p_value < 1e-6
    assert many.p_bootstrap == pytest.approx(1 / 10_001)


def test_smaller_is_better_where_a_metric_says_so(rng):
    truth, models = labels(rng, n=400, agree=0.0)
    models["a"] = np.where(rng.random(400) < 0.7, truth, models["a"])
    found = sy.compare(truth, models, metrics=["cen", "mcc"])
    for name in ("cen", "mcc"):
        assert found[name].better == "a"
        assert found[name].a_better > 0.999
        assert found.score(name).groups == ((0,), (1,))
        assert found.score(name).ranks[0, 0] > 0.999
    assert found["cen"].value < 0 < found["mcc"].value


@pytest.mark.parametrize("models", [2, pytest.param(5, marks=pytest.mark.slow)])
def test_the_same_seed_gives_the_same_bits(rng, models):
    joint = sy.Joint.from_labels(*labels(rng, n=300, models=models))
    settings = {"metrics": ["balanced_accuracy", "cba", "mcc", "accuracy"]}
    first, again, other = (
        sy.compare(joint, **settings, intervals=sy.intervals.bootstrap(draws=700, seed=seed)).to_json()
        for seed in (5, 5, 6)
    )
    assert first == again
    assert first != other


def test_stratified_draws_keep_the_class_sizes(rng):
    joint = sy.Joint.from_labels(*labels(rng, n=300))
    free, kept = (
        sy.compare(joint, metrics="accuracy", intervals=sy.intervals.bootstrap(draws=2_000, stratified=s))
        for s in (False, True)
    )
    spread = [found.score("accuracy").intervals[0].spread for found in (free, kept)]
    assert spread[1] < spread[0], "class sizes that vary move the accuracy, too"


def test_notes_of_models_with_items_of_their_own_are_each_models_own():
    few = sy.Confusion([[400, 100], [1, 1]])
    many = sy.Confusion([[400, 100], [100, 400]])
    found = sy.compare({"many": many, "few": few}, metrics="balanced_accuracy")
    many_note, few_note = (str(interval.note) for interval in found.score().intervals)
    assert many_note == ""
    assert few_note == "there are only 2 items of class 1"
    swapped = sy.compare({"few": few, "many": many}, metrics="balanced_accuracy").score().intervals
    assert (str(swapped[1].note), str(swapped[0].note)) == (many_note, few_note)


def test_differences_undefined_in_many_draws_say_so():
    truth = np.array([0] * 20 + [1])
    models = {"a": truth, "b": np.zeros(21, dtype=int)}
    found = sy.compare(truth, models, metrics="balanced_accuracy", undefined="nan", intervals="bootstrap")
    interval = found["balanced_accuracy"].interval
    assert str(interval.note).endswith("; the metric is undefined in 36% of the draws"), "those without the only item"
    assert interval.undefined / 10_000 == pytest.approx((20 / 21) ** 21, abs=0.02)


def two_classes(rng, rare, n, *recalls_and_alarms):
    """Return the truth, and models that find the rare class so often, and give so many false alarms."""
    truth = np.repeat([1, 0], [rare, n - rare])
    models = {
        name: np.where(truth == 1, rng.random(n) < recall, rng.random(n) < alarms).astype(int)
        for name, (recall, alarms) in zip("ab", recalls_and_alarms, strict=True)
    }
    return truth, models


@pytest.mark.slow
def test_few_items_of_a_rare_class_do_not_make_an_interval_without_0(rng):
    """Draws moved by twice their bias left 0 out in half of such data, in which both models are equally good."""
    way, held = sy.intervals.bootstrap(draws=300), 0
    for _ in range(60):
        truth, models = two_classes(rng, 10, 1000, (0.9, 0.01), (0.9, 0.01))
        held += 0 in sy.compare(truth, models, metrics="balanced_accuracy", intervals=way)["balanced_accuracy"].interval
    assert held / 60 > 0.8


@pytest.mark.slow
def test_a_model_that_predicts_a_class_rarely_gives_no_false_alarms(rng):
    """Both have the same macro precision; swapped, the one with few predictions would have as many as the other."""
    way, alarms, swaps = sy.intervals.bootstrap(draws=300), 0, 0
    for _ in range(60):
        truth, models = two_classes(rng, 1000, 4000, (0.02, 0.0057), (0.6, 0.25))
        found = sy.compare(truth, models, metrics="macro_precision", intervals=way)["macro_precision"]
        alarms += found.p_value < 0.05
        swaps += found.p_swaps < 0.05
    assert alarms / 60 < 0.17
    assert swaps / 60 > 0.25, "which is why the bootstrap must agree"


def test_metrics_that_are_one_number_are_one_test_and_others_are_not(rng):
    """Of two classes, balanced accuracy has other names; Holm counts them once. Mirrored metrics are one test, too."""
    truth = rng.integers(0, 2, 200)
    models = {name: np.where(rng.random(200) < right, truth, 1 - truth) for name, right in {"a": 0.8, "b": 0.7}.items()}
    same = sy.compare(truth, models, metrics=["balanced_accuracy", "one_point_auroc_ova", "macro_specificity"])
    for d in same.differences:
        assert d.p_adjusted == pytest.approx(d.p_value, rel=1e-9)
    mirrored = sy.compare(truth, models, metrics=["accuracy", "error_rate"])
    assert mirrored["accuracy"].p_adjusted == mirrored["accuracy"].p_value
    several = sy.compare(truth, models, metrics=["balanced_accuracy", "one_point_auroc_ova", "mcc", "g_mean"])
    p = {name: several[name].p_value for name in ("balanced_accuracy", "mcc", "g_mean")}
    assert len(set(p.values())) == 3
    adjusted = dict(zip(p, holm(list(p.values())), strict=True))
    for name, expected in {**adjusted, "one_point_auroc_ova": adjusted["balanced_accuracy"]}.items():
        assert several[name].p_adjusted == pytest.approx(expected, rel=1e-9)


def test_different_metrics_with_the_least_p_there_can_be_are_different_tests():
    """Review of issue 18: six items tell the models apart, all for a, so p is 2 · 0.5⁶ for all metrics."""
    truth = [0] * 40 + [1] * 40
    a, b = list(truth), list(truth)
    for i in range(6):
        b[i] = 1
    a[20] = b[20] = 1
    a[60] = b[60] = 0
    metrics = ["accuracy", "mcc", "mean_f", "macro_precision"]
    found = sy.compare(truth, {"a": a, "b": b}, metrics=metrics)
    assert [d.p_value for d in found.differences] == [2 * 0.5**6] * 4
    assert len({d.value for d in found.differences}) == 4
    assert [d.p_adjusted for d in found.differences] == [4 * 2 * 0.5**6] * 4
    assert "are not told apart" in found.verdict


def test_one_family_for_all_metrics_of_a_table(rng):
    """Issue 18: balanced accuracy stood alone, and the same number under another name was corrected for all."""
    truth = rng.integers(0, 2, 300)
    right = {"a": 0.8, "b": 0.72, "c": 0.65}
    models = {name: np.where(rng.random(300) < share, truth, 1 - truth) for name, share in right.items()}
    shown = sy.compare(truth, models)
    assert not shown.asked
    assert all(d.p_adjusted == d.p_pairs for d in shown.differences)
    for mine, other in zip(shown["balanced_accuracy"], shown["one_point_auroc_ova"], strict=True):
        assert mine.p_adjusted == pytest.approx(other.p_adjusted, rel=1e-9)
    assert shown.score("balanced_accuracy").groups == shown.score("one_point_auroc_ova").groups
    asked = sy.compare(truth, models, metrics=["balanced_accuracy", "accuracy"])
    every = holm([d.p_value for d in asked.differences])
    assert [d.p_adjusted for d in asked.differences] == pytest.approx(every.tolist())
    assert "corrected for the 3 pairs of models." in " ".join(str(shown).split())
    assert "corrected for the 3 pairs of models by each of the 2 metrics asked for." in asked.verdict + " ".join(
        str(asked).split()
    )


def test_letters_follow_the_rule_of_the_verdict_with_a_rope(rng):
    truth = rng.integers(0, 2, 400)
    right = {"a": 0.9, "b": 0.82, "c": 0.6}
    models = {name: np.where(rng.random(400) < share, truth, 1 - truth) for name, share in right.items()}
    for rope in (0.0, 0.05, 0.2):
        found = sy.compare(truth, models, metrics="accuracy", rope=rope)
        for d in found.differences:
            pair = {found.models.index(d.a), found.models.index(d.b)}
            assert found.is_better(d) != any(pair <= set(group) for group in found.score().groups)


def test_of_two_models_an_undefined_one_has_neither_letter_nor_ranks():
    found = sy.compare([0, 1, 0, 1], {"a": [0, 0, 0, 0], "b": [0, 1, 1, 1]}, metrics="mcc").score()
    assert np.isnan(found.values[0])
    assert found.groups == ((1,),)
    assert np.isnan(found.ranks).all()
