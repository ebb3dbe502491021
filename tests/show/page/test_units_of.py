"""Joint tables that are too large become tables of pairs, or go; what is said of differences follows."""

import json

import numpy as np
import pytest

import steelyard as sy
from steelyard.intervals.units import groups_of, items_of
from steelyard.show.page import units_of
from steelyard.show.page.units_of import unpacked


def joint_of(models, classes, items, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, items)
    told = {f"m{k}": np.where(rng.random(items) < 0.5, truth, rng.integers(0, classes, items)) for k in range(models)}
    return sy.Joint.from_labels(truth, told, labels=range(classes))


def test_a_table_that_fits_holds_all_models():
    drawn = units_of.items(0.95, items_of(joint_of(3, 3, 200)))
    assert [table["models"] for table in drawn.tables] == [[0, 1, 2]]
    assert (drawn.paired, drawn.groups, drawn.note) == (True, None, "")


def test_a_table_that_does_not_fit_becomes_tables_of_pairs():
    joint = joint_of(8, 3, 2000)
    assert len(units_of.items(0.95, items_of(joint)).tables) == 1
    drawn = units_of.items(0.95, items_of(joint), most=15_000)
    assert drawn.paired
    assert [table["models"] for table in drawn.tables] == [[a, b] for a in range(8) for b in range(a + 1, 8)]
    assert len(json.dumps(drawn.tables, separators=(",", ":"))) < 15_000 + len(drawn.tables)
    for table in drawn.tables:
        found = {}
        parts = [unpacked(part).astype(int) for part in (table["truth"], *table["predictions"], table["sizes"])]
        for *key, size in zip(*parts, strict=True):
            assert tuple(key) not in found
            found[tuple(key)] = size
        expected = {}
        a, b = table["models"]
        for code, count in zip(joint.codes.tolist(), joint.counts.tolist(), strict=True):
            key = code[0], code[1 + a], code[1 + b]
            expected[key] = expected.get(key, 0) + count
        assert found == expected


def test_pairs_that_do_not_fit_either_are_left_out_and_told():
    drawn = units_of.items(0.95, items_of(joint_of(10, 30, 60_000)))
    assert (drawn.confidence, drawn.paired, drawn.tables) == (0.95, False, ())
    assert "as if each model had items of its own" in drawn.note
    assert drawn.to_dict() == {"kind": "items", "paired": False, "tables": []}


def test_the_limit_is_one_of_characters():
    for items in (2_000, 20_000, 60_000):
        tables = units_of.items(0.95, items_of(joint_of(4, 12, items))).tables
        assert len(json.dumps(tables, separators=(",", ":"))) <= units_of.MOST_OF_JOINT + len(tables) + 1


def test_one_model_needs_no_table():
    assert units_of.items(0.95, items_of(joint_of(1, 3, 200))).tables == ()
    assert units_of.items(0.95, None).tables == ()


def test_each_model_has_its_own_number_of_groups():
    rng = np.random.default_rng(1)
    units = [
        groups_of(sy.Confusion.from_labels(rng.integers(0, 2, n), rng.integers(0, 2, n), by={"g": range(n)}), "g")
        for n in (30, 7)
    ]
    drawn = units_of.groups(0.95, units)
    assert (drawn.groups, drawn.variance_factor(2)) == ((30, 7), pytest.approx([30 / 29, 7 / 6]))
    assert drawn.reach(2) == pytest.approx([2.0452296421, 2.4469118511], rel=1e-9)  # t of 29 and 6 degrees, any table
    assert [table["models"] for table in drawn.tables] == [[0], [1]]


def test_groups_that_do_not_fit_leave_no_intervals():
    rng = np.random.default_rng(2)
    n = 200_000
    cm = sy.Confusion.from_labels(rng.integers(0, 9, n), rng.integers(0, 9, n), by={"g": rng.integers(0, 50_000, n)})
    drawn = units_of.groups(0.95, [groups_of(cm, "g")])
    assert (drawn.confidence, drawn.tables, drawn.reach(1), drawn.kind) == (None, (), [None], "groups")
    assert drawn.why_none == units_of.NO_GROUPS
