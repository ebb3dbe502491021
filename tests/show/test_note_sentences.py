"""The sentences of notes: one for each kind, each with what the note holds."""

from typing import get_args

import pytest

from steelyard.measuring.notes import Kind, Note
from steelyard.show.note_sentences import SENTENCES, Words, sentence, together, words

FULL = {
    "labels": ("a; class b", "c"),
    "among": ("d",),
    "amount": 0.25,
    "beside": (0.5, 0.125),
    "metric": "mcc",
    "causes": ("the cause",),
    "unit": "groups",
}


def test_each_kind_has_a_sentence():
    assert set(SENTENCES) == set(get_args(Kind))


@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_sentence_has_no_full_stop_and_names_the_model_once(kind):
    values = {"beside": (0.5, 0.125, 0.75, 0.25)} if kind == "no_best" else {}
    note = Note(kind, **FULL | {"causes": ("worst", "zero")} | values, model="svm")
    said = sentence(note)
    assert said == said.strip()
    assert not said.endswith(".")
    assert said.count("svm") == 1
    assert str(words(note)) == said


@pytest.mark.parametrize(
    "kind", ["small_class", "empty_class", "never_found", "given_up", "left_out", "constant_answer"]
)
def test_labels_stand_as_they_are(kind):
    assert "'a; class b' and 'c'" in sentence(Note(kind, **FULL))


def test_parts_are_the_sentence():
    assert words(Note("undefined_in_draws", amount=0.06)) == Words(
        "the metric is undefined in ", amount="6", after="% of the draws"
    )
    assert str(Words("it ", "would be ", "0.500", metric="mcc")) == "it would be 0.500 (mcc)"


def test_several_are_one_sentence_without_an_amount():
    off = Note("biased_draws", amount=0.5)
    assert together([off]) == words(off)
    assert together([off, off]) == Words(f"{off}; {off}")


@pytest.mark.parametrize(
    ("items", "unit", "said"),
    [
        (
            0,
            "items",
            "class 7 has no items: the value is that of the other classes, and the interval allows for any of it",
        ),
        (1, "items", "there is only 1 item of class 7"),
        (2, "items", "there are only 2 items of class 7"),
        (1, "groups", "only 1 group has items of class 7"),
        (2, "groups", "only 2 groups have items of class 7"),
    ],
)
def test_hardly_any_items_are_counted(items, unit, said):
    assert sentence(Note("few_items", (7,), amount=items, unit=unit)) == said
