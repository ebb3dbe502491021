"""When a metric misleads: each rule by hand, and every number in a sentence computed again another way."""

import re

import numpy as np
import pytest

import steelyard as sy
from steelyard.evaluation.misleading import RULES, TEMPTING


def marked(cm, rule=None, **options):
    """Return the sentences by metric, of one rule or of all."""
    found = sy.evaluate(cm, confidence=None, **options).misleading
    return {mark.metric.name: mark.sentence for mark in found if rule in (None, mark.rule)}


def test_accuracy_that_a_constant_answer_gets_is_marked_with_that_answer():
    constant = sy.Confusion([[0, 50], [0, 950]], labels=["fraud", "ok"])
    assert marked(constant, "constant_answer")["accuracy"] == "always answering 'ok' would get 0.950 (accuracy)"
    little_worse = sy.Confusion([[5, 45], [6, 944]], labels=["fraud", "ok"])
    assert "accuracy" in marked(little_worse, "constant_answer")
    better = sy.Confusion([[40, 10], [6, 944]], labels=["fraud", "ok"])
    assert "accuracy" not in marked(better)


def test_a_constant_answer_that_scores_low_tempts_nobody():
    """Always answering the largest of three gets an accuracy of 0.5: whoever gets less is simply bad."""
    assert marked([[1, 4, 4], [4, 1, 4], [6, 6, 6]], "constant_answer") == {}


def test_what_a_metric_gives_constant_answers_everywhere_is_no_fact_about_a_matrix():
    """Modified confusion entropy gives a constant answer 75 % of its scale, a classifier with recalls of .9 65 %."""
    assert marked([[450, 50], [50, 450]]) == {}
    skewed = marked([[20, 30], [10, 940]], "constant_answer")
    assert skewed == {
        "cen": "always answering 1 would get 0.132 (cen)", "mcen": "always answering 1 would get 0.108 (mcen)"
    }  # fmt: skip


def test_the_answer_that_matters_most_is_tried_as_well():
    """With rarity "fraud" has 95 % of the weight: always answering it gets .95, the model 0.429."""
    cm = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])
    found = marked(cm, "constant_answer", importance="rarity")
    sentence = "class 'fraud' has 95 % of the weight, so always answering 'fraud' would get 0.950 (balanced_accuracy)"
    assert found["balanced_accuracy"] == sentence
    assert "balanced_accuracy" not in marked(cm)
    assert "balanced_accuracy" in marked(cm, importance={"fraud": 0.95, "ok": 0.05})


def test_a_constant_answer_that_leaves_classes_out_does_not_compete():
    """Macro precision of a constant answer is 0.95 with the other class left out: another question."""
    found = marked([[30, 20], [100, 850]], "constant_answer", undefined="exclude")
    assert found.keys().isdisjoint({"macro_precision", "one_point_aurpc_ova"})


@pytest.mark.parametrize("undefined", [None, "worst", "zero"])
def test_a_constant_answer_competes_if_what_it_gives_up_counts(undefined):
    """Of always "ok": .9 · .95 = .855, the other class counting as 0."""
    found = marked([[0, 50], [0, 950]], "constant_answer", importance=[0.1, 0.9], undefined=undefined)
    assert found["macro_precision"] == "always answering 1 would get 0.855 (macro_precision)"
    excluding = marked([[0, 50], [0, 950]], "constant_answer", importance=[0.1, 0.9], undefined="exclude")
    assert "macro_precision" not in excluding


def test_one_class_at_zero_is_told_with_the_recall_of_the_others():
    """Branco et al., Case 1: both minority classes are perfect, and the G mean is 0."""
    cm = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])
    assert marked(cm, "one_class_at_zero") == {
        "g_mean": "it is at its worst because class 'c3' is never found; the other classes have a mean recall of 1.000"
    }
    several = sy.Confusion(np.diag([5, 10, 0, 0]) + np.eye(4, k=-1, dtype=int) * 3)
    assert "classes 2 and 3 are never found" in marked(several, "one_class_at_zero")["g_mean"]


@pytest.mark.parametrize(
    "cm",
    [
        [[0, 50], [0, 950]],  # a constant answer: 0 is right
        [[0, 5, 5], [0, 2, 8], [0, 8, 2]],  # the others do badly, too
        [[1, 9, 0], [0, 10, 0], [0, 0, 10]],  # no class is at 0
    ],
)
def test_a_worst_value_that_is_deserved_is_not_marked(cm):
    assert marked(cm, "one_class_at_zero") == {}


def test_rci_does_not_see_that_two_classes_are_mistaken_for_each_other():
    """Branco et al., Case 3: 12 of the 14 items of c1 and c2 are taken for the other class."""
    cm = sy.Confusion([[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]], ["c1", "c2", "c3", "c4"])
    assert marked(cm, "exchanged_answers") == {
        "rci": "it stays the same if the answers 'c1' and 'c2' are exchanged, although 12 of their items would then be "
        "right instead of 2"
    }
    assert marked([[9, 1], [2, 8]], "exchanged_answers") == {}
    assert marked([[1, 9], [0, 5]], "exchanged_answers") == {}, "class 1 would lose by an exchange"


def test_class_shares_name_the_class_that_answers_for_all():
    """Of 1,000 items 950 are "ok"; the recalls are .4 and 940/950, so that at equal shares accuracy is .695."""
    cm = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])
    assert marked(cm, "class_shares")["accuracy"] == (
        "class 'ok' is 95 % of the items but 50 % of what matters; with class shares by what matters it would be 0.695 "
        "(accuracy)"
    )
    assert marked(cm, "class_shares", importance="prevalence") == {}


def test_nearly_all_items_are_not_all_and_weights_are_no_items():
    """Five frauds in 4,955 transactions, of which two are found; then the same where each weighs 2 Euro."""
    cm = sy.Confusion([[2, 3], [10, 4940]], labels=["fraud", "ok"])
    assert marked(cm, "class_shares")["mcc"].startswith("class 'ok' is over 99 % of the items but 50 % of what matters")
    weighed = sy.Confusion(2 * cm.counts, cm.labels, squares=4 * cm.counts, rows=cm.counts)
    told = marked(weighed, "class_shares")["mcc"]
    assert told.startswith("class 'ok' is over 99 % of the weight of the items but 50 % of what matters")


def test_what_an_exchange_would_be_right_about_is_weighed():
    """Case 3 again: items that weigh 2 each, 24 of 28 for the other class."""
    m = np.array([[1, 3, 0, 0], [9, 1, 0, 0], [0, 0, 100, 0], [0, 0, 0, 200]])
    cm = sy.Confusion(2 * m, ["c1", "c2", "c3", "c4"], squares=4 * m, rows=m)
    assert (
        "although 86 % of the weight of their items would then be right instead of 14 %"
        in marked(cm, "exchanged_answers")["rci"]
    )


def test_balanced_data_have_no_class_that_answers_for_all():
    assert marked([[50, 50], [10, 90]], "class_shares") == {}


@pytest.mark.parametrize("C", [3, 5, 10])
def test_a_high_floor_is_that_of_equation_15(C):
    """AUROC-OVO is at least (C−2)/(2(C−1)), Mullick et al. 2020, eq. 15."""
    cm = np.full((C, C), 10) + 10 * np.eye(C, dtype=int)
    assert marked(cm, "high_floor")["one_point_auroc_ovo"] == (
        f"with {C} classes nobody gets less than {(C - 2) / (2 * (C - 1)):.3f} (one_point_auroc_ovo)"
    )
    assert "one_point_auroc_ovo" not in marked(np.eye(C, dtype=int) * 10)
    assert "balanced_accuracy" not in marked(cm, "high_floor")


def test_classes_left_out_are_marked_if_they_matter():
    cm = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])
    note = "class 'c3' (33 % of the weight) is left out: the class is never predicted (p = 0)"
    assert marked(cm, "left_out", undefined="exclude")["macro_precision"] == note
    assert marked(cm, "left_out", undefined="exclude", importance="rarity") == {}, "1 % of the weight"
    assert marked(cm, "left_out") == {}, "what was given up counts as the worst"
    assert marked(cm, "left_out", undefined="zero") == {}


def test_a_perfect_classifier_is_marked_nowhere():
    for sizes in ([10, 10], [5, 95], [3, 30, 300], [7] * 6):
        assert marked(np.diag(sizes)) == {}, sizes


def test_every_number_in_a_sentence_can_be_computed_again(rng, random_counts):
    """On random matrices, all that constant answers and class shares claim is claimed by single calls as well."""
    told = dict.fromkeys((rule.id for rule in RULES), 0)
    for C in (2, 3, 5):
        for m in random_counts(rng, C, 25):
            phi = rng.random(C) + 0.05
            result = sy.evaluate(m, importance=phi, confidence=None)
            for mark in result.misleading:
                told[mark.rule] += 1
                value = result[mark.metric.name].value
                if mark.rule == "constant_answer":
                    answer = int(re.findall(r"answering (\d)", mark.sentence)[0])
                    assert answer in (m.sum(axis=1).argmax(), phi.argmax())
                    constant = np.zeros((C, C))
                    constant[:, answer] = m.sum(axis=1)
                    (score,) = sy.evaluate(constant, importance=phi, metrics=mark.metric, confidence=None).scores
                    assert mark.sentence.endswith(f"would get {score.value:.3f} ({mark.metric.name})")
                    assert score.normalised > TEMPTING
                    assert mark.metric.sign * (score.value - value) >= -1e-9
                elif mark.rule == "class_shares":
                    expected = mark.metric.at_importance()(m, importance=phi)
                    assert mark.sentence.endswith(f"would be {expected:.3f} ({mark.metric.name})")
                    assert abs(mark.metric.normalised(value - expected, phi) - mark.metric.normalised(0, phi)) >= 0.0999
                elif mark.rule == "exchanged_answers":
                    first, second = map(int, re.findall(r"answers (\d) and (\d)", mark.sentence)[0])
                    order = np.arange(C)
                    order[[first, second]] = second, first
                    (same,) = sy.evaluate(m[:, order], metrics=mark.metric, confidence=None).scores
                    assert same.value == pytest.approx(value)
                elif mark.rule == "one_class_at_zero":
                    assert result[mark.metric.name].normalised == pytest.approx(0)
    assert all(count > 0 for count in told.values()), told


def test_each_rule_has_a_name_and_a_title_of_its_own():
    assert len({rule.id for rule in RULES}) == len({rule.title for rule in RULES}) == len(RULES)
