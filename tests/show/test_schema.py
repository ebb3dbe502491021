"""The published schema holds for every kind of result, and refuses what is not one."""

import copy
import json
import re
import sys
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.counts.table import Table
from steelyard.show.schema import results_schema

jsonschema = pytest.importorskip("jsonschema", reason="needs jsonschema: pip install --group test")

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / "docs" / "results.schema.json"

sys.path.insert(0, str(ROOT / "tests" / "counts"))
from test_answer import ANSWERS, by_type  # noqa: E402 - the answers of every question are made there

SCHEMA = json.loads(PUBLISHED.read_text(encoding="utf-8"))
TYPES = set(SCHEMA["$defs"])
KINDS = [one for one in ANSWERS if one is not Table]
"""But for what both kinds of tables have in common."""


def checker(kind):
    return jsonschema.Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{kind}"})


def name_of(one):
    """Return the type in the schema of an answer's type, which may be a special one of it."""
    return next(each.__name__ for each in one.__mro__ if each.__name__ in TYPES)


def test_what_is_published_is_what_we_say():
    assert results_schema() == SCHEMA
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_every_type_of_answer_is_there_and_what_else_is_there_is_a_part_of_one():
    answers = {one.__name__ for one in KINDS}
    assert answers <= TYPES
    named = set(re.findall(r'"#/\$defs/(\w+)"', PUBLISHED.read_text(encoding="utf-8")))
    assert named <= TYPES
    assert TYPES - answers <= named


@pytest.mark.parametrize("one", KINDS, ids=lambda one: one.__name__)
def test_every_answer_keeps_to_it(one):
    found = [answer for kind, answers in by_type().items() if issubclass(kind, one) for answer in answers]
    for answer in found:
        checker(name_of(one)).validate(json.loads(answer.to_json()))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: record.pop("weights"),
        lambda record: record.update(accuracy=0.5),
        lambda record: record["metrics"][0].update(value="0.5"),
        lambda record: record["classes"][0].pop("recall"),
        lambda record: record["weights"].update(fraud=None),
    ],
)
def test_it_refuses_what_is_missing_added_or_of_another_type(spoil):
    record = json.loads(sy.evaluate(sy.Confusion([[8, 2], [1, 9]], ["fraud", "ok"])).to_json())
    spoilt = copy.deepcopy(record)
    spoil(spoilt)
    checker("Evaluation").validate(record)
    with pytest.raises(jsonschema.ValidationError):
        checker("Evaluation").validate(spoilt)


def test_counts_of_every_kind_keep_to_it():
    many = sy.Confusion.from_labels(range(5000), range(5000))
    weighted = sy.Confusion.from_labels(["a", "b"], ["a", "a"], weights=[0.5, 2.5])
    for cm in (many, weighted, sy.Confusion.from_labels(["a", None], ["a", "b"], missing="drop")):
        checker("Confusion").validate(json.loads(cm.to_json()))
    joint = sy.Joint.from_labels(["a", "b"], {"m": ["a", "b"]}, weights=[0.5, 2.5])
    checker("Joint").validate(json.loads(joint.to_json()))
