"""The record of an advice: plain values, JSON, rows and frames that tell the same."""

import json

import pytest

import steelyard as sy
from steelyard.advice.advise import advise

TWO = sy.Confusion([[20, 30], [10, 940]], labels=["fraud", "ok"])


def test_json_and_dict_tell_the_same():
    advice = advise(TWO, worse="misses", metrics="mcc")
    record = advice.to_dict()
    assert json.loads(advice.to_json()) == record
    assert list(record) == ["situation", "recommended", "with_care", "avoid", "asked", "suggestions", "scores"]
    first = record["recommended"][0]
    assert (first["metric"], first["class"], first["value"], first["standing"]) == (
        "recall", "fraud", 0.4, "recommended",
    )  # fmt: skip
    witness = record["asked"][0]["reasons"][0]["witness"]
    assert witness == {"metric": "mcc", "property": "condition_1", "classes": 2}


def test_rows_and_frames_have_one_row_per_reason():
    pytest.importorskip("pandas")
    advice = advise(TWO, "rarity")
    rows = advice.to_rows()
    parts = (*advice.recommended, *advice.with_care, *advice.avoid)
    assert len(rows) == sum(len(entry.reasons) for entry in parts)
    assert {row["standing"] for row in rows} == {"recommended", "with care", "avoid"}
    frame = advice.to_frame()
    assert list(frame["metric"].unique())[:2] == ["balanced_accuracy", "one_point_maurpc_ova"]
    assert "accuracy, Condition 1, 2 classes" in set(frame["witness"])


def test_labels_of_any_kind_survive_json():
    cm = sy.Confusion([[5, 5], [3, 90]], labels=[("a", 1), None])
    record = json.loads(advise(cm, worse="misses").to_json())
    assert record["recommended"][0]["class"] == "('a', 1)"


def test_the_situation_is_told_in_sentences():
    told = str(advise(TWO, classes_change=True, shares_change=False, worse="false_alarms", every_class=True).situation)
    assert told == (
        "2 classes. Class sizes go from 50 to 950: the largest is 19 times the smallest. Which classes matter more was "
        "not said. Class shares stay as they are. The classes may change as others are added. False "
        "alarms of 'fraud' are worse "
        "than misses. Every class must work."
    )
    assert "What matters: rarity." in str(advise(TWO, "rarity").situation)
