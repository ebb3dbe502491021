import numpy as np
import pytest

import steelyard as sy
from averaged import averaged
from every_metric import EVERY
from steelyard.measuring import apply as measuring

CASE_1 = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])


def test_measure_gives_all_metrics_with_one_value():
    found = sy.measure(CASE_1)
    expected = {metric.id for metric in sy.metrics.values() if metric.kind != "rate" and not metric.optional}
    assert set(found) == expected
    assert all(type(value) is float for value in found.values())
    assert found["cba"] == sy.metrics.cba(CASE_1)


def test_measure_takes_names_aliases_and_metrics():
    found = sy.measure(CASE_1, ["ACSA", sy.metrics.mean_f.at(beta=2), "recall", "mean_f(beta=0.5)"])
    assert list(found) == ["balanced_accuracy", "mean_f(beta=2)", "recall", "mean_f(beta=0.5)"]
    assert found["balanced_accuracy"] == pytest.approx(2 / 3)
    assert found["recall"].tolist() == [1, 1, 0]
    assert list(sy.measure(CASE_1, "kappa")) == ["kappa"]
    assert list(sy.measure(CASE_1, sy.metrics.kappa)) == ["kappa"]
    assert sy.measure(CASE_1, []) == {}


def test_measure_gives_what_each_metrics_own_call_gives():
    for importance in (None, "rarity"):
        found = sy.measure(CASE_1, EVERY, importance=importance)
        for metric in EVERY:
            as_counted = metric.kind == "whole" and not metric.weighted
            own = metric(CASE_1, importance=None if as_counted else importance)
            np.testing.assert_array_equal(found[metric.name], own)


def test_measure_over_a_stack():
    stack = np.stack([CASE_1.counts, CASE_1.counts.T])
    found = sy.measure(stack, ["accuracy", "precision"])
    assert found["accuracy"].shape == (2,)
    assert found["precision"].shape == (2, 3)


def test_average_of_any_rate():
    assert averaged("recall", CASE_1, importance={"c1": 0.7, "c2": 0.3}) == pytest.approx(1)
    assert averaged("f(beta=2)", CASE_1) == sy.metrics.mean_f(CASE_1, beta=2)
    assert averaged(sy.metrics.npv, CASE_1) == pytest.approx(np.mean(sy.metrics.npv(CASE_1)))
    assert averaged("TPR", np.stack([CASE_1.counts] * 2)).shape == (2,)


def test_average_says_why_a_class_is_undefined():
    with pytest.raises(
        ValueError, match=r"average_precision is undefined for class 'c3': the class is never predicted"
    ):
        averaged("precision", CASE_1, undefined="raise")


@pytest.mark.parametrize("name", ["accuracy", "cba", "g_mean"])
def test_what_is_one_number_already_stays_as_it_is(name):
    found = sy.measure(CASE_1, [name, "recall"], importance={"c1": 0.7, "c2": 0.2, "c3": 0.1}, average=True)
    assert found == {
        name: sy.measure(CASE_1, name, importance={"c1": 0.7, "c2": 0.2, "c3": 0.1})[name],
        "recall": pytest.approx(0.9),
    }


def test_a_rate_is_averaged_only_if_asked():
    assert sy.measure(CASE_1, "recall")["recall"].shape == (3,)
    assert sy.measure(CASE_1, "f(beta=2)", average=True) == {"f(beta=2)": sy.metrics.mean_f(CASE_1, beta=2)}


def test_an_unknown_policy_is_refused():
    with pytest.raises(ValueError, match="undefined must be one of worst, exclude, zero, nan, raise, not 'drop'"):
        sy.metrics.recall(CASE_1, undefined="drop")


def test_raise_names_the_metric_the_classes_and_the_reason():
    with pytest.raises(ValueError, match=r"^macro_precision is undefined for class 'c3': the class is never predicted"):
        sy.metrics.macro_precision(CASE_1, undefined="raise")
    with pytest.raises(ValueError, match=r"^mcc is undefined: all predictions are of one class\.$"):
        sy.metrics.mcc([[90, 0], [10, 0]], undefined="raise")
    with pytest.raises(ValueError, match=r"^mcc is undefined: all items are of one class\.$"):
        sy.metrics.mcc([[[9, 1], [1, 9]], [[90, 10], [0, 0]]], undefined="raise")


def test_raise_names_the_classes_of_the_first_matrix_that_has_some():
    fine, one, two = np.ones((3, 3)), np.ones((3, 3)), np.ones((3, 3))
    one[1], two[[0, 2]] = 0, 0
    with pytest.raises(ValueError, match=r"^balanced_accuracy is undefined for class 0, 2: "):
        sy.metrics.balanced_accuracy(np.stack([fine, two, one]), undefined="raise")
    with pytest.raises(ValueError, match=r"^balanced_accuracy is undefined for class 1: "):
        sy.metrics.balanced_accuracy(np.stack([fine, one, two]).reshape(1, 3, 3, 3), undefined="raise")


def test_raise_does_not_mind_classes_that_do_not_matter():
    assert sy.metrics.macro_precision(CASE_1, importance=[1, 1, 0], undefined="raise") == pytest.approx(
        (1 + 10 / 310) / 2
    )


def test_measured_names_the_undefined_classes_of_each_matrix():
    stack = sy.Confusion(np.stack([CASE_1.counts, CASE_1.counts + 1]))
    (result,) = measuring.apply([sy.metrics.macro_precision], stack)
    assert result.undefined.tolist() == [[False, False, True], [False, False, False]]
    (result,) = measuring.apply([sy.metrics.balanced_accuracy], stack)
    assert result.undefined is None


def test_one_metric_does_not_leave_its_classes_to_the_next():
    precision, recall, accuracy = measuring.apply(
        [sy.metrics.macro_precision, sy.metrics.balanced_accuracy, sy.metrics.accuracy], CASE_1
    )
    assert precision.undefined is not None
    assert recall.undefined is None
    assert accuracy.undefined is None


def test_importance_of_the_wrong_length_is_refused():
    with pytest.raises(ValueError, match="lists 2 values for 3 classes"):
        sy.metrics.cba(CASE_1, importance=[1, 2])


def test_importance_forms_are_the_same():
    by_sequence = sy.metrics.cba(CASE_1, importance=[0.7, 0.2, 0.1])
    for other in ({"c1": 0.7, "c2": 0.2, "c3": 0.1}, "c1=0.7, c2=0.2, c3=0.1", np.array([0.7, 0.2, 0.1])):
        assert sy.metrics.cba(CASE_1, importance=other) == pytest.approx(by_sequence)


@pytest.mark.parametrize("count", [1, 2**53 // 4, 2**53])
def test_whole_numbers_are_recognised_up_to_where_floats_are_exact(count):
    """Beyond, sums are taken without subtracting; either way 1 − specificity is 1/(1 + count)."""
    for counts in ([[count, 1], [1, 1]], [[float(count), 1.0], [1.0, 1.0]]):
        assert 1 - sy.metrics.specificity(counts)[1] == pytest.approx(1 / (1 + count), abs=1e-15)
        assert sy.metrics.specificity(counts)[0] == 0.5


@pytest.mark.parametrize("cells", [1, 5, 9, 100])
def test_any_block_size_gives_the_same_numbers(cells, monkeypatch, rng, random_counts):
    stack = random_counts(rng, 3, 11)
    at_once = sy.measure(stack)
    monkeypatch.setattr(measuring, "BLOCK_CELLS", cells)
    in_blocks = sy.measure(stack)
    for name, values in at_once.items():
        np.testing.assert_allclose(in_blocks[name], values, rtol=1e-13, atol=1e-15)


def test_memory_does_not_grow_with_the_stack():
    """A view holds one block: the largest array is no larger than a block."""
    import tracemalloc

    stack = np.ones((200_000, 2, 2), dtype=np.int64)
    cm = sy.Confusion(stack)
    sy.metrics.mcc(cm.counts[:10])
    tracemalloc.start()
    sy.metrics.mcc(cm)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20 * 2**20 + 8 * len(stack)  # twenty blocks of 1 MB and the result


def test_importance_is_not_resolved_per_slice():
    """Two slices with different class sizes, one set of weights: that of both together."""
    stack = sy.Confusion([[[9, 1], [0, 10]], [[1, 9], [40, 40]]])
    w = sy.importance.rarity().weights(stack.pooled())
    assert w == pytest.approx([90 / 110, 20 / 110])
    assert sy.metrics.wba(stack, importance="rarity") == pytest.approx([0.9 * w[0] + w[1], 0.1 * w[0] + 0.5 * w[1]])


@pytest.mark.parametrize("policy", ["worst", "exclude", "zero", "nan"])
@pytest.mark.parametrize("scale", [1.0, 1e-150, 1e150], ids=["counts", "tiny weights", "huge weights"])
def test_matrices_with_one_row_replaced_are_measured_as_matrices_are(policy, scale, rng, monkeypatch):
    """Of two models, in blocks that divide the cases: also where classes have no items, or are never predicted."""
    monkeypatch.setattr(measuring, "MOVED_CELLS", 3 * 4**2)
    metrics = [metric for metric in EVERY if metric.kind != "rate"]
    matrices = rng.integers(0, 3, (2, 4, 4)) * scale
    rows = rng.integers(0, 2, (4, 8, 2, 4)) * rng.random((4, 8, 2, 4)) * scale
    matrices[0, :, 2] = rows[:, :, 0, 2] = rows[0, :2] = 0
    each = np.broadcast_to(matrices[None, None], (4, 8, 2, 4, 4)).copy()
    each[np.arange(4), :, :, np.arange(4)] = rows
    importance = [0.1, 0.4, 0.0, 0.5]
    found = measuring.values_of_moved(
        metrics, sy.Confusion(matrices), rows, importance=importance, undefined=policy
    )  # fmt: skip
    wanted = measuring.apply(metrics, sy.Confusion(each), importance=importance, undefined=policy)
    for metric, values, as_wanted in zip(metrics, found, wanted, strict=True):
        np.testing.assert_allclose(
            np.moveaxis(values, 1, -1), as_wanted.value, rtol=1e-9, atol=1e-12, err_msg=metric.name
        )
