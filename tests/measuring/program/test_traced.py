"""What a body may do while it is recorded, with the numbers NumPy gives, and what is refused in a sentence."""

import math

import numpy as np
import pytest

from steelyard.measuring.program import OPERATIONS, record, replay
from steelyard.measuring.program.traced import STACK
from steelyard.measuring.record import Metric
from steelyard.measuring.view import View

STACKED = np.random.default_rng(5).integers(0, 9, (6, 3, 3)).astype(np.float64)
PHI = np.array([1.0, 0.5, 0.25])
TWICE = np.array([[0, 2, 4], [1, 0, 1], [3, 3, 0]])


def of(body, kind="rate"):
    return Metric(id="mine", title="mine", body=body, kind=kind)


def replayed(body, kind="rate"):
    program = record([of(body, kind)], classes=3)
    return replay(program, STACKED, PHI)["mine"].value


def directly(body):
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(body(View(STACKED, PHI, "exclude", whole_numbers=True)), dtype=np.float64)


BODIES = {
    "operators": lambda c: -c.t + 2 * c.p - c.tp / 3 + abs(c.fn - c.fp),
    "numpy's numbers and arrays": lambda c: np.float64(2) * c.t + np.array([1, 2, 3]) * c.p + np.int32(3),
    "powers": lambda c: c.t**2 + c.p**0.5 + (c.tp + 1) ** -1 + 2**c.fn + c.t**1.7 + np.square(c.t),
    "roots and logarithms": lambda c: np.sqrt(c.t) + np.exp(-c.p) + np.log(c.t + 1) + np.log1p(c.p) + np.expm1(-c.t),
    "other logarithms": lambda c: np.log2(c.t + 1) + np.log10(c.p + 1) + np.reciprocal(c.t + 1),
    "comparisons": lambda c: (c.t > c.p) + 2 * (c.t >= 5) + 4 * (c.t < 7) + 8 * (c.t <= 9) + (c.t == 4) + (c.p != 4),
    "truth": lambda c: ((c.t > 5) & ~(c.p > 5)) + 2 * ((c.t > 9) | (c.p < 3)) + 4 * ((c.t > 3) ^ (c.p > 3)),
    "logical functions": lambda c: np.logical_and(c.t, c.p > 3) + 2 * np.logical_not(c.tp) + np.logical_or(c.tp, c.fn),
    "counting what holds": lambda c: c.total(c.t > 5) / 7 + (c.t > 5).sum(axis=-1, keepdims=True) * c.t,
    "whole numbers divided": lambda c: c.t * (c.total(c.t > 5) / 3) + (c.total(c.t > 5) - 2) / 4,
    "least and greatest": lambda c: np.maximum(c.t, c.p) + np.minimum(c.t, 7) + c.m.min(axis=-1) + np.max(c.m, axis=-2),
    "sums and products": lambda c: np.sum(c.m, axis=-1) + c.m.prod(axis=-2) + np.mean(c.m, axis=-1) + c.m.mean(-2),
    "sums over both axes": lambda c: c.t + c.m.sum(axis=(-2, -1))[..., None] / 7,
    "reductions of ufuncs": lambda c: np.add.reduce(c.m, axis=-1) + np.maximum.reduce(c.m, axis=-2),
    "any and all": lambda c: np.any(c.m == 0, axis=-1) + 2 * (c.m > 0).all(axis=-2) + 4 * c.m.any(axis=-1),
    "where": lambda c: np.where(c.t > 5, c.t, 0) + np.where(c.tp, 1, 0.5),
    "clip": lambda c: np.clip(c.t, 3, 9) + c.p.clip(2, None),
    "not finite": lambda c: np.isnan(c.tp / c.t) + 2 * np.isinf(c.p / c.tp) + 4 * np.isfinite(c.t / c.p),
    "nan to number": lambda c: np.nan_to_num((c.tp - 1) / (c.t - c.t), nan=0.5, posinf=2, neginf=-2),
    "filled": lambda c: np.zeros_like(c.t) + np.ones_like(c.p) * c.tp + np.full_like(c.t, np.inf),
    "diagonals": lambda c: np.einsum("...ii->...i", c.m) + np.diagonal(c.m, axis1=-2, axis2=-1),
    "axes exchanged": lambda c: np.swapaxes(c.m, -1, -2).sum(axis=-1) + c.m.swapaxes(-2, -1).min(axis=-1),
    "axes counted from the front of a stack": lambda c: c.m.sum(axis=1) + c.m.max(axis=2),
    "indices": lambda c: c.t[..., :1] * c.m[..., 0, :] + c.m[..., 2] + c.p[..., ::2].sum(axis=-1)[..., None],
    "new axes": lambda c: (c.m / (c.t[..., :, None] + c.p[..., None, :] + 1)).sum(axis=-1),
    "products": lambda c: c.t @ TWICE + (c.m @ TWICE).sum(axis=-1) + (TWICE @ c.m).sum(axis=-2) + c.m @ PHI,
    "products of stacks": lambda c: (c.m @ c.m).sum(axis=-1),
    "vector products": lambda c: c.t * (c.t @ PHI)[..., None],
    "conversions": lambda c: (c.t / 2).astype(int) + (c.t > 3).astype(float) + c.p.copy(),
    "the relevance": lambda c: c.t * c.relevance / c.relevance.sum() + np.sqrt(c.relevance),
    "the number of classes": lambda c: c.t / (c.m.shape[-1] - 1) + c.m.ndim,
}


@pytest.mark.parametrize("name", BODIES)
def test_a_recorded_body_gives_numpys_numbers(name):
    np.testing.assert_array_equal(replayed(BODIES[name]), directly(BODIES[name]), strict=True)


def test_the_bodies_above_use_every_operation():
    """Beside the two that every program has, and the one of derivatives."""
    used = {node.operation for body in BODIES.values() for node in record([of(body)], classes=3).nodes}
    assert used == set(OPERATIONS) - {"flow"}


REFUSED = {
    "if": (lambda c: c.t if c.n > 0 else c.p, "it decides by the counts"),
    "and": (lambda c: c.t * (c.n > 0 and c.t > 0), "it decides by the counts"),
    "float": (lambda c: c.t * float(c.n), "it takes a number out of the counts"),
    "math": (lambda c: c.t * math.sqrt(c.n), "it takes a number out of the counts"),
    "round": (lambda c: round(c.t), "it takes a number out of the counts"),
    "asarray": (lambda c: np.asarray(c.t), "it turns counts into a plain array"),
    "array": (lambda c: np.array(c.t), "it turns counts into a plain array"),
    "for": (lambda c: sum(t for t in c.t), "it goes through the counts one by one"),
    "len": (lambda c: c.t / len(c.m), "it goes through the counts one by one"),
    "in": (lambda c: c.t * (0 in c.t), "it goes through the counts one by one"),
    "item": (lambda c: c.t * c.n.item(), r"the array's \.item is none of the operations"),
    "T": (lambda c: c.m.T.sum(axis=-1), r"the array's \.T is none of the operations"),
    "unknown function": (lambda c: np.cumsum(c.t, axis=-1), r"numpy\.cumsum is none of the operations"),
    "unknown ufunc": (lambda c: np.arctan2(c.t, c.p), "arctan2 is none of the operations"),
    "unknown method of a ufunc": (lambda c: np.add.accumulate(c.t, axis=-1), r"add\.accumulate is none of the"),
    "bits of numbers": (lambda c: c.total(c.t > 0) & 3, "bitwise_and is none of the operations"),
    "in place": (lambda c: c.t.__iadd__(1), "add is called with out="),
    "out": (lambda c: np.divide(c.tp, c.t, out=np.zeros((6, 3)), where=c.t > 0), "divide is called with out="),
    "assignment": (lambda c: c.t.__setitem__(0, 1), "it changes an array in place"),
    "the whole stack": (lambda c: c.t / c.m.sum(), "it takes the whole stack together"),
    "a sum over matrices": (lambda c: c.t / c.m.sum(axis=0), "it mixes the matrices of a stack"),
    "a sum over matrices, by ufunc": (lambda c: np.add.reduce(c.t), "it mixes the matrices of a stack"),
    "a sum with a start": (lambda c: c.m.sum(axis=-1, initial=3), "sum is called with initial="),
    "one matrix": (lambda c: c.t[0], "it picks matrices out of the stack"),
    "an axis before the stack": (lambda c: c.t[None], "it picks matrices out of the stack"),
    "a mask": (lambda c: c.t[c.t > 0], "it picks items by the data"),
    "a list": (lambda c: c.t[..., [0, 1]], "it picks items by the data, by a list or backwards"),
    "backwards": (lambda c: c.t[..., ::-1], "it picks items by the data, by a list or backwards"),
    "cells by a row": (
        lambda c: (c.m / c.t).sum(axis=-1),
        r"arrays of the shapes \(N, 3, 3\) and \(N, 3\), which do not",
    ),
    "a matrix beside vectors": (lambda c: c.t * TWICE, r"arrays of the shapes \(N, 3\) and \(3, 3\), which do not fit"),
    "other lengths": (lambda c: c.t * np.ones(4), r"arrays of the shapes \(N, 3\) and \(4,\), which do not fit"),
    "a product of vectors": (lambda c: c.t @ c.p, r"multiplies \(@\) arrays of the shapes \(N, 3\) and \(N, 3\)"),
    "a matrix on the left": (lambda c: TWICE @ c.t, r"multiplies \(@\) arrays of the shapes \(3, 3\) and \(N, 3\)"),
    "other lengths of a product": (lambda c: c.t @ np.ones((4, 4)), "which do not fit on a stack"),
    "another einsum": (lambda c: np.einsum("...ij->...i", c.m), r"known for the diagonal, .* not for '\.\.\.ij->"),
    "another diagonal": (lambda c: c.m.diagonal(1, -2, -1), "diagonals are those of the last two axes"),
    "float32": (lambda c: c.t.astype(np.float32), "it converts to float32; programs know bool, int64, float64"),
    "complex": (lambda c: c.t * 1j, "it computes with complex128; programs know"),
    "minus of truth": (lambda c: (c.t > 0) - (c.p > 0), "NumPy would refuse it"),
    "the length of the stack": (lambda c: c.t / c.m.shape[0], "cannot be recorded"),
    "zeros of the stack": (lambda c: c.t + np.zeros(c.t.shape), "cannot be recorded: '_StackLength' object"),
    "where without values": (lambda c: np.where(c.t > 0), "numpy.where is called in a way unknown here"),
    "filled by an array": (lambda c: np.full_like(c.t, [1, 2, 3]), "it fills an array with something else"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_body_that_looks_or_does_something_else_is_refused(name):
    body, message = REFUSED[name]
    with pytest.raises(ValueError, match=message) as refused:
        record([of(body)], classes=3)
    assert str(refused.value).startswith("the metric 'mine' cannot be recorded: ")
    assert str(refused.value).endswith(".")


def test_a_value_of_the_wrong_shape_is_refused_as_always():
    with pytest.raises(
        ValueError, match=r"'mine' must return one value per class, of shape \(N, 3\), but returned shape"
    ):
        record([of(lambda c: c.n)], classes=3)
    with pytest.raises(ValueError, match=r"'mine' must return one value per matrix .* of shape \(N, 1\), but returned"):
        record([of(lambda c: c.t, "whole")], classes=3)


def test_it_shows_what_it_is():
    shown = []
    record([of(lambda c: shown.append(repr(c.t)) or c.t)], classes=3)
    assert shown == ["<sum of shape (N, 3), recorded>"]
    assert repr(STACK) == "N"
