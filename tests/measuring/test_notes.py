"""Notes: records that are compared as data, and speak in one place."""

import json
import pickle
from dataclasses import FrozenInstanceError
from datetime import date

import pytest

import steelyard as sy
from steelyard.measuring.notes import NO_NOTES, Note, Notes


def test_a_note_is_what_it_is_about_not_what_it_says():
    small = Note("small_class", ("a",), amount=10)
    assert small == Note("small_class", ("a",), amount=10)
    assert small not in {Note("small_class", ("b",), amount=10), Note("empty_class", ("a",))}
    with pytest.raises(FrozenInstanceError):
        small.kind = "empty_class"


def test_its_text_is_the_sentence_and_its_plain_values_hold_both():
    note = Note("no_true_class", (date(2024, 1, 2),), ("ok",), model="svm")
    said = "no prediction of 'svm' is a true class (datetime.date(2024, 1, 2); the classes are 'ok')"
    assert str(note) == said
    assert json.loads(json.dumps(note.to_dict())) == {
        "sentence": said,
        "kind": "no_true_class",
        "labels": ["2024-01-02"],
        "among": ["ok"],
        "model": "svm",
    }


def test_only_what_is_set_is_shown():
    assert repr(Note("few_groups", amount=7)) == "Note(kind='few_groups', amount=7)"
    assert repr(Notes([Note("few_groups", amount=7)])) == (
        "<there are only 7 groups, so the interval may be too narrow>"
    )
    assert repr(NO_NOTES) == "<no note>"


def test_no_notes_are_false_and_say_nothing():
    assert not NO_NOTES
    assert str(NO_NOTES) == ""
    assert NO_NOTES == ()


def test_notes_survive_a_pickle():
    notes = Notes([Note("empty_class", ("a",)), Note("few_groups", amount=7)])
    again = pickle.loads(pickle.dumps(notes))  # noqa: S301
    assert (again, str(again)) == (notes, str(notes))


def test_results_hold_records_and_their_plain_values_sentences():
    cm = sy.Confusion([[0, 10, 0], [0, 90, 4], [0, 5, 40]], labels=["ill", "well", "so so"])
    score = sy.evaluate(cm, metrics="macro_precision", intervals="bootstrap")["macro_precision"]
    (note,) = score.note
    assert (note.kind, note.labels, note.metric, note.beside) == ("given_up", ("ill",), "precision", (0.0,))
    assert note.amount == pytest.approx(1 / 3)
    row = score.to_dict()
    assert (row["note"], row["interval_note"]) == (str(score.note), str(score.interval.note))
    assert row["misleading"] is None
    assert json.dumps(row)


def test_a_mark_is_a_fact_with_its_numbers():
    (mark,) = sy.evaluate([[0, 50], [0, 950]], metrics="accuracy", confidence=None).misleading
    (fact,) = mark.fact
    assert (fact.kind, fact.labels, fact.metric) == (mark.rule, (1,), "accuracy")
    assert fact.amount == pytest.approx(950 / 1000)
    assert mark.sentence == str(mark.fact) == mark.to_dict()["sentence"]
