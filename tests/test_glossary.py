"""The words of this house, as CONTRIBUTING explains them, are those of the code."""

import importlib
import re
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
WORDS = re.findall(r"^\| ([a-z ]+) \| [^|]+ \| `(steelyard\.[\w.]+)` \|$", TEXT, flags=re.MULTILINE)


def test_there_are_twenty():
    assert len(WORDS) == len({word for word, _ in WORDS}) == 20


@pytest.mark.parametrize(("word", "home"), WORDS)
def test_a_word_is_where_it_is_said_to_be(word, home):
    module, _, name = home.rpartition(".")
    found = getattr(importlib.import_module(module), name, None) or importlib.import_module(home)
    last = word.split()[-1].removesuffix("s")
    assert last in home.lower() or last in (found.__doc__ or "").lower() or word == "counts"
