"""`advise`: the recommendations of Mullick et al., section 6, and of Branco et al., as test cases."""

import numpy as np
import pytest

import steelyard as sy
from steelyard.advice.advise import advise
from steelyard.advice.candidates import CANDIDATES, DISSENTS, IN_USE_FOR_SEVERAL, IN_USE_FOR_TWO, MOST_RECOMMENDED
from steelyard.show.advice_sentences import ground_sentence

TWO = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])
SEVERAL = sy.Confusion([[5, 3, 2], [4, 80, 6], [10, 20, 300]], labels=["a", "b", "c"])
MANY = sy.Confusion(np.random.default_rng(0).integers(1, 50, (7, 7)) + np.diag([900, 90, 80, 70, 60, 50, 40]))


def used(cm, **situation):
    return [entry.metric.id for entry in advise(cm, **situation).recommended]


def cared(cm, **situation):
    return [entry.metric.id for entry in advise(cm, **situation).with_care]


def avoided(cm, **situation):
    return [entry.metric.id for entry in advise(cm, **situation).avoid]


class TestSection6OfMullick:
    def test_two_classes_in_general_the_g_mean_first_and_three_others_that_satisfy_condition_1(self):
        found = used(TWO)
        assert found[0] == "g_mean"
        assert set(found) == {"g_mean", "balanced_accuracy", "mprecision", "one_point_maurpc"}

    def test_auroc_of_hard_decisions_goes_by_the_name_of_balanced_accuracy(self):
        assert sy.metrics.one_point_auroc(TWO)[0] == pytest.approx(sy.metrics.balanced_accuracy(TWO))
        assert (
            "with two classes it is the same as one_point_auroc" in advise(TWO)["balanced_accuracy"].reasons[0].sentence
        )

    def test_the_g_mean_of_two_classes_comes_with_its_known_failing(self):
        assert "one class at 0 sets it to 0 (Condition 3)" in advise(TWO)["g_mean"].reasons[0].sentence
        assert sy.metrics.g_mean([[0, 50], [0, 950]]) == 0

    def test_precision_and_aurpc_are_to_be_avoided_if_shares_may_change(self):
        advice = advise(TWO)
        for metric in ("precision", "one_point_aurpc"):
            first = advice[metric].reasons[0]
            assert first.against
            assert (first.witness.metric, first.witness.property, first.witness.classes) == (metric, "condition_1", 2)
            assert "Theorem 1" in first.source

    def test_misses_of_the_minority_are_worst_recall(self):
        advice = advise(TWO, worse="misses")
        assert advice.recommended[0].name == "recall of 'fraud'"
        assert advice.recommended[0].value == 20 / 50
        assert any("Always answering 'fraud' gets 1.000." in reason.detail for reason in advice.recommended[0].reasons)

    def test_false_alarms_are_worse_and_shares_stay_precision_and_aurpc(self):
        advice = advise(TWO, worse="false_alarms", shares_change=False)
        assert [entry.metric.id for entry in advice.recommended[:2]] == ["precision", "one_point_aurpc"]
        assert advice["precision"].value == pytest.approx(20 / 30)
        assert any(
            r.against and "compare it only where they are the same" in r.sentence
            for r in advice["one_point_aurpc"].reasons
        )

    def test_false_alarms_are_worse_and_shares_change_mprecision_and_maurpc(self):
        found = used(TWO, worse="false_alarms")
        assert found[:2] == ["mprecision", "one_point_maurpc"]
        assert not {"precision", "one_point_aurpc"} & set(found)

    @pytest.mark.parametrize("cm", [SEVERAL, MANY], ids=["3", "7"])
    def test_several_classes_acsa_and_maurpc(self, cm):
        assert used(cm)[:2] == ["balanced_accuracy", "one_point_maurpc_ova"]
        assert used(cm, classes_change=True)[:2] == ["balanced_accuracy", "one_point_maurpc_ova"]

    @pytest.mark.parametrize("cm", [SEVERAL, MANY], ids=["3", "7"])
    def test_every_class_must_work_the_g_mean(self, cm):
        advice = advise(cm, every_class=True)
        assert advice.recommended[0].metric.id == "g_mean"
        for metric, against in (("g_mean", False), ("balanced_accuracy", True)):
            told = [r.against for r in advice[metric].reasons if r.witness and r.witness.property == "condition_3"]
            assert told == [against], metric
        assert used(cm, every_class=True) == ["g_mean"], "no other falls to its worst with one class"
        assert cared(cm, every_class=True)[:2] == ["balanced_accuracy", "one_point_maurpc_ova"]

    def test_a_rate_of_one_class_does_not_tell_that_every_class_works(self):
        """Recall of 'fraud' is perfect for a classifier that never answers 'ok'."""
        assert sy.metrics.recall([[50, 0], [950, 0]])[0] == 1
        advice = advise(TWO, worse="misses", every_class=True)
        assert [entry.metric.id for entry in advice.recommended] == ["g_mean"]
        assert advice["recall"].standing == "with care"
        assert used(TWO, worse="misses", classes_change=True)[0] == "recall", "otherwise it is what is asked for"

    def test_the_g_mean_comes_with_a_warning_otherwise(self):
        (against,) = [
            reason for reason in advise(SEVERAL)["g_mean"].reasons if reason.against and reason.witness is not None
        ]
        assert (against.witness.property, against.witness.classes) == ("condition_3", 3)
        assert "Theorem 5" in against.source

    @pytest.mark.parametrize("cm", [SEVERAL, MANY], ids=["3", "7"])
    def test_differing_costs_allow_nauroc_and_aurpc_despite_condition_1(self, cm):
        advice = advise(cm, importance="rarity")
        for metric in ("one_point_nauroc_ova", "one_point_aurpc_ova"):
            entry = advice[metric]
            assert entry.standing == "with care"
            assert "cost differently" in entry.reasons[0].sentence
            (against,) = [r for r in entry.reasons if r.against and r.witness.property == "condition_1"]
            assert not against.witness.verdict().holds
        assert not {"one_point_nauroc_ova", "one_point_aurpc_ova"} & {*used(cm), *cared(cm)}

    @pytest.mark.parametrize("cm", [SEVERAL, MANY], ids=["3", "7"])
    @pytest.mark.parametrize("importance", [None, "rarity", "uniform"])
    def test_what_changes_with_class_shares_is_avoided_where_they_may_change(self, cm, importance):
        advice = advise(cm, importance)
        for metric in ("accuracy", "mcc", "kappa", "one_point_auroc_ova", "average_accuracy"):
            assert advice[metric].standing == "avoid"
            assert advice[metric].reasons[0].witness.property == "condition_1"

    def test_auroc_is_to_be_avoided_with_several_classes_and_if_they_change(self):
        assert "one_point_auroc_ova" in avoided(SEVERAL)
        assert "one_point_auroc_ovo" not in avoided(SEVERAL)
        assert {"one_point_auroc_ova", "one_point_auroc_ovo"} <= set(avoided(SEVERAL, classes_change=True))


def detector(rare, others, alarms, missed=0):
    """Return a detector of rare items, with so many false alarms."""
    return sy.Confusion([[rare - missed, missed], [alarms, others - alarms]], labels=["fraud", "ok"])


class TestSharesThatStay:
    """Issue 18: what 97 : 3 needs, never a G-mean of 1.000 for a detector with 92 % false alarms."""

    @pytest.mark.parametrize("cm", [detector(30, 970, 345), detector(30, 99_970, 345), detector(3, 10**6, 35)])
    @pytest.mark.parametrize("worse", [None, "misses", "false_alarms"])
    @pytest.mark.parametrize("every_class", [True, False])
    def test_the_recalls_alone_are_not_recommended(self, cm, worse, every_class):
        advice = advise(cm, shares_change=False, worse=worse, every_class=every_class)
        asked = {"recall"} if worse == "misses" else set()
        names = {entry.metric.id for entry in advice.recommended}
        assert not names & {"g_mean", "balanced_accuracy", "mprecision", "one_point_maurpc"}
        assert all(entry.value < 0.55 for entry in advice.recommended if entry.metric.id not in asked)
        assert names or every_class

    def test_precision_f1_and_mcc_are(self):
        cm = detector(30, 970, 345)
        advice = advise(cm, shares_change=False)
        assert [entry.name for entry in advice.recommended] == ["f of 'fraud'", "mcc", "precision of 'fraud'"]
        sources = [entry.reasons[0].cited for entry in advice.recommended]
        assert sources[0].endswith(f": {sources[2]}")
        assert sources[1:] == ["Chicco and Jurman 2020, BMC Genomics 21:6", "Saito and Rehmsmeier 2015, PLoS ONE 10(3)"]
        tp, fp, tn = 30, 345, 625
        mcc = tp * tn / np.sqrt((tp + fp) * tp * tn * (tn + fp))
        assert [entry.value for entry in advice.recommended] == pytest.approx([60 / 405, mcc, 30 / 375])
        (against,) = [r for r in advice["balanced_accuracy"].reasons if "false alarms" in r.sentence]
        # 270 of 970 wrong: a mean recall of (1 + 700/970)/2
        assert (
            against.detail == "Finding all 30 of 'fraud' with 270 false alarms gets 0.861, missing all of them 0.500."
        )

    def test_misses_are_worse_recall_first_and_what_alarms_cost_beside_it(self):
        assert used(detector(30, 970, 345), shares_change=False, worse="misses") == ["recall", "f", "mcc"]

    @pytest.mark.parametrize("cm", [[[40, 10], [10, 40]], [[45, 5], [20, 100]]])
    def test_where_classes_are_of_a_size_the_recalls_see_false_alarms(self, cm):
        assert used(cm, shares_change=False)[0] == "g_mean"

    def test_of_several_classes_those_that_count_false_alarms(self):
        """'a' has 10 items, all found, and 115 false alarms from 'd': recalls of 1, .98, .96, .96 and .99."""
        m = [[10, 0, 0, 0, 0], [0, 900, 10, 5, 5], [0, 12, 500, 4, 4], [115, 3, 4, 3000, 2], [0, 2, 3, 4, 700]]
        cm = sy.Confusion(m, list("abcde"))
        assert used(cm, shares_change=False) == ["mean_f", "one_point_aurpc_ova", "mcc"]
        assert cared(cm, shares_change=False) == ["balanced_accuracy", "one_point_maurpc_ova", "g_mean"]
        assert used(cm, shares_change=False, worse="misses")[0] == "balanced_accuracy", "that is what it counts"
        assert used(cm)[0] == "balanced_accuracy", "shares may change: as before"

    def test_where_shares_may_change_the_false_alarms_here_are_told(self):
        told = [s for s in advise(detector(30, 970, 345)).suggestions if "wrong at these class shares" in s.sentence]
        assert told[0].sentence.startswith("345 of the 375 answers 'fraud' are wrong")
        assert "shares_change=False" in told[0].sentence
        assert "--shares-fixed" in ground_sentence(told[0].ground, command_line=True)
        for quiet in (TWO, [[40, 10], [45, 40]], [[0, 50], [0, 950]]):
            assert not any("wrong at these class shares" in s.sentence for s in advise(quiet).suggestions)

    def test_weights_are_no_numbers_of_answers(self):
        """Three of five answers are wrong; they weigh 900 of 950 Euro."""
        truth, told = ["fraud"] * 2 + ["ok"] * 100, ["fraud"] * 5 + ["ok"] * 97
        cm = sy.Confusion.from_labels(truth, told, weights=[20, 30, 300, 300, 300, *[1000] * 97])
        assert any("3 of the 5 answers 'fraud', 95 % of their weight, are wrong at" in s for s in said(cm))
        counts_unknown = sy.Confusion(cm.counts * 1.001, cm.labels)
        assert any(s.startswith("95 % of the weight of the answers 'fraud' is wrong at") for s in said(counts_unknown))

    def test_false_alarms_that_weigh_are_not_counted(self):
        told = " ".join(
            r.detail for r in advise(detector(30, 970, 345), shares_change=False)["balanced_accuracy"].reasons
        )
        assert "Finding all 30 of 'fraud' with 270 false alarms" in told
        weighed = sy.Confusion(detector(30, 970, 345).counts * 1.01, ["fraud", "ok"])
        told = " ".join(r.detail for r in advise(weighed, shares_change=False)["balanced_accuracy"].reasons)
        assert "Finding all of 'fraud' with false alarms that weigh 9 times as much" in told

    def test_nearly_all_of_the_weight_is_not_all(self):
        assert any("over 99 % of the weight" in s.sentence for s in advise(detector(30, 99_970, 345)).suggestions)


def said(cm):
    return [suggestion.sentence for suggestion in advise(cm).suggestions]


class TestBranco:
    RELEVANCE_BASED = ("balanced_accuracy", "macro_precision", "f_of_averages", "mean_f", "cba")

    @pytest.mark.parametrize("importance", ["rarity", {"a": 1, "b": 0.9, "c": 0.1}, "c < b < a"])
    def test_the_relevance_based_metrics_if_the_importance_is_known(self, importance):
        advice = advise(SEVERAL, importance, shares_change=False)
        assert tuple(entry.metric.id for entry in advice.recommended) == (
            *self.RELEVANCE_BASED[:3],
            "one_point_maurpc_ova",
        )
        assert tuple(entry.metric.id for entry in advice.with_care[:2]) == self.RELEVANCE_BASED[3:]
        assert {"accuracy", "average_accuracy", "mcc", "rci", "cen"} <= {entry.metric.id for entry in advice.avoid}
        for entry in (*advice.recommended, *advice.with_care):
            assert entry.value == pytest.approx(entry.metric(SEVERAL, importance=importance))

    @pytest.mark.parametrize("metric", ["mean_f", "cba"])
    def test_two_of_them_come_with_the_case_in_which_they_failed(self, metric):
        """Table 5, Case 1, partial order: 44.3 and 43.0 % although both classes that matter are recognised."""
        case_1 = sy.Confusion([[5, 0, 0], [0, 10, 0], [0, 300, 0]], labels=["c1", "c2", "c3"])
        value = sy.metrics[metric](case_1, importance="c3 < c1, c3 < c2", undefined="zero")
        assert value < 0.5 < sy.metrics.balanced_accuracy(case_1, importance="c3 < c1, c3 < c2")
        against = next(r for r in advise(SEVERAL, "rarity", shares_change=False)[metric].reasons if r.against)
        assert "Table 5, Case 1" in against.source

    def test_where_shares_change_the_papers_disagree_and_the_reason_says_so(self):
        for cm in (TWO, SEVERAL):
            advice = advise(cm, "rarity", metrics=self.RELEVANCE_BASED[1:])
            assert advice.recommended[0].metric.id == "balanced_accuracy"
            for entry in advice.asked:
                assert entry.standing == "with care"
                assert any(r.against and r.witness and r.witness.property == "condition_1" for r in entry.reasons)
                assert any(not reason.against and "Branco" in reason.cited for reason in entry.reasons)

    def test_whole_matrix_metrics_do_not_know_what_matters(self):
        advice = advise(SEVERAL, "rarity", shares_change=False)
        for metric in ("accuracy", "mcc", "kappa", "rci", "cen"):
            assert any("does not know which classes matter" in r.sentence for r in advice[metric].reasons), metric

    def test_rarity_is_suggested_if_nothing_is_stated_and_classes_are_skewed(self):
        (suggestion,) = advise(TWO).suggestions
        assert "importance='rarity'" in suggestion.sentence
        assert "'fraud' would then have 95 % of the weight" in suggestion.sentence
        assert "PREV" in suggestion.source
        assert "--importance rarity" in ground_sentence(suggestion.ground, command_line=True)
        assert advise(TWO, "uniform").suggestions == ()
        assert advise([[50, 5], [5, 50]]).suggestions == ()

    def test_rarity_is_not_suggested_if_class_sizes_differ_little(self):
        """Of 50 classes, 100 to 214 items each, the rarest would have 3 % of the weight instead of 2 %."""
        assert advise(np.diag(np.linspace(100, 214, 50).astype(int))).suggestions == ()
        assert advise(np.diag([100, 299])).suggestions == ()
        assert advise(np.diag([100, 300])).suggestions != ()


class TestWeightsThatFollowTheClassSizes:
    def test_they_must_be_kept_for_shares_not_to_matter(self):
        """With rarity the mean recall goes from .429 to .603 if "fraud" becomes ten times as frequent."""
        more = [[200, 300], [10, 940]]
        assert sy.metrics.balanced_accuracy(TWO, importance="rarity") == pytest.approx(0.429, abs=5e-4)
        assert sy.metrics.balanced_accuracy(more, importance="rarity") == pytest.approx(0.603, abs=5e-4)
        for importance, depends in (
            ("rarity", True),
            ("complement", True),
            ("(fraud=0.4, ok=0.6) * rarity", True),
            ([2, 1], False),
        ):
            for shares_change in (True, False):
                advice = advise(TWO, importance, shares_change)
                (told,) = [
                    r.sentence
                    for r in advice["balanced_accuracy"].reasons
                    if r.witness and "ondition_1" in r.witness.property
                ]
                assert ("if the weights are kept as they are here" in told) is depends, importance
                warned = [s for s in advice.suggestions if "keep these weights where shares change" in s.sentence]
                assert len(warned) == (depends and shares_change), importance

    @pytest.mark.parametrize("cm", [TWO, SEVERAL, MANY], ids=["2", "3", "7"])
    def test_prevalence_recommends_no_average_if_shares_change(self, cm):
        """Rec^φ is then the accuracy: .960, and .786 with ten times as many frauds."""
        assert sy.metrics.balanced_accuracy(cm, importance="prevalence") == pytest.approx(sy.metrics.accuracy(cm))
        advice = advise(cm, "prevalence", metrics=["balanced_accuracy", "accuracy"])
        assert not [entry for entry in advice.recommended if entry.metric.weighted]
        assert [entry.standing for entry in advice.asked] == ["avoid", "avoid"]
        (suggestion,) = advice.suggestions
        assert "State weights that stay" in suggestion.sentence

    def test_prevalence_is_what_counting_gives_if_shares_stay(self):
        advice = advise(SEVERAL, "prevalence", shares_change=False, metrics="accuracy")
        assert advice.recommended[0].metric.id == "balanced_accuracy"
        assert not any("does not know which classes matter" in reason.sentence for reason in advice["accuracy"].reasons)


@pytest.mark.parametrize(
    "cm", [[[40, 10], [10, 40]], TWO, SEVERAL, np.eye(6, dtype=int) * 30 + 4], ids=["balanced", "2", "3", "6"]
)
@pytest.mark.parametrize("importance", [None, "rarity"])
@pytest.mark.parametrize("shares_change", [True, False])
@pytest.mark.parametrize(("worse", "every_class"), [(None, False), ("misses", False), ("false_alarms", True)])
def test_no_metric_is_avoided_for_what_a_recommended_one_does_too(cm, importance, shares_change, worse, every_class):
    advice = advise(cm, importance, shares_change, worse=worse, every_class=every_class)
    carried = {reason.sentence for entry in advice.recommended for reason in entry.reasons if reason.against}
    for entry in advice.avoid:
        assert not {reason.sentence for reason in entry.reasons if reason.against} & carried, entry.name


def test_metrics_that_fit_tell_what_speaks_against_them():
    """Six classes that must all work: accuracy does not see a lost class, but neither does balanced accuracy."""
    six = np.eye(6, dtype=int) * 30 + 4
    advice = advise(six, shares_change=False, every_class=True, metrics="accuracy")
    assert {"accuracy", "cba", "one_point_auroc_ovo"}.isdisjoint(entry.metric.id for entry in advice.avoid)
    assert advice["accuracy"].standing == "fits"
    assert any(reason.against for reason in advice["accuracy"].reasons)


def test_every_answer_is_tried_as_the_constant_one():
    reasons = advise(TWO, "rarity")["balanced_accuracy"].reasons
    assert any(reason.against and reason.detail == "Always answering 'fraud' gets 0.950." for reason in reasons)


def test_classes_that_may_be_added_are_judged_as_well():
    """AUROC keeps Condition 1 with two classes and misses it with three."""
    advice = advise(TWO, classes_change=True, metrics="one_point_auroc")
    assert advice["one_point_auroc"].standing == "avoid"
    assert (
        advice["one_point_auroc"].reasons[0].witness.property,
        advice["one_point_auroc"].reasons[0].witness.classes,
    ) == (
        "condition_1",
        3,
    )
    assert used(TWO, classes_change=True)[0] == "balanced_accuracy"
    assert cared(TWO, classes_change=True) == ["g_mean"], "of three classes it misses Condition 3"
    assert sy.metrics.g_mean(np.diag([0, 9, 9]) + np.eye(3, k=2, dtype=int)) == 0
    assert "3 classes" in advice["balanced_accuracy"].reasons[1].source
    assert advise(TWO, metrics="one_point_auroc")["one_point_auroc"].standing == "fits"


@pytest.mark.parametrize(
    ("cm", "weights", "told"),
    [
        (SEVERAL, [1, 1, 0], "no class but 'c', without weight or items, can be given up"),
        (sy.Confusion([[5, 1, 0], [2, 90, 0], [0, 0, 0]]), [1, 1, 1], "no class but 2, without weight or items, can"),
        (SEVERAL, [1, 1, 1], "no class can be given up"),
    ],
)
def test_classes_without_weight_can_be_given_up(cm, weights, told):
    (kept,) = [r for r in advise(cm, weights, every_class=True)["g_mean"].reasons if "given up" in r.sentence]
    assert told in kept.sentence


def test_a_metric_that_is_undefined_is_not_recommended_and_says_so():
    """Without items of a class there is no mPrecision."""
    entry = advise([[5, 1, 0], [2, 90, 0], [0, 0, 0]])["one_point_maurpc_ova"]
    assert (entry.standing, entry.value) == ("with care", None)
    first = next(reason for reason in entry.reasons if reason.against)
    assert first.sentence.startswith("It is undefined here: ")
    several = sy.Confusion(np.stack([TWO.counts, [[0, 50], [0, 950]]]), TWO.labels, axes={"model": ["x", "y"]})
    assert "mcc" not in used(several, shares_change=False)
    told = next(reason for reason in advise(several, shares_change=False)["mcc"].reasons if reason.against)
    assert told.sentence == "It is undefined for some of these."


GIVEN_UP = sy.Confusion([[0, 30, 0], [0, 300, 20], [0, 15, 900]], labels=["a", "b", "c"])


def test_nothing_is_recommended_at_a_value_that_leaves_out_a_class_with_items():
    """Issue 18. 'a' is never predicted, so it has no precision: of the others it is 0.916, as if all were well."""
    advice = advise(GIVEN_UP, worse="false_alarms", shares_change=False, metrics="macro_precision")
    left_out = sy.metrics.macro_precision(GIVEN_UP, undefined="exclude")
    assert left_out == pytest.approx((300 / 345 + 900 / 920) / 2)
    assert left_out not in [entry.value for entry in advice.recommended]
    for importance in (None, "rarity"):
        for shares_change in (True, False):
            for entry in advise(GIVEN_UP, importance, shares_change).recommended:
                excluded = sy.metrics[entry.metric.id](GIVEN_UP, importance=importance, undefined="exclude")
                zeroed = sy.metrics[entry.metric.id](GIVEN_UP, importance=importance, undefined="zero")
                assert zeroed in (entry.value, excluded), entry.name


def test_a_class_without_items_leaves_by_itself():
    advice = advise([[50, 3, 0], [4, 90, 0], [0, 0, 0]])
    assert advice["balanced_accuracy"].standing == "recommended"


def test_accuracy_is_to_be_avoided_on_skewed_data_even_if_nothing_changes():
    reasons = advise(TWO, shares_change=False)["accuracy"].reasons
    assert any("Always answering 'ok' gets 0.950." in reason.detail for reason in reasons)
    assert "accuracy" not in avoided([[40, 10], [10, 40]], shares_change=False)


def test_a_constant_answer_gets_nothing_for_classes_that_it_leaves_out():
    """Left out, they would make it 0.767, the share of the largest class."""
    reasons = advise(SEVERAL, shares_change=False, worse="false_alarms")["macro_precision"].reasons
    assert not any("Always answering" in reason.sentence for reason in reasons)


@pytest.mark.slow
@pytest.mark.parametrize("cm", [TWO, SEVERAL, MANY], ids=["2", "3", "7"])
@pytest.mark.parametrize("importance", [None, "rarity"])
@pytest.mark.parametrize("shares_change", [True, False])
@pytest.mark.parametrize("classes_change", [True, False])
@pytest.mark.parametrize("worse", [None, "misses", "false_alarms"])
@pytest.mark.parametrize("every_class", [True, False])
def test_every_situation_has_a_short_list_that_holds_what_it_promises(
    cm, importance, shares_change, classes_change, worse, every_class
):
    advice = advise(cm, importance, shares_change, classes_change, worse=worse, every_class=every_class)
    assert len(advice.recommended) <= MOST_RECOMMENDED
    # The one metric that falls if a class is given up does not see false alarms, which count where shares stay.
    alarms_count = every_class and not shares_change and importance is None
    assert bool(advice.recommended) or (alarms_count and cm is not MANY)
    assert bool(advice.recommended) or "recall and the precision of each class" in advice.suggestions[0].sentence
    names = [entry.metric.id for entry in (*advice.recommended, *advice.with_care, *advice.avoid)]
    assert len(names) == len(set(names)), "nothing is both advised and advised against"
    asked = [("condition_1", shares_change), ("condition_2", classes_change)]
    for entry in advice.recommended:
        for name, wanted in asked:
            if wanted:
                assert not any(r.against and r.witness and r.witness.property == name for r in entry.reasons)
                assert any(not r.against and r.witness and r.witness.property == name for r in entry.reasons)
        assert all(reason.source for reason in entry.reasons)
    for entry in advice.with_care:
        assert not entry.reasons[0].against, "a paper recommends it"
        assert any(reason.against for reason in entry.reasons)
    for entry in advice.avoid:
        assert all(reason.against for reason in entry.reasons)
    told = [s for s in advice.suggestions if "are worse changes nothing" in s.sentence]
    plain = advise(cm, importance, shares_change, classes_change, every_class=every_class)
    same = [[e.metric.id for e in (*a.recommended, *a.with_care)] for a in (advice, plain)]
    assert len(told) == (worse is not None and same[0] == same[1]), "an option that changes nothing says so"


def test_every_witness_can_be_looked_up():
    for advice in (advise(TWO), advise(SEVERAL, "rarity"), advise(MANY, classes_change=True)):
        for entry in (*advice.recommended, *advice.with_care, *advice.avoid):
            for reason in entry.reasons:
                if reason.witness is not None:
                    assert reason.witness.verdict().holds is not None


@pytest.mark.usefixtures("own_metrics")
def test_metrics_that_are_asked_about_get_their_standing():
    @sy.metric
    def hit_share(c):
        return c.total(c.tp) / c.n

    asked = advise(TWO, metrics=["mcc", "g_mean", hit_share, "mean_f(beta=2)", "informedness"]).asked
    assert [(entry.metric.name, entry.standing) for entry in asked] == [
        ("mcc", "avoid"),
        ("g_mean", "recommended"),
        ("hit_share", "not judged"),
        ("mean_f(beta=2)", "not judged"),
        ("informedness", "fits"),
    ]
    assert "sy.audit('hit_share')" in asked[2].reasons[0].sentence
    assert asked[2].value == 0.96
    assert advise(TWO)["f1"].metric.id == "f"


def test_the_positive_class_is_the_more_important_one_else_the_rarer_one():
    assert advise(TWO, worse="misses").situation.positive == "fraud"
    assert advise(TWO, {"ok": 0.9, "fraud": 0.1}, worse="misses").recommended[0].name == "recall of 'ok'"
    assert advise([[900, 40], [30, 30]], worse="misses").situation.positive == 1
    assert advise(SEVERAL).situation.positive is None


def test_labels_models_and_plain_counts_are_taken():
    from_labels = advise(["a", "b", "b", "b"], prediction=["a", "b", "b", "a"])
    assert from_labels.situation.sizes == (1.0, 3.0)
    assert from_labels.to_dict() == advise(sy.Confusion([[1, 0], [1, 2]], ["a", "b"])).to_dict()
    stack = sy.Confusion(np.stack([TWO.counts, TWO.counts]), TWO.labels, axes={"model": ["x", "y"]})
    assert advise(stack).situation == advise(TWO).situation


def test_several_models_have_their_values_for_what_is_recommended():
    other = sy.Confusion([[45, 5], [90, 860]], TWO.labels)
    stack = sy.Confusion(np.stack([TWO.counts, other.counts]), TWO.labels, axes={"model": ["x", "y"]})
    advice = advise(stack, worse="misses")
    recall, g_mean, *_ = advice.recommended
    assert recall.value is None
    assert recall.values == (((("model", "x"),), 0.4), ((("model", "y"),), 0.9))
    assert [value for _, value in g_mean.values] == pytest.approx([sy.metrics.g_mean(TWO), sy.metrics.g_mean(other)])
    assert advice.to_dict()["recommended"][0]["values"] == [{"model": "x", "value": 0.4}, {"model": "y", "value": 0.9}]
    assert advise(TWO).recommended[0].values == ()
    nested = sy.Confusion(np.tile(TWO.counts, (2, 3, 1, 1)), axes={"model": ["x", "y"], "month": [1, 2, 3]})
    assert advise(nested).recommended[0].values[4][0] == (("model", "y"), ("month", 2))


def test_an_undefined_value_is_none_and_what_was_given_up_is_the_worst():
    asked = ["mcc", "precision"]
    advice = advise(sy.Confusion([[0, 5], [0, 95]]), worse="false_alarms", shares_change=False, metrics=asked)
    assert advice["mcc"].value is None
    assert advice["precision"].value == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"data": [[0, 0], [0, 0]]}, "nothing to advise on"),
        ({"data": [[7]]}, "at least two classes, but there is only 0"),
        ({"data": [[0, 0], [1, 5]]}, "items of at least two classes, but only 1 has any"),
        ({"data": TWO, "worse": "costs"}, "worse must be 'misses', 'false_alarms' or None, not 'costs'"),
        ({"data": TWO, "importance": {"c9": 1}}, "there is no class 'c9'"),
        ({"data": TWO, "metrics": "balanced_acuracy"}, "Did you mean 'balanced_accuracy'"),
        ({"data": SEVERAL, "metrics": "recall"}, "'recall' gives one value per class"),
    ],
)
def test_bad_input_is_one_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        advise(**arguments)


def test_an_unknown_metric_is_not_found_in_the_advice():
    with pytest.raises(KeyError, match="nothing is said of 'jaccard'"):
        advise(TWO)["jaccard"]


def test_classes_without_items_are_no_obstacle():
    advice = advise([[5, 1, 0], [2, 90, 0], [0, 0, 0]])
    assert advice.suggestions == (), "rarity needs items in every class"
    assert advice.recommended


def test_the_tables_name_metrics_that_there_are():
    named = [*(c.metric for c in CANDIDATES), *IN_USE_FOR_TWO, *IN_USE_FOR_SEVERAL]
    named += [metric for dissent in DISSENTS for metric in dissent.metrics]
    assert all(sy.metrics[name].id == name for name in named)
    assert all(sy.metrics[name].kind != "rate" for name in IN_USE_FOR_SEVERAL)


def test_classes_may_be_called_what_they_want():
    """A class `{x}` was taken for a place in a sentence: KeyError."""
    cm = sy.Confusion([[5, 3, 2], [4, 80, 6], [10, 20, 300]], labels=["{x}", "{}", "c"])
    told = " ".join(reason.sentence for reason in advise(cm, shares_change=False).suggestions)
    assert "say importance='rarity'; class '{x}' would then have" in told


TRIAGE = sy.Confusion([[16, 8, 4], [3, 270, 56], [4, 59, 780]], ["icu", "ward", "home"])
FRAUD = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])


@pytest.mark.parametrize(
    ("cm", "importance", "label"),
    [
        (TRIAGE, {"icu": 0.9}, "icu"),
        (TRIAGE, "home < ward < icu", "icu"),
        (TRIAGE, "rarity", "icu"),
        (FRAUD, "rarity", "fraud"),
        (TRIAGE, None, None),
        (TRIAGE, [0.4, 0.35, 0.25], None),
        (FRAUD, [0.5, 0.5], None),
        (FRAUD, "prevalence", None),
    ],
)
def test_of_a_class_with_half_of_the_weight_recall_and_precision_are_reported(cm, importance, label):
    advice = sy.advise(cm, importance)
    told = [reason.ground for reason in advice.suggestions if reason.ground.kind == "report_of_class"]
    assert [dict(ground.values)["label"] for ground in told] == ([] if label is None else [label])
    text = " ".join(str(advice).split())
    assert (f"and the recall and the precision of '{label}' beside them." in text) is (label is not None)
    assert (f"We also report the recall and the precision of '{label}'." in advice.methods()) is (label is not None)
    if label is not None:
        assert {"recall", "precision"}.isdisjoint(entry.metric.id for entry in advice.avoid)


def test_what_is_recommended_is_not_reported_twice_and_what_is_reported_is_not_avoided():
    text = " ".join(str(sy.advise(FRAUD, "rarity", worse="misses")).split())
    assert (
        "Report recall of 'fraud' (0.400), balanced_accuracy (0.429), and the precision of 'fraud' beside them" in text
    )
    assert "see its false alarms apart" in text
    asked = sy.advise(FRAUD, "rarity", metrics=["recall", "precision", "accuracy"]).asked
    assert [entry.standing for entry in asked] == ["with care", "with care", "avoid"]
