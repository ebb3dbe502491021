"""Word vectors from a file, and one sentence for each way it can be wrong."""

import numpy as np
import pytest

from steelyard_papers.experiments.sentiment.vectors import read_vectors

KNOWN = {"tea": 2, "pot": 3, "cup": 4}


def written(tmp_path, text):
    file = tmp_path / "glove.txt"
    file.write_text(text, encoding="utf-8")
    return file


def test_each_known_word_gets_its_row_and_the_others_zeros(tmp_path):
    table, found = read_vectors(written(tmp_path, "the 9 9\npot 0.5 -1\ntea 2 3e-1\n"), KNOWN)
    np.testing.assert_allclose(table, [[0, 0], [0, 0], [2, 0.3], [0.5, -1], [0, 0]], rtol=1e-6)
    assert found == 2
    assert table.dtype == np.float32


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the 1 2\ntea 1 2 3\n", "line 2 of .*, 'tea', has 3 numbers, but the first line has 2"),
        ("tea\n", "'tea', has 0 numbers"),
        ("tea 1 x\n", "'tea', has something behind the word that is not a number"),
        ("tea 1 nan\n", "'tea', has a number that is not finite"),
        ("the 1 2\n", "has none of the 3 words of the reviews"),
        ("", "has none of the 3 words of the reviews"),
    ],
)
def test_a_wrong_file_gets_one_sentence(tmp_path, text, said):
    with pytest.raises(ValueError, match=said):
        read_vectors(written(tmp_path, text), KNOWN)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"there is no file of word vectors '.*nowhere\.txt'"):
        read_vectors(tmp_path / "nowhere.txt", KNOWN)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "glove.txt"
    file.write_bytes(b"tea \xff\xfe\n")
    with pytest.raises(ValueError, match="not a text file in UTF-8"):
        read_vectors(file, KNOWN)
