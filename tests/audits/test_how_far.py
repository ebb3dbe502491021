import pytest

import steelyard as sy
from steelyard.audits.how_far import over_all_sizes, worst_for
from steelyard.audits.subject import Subject
from steelyard.extremes import bounds


def test_the_metric_under_audit_goes_as_far_as_its_bounds():
    for name in ("mcc", "auroc_ova", "expected_cost"):
        subject = Subject(sy.metrics[name])
        least, greatest = over_all_sizes(subject, 3)
        found = bounds(name, classes=3)
        assert (least, greatest) == (found.least, found.greatest)
        assert subject.evaluations > 0


def test_bounds_are_searched_once():
    subject = Subject(sy.metrics.mcc)
    over_all_sizes(subject, 3)
    before = subject.evaluations
    over_all_sizes(subject, 3)
    assert subject.evaluations == before


@pytest.mark.parametrize(("name", "worst"), [("accuracy", 0), ("expected_cost", 1), ("kappa", -1)])
def test_the_worst_value_is_the_least_or_the_greatest_by_direction(name, worst):
    assert worst_for(Subject(sy.metrics[name]), [4, 4]).value == worst
