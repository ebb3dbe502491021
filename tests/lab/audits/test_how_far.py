import steelyard as sy
from steelyard.lab.audits.subject import Subject, over_all_sizes
from steelyard.lab.bounding.bounds import bounds
from steelyard.measuring.record import Metric


def test_the_metric_under_audit_goes_as_far_as_its_bounds():
    for name in ("mcc", "one_point_auroc_ova", "expected_cost"):
        least, greatest = over_all_sizes(Subject(sy.metrics[name]), 3)
        found = bounds(name, classes=3)
        assert (least, greatest) == (found.least, found.greatest)


def test_bounds_are_searched_once():
    calls = []

    def hits(c):
        calls.append(c)
        return c.total(c.tp) / c.n

    subject = Subject(Metric(id="hits", title="", body=hits))
    first = over_all_sizes(subject, 3)
    before = len(calls)
    assert before > 0
    assert over_all_sizes(subject, 3) is first
    assert len(calls) == before
