"""The record of what survives vague importance, and its sentence."""

import json
import re
import time
from datetime import date

import numpy as np
import pytest

import steelyard as sy
from steelyard.comparison.robustness import robustness
from steelyard.importance.region_of import region_of

SENTENCES = [
    (
        "ok < minor < fatal",
        "balanced_accuracy",
        (
            "At the observed rates, Spell scores better than Drain at all weights that agree with your order, but "
            "this is shown at none of them: chance alone could explain it."
        ),
    ),
    (
        "ok < minor",
        "balanced_accuracy",
        "Spell scores better than Drain at 68 % of the weights that agree with your order; Drain scores better if",
    ),
    (
        "ok < minor",
        "balanced_accuracy",
        "; Drain scores better if class 'fatal' has less weight than 0.17 and the others keep their proportions.",
    ),
    (
        None,
        "balanced_accuracy",
        (
            "Spell scores better than Drain at 71 % of all possible weights; Drain scores better if class 'fatal' has "
            "less weight than "
        ),
    ),
    (
        "fatal=0.3..0.5, minor=0.2",
        "balanced_accuracy",
        "Spell scores better than Drain at all weights that agree with your ra",
    ),
    (
        "uniform",
        "balanced_accuracy",
        "Spell scores better than Drain at your weights; Drain would score better if class 'fatal' had less weight",
    ),
    (
        "uniform",
        "balanced_accuracy",
        "class 'fatal' had less weight than 0.16 (now 0.33) and the others kept their proportions.",
    ),
    ("minor=0.45", "balanced_accuracy", "; Drain scores better if 0.11 of the weight moves from class to class."),
    (
        None,
        "macro_precision",
        (
            "Drain scores better than Spell at more than 99 % of all possible weights; Spell scores better if class "
            "'ok' has more weight than"
        ),
    ),
    (None, "f_of_averages", "Drain scores better than Spell at all 20,0"),
    (
        "ok < minor",
        "f_of_averages",
        " weights that were tried and agree with your order, but this is shown at none of them: ",
    ),
    (
        "fatal=0.05, minor=0.2",
        "balanced_accuracy",
        "Drain scores better than Spell at your weights; Spell would score better if class 'fatal' had more w",
    ),
    (
        "rarity",
        "f_of_averages",
        "Drain scores better than Spell at your weights; at no weights that were tried would Spell score better.",
    ),
]


@pytest.mark.parametrize(("said", "metric", "expected"), SENTENCES)
def test_the_sentence(logs, said, metric, expected):
    found = robustness(logs, metric, said, samples=20_000)
    assert expected in found.sentence
    assert str(found) == found.sentence


def test_a_sampled_share_carries_its_error(logs):
    found = robustness(logs, "g_mean", "ok < minor", samples=20_000)
    assert "± 0.6 % of the weights that agree with your order" in found.sentence
    assert found.shares[0].how == "sampled"


def test_a_sentence_says_all_only_where_it_is_certain(stack_of):
    """A share that rounds to 100 % is not said to be so."""
    stack = stack_of([np.diag([90, 90, 90]) + 1, np.diag([10, 10, 100]) + 1])
    found = robustness(stack, importance="2=..0.99", samples=2_000)
    assert found.sentence.startswith(
        "At the observed rates, m0 scores better than m1 at more than 99 % of the weights that agree with your "
        "ranges; m1 scores better "
    )
    few = robustness(stack, importance="2=..0.99", samples=100)
    assert few.sentence.startswith("At the observed rates, m0 scores better than m1 at more than 95 % of the weights")
    exact = robustness(stack, samples=100)
    assert exact.sentence.startswith(
        "At the observed rates, m0 scores better than m1 at more than 99.9 % of all possible weights"
    )
    other = robustness(stack, importance="2=0.98..0.999", samples=2_000)
    assert "±" in other.sentence


def test_ties(stack_of):
    same = stack_of([[[3, 1], [1, 2]]] * 2)
    assert robustness(same, samples=100).sentence == "At the observed rates, m0 and m1 are equal at all weights."
    assert (
        robustness(same, importance="uniform").sentence == "At the observed rates, m0 and m1 are equal at your weights."
    )
    edge = stack_of([[[3, 1], [1, 3]], [[3, 1], [2, 2]]])
    assert robustness(edge, samples=100).sentence.startswith(
        "At the observed rates, m0 scores better than m1, or equal, at all "
    )


def test_several_models(stack_of):
    stack = stack_of([[[90, 10], [50, 50]], [[60, 40], [30, 70]], [[20, 80], [20, 80]]])
    found = robustness(stack, samples=20_000)
    assert found.sentence.startswith("At the observed rates, m0 is the best of 3 models at 59.4 ± 0.7 % of all")
    assert (
        "of all possible weights; m1 is the best if class 0 has less weight than 0.4. If all these weights are"
        in found.sentence
    )
    assert len(found.extremes) == len(found.shares) == 3
    np.testing.assert_allclose(found.ranks.sum(axis=0), 1)
    # m0 is first above 0.4, m2 below 0.2 (where 0.4·t = 0.1·(1 − t)), m1 between.
    np.testing.assert_allclose(found.ranks[:, 0], [0.6, 0.2, 0.2], atol=0.02)
    np.testing.assert_allclose(found.central[:, 0], [0.7, 0.3, 0.1], atol=0.02)
    with pytest.raises(KeyError, match="there is no pair 'm0' and 'x'"):
        found.pair("m0", "x")


def test_two_models_have_exact_ranks(logs):
    found = robustness(logs, samples=10)
    assert found.ranks[0, 0] == found.shares[0].wins
    assert (found.ranks_error == 0).all()


def test_the_record_is_ready_for_json(logs, stack_of):
    for said, metric in [
        (None, "f_of_averages"),
        (None, "balanced_accuracy"),
        ("rarity", "balanced_accuracy"),
        ("ok < minor", "macro_precision"),
    ]:
        record = robustness(logs, metric, said, samples=500).to_dict()
        again = json.loads(json.dumps(record, allow_nan=False))
        assert again == record
        assert list(record["weights"]) == ["fatal", "minor", "ok"]
    never = stack_of([np.diag([9, 9]) + 1, np.diag([1, 1]) + 1])
    assert robustness(never, samples=50).to_dict()["central_weights"][1] is None


def test_one_seed_gives_one_answer(logs):
    one, again, other = (
        robustness(logs, "f_of_averages", "fatal=0.1..0.5", samples=3_000, seed=s).to_dict() for s in (1, 1, 2)
    )
    assert one == again
    assert one != other


def test_a_joint_table_is_taken():
    joint = sy.Joint.from_labels([0, 0, 1, 1], {"a": [0, 0, 1, 0], "b": [0, 1, 1, 1]})
    assert robustness(joint, samples=100).models == ("a", "b")


def test_the_start_is_the_weights_of_the_importance(logs):
    found = robustness(logs, importance="ok < minor < fatal; fatal=0.6..", samples=100)
    assert found.weights[0] == pytest.approx(0.6)
    assert region_of("ok < minor < fatal; fatal=0.6..", logs).contains(found.weights)
    np.testing.assert_allclose(
        found.values, sy.metrics.balanced_accuracy(logs, importance="ok < minor < fatal; fatal=0.6..")
    )


@pytest.mark.parametrize("samples", [0, -1, 2.5, True, None])
def test_a_bad_number_of_samples_is_refused(logs, samples):
    with pytest.raises(ValueError, match=r"^samples must be a whole number of at least 1, not .*\.$"):
        robustness(logs, samples=samples)


def test_what_was_said_must_not_contradict_itself(logs):
    with pytest.raises(ValueError, match=r"the order puts 'minor' below 'fatal', but 'minor' weighs 0\.3 and"):
        robustness(logs, importance="fatal=0.1; minor=0.3; minor < fatal")


def test_undefined_at_the_weights_themselves(stack_of):
    stack = stack_of([[[5, 1], [0, 0]], [[4, 2], [0, 0]]])
    with pytest.raises(
        ValueError, match=r"^balanced_accuracy of 'm0' is undefined at the weights of the importance\.$"
    ):
        robustness(stack, importance=[0, 1])


def test_two_hundred_classes_take_a_second_or_two(rng, stack_of):
    stack = stack_of(rng.poisson(0.2, (4, 200, 200)) + np.eye(200, dtype=int) * rng.integers(1, 60, (4, 200, 1)))
    before = time.process_time()
    robustness(stack, importance=" < ".join(map(str, range(200))), samples=10_000)
    assert time.process_time() - before < 10


def test_scipy_is_loaded_only_when_it_is_used():
    import subprocess
    import sys

    script = (
        "import sys, steelyard.comparison.robustness, steelyard.importance.region_of; print('scipy' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.strip() == "False"


def test_a_tie_at_the_start_is_told(stack_of):
    stack = stack_of([[[9, 1], [5, 5]], [[5, 5], [9, 1]]])
    balanced = stack_of([[[9, 1], [5, 5]], [[5, 5], [1, 9]]])
    assert "ties" not in robustness(stack, samples=100).sentence
    expected = (
        "m0 scores better than m1 at 50 % of all possible weights; at the weights nearest to what was said "
        "it is equal to m1."
    )
    assert expected in robustness(balanced, samples=100).sentence


def test_shares_that_cannot_be_sampled_are_not_told(rng, stack_of):
    """The extremes and the turning point of an average are known all the same."""
    stack = stack_of(rng.poisson(1, (3, 70, 70)) + np.eye(70, dtype=int) * rng.integers(1, 60, (3, 70, 1)))
    said = " < ".join(map(str, range(70))) + "; 69=0.3..0.4"
    for metric, how in (("balanced_accuracy", "exact"), ("f_of_averages", "sampled")):
        found = robustness(stack, metric, said)
        assert (found.sampling, found.samples) == ("none", 0)
        assert {share.how for share in found.shares} == {"unknown"}
        assert {extreme.how for extreme in found.extremes} == {how}
        assert "%" not in found.sentence
        json.dumps(found.to_dict(), allow_nan=False)


def test_identical_models_tie_whatever_the_metric(stack_of):
    """Of a metric without a formula, "m0 beats m1 under all weightings tried" was told of two that are the same."""
    same = stack_of([[[5, 5], [1, 9]]] * 2)
    assert re.fullmatch(
        r"At the observed rates, m0 and m1 are equal at all [\d,]+ weights that were tried\.",
        robustness(same, "f_of_averages").sentence,
    )
    third = stack_of([[[5, 5], [1, 9]], [[5, 5], [1, 9]], [[1, 9], [9, 1]]])
    assert robustness(third, "f_of_averages", samples=500).sentence.startswith(
        "At the observed rates, m0 is the best of 3 models, or equal, at all"
    )


def test_what_only_ties_does_not_turn(stack_of):
    stack = stack_of([[[9, 1, 0], [1, 8, 1], [0, 0, 10]], [[5, 5, 0], [5, 5, 0], [0, 0, 10]]])
    expected = "At the observed rates, m0 scores better than m1 at your weights; at no weights would m1 score better."
    assert robustness(stack, importance="uniform").sentence == expected
    assert "m0 scores better than m1, or equal, at all weights, and " in robustness(stack).sentence


def test_of_models_that_tie_the_one_with_more_of_the_weights_wins(stack_of):
    """They are level where class 0 has half of the weight, the most it may have; below that m1 is ahead."""
    counts = [[[9, 1], [5, 5]], [[5, 5], [1, 9]]]
    for order, name in ((counts, "m1"), (counts[::-1], "m0")):
        found = robustness(stack_of(order), importance="0=..0.5")
        assert found.turning.winner == name
        other = "m0" if name == "m1" else "m1"
        told = f"{name} scores better than {other}, or equal, at all weights that agree with your range"
        assert told in found.sentence


@pytest.mark.parametrize(
    ("names", "held"),
    [
        ((np.int64(1), np.int64(2)), [1, 2]),
        (((1, 2), (3, 4)), ["(1, 2)", "(3, 4)"]),
        ((date(2020, 1, 1), date(2021, 1, 1)), ["2020-01-01", "2021-01-01"]),
    ],
)
def test_any_names_of_models_go_to_json(names, held):
    matrices = sy.Confusion([[9, 1], [5, 5]]), sy.Confusion([[5, 5], [1, 9]])
    found = robustness(sy.Confusion.of_models(dict(zip(names, matrices, strict=True))), samples=100)
    again = json.loads(found.to_json())
    assert again == found.to_dict()
    assert again["models"] == held
    assert again["turning"]["winner"] in again["models"]


@pytest.mark.parametrize("seed", ["abc", -1, None, 1.5, True])
def test_a_bad_seed_is_refused(logs, seed):
    with pytest.raises(ValueError, match=r"^a seed is a whole number of at least 0, not .*\.$"):
        robustness(logs, seed=seed)


def test_a_rate_is_refused_by_naming_its_average(logs):
    with pytest.raises(ValueError, match=r"its average over the classes is 'balanced_accuracy', "):
        robustness(logs, "recall")


def test_a_class_without_weight_may_be_undefined(stack_of):
    stack = stack_of([[[9, 1, 0], [1, 9, 0], [5, 5, 0]], [[8, 2, 0], [3, 7, 0], [2, 2, 6]]])
    weights = {"0": 0.5, "1": 0.5, "2": 0}
    for policy in ("nan", "raise"):
        found = robustness(stack, "macro_precision", weights, undefined=policy)
        expected = sy.metrics.macro_precision(stack, importance=weights, undefined=policy)
        np.testing.assert_allclose(found.values, expected)
        assert found.turning.nearest is None or found.turning.nearest[2] == 0
        with pytest.raises(ValueError, match=r"is undefined for class 2, so that undefined="):
            robustness(stack, "macro_precision", undefined=policy)


def test_at_a_point_the_lead_is_exact_whatever_the_metric(logs):
    (found,) = robustness(logs, "f_of_averages", "rarity").extremes
    assert (found.how, found.tried) == ("exact", 1)
    assert found.worst == found.best


def test_shares_of_walks_carry_their_own_error(stack_of, rng):
    """Not that of a hundred draws, one for each walk."""
    stack = stack_of(rng.integers(1, 30, (2, 30, 30)))
    found = robustness(stack, importance=", ".join(f"{i}=0.02..0.04" for i in range(25)))
    assert found.sampling == "hit-and-run"
    assert str(found.note) == ""
    assert re.search(r"± 0\.\d %", found.sentence)


def test_a_share_known_from_a_single_draw_is_not_told(logs):
    found = robustness(logs, "g_mean", samples=1)
    assert "at some of all possible weights" in found.sentence


def test_why_shares_are_unknown_is_told(stack_of, rng):
    stack = stack_of(rng.poisson(1, (2, 70, 70)) + np.eye(70, dtype=int))
    found = robustness(stack, importance=" < ".join(map(str, range(70))) + "; 69=0.3..0.4", samples=100)
    assert str(found.note).startswith("shares are unknown: what was said leaves 70 classes open")
    assert found.to_dict()["note"] == str(found.note)
