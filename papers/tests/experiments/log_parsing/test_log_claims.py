"""A claim is reversed only if the opposite came out with every seed; what other lines might say stands beside it."""

import pytest

from experiments.log_parsing.made_up_logs import EVENTS, groups
from steelyard_papers.experiments.log_parsing.claims import claims, stated_orders
from steelyard_papers.experiments.log_parsing.facts import facts
from steelyard_papers.experiments.log_parsing.runs import Run

WRONG = {"Drain": ["E1"], "MoLFI": ["E2"], "Spell": ["E3"]}
"""By accuracy and by F1 the opposite of BGL's Drain > MoLFI > Spell."""


def verdicts(p_holm, *more):
    runs = [Run("BGL", parser, 0, EVENTS, _split(*wrong)) for parser, wrong in WRONG.items()]
    runs += [Run("BGL", "MoLFI", seed, EVENTS, _split(wrong)) for seed, wrong in enumerate(more, 1)]
    pairs = [
        {"dataset": "BGL", "metric": "accuracy", "first": a, "second": b, "p_holm": p_holm, "molfi_seed": seed}
        for a, b, seed in (("Drain", "Spell", None), ("Drain", "MoLFI", 0), ("Spell", "MoLFI", 0))
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


def test_the_opposite_with_every_seed_is_reversed():
    claim = verdicts(0.001, "E2", "E2")["BGL, by accuracy: Drain > MoLFI > Spell."]
    assert claim.verdict == "reversed"
    assert "It holds with 0 of 3 seeds of MoLFI, and is the other way round with 3." in claim.evidence


def test_the_opposite_that_is_chance_of_the_seeds_is_not_reproduced():
    claim = verdicts(0.001, "E8", "E2")["BGL, by accuracy: Drain > MoLFI > Spell."]
    assert "Spell > MoLFI > Drain" in claim.evidence
    assert "It holds with 0 of 3 seeds of MoLFI, and is the other way round with 2." in claim.evidence
    assert claim.verdict == "not reproduced"


def test_what_other_lines_would_say_is_told_and_is_no_part_of_the_verdict():
    stated = "BGL, by accuracy: Drain > MoLFI > Spell."
    sure, unsure = verdicts(0.001)[stated], verdicts(0.2)[stated]
    assert sure.verdict == unsure.verdict == "reversed"
    assert "Drawing the lines anew (MoLFI: seed 0), all differences are beyond chance." in sure.evidence
    assert "seed 0), these may be chance: Drain and MoLFI; Drain and Spell; MoLFI and Spell." in unsure.evidence


def test_f1_has_no_p_values_and_says_nothing_of_other_lines():
    claim = verdicts(0.001)["BGL, by F1: Drain > MoLFI > Spell."]
    assert "F1 Spell > MoLFI > Drain" in claim.evidence
    assert claim.verdict == "reversed"
    assert "anew" not in claim.evidence


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
    tiny = {"Drain": ["E8"], "MoLFI": ["E7"], "Spell": ["E1"]}
    runs = [Run("BGL", parser, 0, EVENTS, _split(*wrong)) for parser, wrong in tiny.items()]
    found = {claim.claim: claim for claim in claims(runs, [], [], [])}
    claim = found["BGL, by accuracy: Drain > MoLFI > Spell."]
    assert "Drain ≈ MoLFI > Spell (Drain 1.0000, MoLFI 0.9980, Spell 0.4000)" in claim.evidence
    assert claim.verdict == "not reproduced"
    assert "If differences up to 0.0025 counted, it would hold." in claim.evidence
    clear = verdicts(0.001)["BGL, by accuracy: Drain > MoLFI > Spell."]
    assert "If differences" not in clear.evidence


@pytest.mark.parametrize(
    ("drain", "spell", "verdict"),
    [(["E1"], ["E6", "E7"], "not reproduced"), (["E3", "E4"], ["E7"], "reproduced")],
)
def test_infrequent_classes_explain_a_difference_only_if_there_is_one(drain, spell, verdict):
    """The second Drain errs in more events than Spell, and is better by WBA, since Spell errs in a rarer one."""
    runs = [
        Run("Mac", parser, 0, EVENTS, groups(*wrong))
        for parser, wrong in (("Drain", drain), ("Spell", spell), ("MoLFI", ["E5", "E6", "E7", "E4"]))
    ]
    details = [run.details() for run in runs]
    claim = next(claim for claim in claims(runs, [], [], details) if "infrequent" in claim.claim)
    assert claim.verdict == verdict
    assert "Right: Drain " in claim.evidence
