"""Branco et al. 2017, section 4.2: PREV, "using classes prevalence", is inversely proportional to the frequency."""

from __future__ import annotations

import numpy as np
import pytest

import steelyard as sy
from steelyard.importance import parse, rarity


@pytest.mark.parametrize("word", ["PREV", "prev", "PREV()"])
def test_prev_is_rarity(cases, word):
    found = parse(word)
    assert found == rarity()
    assert str(found) == "rarity"
    # Table 4, Case 1.
    np.testing.assert_allclose(found.relevance(cases.one), [0.66, 0.33, 0.01], atol=0.005)


def test_prev_takes_class_sizes_and_combines():
    assert parse("PREV(a=1, b=9)") == rarity({"a": 1, "b": 9})
    assert parse("PREV * (a=0.7, b=0.3)") == parse("rarity * (a=0.7, b=0.3)")


def test_a_class_may_be_called_prev():
    assert parse("PREV=0.3, b=0.7") == sy.importance.stated({"PREV": 0.3, "b": 0.7})


def test_it_says_what_it_is():
    assert "inversely proportional" in parse("PREV").caution
    assert rarity().caution == ""


@pytest.mark.parametrize(
    ("word", "said"), [("PREV", "(eq. 9): rarity."), ("prevalence", "PREV, take rarity."), ("rarity", "")]
)
def test_results_show_it(word, said):
    cm = sy.Confusion([[8, 2], [10, 80]])
    for shown in (
        sy.evaluate(cm, importance=word),
        sy.compare(sy.Confusion.of_models({"a": cm, "b": cm}), importance=word),
    ):
        text = " ".join(str(shown).split())
        assert ("PREV" in text) == bool(said)
        assert said in text
    assert said in sy.importance.parse(word)._repr_html_()
    page = sy.evaluate(cm, importance=word).to_html()
    assert ("PREV" in page) == bool(said)
