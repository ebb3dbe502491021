"""Each kind of defect is found where it is, and nowhere else."""

import pytest

from steelyard_papers.experiments.log_parsing.authors_defects import defects
from steelyard_papers.experiments.log_parsing.authors_reading import AuthorsSet

SIZES = (("E1", 1500), ("E2", 480), ("E3", 20))
OTHERS = (("E7", 1000), ("E8", 1000))
WEIGHTS = (("E1", "0.1"), ("E2", "0.3"), ("E3", "0.6"))
GOOD = {"Drain": (("E3", 20),), "Spell": (), "MoLFI": (("E2", 480), ("E3", 20))}


def made(name="BGL", sizes=SIZES, weights=WEIGHTS, **errors):
    return AuthorsSet(name, sizes, GOOD | errors, weights)


def found(each, truth=None, right=None):
    return defects([each, AuthorsSet("HDFS", OTHERS, dict.fromkeys(GOOD, ()), None)], truth, right)


def kinds(rows):
    return [(row["parser"], row["kind"], row["event"], row["errors"], row["members"]) for row in rows]


def test_good_files_have_none():
    truth = {"BGL": dict(SIZES), "HDFS": dict(OTHERS)}
    right = {("BGL", "Drain"): {"E1": 1500, "E2": 480}, ("BGL", "Spell"): dict(SIZES), ("HDFS", "Drain"): dict(OTHERS)}
    assert found(made(), truth, right) == []


@pytest.mark.parametrize(
    ("each", "defect", "sentence"),
    [
        (
            made(Drain=(("E3", 60),)),
            ("Drain", "more errors than members", "E3", 60, 20),
            "drainbgl.misclassify has 60 errors of E3, which has 20 members: 3 times as many.",
        ),
        (
            made(Drain=(("E3", 21),)),
            ("Drain", "more errors than members", "E3", 21, 20),
            "drainbgl.misclassify has 21 errors of E3, which has 20 members: too many.",
        ),
        (
            made(Spell=None),
            ("Spell", "file missing", None, None, None),
            "spellbgl.misclassify does not exist; their evaluator takes that for a parser without errors.",
        ),
        (
            made(MoLFI=(("E4", 2),)),
            ("MoLFI", "unknown event", "E4", 2, None),
            "molfibgl.misclassify has errors of E4, which is not in bgl.classdist.",
        ),
        (
            made(MoLFI=(("E3", 20), ("E2", 480), ("E3", 20))),
            ("MoLFI", "listed several times", "E3", 20, 20),
            "molfibgl.misclassify lists E3 2 times; their evaluator takes the last line.",
        ),
        (
            made(sizes=(*SIZES, ("E1", 1500))),
            (None, "listed several times", "E1", None, 1500),
            "bgl.classdist lists E1 2 times.",
        ),
        (
            made(sizes=(("E1", 1501), *SIZES[1:])),
            (None, "other total", None, None, 2001),
            "bgl.classdist has 2001 messages, not 2000.",
        ),
        (
            made(weights=(("E1", "0.1"), ("E2", "0.3"), ("E3", "0.7"))),
            (None, "sum of weights", None, None, None),
            "bgluser.weights sums to 1.1, not 1; their evaluator refuses it.",
        ),
        (
            made(weights=(("E1", "0.1"), ("E2", "0.3"), ("E3", "0.5"))),
            (None, "sum of weights", None, None, None),
            "bgluser.weights sums to 0.9, not 1; their evaluator refuses it.",
        ),
        (
            made(weights=(("E1", "0.4"), ("E2", None), ("E3", "0.6"))),
            (None, "no weight", "E2", None, 480),
            "bgluser.weights gives E2 no number; their evaluator stops there.",
        ),
        (
            made(weights=(("E1", "0.4"), ("E2", "inf"), ("E3", "0.6"))),
            (None, "no weight", "E2", None, 480),
            "bgluser.weights gives E2 no number; their evaluator stops there.",
        ),
        (
            made(weights=(("E7", "0.4"), ("E8", "0.6"))),
            (None, "weights of other classes", None, None, None),
            "bgluser.weights names 2 classes, those of HDFS, and leaves 3 of BGL's 3 out.",
        ),
        (
            made(weights=(("E1", "0.4"), ("E2", "0.6"))),
            (None, "weights of other classes", None, None, None),
            "bgluser.weights names 2 classes, and leaves 1 of BGL's 3 out.",
        ),
    ],
)
def test_a_defect_is_found_and_named(each, defect, sentence):
    rows = found(each)
    assert kinds(rows) == [defect]
    assert rows[0]["sentence"] == sentence
    assert rows[0]["dataset"] == "BGL"


def test_no_file_of_weights_is_no_defect():
    assert found(made(weights=None)) == []


def test_tenths_sum_to_one_although_their_doubles_do_not():
    sizes = tuple((f"E{i}", 200) for i in range(10))
    errors = dict.fromkeys(GOOD, ())
    assert sum([0.1] * 10) != 1
    assert found(AuthorsSet("BGL", sizes, errors, tuple((event, "0.1") for event, _ in sizes))) == []


def test_class_sizes_are_compared_with_the_truth_in_both_directions():
    rows = found(made(), {"BGL": {"E1": 1500, "E2": 470, "E9": 30}})
    assert kinds(rows) == [
        (None, "other class size", "E2", None, 480),
        (None, "other class size", "E3", None, 20),
        (None, "other class size", "E9", None, 0),
    ]
    assert rows[2]["sentence"] == "bgl.classdist gives E9 0 members; loghub has 30."


def test_our_runs_show_classes_left_out_and_errors_that_are_none():
    each = made(Drain=(("E3", 60),), Spell=(("E2", 480),))
    right = {("BGL", "Drain"): {"E2": 480}, ("BGL", "Spell"): dict(SIZES)}
    rows = [row for row in found(each, right=right) if row["kind"] != "more errors than members"]
    assert kinds(rows) == [
        ("Drain", "misparsed class left out", "E1", 0, 1500),  # E3 is misparsed by both, however often it is counted
        ("Spell", "other errors", "E2", 480, 480),
    ]
    assert (
        rows[0]["sentence"]
        == "drainbgl.misclassify leaves E1 out; our run of Drain misparses 1500 of its 1500 members."
    )
    assert rows[1]["sentence"] == "spellbgl.misclassify has 480 errors of E2; our run of Spell has 0."


def test_our_run_says_nothing_of_a_file_that_is_missing():
    rows = found(made(Spell=None), right={("BGL", "Spell"): {"E1": 1500}})
    assert [row["kind"] for row in rows] == ["file missing"]
