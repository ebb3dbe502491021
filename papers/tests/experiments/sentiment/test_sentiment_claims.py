"""Verdicts follow from differences and their intervals."""

from itertools import permutations

import pytest

from experiments.sentiment.made_up_reviews import answers
from steelyard_papers.experiments.sentiment.answered import Answered
from steelyard_papers.experiments.sentiment.claims import THEIRS, claims, told
from steelyard_papers.experiments.sentiment.criteria import ARCHITECTURES, Way
from steelyard_papers.experiments.sentiment.differences import Apart
from steelyard_papers.experiments.sentiment.effect import Effect
from steelyard_papers.experiments.sentiment.ranking import Ranking

REVIEWS = Answered.of([answers("LSTM", Way("plain", ""), 0)])


def apart(difference, reach=0.01, items=0.01, p_value=None):
    low, high = difference - reach, difference + reach
    surprise = (0.01 if low > 0 or high < 0 else 0.5) if p_value is None else p_value
    return Apart(0.5 + difference, 0.5, difference, low, high, difference - items, difference + items, surprise, 5, 5)


def ranking(metric, values, **how):
    named = dict(zip(ARCHITECTURES, values, strict=True))
    pairs = {(a, b): apart(named[a] - named[b], **how) for a, b in permutations(named, 2)}
    return Ranking(THEIRS, metric, named, pairs)


def verdicts(rankings=(), effects=(), authors=()):
    return {claim.claim: claim.verdict for claim in claims(REVIEWS, rankings, effects, authors)}


def only(found, words):
    (verdict,) = (verdict for claim, verdict in found.items() if words in claim)
    return verdict


@pytest.mark.parametrize(
    ("metric", "words", "values", "how", "verdict"),
    [
        ("accuracy", "favours the RNN", (0.5, 0.6, 0.5, 0.5), {}, "reproduced"),
        ("accuracy", "favours the RNN", (0.5, 0.505, 0.5, 0.5), {}, "not reproduced"),
        ("accuracy", "favours the RNN", (0.6, 0.5, 0.6, 0.6), {}, "reversed"),
        ("accuracy", "favours the RNN", (0.6, 0.5, 0.5, 0.6), {}, "not reproduced"),
        ("accuracy", "favours the RNN", (0.6, 0.5, 0.6, 0.6), {"p_value": 0.06}, "not reproduced"),
        ("accuracy", "favours the RNN", (0.6, 0.5, 0.6, 0.6), {"items": 0.2}, "not reproduced"),
        ("recall_5", "best in the majority class", (0.8, 0.9, 0.8, 0.8), {}, "reproduced"),
        ("wba_user", "identifies the LSTM", (0.6, 0.5, 0.5, 0.5), {}, "reproduced"),
        ("wba_user", "identifies the LSTM", (0.6, 0.5, 0.65, 0.5), {}, "not reproduced"),
        ("recall_1", "best in the most important", (0.6, 0.5, 0.595, 0.5), {}, "not reproduced"),
        ("balanced_accuracy", "perform similarly", (0.2, 0.2, 0.205, 0.2), {}, "reproduced"),
        ("balanced_accuracy", "perform similarly", (0.2, 0.2, 0.23, 0.2), {}, "not reproduced"),
        ("balanced_accuracy", "perform similarly", (0.2, 0.2, 0.3, 0.2), {"reach": 0.2}, "not reproduced"),
    ],
)
def test_the_claims_about_models(metric, words, values, how, verdict):
    assert only(verdicts([ranking(metric, values, **how)]), words) == verdict


@pytest.mark.parametrize(
    ("criterion", "words", "lead", "verdict"),
    [
        ("user", "improves WBA(user)", 0.1, "reproduced"),
        ("user", "improves WBA(user)", 0.005, "not reproduced"),
        ("user", "improves WBA(user)", -0.1, "reversed"),
        ("composite", "visibly improves", 0.1, "reproduced"),
        ("rarity", "does not improve", 0.005, "reproduced"),
        ("rarity", "does not improve", -0.1, "reproduced"),
        ("rarity", "does not improve", 0.1, "not reproduced"),
    ],
)
def test_the_claims_about_training_are_judged_for_each_model(criterion, words, lead, verdict):
    effects = [
        Effect(name, criterion, per, apart(lead if (name, per) == ("RNN", "item") else 0.5), 0.7)
        for name in ("LSTM", "RNN")
        for per in ("item", "class")
    ]
    found = {claim: verdict for claim, verdict in verdicts(effects=effects).items() if words in claim}
    assert [claim.split()[-1] for claim in found] == ["LSTM.", "RNN."]
    assert only(found, "RNN") == verdict
    assert only(found, "LSTM") == ("not reproduced" if criterion == "rarity" else "reproduced")


@pytest.mark.parametrize(("lead", "verdict"), [(0.1, "reproduced"), (0.0, "not reproduced"), (-0.1, "not reproduced")])
def test_the_hypothesis_counts_all_models_per_item_but_not_rarity_as_the_paper_does(lead, verdict):
    leads = {"rarity": -0.2, "user": 0.1, "composite": lead}
    effects = [
        Effect(name, criterion, per, apart(found if per == "item" else 0.5), 0.7)
        for name in ARCHITECTURES
        for criterion, found in leads.items()
        for per in ("item", "class")
    ]
    assert only(verdicts(effects=effects), "trained aware") == verdict


@pytest.mark.parametrize(("stars", "verdict"), [(5, "reproduced"), (1, "reversed"), (None, "not reproduced")])
def test_bias_is_how_often_5_is_answered_not_how_well(stars, verdict):
    parts = [answers(name, THEIRS, seed, right=0.8) for name in ARCHITECTURES for seed in range(3)]
    if stars is not None:
        parts = [
            {**part, "answer": [stars] * len(part["answer"])} if part["architecture"] == "RNN" else part
            for part in parts
        ]
    found = {claim.claim: claim.verdict for claim in claims(Answered.of(parts), (), (), ())}
    assert only(found, "most biased") == verdict


def test_sums_above_1_beyond_chance_are_not_what_table_2_shows():
    parts = [answers(name, THEIRS, seed, right=0.8) for name in ARCHITECTURES for seed in range(5)]
    found = {claim.claim: claim for claim in claims(Answered.of(parts), (), (), ())}
    (claim,) = (claim for said, claim in found.items() if "sum to 1" in said)
    assert claim.verdict == "not reproduced"
    by_lot = [{**part, "answer": [1 + 4 * (i % 3 > 0) for i in range(len(part["truth"]))]} for part in parts]
    (claim,) = (claim for claim in claims(Answered.of(by_lot), (), (), ()) if "sum to 1" in claim.claim)
    assert claim.verdict == "reproduced"


def test_the_p_value_is_told_with_the_evidence():
    found = claims(REVIEWS, (), [Effect("LSTM", "user", "item", apart(0.1, p_value=2e-4), 0.7)], ())
    assert [claim.evidence for claim in found if "improves" in claim.claim] == [
        "0.500 to 0.600, +0.100 (0.090 to 0.110), p < 0.001; better in 5 of 5 seeds."
    ]


@pytest.mark.parametrize(("p_value", "verdict"), [(0.6, "not reproduced"), (1e-9, "reproduced")])
def test_authors_predictions_must_depend_on_their_labels(p_value, verdict):
    row = {"file": "a.pred", "p_value": p_value, "agreement": 0.4, "agreement_by_lot": 0.4}
    assert only(verdicts(authors=[row]), "belong to the published labels") == verdict


def test_a_difference_is_told_with_its_interval():
    assert told(apart(-0.02, reach=0.0200001)) == "−0.020 (−0.040 to 0.000)"
