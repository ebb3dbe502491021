"""Verdicts follow from differences and their intervals."""

from itertools import permutations

import pytest

from experiments.sentiment.made_up_reviews import answers
from steelyard.experiments.sentiment.answered import Answered
from steelyard.experiments.sentiment.claims import THEIRS, claims, told
from steelyard.experiments.sentiment.criteria import ARCHITECTURES, Way
from steelyard.experiments.sentiment.differences import Apart
from steelyard.experiments.sentiment.effect import Effect
from steelyard.experiments.sentiment.ranking import Ranking

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
        ("accuracy", "favours the RNN", (0.6, 0.5, 0.5, 0.5), {}, "reversed"),
        ("accuracy", "favours the RNN", (0.6, 0.5, 0.5, 0.5), {"p_value": 0.06}, "not reproduced"),
        ("accuracy", "favours the RNN", (0.6, 0.5, 0.5, 0.5), {"items": 0.2}, "not reproduced"),
        ("recall_5", "biased to the majority", (0.8, 0.9, 0.8, 0.8), {}, "reproduced"),
        ("wba_user", "identifies the LSTM", (0.6, 0.5, 0.5, 0.5), {}, "reproduced"),
        ("wba_user", "identifies the LSTM", (0.6, 0.5, 0.65, 0.5), {}, "reversed"),
        ("recall_1", "best in the most important", (0.6, 0.5, 0.595, 0.5), {}, "not reproduced"),
        ("balanced_accuracy", "perform similarly", (0.2, 0.2, 0.205, 0.2), {}, "reproduced"),
        ("balanced_accuracy", "perform similarly", (0.2, 0.2, 0.3, 0.2), {}, "reversed"),
        ("balanced_accuracy", "perform similarly", (0.2, 0.2, 0.3, 0.2), {"reach": 0.2}, "not reproduced"),
    ],
)
def test_the_claims_about_models(metric, words, values, how, verdict):
    assert only(verdicts([ranking(metric, values, **how)]), words) == verdict


@pytest.mark.parametrize(
    ("criterion", "words", "leads", "verdict"),
    [
        ("user", "improves WBA(user)", (0.1, 0.2), "reproduced"),
        ("user", "improves WBA(user)", (0.1, 0.0), "not reproduced"),
        ("user", "improves WBA(user)", (-0.1, -0.1), "reversed"),
        ("composite", "visibly improves", (0.1, 0.2), "reproduced"),
        ("rarity", "does not improve", (0.0, -0.1), "reproduced"),
        ("rarity", "does not improve", (0.1, 0.0), "not reproduced"),
        ("rarity", "does not improve", (0.1, 0.1), "reversed"),
    ],
)
def test_the_claims_about_training(criterion, words, leads, verdict):
    effects = [
        Effect(name, criterion, per, apart(lead if per == "item" else 0.5), 0.7)
        for name, lead in zip(("LSTM", "RNN"), leads, strict=True)
        for per in ("item", "class")
    ]
    assert only(verdicts(effects=effects), words) == verdict


@pytest.mark.parametrize(("lead", "verdict"), [(0.1, "reproduced"), (0.0, "not reproduced"), (-0.1, "reversed")])
def test_the_hypothesis_counts_all_models_per_item(lead, verdict):
    effects = [Effect(name, "user", per, apart(lead), 0.7) for name in ARCHITECTURES for per in ("item", "class")]
    assert only(verdicts(effects=effects), "trained aware") == verdict


def test_sums_above_1_beyond_chance_reverse_what_table_2_shows():
    parts = [answers(name, THEIRS, seed, right=0.8) for name in ARCHITECTURES for seed in range(5)]
    found = {claim.claim: claim for claim in claims(Answered.of(parts), (), (), ())}
    (claim,) = (claim for said, claim in found.items() if "sum to 1" in said)
    assert claim.verdict == "reversed"
    by_lot = [{**part, "answer": [1 + 4 * (i % 3 > 0) for i in range(len(part["truth"]))]} for part in parts]
    (claim,) = (claim for claim in claims(Answered.of(by_lot), (), (), ()) if "sum to 1" in claim.claim)
    assert claim.verdict == "reproduced"


@pytest.mark.parametrize(("p_value", "verdict"), [(0.6, "not reproduced"), (1e-9, "reproduced")])
def test_authors_predictions_must_depend_on_their_labels(p_value, verdict):
    row = {"file": "a.pred", "p_value": p_value, "agreement": 0.4, "agreement_by_lot": 0.4}
    assert only(verdicts(authors=[row]), "belong to the published labels") == verdict


def test_a_difference_is_told_with_its_interval():
    assert told(apart(-0.02, reach=0.0200001)) == "−0.020 (−0.040 to 0.000)"
