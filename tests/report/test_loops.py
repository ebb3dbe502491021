"""Programs as loops, run here by the simplest interpreter there is, give what programs give."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.recording import NotRecordable, gradients, record, replay, with_slopes
from steelyard.report.loops import loops_of
from steelyard.report.packing import unpacked

pytestmark = pytest.mark.usefixtures("own_metrics")

FUNCTIONS = {
    "truth": lambda x: x != 0,
    "whole": np.trunc,
    "where": np.where,
    "flow": lambda x, y: np.where((x == 0) | (y == 0), 0.0, x * y),
}
FOLDS = {"sum": np.add, "prod": np.multiply, "min": np.minimum, "max": np.maximum}
FOLDS |= {"any": np.logical_or, "all": np.logical_and}
START = {"sum": 0.0, "prod": 1.0, "min": np.inf, "max": -np.inf, "any": 0.0, "all": 1.0}


def at(arrays, operand, rows, columns):
    place, offset, down, along = operand
    return arrays[place][offset + down * np.arange(rows)[:, None] + along * np.arange(columns)]


def run(loops, **inputs):
    """Return the arrays of all nodes."""
    arrays = []
    for operation, *node in loops["nodes"]:
        if operation == "input":
            name, size = node
            found = inputs[name].reshape(-1)
            assert len(found) == size
        elif operation == "constant":
            found = unpacked(node[0])
        elif operation == "matmul":
            _, rows, columns, inner, first, second = node
            found = at(arrays, first, rows, inner) @ at(arrays, second, inner, columns)
        elif operation in START:
            _, rows, columns, operand, (size, down, along) = node
            found, values = np.full(size, START[operation]), at(arrays, operand, rows, columns)
            for i, j in np.ndindex(rows, columns):
                found[i * down + j * along] = FOLDS[operation](found[i * down + j * along], values[i, j])
        else:
            _, rows, columns, *operands = node
            function = FUNCTIONS.get(operation) or getattr(np, operation)
            given = [at(arrays, operand, rows, columns) for operand in operands]
            given = [x.astype(bool) if operation.startswith("logical") else x for x in given]
            if operation == "where":
                given[0] = given[0].astype(bool)
            found = function(*given)
            assert found.shape == (rows, columns)
        arrays.append(np.asarray(found, dtype=float).reshape(-1))
    return arrays


def line(arrays, operand, length):
    place, offset, along = operand
    return arrays[place][offset + along * np.arange(length)]


def by_cell(arrays, output, C):
    found = sum((at(arrays, slope, C, C) for slope in output["slopes"]), start=np.zeros((C, C)))
    for slope in output["diagonal"]:
        found = found + np.diag(line(arrays, slope, C))
    return found


@pytest.mark.parametrize("at_shares", [False, True])
@pytest.mark.parametrize("whole_numbers", [False, True])
@pytest.mark.parametrize("policy", ["exclude", "zero", "nan"])
def test_loops_give_the_values_and_slopes_of_the_program(rng, random_counts, at_shares, whole_numbers, policy):
    C = 4
    metrics = [metric for metric in sy.metrics.values() if not metric.optional]
    metrics += [sy.metrics["weighted_kappa"], sy.metrics["expected_cost"].at(costs=rng.random((C, C)))]
    program = record(metrics, classes=C, policy=policy, whole_numbers=whole_numbers, at_shares=at_shares)
    loops = loops_of(with_slopes(program))
    relevance, shares = rng.dirichlet(np.ones(C)), rng.dirichlet(np.ones(C))
    for m in random_counts(rng, C, 5).astype(float):
        given = {"m": m, "relevance": relevance, "shares": shares, "seed": np.eye(C)[2]}
        with np.errstate(all="ignore"):
            arrays = run(loops, **given)
        values, slopes = replay(program, m, relevance, shares), gradients(program, m, relevance, shares)
        for output in loops["outputs"]:
            rate = output["kind"] == "rate"
            name, found = output["metric"], line(arrays, output["value"], C if rate else 1)
            np.testing.assert_allclose(found, np.atleast_1d(values[name].value), rtol=1e-12, atol=1e-14, err_msg=name)
            expected = slopes[name].by_cell[2] if rate else slopes[name].by_cell
            if np.isfinite(expected).all():
                np.testing.assert_allclose(by_cell(arrays, output, C), expected, rtol=1e-9, atol=1e-12, err_msg=name)


def test_phases_tell_what_moves(rng):
    names = ["accuracy", "cba", "recall"]
    loops = loops_of(with_slopes(record(names, classes=3)))
    assert [output["phase"] for output in loops["outputs"]] == [0, 1, 0]
    m, before, after = rng.integers(1, 9, (3, 3)).astype(float), np.ones(3), np.array([3.0, 2.0, 1.0])
    first, second = (run(loops, m=m, relevance=w, seed=np.eye(3)[0]) for w in (before, after))
    moved = {place for place, (a, b) in enumerate(zip(first, second, strict=True)) if not np.array_equal(a, b)}
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
