"""Every kind of ground has its sentence, in one place, in the words of Python and of the command line."""

from typing import get_args

import pytest

import steelyard as sy
from steelyard.advice.advice import Ground, Kind
from steelyard.advice.requirements import KEPT_WITH, REQUIREMENTS
from steelyard.show.advice_sentences import IN_BOTH, SENTENCES, ground_sentence


def test_every_kind_has_its_sentence_once():
    assert set(SENTENCES) | set(IN_BOTH) == set(get_args(Kind))
    assert not set(SENTENCES) & set(IN_BOTH)


def test_what_requirements_state_without_values_needs_none():
    kinds = {kind for each in REQUIREMENTS for kind in (each.kept, each.broken) if kind}
    with_values = {*KEPT_WITH, "constant_scores_high"}
    assert {kind for kind in kinds if not isinstance(SENTENCES[kind], str)} == with_values


@pytest.mark.parametrize(
    ("ground", "in_python", "in_a_shell"),
    [
        (Ground("say_rarity", label="fraud", weight=0.95), "importance='rarity'", "--importance rarity"),
        (Ground("not_in_atlas", metric=sy.metrics.f.at(beta=2)), "sy.audit('f(beta=2)')", "audit 'f(beta=2)'"),
    ],
)
def test_options_are_written_as_each_writes_them(ground, in_python, in_a_shell):
    assert in_python in str(ground)
    assert in_a_shell in ground_sentence(ground, command_line=True)
    assert in_python not in ground_sentence(ground, command_line=True)


def test_reasons_hold_data():
    cm = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])
    (against, *_) = sy.advise(cm)["accuracy"].reasons
    assert against.ground == Ground("shares_move_it")
    assert [status for _, _, status in dict(against.origin.values)["cited"]] == ["refuted"]
    assert against.to_dict()["sentence"] == against.sentence == str(against.ground)
