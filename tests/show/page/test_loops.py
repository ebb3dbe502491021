"""Programs as loops, run here by the simplest interpreter there is, give what programs give."""

import numpy as np
import pytest

import steelyard as sy
from loops_interpreter import by_cell, line, run
from steelyard.measuring.program import NotRecordable, gradients, record, replay, with_slopes
from steelyard.show.page.loops import loops_of

pytestmark = pytest.mark.usefixtures("own_metrics")


@pytest.mark.slow
@pytest.mark.parametrize("at_shares", [False, True])
@pytest.mark.parametrize("whole_numbers", [False, True])
@pytest.mark.parametrize("policy", ["worst", "exclude", "zero", "nan"])
def test_loops_give_the_values_and_slopes_of_the_program(rng, random_counts, at_shares, whole_numbers, policy):
    C = 4
    metrics = [metric for metric in sy.metrics.values() if not metric.optional]
    metrics += [sy.metrics["weighted_kappa"], sy.metrics["expected_cost"].at(costs=rng.random((C, C)))]
    program = record(metrics, classes=C, policy=policy, whole_numbers=whole_numbers, at_shares=at_shares)
    sloped = with_slopes(program)
    loops = loops_of(sloped)
    relevance, shares = rng.dirichlet(np.ones(C)), rng.dirichlet(np.ones(C))
    counts = random_counts(rng, C, 5).astype(float)
    values, slopes = replay(program, counts, relevance, shares), gradients(sloped, counts, relevance, shares)
    for place, m in enumerate(counts):
        with np.errstate(all="ignore"):
            arrays = run(loops, m=m, relevance=relevance, shares=shares, seed=np.eye(C)[2])
        for output in loops["outputs"]:
            rate = output["kind"] == "rate"
            name, found = output["metric"], line(arrays, output["value"], C if rate else 1)
            value = np.atleast_1d(values[name].value[place])
            np.testing.assert_allclose(found, value, rtol=1e-12, atol=1e-14, err_msg=name)
            expected = slopes[name].by_cell[place, 2] if rate else slopes[name].by_cell[place]
            if np.isfinite(expected).all():
                np.testing.assert_allclose(by_cell(arrays, output, C), expected, rtol=1e-9, atol=1e-12, err_msg=name)


def test_phases_tell_what_moves(rng):
    names = ["accuracy", "cba", "recall"]
    loops = loops_of(with_slopes(record(names, classes=3)))
    assert [output["phase"] for output in loops["outputs"]] == [0, 1, 0]
    m, before, after = rng.integers(1, 9, (3, 3)).astype(float), np.ones(3), np.array([3.0, 2.0, 1.0])
    first, second = (run(loops, m=m, relevance=w, seed=np.eye(3)[0]) for w in (before, after))
    moved = {
        place
        for place, (a, b) in enumerate(zip(first, second, strict=True))
        if not np.array_equal(a, b, equal_nan=True)
    }
    told = {place for place, node in enumerate(loops["nodes"]) if node[0] in ("input", "constant") or node[1] == 1}
    assert moved <= told


@pytest.mark.parametrize(
    "body",
    [
        lambda c: c.m[..., 0, :].sum(axis=-1, keepdims=True),
        lambda c: c.m[..., :, -1].sum(axis=-1, keepdims=True),
        lambda c: c.m[..., 1:, ::2].sum(axis=(-1, -2))[..., None],
        lambda c: c.t[..., 1:2] / c.t[..., -1][..., None],
        lambda c: np.swapaxes(c.m, -1, -2)[..., 0, 1:].sum(axis=-1, keepdims=True),
        lambda c: (c.t @ np.ones((3, 2))).sum(axis=-1, keepdims=True),
        lambda c: (c.m @ c.m)[..., 0, 1][..., None] + (c.m @ np.arange(3.0)).sum(axis=-1, keepdims=True),
        lambda c: (
            ((c.t > 3) + (c.p > 2)).sum(axis=-1, keepdims=True) + (c.t / 2).astype(int).max(axis=-1, keepdims=True)
        ),
        lambda c: (c.tp / c.t).prod(axis=-1, keepdims=True) + np.any(c.t > 9, axis=-1, keepdims=True),
    ],
)
def test_parts_products_and_conversions(rng, body):
    metric = sy.Metric("own", "", body, range=(0, np.inf))
    m = rng.integers(1, 20, (3, 3)).astype(float)
    program = record(metric, classes=3)
    loops = loops_of(with_slopes(program))
    arrays = run(loops, m=m, relevance=np.ones(3))
    (output,) = loops["outputs"]
    assert line(arrays, output["value"], 1)[0] == pytest.approx(float(replay(program, m, np.ones(3))["own"].value))
    expected = gradients(program, m, np.ones(3))["own"].by_cell
    np.testing.assert_allclose(by_cell(arrays, output, 3), expected, rtol=1e-9, atol=1e-12)


def test_three_axes_are_refused():
    metric = sy.Metric("own", "", lambda c: (c.m[..., None] * c.m[..., None, :, :]).sum(axis=(-1, -2, -3))[..., None])
    with pytest.raises(NotRecordable, match="more than two axes"):
        loops_of(record(metric, classes=3))
