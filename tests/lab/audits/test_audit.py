"""Audits as a whole: verdicts by name, over several numbers of classes, as plain data."""

import json
import re

import numpy as np
import pytest

import steelyard as sy
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.lab.audits.subject import MetricFault

THEOREMS = {
    # Theorems 1 and 2 (two classes), 3, 4 and 5; Figure 6.
    "class_g_mean": {"condition_1": True},
    "one_point_auroc": {"condition_1": True},
    "precision": {"condition_1": False},
    "one_point_aurpc": {"condition_1": False},
    "mprecision": {"condition_1": True},
    "one_point_maurpc": {"condition_1": True},
    "g_mean": {"condition_1": True, "condition_2": True, "condition_3": False},
    "balanced_accuracy": {"condition_1": True, "condition_2": True, "condition_3": True},
    "one_point_auroc_ovo": {"condition_1": True, "condition_2": False},
    "one_point_auroc_ova": {"condition_1": False, "condition_2": False},
    "one_point_aurpc_ova": {"condition_1": False, "condition_2": True},
    "one_point_maurpc_ova": {"condition_1": True, "condition_2": True, "condition_3": True},
    "one_point_nauroc_ova": {"condition_1": False, "condition_2": True},
}
"""Mullick et al. 2020. One-against-all and one-against-one differ from two classes on."""

MOST_CALLS = 15_000
"""Of a function of labels, with two classes."""

TWO = {"class_g_mean", "one_point_auroc", "precision", "one_point_aurpc", "mprecision", "one_point_maurpc"}


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
    found = sy.audit("one_point_auroc_ova", properties="condition_1")
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
        return 2 * ((y_true == 1) & (y_pred == 1)).sum() / ((y_true == 1).sum() + (y_pred == 1).sum())

    found = sy.audit(f_of_the_first, classes=2, properties="condition_1")
    assert found["condition_1"].witness.matrices == sy.audit("f", classes=2)["condition_1"].witness.matrices
    assert not found["condition_1"].witness.confirmed
    assert any("exact values cannot be computed" in remark for remark in found.remarks)


def test_a_direction_is_seen_said_or_the_metric_s_own():
    def loss(y_true, y_pred):
        return float(-np.log((y_true == y_pred).mean()))

    found = sy.audit(loss, classes=2, properties="monotone")
    assert (found.metric.direction, found.direction_seen) == ("lower", True)
    assert found["monotone"].holds
    said = sy.audit(loss, classes=2, properties="monotone", direction="higher")
    assert (said.metric.direction, said.direction_seen) == ("higher", False)
    assert not said["monotone"].holds
    assert said.to_dict()["direction"] == "higher"
    own = sy.audit("cen", classes=2, properties="i6")
    assert (own.metric.direction, own.direction_seen) == ("lower", False)
    with pytest.raises(ValueError, match="declared so that lower values are better"):
        sy.audit("cen", classes=2, direction="higher")


def of_two_classes(y_true, y_pred):
    if len({*y_true.tolist(), *y_pred.tolist()}) > 2:
        raise ValueError("Target is multiclass but average='binary'.")
    return (y_true == y_pred).mean()


def test_a_function_of_two_classes_is_audited_with_two():
    found = sy.audit(of_two_classes)
    assert found.classes == (2,)
    assert set(found) == {examined.id for examined in PROPERTIES}
    remark = next(remark for remark in found.remarks if remark.startswith("With 3"))
    assert re.fullmatch(
        r"With 3 classes it fails on \[\[.*\]\]: ValueError: Target is multiclass but average='binary'; it was audited "
        r"with 2 classes only\.",
        remark,
    )
    assert found["condition_2"].status == "untried"  # it would need a third class
    assert found["condition_2"].evidence.startswith("With 3 classes it fails on [[")
    with pytest.raises(MetricFault, match="Target is multiclass"):
        sy.audit(of_two_classes, classes=3)


def test_a_function_that_needs_every_class_is_audited():
    def needs_both(y_true, y_pred):
        if len({*y_true.tolist()}) < 2:
            raise ValueError("Only one class is present in y_true.")
        return (y_true == y_pred).mean()

    found = sy.audit(needs_both, classes=2, properties=["i6", "continuous_at_absence"])
    assert found["continuous_at_absence"].status == "untried"
    assert "Only one class is present" in found["continuous_at_absence"].evidence
    assert found["i6"].holds


def test_warnings_about_numbers_do_not_reach_the_user():
    def warns(y_true, y_pred):
        rates = [np.mean(y_true[y_pred == k] == k) for k in (0, 1)]  # "Mean of empty slice"
        return 0 * (np.float64(1e308) * 10 > 1) + np.nanmean(rates)

    assert sy.audit(warns, classes=2, properties="i6", direction="higher")["i6"].status in ("tried", "untried")
    assert sy.audit(lambda c: np.exp(c.total(c.tp)), classes=2, properties="i6")["i6"].status == "refuted"


def test_a_function_of_labels_is_asked_once_for_each_matrix():
    """A function that takes a millisecond is audited in seconds; only whether it wavers is asked again."""
    seen = []

    def hits(y_true, y_pred):
        seen.append((len(y_true), *np.bincount(y_true * 9 + y_pred, minlength=99)))
        return (y_true == y_pred).mean()

    sy.audit(hits, classes=2)
    assert len(seen) - len({*seen}) < 250
    assert len(seen) < MOST_CALLS


@pytest.mark.parametrize("classes", [np.int64(2), [np.int32(2)], np.array([2, 2])])
def test_numbers_of_classes_are_whole_numbers_of_any_kind(classes):
    assert sy.audit("accuracy", classes=classes, properties="i6").classes == (2,)


def test_one_property_alone_can_be_shown():
    for name in ("i6", "condition_1", "importance_sensitive"):
        found = sy.audit("accuracy", classes=2, properties=name)
        assert name in str(found)
        assert found._repr_html_().startswith("<p>Audit of accuracy")


def test_progress_is_told():
    told = []
    sy.audit("accuracy", classes=2, properties=["condition_1", "i6"], progress=lambda *words: told.append(words))
    assert [(done, every) for done, every, _ in told] == [(0, 2), (1, 2)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"classes": 1}, "an audit tries 2 to 8 classes, not 1"),
        ({"classes": ()}, "needs a number of classes"),
        ({"classes": 2.5}, "an audit tries 2 to 8 classes, not 2.5"),
        ({"classes": (2, 2.0)}, "an audit tries 2 to 8 classes, not 2.0"),
        ({"classes": "23"}, "an audit tries 2 to 8 classes, not '23'"),
        ({"classes": None}, "an audit tries 2 to 8 classes, not None"),
        ({"classes": True}, "an audit tries 2 to 8 classes, not True"),
        ({"properties": []}, "an audit needs a property to examine"),
        ({"properties": 3}, "properties are given by name, .*, not as 3"),
        ({"properties": "monoton"}, "there is no property 'monoton'.*monotone"),
    ],
)
def test_bad_input_gets_a_sentence(arguments, message):
    with pytest.raises(ValueError, match=message):
        sy.audit("accuracy", **{"classes": 2, **arguments})


def test_a_property_that_was_not_examined_is_said_so():
    found = sy.audit("accuracy", classes=2, properties="i6")
    with pytest.raises(KeyError, match="not examined"):
        found["monotone"]
