"""Scores in tensors: the same values, intervals and verdicts as in memory, computed where they lie."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.scores import arrays, score_columns
from steelyard.scores.arrays import THERE, DeviceScores
from steelyard.scores.given import GivenScores

torch = pytest.importorskip("torch")

METRICS = ["roc_auc", "roc_auc_ovo", "roc_auc to fpr 0.2", "average_precision", "pr_auc", "log_loss", "brier"]
HOST = ["top_2_recall", "lift at 10 %", "ece", "brier at importance"]


def tensors(*values):
    return [None if each is None else torch.as_tensor(each) for each in values]


def device_scores(truth, scores, *, on_cpu=False, **named):
    return arrays.device_scores(GivenScores(truth, scores, **named), on_cpu=on_cpu)


def problem(seed):
    rng = np.random.default_rng(seed)
    items, classes = int(rng.integers(20, 300)), int(rng.integers(2, 5))
    truth = np.append(np.arange(classes), rng.integers(0, classes, items - classes)) * 2 + 1
    first, second = (rng.dirichlet(np.ones(classes), items) for _ in range(2))
    first = np.maximum(first.round(1), 0.05)
    return truth, first / first.sum(axis=1, keepdims=True), second, rng.random(items) if seed % 2 else None


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("asked", [{}, {"shares": "uniform"}, {"importance": "rarity"}, {"intervals": "none"}])
def test_values_intervals_and_notes_are_those_of_memory(seed, asked):
    truth, first, second, weights = problem(seed)
    there = device_scores(*tensors(truth), {"a": tensors(first)[0], "b": tensors(second)[0]},
                          weights=tensors(weights)[0], on_cpu=True)  # fmt: skip
    assert isinstance(there, DeviceScores)
    metrics = METRICS + HOST
    told = sy.scores.evaluate(there, metrics=metrics, **asked)
    known = sy.scores.evaluate(truth, {"a": first, "b": second}, weights=weights, metrics=metrics, **asked)
    for ours, theirs in zip(told.values, known.values, strict=True):
        ends = [ours.value, ours.low, ours.high], [theirs.value, theirs.low, theirs.high]
        np.testing.assert_allclose(*ends, rtol=1e-12, atol=1e-14, err_msg=ours.metric)
        assert (ours.undefined, str(ours.note)) == (theirs.undefined, str(theirs.note))
    assert (told.labels, told.items, told.sorted_columns) == (known.labels, known.items, known.sorted_columns)


@pytest.mark.parametrize("seed", range(5))
def test_models_are_compared_as_in_memory(seed):
    truth, first, second, weights = problem(seed)
    there = device_scores(*tensors(truth), {"a": tensors(first)[0], "b": tensors(second)[0]},
                          weights=tensors(weights)[0], on_cpu=True)  # fmt: skip
    told = sy.scores.compare(there, metrics=METRICS)
    known = sy.scores.compare(truth, {"a": first, "b": second}, weights=weights, metrics=METRICS)
    for ours, theirs in zip(told.differences, known.differences, strict=True):
        ends = ([each.difference, each.low, each.high, each.p_value] for each in (ours, theirs))
        np.testing.assert_allclose(*ends, rtol=1e-9, atol=1e-12)


def test_nothing_is_sorted_in_memory(monkeypatch):
    """Where tensors lie on a device, NumPy gets to see numbers of classes, never items."""
    truth, first, _, _ = problem(4)
    whole = np.repeat(truth, 20), np.repeat(first, 20, axis=0)
    there = device_scores(*tensors(*whole), on_cpu=True)
    seen, host = [], np.asarray

    def watched(values, *rest, **named):
        seen.append(np.size(values))
        return host(values, *rest, **named)

    monkeypatch.setattr(np, "asarray", watched)
    sy.scores.evaluate(there, metrics=list(THERE))
    assert max(seen) < 100 < len(whole[0])


@pytest.mark.parametrize("positive", [0, 1])
def test_one_column_is_enough_for_two_classes(positive):
    rng = np.random.default_rng(0)
    truth, scores = rng.integers(0, 2, 50), rng.random(50)
    for form in ("probabilities", "ranks"):
        given = scores if form == "probabilities" else scores * 9 - 4
        there = device_scores(*tensors(truth, given), positive=positive, form=form, on_cpu=True)
        told = sy.scores.evaluate(there, positive=positive, metrics="average_precision")["average_precision"]
        known = sy.scores.evaluate(truth, given, positive=positive, form=form, metrics="average_precision")
        assert told.value == pytest.approx(known["average_precision"].value, rel=1e-12)


def test_an_impossible_truth_is_counted():
    there = device_scores(*tensors([0, 1, 1], [[1.0, 0.0], [1.0, 0.0], [0.5, 0.5]]), on_cpu=True)
    note = sy.scores.evaluate(there, metrics="log_loss")["log_loss"].note
    assert "1 item has a true class" in str(note)


def test_scores_in_bins_may_come_from_a_device():
    truth, first, _, weights = problem(1)
    there = device_scores(*tensors(truth, first), weights=tensors(weights)[0], on_cpu=True)
    told = sy.scores.evaluate(there, bins=10, metrics="roc_auc")["roc_auc"]
    known = sy.scores.evaluate(truth, first, weights=weights, bins=10, metrics="roc_auc")["roc_auc"]
    assert told.value == pytest.approx(known.value, rel=1e-12)


BAD = [
    ([0.5, 1.5], [[0.9, 0.1], [0.2, 0.8]]),  # fractions for labels
    ([0, 1], [[0.9, 0.3], [0.2, 0.8]]),
    ([0, 1], [[0.9, 0.1], [0.2, float("nan")]]),
    ([0, 1, 1], [[0.9, 0.1], [0.2, 0.8]]),
    ([0, 1], [[0.9, 0.05, 0.05], [0.2, 0.4, 0.4]]),
]


@pytest.mark.parametrize(("truth", "scores"), BAD)
def test_what_is_wrong_is_left_to_the_host_which_has_a_sentence(truth, scores):
    assert device_scores(*tensors(truth, scores), on_cpu=True) is None
    with pytest.raises(ValueError, match=r"^[a-z].*\.$"):
        sy.scores.evaluate(*tensors(truth, scores))


def test_logits_and_odd_weights_are_for_the_host():
    truth, logits = [1, 0], [[800.0, 0.0], [0.0, -1.0]]
    assert device_scores(*tensors(truth, logits), form="logits", on_cpu=True) is None
    for weights in ([0.0, 0.0], [1e300, 1e300], [1e-300, 1e-300]):
        good = tensors(truth, [[0.9, 0.1], [0.2, 0.8]])
        assert device_scores(*good, weights=tensors(weights)[0], on_cpu=True) is None


def test_a_probability_that_misses_1_by_rounding_is_1():
    truth, scores = tensors([0, 1], [np.float32(1.0000001), 0.25])
    there = device_scores(truth, scores, positive=0, on_cpu=True)
    assert there.columns["model"].tolist() == [[1.0, 0.0], [0.25, 0.75]]


def test_tensors_in_memory_are_taken_there():
    truth, first, _, _ = problem(2)
    assert device_scores(*tensors(truth, first)) is None
    told = sy.scores.evaluate(*tensors(truth, first), metrics="roc_auc")["roc_auc"].value
    assert told == sy.scores.evaluate(truth, first, metrics="roc_auc")["roc_auc"].value


def test_evaluate_asks_the_device_first(monkeypatch):
    truth, first, _, _ = problem(3)
    monkeypatch.setattr(score_columns, "device_scores", lambda given: arrays.device_scores(given, on_cpu=True))
    given = score_columns.given_scores(GivenScores(*tensors(truth, first)))
    assert isinstance(given, DeviceScores)
