"""Word vectors from a text file such as GloVe's: a word and its numbers on each line."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from steelyard_papers.experiments.sentiment.words import FIRST


def read_vectors(file: Path, known: Mapping[str, int]) -> tuple[NDArray[np.float32], int]:
    """Return a row for each number of a vocabulary, and how many of its words were found.

    Words that the file does not have get zeros, as do padding and unknown words.

    Parameters
    ----------
    file
        With one word and its numbers on each line, separated by spaces.
    known
        The numbers of the words that are wanted.

    Raises
    ------
    ValueError
        If there is no such file, no word of the vocabulary is in it, or a line of one has not as many numbers as the
        first line.
    """
    if not file.is_file():
        raise ValueError(f"there is no file of word vectors {str(file)!r}.")
    result: dict[int, NDArray[np.float32]] = {}
    width = 0
    try:
        with file.open(encoding="utf-8") as lines:
            for place, line in enumerate(lines, 1):
                word, _, rest = line.rstrip().partition(" ")
                width = width or len(rest.split())
                if word in known:
                    result[known[word]] = _vector(file, place, word, rest, width)
    except UnicodeDecodeError:
        raise ValueError(f"the file of word vectors {str(file)!r} is not a text file in UTF-8.") from None
    if not result:
        raise ValueError(
            f"the file of word vectors {str(file)!r} has none of the {len(known):,} words of the reviews; a word and "
            "its numbers are expected on each line, separated by spaces."
        )
    table = np.zeros((FIRST + len(known), width), dtype=np.float32)
    for number, vector in result.items():
        table[number] = vector
    return table, len(result)


def _vector(file: Path, place: int, word: str, rest: str, width: int) -> NDArray[np.float32]:
    where = f"line {place:,} of {str(file)!r}, {word!r},"
    try:
        numbers = [float(number) for number in rest.split()]
    except ValueError:
        raise ValueError(f"{where} has something behind the word that is not a number.") from None
    if not numbers or len(numbers) != width:
        raise ValueError(f"{where} has {len(numbers)} numbers, but the first line has {width}.")
    if not all(map(math.isfinite, numbers)):
        raise ValueError(f"{where} has a number that is not finite.")
    return np.array(numbers, dtype=np.float32)
