"""What a what-if says and hands on."""

import json

import pytest

import steelyard as sy
from steelyard.shares.what_if_curves import what_if

TREE, SVM = sy.Confusion([[8, 2], [9, 81]], ["fraud", "ok"]), sy.Confusion([[5, 5], [1, 89]], ["fraud", "ok"])
STACK = sy.Confusion.of_models({"tree": TREE, "svm": SVM})
FOUND = what_if(STACK, "fraud", ["accuracy", "balanced_accuracy", "mcc"], points=21)


def test_metrics_are_found_by_any_of_their_names():
    assert FOUND["acc"] is FOUND["accuracy"]
    with pytest.raises(KeyError, match="'cba' was not measured; there are accuracy"):
        FOUND["cba"]


def test_everything_goes_to_json_and_to_rows():
    record = json.loads(FOUND.to_json())
    assert record["label"] == "fraud"
    assert record["present"] == 0.1
    assert record["weights"] == {"fraud": 0.5, "ok": 0.5}
    assert len(record["metrics"][0]["values"]["tree"]) == len(record["shares"]) == 22
    assert record["metrics"][0]["pairs"][0]["flips"][0]["below"] == "svm"
    rows = FOUND.to_rows()
    assert len(rows) == 3 * 2 * 22
    (row,) = [row for row in rows if row["metric"] == "accuracy" and row["model"] == "tree" and row["present"]]
    assert row["share"] == 0.1
    assert row["value"] == pytest.approx(0.89)


def test_an_undefined_value_is_none_in_json():
    record = json.loads(what_if([[0, 5], [0, 5]], 0, "mcc", points=21).to_json())
    assert record["metrics"][0]["present"] == {"null": None}


def test_text_stays_within_80_columns():
    models = {f"a model with a long name {k}": sy.Confusion([[8 - k, 2 + k], [3 * k, 90 - 3 * k]]) for k in range(3)}
    lines = str(sy.shares.what_if(sy.Confusion.of_models(models), 0, ["accuracy", "macro_precision"])).splitlines()
    assert len(lines) > 2
    assert max(map(len, lines)) <= 80
