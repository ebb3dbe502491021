"""Audits as a whole: verdicts by name, over several numbers of classes, as plain data."""

import json

import pytest

import steelyard as sy
from steelyard.audits.properties import PROPERTIES

THEOREMS = {
    # Theorems 1 and 2 (two classes), 3, 4 and 5; Figure 6.
    "class_g_mean": {"condition_1": True},
    "auroc": {"condition_1": True},
    "precision": {"condition_1": False},
    "aurpc": {"condition_1": False},
    "mprecision": {"condition_1": True},
    "maurpc": {"condition_1": True},
    "g_mean": {"condition_1": True, "condition_2": True, "condition_3": False},
    "balanced_accuracy": {"condition_1": True, "condition_2": True, "condition_3": True},
    "auroc_ovo": {"condition_1": True, "condition_2": False},
    "auroc_ova": {"condition_1": False, "condition_2": False},
    "aurpc_ova": {"condition_1": False, "condition_2": True},
    "maurpc_ova": {"condition_1": True, "condition_2": True, "condition_3": True},
    "nauroc_ova": {"condition_1": False, "condition_2": True},
}
"""Mullick et al. 2020. One-against-all and one-against-one differ from two classes on."""

TWO = {"class_g_mean", "auroc", "precision", "aurpc", "mprecision", "maurpc"}


@pytest.mark.parametrize("name", THEOREMS)
def test_the_theorems_of_mullick_come_out(name):
    found = sy.audit(name, classes=2 if name in TWO else (2, 3), properties=list(THEOREMS[name]))
    assert {key: found[key].holds for key in found} == THEOREMS[name]
    for key, holds in THEOREMS[name].items():
        assert (found[key].witness is not None) == (not holds)
        assert found[key].status in ("refuted", "proved")


def test_an_audit_names_every_property_in_order():
    found = sy.audit("accuracy", classes=2)
    assert list(found) == [examined.id for examined in PROPERTIES]
    assert found["I8"] == found["condition_1"]
    assert not found["condition_1"].holds
    assert found["monotone"].status == "proved"
    assert set(found.refuted) >= {"condition_1", "constant_baseline"}


def test_of_several_numbers_of_classes_the_one_that_refutes_decides():
    found = sy.audit("auroc_ova", properties="condition_1")
    assert found.at(2)["condition_1"].holds
    assert not found.at(3)["condition_1"].holds
    assert found["condition_1"].classes == 3


def test_an_audit_goes_to_json_and_rows():
    found = sy.audit("f1", classes=2, properties=["condition_1", "monotone"])
    record = json.loads(found.to_json())
    assert record["metric"] == "f"
    assert record["properties"][0]["witness"]["scenes"][0]["exact"] == "2/3"
    assert [row["verdict"] for row in found.to_rows()] == ["refuted", "proved"]


def test_a_function_of_labels_is_audited():
    def balanced(y_true, y_pred):
        return sum((y_pred[y_true == c] == c).mean() for c in {*y_true.tolist()}) / len({*y_true.tolist()})

    found = sy.audit(balanced, classes=2, properties=["condition_1", "best_only_perfect", "constant_baseline"])
    assert all(verdict.holds for verdict in found.values())

    def f_of_the_first(y_true, y_pred):
        return 2 * ((y_true == 0) & (y_pred == 0)).sum() / ((y_true == 0).sum() + (y_pred == 0).sum())

    found = sy.audit(f_of_the_first, classes=2, properties="condition_1")
    assert found["condition_1"].witness.matrices == sy.audit("f", classes=2)["condition_1"].witness.matrices
    assert not found["condition_1"].witness.confirmed
    assert any("exact values cannot be computed" in remark for remark in found.remarks)


def test_verdicts_do_not_depend_on_the_seed():
    for name in ("cba", "mcc", "f", "cen"):
        one, other = (sy.audit(name, classes=2, seed=seed) for seed in (0, 12345))
        assert [v.status for v in one.values()] == [v.status for v in other.values()]
        assert [v.witness for v in one.values()] == [v.witness for v in other.values()]


def test_progress_is_told():
    told = []
    sy.audit("accuracy", classes=2, properties=["condition_1", "i6"], told=lambda *words: told.append(words))
    assert [(done, every) for done, every, _ in told] == [(0, 2), (1, 2)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"classes": 1}, "an audit tries 2 to 8 classes, not 1"),
        ({"classes": ()}, "needs a number of classes"),
        ({"classes": 2.5}, "not 2.5"),
        ({"properties": "monoton"}, "there is no property 'monoton'.*monotone"),
    ],
)
def test_bad_input_gets_a_sentence(arguments, message):
    given = {"classes": 2, **arguments}
    if given["classes"] == 2.5:
        given["classes"] = (2.5,)
    with pytest.raises(ValueError, match=message):
        sy.audit("accuracy", **given)


def test_a_property_that_was_not_examined_is_said_so():
    found = sy.audit("accuracy", classes=2, properties="i6")
    with pytest.raises(KeyError, match="not examined"):
        found["monotone"]
