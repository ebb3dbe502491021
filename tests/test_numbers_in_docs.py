"""Numbers of ours that the docs state: they grow with the catalogue, and are told anew."""

from pathlib import Path

from steelyard.lab import atlas
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.scores.audits import stored
from steelyard.scores.audits.audit import PROPERTIES as OF_SCORES

TRUST = (Path(__file__).parents[1] / "docs" / "can_i_trust_the_numbers.md").read_text(encoding="utf-8")


def test_verdicts_and_properties_are_as_many_as_there_are():
    assert f"audited](can_it_be_trusted.md) for {len(PROPERTIES)} properties" in TRUST
    assert f"{len(atlas.verdicts()):,} verdicts" in TRUST
    assert f"for {len(OF_SCORES)} properties, as counted" in TRUST
    assert f"{len(stored.verdicts()):,} verdicts, by exact lists" in TRUST
