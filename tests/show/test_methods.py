"""The paragraph of a paper: it reports what the advice says, and cites what it lists."""

import itertools
import re

import pytest

import steelyard as sy
from steelyard.show.advice import REFERENCES

FRAUD = sy.Confusion([[8, 2], [10, 80]], labels=["fraud", "ok"])
THREE = sy.Confusion([[8, 2, 1], [10, 80, 5], [5, 5, 300]])


def test_it_reports_what_is_recommended_and_names_what_is_not():
    advice = sy.advise(FRAUD, worse="misses")
    told = advice.methods()
    assert told.startswith(str(advice.situation))
    assert "We report recall of 'fraud'." in told
    assert "We also report g_mean." in told
    left_out = re.search(r"We do not report (.*?), all for one reason", told)[1]
    assert left_out.startswith("accuracy, f of 'fraud', precision of 'fraud' (Mullick et al. 2020, Theorem 1), mcc,")


@pytest.mark.parametrize("cm", [FRAUD, THREE], ids=["two", "three"])
def test_every_paper_that_is_cited_is_listed_and_no_other(cm):
    for shares, worse, importance in itertools.product(
        (True, False), (None, "misses", "false_alarms"), (None, "rarity")
    ):
        if worse and len(cm.labels) > 2:
            continue
        told = sy.advise(cm, importance, shares_change=shares, worse=worse).methods()
        paragraph, *listed = told.splitlines()
        named = set(re.findall(r"[A-Z]\w+ (?:et al\.|and [A-Z]\w+)? ?\d{4}", paragraph))
        assert {line.partition(": ")[0] for line in listed[2:]} == named
        assert named <= set(REFERENCES)
        assert all("doi:10." in line for line in listed[2:])
