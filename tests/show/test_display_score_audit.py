"""An audit of a score metric as text, as HTML and in sentences: its lists of items are shown as short lists."""

from typing import get_args

import pytest

import steelyard as sy
from steelyard.scores.audits.subject import End, Kind, ScoreFinding
from steelyard.show.audit import audit_text, verdict_html
from steelyard.show.score_audit_sentences import SENTENCES


@pytest.fixture(scope="module")
def found():
    return sy.audit("average_precision", classes=2, properties=["condition_1", "monotone"])


def test_every_kind_has_its_sentence():
    assert set(SENTENCES) == set(get_args(Kind))


def test_a_witness_is_a_short_list_on_one_screen(found):
    text = audit_text(found)
    assert max(map(len, text.splitlines())) <= 80
    assert "class 1: 1       class 1: 1  × 2\n  class 2: 1       class 2: 1\n  = 1/2 = 0.500    = 2/3 = 0.667" in text
    assert "Each item of class 1 is there twice, and the value goes from 1/2 to 2/3." in text
    assert "Of two classes, the value of class 1 is meant." in text
    assert "steelyard audit average_precision --property condition_1" in text


def test_scores_of_three_classes_stand_in_columns():
    shown = str(sy.audit("roc_auc", classes=3, properties="condition_1"))
    assert "class 1: 1  0  0" in shown
    assert "= 5/9 = 0.556" in shown


def test_stated_shares_are_told_and_come_back_in_the_command():
    text = str(sy.audit("log_loss", classes=2, shares=[0.1, 0.9], properties="proper"))
    assert text.startswith("Audit of log loss (log_loss at shares 1/10 : 9/10), with 2 classes.")
    assert "steelyard audit log_loss --shares 1/10,9/10 --property proper" in " ".join(text.split())


def test_infinite_values_are_shown():
    text = str(sy.audit("log_loss", classes=2, properties="condition_3"))
    assert "= ∞" in text
    assert "Class 1 is ruined, all others are told, and the value is ∞, the worst there is." in " ".join(text.split())


def test_a_verdict_shows_the_definition_for_scores(found):
    page = verdict_html(found["condition_1"])
    assert "If each item of a class is there several times" in page
    assert "rows are rescaled" not in page


@pytest.mark.parametrize(
    ("finding", "said"),
    [
        (
            ScoreFinding("ends", classes=3, least=End(0), greatest=End(0.5, known=False)),
            "With 3 classes it goes from 0 to 0.5 at the furthest.",
        ),
        (
            ScoreFinding("outside_range", side="least", declared=0, end=End(0)),
            "It goes beyond 0, the least value that is declared.",
        ),
        (ScoreFinding("items_repeated", place=None, factor=3), "each item is there 3 times"),
        (ScoreFinding("examining", title="class sizes", classes=2), "class sizes, 2 classes"),
        (ScoreFinding("worst_unknown"), "Shares are stated for this number of classes alone."),
    ],
)  # fmt: skip
def test_what_audits_seldom_find(finding, said):
    assert str(finding) == said
