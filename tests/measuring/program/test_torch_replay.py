"""PyTorch's replay beside NumPy's bodies: the same bits, but for logarithms and exponentials."""

import numpy as np
import pytest

import steelyard as sy
from every_metric import EVERY
from steelyard.measuring import apply as measuring
from steelyard.measuring.conditions import Condition
from steelyard.measuring.program import OPERATIONS, gradients, record, replay, with_slopes
from steelyard.measuring.program.program import Node, Program
from steelyard.measuring.record import Metric

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")

from steelyard.measuring.program import torch_replay  # noqa: E402 - it loads PyTorch
from steelyard.measuring.program.torch_replay import TorchReplay  # noqa: E402

CPU = torch.device("cpu")
LISTED = {2: [1, 0.3], 3: [0.5, 0.2, 0.3], 4: [1, 0.7, 0.3, 0.0], 7: [0.9, 0.1, 0.4, 0.0, 0.2, 1.0, 0.6]}

LOGARITHMS = {"cen": 4, "mcen": 4, "g_mean": 4}
"""How many ulp they may be apart: sums of logarithms, which each library rounds in its own way. On an H200: 3."""

CANCELLING = dict.fromkeys(["rci", "mutual_information", "nmi", "weighted_kappa"], 8 * 2.0**-52)
"""How far they may be apart: a difference, of logarithms or of what BLAS multiplied. RCI on an H200: 3·2⁻⁵²."""


def ulps(a, b):
    """How many floats lie between."""
    x, y = (np.where(i < 0, np.iinfo(np.int64).min - i, i) for i in (a.view(np.int64), b.view(np.int64)))
    return np.where(np.isnan(a) & np.isnan(b), 0, np.abs(x - y))


def agree(name, found, expected):
    found = np.ascontiguousarray(found)
    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected), err_msg=name)
    name = name.removesuffix(" at importance")
    if name in CANCELLING:
        np.testing.assert_allclose(found, expected, rtol=0, atol=CANCELLING[name], err_msg=name)
    else:
        assert ulps(found, np.ascontiguousarray(expected)).max(initial=0) <= LOGARITHMS.get(name, 0), name


def classes_first(counts):
    return torch.from_numpy(np.ascontiguousarray(np.moveaxis(counts, 0, -1), dtype=np.float64))


@pytest.mark.parametrize("importance", ["none", "listed"])
@pytest.mark.parametrize("weights", [False, True], ids=["counts", "weights"])
@pytest.mark.parametrize("policy", ["worst", "exclude", "zero", "nan"])
@pytest.mark.parametrize("C", [2, 3, 4, 7])
def test_values_and_undefined_classes_are_numpys(C, policy, weights, importance, rng, random_counts):
    counts = random_counts(rng, C, 500)
    if weights:
        counts = counts * (rng.random(counts.shape) + 0.1)
    given = None if importance == "none" else LISTED[C]
    measured = measuring.apply(EVERY, sy.Confusion(counts), importance=given, undefined=policy)
    program = record(EVERY, classes=C, policy=policy, whole_numbers=not weights)
    found = TorchReplay(program, measured[0].relevance, CPU, masks=True)(classes_first(counts))
    for result in measured:
        value, undefined = found[result.metric.name]
        agree(result.metric.id, value.numpy().T, result.value)
        expected = np.zeros((500, C), bool) if result.undefined is None else result.undefined
        got = np.zeros((500, C), bool) if undefined is None else undefined.numpy().T
        np.testing.assert_array_equal(got, expected, err_msg=result.metric.id)


def test_many_classes_are_added_in_numpys_order(rng, random_counts):
    """From 8 numbers on the order of a sum shows in its last bit."""
    counts = random_counts(rng, 12, 100)
    found = TorchReplay(record(EVERY, classes=12), np.ones(12), CPU)(classes_first(counts))
    for result in measuring.apply(EVERY, sy.Confusion(counts)):
        if result.metric.id != "one_point_auroc_ovo":  # NumPy's own last bit depends on the other matrices of its block
            agree(result.metric.id, found[result.metric.name].value.numpy().T, result.value)


@pytest.mark.parametrize("C", [1, 2, 3])
def test_one_matrix_and_none(C, rng, random_counts):
    counts = random_counts(rng, C, 1)
    ready = TorchReplay(record(EVERY, classes=C), np.ones(C), CPU, masks=True)
    for result in measuring.apply(EVERY, sy.Confusion(counts)):
        agree(result.metric.id, ready(classes_first(counts))[result.metric.name].value.numpy().T, result.value)
    assert {found.value.shape[-1] for found in ready(torch.empty(C, C, 0, dtype=torch.float64)).values()} == {0}


def test_masks_are_left_out_unless_asked_for():
    found = TorchReplay(record("recall", classes=2), np.ones(2), CPU)(torch.ones(2, 2, 3, dtype=torch.float64))
    assert found["recall"].undefined is None


def test_the_cells_are_not_changed(rng, random_counts):
    m = classes_first(random_counts(rng, 3, 10))
    before = m.clone()
    TorchReplay(record(EVERY, classes=3, whole_numbers=False), np.ones(3), CPU)(m)
    assert torch.equal(m, before)


def test_roots_are_rounded_correctly(rng):
    """PyTorch's own, on a CPU, are not: G score and MCC would differ from NumPy's in the last bit."""
    body = Metric(id="root", title="", body=lambda c: np.sqrt(c.t), kind="rate")
    x = rng.random((2, 2, 50_000))
    found = TorchReplay(record([body], classes=2), np.ones(2), CPU)(torch.from_numpy(x))["root"].value
    np.testing.assert_array_equal(found.numpy(), np.sqrt(x.sum(axis=1)))


def test_every_operation_has_numpys_meaning(rng):
    """Each by itself, on numbers that have zeros, NaN, infinities and signs among them."""
    functions = vars(torch_replay)["_FUNCTIONS"]
    assert set(functions) | {"input", "constant"} == set(OPERATIONS)
    numbers = rng.choice([0.0, -0.0, 1.0, -1.5, 2.0, 0.5, np.nan, np.inf, -np.inf, 1e-300, 7.0], (2, 3, 3, 400))
    rounded = {"power", "exp", "expm1", "log", "log1p", "log2", "log10"}
    two = {"add", "subtract", "multiply", "divide", "power", "maximum", "minimum", "equal", "not_equal", "less"}
    two |= {"less_equal", "greater", "greater_equal", "logical_and", "logical_or", "logical_xor"}
    for name in set(functions) - {"cast", "where", "full_like", "diagonal", "swapaxes", "index", "matmul", "flow"}:
        operands = list(numbers[: 2 if name in two else 1])
        if name.startswith("logical") or name in ("any", "all"):
            operands = [x > 0 for x in operands]
        reduction = {"axes": [-2, -1], "keepdims": False} if name in ("sum", "prod", "min", "max", "any", "all") else {}
        node = Node(name, (), (3, 3), "float64", stacked=True, parameters=reduction)
        found = functions[name](node, *map(torch.from_numpy, operands)).numpy()
        with np.errstate(all="ignore"):
            ours = getattr(np, name)(*operands, **({"axis": (0, 1)} if reduction else {}))
        if name in rounded:
            np.testing.assert_allclose(found, ours, rtol=4e-16, atol=0, err_msg=name)
        else:
            np.testing.assert_array_equal(found, ours, err_msg=name)
            if found.dtype == np.float64:
                finite = ~np.isnan(found)
                np.testing.assert_array_equal(np.signbit(found)[finite], np.signbit(ours)[finite], err_msg=name)


def test_a_flow_is_0_where_a_factor_is():
    flow = vars(torch_replay)["_FUNCTIONS"]["flow"]
    x, y = torch.tensor([0.0, np.inf, 2.0, np.nan]), torch.tensor([np.inf, 0.0, 3.0, 1.0])
    np.testing.assert_array_equal(flow(None, x, y).numpy(), [0, 0, 6, np.nan])


def test_a_sum_of_negative_zeros_is_positive_as_numpys_is():
    never = Condition("", lambda c: c.n < 0)
    body = Metric(id="odd", title="", body=lambda c: 1 / c.t, kind="rate", undefined=never)
    program = record([body], classes=3)
    zeros = np.full((3, 3, 2), -0.0)
    found = TorchReplay(program, np.ones(3), CPU)(torch.from_numpy(zeros))["odd"].value
    assert found.tolist() == [[np.inf] * 2] * 3
    np.testing.assert_array_equal(found.numpy().T, replay(program, np.moveaxis(zeros, -1, 0), np.ones(3))["odd"].value)


BODIES = {
    "indices": lambda c: c.t[..., :1] * c.m[..., 0, :] + c.m[..., 2] + c.p[..., ::2].sum(axis=-1)[..., None],
    "sums over both axes": lambda c: c.t + c.m.sum(axis=(-2, -1))[..., None] / 7,
    "axes exchanged": lambda c: np.swapaxes(c.m, -1, -2).sum(axis=-1) / 7 + c.m.swapaxes(-2, -1).min(axis=-1),
    "products": lambda c: c.t @ np.arange(9).reshape(3, 3) + (c.m @ c.m).sum(axis=-1) + c.m @ np.arange(3),
    "products from the left": lambda c: (
        (np.arange(9).reshape(3, 3) @ c.m).sum(axis=-2) + (c.t @ np.arange(3))[..., None]
    ),
    "filled": lambda c: np.where(c.t > 9, np.full_like(c.t, 0.1), np.ones_like(c.t)) * c.p,
    "conversions": lambda c: (c.t / 2).astype(int) + (c.t > 3).astype(float),
    "any and all": lambda c: np.any(c.m == 0, axis=-1) + 2 * (c.m > 0).all(axis=-2) + c.m.prod(axis=-1),
    "the relevance": lambda c: c.t * c.relevance / c.relevance.sum() + np.where(c.relevance > 0.5, c.t, c.p),
}


@pytest.mark.parametrize("name", BODIES)
def test_bodies_of_users_give_numpys_bits(name, rng):
    m = rng.integers(0, 9, (50, 3, 3)).astype(np.float64)
    phi = np.array([1.0, 0.3, 0.7])
    program = record([Metric(id="mine", title="", body=BODIES[name], kind="rate")], classes=3)
    found = TorchReplay(program, phi, CPU)(classes_first(m))["mine"].value
    np.testing.assert_array_equal(found.numpy().T, replay(program, m, phi)["mine"].value)


def test_a_program_read_from_json_replays(rng, random_counts):
    counts = random_counts(rng, 3, 20)
    program = record(classes=3)
    found, again = (
        TorchReplay(p, np.ones(3), CPU)(classes_first(counts)) for p in (program, Program.from_json(program.to_json()))
    )
    for name, result in found.items():
        torch.testing.assert_close(again[name].value, result.value, rtol=0, atol=0, equal_nan=True)


def test_memory_of_a_block_is_that_of_what_is_alive():
    program = record(classes=4)
    ready = TorchReplay(program, np.ones(4), CPU)
    every = sum(8 * int(np.prod(node.shape)) for node in program.nodes)
    assert 16 * 8 < ready.bytes_per_matrix() < every / 4


@pytest.mark.parametrize("C", [1, 2, 3, 7])
def test_slopes_are_numpys(C, rng):
    every = [metric for metric in EVERY if metric.kind != "rate"]
    program = with_slopes(record(every, classes=C, whole_numbers=False))
    m, phi = rng.random((20, C, C)) + 0.1, rng.random(C) + 0.1
    found, expected = TorchReplay(program, phi, CPU, slopes=True).slopes(classes_first(m)), gradients(program, m, phi)
    for name, (value, by_cell) in found.items():
        defined = ~np.isnan(expected[name].value)
        np.testing.assert_allclose(value.numpy(), expected[name].value, rtol=1e-10, atol=1e-14, err_msg=name)
        theirs = expected[name].by_cell[defined]
        ours = np.moveaxis(by_cell.numpy(), -1, 0)[defined]
        np.testing.assert_allclose(ours, theirs, rtol=1e-8, atol=1e-12, err_msg=name)


@pytest.mark.parametrize("name", [name for name in BODIES if name != "conversions"])
def test_slopes_of_users_bodies_are_numpys(name, rng):
    m, phi = rng.random((50, 3, 3)) + 0.1, np.array([1.0, 0.3, 0.7])
    program = with_slopes(record([Metric(id="mine", title="", body=lambda c: c.total(BODIES[name](c)))], classes=3))
    found = TorchReplay(program, phi, CPU, slopes=True).slopes(classes_first(m))["mine"]
    expected = gradients(program, m, phi)["mine"]
    np.testing.assert_allclose(found.value.numpy(), expected.value, rtol=1e-12)
    np.testing.assert_allclose(np.moveaxis(found.by_cell.numpy(), -1, 0), expected.by_cell, rtol=1e-12)


def test_slopes_that_are_the_same_for_all_matrices():
    program = with_slopes(record([Metric(id="hits", title="", body=lambda c: 2 * c.total(c.tp))], classes=2))
    found = TorchReplay(program, np.ones(2), CPU, slopes=True).slopes(torch.ones(2, 2, 3, dtype=torch.float64))["hits"]
    assert found.value.tolist() == [4.0] * 3
    assert found.by_cell.tolist() == [[[2.0] * 3, [0.0] * 3], [[0.0] * 3, [2.0] * 3]]
