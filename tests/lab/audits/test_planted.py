"""Planted flaws are caught, each alone as far as that is possible, and what holds is not refuted."""

import pytest

from lab.audits.planted import PLANTED
from steelyard.lab.audits.pairs import PairProperty
from steelyard.lab.audits.properties import ALIASES, PROPERTIES
from steelyard.lab.audits.subject import Effort, Subject

OF_PAIRS = [p for p in PROPERTIES if isinstance(p, PairProperty) or p.id == "worst_only_all_wrong"]
CASES = [(metric, classes, broken) for metric, several, broken in PLANTED for classes in several]


@pytest.mark.parametrize(("metric", "classes", "broken"), CASES, ids=[f"{m.id}-{C}" for m, C, _ in CASES])
def test_exactly_the_planted_flaw_is_found(metric, classes, broken):
    subject = Subject(metric)
    verdicts = [examined.examine(subject, classes, Effort()) for examined in OF_PAIRS]
    assert {verdict.property for verdict in verdicts if verdict.status == "refuted"} == broken
    assert {verdict.status for verdict in verdicts} <= {"refuted", "tried"}
    witnesses = [verdict.witness for verdict in verdicts if verdict.witness]
    assert all(witness.confirmed and witness.sentence for witness in witnesses)


def test_each_property_of_pairs_has_a_metric_that_breaks_it_and_one_that_has_it():
    ids = {examined.id for examined in OF_PAIRS}
    assert len(ids) == 15
    assert set.union(*(broken for *_, broken in PLANTED)) == ids
    assert set.intersection(*(broken for *_, broken in PLANTED)) == set()


def test_properties_stand_in_order_and_are_told_by_one_name():
    ids = [examined.id for examined in PROPERTIES]
    assert ids[:4] == ["condition_1", "condition_2", "condition_3", "monotone"]
    assert ids[-3:] == ["importance_sensitive", "triangle", "continuous_at_absence"]
    assert len(set(ids)) == len(ids) == 22
    assert ALIASES == {"i8": "condition_1"}


@pytest.mark.parametrize("examined", PROPERTIES, ids=lambda p: p.id)
def test_a_property_is_in_the_folder_and_told_in_sentences(examined):
    assert type(examined).__module__.startswith("steelyard.lab.audits.properties.")
    assert examined.definition.endswith(".")
    assert examined.matters.endswith(".")
    assert examined.title
    assert examined.source
