import math

import pytest

from steelyard.lab.bounding.anywhere import limit_of


@pytest.mark.parametrize("power", [1, 2, 0.5, 1 / 3, 0.1])
def test_a_limit_is_found_however_slowly_a_power_of_the_ratio_comes_near(power):
    found = limit_of([3 / 8 + 0.7 * ratio**-power for ratio in (1e3, 1e6, 1e9)])
    assert found.value == pytest.approx(3 / 8, abs=1e-9)


def test_a_simple_limit_is_named():
    assert limit_of([1 / 6 - r / 3 for r in (1e-3, 1e-6, 1e-9)]).name == "1/6"
    assert limit_of([-1 + r for r in (1e-3, 1e-6, 1e-9)]).name == "-1"


def test_a_limit_that_is_no_simple_fraction_has_no_name():
    found = limit_of([math.sqrt(0.5) + r for r in (1e-3, 1e-6, 1e-9)])
    assert found.name is None
    assert found.value == pytest.approx(math.sqrt(0.5), abs=1e-9)
    # Slowly, the limit is known less well, and hardly any fraction is named.
    assert limit_of([math.sqrt(0.5) + r**0.5 for r in (1e-3, 1e-6, 1e-9)]).name is None


def test_what_grows_without_bound_is_infinite():
    assert limit_of([1e3, 1e6, 1e9]).value == math.inf
    assert limit_of([-1e3, -1e6, -1e9]).value == -math.inf


def test_what_turns_or_crawls_has_no_limit():
    assert limit_of([0.1, 0.3, 0.2]) is None
    assert limit_of([math.log(r) for r in (1e3, 1e6, 1e9)]) is None
    assert limit_of([1 / math.log(r) for r in (1e3, 1e6, 1e9, 1e12)]) is None


def test_the_scale_of_the_metric_does_not_matter():
    for unit in (1e-13, 1e13):
        along = [unit * (1 / 6 + r) for r in (1e-3, 1e-6, 1e-9)]
        found = limit_of(along, unit=unit)
        assert found.value == pytest.approx(unit / 6)
        assert found.name is None
    assert limit_of([1e-7, 1e-4, 1e-1, 1e2], unit=1e-10).value == math.inf
