"""`measure` on a device: as `sy.measure`, with tensors in and out. Here the device is a CPU."""

import subprocess
import sys

import numpy as np
import pytest

import steelyard as sy

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")

from steelyard.measuring import on_device  # noqa: E402 - they load PyTorch
from steelyard.measuring.on_device import measure  # noqa: E402

EXACT = [
    "cba",
    "mcc",
    "kappa",
    "f_of_averages",
    "recall",
    "macro_g_score",
    "accuracy",
    "one_point_auroc_ovo",
    "mean_f(beta=2)",
]
"""Metrics without logarithms."""


def same(found, expected):
    assert list(found) == list(expected)
    for name, values in expected.items():
        assert found[name].dtype == torch.float64
        np.testing.assert_array_equal(found[name].numpy(), values, err_msg=name)


@pytest.mark.parametrize("importance", [None, "rarity", [1, 0.2, 0.7], "0 < 2; 1 < 2"])
@pytest.mark.parametrize("undefined", ["worst", "exclude", "zero", "nan"])
def test_it_gives_what_measure_gives(undefined, importance, rng, random_counts):
    counts = random_counts(rng, 3, 400)
    expected = sy.measure(counts, EXACT, importance=importance, undefined=undefined)
    same(measure(torch.from_numpy(counts), EXACT, importance=importance, undefined=undefined), expected)
    same(measure(counts, EXACT, importance=importance, undefined=undefined, device="cpu"), expected)
    same(measure(sy.Confusion(counts), EXACT, importance=importance, undefined=undefined), expected)


def test_all_metrics_that_give_one_number_are_the_default(rng, random_counts):
    counts = random_counts(rng, 4, 30)
    found, expected = measure(torch.from_numpy(counts)), sy.measure(counts)
    assert list(found) == list(expected)
    for name, values in expected.items():
        np.testing.assert_allclose(found[name].numpy(), values, rtol=1e-14, atol=1e-15, err_msg=name)


def test_shapes_are_those_of_the_stack(rng, random_counts):
    counts = random_counts(rng, 3, 6).reshape(2, 3, 3, 3)
    found = measure(torch.from_numpy(counts), ["accuracy", "recall"])
    assert found["accuracy"].shape == (2, 3)
    assert found["recall"].shape == (2, 3, 3)
    same(found, sy.measure(counts, ["accuracy", "recall"]))
    one = measure(torch.from_numpy(counts[0, 0]), ["accuracy", "recall"])
    assert one["accuracy"].shape == ()
    assert one["recall"].shape == (3,)
    none = measure(torch.from_numpy(counts[:, :0]), ["accuracy", "recall"])
    assert none["accuracy"].shape == (2, 0)
    assert none["recall"].shape == (2, 0, 3)


def test_any_block_size_gives_the_same_numbers(monkeypatch, rng, random_counts):
    counts = torch.from_numpy(random_counts(rng, 3, 100))
    at_once = measure(counts, importance="rarity")
    monkeypatch.setitem(on_device.BLOCK_CELLS, "cpu", 7 * 9)
    in_blocks = measure(counts, importance="rarity")
    for name, values in at_once.items():
        torch.testing.assert_close(in_blocks[name], values, rtol=1e-14, atol=1e-15, equal_nan=True)


WHOLE = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64]
SELDOM = [torch.uint16, torch.uint32, torch.uint64]
FRACTIONS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]


@pytest.mark.parametrize("dtype", [*WHOLE, *SELDOM, *FRACTIONS])
def test_numbers_of_every_type_are_counted(dtype, rng):
    counts = rng.integers(0, 2, (20, 3, 3)) * (1 if dtype == torch.bool else 100)
    same(measure(torch.from_numpy(counts).to(dtype), EXACT), sy.measure(counts, EXACT))


def test_weights_are_treated_as_weights(rng, random_counts):
    """A class that holds nearly all: subtracting would lose the others."""
    counts = random_counts(rng, 3, 100) * 1e-9
    counts[:, 0, 0] = 1e6
    same(measure(torch.from_numpy(counts), EXACT), sy.measure(counts, EXACT))


@pytest.mark.parametrize("scale", [2.0**-1030, 2.0**-700, 2.0**300, 2.0**980])
def test_weights_of_any_size_are_tamed(scale, rng, random_counts):
    counts = random_counts(rng, 3, 50) % 1000 * scale
    same(measure(torch.from_numpy(counts), EXACT), sy.measure(counts, EXACT))


def test_counts_whose_sum_does_not_fit_into_64_bits(rng):
    counts = rng.integers(2**61, 2**62, (20, 3, 3))
    same(measure(torch.from_numpy(counts), EXACT, importance="rarity"), sy.measure(counts, EXACT, importance="rarity"))


def test_large_whole_numbers_are_no_longer_subtracted():
    counts = np.array([[[2**53, 1, 0], [1, 1, 0], [0, 0, 3]]] * 2)
    same(measure(torch.from_numpy(counts), [*EXACT, "specificity"]), sy.measure(counts, [*EXACT, "specificity"]))


def test_a_tensor_may_be_a_view_and_is_not_changed(rng, random_counts):
    counts = random_counts(rng, 3, 40)
    tensor = torch.from_numpy(counts).transpose(-1, -2)
    same(measure(tensor[::2], EXACT), sy.measure(np.swapaxes(counts, -1, -2)[::2], EXACT))
    np.testing.assert_array_equal(tensor.numpy(), np.swapaxes(counts, -1, -2))


def test_gradients_are_not_followed():
    counts = torch.tensor([[8.0, 2.0], [1.0, 9.0]], requires_grad=True)
    assert not measure(counts, "accuracy")["accuracy"].requires_grad


def test_names_of_the_classes_are_those_of_the_confusion():
    cm = sy.Confusion([[[8, 2], [10, 80]]], labels=["fraud", "ok"])
    same(measure(cm, "cba", importance="fraud=0.9, ok=0.1"), sy.measure(cm, "cba", importance="fraud=0.9, ok=0.1"))


@pytest.mark.parametrize("importance", [None, [1, 1, 0], [3, 2, 1]])
@pytest.mark.parametrize("metrics", [["macro_precision"], ["mcc"], ["precision"], ["accuracy", "cba", "npv"]])
def test_raise_says_what_numpys_side_says(metrics, importance):
    fine, never, one = np.ones((3, 3)), np.ones((3, 3)), np.zeros((3, 3))
    never[:, 2], one[0] = 0, 5
    stacks = [[fine, fine], [fine, never], [fine, never, one], [one], [np.diag([1, 1, 0])], [never, never[:, ::-1]]]
    for stack in map(np.stack, stacks):
        asked = {"metrics": metrics, "importance": importance, "undefined": "raise"}
        assert said(measure, torch.from_numpy(stack), asked) == said(sy.measure, stack, asked)


def said(function, stack, asked):
    try:
        return {name: np.asarray(values).tolist() for name, values in function(stack, **asked).items()}
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        (torch.ones(3), r"counts must have the shape \(\.\.\., C, C\), not \(3,\)"),
        (torch.ones(5, 2, 3), r"counts must have the shape \(\.\.\., C, C\), not \(5, 2, 3\)"),
        (torch.ones(5, 0, 0), "counts are empty: there are no classes"),
        (torch.tensor([[1, 2], [3, -4]]), "counts must be at least 0, but there is -4"),
        (torch.tensor([[1.0, torch.nan], [3, 4]]), "counts must be at least 0, but there is nan"),
        (torch.tensor([[1.0, torch.inf], [3, 4]]), "counts must be finite, but there is an infinite one"),
        (torch.tensor([[1.0, -torch.inf], [3, 4]]), "counts must be at least 0, but there is -inf"),
        (torch.ones(2, 2, dtype=torch.complex64), r"counts must be numbers, not torch\.complex64"),
        (torch.eye(2).to_sparse(), r"counts must be a dense tensor, not one with the layout torch\.sparse_coo"),
    ],
)
def test_bad_counts_are_refused(counts, message):
    with pytest.raises(ValueError, match=message):
        measure(counts)


@pytest.mark.parametrize("device", ["cuda:99", "meta:x", "abacus", 3.5])
def test_a_device_that_is_not_there_is_refused(device):
    with pytest.raises(ValueError, match="PyTorch cannot compute in float64 on the device"):
        measure([[8, 2], [1, 9]], device=device)


def test_an_unknown_policy_is_refused():
    with pytest.raises(ValueError, match="undefined must be one of"):
        measure([[8, 2], [1, 9]], undefined="drop")


def test_without_pytorch_a_sentence_says_what_to_install():
    script = (
        "import sys; sys.modules['torch'] = None; import steelyard; steelyard.measure([[8, 2], [1, 9]], device='cpu')"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert run.stderr.splitlines()[-1].startswith("ValueError: measuring on a device needs PyTorch; pip install")


def test_measure_takes_tensors_and_devices(rng, random_counts):
    counts = random_counts(rng, 3, 20)
    same(sy.measure(torch.from_numpy(counts), EXACT), sy.measure(counts, EXACT))
    same(sy.measure(counts, EXACT, importance="rarity", device="cpu"), sy.measure(counts, EXACT, importance="rarity"))


def test_weights_of_very_different_matrices_are_each_measured_as_alone():
    slices = np.array([[[2e200, 0], [1e200, 0]], [[2e-150, 0], [1e-150, 0]], [[2, 0], [1, 0]]])
    assert sy.measure(torch.tensor(slices), "accuracy")["accuracy"].tolist() == sy.metrics.accuracy(slices).tolist()


def test_rates_are_averaged_there_too():
    given = {"importance": [0.7, 0.2, 0.1], "average": True}
    matrices = np.random.default_rng(3).integers(1, 50, (4, 3, 3))
    found = sy.measure(torch.from_numpy(matrices), ["recall", "f(beta=2)", "mcc"], **given)
    same(found, sy.measure(matrices, ["recall", "f(beta=2)", "mcc"], **given))
