"""Footnotes: each note once, doubts that differ in an amount alone together, labels never mistaken for amounts."""

import pytest

import steelyard as sy
from steelyard.measuring.notes import Note, Notes
from steelyard.show.how_sure import Footnotes, Remark


def doubt(kind, **fields):
    return Remark((Note(kind, **fields),))


def fact(kind, *labels, **fields):
    return Remark((Note(kind, labels, **fields),), misleading=True)


def test_each_note_has_one_number():
    notes = Footnotes()
    one, two = doubt("undefined_value"), "what the display says itself"
    assert [notes.mark([one]), notes.mark([two]), notes.mark([one])] == ["[1]", "[2]", "[1]"]
    assert notes.mark([two, one, two]) == "[1,2]"
    assert notes.mark([]) == notes.mark([""]) == ""
    assert notes.lines() == ["[1] the value is undefined", "[2] what the display says itself"]
    assert notes.told() == {"[1]": "the value is undefined", "[2]": "what the display says itself"}


def test_amounts_are_told_from_the_least_to_the_largest():
    notes = Footnotes()
    for off in (0.9, 0.4, 1.2, 10.0):
        notes.mark([doubt("biased_draws", amount=off)])
    for share in (0.09, 0.3, 0.1):
        notes.mark([doubt("class_undefined_in_draws", labels=(3,), amount=share)])
    assert notes.lines() == [
        (
            "[1] the draws differ from the value by 0.4 to 10.0 standard errors on average, because many "
            "cells have few items"
        ),
        "[2] class 3 is undefined in 9 to 30% of the draws",
    ]


def test_classes_are_no_amounts():
    notes = Footnotes()
    for label in (3, 8):
        notes.mark([doubt("small_class", labels=(label,), amount=10)])
    assert notes.lines() == ["[1] class 3 has fewer than 10 items", "[2] class 8 has fewer than 10 items"]


def test_a_class_that_is_called_like_a_sentence_is_no_amount_and_no_fact():
    notes = Footnotes()
    for label in ("misleading: in 5% of the draws", "misleading: in 6% of the draws"):
        notes.mark([doubt("empty_class", labels=(label,))])
    assert notes.lines() == [
        "[1] class 'misleading: in 5% of the draws' has no items",
        "[2] class 'misleading: in 6% of the draws' has no items",
    ]


def test_notes_on_what_misleads_have_letters_and_are_told_together():
    notes = Footnotes()
    small = doubt("small_class", labels=(3,), amount=10)
    assert notes.mark([fact("constant_answer", "ok", amount=0.955, metric="accuracy"), small]) == "[a,1]"
    assert notes.mark([fact("constant_answer", "ok", amount=0.101, metric="mcen")]) == "[a]"
    notes.mark([fact("high_floor", amount=0.3, metric="macro_specificity", beside=(5,))])
    notes.mark([fact("high_floor", amount=0.375, metric="one_point_auroc_ovo", beside=(5,))])
    assert notes.lines() == [
        "[a] misleading: always answering 'ok' would get 0.955 (accuracy), 0.101 (mcen)",
        "[b] misleading: with 5 classes nobody gets less than 0.300 (macro_specificity), 0.375 (one_point_auroc_ovo)",
        "[1] class 3 has fewer than 10 items",
    ]


def test_facts_about_several_models_are_told_by_metric():
    notes = Footnotes()
    for amount, metric in ((-0.1, "mcc"), (0.2, "mcc"), (0.3, "mean_f(beta=2)"), (0.3, "mean_f(beta=2)")):
        notes.mark([fact("class_shares", "a", amount=amount, metric=metric, beside=(0.9, 0.5))])
    (line,) = notes.lines()
    assert line.endswith("it would be -0.100 to 0.200 (mcc), 0.300 (mean_f(beta=2))")


def test_an_amount_that_all_metrics_have_is_told_without_their_names():
    notes = Footnotes()
    for metric in ("accuracy", "average_accuracy"):
        notes.mark([fact("constant_answer", "ok", amount=0.95, metric=metric)])
    assert notes.lines() == ["[a] misleading: always answering 'ok' would get 0.950"]


def test_different_constant_answers_are_one_note_that_names_the_metrics():
    notes = Footnotes()
    for answer, metric in (("a\nb would get", "accuracy"), ("b", "balanced_accuracy")):
        notes.mark([fact("constant_answer", answer, amount=0.95, metric=metric)])
    (line,) = notes.lines()
    assert line == (
        "[a] misleading: always answering 'a b would get' would get 0.950 (accuracy); always answering 'b' would get "
        "0.950 (balanced_accuracy)"
    )


def test_the_same_note_about_others_is_another():
    notes, of_draws = Footnotes(), (Note("undefined_in_draws", amount=0.1),)
    assert notes.mark([Remark(of_draws, about="svm")]) == "[1]"
    assert notes.mark([Remark(of_draws, about="tree")]) == "[2]"
    assert notes.lines()[0] == "[1] svm: the metric is undefined in 10% of the draws"


def test_notes_that_belong_together_stay_one():
    both = Notes([Note("empty_class", ("a",)), Note("never_found", ("b",))])
    notes = Footnotes()
    notes.mark([Remark(both)])
    assert notes.lines() == [f"[1] {both}"]


HOSTILE = ["a; class b", "c, so the interval may be too narrow", "d (accuracy)", "misleading: e"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_class_may_be_called_what_it_wants(name):
    """Issue 19: a class named `a; class b` printed the footnotes `[1] class 'a` and `[2] class b' has fewer …`."""
    cm = sy.Confusion([[5, 2, 0], [10, 90, 3], [0, 8, 120]], labels=[name, "ok", "well"])
    result = sy.evaluate(cm, metrics="balanced_accuracy", intervals="bootstrap")
    small = f"class {name!r} has fewer than 10 items"
    assert str(result["balanced_accuracy"].interval.note) == small
    told = " ".join(result.full().split())
    assert f"[1] {small}" in told
    assert "[2]" not in told


def test_a_class_may_be_called_what_it_wants_in_a_comparison():
    few, many = [[5, 2], [10, 90]], [[60, 4], [12, 85]]
    labels = ["a; class b", "ok"]
    models = {"few": sy.Confusion(few, labels=labels), "many": sy.Confusion(many, labels=labels)}
    found = sy.compare(models, metrics="balanced_accuracy", intervals="bootstrap")
    (note,) = found.pair("few", "many").interval.note
    assert (note.kind, note.labels, note.model) == ("small_class", ("a; class b",), "few")
    assert "Caution: few: class 'a; class b' has fewer than 10 items." in found.verdict
    told = " ".join(str(found).split())
    assert "! few: class 'a; class b' has fewer than 10 items (balanced_accuracy)." in told
