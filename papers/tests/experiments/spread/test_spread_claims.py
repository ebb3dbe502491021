"""Verdicts follow from differences and their intervals."""

import pytest

from experiments.spread.made_up_spread import CLASSIFIERS, SEVERAL, TWO, part, results
from steelyard_papers.experiments.spread import claims as judging
from steelyard_papers.experiments.spread.claims import claims, untested
from steelyard_papers.experiments.spread.differences import Pair, difference_rows, differences
from steelyard_papers.experiments.spread.matrices import matrices
from steelyard_papers.experiments.spread.minima import Minimum, minima
from steelyard_papers.experiments.spread.over_sets import OverSets, between_groups, over_sets
from steelyard_papers.experiments.spread.spreads import spreads
from steelyard_papers.experiments.spread.stated import PAIRS, STATED, closely
from steelyard_papers.experiments.spread.values import values


def made(parts):
    known = values(matrices(parts.values()))
    return spreads(known), minima(known)


MOVED, LEAST = made(results(TWO | SEVERAL))
FOUND = differences(PAIRS, MOVED, LEAST)


def apart(mean, reach=0.001):
    return OverSets(mean, mean - reach, mean + reach, 10)


def verdict(words, given, **others):
    """Return the verdict on the claim with these words, with its differences given in the order of its pairs."""
    (stated,) = (each for each in STATED if words in each.claim)
    differences = dict(zip(stated.pairs, given, strict=True)) | others.get("scale", {})
    (claim,) = (each for each in claims(differences, []) if each.claim == stated.claim)
    return claim.verdict


UP, DOWN, OPEN = apart(0.02), apart(-0.02), apart(0.02, 0.03)


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("Precision varies most", 5),
        ("AURPC suffers", 3),
        ("mAURPC-OVA varies least", 4),
        ("less than AURPC-OVA", 1),
        ("ACSA varies slightly more", 1),
        ("nAUROC-OVA varies slightly more", 1),
        ("biased towards a higher value", 2),
        ("AUROC-OVO rise with", 2),
    ],
)
def test_an_order_is_reproduced_by_all_of_its_differences_and_reversed_by_the_opposite_of_all(words, count):
    assert verdict(words, [UP] * count) == "reproduced"
    assert verdict(words, [DOWN] * count) == "reversed"
    assert verdict(words, [*[UP] * (count - 1), OPEN]) == "not reproduced"
    assert verdict(words, [*[DOWN] * (count - 1), OPEN]) == "not reproduced"
    if count > 1:
        assert verdict(words, [DOWN, *[UP] * (count - 1)]) == "not reproduced"


@pytest.mark.parametrize(
    ("distance", "given", "wanted"),
    [
        (0.1, [apart(0.0189)] * 4, "reproduced"),
        (0.1, [apart(-0.018)] * 4, "reproduced"),
        (0.1, [*[apart(0.001)] * 3, apart(0.0195)], "not reproduced"),
        (0.1, [*[apart(0.001)] * 3, apart(0.0, 0.021)], "not reproduced"),
        (-0.1, [apart(0.0)] * 4, "not reproduced"),
    ],
)
def test_to_follow_closely_is_to_be_within_a_fifth_of_what_separates_precision(distance, given, wanted):
    scale = {Pair("sd", "two", "precision", "g_mean"): apart(distance)}
    assert verdict("closely follow", given, scale=scale) == wanted


@pytest.mark.parametrize(("words", "count"), [("almost those of", 4), ("minima of GMean agree", 8)])
def test_almost_the_same_is_no_further_apart_than_a_twentieth(words, count):
    assert verdict(words, [apart(0.048)] * count) == "reproduced"
    assert verdict(words, [*[apart(0.0)] * (count - 1), apart(-0.0495)]) == "not reproduced"
    assert verdict(words, [apart(0.02, 0.04)] * count) == "not reproduced"


def test_the_evidence_tells_what_is_unlike_from_what_too_few_data_sets_leave_open():
    (stated,) = (each for each in STATED if "almost those of" in each.claim)
    for given, near in ((apart(0.02, 0.04), 4), (apart(-0.06), 3)):
        (claim,) = claims(dict.fromkeys(stated.pairs, apart(0.0)) | {stated.pairs[0]: given}, [])
        assert claim.verdict == "not reproduced"
        assert claim.evidence.endswith(f"Almost: every interval within ±0.05; of the means, {near} of 4 are.")


@pytest.mark.parametrize(("words", "count", "side"), [("significantly higher", 2, 1), ("significantly lower", 4, -1)])
def test_significantly_is_beyond_chance_and_more_than_almost_the_same(words, count, side):
    assert verdict(words, [apart(side * 0.06)] * count) == "reproduced"
    assert verdict(words, [apart(side * 0.06, 0.07)] * count) == "not reproduced"
    assert verdict(words, [*[apart(side * 0.06)] * (count - 1), apart(side * 0.04)]) == "not reproduced"
    assert verdict(words, [apart(-side * 0.06)] * count) == "reversed"


@pytest.mark.parametrize(
    ("given", "wanted"), [((DOWN, OPEN), "reproduced"), ((DOWN, DOWN), "reproduced"), ((DOWN, UP), "not reproduced")]
)
def test_what_is_said_not_to_rise_fails_if_one_rises_beyond_chance(given, wanted):
    assert verdict("do not rise", given) == wanted


def least(g_mean, other, in_a_fold=(0.0, 0.2), dataset="ten 1", classes=10):
    def one(index, value, fold):
        zeros = 3 if fold == 0 else 0
        return Minimum(dataset, classes, index, value, "NBSVM", "IR", fold, zeros, 500)

    others = ("one_point_auroc_ova", "one_point_auroc_ovo", "one_point_nauroc_ova", "balanced_accuracy")
    return [one("g_mean", g_mean, in_a_fold[0]), *(one(index, other, in_a_fold[1]) for index in others)]


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (least(0.0, 0.4), ["reproduced", "reproduced"]),
        (least(0.1, 0.4), ["not reproduced", "reproduced"]),
        (least(0.0, 0.0, (0.0, 0.0)), ["not reproduced", "not reproduced"]),
        (least(0.1, 0.4, (0.01, 0.2)), ["not reproduced", "not reproduced"]),
        ([*least(0.0, 0.4)[:-1], least(0.0, 0.0, (0.0, 0.0))[-1]], ["not reproduced", "not reproduced"]),
        ([*least(0.1, 0.4, (0.01, 0.2)), *least(0.0, 0.4, dataset="ten 2")], ["reproduced", "reproduced"]),
    ],
)
def test_g_mean_is_0_where_the_others_are_not(given, wanted):
    found = claims({}, given)
    assert [claim.verdict for claim in found] == wanted
    assert "GMean is 0 in" in found[1].evidence


def test_only_ten_classes_count_for_the_zero():
    assert claims({}, least(0.0, 0.4, dataset="five 1", classes=5)) == []


def test_each_claim_is_judged_over_the_test_sets_alone_as_well():
    (stated,) = (each for each in STATED if "Precision varies most" in each.claim)
    both = dict.fromkeys(stated.pairs, UP) | {pair._replace(measure="sd_within"): DOWN for pair in stated.pairs}
    (claim,) = claims(both, [])
    assert claim.verdict == "reproduced"
    assert claim.evidence.endswith("Over the test sets alone: reversed.")


def test_to_follow_closely_is_measured_over_the_test_sets_alone_as_well():
    (stated,) = (each for each in STATED if "closely follow" in each.claim)
    found = dict.fromkeys(stated.pairs, apart(0.009)) | {Pair("sd", "two", "precision", "g_mean"): apart(0.1)}
    found |= {pair._replace(measure="sd_within"): one for pair, one in found.items()}
    found[Pair("sd_within", "two", "precision", "g_mean")] = apart(0.04)
    (claim,) = (each for each in claims(found, []) if each.claim == stated.claim)
    assert (claim.verdict, claim.evidence.split()[-2:]) == ("reproduced", ["not", "reproduced."])


def test_evidence_has_our_numbers():
    claim = next(claim for claim in claims(FOUND, LEAST) if "less than AURPC-OVA" in claim.claim)
    one = FOUND[Pair("sd", "several", "one_point_aurpc_ova", "one_point_maurpc_ova")]
    numbers = f"AURPC-OVA less mAURPC-OVA {one.mean:+.4f} ({one.low:+.4f} to {one.high:+.4f})"
    assert numbers.replace("-0.", "−0.") in claim.evidence
    assert "several classes, 9 sets" in claim.evidence


def test_with_all_data_sets_every_claim_has_its_comparisons():
    assert len(PAIRS) == len(set(PAIRS))
    assert {pair.measure for pair in PAIRS} == {"sd", "sd_within", "normalised", "minimum", "rise of the minimum"}
    assert list(FOUND) == PAIRS
    assert untested(FOUND, LEAST) == []
    assert len(claims(FOUND, LEAST)) == len(STATED) + 2


def test_claims_without_data_sets_are_left_out_and_named():
    moved, low = made(results(TWO))
    found = differences(PAIRS, moved, low)
    assert [claim.source for claim in claims(found, low)] == ["section 5.3, Figure 3"] * 3
    assert len(untested(found, low)) == len(STATED) - 3 + 1
    assert judging.ZERO in untested(found, low)


def test_one_data_set_has_no_interval_and_so_no_verdict():
    moved, low = made(results({"two 01": 2, "three 1": 3, "five 1": 5, "ten 1": 10}))
    found = differences(PAIRS, moved, low)
    assert {claim.source.split(",")[0] for claim in claims(found, low)} == {"section 5.4", "section 5.6"}
    rows = {(row["measure"], row["classes"], row["second"]): row for row in difference_rows(found)}
    row = rows["minimum", "ten", "one_point_nauroc_ova"]
    assert (row["sets"], row["low"], row["high"]) == (1, None, None)
    assert row["difference"] is not None


def test_differences_are_paired_by_data_set():
    sd = {(each.dataset, each.index): each.sd for each in MOVED}
    wanted = over_sets([sd[name, "precision"] - sd[name, "one_point_auroc"] for name in TWO])
    assert FOUND[Pair("sd", "two", "precision", "one_point_auroc")] == wanted


def test_a_rise_compares_ten_classes_with_three():
    low = {(each.dataset, each.index): each.value for each in LEAST}
    gap = {name: low[name, "one_point_auroc_ovo"] - low[name, "balanced_accuracy"] for name in SEVERAL}
    wanted = between_groups(*([gap[f"{word} {number}"] for number in (1, 2, 3)] for word in ("ten", "three")))
    assert FOUND[Pair("rise of the minimum", "three to ten", "one_point_auroc_ovo", "balanced_accuracy")] == wanted


def test_indices_that_are_the_same_but_for_rounding_do_not_differ():
    same = [each for each in MOVED if each.index != "one_point_nauroc_ova"]
    same += [
        type(each)(each.dataset, each.classes, "one_point_nauroc_ova", each.sd + 1e-16, each.sd_within, each.normalised)
        for each in MOVED
        if each.index == "balanced_accuracy"
    ]
    one = differences(PAIRS, same, LEAST)[Pair("sd", "several", "balanced_accuracy", "one_point_nauroc_ova")]
    assert (one.mean, one.low, one.high) == (0, 0, 0)


def test_the_minimum_is_the_smallest_mean_and_knows_where_it_is():
    parts = [part("ten 1", name, 1, 10, ruined=name == "RUSBoost") for name in CLASSIFIERS]
    (one,) = values(matrices(parts))
    found = {each.index: each for each in minima([one])}
    means = one.means["g_mean"]
    assert found["g_mean"].value == means.min()
    assert found["g_mean"].classifier == "RUSBoost"
    assert means[2, one.of.test_sets.index(found["g_mean"].test_set)] == means.min()
    assert found["g_mean"].in_a_fold == one.folds["g_mean"].min()
    assert found["g_mean"].zero_folds == (one.folds["g_mean"] == 0).sum() > 0
    assert found["g_mean"].folds == 4 * 2 * 5


def test_the_smallest_value_in_a_fold_is_below_the_smallest_mean():
    (one,) = values(matrices([part("five 1", "NBSVM", 1, 5)]))
    found = {each.index: each for each in minima([one])}["balanced_accuracy"]
    assert found.in_a_fold == one.folds["balanced_accuracy"].min() < found.value
    assert found.zero_folds == 0


def test_two_classes_have_no_minima():
    assert {each.dataset for each in LEAST} == set(SEVERAL)


def test_closely_needs_a_distance_to_be_measured_by():
    verdict, asked = closely([OverSets(0.0, 0.0, 0.0, 3)], OverSets(-0.01, -0.02, 0.0, 3))
    assert verdict == "not reproduced"
    assert asked.endswith("but it is not above.")
    assert "±" not in asked
