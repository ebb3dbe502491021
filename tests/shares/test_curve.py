"""Curves over the share of a class: as `at_shares` gives them one by one."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.measuring.registry import chosen
from steelyard.shares.what_if_curves import what_if

A = [[30, 10, 5, 0], [8, 60, 20, 2], [3, 9, 200, 30], [1, 4, 10, 500]]
B = [[20, 20, 5, 0], [2, 80, 8, 0], [13, 9, 190, 30], [0, 0, 4, 511]]
LABELS = ["w", "x", "y", "z"]
STACK = sy.Confusion([A, B], LABELS, axes={"model": ["tree", "svm"]})

OF_SHARES_OF_ROWS = {"balanced_accuracy", "g_mean", "one_point_auroc_ovo", "one_point_maurpc_ova"}
"""Functions of m_ij/t_i alone: 001's Condition 1, its Theorems 1, 2 and 5. The others contain t, p or n."""


@pytest.mark.parametrize("policy", ["worst", "exclude", "zero", "nan"])
@pytest.mark.parametrize(
    "importance", [None, "rarity", "prevalence * (w=20, x=1, y=1, z=1)", "w=0.7, *=rarity", {"w": 0.7, "z": 0.3}]
)
def test_each_point_is_what_at_shares_gives(importance, policy):
    found = what_if(STACK, "y", importance=importance, undefined=policy, points=21)
    others = np.array([45, 90, 0, 515]) / 650
    for at, share in enumerate(found.shares):
        moved = others * (1 - share)
        moved[2] = share
        for k, model in enumerate(["tree", "svm"]):
            rescaled = STACK[model].at_shares(moved / moved.sum())
            for curve in found.curves:
                wanted = curve.metric(
                    rescaled, importance=importance if curve.metric.weighted else None, undefined=policy
                )
                assert curve.values[at, k] == pytest.approx(wanted, rel=1e-9, abs=1e-12, nan_ok=True), curve.metric.id


def test_the_value_at_the_present_share_is_the_value_as_counted():
    found = what_if(STACK, "w", importance="rarity")
    assert found.present == 45 / 892
    assert found.present in found.shares
    for score in sy.evaluate(STACK, importance="rarity").scores:
        k = ["tree", "svm"].index(score.slice[0][1])
        assert found[score.metric.name].present[k] == pytest.approx(score.value, rel=1e-12)


def test_shares_are_open_at_both_ends_rising_and_dense_near_them():
    shares = what_if(STACK, "w", "accuracy", points=101).shares
    assert len(shares) == 102
    assert (np.diff(shares) > 0).all()
    assert 0 < shares[0] < 1.1e-6
    assert 1 - 1.1e-6 < shares[-1] < 1
    assert (shares < 0.001).sum() >= 20


def test_a_class_rarer_than_the_curve_would_start_is_on_it():
    rare = sy.Confusion([[1, 1], [10, 10**9]])
    found = what_if(rare, 0, "accuracy")
    assert found.shares[0] < found.present < 1e-8
    assert found["accuracy"].present[0] == pytest.approx((1 + 10**9) / (10**9 + 12))


@pytest.mark.parametrize("importance", [None, "w=0.4, x=0.3, y=0.2, z=0.1"])
@pytest.mark.parametrize("label", LABELS)
def test_robust_are_exactly_the_metrics_of_condition_1(label, importance):
    found = what_if(STACK, label, importance=importance, points=31)
    assert set(found.robust) == OF_SHARES_OF_ROWS
    assert {curve.metric.id for curve in found.curves} == {metric.id for metric in chosen(None)}


def test_an_undefined_metric_is_not_robust():
    constant = sy.Confusion([[0, 5], [0, 5]])
    found = what_if(constant, 0, ["mcc", "accuracy"])
    assert found.robust == ()
    assert np.isnan(found["mcc"].values).all()


def test_a_single_matrix_has_curves_and_no_pairs():
    found = what_if(A, 0, ["accuracy", "balanced_accuracy"], points=21)
    assert found.models == (None,)
    assert found["accuracy"].pairs == ()
    assert found["accuracy"].values.shape == (22, 1)


def test_a_joint_table_gives_what_its_matrices_give():
    truth = [0] * 4 + [1] * 6
    joint = sy.Joint.from_labels(truth, {"a": [0, 0, 1, 1, 1, 1, 1, 1, 0, 1], "b": [0] * 6 + [1] * 4})
    whole, apart = what_if(joint, 0, points=21), what_if(joint.confusion(), 0, points=21)
    assert whole.to_dict() == apart.to_dict()


@pytest.mark.usefixtures("own_metrics")
def test_a_metric_of_ones_own_and_parameters_work():
    @sy.metric
    def share_right_of_first(c):
        return c.tp[..., :1] / c.n

    found = what_if(STACK, "w", [share_right_of_first, sy.metrics.mean_f.at(beta=2)], points=21)
    assert found["share_right_of_first"].values[:, 0] == pytest.approx(found.shares * 30 / 45)
    assert found["mean_f(beta=2)"].metric.fixed == {"beta": 2}


def test_sparse_counts_give_the_same():
    dense = what_if(STACK, "x", points=21)
    sparse = what_if(STACK.sparse(), "x", points=21)
    for one, other in zip(dense.curves, sparse.curves, strict=True):
        assert other.values == pytest.approx(one.values, rel=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("cm", "arguments", "message"),
    [
        (STACK, {"label": "v"}, "there is no class 'v'"),
        (STACK, {"label": "w", "points": 1}, "points must be a whole number of at least 21, not 1"),
        (STACK, {"label": "w", "points": 7.5}, "points must be a whole number of at least 21, not 7.5"),
        (STACK, {"label": "w", "metrics": "recall"}, "'recall' gives one value per class"),
        (STACK, {"label": "w", "metrics": []}, "no metric was asked for"),
        (STACK, {"label": "w", "undefined": "skip"}, "undefined must be one of"),
        ([[0, 0], [1, 9]], {"label": 0}, "class '0' has no items"),
        ([[5, 1], [0, 0]], {"label": 0}, "all items are of class '0'"),
        ([[10**17, 1], [1, 1]], {"label": 0}, "so few items are not of class '0' that its share is 1 to all digits"),
        (sy.Confusion([[A] * 2], axes={"model": ["a"], "fold": [1, 2]}), {"label": 0}, r"cm.pooled\('fold'\)"),
        (sy.Confusion([[[5, 1], [1, 5]], [[0, 0], [1, 5]]], axes={"model": ["a", "b"]}), {"label": 1}, "'b' has no"),
        ([[0, 5], [0, 5]], {"label": 0, "metrics": "mcc", "undefined": "raise"}, "mcc is undefined"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(cm, arguments, message):
    with pytest.raises(ValueError, match=message):
        what_if(cm, **arguments)


def test_models_of_different_sizes_are_compared_at_the_same_shares():
    """The second was asked about twice as many items of class 0; at equal shares only recalls matter."""
    stack = sy.Confusion([[[5, 5], [10, 90]], [[10, 10], [10, 90]]], axes={"model": ["a", "b"]})
    found = what_if(stack, 0, ["accuracy", "mcc"], points=21)
    assert found.present == 30 / 230
    for curve in found.curves:
        assert curve.values[:, 0] == pytest.approx(curve.values[:, 1])
        assert curve.pairs[0].sentence == "a and b are equal at every share of class 0 from 0.0001 % to 99.9999 %."


def test_a_curve_of_rounding_is_robust():
    guessing = sy.Confusion([[1, 9], [10, 90]])
    assert what_if(guessing, 0, ["mcc", "accuracy"]).robust == ("mcc",)


def test_costs_of_errors_follow_the_share():
    """An error at a fraud costs 20: svm, which finds less, is ahead where frauds are rare enough."""
    models = sy.Confusion([[[8, 2], [9, 81]], [[5, 5], [1, 89]]], ["fraud", "ok"], axes={"model": ["tree", "svm"]})
    (pair,) = what_if(models, "fraud", "balanced_accuracy", "prevalence * (fraud=20, ok=1)").curves[0].pairs
    # 20 s (0.8 − 0.5) = (1 − s) (89 − 81)/90
    (flip,) = pair.flips
    gain, loss = 20 * (0.8 - 0.5), (89 - 81) / 90
    assert flip.share == pytest.approx(loss / (gain + loss), rel=1e-8)
    assert (flip.below, flip.above) == ("svm", "tree")


def test_what_is_undefined_is_refused_where_that_was_asked():
    never = sy.Confusion([[0, 5], [0, 5]])
    for importance in (None, "prevalence"):
        with pytest.raises(ValueError, match="undefined for class 0"):
            what_if(never, 0, "macro_precision", importance, undefined="raise")
