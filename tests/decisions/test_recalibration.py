"""Recalibration: the maps are those of the least log loss, and what they gain is told by items they have not seen."""

import numpy as np
import pytest
from scipy.optimize import minimize

import steelyard as sy
from steelyard.decisions import log_loss, recalibrate, tune
from steelyard.decisions.recalibration import SCALED, log_scaling
from steelyard.decisions.tuning import parts_of
from steelyard.decisions.validation import FEWEST, mean_losses, recalibrator, through, validation
from steelyard.importance.mechanisms import sizes_of
from steelyard.measuring.goal import goal

LABELS = ("ok", "worn", "failing")


def softmax(logits):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)


def drawn(seed, items=2000, temperature=2.0, biases=(0.0, 0.0, 0.0)):
    """Return classes drawn by right probabilities, these, and what a model states that is off in a known way."""
    rng = np.random.default_rng(seed)
    logits = rng.normal([1.5, 0.0, -1.0], 1.5, (items, 3))
    right = softmax(logits)
    truth = (right.cumsum(axis=1) < rng.random((items, 1))).sum(axis=1)
    return truth, right, softmax(logits * temperature + biases)


def test_a_temperature_is_found_within_what_chance_allows():
    for seed in range(8):
        truth, right, stated = drawn(seed, items=4000, temperature=2.5)
        found = recalibrate(truth, stated)
        # The standard error of 1/T by the curvature of the log loss: the variance of log p under the probabilities.
        logs = np.log(stated)
        moved = found.recalibrated(stated)
        information = ((moved * logs**2).sum(axis=1) - (moved * logs).sum(axis=1) ** 2).sum()
        assert abs(1 / found.temperature - 1 / 2.5) < 4 / np.sqrt(information)
        assert 4 / np.sqrt(information) < 0.05  # so that the line above says something
        np.testing.assert_allclose(moved, right, atol=0.05)


def test_a_temperature_is_scikit_learns():
    calibration = pytest.importorskip("sklearn.calibration")
    if not hasattr(calibration, "_TemperatureScaling"):
        pytest.skip("needs scikit-learn 1.8 for temperature scaling")
    for seed in range(5):
        truth, _, stated = drawn(seed, items=500, temperature=1.5)
        stated = 0.9 * stated + 0.1 / 3  # scikit-learn adds 2e-16 before the logarithm
        theirs = 1 / calibration._TemperatureScaling().fit(stated, truth).beta_  # noqa: SLF001 - no public name
        assert recalibrate(truth, stated).temperature == pytest.approx(theirs, rel=1e-6)


def test_vector_scaling_is_where_the_log_loss_is_level():
    """At the least log loss, each class's probabilities sum to its items, and so do their logarithms to its items'."""
    for seed in range(5):
        truth, _, stated = drawn(seed, temperature=1.7, biases=(0.0, 1.0, -0.5))
        found = recalibrate(truth, stated, "vector")
        off = found.recalibrated(stated) - np.eye(3)[truth]
        assert (found.weights > 0).all()
        np.testing.assert_allclose(off.mean(axis=0), 0, atol=1e-6)
        np.testing.assert_allclose((off * np.log(stated)).mean(axis=0), 0, atol=1e-5)
        assert found.biases.sum() == pytest.approx(0, abs=1e-9)


def test_vector_scaling_has_the_least_loss_that_another_search_finds():
    truth, _, stated = drawn(3, items=300, biases=(0.0, 1.0, -0.5))

    def loss(point):
        return log_loss(truth, softmax(np.log(stated) * point[:3] + [0.0, *point[3:]]), labels=[0, 1, 2])

    best = minimize(
        loss, [1, 1, 1, 0, 0], method="Nelder-Mead", options={"maxiter": 20_000, "fatol": 1e-12, "xatol": 1e-9}
    )
    assert recalibrate(truth, stated, "vector").after == pytest.approx(best.fun, abs=1e-7)


def test_a_temperature_is_a_vector_scaling_and_neither_is_worse_than_nothing():
    for seed in range(20):
        truth, _, stated = drawn(seed, items=60, temperature=[0.5, 1.0, 3.0][seed % 3])
        before = log_loss(truth, stated, labels=[0, 1, 2])
        by = {way: recalibrate(truth, stated, way, labels=[0, 1, 2]) for way in SCALED}
        for found in by.values():
            assert found.before == pytest.approx(before, rel=1e-12)
            assert found.after == pytest.approx(
                log_loss(truth, found.recalibrated(stated), labels=[0, 1, 2]), rel=1e-12
            )
        assert by["vector"].after <= by["temperature"].after + 1e-9
        assert by["temperature"].after <= before
        weights = by["temperature"].weights
        assert (weights == weights[0]).all()
        assert not by["temperature"].biases.any()


def test_weights_are_as_many_items():
    truth, _, stated = drawn(1, items=200)
    weights = np.random.default_rng(0).integers(0, 4, 200)
    for way in SCALED:
        weighed = recalibrate(truth, stated, way, weights=weights)
        repeated = recalibrate(np.repeat(truth, weights), np.repeat(stated, weights, axis=0), way)
        np.testing.assert_allclose(weighed.weights, repeated.weights, rtol=1e-4)
        assert weighed.after == pytest.approx(repeated.after, abs=1e-9)
        assert weighed.items == weights.sum()


def test_a_stated_0_that_came_true_is_no_longer_impossible():
    truth = [0, 0, 0, 1, 1, 1, 0, 1]
    stated = np.array([[1, 0], [0.9, 0.1], [0, 1], [0.2, 0.8], [0, 1], [0.1, 0.9], [0.8, 0.2], [1, 0]])
    for way in SCALED:
        found = recalibrate(truth, stated, way)
        assert found.before == np.inf
        assert np.isfinite(found.after)
        assert found.floor == pytest.approx(0.05)  # half of the least above 0
        assert (found.recalibrated(stated) > 0).all()
        assert found.to_dict()["before"] is None
    np.testing.assert_allclose(found.recalibrated(stated).sum(axis=1), 1)


def test_zeros_that_never_came_true_cost_nothing():
    """A floor would take something off right probabilities, so they stay as they are."""
    truth = np.arange(60) % 3
    stated = np.eye(3)[truth]
    stated[::5] = 0.9 * stated[::5] + 0.05 * (1 - stated[::5])
    stated /= stated.sum(axis=1, keepdims=True)
    for way in SCALED:
        found = recalibrate(truth, stated, way)
        assert found.after <= found.before
        right = recalibrate(truth, np.eye(3)[truth], way)
        assert (right.before, right.after) == (0, 0)
        np.testing.assert_allclose(right.recalibrated(np.eye(3)), np.eye(3), atol=1e-300)


def test_columns_are_of_the_classes_that_are_named():
    truth, _, stated = drawn(2, items=300, biases=(0.0, 1.0, 0.0))
    one = recalibrate(np.array(LABELS)[truth], stated, "vector", labels=LABELS)
    other = recalibrate(np.array(LABELS)[truth], stated[:, ::-1], "vector", labels=LABELS[::-1])
    np.testing.assert_allclose(one.weights, other.weights[::-1], rtol=1e-4)
    np.testing.assert_allclose(one.recalibrated(stated), other.recalibrated(stated[:, ::-1])[:, ::-1], atol=1e-6)
    assert one.labels == LABELS


def test_perfect_probabilities_stay_finite():
    truth = np.arange(90) % 3
    stated = np.where(np.eye(3)[truth] > 0, 0.8, 0.1)
    for way in SCALED:
        found = recalibrate(truth, stated, way)
        assert np.isfinite(found.weights).all()
        assert np.isfinite(found.recalibrated(stated)).all()
        assert found.after < found.before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ([0, 1], [[0.5, 0.5]] * 2, "temprature"),
            "way must be 'temperature' or 'vector', not 'temprature'. Did you mean 'temperature'",
        ),
        (([0, 1], [[0.5, 0.4]] * 2), "row 0 sums to 0.9"),
        (([0, 1, 1], [[0.5, 0.5]] * 2), "3 true labels but 2 rows"),
        (([0, 0], [[0.5, 0.5]] * 2, "vector"), "no items of class 1 to recalibrate its probabilities by"),
        (([], np.ones((0, 2)) / 2), "there are no items"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments, message):
    with pytest.raises(ValueError, match=message):
        recalibrate(*arguments, labels=[0, 1])


def items_of(truth, stated, metric="balanced_accuracy"):
    return validation(goal(metric, None, sizes=sizes_of(truth, labels=[0, 1, 2])), truth, stated)


def test_what_chooses_takes_the_way_of_the_held_out_items():
    truth, _, stated = drawn(0, items=3000, temperature=1.0, biases=(0, 2.5, -2.5))
    items = items_of(truth, stated)
    assert recalibrator("auto").fitted(items, parts_of(items, 0)).way == "vector"
    truth, _, stated = drawn(0, items=3000, temperature=3.0)  # a vector does as well, by chance a little better
    items = items_of(truth, stated)
    parts = parts_of(items, 0)
    by = {way: mean_losses(items, parts, recalibrator(way).maps(items, parts)) for way in ("temperature", "auto")}
    assert by["auto"][1] < by["temperature"][1] + 0.003
    assert by["auto"][1] < by["auto"][0] - 0.1


def test_right_probabilities_stay_as_they_are_mostly_and_lose_nothing():
    """Chance may prefer a map; then held-out items must hardly notice."""
    kept = 0
    for seed in range(6):
        truth, right, _ = drawn(seed, items=1000)
        rule = tune(truth, right, method="closed_form", recalibrate="auto", labels=[0, 1, 2])
        kept += rule.recalibration is None
        assert rule.calibration_gain.log_loss_after < rule.calibration_gain.log_loss_before + 0.01
    assert kept >= 3


def test_few_items_of_a_class_keep_the_probabilities():
    truth, _, stated = drawn(0, items=1000, temperature=4.0)
    enough = np.flatnonzero(truth != 2)
    for size, kept in ((FEWEST - 1, True), (2 * FEWEST, False)):
        keep = np.concatenate([enough, np.flatnonzero(truth == 2)[:size]])
        rule = tune(truth[keep], stated[keep], recalibrate="auto", labels=[0, 1, 2], method="closed_form")
        assert (rule.recalibration is None) is kept
        assert (rule.calibration_gain.way is None) is kept


def test_the_gain_is_told_by_items_that_no_map_has_seen():
    """Labels of one part changed: no map that its gain is told by may move, nor may its way."""
    truth, _, stated = drawn(4, items=700, biases=(0.0, 1.0, 0.0))
    items = items_of(truth, stated)
    parts = parts_of(items, 0)
    changed = truth.copy()
    judge = parts[2][1]
    changed[judge] = np.roll(changed[judge], 7)
    for asked in ("auto", "vector"):
        one, other = (recalibrator(asked).maps(given, parts)[2] for given in (items, items_of(changed, stated)))
        np.testing.assert_array_equal(one.weights, other.weights)
        assert one.way == other.way
    maps = recalibrator("vector").maps(items, parts)
    before, after = mean_losses(items, parts, maps)
    assert before == pytest.approx(log_loss(truth, stated, labels=[0, 1, 2]))
    by_hand = [log_scaling("vector", (0, 1, 2), truth[find], stated[find]).moved(stated[held]) for find, held in parts]
    unseen = np.concatenate([held for _, held in parts])
    assert after == pytest.approx(log_loss(truth[unseen], np.concatenate(by_hand), labels=[0, 1, 2]))


@pytest.mark.parametrize("way", SCALED)
def test_a_rule_recalibrates_what_it_decides_on(way):
    truth, _, stated = drawn(5, items=900, temperature=3.0, biases=(0.0, 2.0, 0.0))
    rule = tune(truth, stated, "balanced_accuracy", "rarity", method="closed_form", recalibrate=way, labels=[0, 1, 2])
    fresh, _, new = drawn(6, items=900, temperature=3.0, biases=(0.0, 2.0, 0.0))
    plain = tune(truth, stated, "balanced_accuracy", "rarity", method="closed_form", labels=[0, 1, 2])
    np.testing.assert_array_equal(
        rule.decide(new), sy.decisions.decide(rule.recalibration.recalibrated(new), rule.gains)
    )
    assert rule.untuned == plain.untuned  # of the stated probabilities
    assert rule.calibration_gain.score_before == plain.unseen
    assert rule.calibration_gain.score_after == rule.unseen
    assert plain.recalibration is None
    assert f"recalibrated by a {'temperature of' if way == 'temperature' else 'weight and a bias'}" in " ".join(
        str(rule).split()
    )
    assert rule.goal.of_labels(fresh, rule.decide(new)) > rule.goal.of_labels(fresh, plain.decide(new)) - 0.02


@pytest.mark.slow
def test_what_is_gained_lasts_on_items_of_new_draws():
    """In closed form, on probabilities that are too sure and off by class, as those of a model with class weights."""
    gains, told = [], []
    for seed in range(10):
        truth, _, stated = drawn(seed, items=1500, temperature=2.0, biases=(0.0, 2.0, 3.0))
        fresh, _, new = drawn(100 + seed, items=3000, temperature=2.0, biases=(0.0, 2.0, 3.0))
        costs = {"costs": [[0, 1, 1], [3, 0, 3], [20, 20, 0]], "labels": [0, 1, 2], "method": "closed_form"}
        rules = {way: tune(truth, stated, "expected_cost", recalibrate=way, **costs) for way in (None, "auto")}
        spent = {way: rule.goal.of_labels(fresh, rule.decide(new)) for way, rule in rules.items()}
        gains.append(spent[None] - spent["auto"])
        gain = rules["auto"].calibration_gain
        told.append(gain.score_before - gain.score_after)
    error = np.std(gains) / np.sqrt(len(gains))
    assert np.mean(gains) > 3 * error > 0
    assert abs(np.mean(gains) - np.mean(told)) < 4 * np.hypot(error, np.std(told) / np.sqrt(len(told)))


def test_items_go_through_no_map_unchanged():
    truth, _, stated = drawn(0, items=50)
    items = items_of(truth, stated)
    assert through(items, None) is items


@pytest.mark.parametrize("bad", ["platt", "", 3, True])
def test_an_unknown_way_is_refused(bad):
    truth, _, stated = drawn(0, items=50)
    with pytest.raises(ValueError, match="recalibrate must be None, 'auto', 'temperature' or 'vector', not"):
        tune(truth, stated, recalibrate=bad)
