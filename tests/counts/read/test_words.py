import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read import array_column as words
from steelyard.counts.read.array_column import WordBook, WordColumn


@pytest.mark.parametrize("width", [1, 2, 3, 7, 8, 9, 40])
@pytest.mark.parametrize("kind", ["U", "S"])
def test_texts_of_any_width(read_back, kind, width):
    values = np.array(["a", "", "b", "a" * width, "b", "a"], dtype=f"{kind}{width}")
    assert read_back(WordColumn(values)) == values.tolist()


@pytest.mark.parametrize("view", [slice(None, None, 2), slice(None, None, -1), slice(1, None)])
def test_strided_arrays(read_back, view):
    values = np.array(["a", "bb", "ccc", "a", "bb", "x"])[view]
    assert read_back(WordColumn(values)) == values.tolist()


def test_foreign_byte_order(read_back):
    values = np.array(["ä", "b", "ä"]).astype(">U3")
    assert read_back(WordColumn(values)) == ["ä", "b", "ä"]


@given(st.lists(st.text(max_size=4), min_size=1))
def test_texts_with_any_characters(texts):
    values = np.array(texts)
    column = WordColumn(values)
    codes = column.codes(0, len(values))
    assert column.labels_of(codes) == values.tolist()
    assert column.known == len(set(values.tolist()))


@pytest.mark.parametrize("bits", [1, 3])
def test_labels_that_share_a_slot_are_told_apart(monkeypatch, rng, bits):
    """With two slots, nearly all labels collide: the hash may propose wrongly, but never decide."""
    monkeypatch.setattr(words, "SLOT_BITS", bits)
    values = rng.integers(0, 60, 500).astype("U")
    column = WordColumn(values)
    codes = np.concatenate([column.codes(start, start + 50) for start in range(0, 500, 50)])
    assert column.labels_of(codes) == values.tolist()
    assert column.known == len(set(values.tolist()))


def test_codes_follow_appearance_and_stay(monkeypatch):
    monkeypatch.setattr(words, "BLOCK_BYTES", 64)  # two or three texts at a time
    book = WordBook(np.dtype("U6"))
    first = book.codes(np.array(["b", "a", "c", "b", "", "a"], dtype="U6"))
    assert first.tolist() == [0, 1, 2, 0, 3, 1]
    assert book.codes(np.array(["c", "new", "b"], dtype="U6")).tolist() == [2, 4, 0]


def test_many_labels(rng):
    values = rng.permutation(5000) * 10**12
    book = WordBook(np.dtype(np.int64))
    assert book.codes(values).tolist() == list(range(5000))
    assert book.codes(values[::-1]).tolist() == list(range(5000))[::-1]
    assert book.labels == values.tolist()


UNLUCKY = pow(words.GOLDEN, -1, 2**64) - 2**64
"""Its multiples times the first multiplier are 0, 1, 2, …"""


@pytest.mark.parametrize("step", [1, 7, 2**20, 1_000_003, 1_000_000_007, 10**12, UNLUCKY])
def test_as_many_labels_as_there_are_identifiers(step):
    """Multiples of any number: a hash that sends them to few slots would need hundreds of tables."""
    values = np.random.default_rng(0).permutation(200_000) * step
    book = WordBook(np.dtype(np.int64))
    for start in range(0, len(values), 1 << 15):
        book.codes(values[start : start + (1 << 15)])
    assert book.codes(values[::-1]).tolist() == list(range(200_000))[::-1]
    assert book.labels == values.tolist()
    assert len(book._tables) < 12  # noqa: SLF001 - how long a search takes
