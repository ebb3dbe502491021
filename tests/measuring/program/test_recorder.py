import numpy as np
import pytest

import steelyard as sy
from steelyard.measuring.program import NotRecordable, gradients, record, record_bounds, replay
from steelyard.measuring.program.program import computed

pytestmark = pytest.mark.usefixtures("own_metrics")

COUNTS = np.array([[5.0, 1, 0], [2, 3, 0], [0, 7, 4]])


def test_metrics_are_found_as_measure_finds_them():
    outputs = record(["TPR", "mean_f(beta=2)", sy.metrics.mcc], classes=3).outputs
    assert [(output.metric, output.kind) for output in outputs] == [
        ("recall", "rate"),
        ("mean_f(beta=2)", "average"),
        ("mcc", "whole"),
    ]
    assert {output.metric for output in record(classes=3).outputs} == set(sy.measure(COUNTS))


def test_only_rates_and_averages_can_have_undefined_classes():
    """A metric of the whole matrix has some only if the class shares are changed: the classes without items."""
    outputs = record(["recall", "cba", "f_of_averages", "accuracy", "accuracy at importance"], classes=3).outputs
    assert [output.undefined is None for output in outputs] == [False, False, False, True, False]


def test_a_users_own_metric_is_recorded():
    @sy.metric(range=(0, 1), direction="lower")
    def false_alarms(c):
        return c.total(c.fp) / c.n

    @sy.metric(averages=True)
    def doubled(c, times=2):
        return times * c.mean(sy.metrics.recall)

    found = replay(record(["false_alarms", "doubled(times=3)"], classes=3), COUNTS, np.ones(3))
    assert found["false_alarms"].value == sy.metrics.false_alarms(COUNTS) == 10 / 22
    assert found["doubled(times=3)"].value == sy.metrics.doubled(COUNTS, times=3)


def test_a_users_own_metric_without_a_condition_is_undefined_where_it_is_not_finite():
    @sy.metric(per_class=True)
    def odds(c):
        return c.tp / c.fn

    found = replay(record("odds", classes=3, policy="exclude"), np.diag([4.0, 5.0, 6.0]) + np.eye(3, k=1), np.ones(3))[
        "odds"
    ]
    assert found.value.tolist() == pytest.approx([4, 5, np.nan], nan_ok=True)
    assert found.undefined.tolist() == [False, False, True]


def test_a_condition_that_does_not_look_at_the_counts_is_said_of_each_matrix():
    @sy.metric(per_class=True, undefined=lambda _: np.array([True, False, False]))
    def not_the_first(c):
        return c.t

    found = replay(record("not_the_first", classes=3), np.stack([COUNTS, COUNTS]), np.ones(3))["not_the_first"]
    assert found.undefined.tolist() == [[True, False, False]] * 2
    np.testing.assert_array_equal(found.value, sy.metrics.not_the_first(np.stack([COUNTS, COUNTS])))


def test_a_metric_that_looks_at_the_data_is_named():
    @sy.metric
    def hasty(c):
        return c.total(c.tp) / c.n if c.n > 0 else c.n

    assert sy.metrics.hasty(COUNTS) == 12 / 22
    with pytest.raises(ValueError, match=r"^the metric 'hasty' cannot be recorded: it decides by the counts"):
        record(["accuracy", "hasty"], classes=3)


def test_a_condition_that_looks_at_the_data_is_refused_too():
    @sy.metric(undefined=lambda c: np.asarray(c.n) == 0)
    def share(c):
        return c.total(c.tp) / c.n

    with pytest.raises(ValueError, match="the metric 'share' cannot be recorded: it turns counts into a plain array"):
        record("share", classes=3)


def test_parameters_that_name_classes_are_read_by_the_labels():
    costly = sy.metrics.expected_cost.at(costs={("b", "a"): 5, ("c", "b"): 2})
    cm = sy.Confusion(COUNTS, labels=["a", "b", "c"])
    program = record(costly, classes=3, labels=cm.labels)
    assert replay(program, COUNTS, np.ones(3))[costly.name].value == costly(cm) == (2 * 5 + 7 * 2) / 22
    with pytest.raises(ValueError, match="'b'"):
        record(costly, classes=3)


def test_raise_records_as_nan():
    raising, nan = (record("macro_precision", classes=3, policy=policy) for policy in ("raise", "nan"))
    assert raising.nodes == nan.nodes
    with pytest.raises(ValueError, match="undefined must be one of"):
        record("cba", classes=3, policy="drop")


def test_one_class_can_be_recorded():
    found = replay(record(classes=1), np.array([[7.0]]), np.ones(1))
    assert found["accuracy"].value == 1
    assert np.isnan(found["cen"].value)


@pytest.mark.parametrize("policy", ["exclude", "zero", "nan"])
def test_at_other_class_shares_a_program_gives_what_rescaled_counts_give(policy, rng):
    counts = rng.integers(0, 30, (6, 4, 4))
    counts[0, :, 2] = 0  # a class that is never predicted
    counts[1, 0] = 0  # one without items, and so without a share
    relevance, shares = rng.dirichlet(np.ones(4)), np.array([0.0, 0.2, 0.3, 0.5])
    found = replay(record(classes=4, policy=policy, at_shares=True), counts.astype(float), relevance, shares)
    rescaled = sy.Confusion(counts).at_shares(shares)
    for result in sy.evaluate(rescaled, importance=relevance, undefined=policy, intervals="none").measured:
        np.testing.assert_allclose(found[result.metric.name].value, result.value, rtol=1e-12, atol=1e-12)


def test_counts_that_cannot_have_a_share_have_no_values():
    """`at_shares` refuses them: a class without items cannot be a tenth of them."""
    counts = np.array([[0.0, 0, 0], [2, 7, 1], [1, 1, 5]])
    found = replay(record(classes=3, at_shares=True), counts, np.ones(3), np.array([0.1, 0.5, 0.4]))
    assert all(np.isnan(each.value) for each in found.values())


def test_the_derivatives_at_other_class_shares_know_that_rows_are_rescaled(rng):
    """One more item of a class does not change its share, so that recalls alone move a recall-based average."""
    counts, shares = rng.integers(5, 30, (3, 3)).astype(float), np.array([0.5, 0.3, 0.2])
    program = record(["accuracy"], classes=3, at_shares=True)
    recalls = counts.diagonal() / counts.sum(axis=1)
    expected = shares[:, None] / counts.sum(axis=1)[:, None] * (np.eye(3) - recalls[:, None])
    found = gradients(program, counts, np.ones(3), shares)["accuracy"].by_cell
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("classes", [1, 2, 3, 7])
def test_recorded_bounds_are_those_of_the_metrics(classes, rng):
    metrics = [metric for metric in sy.metrics.values() if not metric.optional]
    program = record_bounds(metrics, classes=classes)
    for relevance in (np.ones(classes), rng.dirichlet(np.ones(classes)) * 3, np.eye(classes)[0]):
        found = bounds_of(program, relevance)
        for metric in metrics:
            assert found[metric.name] == pytest.approx(metric.bounds(relevance, metric.arguments(range(classes))))


def test_bounds_that_look_at_the_numbers_cannot_be_recorded():
    @sy.metric(range=lambda w: (float(w[0]), 1.0))
    def odd(c):
        return c.total(c.tp) / c.n

    with pytest.raises(NotRecordable, match="'odd' cannot be recorded"):
        record_bounds([sy.metrics.odd], classes=3)


def bounds_of(program, relevance):
    values = []
    for node in program.nodes:
        values.append(computed(node, [values[operand] for operand in node.operands], {"relevance": relevance}))
    ends = [(output.metric, float(values[output.value])) for output in program.outputs]
    return {name: (low, high) for (name, low), (_, high) in zip(ends[::2], ends[1::2], strict=True)}
