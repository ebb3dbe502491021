import numpy as np
import pytest

from steelyard.counts.read.column import Book, Categories, Lookup


def column(positions, categories, what="labels", **options):
    positions = np.array(positions)
    return Categories(
        len(positions),
        lambda start, stop: positions[start:stop],
        lambda places: [categories[place] for place in places.tolist()],
        what,
        **options,
    )


@pytest.mark.parametrize("step", [1, 2, 100])
def test_categories_that_never_occur_get_no_code(read_back, step):
    found = column([2, 0, -1, 2], ["a", "b", "c"])
    assert read_back(found, step) == ["c", "a", None, "c"]
    assert found.known == 3


def test_categories_become_plain_labels(read_back):
    found = read_back(column([0, 1], [1.0, np.int64(2)]))
    assert found == [1, 2]
    assert [type(label) for label in found] == [int, int]


def test_a_fraction_among_the_categories_is_refused_only_if_it_occurs(read_back):
    found = column([0, 0, 1], [1.0, 0.5], "true labels")
    assert found.codes(0, 2).tolist() == [0, 0]
    with pytest.raises(ValueError, match=r"true labels contain 0\.5"):
        found.codes(2, 3)
    assert read_back(column([0, 1], [1.0, 0.5], fractions=True)) == [1, 0.5]


def test_small_positions_do_not_overflow(read_back):
    positions = np.array([*range(128), -1], dtype=np.int8)
    found = Categories(129, lambda start, stop: positions[start:stop], lambda places: places.tolist(), "labels")
    assert read_back(found) == [*range(128), None]


def test_equal_categories_are_one_label(read_back):
    found = column([0, 1, 2], ["a", "a", None])
    assert read_back(found) == ["a", "a", None]
    assert found.known == 2


def test_two_lookups_share_a_book():
    book = Book("labels")
    one = Lookup(book, lambda places: ["xyz"[place] for place in places.tolist()])
    other = Lookup(book, lambda places: ["zyx"[place] for place in places.tolist()])
    assert one.codes(np.array([0, 2])).tolist() == [0, 1]
    assert other.codes(np.array([0, 1, 2, -1])).tolist() == [1, 3, 0, 2]
    assert book.labels == ["x", "z", None, "y"]
