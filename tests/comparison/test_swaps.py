"""The randomisation test: against McNemar's exact test, all swaps one by one, and models that are equally good."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.item_tests import mcnemar
from steelyard.comparison.p_values import FEWEST, SEEN, SWAPS, Swapped, p_of_swaps, swaps_of_each
from steelyard.intervals.units import groups_of, items_of

C = 3
QUICK = sy.intervals.bootstrap(draws=100)


def labels(rng, n, models=2, right=0.6):
    truth = np.concatenate([np.arange(C), rng.integers(0, C, n - C)])  # each class has an item
    return truth, {name: np.where(rng.random(n) < right, truth, rng.integers(0, C, n)) for name in "abc"[:models]}


def near(p, exact, draws=SWAPS):
    """Whether a share of draws is that of all, within five standard errors."""
    return abs(p - exact) <= 5 * math.sqrt(exact * (1 - exact) / draws) + 1 / draws


def leads_by_class(truth, a, b):
    """What swapping each item would take from the lead in balanced accuracy, twice over, as fractions."""
    size = {c: int((truth == c).sum()) for c in set(truth.tolist())}
    return [
        Fraction(int(first == c) - int(second == c), size[c] * len(size))
        for c, first, second in zip(truth.tolist(), a.tolist(), b.tolist(), strict=True)
    ]


def by_brute_force(parts):
    """The share of all ways to swap in which the parts add up to a lead as large as theirs."""
    lead = abs(sum(parts))
    return np.mean([abs(sum(map(Fraction.__mul__, parts, map(Fraction, way)))) >= lead for way in ways(len(parts))])


def ways(n):
    return product([1, -1], repeat=n)


@pytest.mark.usefixtures("own_metrics")
@pytest.mark.parametrize(
    "told_apart", [(2, 8), (5, 3), (0, 4), (30, 18), (1, 1)], ids=lambda counts: f"{counts[0]} to {counts[1]}"
)
@pytest.mark.parametrize("agreed", [20, 10**6], ids=["few", "a million"])
def test_for_accuracy_by_another_name_it_is_the_exact_test_of_mcnemar(told_apart, agreed):
    @sy.metric(range=(0, 1))
    def hit_share(c):
        """Share of items that were found."""
        return c.total(c.tp) / c.n

    joint = sy.Joint(
        [[0, 0, 0], [1, 1, 1], [1, 1, 0], [0, 1, 0], [1, 0, 0]],
        [agreed, agreed // 7, told_apart[0], told_apart[1], 5],
        ["x", "y"],
        ["a", "b"],
    )
    found = sy.compare(joint, metrics=["hit_share"], intervals=QUICK)["hit_share"]
    assert found.test == "swaps and bootstrap"
    assert near(found.p_value, mcnemar(joint, "a", "b").p_value)


@pytest.mark.parametrize("size", [30, 10**7])
def test_of_classes_of_one_size_balanced_accuracy_is_accuracy(size):
    """Of 10⁷ items the lead is 1e-7, beside which rounding is not small: equal leads are sums of other parts."""
    wrong = {(0, 0, 1): 2, (0, 1, 0): 1, (1, 1, 2): 1, (1, 2, 1): 3, (2, 2, 0): 1, (2, 0, 2): 1, (3, 3, 0): 1}
    hits = {(c, c, c): size - sum(n for codes, n in wrong.items() if codes[0] == c) for c in range(4)}
    joint = sy.Joint(list(map(list, wrong | hits)), list((wrong | hits).values()), list("wxyz"), ["a", "b"])
    found = sy.compare(joint, metrics="balanced_accuracy", intervals=QUICK)["balanced_accuracy"]
    assert found.value == 0, "five to five"
    assert found.p_value == 1
    ahead = joint + sy.Joint([[3, 3, 1], [3, 3, 3]], [2, size - 2], list("wxyz"), ["a", "b"])
    ahead = ahead + sy.Joint([[c, c, c] for c in range(3)], [size] * 3, list("wxyz"), ["a", "b"])
    found = sy.compare(ahead, metrics="balanced_accuracy", intervals=QUICK)["balanced_accuracy"]
    assert near(found.p_value, mcnemar(ahead, "a", "b").p_value)


@pytest.mark.parametrize("seed", range(6))
def test_few_items_have_the_p_value_of_all_ways_to_swap_them(seed):
    truth, models = labels(np.random.default_rng(seed), n=10)
    exact = by_brute_force(leads_by_class(truth, *models.values()))
    found = sy.compare(truth, models, metrics="balanced_accuracy", intervals=QUICK)["balanced_accuracy"]
    assert near(found.p_value, exact)


@pytest.mark.parametrize("weighted", [False, True])
def test_a_group_is_swapped_whole(rng, weighted):
    truth, models = labels(rng, n=36, right=0.4)
    models["a"] = np.where(np.arange(36) % 3 == 0, truth, models["a"])
    group, weights = np.arange(36) // 4, rng.integers(1, 4, 36) / 2 if weighted else np.ones(36)
    lead = weights * ((models["a"] == truth).astype(float) - (models["b"] == truth))
    parts = [Fraction(part) for part in np.bincount(group, lead).tolist()]
    given = {"weights": weights} if weighted else {}
    found = sy.compare(truth, models, metrics="accuracy", group=group, intervals=QUICK, **given)["accuracy"]
    assert found.test == "swaps and bootstrap", "McNemar's test takes items for independent"
    assert near(found.p_value, by_brute_force(parts))


def test_swaps_keep_the_truth_and_what_both_models_said_together(rng):
    truth, models = labels(rng, n=60, models=3)
    joint = sy.Joint.from_labels(truth, models)
    grouped = sy.Joint.from_labels(truth, models, by={"patient": np.arange(60) // 4})
    both = (joint["a"].counts + joint["c"].counts).astype(float)
    for units in (items_of(joint), groups_of(grouped, "patient")):
        tables = Swapped(units, 0, 2).tables(np.random.default_rng(0), 300).counts.astype(float)
        assert tables.shape == (300, 2, C, C)
        np.testing.assert_array_equal(tables.sum(axis=1), np.broadcast_to(both, (300, C, C)))
        np.testing.assert_array_equal(tables.sum(axis=-1), np.broadcast_to(joint["a"].support, (300, 2, C)))
        np.testing.assert_allclose(tables[:, 0].mean(axis=0), both / 2, atol=5 * math.sqrt(60 / 4 / 300) * 2)
        assert len(np.unique(tables[:, 0].reshape(300, -1), axis=0)) > 100


def test_of_three_models_each_pair_is_swapped_by_itself(rng):
    truth, models = labels(rng, n=200, models=3)
    models["c"] = np.where(rng.random(200) < 0.2, truth, models["a"])  # close to a, not to b
    three = sy.compare(truth, models, metrics=["balanced_accuracy", "cen"], intervals=QUICK)
    for metric in ("balanced_accuracy", "cen"):
        for d in three[metric]:
            two = sy.compare(truth, {name: models[name] for name in (d.a, d.b)}, metrics=metric, intervals=QUICK)
            assert near(d.p_value, two[metric].p_value, swaps_of_each(3, 1) / 2), (metric, d.a, d.b)
    p = [d.p_value for d in three["balanced_accuracy"]]
    assert max(p) > 10 * min(p), "so that a pair taken for another is seen"


def test_models_that_say_the_same_are_never_told_apart(rng):
    truth, models = labels(rng, n=50)
    same = sy.compare(truth, {"a": models["a"], "b": models["a"]}, metrics=["cba", "mcc"], intervals=QUICK)
    assert [d.p_value for d in same.differences] == [1, 1]


def test_the_same_seed_swaps_the_same(rng):
    joint = sy.Joint.from_labels(*labels(rng, n=80, models=3))
    first, again, other = (
        [d.p_value for d in sy.compare(joint, metrics=["cba", "mcc"], intervals=method).differences]
        for method in (QUICK, QUICK, sy.intervals.bootstrap(draws=100, seed=1))
    )
    assert first == again
    assert first != other


@pytest.fixture
def fewer_swaps(monkeypatch):
    monkeypatch.setattr("steelyard.comparison.p_values.SWAPS", 400)
    monkeypatch.setattr("steelyard.comparison.p_values.FEWEST", 400)


def p_values(rng, sizes, repeated):
    """p-values of two models, each right on 90 % of the items whatever the other says."""
    truth = np.repeat(np.arange(len(sizes)), sizes)
    n, found = len(truth), []
    for _ in range(repeated):
        models = {name: np.where(rng.random(n) < 0.9, truth, (truth + 1) % len(sizes)) for name in "ab"}
        joint = sy.Joint.from_labels(truth, models)
        found.append(sy.compare(joint, metrics="balanced_accuracy", intervals=QUICK)["balanced_accuracy"].p_value)
    return np.array(found)


@pytest.mark.slow
@pytest.mark.usefixtures("fewer_swaps")
@pytest.mark.parametrize("rare", [10, 20, 50])
def test_false_alarms_are_one_in_twenty_also_for_rare_classes(rare):
    """The level at which a bootstrap interval reaches 0 gives 30, 19 and 6 % here."""
    p = p_values(np.random.default_rng(rare), [500, rare], repeated=200)
    assert (p < 0.05).mean() < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 200)
    assert (p < 0.2).mean() > 0.2 - 4 * math.sqrt(0.2 * 0.8 / 200), "nor is it blind"


@pytest.mark.slow
@pytest.mark.usefixtures("fewer_swaps")
def test_p_values_are_spread_evenly_where_models_are_equally_good():
    p = p_values(np.random.default_rng(7), [150, 100, 50], repeated=200)
    distance = np.abs(np.sort(p) - (np.arange(200) + 0.5) / 200).max()
    assert distance < 1.63 / math.sqrt(200), "Kolmogorov's distance, one in a hundred"


def pairs(leads):
    return np.stack([0.5 + np.asarray(leads) / 2, 0.5 - np.asarray(leads) / 2], axis=1)


def test_the_data_are_one_of_the_swaps():
    swapped = pairs(np.repeat([-0.25, 0.0, 0.25], [20, 60, 19]))
    assert p_of_swaps(np.array([0.625, 0.375]), swapped) == 40 / 100
    assert p_of_swaps(np.array([0.375, 0.625]), swapped) == 40 / 100
    assert p_of_swaps(np.array([0.5, 0.5]), swapped) == 1


def test_what_differs_by_rounding_is_as_far_apart():
    swapped = np.tile([[0.9 + 1e-7 - 3e-16, 0.9], [0.9 - 1e-7 - 3e-16, 0.9], [0.9, 0.9]], (100, 1))
    assert p_of_swaps(np.array([0.9 + 1e-7, 0.9]), swapped) == pytest.approx(201 / 301)


def test_beyond_the_swaps_the_normal_tail_goes_on(rng):
    leads = rng.normal(0, 0.01, 4_000)
    p = p_of_swaps(np.array([0.57, 0.5]), pairs(leads))
    assert p == pytest.approx(math.erfc(0.07 / leads.std() / math.sqrt(2)), rel=1e-9)
    assert 0 < p < 1e-10
    farther = np.sort(np.abs(leads))[-SEEN]
    assert p_of_swaps(np.array([0.5 + farther, 0.5]), pairs(leads)) == (SEEN + 1) / 4_001, "enough of them are counted"


def test_undefined_values_are_left_out():
    swapped = np.concatenate([pairs(np.repeat([0.5, 0.0], [30, 69])), [[np.nan, 0.5]] * 50])
    assert p_of_swaps(np.array([0.75, 0.25]), swapped) == 31 / 100
    assert math.isnan(p_of_swaps(np.array([np.nan, 0.25]), swapped))
    assert math.isnan(p_of_swaps(np.array([0.75, 0.25]), swapped[-50:]))


def test_many_pairs_share_the_swaps():
    assert [swaps_of_each(pairs, 100) for pairs in (1, 2, 3, 190)] == [SWAPS, SWAPS // 2, SWAPS // 3, FEWEST]
    assert FEWEST < swaps_of_each(1, 20_000) < SWAPS, "many classes have fewer"
