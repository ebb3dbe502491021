"""A claim is reversed only if the opposite came out beyond chance; where chance is not known, it is not reproduced."""

import pytest

from experiments.log_parsing.made_up_logs import EVENTS, groups
from steelyard.experiments.log_parsing.claims import claims, stated_orders
from steelyard.experiments.log_parsing.facts import facts
from steelyard.experiments.log_parsing.runs import Run

WRONG = {"Drain": ["E1"], "MoLFI": ["E2"], "Spell": ["E3"]}
"""By accuracy and by F1 the opposite of BGL's Drain > MoLFI > Spell."""


def verdicts(p_holm):
    runs = [Run("BGL", parser, 0, EVENTS, _split(*wrong)) for parser, wrong in WRONG.items()]
    pairs = [
        {"dataset": "BGL", "metric": "accuracy", "first": a, "second": b, "p_holm": p_holm}
        for a, b in (("Drain", "Spell"), ("Drain", "MoLFI"), ("Spell", "MoLFI"))
    ]
    found = claims(runs, [], pairs, [])
    return {claim.claim: claim for claim in found}


def _split(event):
    """Return groups in which every other line of an event is in a group of its own kind."""
    found = groups()
    for i, name in enumerate(EVENTS):
        if name == event and i % 2:
            found[i] = 200
    return found


def test_the_opposite_beyond_chance_is_reversed():
    claim = verdicts(0.001)["BGL, by accuracy: Drain > MoLFI > Spell."]
    assert claim.verdict == "reversed"
    assert "All differences are beyond chance." in claim.evidence


def test_the_opposite_that_may_be_chance_is_not_reproduced():
    claim = verdicts(0.2)["BGL, by accuracy: Drain > MoLFI > Spell."]
    assert claim.verdict == "not reproduced"
    assert "May be chance: Drain and MoLFI; Drain and Spell; MoLFI and Spell." in claim.evidence


def test_f1_has_no_interval_and_is_never_reversed():
    claim = verdicts(0.001)["BGL, by F1: Drain > MoLFI > Spell."]
    assert "F1 Spell > MoLFI > Drain" in claim.evidence
    assert claim.verdict == "not reproduced"


def test_each_order_of_accuracy_is_also_asked_of_f1_and_no_order_twice():
    stated = stated_orders()
    assert len(set(stated)) == len(stated)
    assert len([each for each in stated if each.metric == "f1"]) == 4


@pytest.mark.parametrize(("dataset", "verdict"), [("HDFS", "not reproduced"), ("Mac", "not reproduced")])
def test_sizes_are_compared_with_the_printed_ones(dataset, verdict):
    found = claims([], facts({dataset: EVENTS}), [], [])
    assert [claim.verdict for claim in found] == [verdict] * 3
    assert found[0].evidence == "8 classes."


def test_sizes_that_are_as_printed():
    rows = [{**row, "classes_paper": 8, "mean_size_paper": 250} for row in facts({"HDFS": EVENTS})]
    assert [claim.verdict for claim in claims([], rows, [], [])] == ["reproduced", "not reproduced", "reproduced"]


def test_a_verdict_that_hangs_on_tiny_differences_says_so():
    tiny = {"Drain": ["E7"], "MoLFI": ["E6"], "Spell": ["E1"]}
    runs = [Run("BGL", parser, 0, EVENTS, _split(*wrong)) for parser, wrong in tiny.items()]
    found = {claim.claim: claim for claim in claims(runs, [], [], [])}
    claim = found["BGL, by accuracy: Drain > MoLFI > Spell."]
    assert "Drain ≈ MoLFI > Spell (Drain 0.9980, MoLFI 0.9950, Spell 0.4000)" in claim.evidence
    assert claim.verdict == "not reproduced"
    assert "If differences below 0.005 counted, it would hold." in claim.evidence
    clear = verdicts(0.001)["BGL, by accuracy: Drain > MoLFI > Spell."]
    assert "If differences" not in clear.evidence
