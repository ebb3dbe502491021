"""Differences class by class: against Dirichlet draws of our own, the closed form, and false alarms that were."""

import math
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import steelyard as sy
from steelyard.comparison.by_class import limiting_class
from steelyard.intervals import classwise
from steelyard.intervals.interval import ShapedParts

NUMBERS = [name for name in sy.metrics if sy.metrics[name].kind != "rate" and not sy.metrics[name].parameters]
LEVELS = (0.5, 0.8, 0.9, 0.95, 0.99)
AVERAGE = 12
"""Seeds over which ends are averaged, so that what is left of Monte-Carlo noise is small beside their distance."""


def outcomes(of_classes):
    """Labels of two classes from numbers of items: both right, a alone, b alone, both wrong."""
    truth, a, b = [], [], []
    for c, (both, only_a, only_b, neither) in enumerate(of_classes):
        for count, right_a, right_b in ((both, 1, 1), (only_a, 1, 0), (only_b, 0, 1), (neither, 0, 0)):
            truth += [c] * count
            a += [c if right_a else 1 - c] * count
            b += [c if right_b else 1 - c] * count
    return np.array(truth), {"a": np.array(a), "b": np.array(b)}


def models(rng, n=300, classes=3, right=(0.7, 0.75), alike=0.5):
    truth = rng.choice(classes, n, p=np.arange(1, classes + 1) / np.arange(1, classes + 1).sum())
    wrong = rng.integers(0, classes, n)
    chance = rng.random(n)
    found = {}
    for name, share in zip("ab", right, strict=True):
        own = rng.random(n)
        found[name] = np.where(np.where(rng.random(n) < alike, chance, own) < share, truth, wrong)
    return truth, found


def difference(labels, metric="balanced_accuracy", **options):
    return sy.compare(*labels, metrics=[metric], **options)[metric]


def mean_ends(labels, metric="balanced_accuracy", confidence=0.95):
    found = [
        difference(labels, metric, confidence=confidence, intervals=classwise(seed=seed)).interval
        for seed in range(AVERAGE)
    ]
    return np.mean([(each.low, each.high) for each in found], axis=0)


@pytest.mark.parametrize("of_classes", [[(9, 0, 0, 3), (1120, 48, 8, 12)], [(3, 2, 0, 1), (40, 5, 2, 3)]])
@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_a_difference_is_put_together_from_four_outcomes_of_each_class(of_classes, confidence, rng):
    """Dirichlet(½) beside the items of each class; half the difference of recalls is that of balanced accuracy."""
    tail, value, reach = (1 - confidence) / 2, 0.0, []
    for counts in of_classes:
        drawn = rng.dirichlet(np.array(counts) + 0.5, 400_000)
        seen = (counts[1] - counts[2]) / sum(counts) / 2
        reach.append(np.quantile((drawn[:, 1] - drawn[:, 2]) / 2, [tail, 1 - tail]) - seen)
        value += seen
    low, high = np.minimum(np.array(reach)[:, 0], 0), np.maximum(np.array(reach)[:, 1], 0)
    expected = value - math.hypot(*low), value + math.hypot(*high)
    found = mean_ends(outcomes(of_classes), confidence=confidence)
    assert found == pytest.approx(expected, abs=0.03 * (expected[1] - expected[0]))


def test_one_class_of_many_items_has_the_closed_form():
    """McNemar's variance of a paired difference, with half an item beforehand: (p + q − (p − q)²) / (n + 3)."""
    counts = np.array([7_000, 1_100, 900, 1_000])
    labels = outcomes([counts, (10, 0, 0, 0)])
    shares = (counts + 0.5) / (counts.sum() + 2)
    gap = shares[1] - shares[2]
    spread = math.sqrt((shares[1] + shares[2] - gap**2) / (counts.sum() + 3))
    low, high = mean_ends(labels, "accuracy")
    seen = (counts[1] - counts[2]) / (counts.sum() + 10)
    assert (low, high) == pytest.approx((seen - 1.96 * spread, seen + 1.96 * spread), abs=0.1 * spread)


@pytest.mark.parametrize("items", [1, 2, 3, 4, 5, 6])
def test_few_items_of_which_all_fall_on_one_side_have_the_sign_test(items):
    """By two gamma numbers P(b better) were that of Beta(items + ½, ½) below ½, which is less; a coin is the bound."""
    labels = outcomes([(0, items, 0, 0), (100_000, 0, 0, 0)])
    found = difference(labels)
    assert 2 * stats.beta(items + 0.5, 0.5).cdf(0.5) < stats.binomtest(items, items).pvalue
    assert found.p_value == pytest.approx(stats.binomtest(items, items).pvalue, rel=1e-12)
    assert found.a_better == pytest.approx(1 - 0.5**items, rel=1e-12)
    assert (found.interval.low <= 0) == (items < 6)


def test_large_counts_agree_with_mcnemar_by_both_ways():
    labels = outcomes([(3_000, 330, 250, 500), (5_000, 400, 390, 700)])
    z = (730 - 640) / math.sqrt(730 + 640)
    for by_slopes in (False, True):
        found = difference(labels, "accuracy", intervals=classwise(by_slopes=by_slopes))
        assert found.p_value == pytest.approx(2 * stats.norm.sf(z), rel=0.2)


@pytest.mark.slow
@pytest.mark.parametrize("metric", NUMBERS)
def test_slopes_and_draws_agree_on_large_counts(metric, rng):
    truth, found = models(rng, n=3_000, right=(0.7, 0.72))
    joint = sy.Joint.from_labels(truth, found)
    large = sy.Joint(joint.codes, np.asarray(joint.counts) * 1_000, joint.labels, joint.models)
    draws, slopes = (
        sy.compare(large, metrics=[metric], intervals=classwise(by_slopes=by_slopes))[metric].interval
        for by_slopes in (False, True)
    )
    width = slopes.high - slopes.low
    assert width > 0
    assert (draws.low, draws.high) == pytest.approx((slopes.low, slopes.high), abs=0.1 * width), "2,000 draws"


@pytest.mark.slow
@pytest.mark.parametrize("paired", [None, False])
def test_interval_probability_and_p_are_one_statement(paired, rng):
    for _ in range(4):
        labels = models(rng, right=(0.6, 0.75))
        found = [
            sy.compare(*labels, paired=paired, confidence=level, metrics=["balanced_accuracy", "cen", "mcc", "cba"])
            for level in LEVELS
        ]
        for at_levels in zip(*(each.differences for each in found), strict=True):
            first = at_levels[0]
            sign = first.metric.sign * (1 if first.value > 0 else -1)
            chance = first.a_better if sign > 0 else first.b_better
            assert chance == pytest.approx(1 - first.p_value / 2, abs=1e-9)
            assert first.a_better + first.b_better == pytest.approx(1, abs=1e-12)
            assert len({each.p_value for each in at_levels}) == 1, "the level of the interval is nothing to p"
            for each, level in zip(at_levels, LEVELS, strict=True):
                out = not each.interval.low <= 0 <= each.interval.high
                assert out == (each.p_value < 1 - level) or abs(each.p_value - 1 + level) < 1e-6
            for one, other in pairwise(at_levels):
                assert other.interval.low <= one.interval.low
                assert one.interval.high <= other.interval.high


@pytest.mark.parametrize("metric", ["balanced_accuracy", "cen", "mcc", "g_mean"])
def test_the_order_of_the_models_turns_all_round(metric, rng):
    truth, found = models(rng)
    for by_slopes, leeway in ((False, 0.1), (True, 1e-9)):
        one = difference((truth, found), metric, intervals=classwise(by_slopes=by_slopes))
        two = difference((truth, {"b": found["b"], "a": found["a"]}), metric, intervals=classwise(by_slopes=by_slopes))
        width = one.interval.high - one.interval.low
        assert two.value == pytest.approx(-one.value, abs=1e-12)
        assert (two.interval.low, two.interval.high) == pytest.approx(
            (-one.interval.high, -one.interval.low), abs=leeway * width
        )
        assert two.a_better == pytest.approx(one.b_better, abs=leeway / 2)
        assert two.p_value == pytest.approx(one.p_value, abs=leeway)
        flipped = one.of("b", "a")
        assert (flipped.a_better, flipped.interval.low) == (one.b_better, -one.interval.high)


def test_names_of_classes_are_nothing_but_noise(rng):
    truth, found = models(rng)
    one = difference((truth, found))
    other = difference((2 - truth, {name: 2 - predicted for name, predicted in found.items()}))
    width = one.interval.high - one.interval.low
    assert other.value == pytest.approx(one.value, abs=1e-12)
    assert (other.interval.low, other.interval.high) == pytest.approx(
        (one.interval.low, one.interval.high), abs=0.1 * width
    )


def test_the_same_seed_gives_the_same_bits(rng):
    labels = models(rng)
    one, two, other = (difference(labels, intervals=classwise(seed=seed)) for seed in (3, 3, 4))
    assert (one.interval, one.p_value, one.a_better) == (two.interval, two.p_value, two.a_better)
    assert one.interval != other.interval


def test_a_third_model_changes_nothing_of_a_pair(rng):
    truth, found = models(rng)
    two = difference((truth, found))
    three = sy.compare(truth, {**found, "c": rng.permutation(truth)}, metrics=["balanced_accuracy"]).pair("a", "b")
    assert (three.interval.low, three.interval.high) == (two.interval.low, two.interval.high)


def test_models_on_items_of_their_own_are_put_together_as_two_samples():
    """Newcombe's way with Jeffreys' ends: four shares, each alone."""
    first, second = np.array([[12, 4], [30, 90]]), np.array([[15, 1], [40, 80]])
    value, squares = 0.0, np.zeros(2)
    for sign, counts in ((1, first), (-1, second)):
        for c in range(2):
            hits, items = counts[c, c], counts[c].sum()
            value += sign * hits / items / 2
            ends = (stats.beta(hits + 0.5, items - hits + 0.5).ppf([0.025, 0.975]) - hits / items) / 2
            low, high = ends if sign > 0 else -ends[::-1]
            squares += [min(low, 0) ** 2, max(high, 0) ** 2]
    expected = value - math.sqrt(squares[0]), value + math.sqrt(squares[1])
    found = [
        sy.compare(
            {"a": sy.Confusion(first), "b": sy.Confusion(second)},
            metrics=["balanced_accuracy"],
            intervals=classwise(seed=seed),
        )["balanced_accuracy"].interval
        for seed in range(AVERAGE)
    ]
    assert np.mean([each.low for each in found]) == pytest.approx(expected[0], abs=0.01)
    assert np.mean([each.high for each in found]) == pytest.approx(expected[1], abs=0.01)


@pytest.mark.parametrize("metric", NUMBERS)
def test_the_difference_of_a_model_and_itself_is_0_and_not_sure(metric, rng):
    truth, found = models(rng)
    d = difference((truth, {"a": found["a"], "b": found["a"]}), metric)
    assert d.value == 0
    assert (d.p_value, d.a_better, d.b_better) == (1, 0.5, 0.5)
    assert d.interval.low < 0 < d.interval.high


def test_weights_do_not_make_a_difference_sure(rng):
    """Issue 18: weights=[250]*60 gave p = 1.5e-314."""
    labels = models(rng, n=60, classes=2, right=(0.7, 0.85))
    plain = difference(labels, "accuracy")
    for weights in ([250] * 60, [0.1] * 60):
        heavy = difference(labels, "accuracy", weights=weights)
        assert heavy.p_value == pytest.approx(plain.p_value, rel=1e-6)
        assert (heavy.interval.low, heavy.interval.high) == pytest.approx(
            (plain.interval.low, plain.interval.high), abs=1e-9
        )
    assert plain.p_value > 1e-4


def test_the_unit_of_weights_is_nothing_and_the_value_is_the_weighted_one(rng):
    truth, found = models(rng, n=200)
    weights = rng.gamma(1, size=200)
    one, other = (difference((truth, found), "accuracy", weights=w) for w in (weights, 1e6 * weights))
    lead = ((found["a"] == truth).astype(float) - (found["b"] == truth)) @ weights / weights.sum()
    assert one.value == pytest.approx(lead)
    assert (other.p_value, other.interval.low) == pytest.approx((one.p_value, one.interval.low), rel=1e-4)
    spread = (
        math.sqrt((weights**2 * ((found["a"] == truth).astype(float) - (found["b"] == truth) - lead) ** 2).sum())
        / weights.sum()
    )
    assert one.interval.high - one.interval.low == pytest.approx(2 * 1.96 * spread, rel=0.12)


def test_weights_say_the_same_from_labels_a_frame_and_a_file(rng, tmp_path):
    truth, found = models(rng)
    frame = pd.DataFrame({"y": truth, **found, "w": rng.gamma(2, size=300).round(3)})
    frame.to_csv(tmp_path / "items.csv", index=False)
    options = {"truth": "y", "prediction": ["a", "b"], "weight": "w", "metrics": ["mcc"]}
    one = difference((truth, found), "mcc", weights=frame["w"].to_numpy())
    for source in (frame, str(tmp_path / "items.csv")):
        other = sy.compare(source, **options)["mcc"]
        assert (other.value, other.p_value) == pytest.approx((one.value, one.p_value), rel=1e-6)
        assert (other.interval.low, other.interval.high) == pytest.approx(
            (one.interval.low, one.interval.high), rel=1e-6
        )


@pytest.mark.slow
def test_few_items_of_a_rare_class_raise_no_false_alarm(rng):
    """Issue 18: equal balanced accuracy, 1 : 100, 20 rare items, answers mostly alike: false alarms of 50 %.

    Of 200 data sets 6.5 % are 13, with two binomial errors 20.
    """
    alarms = 0
    for _ in range(200):
        truth = np.repeat([0, 1], [2_000, 20])
        easy = rng.random(2_020)
        # b is bolder: it finds 5 % more of class 1 and gives up 5 % more of class 0
        a = np.where(easy < np.where(truth == 1, 0.70, 0.95), truth, 1 - truth)
        b = np.where(easy < np.where(truth == 1, 0.75, 0.90), truth, 1 - truth)
        alarms += difference((truth, {"a": a, "b": b})).p_value < 0.05
    assert alarms <= 20


def test_the_class_without_which_models_would_be_told_apart_is_named():
    truth = [1] * 12 + [0] * 1188
    a, b = [1] * 9 + [0] * 3 + [1] * 20 + [0] * 1168, [1] * 9 + [0] * 3 + [1] * 60 + [0] * 1128
    assert difference((truth, {"a": a, "b": b})).limited_by == 1
    assert difference((truth, {"a": a, "b": b}), "accuracy").limited_by is None, "there they are told apart"
    assert difference((truth, {"a": a, "b": a})).limited_by is None, "equal values differ by no class"


def test_undefined_values_have_no_interval():
    found = difference(([0, 1, 0, 1], {"a": [0, 0, 0, 0], "b": [0, 1, 1, 1]}), "mcc")
    assert math.isnan(found.p_value)
    assert not found.interval.known


def test_a_class_is_to_blame_only_where_the_others_alone_would_tell():
    """Most of the width is not enough: the others must leave 0 out."""
    spread = np.array([1.0, 0.4, 0.4])  # reaches of 1.96 times that; those of the others together, 1.11
    parts = ShapedParts(np.zeros(3), spread, np.zeros(3))
    assert limiting_class(1.2, parts, 3, 0.95) == 0
    assert limiting_class(-1.2, parts, 3, 0.95) == 0
    assert limiting_class(1.0, parts, 3, 0.95) is None, "without it, 0 would be inside all the same"
    assert limiting_class(1.2, ShapedParts(np.zeros(3), np.ones(3), np.zeros(3)), 3, 0.95) is None, "a third each"


RARE = [1] * 12 + [0] * 1188
FEW, MANY = [1] * 9 + [0] * 3 + [1] * 20 + [0] * 1168, [1] * 9 + [0] * 3 + [1] * 60 + [0] * 1128


def test_groups_of_one_item_each_are_items():
    """The same rare items are told right by both: the bootstrap of groups was sure of the rest."""
    given = {"a": FEW, "b": MANY}
    alone = sy.compare(RARE, given, metrics="balanced_accuracy")
    grouped = sy.compare(RARE, given, group=np.arange(1200), metrics="balanced_accuracy")
    assert grouped.verdict == alone.verdict
    assert "not told apart" in grouped.verdict
    assert grouped.to_dict() == alone.to_dict()


@pytest.mark.parametrize("paired", [True, False])
def test_what_was_not_seen_of_a_class_shows_in_groups_too(paired):
    """Of six groups with rare items none tells the models apart; in three of 300 they could well differ."""
    found = sy.compare(RARE, {"a": FEW, "b": MANY}, group=np.arange(1200) // 2, paired=paired, metrics=["cba", "mcc"])
    by_items = sy.compare(RARE, {"a": FEW, "b": MANY}, paired=paired, metrics=["cba", "mcc"])
    for grouped, alone in zip(found.differences, by_items.differences, strict=True):
        assert grouped.interval.high - grouped.interval.low > alone.interval.high - alone.interval.low
        assert grouped.p_value > alone.p_value
    assert found.grouped


def test_four_groups_prove_nothing_however_many_items_they_have():
    """All of the 40 items that tell the models apart are in four groups: (1/2)⁴ by chance, and that on either side."""
    truth, group = np.arange(400) % 2, np.arange(400) // 10
    a, b = truth, np.where(group < 4, 1 - truth, truth)
    found = sy.compare(truth, {"a": a, "b": b}, group=group, metrics="accuracy")["accuracy"]
    assert found.p_value >= 2 * 0.5**4
    assert found.interval.low <= 0


def test_three_models_in_groups_are_ranked_as_surely_as_groups_tell(rng):
    truth, group = np.arange(200) % 2, np.arange(200) // 20
    models = {k: np.where(rng.random(10)[group] < 0.2 + 0.1 * k, 1 - truth, truth) for k in range(3)}
    grouped, alone = (sy.compare(truth, models, group=g, metrics="accuracy") for g in (group, None))
    order = alone.score().best_first
    best = int(order[0])
    assert grouped.score().ranks[best, 0] < alone.score().ranks[best, 0]


@pytest.mark.parametrize("by_slopes", [False, True])
@pytest.mark.parametrize("metric", ["macro_precision", "g_mean", "balanced_accuracy"])
def test_a_class_that_one_model_gave_up_may_come_to_be_predicted_or_never(by_slopes, metric):
    """Both are in the interval: the precision that half an item would give, and a recall of 0."""
    truth = np.repeat([0, 1, 2], [8, 40, 60])
    bold, shy = truth.copy(), truth.copy()
    bold[[0, 1, 10, 11, 60, 61]], shy[:8], shy[[12, 62, 63]] = [1, 2, 0, 2, 0, 1], 1, [2, 1, 1]
    found = difference((truth, {"bold": bold, "shy": shy}), metric, intervals=classwise(by_slopes=by_slopes))
    low, high = found.interval.low, found.interval.high
    if metric == "macro_precision":  # shy would be the better one, if its first answer of the class is right
        assert low < 0 < high
    elif metric == "balanced_accuracy":  # the rarest class alone, of which shy finds nothing, may be worth as much
        assert high > (6 + 0.5) / (8 + 1) / 3
    else:  # a product that may still be 0
        assert high >= found.value


FIVE_RARE = [5, 91, 91, 91, 27]
"""Items of five classes, as a newcomer had them; `a` and `b` differ in three of the first and seven of the last."""


def three_models():
    truth = np.repeat(np.arange(5), FIVE_RARE)
    rng = np.random.default_rng(4)
    b = np.where(rng.random(len(truth)) < 0.9, truth, rng.integers(1, 5, len(truth)))
    b[:5] = [0, 0, 0, 1, 1]
    a = b.copy()
    a[:3] = 2
    a[-7:], b[-7:] = 1, 4
    c = np.where(rng.random(len(truth)) < 0.7, truth, 3)
    return truth, {"a": a, "b": b, "c": c}


def test_the_order_in_which_models_are_named_changes_no_number():
    truth, models = three_models()
    told = []
    for names in ("abc", "bac", "cba"):
        found = sy.compare(truth, {name: models[name] for name in names}, metrics=["balanced_accuracy", "macro_f1"])
        for metric in ("balanced_accuracy", "macro_f1"):
            d = found.pair("b", "a", metric)
            told.append([d.interval.low, d.interval.high, d.p_value, d.a_better, d.p_adjusted])
    np.testing.assert_allclose(told[::2], np.broadcast_to(told[0], (3, 5)), rtol=1e-12)
    np.testing.assert_allclose(told[1::2], np.broadcast_to(told[1], (3, 5)), rtol=1e-12)


def test_nobody_comes_first_more_often_than_it_beats_another():
    truth, models = three_models()
    found = sy.compare(truth, models, metrics="balanced_accuracy")
    first = dict(zip(found.models, found.score().ranks[:, 0], strict=True))
    for a in models:
        for b in set(models) - {a}:
            assert first[a] <= found.pair(a, b).a_better + 5 / 1000  # of a thousand draws


def test_items_that_hardly_count_make_nothing_sure():
    """Three items of the first class against none: if it is all that counts, a sign test has p = 1/4."""
    truth, models = three_models()
    two = {name: models[name] for name in "ab"}
    p = [
        sy.compare(truth, two, metrics="balanced_accuracy", importance=weights)["balanced_accuracy"].p_value
        for weights in ([1, 0, 0, 0, 0], [0.999, *[0.00025] * 4], [0.9, *[0.025] * 4])
    ]
    assert p[0] == 0.25
    assert p[1] == pytest.approx(0.25, abs=0.01)
    assert 0.1 < p[2] <= 0.25


def test_a_p_value_from_draws_tells_its_own_error():
    truth = np.repeat([0, 1], 100)
    a, b = truth.copy(), truth.copy()
    a[100:115], b[115:140] = 0, 0
    found = [
        sy.compare(truth, {"a": a, "b": b}, metrics="balanced_accuracy", intervals=sy.intervals.classwise(seed=seed))
        for seed in range(12)
    ]
    p = [each["balanced_accuracy"] for each in found]
    assert np.std([d.p_value for d in p]) == pytest.approx(p[0].p_error, rel=0.6)
    assert p[0].is_close_to(p[0].p_adjusted + p[0].p_error)
    assert not p[0].is_close_to(p[0].p_adjusted + 3 * p[0].p_error)


def test_where_the_items_are_too_few_no_draw_tells_p():
    truth, models = three_models()
    d = sy.compare(truth, {name: models[name] for name in "ab"}, metrics="balanced_accuracy")["balanced_accuracy"]
    assert d.p_value == pytest.approx(2 * d.by_chance)
    assert d.p_error == 0
