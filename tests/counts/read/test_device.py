import sys
import types
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import steelyard as sy
from steelyard.counts.read import device
from steelyard.counts.read.amounts import Counts
from steelyard.counts.read.device import device_groups, grouped, numpy_like, torch_library

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")
jax = pytest.importorskip("jax", reason="JAX is not installed: make devices")
import jax.numpy as jnp  # noqa: E402 - it may be missing

NAN = float("nan")
LIBRARIES = {
    "torch": (torch_library, torch.tensor),
    "jax": (lambda: numpy_like(jnp), jnp.array),
    "numpy, in the place of CuPy": (lambda: numpy_like(np), np.array),
}


def items_of(groups):
    """Return how many items each group has, what they weigh, their squares, and how many have a weight above 0."""
    counters = items, *weights = Counter(), Counter(), Counter(), Counter()
    amounts = groups.amounts
    sums = () if isinstance(amounts, Counts) else (amounts.weights, amounts.squares, amounts.rows)
    values = zip(*(column.tolist() for column in groups.columns), strict=True)
    for i, place in enumerate(values):
        key = tuple(None if value != value else value for value in place)  # noqa: PLR0124 - NaN
        items[key] += amounts.items(slice(i, i + 1))
        for counter, column in zip(weights, sums, strict=bool(sums)):
            counter[key] += column[i]
    return counters


def check(name, rows, block, table, kinds, *, gaps):
    """Compare the groups of rows of (first, second, weight) with those that a dictionary makes."""
    library, make = LIBRARIES[name]
    first, second, weights = (list(column) for column in zip(*rows, strict=True))
    columns = []
    for values, kind in ((first, kinds[0]), (second, kinds[1])):
        shifted = [value + 3 for value in values] if kind == "uint8" else values
        found = [NAN if gaps and kind == "float32" and value % 3 == 0 else value for value in shifted]
        columns.append((found, make(np.array(found, dtype=kind))))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(device, "BLOCK", block)
        patch.setattr(device, "TABLE", table)
        groups = grouped([array for _, array in columns], make(np.array(weights)) if name != "jax" else None, library())
    items, sums, squares, rows = Counter(), Counter(), Counter(), Counter()
    for *place, weight in zip(*(values for values, _ in columns), weights, strict=True):
        key = tuple(None if value != value else value for value in place)  # noqa: PLR0124
        items[key] += 1
        sums[key] += weight
        squares[key] += weight**2
        rows[key] += weight > 0
    found_items, *found_sums = items_of(groups)
    assert found_items == items
    if name != "jax":
        assert [+found for found in found_sums] == [+sums, +squares, +rows]
        assert groups.amounts.weights.dtype == np.int64


@pytest.mark.parametrize("name", ["torch", "numpy, in the place of CuPy"])
@given(
    rows=st.lists(st.tuples(st.integers(-3, 40), st.integers(0, 3), st.integers(0, 9)), min_size=1, max_size=40),
    block=st.sampled_from([7, 1000]),
    table=st.sampled_from([0, 10**6]),
    kinds=st.tuples(*[st.sampled_from(["int32", "float32", "uint8"])] * 2),
    gaps=st.booleans(),
)
def test_groups_are_those_of_a_dictionary(name, rows, block, table, kinds, gaps):
    check(name, rows, block, table, kinds, gaps=gaps)


@pytest.mark.parametrize("table", [0, 10**6])
@pytest.mark.parametrize("kinds", [("int32", "uint8"), ("float32", "float32")])
def test_groups_of_jax(rng, table, kinds):
    """Few cases: JAX compiles for each shape."""
    rows = list(zip(*(rng.integers(0, high, 40).tolist() for high in (40, 3, 9)), strict=True))
    check("jax", rows, 20, table, kinds, gaps=True)


@pytest.mark.parametrize("name", LIBRARIES)
def test_truth_values_stay_truth_values(name):
    library, make = LIBRARIES[name]
    groups = grouped([make([True, False, True])], None, library())
    assert groups.columns[0].dtype == bool
    assert items_of(groups)[0] == {(True,): 2, (False,): 1}


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.parametrize(
    "values", [[0.5, 1], [float("inf"), 1], [1e30, 1], [1j, 1]], ids=["fraction", "infinity", "large", "complex"]
)
def test_what_is_no_label_is_left_to_the_host(name, values):
    library, make = LIBRARIES[name]
    assert grouped([make(values)], None, library()) is None


@pytest.mark.parametrize("name", ["torch", "numpy, in the place of CuPy"])
@pytest.mark.parametrize("values", [[-(2**62), 2**62], [-(2**63), 2**63 - 1]])
def test_numbers_too_far_apart_for_keys_are_left_to_the_host(name, values):
    library, make = LIBRARIES[name]
    assert grouped([make(values)], None, library()) is None
    assert grouped([make([0, 2**40])] * 2, None, library()) is None


def test_large_unsigned_numbers_are_left_to_the_host():
    assert grouped([np.array([2**64 - 1, 0], dtype=np.uint64)], None, numpy_like(np)) is None
    assert grouped([torch.tensor([2**64 - 1, 0], dtype=torch.uint64)], None, torch_library()) is None
    assert grouped([np.array([2**63 - 1], dtype=np.uint64)], None, numpy_like(np)).columns[0].tolist() == [2**63 - 1]


@pytest.mark.parametrize("name", ["torch", "numpy, in the place of CuPy"])
@pytest.mark.parametrize("weights", [[-1.0, 1], [NAN, 1], [float("inf"), 1], [2**52, 2**52], [1j, 1], [1e200, 1]])
def test_weights_that_are_wrong_or_sum_inexactly_are_left_to_the_host(name, weights):
    library, make = LIBRARIES[name]
    assert grouped([make([0, 1])], make(weights), library()) is None


def test_jax_weighs_on_the_host_unless_it_has_64_bits():
    assert grouped([jnp.array([0, 1])], jnp.array([0.5, 1]), numpy_like(jnp)) is None
    with jax.enable_x64(True):
        groups = grouped([jnp.array([0, 1])], jnp.array([0.5, 1]), numpy_like(jnp))
    assert items_of(groups)[1] == {(0,): 0.5, (1,): 1}


@pytest.mark.parametrize("name", ["torch", "numpy, in the place of CuPy"])
@pytest.mark.parametrize("table", [0, 10**6])
def test_float_weights(monkeypatch, name, table):
    monkeypatch.setattr(device, "TABLE", table)
    library, make = LIBRARIES[name]
    groups = grouped([make([3, 1, 3])], make(np.array([0.5, 1, 2], dtype=np.float32)), library())
    assert items_of(groups)[1:] == ({(3,): 2.5, (1,): 1}, {(3,): 4.25, (1,): 1}, {(3,): 2, (1,): 1})
    assert groups.amounts.weights.dtype == np.float64


def test_columns_on_the_host_are_no_matter_of_devices():
    assert device_groups([torch.tensor([1]), torch.tensor([1])]) is None
    assert device_groups([jnp.array([1]), jnp.array([1])]) is None
    assert device_groups([np.array([1]), [1]]) is None


class FakeCupyArray:
    """An array of a pretended CuPy: NumPy's on a pretended device, which counts how often it comes to the host."""

    copies = 0
    __cuda_array_interface__ = {"version": 3}  # noqa: RUF012 - as CuPy has it

    def __init__(self, array, device="<CUDA Device 0>"):
        self.array = np.asarray(array)
        self.device = device

    def __getattr__(self, name):
        return getattr(self.array, name)

    def __getitem__(self, key):
        return FakeCupyArray(self.array[key.array if isinstance(key, FakeCupyArray) else key], self.device)

    def __len__(self):
        return len(self.array)

    def astype(self, dtype):
        return FakeCupyArray(self.array.astype(dtype), self.device)

    def get(self):
        FakeCupyArray.copies += self.array.size
        return self.array


def operator(name):
    def apply(self, *others):
        plain = [other.array if isinstance(other, FakeCupyArray) else other for other in others]
        return FakeCupyArray(getattr(self.array, name)(*plain), self.device)

    return apply


for special in ("add", "sub", "mul", "eq", "ne", "lt", "abs", "ge"):
    setattr(FakeCupyArray, f"__{special}__", operator(f"__{special}__"))


@pytest.fixture
def cupy(monkeypatch):
    """A module with the functions of CuPy that counting needs, by NumPy; CuPy itself needs a GPU."""
    module = types.ModuleType("cupy")

    def lifted(function):
        def call(*arguments, **options):
            plain = [argument.array if isinstance(argument, FakeCupyArray) else argument for argument in arguments]
            found = function(*plain, **options)
            return tuple(map(FakeCupyArray, found)) if isinstance(found, tuple) else FakeCupyArray(found)

        return call

    for name in ("asarray", "where", "bincount", "unique", "flatnonzero"):
        setattr(module, name, lifted(getattr(np, name)))
    for name in ("issubdtype", "floating", "float64", "float32"):
        setattr(module, name, getattr(np, name))
    module.ndarray = FakeCupyArray
    module.asnumpy = lambda array: array.get()
    monkeypatch.setitem(sys.modules, "cupy", module)
    monkeypatch.setattr(FakeCupyArray, "copies", 0)
    return FakeCupyArray


@pytest.mark.parametrize("kind", ["int64", "float32", "bool"])
def test_only_groups_come_from_the_device(cupy, rng, kind):
    truth, prediction = (rng.integers(0, 2, 5000).astype(kind) for _ in range(2))
    found = sy.Confusion.from_labels(cupy(truth), cupy(prediction))
    assert found.counts.tolist() == sy.Confusion.from_labels(truth, prediction).counts.tolist()
    assert found.labels == sy.Confusion.from_labels(truth, prediction).labels
    assert [type(label) for label in found.labels] == [bool if kind == "bool" else int] * 2
    assert 0 < cupy.copies <= 3 * 4


def test_models_slices_weights_and_gaps_on_the_device(cupy, rng):
    size = 3000
    truth = np.where(rng.random(size) < 0.01, np.nan, rng.integers(0, 4, size))
    models = {"a": rng.integers(0, 5, size), "b": np.where(rng.random(size) < 0.01, np.nan, rng.integers(0, 4, size))}
    months, weights = rng.integers(1, 4, size), rng.integers(0, 7, size)
    host = sy.Confusion.from_labels(truth, models, weights=weights, by={"month": months}, missing="drop")
    there = sy.Confusion.from_labels(
        cupy(truth),
        {name: cupy(values[:, None]) for name, values in models.items()},
        weights=cupy(weights),
        by={"month": cupy(months)},
        missing="drop",
    )
    assert there == host
    assert there.dropped == host.dropped > 0
    assert cupy.copies < 4 * size
    with pytest.raises(ValueError, match=rf"{np.isnan(truth).sum()} of {size} items have no true"):
        sy.Confusion.from_labels(cupy(truth), cupy(models["a"]), weights=cupy(weights))


@pytest.mark.parametrize(
    ("truth", "prediction", "message"),
    [
        ([0, 1], [0.5, 1], r"the predicted labels contain 0\.5"),
        ([0, 1], [0, 1, 2], "there are 2 true labels but 3 predicted labels"),
        ([0, 1], [[0, 1], [1, 0]], r"have the shape \(2, 2\)"),
        ([], [], "there are no items to count"),
    ],
)
def test_the_host_has_the_sentences(cupy, truth, prediction, message):
    with pytest.raises(ValueError, match=message):
        sy.Confusion.from_labels(cupy(truth), cupy(prediction))


def test_columns_on_different_devices_meet_on_the_host(cupy):
    other = cupy([0, 1], "<CUDA Device 1>")
    assert sy.Confusion.from_labels(cupy([0, 1]), other).counts.tolist() == [[1, 0], [0, 1]]
    assert sy.Confusion.from_labels(cupy([0, 1]), [0, 1]).counts.tolist() == [[1, 0], [0, 1]]
    assert sy.Confusion.from_labels(cupy([0, 1]), cupy([0, 1]), by=["x", "y"]).axes == {"slice": ("x", "y")}
    assert sy.Confusion.from_labels(cupy([0, 1]), cupy([0, 1]), weights=[1, 2]).counts.tolist() == [[1, 0], [0, 2]]


def test_far_identifiers_on_a_device(cupy):
    truth = np.array([0, 10**18, 0, 5])
    assert sy.Confusion.from_labels(cupy(truth), cupy(truth)).labels == (0, 5, 10**18)
