"""A metric as a loss: the metric's value, the gradient of its differences; and training by it raises the metric."""

import copy
import csv
import io
import os
import pickle
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from every_metric import under
from steelyard.measuring.program import NotRecordable
from steelyard.measuring.record import Metric

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")

from steelyard.integrations.torch import MetricLoss  # noqa: E402 - it loads PyTorch

METRICS = {
    **{metric.id: {} for metric in sy.metrics.values() if metric.kind != "rate"},
    "mean_f": {"beta": 2},
    "f_of_averages": {"beta": 0.5},
    "expected_cost": {"costs": [[0, 1, 5], [2, 0, 1], [9, 3, 0]]},
    "cost_ratio": {"costs": {(0, 1): 1, (1, 2): 3, (2, 0): 7}},
    "weighted_kappa": {"distance": "linear"},
}
"""Every metric of one number, with other parameters than the default's where it has some."""

IMPORTANCES = {"none": None, "listed": [0.5, 0.2, 0.3], "one class does not matter": [0.7, 0.0, 0.3]}
FULL = [0, 0, 0, 1, 2, 2, 2, 1]
LACKING = [0, 0, 0, 2, 2, 2, 0, 2]
SIZES = [70, 20, 10]
DATA = Path(os.environ.get("STEELYARD_DATA", Path(__file__).parents[4] / "shared" / "data")) / "branco16" / "csv"


@pytest.fixture(autouse=True)
def seeded():
    """Random weights and logits are the same in every run; one thread, since the tensors are small."""
    torch.manual_seed(20261115)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def random_logits(items, classes=3):
    return (2 * torch.randn(items, classes, dtype=torch.float64)).requires_grad_()


def value_of(loss, *batch):
    """The metric, from the loss: sign·(best − value)."""
    return loss.best - loss.goal.sign * loss(*batch).item()


# Values and gradients.


@pytest.mark.parametrize(
    ("target", "undefined"),
    [(FULL, "exclude"), (LACKING, "exclude"), (LACKING, "zero"), (LACKING, "nan")],
    ids=["all classes", "a class left out", "a class as zero", "a class as nan"],
)
@pytest.mark.parametrize("importance", [None, [0.5, 0.2, 0.3]], ids=["plain", "weighed"])
@pytest.mark.parametrize("metric", METRICS)
def test_gradients_are_those_of_differences(metric, importance, target, undefined):
    loss = MetricLoss(under(metric, importance), importance, classes=3, undefined=undefined, **METRICS[metric])
    target, logits = torch.tensor(target), random_logits(len(target))
    value = loss(logits, target)
    (slopes,) = torch.autograd.grad(value, logits)
    if value.isnan():
        assert not torch.equal(target, torch.tensor(FULL))
        assert torch.equal(slopes, torch.zeros_like(logits))
    else:
        assert torch.autograd.gradcheck(loss, (logits, target), fast_mode=True)
        assert (slopes != 0).any() or undefined == "zero"  # a product with a zero in it stays 0


@pytest.mark.parametrize("metric", ["mean_f", "mcc at importance", "g_mean", "cen at importance"])
def test_the_whole_jacobian_is_that_of_differences(metric):
    loss = MetricLoss(metric, "rarity", counts=SIZES)
    weights = torch.tensor([1.0, 0.5, 3.0, 2.0])
    assert torch.autograd.gradcheck(loss, (random_logits(4), torch.tensor([0, 0, 1, 2]), weights))


@pytest.mark.parametrize("undefined", ["worst", "exclude", "zero", "nan"])
@pytest.mark.parametrize("importance", IMPORTANCES.values(), ids=IMPORTANCES)
def test_hard_probabilities_give_the_metric_of_the_counts(importance, undefined, rng, random_counts):
    stack = random_counts(rng, 3, 4, scale=1.0)
    batches = [[np.repeat(places.ravel(), counts.ravel()) for places in np.indices((3, 3))] for counts in stack]
    for name, parameters in METRICS.items():
        of = under(name, importance)
        loss = MetricLoss(of, importance, classes=3, undefined=undefined, from_logits=False, **parameters)
        hard = [
            (torch.eye(3, dtype=torch.float64)[prediction], torch.from_numpy(truth)) for truth, prediction in batches
        ]
        found = [value_of(loss, *batch) for batch in hard]
        expected = sy.metrics[of](stack, importance=importance, undefined=undefined, **parameters)
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-14, err_msg=name)


def test_the_loss_is_0_at_the_best_and_falls_as_the_metric_rises():
    right, target = 50 * torch.eye(3, dtype=torch.float64), torch.tensor([0, 1, 2])
    for metric, parameters in METRICS.items():
        if metric == "mutual_information":
            continue  # its best is the entropy of the class shares, which are not even here
        loss = MetricLoss(under(metric, "stated"), [0.5, 0.2, 0.3], classes=3, **parameters)
        assert loss(right, target).item() == pytest.approx(0, abs=1e-9), metric
        assert loss(0.01 * right, target) > 0.01, metric


def test_a_metric_without_bounds_is_its_own_loss():
    loss = MetricLoss("cost_ratio", classes=3)
    assert (loss.best, loss.goal.sign) == (0.0, -1)
    logits = random_logits(8)
    soft = np.zeros((3, 3))
    np.add.at(soft, FULL, logits.softmax(1).detach().numpy())
    assert loss(logits, torch.tensor(FULL)).item() == pytest.approx(sy.metrics.cost_ratio(soft), rel=1e-12)


def test_a_users_own_metric_is_a_loss():
    own = Metric(id="hits", title="", body=lambda c: c.total(c.tp), range=(0.0, np.inf))
    loss = MetricLoss(own, classes=3)
    assert torch.autograd.gradcheck(loss, (random_logits(8), torch.tensor(FULL)))
    with pytest.raises(NotRecordable, match="decides by the counts"):
        MetricLoss(Metric(id="odd", title="", body=lambda c: c.n if c.n > 1 else 0 * c.n), classes=3)


def test_items_left_out_do_not_count():
    loss, logits = MetricLoss("mean_f", classes=3), random_logits(8)
    target = torch.tensor(FULL)
    target[[2, 5]] = -100
    value = loss(logits, target)
    assert value == loss(logits[target >= 0], target[target >= 0])
    (slopes,) = torch.autograd.grad(value, logits)
    assert (slopes[[2, 5]] == 0).all()


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int16, torch.int32])
def test_classes_may_be_counted_in_small_integers(dtype):
    """In a byte, −100 is 156, and there is no 256."""
    loss, logits = MetricLoss("balanced_accuracy", classes=256), random_logits(4, 256)
    target = torch.tensor([156, 255, 0, 3])
    assert loss(logits, target.to(dtype)) == loss(logits, target)


def test_pixels_are_items():
    loss, logits = MetricLoss("mcc", classes=3), torch.randn(2, 3, 4, 5)
    target = torch.randint(3, (2, 4, 5))
    weights = torch.rand(2, 4, 5)
    flat = loss(logits.movedim(1, -1).reshape(-1, 3), target.flatten(), weights.flatten())
    assert loss(logits, target, weights) == flat


def test_a_weight_is_how_often_an_item_counts():
    loss, logits = MetricLoss("kappa", classes=3), random_logits(8)
    weights = torch.tensor([1, 2, 1, 3, 1, 1, 1, 1])
    repeated = loss(logits.repeat_interleave(weights, 0), torch.tensor(FULL).repeat_interleave(weights))
    torch.testing.assert_close(loss(logits, torch.tensor(FULL), weights.double()), repeated)


def test_an_undefined_batch_has_no_gradient():
    """MCC at importance needs every class; a step with it must not spoil the weights."""
    loss = MetricLoss("mcc at importance", [0.5, 0.2, 0.3], classes=3)
    layer = torch.nn.Linear(4, 3)
    value = loss(layer(torch.randn(8, 4)), torch.tensor(LACKING))
    value.backward()
    assert value.isnan()
    assert (layer.weight.grad == 0).all()


def test_infinite_slopes_are_left_out():
    """The root of a recall of exactly 0 has one."""
    loss = MetricLoss("g_mean", classes=2, from_logits=False)
    hard = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]], requires_grad=True)
    loss(hard, torch.tensor([0, 0, 1])).backward()
    assert hard.grad.isfinite().all()
    root = Metric(id="root", title="", body=lambda c: c.total(np.sqrt(c.fn)))
    loss = MetricLoss(root, classes=2, from_logits=False)
    right = torch.eye(2).requires_grad_()
    loss(right, torch.tensor([0, 1])).backward()
    assert (right.grad == 0).all()


def test_there_are_no_second_derivatives():
    loss, logits = MetricLoss("mean_f", classes=3), random_logits(8)
    value = loss(logits, torch.tensor(FULL))
    with pytest.raises(ValueError, match="no second derivatives; go back without create_graph=True"):
        torch.autograd.grad(value, logits, create_graph=True)


# Types.


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_is_computed_in_more(dtype):
    loss, logits = MetricLoss("mean_f", classes=3), random_logits(8).detach()
    half = logits.to(dtype).requires_grad_()
    value = loss(half, torch.tensor(FULL))
    value.backward()
    assert (value.dtype, half.grad.dtype) == (torch.float32, dtype)
    assert value.item() == pytest.approx(loss(half.double(), torch.tensor(FULL)).item(), rel=1e-6)


def test_autocast_does_not_reach_the_metric():
    loss, layer, inputs = MetricLoss("mcc", classes=3), torch.nn.Linear(4, 3), torch.randn(8, 4)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = layer(inputs)
        value = loss(logits, torch.tensor(FULL))
    value.backward()
    assert logits.dtype == torch.bfloat16
    assert value.item() == pytest.approx(loss(logits.double(), torch.tensor(FULL)).item(), rel=1e-6)
    assert layer.weight.grad.isfinite().all()


@pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor that is not a leaf")  # the compiler looks at it
def test_it_survives_compilation():
    loss, logits = MetricLoss("mean_f", classes=3), random_logits(8)
    compiled = torch.compile(loss, backend="eager")
    value = compiled(logits, torch.tensor(FULL))
    assert value == loss(logits, torch.tensor(FULL))
    (slopes,) = torch.autograd.grad(value, logits)
    assert (slopes != 0).any()


def test_copies_and_pickles_give_the_same():
    loss, logits = MetricLoss("mean_f", "rarity", counts=SIZES, memory=0.5, beta=2), random_logits(8)
    loss(logits, torch.tensor(FULL))
    file = io.BytesIO()
    torch.save(loss, file)
    file.seek(0)
    copies = [copy.deepcopy(loss), pickle.loads(pickle.dumps(loss)), torch.load(file, weights_only=False)]  # noqa: S301
    expected = loss(logits, torch.tensor(LACKING))
    for again in copies:
        assert again(logits, torch.tensor(LACKING)) == expected


# Memory.


def test_the_past_fades_and_has_no_gradient():
    loss = MetricLoss("balanced_accuracy", classes=3, memory=0.5)
    first, second = random_logits(8), random_logits(8)
    loss(first, torch.tensor(FULL))
    value = loss(second, torch.tensor(LACKING))
    soft = np.zeros((2, 3, 3))
    for matrix, logits, target in zip(soft, (first, second), (FULL, LACKING), strict=True):
        np.add.at(matrix, target, logits.softmax(1).detach().numpy())
    both = 0.5 * soft[0] + soft[1]
    assert value.item() == pytest.approx(1 - sy.metrics.balanced_accuracy(both), rel=1e-12)
    np.testing.assert_allclose(loss.past.numpy(), both, rtol=1e-12)
    assert torch.autograd.grad(value, first, allow_unused=True) == (None,)


def test_the_gradient_is_as_large_as_if_the_batch_were_all_of_the_counts():
    """After the same batch again and again, it is that of the batch alone."""
    loss, alone = (MetricLoss("mean_f", classes=3, memory=memory) for memory in (0.9, 0.0))
    logits = random_logits(8)
    for _ in range(300):
        value = loss(logits, torch.tensor(FULL))
    slopes, expected = (torch.autograd.grad(v, logits)[0] for v in (value, alone(logits, torch.tensor(FULL))))
    torch.testing.assert_close(slopes, expected)


def test_it_remembers_in_training_alone():
    loss, logits = MetricLoss("mean_f", classes=3, memory=0.9), random_logits(8)
    with torch.no_grad():
        loss(logits, torch.tensor(FULL))
    loss.eval()
    loss(logits, torch.tensor(FULL))
    assert (loss.past == 0).all()
    loss.train()
    loss(logits, torch.tensor(FULL))
    assert loss.past.sum().item() == pytest.approx(8)
    loss.forget()
    assert (loss.past == 0).all()


def test_a_spoilt_batch_is_not_remembered():
    loss, logits = MetricLoss("mean_f", classes=3, memory=0.9, check=False), random_logits(8)
    loss(logits, torch.tensor(FULL))
    before = loss.past.clone()
    assert loss(logits * torch.nan, torch.tensor(FULL)).isnan()
    assert torch.equal(loss.past, before)


def test_memory_travels_with_the_state():
    loss, other = (MetricLoss("mean_f", classes=3, memory=0.9) for _ in range(2))
    loss(random_logits(8), torch.tensor(FULL))
    other.load_state_dict(loss.state_dict())
    assert torch.equal(other.past, loss.past)
    assert loss.to(torch.float32).to("cpu")(random_logits(8), torch.tensor(FULL)).isfinite()


@pytest.mark.parametrize(("before", "after"), [(0.9, 0.0), (0.0, 0.9)])
def test_checkpoints_fit_with_and_without_memory(before, after):
    """Strictly: a training may go on with a memory that it began without."""
    old, new = (
        torch.nn.ModuleDict({"layer": torch.nn.Linear(4, 3), "loss": MetricLoss("mean_f", classes=3, memory=memory)})
        for memory in (before, after)
    )
    old["loss"](random_logits(8), torch.tensor(FULL))
    new["loss"](random_logits(8), torch.tensor(FULL))
    assert new.load_state_dict(old.state_dict()) == ([], [])
    assert torch.equal(new["layer"].weight, old["layer"].weight)
    assert after == 0 or (new["loss"].past == 0).all()


def test_an_average_of_models_may_hold_the_loss():
    model = torch.nn.ModuleDict({"layer": torch.nn.Linear(4, 3), "loss": MetricLoss("cba", classes=3, memory=0.5)})
    average = torch.optim.swa_utils.AveragedModel(model, use_buffers=True)
    model["loss"](model["layer"](torch.randn(8, 4)), torch.tensor(FULL))
    average.update_parameters(model)
    torch.testing.assert_close(average.module["loss"].past, model["loss"].past)


# What is refused.


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({}, "the classes must be known: give classes=, how many"),
        ({"labels": []}, "labels must name at least one class"),
        ({"classes": 3, "counts": [5, 5]}, "classes is 3, but counts name 2"),
        ({"classes": 3, "ignore_index": None}, "ignore_index must be a whole number, not None"),
        ({"classes": 3, "importance": "rarity"}, "'rarity' depends on class sizes, .* give counts="),
        ({"labels": ["ill", "ok"], "importance": {"il": 1}}, "no class 'il'; the classes are .* Did you mean 'ill'"),
        ({"counts": {"ill": 1, "ok": 9}}, "counts name the class 'ill', 'ok'; give labels="),
        ({"classes": 3, "undefined": "raise"}, "one of worst, exclude, zero, nan in a loss, not 'raise'"),
        ({"classes": 3, "memory": 1.0}, "memory must be a number from 0 to below 1, not 1.0"),
        ({"classes": 3, "metric": "recall"}, "'recall' gives one value per class, .* is 'balanced_accuracy'"),
        ({"classes": 3, "metric": "mean_ff"}, "mean_ff"),
        ({"classes": 3, "metric": "mcc", "beta": 2}, "mcc has no parameter 'beta'"),
    ],
)
def test_a_loss_that_cannot_be_is_refused_before_training(settings, message):
    with pytest.raises((ValueError, KeyError), match=message):
        MetricLoss(**{"metric": "mean_f", **settings})


NUMBERS = torch.zeros(4, 3)
CLASSES = torch.zeros(4, dtype=torch.int64)


@pytest.mark.parametrize(
    ("batch", "message"),
    [
        ((torch.zeros(4, 2), CLASSES), r"logits must have the shape \(N, 3\) .*, not \(4, 2\)"),
        ((torch.zeros(3), CLASSES), r"not \(3,\)"),
        (([[0.0] * 3] * 4, CLASSES), "logits must be a tensor, not list"),
        ((NUMBERS, [0] * 4), "the target must be a tensor of class numbers, not list"),
        ((NUMBERS.long(), CLASSES), "logits must be floating-point numbers, not torch.int64"),
        ((NUMBERS, CLASSES.float()), "the target must be the numbers of the true classes, .* not torch.float32"),
        ((NUMBERS, CLASSES[:3]), r"the target must have the shape \(4,\), .* not \(3,\)"),
        ((NUMBERS, CLASSES + 3), "class numbers from 0 to 2, but there is 3"),
        ((NUMBERS, CLASSES - 1), "class numbers from 0 to 2, but there is -1"),
        ((NUMBERS.index_fill(0, torch.tensor([2]), torch.nan), CLASSES), "item 2 of the batch has NaN"),
        ((NUMBERS, CLASSES, torch.ones(3)), r"weights must have the shape \(4,\), one number per item, not \(3,\)"),
        ((NUMBERS, CLASSES, -torch.ones(4)), "weights must be finite and at least 0"),
        ((NUMBERS, CLASSES, [1.0] * 4), "weights must be a tensor, not list"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(batch, message):
    with pytest.raises(ValueError, match=message):
        MetricLoss("mean_f", classes=3)(*batch)


def test_probabilities_must_sum_to_1():
    loss = MetricLoss("mean_f", classes=3, from_logits=False)
    with pytest.raises(ValueError, match="each row of probabilities must sum to 1, but row 0 sums to 0"):
        loss(NUMBERS, CLASSES)
    with pytest.raises(ValueError, match="probabilities must have the shape"):
        loss(torch.zeros(4, 2), CLASSES)
    assert MetricLoss("mean_f", classes=3, from_logits=False, check=False)(NUMBERS + 1, CLASSES).isfinite()


def test_a_class_that_is_never_chosen_may_have_the_logit_of_minus_infinity():
    loss = MetricLoss("mean_f", classes=3)
    masked = NUMBERS.index_fill(1, torch.tensor([2]), -torch.inf)
    assert loss(masked, CLASSES).isfinite()
    with pytest.raises(ValueError, match="item 0 of the batch has NaN or infinite ones"):
        loss(NUMBERS - torch.inf, CLASSES)


def test_numpys_numbers_are_numbers():
    assert MetricLoss("mean_f", classes=np.int64(3), memory=np.float32(0.5)).memory == 0.5


def test_a_class_without_a_logit_is_not_left_out_where_nobody_looks():
    """On a GPU nobody does; counting from 1 instead of 0 must not lose the last class."""
    loss = MetricLoss("mean_f", classes=3, check=False)
    for outside in (3, 4, -1):
        with pytest.raises((IndexError, RuntimeError), match="out of"):
            loss(NUMBERS, CLASSES + outside)


def test_a_batch_without_items_has_no_value():
    for memory in (0.0, 0.9):
        empty = torch.zeros(0, 3, requires_grad=True)
        value = MetricLoss("mean_f", classes=3, memory=memory)(empty, CLASSES[:0])
        value.backward()
        assert value.isnan()


def test_it_says_what_it_is():
    loss = MetricLoss("mean_f", "rarity", counts=SIZES, memory=0.9, beta=2)
    assert repr(loss) == "MetricLoss(mean_f(beta=2) under rarity, 3 classes, memory=0.9)"


# Training.


@pytest.mark.skipif(not DATA.exists(), reason="needs branco16/ (UCI page blocks); set STEELYARD_DATA")
@pytest.mark.parametrize("seed", [0, 1])
def test_training_by_a_metric_raises_it_on_data_never_seen(seed):
    """One of the runs of benchmarks/metric_loss.py, shorter: page blocks, of which 1 in 195 is a graphic."""
    with (DATA / "02_blocks.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    X = torch.tensor([[float(x) for x in row[1:]] for row in rows])
    y = torch.tensor([int(row[0]) - 1 for row in rows])
    torch.manual_seed(seed)
    held = torch.rand(len(y)) < 0.3
    X = (X - X[~held].mean(0)) / X[~held].std(0)
    loss = MetricLoss("g_mean", "rarity", counts=torch.bincount(y[~held]), memory=0.9)
    model = torch.nn.Sequential(torch.nn.Linear(10, 16), torch.nn.ReLU(), torch.nn.Linear(16, 5))

    def measured():
        with torch.no_grad():
            predicted = model(X[held]).argmax(1)
            return loss.goal.of_labels(y[held].numpy(), predicted.numpy()), loss(model(X[~held]), y[~held]).item()

    start = measured()
    steps = torch.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(150):
        places = torch.randint(int((~held).sum()), (256,))
        steps.zero_grad()
        loss(model(X[~held][places]), y[~held][places]).backward()
        steps.step()
    end = measured()
    assert end[1] < start[1] - 0.3
    assert end[0] > start[0] + 0.3
