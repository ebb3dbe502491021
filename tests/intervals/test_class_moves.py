"""How far a class alone moves a metric: draws against closed forms, slopes against draws, curved metrics their bias."""

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard import measuring
from steelyard.intervals import class_moves as module
from steelyard.intervals.class_moves import ClassMoves, draws_within
from steelyard.intervals.method import Sample
from steelyard.intervals.rows import Rows
from steelyard.intervals.units import items_of

SMALL = sy.Confusion([[9, 3, 0], [20, 170, 10], [5, 45, 450]])
LARGE = sy.Confusion([[9_000, 2_000, 1_000], [20_000, 170_000, 10_000], [5_000, 45_000, 450_000]])
NUMBERS = [name for name in sy.metrics if sy.metrics[name].kind != "rate" and not sy.metrics[name].parameters]


def moves_of(cm, names, draws, seed=0, policy="worst"):
    C = len(cm.labels)
    sample = Sample(items_of(cm, weighted=True), [sy.metrics[name] for name in names], np.full(C, 1 / C), policy)
    return sample, ClassMoves(Rows(sample.units, (0,)), sample.observed, draws, seed)


def ends_of(cm, name, draws, confidence=0.95, seed=0):
    sample, moves = moves_of(cm, [name], draws, seed)
    return moves.of_model(0, sample.bounds(0)).ends(confidence)


@pytest.mark.parametrize("cm", [SMALL, sy.Confusion([[5, 0], [10, 485]]), sy.Confusion([[0, 4], [0, 80]])], ids=str)
@pytest.mark.parametrize("confidence", [0.9, 0.99])
def test_balanced_accuracy_is_put_together_from_beta_quantiles(cm, confidence):
    counts = np.asarray(cm.counts)
    hits, items = np.diag(counts), counts.sum(axis=1)
    recall, posterior = hits / items, stats.beta(hits + 0.5, items - hits + 0.5)
    tail = (1 - confidence) / 2
    below = np.maximum(recall - posterior.ppf(tail), 0)
    above = np.maximum(posterior.ppf(1 - tail) - recall, 0)
    low, high = ends_of(cm, "balanced_accuracy", 60_000, confidence)
    C = len(items)
    assert low == pytest.approx(recall.mean() - np.sqrt((below**2).sum()) / C, abs=0.004)
    assert high == pytest.approx(recall.mean() + np.sqrt((above**2).sum()) / C, abs=0.004)


def test_accuracy_of_one_class_with_items_is_a_share_but_for_an_item_of_the_other(rng):
    """Of 30 items of one class 20 are right; the other class may have an item, half right and half wrong."""
    low, high = ends_of(sy.Confusion([[20, 10], [0, 0]]), "accuracy", 60_000)
    right, wrong = rng.gamma(0.5, size=(2, 500_000))
    other = np.quantile((20 + right) / (30 + right + wrong), [0.025, 0.975]) - 2 / 3
    own = stats.beta(20.5, 10.5).ppf([0.025, 0.975]) - 2 / 3
    reach = np.sqrt(own**2 + other**2)
    assert (low, high) == pytest.approx((2 / 3 - reach[0], 2 / 3 + reach[1]), abs=0.004)


@pytest.mark.parametrize("name", NUMBERS)
def test_slopes_and_draws_agree_on_large_counts(name):
    by_draws, by_slopes = (ends_of(LARGE, name, draws) for draws in (20_000, 0))
    width = by_slopes[1] - by_slopes[0]
    assert width > 0
    # Beside slopes, the bias of curved metrics is told by 100 draws: twice a tenth of a standard error, three times.
    leeway = 0.15 if sy.metrics[name].curved else 0.03
    assert by_draws == pytest.approx(by_slopes, abs=leeway * width), "to Monte-Carlo accuracy of both ends"


@pytest.mark.parametrize("name", ["accuracy", "balanced_accuracy", "mcc"])
def test_large_counts_have_the_interval_of_the_delta_method(name):
    """Rows vary within classes and class sizes do, as items drawn from all classes together do."""
    (interval,) = sy.intervals.delta().of(Sample(items_of(LARGE), [sy.metrics[name]], np.ones(3) / 3, "worst"), 0.95)
    low, high = ends_of(LARGE, name, 0)
    assert high - low == pytest.approx(interval[0].high - interval[0].low, rel=0.01)


def test_a_class_without_items_may_be_anything():
    two = sy.Confusion([[40, 10], [5, 45]])
    three = sy.Confusion([[40, 10, 0], [5, 45, 0], [0, 0, 0]])
    narrow, wide = (ends_of(cm, "balanced_accuracy", 2_000) for cm in (two, three))
    assert wide[0] < narrow[0] - 0.1
    assert wide[1] > narrow[1]
    low, _ = ends_of(three, "balanced_accuracy", 60_000)
    recall, posterior = np.array([0.8, 0.9]), stats.beta([40.5, 45.5], [10.5, 5.5])
    below = (recall - posterior.ppf(0.025)) / 2
    alone = 0.85 - (1.7 + stats.beta(0.5, 0.5).ppf(0.025)) / 3
    assert low == pytest.approx(0.85 - np.sqrt((below**2).sum() + alone**2), abs=0.004)


@pytest.mark.parametrize("name", NUMBERS)
def test_the_order_of_the_classes_is_nothing(name):
    order = [2, 0, 1]
    other = sy.Confusion(np.asarray(SMALL.counts)[np.ix_(order, order)], labels=order)
    if name == "macro_mae":
        return  # of classes in an order
    for draws, leeway in ((10_000, 0.04), (0, 1e-9)):
        if name in ("cba", "g_mean", "cen", "mcen", "rci") and not draws:
            continue  # their bias is drawn
        one, two = (ends_of(cm, name, draws) for cm in (SMALL, other))
        assert one == pytest.approx(two, abs=leeway * (one[1] - one[0])), draws


@pytest.mark.parametrize("name", ["balanced_accuracy", "cba", "mcc"])
def test_the_same_seed_gives_the_same_bits_and_another_nearly_the_same(name):
    assert ends_of(SMALL, name, 2_000, seed=5) == ends_of(SMALL, name, 2_000, seed=5)
    first, second = (ends_of(SMALL, name, 2_000, seed=seed) for seed in (5, 6))
    assert first != second
    assert first == pytest.approx(second, abs=0.1 * (first[1] - first[0]))


def test_a_metric_stands_alone(monkeypatch):
    """What else is asked for, and how many tables are measured at once, changes no bit."""
    sample, moves = moves_of(SMALL, ["mcc", "cba", "balanced_accuracy"], 500)
    together = [moves.of_model(place, sample.bounds(place)).ends(0.95) for place in range(3)]
    assert together == [ends_of(SMALL, name, 500) for name in ("mcc", "cba", "balanced_accuracy")]
    monkeypatch.setattr(measuring, "MOVED_CELLS", 1)
    assert together == [ends_of(SMALL, name, 500) for name in ("mcc", "cba", "balanced_accuracy")]


def test_a_curved_metric_is_corrected_for_up_to_twice_the_bias_that_draws_show(rng):
    """The least of two equal numbers is below them in the mean: CBA of a symmetric table is low."""
    counts = np.array([[6, 2, 2], [2, 6, 2], [2, 2, 6]])
    sample, moves = moves_of(sy.Confusion(counts), ["cba", "balanced_accuracy"], 2_000)
    cba, plain = (moves.of_model(place, sample.bounds(place)) for place in range(2))

    def by_hand(m):
        hits, larger = np.diagonal(m, axis1=-2, axis2=-1), np.maximum(m.sum(axis=-1), m.sum(axis=-2))
        return (hits / larger).mean(axis=-1)

    completed = counts + np.full((3, 3), 0.25) + 0.25 * np.eye(3)
    off = by_hand(rng.gamma(completed, size=(40_000, 3, 3))).mean() - by_hand(completed)
    assert off < -0.01
    assert cba.bias == (pytest.approx(2 * off, rel=0.1), 0)
    assert plain.bias == (0, 0)
    assert cba.estimate == pytest.approx(plain.estimate)
    assert cba.ends(0.95)[1] > plain.ends(0.95)[1]


@pytest.mark.parametrize("draws", [2_000, 0])
@pytest.mark.parametrize("name", NUMBERS)
def test_every_metric_has_an_interval_around_its_value(name, draws, rng, random_counts):
    for counts in random_counts(rng, 3, 5):
        sample, moves = moves_of(sy.Confusion(counts), [name], draws)
        value = sample.observed[0].value[0]
        if np.isfinite(value):
            low, high = moves.of_model(0, sample.bounds(0)).ends(0.95)
            assert low <= value <= high
            assert low < high or not draws, "slopes see nothing where nothing is near, draws do"


def test_draws_fit_the_work_or_slopes_are_taken():
    assert draws_within(2, 1) == module.MOST
    assert module.FEWEST <= draws_within(15, 1) < module.MOST
    assert draws_within(40, 1) == 0
    assert draws_within(15, 30) == 0
