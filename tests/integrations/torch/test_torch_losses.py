"""Cross-entropy and focal loss with the weights of an importance, beside PyTorch's own and formulas by hand."""

import copy
import math
import pickle

import numpy as np
import pytest

from steelyard.decisions.shares_shift import item_weights
from steelyard.importance.mechanisms import sizes_of

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")

from steelyard.integrations.torch import CrossEntropy, FocalLoss  # noqa: E402 - it loads PyTorch

SIZES = [70, 20, 10]
TARGET = torch.tensor([0, 0, 2, 1, 0, 2])


@pytest.fixture
def logits():
    return torch.randn(6, 3, generator=torch.Generator().manual_seed(20261115))


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("per", ["class", "item"])
@pytest.mark.parametrize("importance", ["uniform", "rarity", [0.7, 0.0, 0.3], None])
def test_it_is_pytorchs_with_the_weights_of_the_importance(importance, per, reduction, logits):
    loss = CrossEntropy(importance, SIZES, per=per, reduction=reduction)
    weight = torch.tensor(item_weights(importance, sizes_of(counts=SIZES), per), dtype=torch.float32)
    theirs = torch.nn.functional.cross_entropy(logits, TARGET, weight=weight, reduction=reduction)
    torch.testing.assert_close(loss(logits, TARGET), theirs)


def test_uniform_importance_is_balanced():
    """n / (C·t), as scikit-learn's class_weight="balanced" gives."""
    torch.testing.assert_close(CrossEntropy("uniform", SIZES).weight, torch.tensor([100 / 210, 100 / 60, 100 / 30]))


@pytest.mark.parametrize(
    "counts",
    [SIZES, np.array(SIZES), torch.tensor(SIZES), {2: 10, 0: 70, 1: 20}],
    ids=["list", "array", "tensor", "by number"],
)
def test_counts_come_in_many_forms(counts):
    torch.testing.assert_close(CrossEntropy("rarity", counts).weight, CrossEntropy("rarity", SIZES).weight)


def test_labels_say_which_class_is_which():
    named = CrossEntropy({"ill": 3, "ok": 1}, {"ill": 10, "ok": 90}, labels=["ok", "ill"])
    torch.testing.assert_close(named.weight, torch.tensor([0.25 / 0.9, 0.75 / 0.1]))


def test_focal_loss_with_gamma_0_is_cross_entropy(logits):
    plain, focal = CrossEntropy("rarity", SIZES), FocalLoss("rarity", SIZES, gamma=0)
    torch.testing.assert_close(focal(logits, TARGET), plain(logits, TARGET))


@pytest.mark.parametrize("gamma", [0.5, 1, 2, 5.0])
def test_focal_loss_is_the_formula(gamma, logits):
    """Lin et al. 2017, equation 5: −α·(1 − p)^γ·log p."""
    weights = item_weights("rarity", sizes_of(counts=SIZES))[TARGET.numpy()]
    p = [math.exp(row[y]) / sum(map(math.exp, row)) for row, y in zip(logits.tolist(), TARGET.tolist(), strict=True)]
    each = [-w * (1 - q) ** gamma * math.log(q) for w, q in zip(weights, p, strict=True)]
    found = FocalLoss("rarity", SIZES, gamma=gamma)(logits, TARGET).item()
    assert found == pytest.approx(sum(each) / sum(weights), rel=1e-5)


@pytest.mark.parametrize("gamma", [0, 0.5, 1, 2])
def test_focal_gradients_are_those_of_differences_and_finite_where_an_item_is_certain(gamma, logits):
    loss = FocalLoss("rarity", SIZES, gamma=gamma)
    assert torch.autograd.gradcheck(loss, (logits.double().requires_grad_(), TARGET))
    certain = (1000 * torch.eye(3)).requires_grad_()
    loss(certain, torch.tensor([0, 1, 0])).backward()
    assert certain.grad.isfinite().all()


def test_items_left_out_do_not_count(logits):
    for loss in (CrossEntropy("rarity", SIZES, ignore_index=9), FocalLoss("rarity", SIZES, ignore_index=9)):
        marked = TARGET.clone()
        marked[[1, 3]] = 9
        torch.testing.assert_close(loss(logits, marked), loss(logits[marked != 9], TARGET[marked != 9]))


def test_classes_may_be_counted_in_bytes():
    """In which −100 is 156."""
    loss, logits = CrossEntropy("uniform", [1] * 200), torch.randn(3, 200)
    target = torch.tensor([156, 199, 0])
    assert loss(logits, target.to(torch.uint8)) == loss(logits, target)


def test_a_batch_in_which_nothing_weighs_is_0_and_has_no_gradient(logits):
    """PyTorch's own is NaN, and so are the weights after a step with it."""
    loss = CrossEntropy([0.7, 0.0, 0.3], SIZES)
    logits.requires_grad_()
    value = loss(logits, torch.ones(6, dtype=torch.int64))
    value.backward()
    assert value == 0
    assert (logits.grad == 0).all()


def test_pixels_are_items():
    logits, target = torch.randn(2, 3, 4), torch.randint(3, (2, 4))
    loss = CrossEntropy("rarity", SIZES)
    theirs = torch.nn.functional.cross_entropy(logits, target, weight=loss.weight)
    torch.testing.assert_close(loss(logits, target), theirs)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
def test_half_precision_is_computed_in_more(dtype, logits):
    loss = CrossEntropy("rarity", SIZES)
    given = logits.to(dtype)
    value = loss(given, TARGET.to(torch.int32))
    assert value.dtype == (torch.float64 if dtype == torch.float64 else torch.float32)
    assert value.item() == pytest.approx(loss(given.double(), TARGET).item(), rel=1e-6)


def test_copies_and_pickles_give_the_same(logits):
    loss = FocalLoss("rarity", SIZES, gamma=np.float32(3))
    for again in (copy.deepcopy(loss), pickle.loads(pickle.dumps(loss))):  # noqa: S301
        assert again(logits, TARGET) == loss(logits, TARGET)


def test_a_checkpoint_does_not_bring_back_another_importance(logits):
    """It fits strictly, also that of a model with PyTorch's own loss, which has no weights in it."""
    loss = CrossEntropy("rarity", SIZES)
    before = loss(logits, TARGET)
    for other in (CrossEntropy("uniform", SIZES), torch.nn.CrossEntropyLoss()):
        loss.load_state_dict(other.state_dict())
    assert loss(logits, TARGET) == before
    assert loss.to("meta").weight.device.type == "meta"


def test_they_say_what_they_are():
    assert repr(FocalLoss([1, 1], [50, 50])) == "FocalLoss(weight=[1.0, 1.0], reduction='mean', gamma=2)"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"counts": None}, "counts must be the class sizes of the training data"),
        ({"counts": [5, -1]}, "a class size must be a finite number of at least 0"),
        ({"counts": {"ok": 9, "ill": 1}}, "counts name the class 'ok', 'ill'; give labels=, the classes in the order"),
        ({"counts": {0: 9, 2: 1}}, "counts name the class 2; give labels="),
        ({"counts": {"ok": 9}, "labels": ["ok", "ill"]}, "must name every class; 'ill' has none"),
        ({"counts": [9, 1], "importance": {"ill": 1}}, "there is no class 'ill'; the classes are 0, 1"),
        ({"counts": [9, 0]}, "rarity needs items in every class, but there are none of 1"),
        ({"counts": [9, 1], "per": "batch"}, "per must be one of class, item, not 'batch'"),
        ({"counts": [9, 1], "reduction": "max"}, "reduction must be one of mean, sum, none, not 'max'"),
        ({"counts": [9, 1], "ignore_index": None}, "ignore_index must be a whole number, not None"),
        ({"counts": [9, 1], "gamma": -1}, "gamma must be a number of at least 0, not -1"),
    ],
)
def test_a_loss_that_cannot_be_is_refused_before_training(settings, message):
    with pytest.raises(ValueError, match=message):
        FocalLoss(**{"importance": "rarity", **settings})


@pytest.mark.parametrize(
    ("batch", "message"),
    [
        ((torch.zeros(4, 2), torch.zeros(4, dtype=torch.int64)), r"one column per class, not \(4, 2\)"),
        ((torch.zeros(4, 3), torch.zeros(4)), "the target must be the numbers of the true classes"),
        ((torch.zeros(4, 3), torch.full((4,), 3)), "class numbers from 0 to 2, but there is 3"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(batch, message):
    with pytest.raises(ValueError, match=message):
        CrossEntropy("rarity", SIZES)(*batch)
