"""Reading the reviews, and one sentence for each way a file can be wrong."""

import os
from pathlib import Path

import pytest

from experiments.sentiment.made_up_reviews import write_reviews
from steelyard_papers.experiments.sentiment.reviews import FILE, SOURCE, read_reviews

DATA = Path(os.environ.get("STEELYARD_DATA", Path(__file__).parents[5] / "shared" / "data"))

GOOD = [(1, 5, "Great, really"), (2, 1, 'A "bad"\ntea')]


def test_texts_and_stars_are_read_in_order(tmp_path):
    reviews = read_reviews(write_reviews(tmp_path, GOOD), expected=2)
    assert reviews.texts == ("Great, really", 'A "bad"\ntea')
    assert reviews.stars == (5, 1)
    assert reviews.sizes == {1: 1, 2: 0, 3: 0, 4: 0, 5: 1}
    assert len(reviews) == 2


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (GOOD[:1], "has 1 reviews, but 2 are expected: 1 are missing"),
        ([*GOOD, (3, 4, "x")], "has 3 reviews, but 2 are expected: 1 are too many"),
        ([(1, 6, "x"), GOOD[1]], "row 1 of .* has the score '6'; it must be 1, 2, 3, 4 or 5"),
        ([(1, "", "x"), GOOD[1]], "row 1 of .* has the score ''"),
        ([(1, "4.0", "x"), GOOD[1]], "has the score '4.0'"),
        ([GOOD[0], (2, 3, "  ")], "row 2 of .* has no text"),
        ([GOOD[0], (2, 3)], "row 2 of .* has no text"),
        ([GOOD[0], (2, 3, "sweet", " but good")], "row 2 of .* has more cells than columns"),
        ([GOOD[0], GOOD[0]], "row 2 of .* has the Id '1' of an earlier row"),
    ],
)
def test_a_wrong_row_is_named(tmp_path, rows, said):
    with pytest.raises(ValueError, match=said):
        read_reviews(write_reviews(tmp_path, rows), expected=2)


def test_a_missing_column_is_named(tmp_path):
    with pytest.raises(ValueError, match="has no column 'Score'; it needs Id, Score, Text"):
        read_reviews(write_reviews(tmp_path, GOOD, columns=("Id", "Stars", "Text")), expected=2)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / FILE
    file.write_bytes(b"Id,Score,Text\n1,5,\xff\xfe\n")
    with pytest.raises(ValueError, match="not a text file in UTF-8"):
        read_reviews(file)


def test_a_quote_that_is_never_closed_is_told_in_one_sentence(tmp_path):
    file = tmp_path / FILE
    file.write_text('Id,Score,Text\n1,5,"open\n' + "2,5,tea\n" * 20_000, encoding="utf-8")
    with pytest.raises(ValueError, match=r"is not a comma-separated file: field larger than field limit"):
        read_reviews(file)


def test_a_byte_order_mark_is_no_part_of_a_column(tmp_path):
    file = write_reviews(tmp_path, GOOD)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert read_reviews(file, expected=2).stars == (5, 1)


def test_the_real_reviews_have_the_frequencies_of_their_source():
    file = DATA / SOURCE.folder / FILE
    if not file.is_file():
        pytest.skip(f"needs {SOURCE.what}: set STEELYARD_DATA")
    reviews = read_reviews(file)
    shares = {star: size / len(reviews) for star, size in reviews.sizes.items()}
    assert shares == {1: 0.0938, 2: 0.0580, 3: 0.0790, 4: 0.1424, 5: 0.6268}
