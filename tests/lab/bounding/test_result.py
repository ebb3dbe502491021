import json
import math
from dataclasses import replace

from steelyard.lab.bounding.bounds import bounds
from steelyard.lab.bounding.result import End


def test_bounds_print_as_a_sentence():
    assert str(bounds("one_point_auroc_ova", classes=3)) == (
        "one_point_auroc_ova, 3 classes, all class sizes: least approaches 0.1667 (1/6), greatest 1"
    )
    assert str(bounds("one_point_auroc_ova", supports=[1, 1, 2])) == (
        "one_point_auroc_ova, 3 classes, class sizes 1, 1, 2: least 0.2222 (2/9), greatest 1"
    )


def test_an_end_that_was_searched_and_may_be_surpassed_says_found():
    # Without hits, kappa is −e/(1 − e): least if chance agreement e is greatest, which is (50·70 + 40·50)/120².
    assert str(bounds("kappa", supports=[30, 40, 50])).endswith("50: least found -0.618 (-55/89), greatest 1")
    assert str(bounds("kappa at importance", classes=2, importance=[1, 3])).endswith(
        "sizes: least found -0.6 (-3/5), greatest 1"
    )
    record = bounds("kappa", supports=[30, 40, 50]).to_dict()
    assert (record["least"]["known"], record["greatest"]["known"]) == (False, True)
    assert "others may surpass" in record["least"]["how"]
    assert "the declared range ends there" in record["greatest"]["how"]


def test_bounds_go_to_json():
    for found in (bounds("cost_ratio", classes=2), bounds("mcc at importance", supports=[1, 2], importance=[1, 2])):
        record = json.loads(json.dumps(found.to_dict(), allow_nan=False))
        assert record["least"]["matrix"] == [list(row) for row in found.least.matrix]
        assert record["metric"] == found.metric


def test_a_limit_that_no_matrix_has_is_approached():
    end = End(0.25, attained=False, exact=None, matrix=((1,),), at_matrix=0.3)
    assert (end.approached, str(end)) == (True, "approaches 0.25")
    for other in (replace(end, attained=True), replace(end, converged=False), replace(end, value=math.inf)):
        assert not other.approached
        assert "approaches" not in str(other)
