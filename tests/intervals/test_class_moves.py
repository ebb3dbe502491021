"""How far a class alone moves a metric: draws against closed forms, slopes against draws, curved metrics their bias."""

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.intervals import class_moves as module
from steelyard.intervals.class_moves import ClassMoves, draws_within
from steelyard.intervals.rows import Rows
from steelyard.intervals.sample import Sample
from steelyard.intervals.units import items_of
from steelyard.measuring import apply as measuring

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
def test_balanced_accuracy_is_put_together_from_beta_quantiles(cm, confidence, rng):
    counts = np.asarray(cm.counts)
    hits, items = np.diag(counts), counts.sum(axis=1)
    recall, posterior = hits / items, stats.beta(hits + 0.5, items - hits + 0.5)
    tail = (1 - confidence) / 2
    below = np.maximum(recall - posterior.ppf(tail), 0)
    above = np.maximum(posterior.ppf(1 - tail) - recall, 0)
    low, high = ends_of(cm, "balanced_accuracy", 60_000, confidence)
    C = len(items)
    right, wrong = (rng.gamma(shape, size=(200_000, C)) for shape in (hits, items - hits))
    anew = (right / (right + wrong)).mean(axis=1)
    least = np.quantile(anew - anew.mean(), [tail, 1 - tail])
    assert low == pytest.approx(recall.mean() - max(np.sqrt((below**2).sum()) / C, -least[0]), abs=0.004)
    assert high == pytest.approx(recall.mean() + max(np.sqrt((above**2).sum()) / C, least[1]), abs=0.004)


def test_accuracy_of_one_class_with_items_is_a_share_but_for_an_item_of_the_other(rng):
    """Of 30 items of one class 20 are right; the other class may have an item, half right and half wrong."""
    low, high = ends_of(sy.Confusion([[20, 10], [0, 0]]), "accuracy", 60_000)
    right, wrong = rng.gamma(0.5, size=(2, 500_000))
    other = np.quantile((20 + right) / (30 + right + wrong), [0.025, 0.975]) - 2 / 3
    own = stats.beta(20.5, 10.5).ppf([0.025, 0.975]) - 2 / 3
    anew = np.abs(stats.beta(20, 10).ppf([0.025, 0.975]) - 2 / 3)
    reach = np.maximum(np.sqrt(own**2 + other**2), anew)
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
    assert draws_within(2**3) == module.MOST
    assert module.FEWEST <= draws_within(15**3) < module.MOST
    assert draws_within(40**3) == 0
    assert draws_within(30 * 15**3) == 0


def test_many_classes_with_an_error_or_none_may_be_better_than_they_look():
    """Of twenty classes of 69 items, six have an error and two have two: a Poisson number of ten, 4.8 to 18.4."""
    errors = np.array([2, 2] + [1] * 6 + [0] * 12)
    counts = np.diag(69 - errors) + np.roll(np.diag(errors), 1, axis=1)
    for draws in (400, 0):
        low, high = ends_of(sy.Confusion(counts), "balanced_accuracy", draws)
        assert (1 - high) * 69 * 20 == pytest.approx(4.8, abs=0.8), draws
        assert (1 - low) * 69 * 20 > 18


def pair_of(truth, a, b, names, draws=8_000, **options):
    joint = sy.Joint.from_labels(truth, {"a": a, "b": b}, **options)
    metrics, C = [sy.metrics[name] for name in names], len(joint.labels)
    observed = Sample(items_of(joint), metrics, np.full(C, 1 / C), "worst").observed
    return observed, ClassMoves(Rows(items_of(joint), (0, 1)), observed, draws, 0)


def ends_of_pair(observed, moves, place=0):
    first, second = observed[place].value
    return moves.of_pair(place, first - second, (-1, 1)).ends(0.95)


@pytest.mark.parametrize("draws", [20_000, 0])
def test_two_models_differ_as_the_four_outcomes_of_each_class_allow(rng, draws):
    """Balanced accuracy: the mean over the classes of (a alone − b alone) / all, with half an item for each outcome."""
    outcomes = np.array([[40, 9, 4, 7], [300, 20, 35, 45]])  # both right, a alone, b alone, both wrong
    truth, a, b = [], [], []
    for c, (both, first, second, wrong) in enumerate(outcomes):
        truth += [c] * (both + first + second + wrong)
        a += [c] * (both + first) + [1 - c] * (second + wrong)
        b += [c] * both + [1 - c] * first + [c] * second + [1 - c] * wrong
    low, high = ends_of_pair(*pair_of(truth, a, b, ["balanced_accuracy"], draws))
    shares = rng.gamma(outcomes + 0.5, size=(100_000, 2, 4))
    shares /= shares.sum(axis=-1, keepdims=True)
    expected = np.quantile((shares[..., 1] - shares[..., 2]).mean(axis=-1), [0.025, 0.975])
    assert (low, high) == pytest.approx(expected, abs=0.003)


def test_who_never_predicts_a_class_may_or_may_not_begin_to(rng):
    """Macro precision: what b never answers counts 0, at least, and 1 at most; a has the same answers but for that."""
    truth = np.array([0] * 200 + [1] * 200 + [2] * 20)
    b = np.where(rng.random(420) < 0.8, truth, rng.integers(0, 2, 420))
    b[truth == 2] = 0
    a = b.copy()
    a[400:410] = 2
    observed, moves = pair_of(truth, a, b, ["macro_precision", "balanced_accuracy"])
    low, high = ends_of_pair(observed, moves)
    assert low < 0.02, "b may be as good where it never was"
    assert high == pytest.approx(observed[0].value[0] - observed[0].value[1], abs=0.03), "and may be as bad as it was"
    assert ends_of_pair(observed, moves, 1)[0] > 0.05, "that it found none of them is no question"


def test_items_tell_models_apart_where_that_moves_the_metric():
    truth = [0] * 10 + [1] * 6 + [2] * 4
    a = [0] * 10 + [1] * 6 + [2, 2, 0, 0]
    b = [0] * 7 + [1] * 3 + [1] * 6 + [0, 2, 1, 0]  # three of class 0 and one of class 2; one is wrong in another way
    joint = sy.Joint.from_labels(truth, {"a": a, "b": b})
    # An item of class 0 moves its recall by 1/12, one of class 2 by 1/6: four outcomes have half an item beforehand.
    unlike = (3 / 12 + 1 / 6) ** 2 / (3 / 12**2 + 1 / 6**2)
    for weights, expected in ([[1, 1, 1], unlike], [[12, 0, 6], 4], [[0, 0, 1], 1], [[1, 1, 0], 3]):
        observed = Sample(
            items_of(joint), [sy.metrics.balanced_accuracy], np.array(weights) / sum(weights), "worst"
        ).observed
        assert ClassMoves(Rows(items_of(joint), (0, 1)), observed, 0, 0).telling(0) == pytest.approx(expected)
