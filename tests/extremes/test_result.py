import json

from steelyard.extremes import bounds


def test_bounds_print_as_a_sentence():
    assert str(bounds("auroc_ova", classes=3)) == (
        "auroc_ova, 3 classes, all class sizes: least approaches 0.1667 (1/6), greatest 1"
    )
    assert str(bounds("auroc_ova", supports=[1, 1, 2])) == (
        "auroc_ova, 3 classes, class sizes 1, 1, 2: least 0.2222 (2/9), greatest 1"
    )


def test_bounds_go_to_json():
    for found in (bounds("cost_ratio", classes=2), bounds("mcc", supports=[1, 2], importance=[1, 2])):
        record = json.loads(json.dumps(found.to_dict(), allow_nan=False))
        assert record["least"]["matrix"] == [list(row) for row in found.least.matrix]
        assert record["metric"] == found.metric
