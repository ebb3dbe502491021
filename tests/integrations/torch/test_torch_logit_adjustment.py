"""Logit adjustment: the Bayes rule of the weighted balanced accuracy, after the training and by it."""

import copy
import pickle

import numpy as np
import pytest

import steelyard as sy

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make devices")

from steelyard.integrations.torch import LogitAdjustedLoss, adjusted  # noqa: E402 - it loads PyTorch

SIZES = [70, 20, 10]
WEIGHTS = np.array([0.25, 0.3, 0.45])
SHARES = np.array([0.7, 0.2, 0.1])
DENSITIES = np.array([[0.5, 0.3, 0.1, 0.05, 0.05], [0.1, 0.2, 0.4, 0.2, 0.1], [0.05, 0.1, 0.15, 0.3, 0.4]])
"""P(x | y) of five values of one feature, for three classes."""


def posterior():
    joint = SHARES[:, None] * DENSITIES
    return (joint / joint.sum(axis=0)).T


def accuracy_of(rule):
    """The weighted balanced accuracy of a rule (a class for each x), over the population: Σ w·P(rule(x) = y | y)."""
    cells = np.zeros((3, 3))
    for x, chosen in enumerate(rule):
        cells[:, chosen] += SHARES * DENSITIES[:, x]
    return sy.metrics.balanced_accuracy(cells, importance=WEIGHTS)


def best_rule():
    """Of all 3⁵ rules."""
    rules = np.stack(np.meshgrid(*[range(3)] * 5), axis=-1).reshape(-1, 5)
    return rules[np.argmax([accuracy_of(rule) for rule in rules])]


def test_adjusted_logits_are_the_bayes_rule_of_the_weighted_balanced_accuracy():
    logits = torch.from_numpy(np.log(posterior())) + 7.0  # logits know no constant
    rule = adjusted(logits, WEIGHTS, SIZES).argmax(dim=1).numpy()
    np.testing.assert_array_equal(rule, best_rule())
    assert accuracy_of(rule) > accuracy_of(logits.argmax(dim=1).numpy()) + 0.05


def test_training_with_the_loss_makes_plain_argmax_that_rule():
    """A table of logits is fitted to the population itself, every (x, y) as often as it occurs."""
    table = torch.zeros(5, 3, dtype=torch.float64, requires_grad=True)
    often = torch.from_numpy((SHARES[:, None] * DENSITIES).T.ravel() * 2000).round().long()
    x = torch.arange(5).repeat_interleave(3).repeat_interleave(often)
    y = torch.arange(3).repeat(5).repeat_interleave(often)
    loss = LogitAdjustedLoss(WEIGHTS, SIZES)
    steps = torch.optim.LBFGS([table], max_iter=100, line_search_fn="strong_wolfe")

    def closure():
        steps.zero_grad()
        value = loss(table[x], y)
        value.backward()
        return value

    steps.step(closure)
    np.testing.assert_array_equal(table.argmax(dim=1).numpy(), best_rule())
    ahead = np.log(posterior()) + np.log(WEIGHTS / SHARES)
    found = table.detach().numpy()
    np.testing.assert_allclose(found - found[:, :1], ahead - ahead[:, :1], atol=1e-3)


def test_adding_log_w_over_pi_is_multiplying_by_w_over_pi(rng):
    p = rng.dirichlet(np.ones(3), 200)
    found = adjusted(torch.from_numpy(np.log(p)), WEIGHTS, SIZES).argmax(dim=1)
    np.testing.assert_array_equal(found.numpy(), (p * WEIGHTS / SHARES).argmax(axis=1))


def test_tau_says_how_much():
    logits = torch.randn(4, 3, dtype=torch.float64)
    for tau in (0, 0.5, 2.0):
        expected = logits + tau * torch.from_numpy(np.log(WEIGHTS / SHARES))
        torch.testing.assert_close(adjusted(logits, WEIGHTS, SIZES, tau), expected)
        loss = LogitAdjustedLoss(WEIGHTS, SIZES, tau)(logits, torch.tensor([0, 1, 2, 2]))
        moved = logits - tau * torch.from_numpy(np.log(WEIGHTS / SHARES))
        torch.testing.assert_close(
            loss, torch.nn.functional.cross_entropy(moved, torch.tensor([0, 1, 2, 2])), rtol=1e-6, atol=0
        )


@pytest.mark.parametrize("tau", [0.0, 1.0])
def test_a_class_that_does_not_matter_is_never_chosen(tau):
    found = adjusted(torch.tensor([[0.0, 99.0, 0.0]]), [0.5, 0.0, 0.5], SIZES, tau)
    assert found[0, 1] == -torch.inf
    assert found[0, [0, 2]].isfinite().all()


def test_importance_as_the_shares_adjusts_nothing():
    logits = torch.randn(4, 3)
    torch.testing.assert_close(adjusted(logits, "prevalence", SIZES), logits)


def test_pixels_and_items_left_out():
    logits, target = torch.randn(2, 3, 4), torch.randint(3, (2, 4))
    flat = adjusted(logits.movedim(1, -1).reshape(-1, 3), "rarity", SIZES)
    torch.testing.assert_close(adjusted(logits, "rarity", SIZES).movedim(1, -1).reshape(-1, 3), flat)
    loss = LogitAdjustedLoss("rarity", SIZES)
    target[0, :2] = -100
    kept = target.flatten() >= 0
    torch.testing.assert_close(
        loss(logits, target), loss(logits.movedim(1, -1).reshape(-1, 3)[kept], target.flatten()[kept])
    )
    assert loss(logits, torch.full_like(target, -100)) == 0


def test_half_precision_is_computed_in_more():
    logits = torch.randn(4, 3).half()
    assert adjusted(logits, "rarity", SIZES).dtype == torch.float32
    target = torch.zeros(4, dtype=torch.uint8)
    assert LogitAdjustedLoss("rarity", SIZES)(logits, target).dtype == torch.float32
    half = LogitAdjustedLoss("rarity", SIZES).half()
    large, last = torch.tensor([[600.3, 600.4, 600.9]]).half(), torch.tensor([2])  # halves are 0.5 apart there
    expected = torch.nn.functional.cross_entropy(large.float() - half.shift.float(), last)
    torch.testing.assert_close(half(large, last), expected)


def test_copies_and_pickles_give_the_same_and_checkpoints_bring_back_no_other_importance():
    loss = LogitAdjustedLoss("rarity", SIZES, np.float32(1))
    logits, target = torch.randn(4, 3), torch.tensor([0, 1, 2, 2])
    expected = loss(logits, target)
    for again in (copy.deepcopy(loss), pickle.loads(pickle.dumps(loss))):  # noqa: S301
        assert again(logits, target) == expected
    loss.load_state_dict(LogitAdjustedLoss("uniform", SIZES).state_dict())
    assert loss(logits, target) == expected
    assert repr(LogitAdjustedLoss([1, 1], [50, 50])) == "LogitAdjustedLoss(shift=[0.0, 0.0], tau=1)"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"importance": [0.5, 0.5, 0]}, "needs a weight above 0 for every class, but .* gives 0 to 'c'"),
        (
            {"counts": [5, 0, 5], "importance": "uniform"},
            "class 'b' matters but has no items",
        ),
        ({"tau": -1}, "tau must be a number of at least 0, not -1"),
        ({"tau": "1"}, "tau must be a number of at least 0, not '1'"),
        ({"importance": {"d": 1}}, "there is no class 'd'"),
        ({"ignore_index": None}, "ignore_index must be a whole number, not None"),
    ],
)
def test_a_loss_that_cannot_be_is_refused_before_training(settings, message):
    with pytest.raises(ValueError, match=message):
        LogitAdjustedLoss(**{"importance": "rarity", "counts": SIZES, "labels": ["a", "b", "c"], **settings})


def test_logits_must_have_a_column_for_each_class():
    with pytest.raises(ValueError, match=r"one column per class, not \(2, 2\)"):
        adjusted(torch.zeros(2, 2), "rarity", SIZES)
    with pytest.raises(ValueError, match="class numbers from 0 to 2, but there is 3"):
        LogitAdjustedLoss("rarity", SIZES)(torch.zeros(1, 3), torch.tensor([3]))
