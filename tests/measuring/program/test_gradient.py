"""Derivatives of recorded metrics, against differences of the metric itself."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.measuring.apply import apply
from steelyard.measuring.program import gradients, record
from steelyard.measuring.program.adjoint import _BACK, SLOPES
from steelyard.measuring.program.program import ELEMENTWISE, REDUCTIONS

STEP = 1e-6
METRICS = [metric for metric in sy.metrics.values() if not metric.optional]
HOLES = {
    "full": [[30, 4, 6], [7, 25, 3], [2, 9, 41]],
    "an empty row": [[30, 4, 6], [0, 0, 0], [2, 9, 41]],
    "an empty column": [[30, 0, 6], [7, 0, 3], [2, 0, 41]],
    "a class without a hit": [[30, 4, 6], [7, 0, 3], [2, 9, 41]],
    "no errors in a class": [[30, 0, 0], [7, 25, 3], [2, 9, 41]],
}


def differences(metric, m, relevance, policy):
    """Return central differences by the cells that are not 0, by calling the metric on weights."""
    rows, columns = np.nonzero(m)
    moved = np.repeat(np.asarray(m, dtype=float)[None], 2 * len(rows), axis=0)
    steps = STEP * np.asarray(m)[rows, columns]
    each = np.arange(len(rows))
    moved[2 * each, rows, columns] += steps
    moved[2 * each + 1, rows, columns] -= steps
    (found,) = apply([metric], sy.Confusion(moved), importance=relevance, undefined=policy)
    slopes = (found.value[0::2] - found.value[1::2]) / (2 * steps.reshape(-1, *[1] * (found.value.ndim - 1)))
    return np.moveaxis(slopes, 0, -1), (rows, columns)


@pytest.mark.slow
@pytest.mark.parametrize("counts", HOLES.values(), ids=HOLES)
@pytest.mark.parametrize("policy", ["exclude", "zero", "nan"])
@pytest.mark.parametrize("whole_numbers", [True, False])
def test_every_metric_has_the_slopes_of_its_differences(counts, policy, whole_numbers):
    m, relevance = np.array(counts, dtype=float), np.array([1.0, 0.4, 0.7])
    program = record(METRICS, classes=3, policy=policy, whole_numbers=whole_numbers)
    found = gradients(program, m, relevance)
    checked = 0
    for metric in METRICS:
        expected, (rows, columns) = differences(metric, m, relevance, policy)
        (value,) = apply([metric], sy.Confusion(m), importance=relevance, undefined=policy)
        gradient = found[metric.name]
        np.testing.assert_allclose(gradient.value, value.value, rtol=1e-12, err_msg=metric.name)
        smooth = np.isfinite(expected)
        size = np.abs(expected[smooth]).max(initial=1e-4)
        np.testing.assert_allclose(
            gradient.by_cell[..., rows, columns][smooth], expected[smooth], atol=2e-6 * size, err_msg=metric.name
        )
        checked += smooth.any()
    assert checked > len(METRICS) / 3


def test_a_stack_has_the_slopes_of_its_matrices(rng):
    stack = rng.integers(1, 40, (2, 4, 3, 3)).astype(float)
    program = record(["mcc", "recall", "f_of_averages"], classes=3)
    together = gradients(program, stack, np.ones(3))
    for at in np.ndindex(2, 4):
        for name, alone in gradients(program, stack[at], np.ones(3)).items():
            np.testing.assert_allclose(together[name].by_cell[at], alone.by_cell, rtol=1e-12)


def test_an_undefined_value_has_undefined_slopes():
    program = record("recall", classes=2)
    by_cell = gradients(program, np.array([[0.0, 0.0], [1.0, 3.0]]), np.ones(2))["recall"].by_cell
    assert np.isnan(by_cell[0]).all()
    assert np.isfinite(by_cell[1]).all()


OPERATIONS = {
    "add": lambda c: c.tp + c.fn,
    "subtract": lambda c: c.tp - 2 * c.fn,
    "multiply": lambda c: c.tp * c.p,
    "divide": lambda c: c.tp / c.p,
    "negative": lambda c: -c.tp,
    "absolute": lambda c: np.abs(c.tp - c.p),
    "reciprocal": lambda c: np.reciprocal(c.p),
    "square": lambda c: np.square(c.tp),
    "sqrt": lambda c: np.sqrt(c.tp),
    "power": lambda c: c.tp ** (c.p / c.n),
    "power of a constant": lambda c: 2.0 ** (c.p / c.n) + (c.p / c.n) ** 3 + (c.p / c.n) ** 0,
    "exp": lambda c: np.exp(c.tp / c.n),
    "expm1": lambda c: np.expm1(c.tp / c.n),
    "log": lambda c: np.log(c.p),
    "log1p": lambda c: np.log1p(c.p),
    "log2": lambda c: np.log2(c.p),
    "log10": lambda c: np.log10(c.p),
    "maximum": lambda c: np.maximum(c.tp, c.fn),
    "minimum": lambda c: np.minimum(c.tp, c.fn),
    "where": lambda c: np.where(c.tp > 20, c.p**2, c.fn / c.n),
    "where, with an unused branch that is infinite": lambda c: np.where(c.tp > 0, c.p, np.log(c.p - c.p)),
    "sum": lambda c: c.m.sum(axis=-2),
    "sum, kept": lambda c: c.m.sum(axis=(-1, -2), keepdims=True)[..., 0, :] * c.tp,
    "prod": lambda c: (c.m / 10).prod(axis=-1),
    "prod, kept": lambda c: (c.m / 10).prod(axis=-1, keepdims=True)[..., 0],
    "min": lambda c: c.m.min(axis=-1),
    "max": lambda c: c.m.max(axis=-2, keepdims=True)[..., 0, :],
    "mean": lambda c: c.m.mean(axis=-1),
    "diagonal": lambda c: np.einsum("...ii->...i", c.m @ c.m),
    "swapaxes": lambda c: (np.swapaxes(c.m, -1, -2) * c.m).sum(axis=-1),
    "index": lambda c: c.m[..., 0, :] * c.m[..., :, 1],
    "index of a slice": lambda c: c.m[..., 1:, :].sum(axis=-2) * c.t[..., :1],
    "matmul of matrices": lambda c: (c.m @ np.swapaxes(c.m, -1, -2)).sum(axis=-1),
    "matmul by a matrix for all": lambda c: c.t @ np.arange(9.0).reshape(3, 3),
    "matmul of cells by a matrix for all": lambda c: (c.m @ np.arange(9.0).reshape(3, 3)).sum(axis=-1),
    "matmul by a vector for all": lambda c: c.m @ np.arange(1.0, 4),
    "matmul of a vector for all": lambda c: np.arange(1.0, 4) @ c.m,
    "matmul of a matrix for all": lambda c: (np.arange(9.0).reshape(3, 3) @ c.m).sum(axis=-1),
    "cast": lambda c: c.tp * (c.tp > 20),
    "full_like": lambda c: np.full_like(c.tp, 3.0) * c.tp,
    "clip": lambda c: np.clip(c.tp, 10, 26),
}


@pytest.mark.parametrize("body", OPERATIONS.values(), ids=OPERATIONS)
def test_every_operation_has_the_slope_of_its_differences(body):
    metric = sy.Metric("own", "", body, kind="rate", range=(-np.inf, np.inf))
    m = np.array(HOLES["full"], dtype=float)
    expected, (rows, columns) = differences(metric, m, np.ones(3), "exclude")
    program = record(metric, classes=3, whole_numbers=False)
    found = gradients(program, m, np.ones(3))["own"].by_cell
    in_a_stack = gradients(program, np.stack([m.T, m]), np.ones(3))["own"].by_cell[1]
    np.testing.assert_allclose(in_a_stack, found, rtol=1e-12, atol=1e-12)
    assert np.abs(expected).max() > 1e-4
    np.testing.assert_allclose(found[..., rows, columns], expected, atol=1e-6 * np.abs(expected).max(), rtol=1e-6)


def test_no_operation_was_forgotten():
    """Numbers that move with the cells pass through these; comparisons give truth values, which do not move."""
    still = {"equal", "not_equal", "less", "less_equal", "greater", "greater_equal", "isfinite", "isnan", "isinf"}
    still |= {"logical_and", "logical_or", "logical_xor", "logical_not", "any", "all"}
    assert {*SLOPES, *_BACK} == {
        *ELEMENTWISE,
        *REDUCTIONS,
        "where",
        "diagonal",
        "index",
        "swapaxes",
        "matmul",
        "cast",
    } - still
    tried = " ".join(OPERATIONS)
    assert [name for name in (*SLOPES, *_BACK) if name not in tried] == []


@pytest.mark.parametrize(
    "scaled",
    [
        lambda c: 2 * c.m,
        lambda c: c.m / np.array([1.0, 2.0, 4.0]),
        lambda c: c.m * c.relevance,
        lambda c: c.m * c.of_row(c.relevance),
        lambda c: c.m * c.of_column(c.p),
        lambda c: c.m * c.of_row(c.t) / 3,
        lambda c: c.m * c.of_row(c.n),
        lambda c: np.where(c.m > 3, c.m, 2 * c.m),
        lambda c: np.swapaxes(c.m, -1, -2) ** 2,
    ],
)
def test_a_diagonal_of_scaled_cells_has_the_slopes_of_its_differences(scaled):
    metric = sy.Metric("own", "", lambda c: c.total(c.diagonal(scaled(c)) ** 2) / c.n, range=(0, np.inf))
    m, relevance = np.array([[8.0, 2, 1], [3, 9, 2], [1, 2, 7]]), np.array([1.0, 0.5, 0.25])
    expected, (rows, columns) = differences(metric, m, relevance, "exclude")
    found = gradients(record(metric, classes=3), m, relevance)["own"].by_cell
    np.testing.assert_allclose(found[rows, columns], expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("classes", [1, 2, 3])
def test_parts_that_may_be_empty_have_slopes_too(classes):
    metric = sy.Metric("own", "", lambda c: c.m[..., 1:, :].sum(axis=(-1, -2))[..., None] + c.n, range=(0, np.inf))
    by_cell = gradients(record(metric, classes=classes), np.ones((classes, classes)), np.ones(classes))["own"].by_cell
    assert by_cell.tolist() == [[1] * classes] + [[2] * classes] * (classes - 1)


@pytest.mark.parametrize(("zeros", "slopes"), [(0, [15, 10, 6]), (1, [15, 0, 0]), (2, [0, 0, 0])])
def test_a_product_with_zeros_moves_by_the_others(zeros, slopes):
    """∂(xyz)/∂x = yz, also where x = 0 and x·y·z / x would be 0/0."""
    m = np.diag([2.0, 3.0, 5.0])
    m[range(zeros), range(zeros)] = 0
    metric = sy.Metric("own", "", lambda c: c.tp.prod(axis=-1, keepdims=True), range=(0, np.inf))
    by_cell = gradients(record(metric, classes=3), m, np.ones(3))["own"].by_cell
    np.testing.assert_allclose(np.diagonal(by_cell), slopes, atol=1e-12)


@pytest.mark.parametrize("choose", [np.max, np.min])
def test_equal_terms_of_a_maximum_share_its_slope(choose):
    metric = sy.Metric("own", "", lambda c: choose(c.tp, axis=-1, keepdims=True), range=(0, np.inf))
    by_cell = gradients(record(metric, classes=3), np.diag([4.0, 4.0, 4.0]), np.ones(3))["own"].by_cell
    np.testing.assert_allclose(by_cell, np.eye(3) / 3)


def test_the_root_of_a_rate_that_stays_0_does_not_move():
    """√(tp/t) at tp = 0 is infinitely steep by tp, of which there is none, and flat by the errors of the row."""
    metric = sy.Metric("own", "", lambda c: c.total(np.sqrt(c.tp / c.t)), range=(0, np.inf))
    by_cell = gradients(record(metric, classes=2), np.array([[0.0, 4.0], [1.0, 3.0]]), np.ones(2))["own"].by_cell
    assert by_cell[0, 0] == np.inf
    assert by_cell[0, 1] == 0
    assert np.isfinite(by_cell[1]).all()
