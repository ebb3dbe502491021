"""Texts as numbers: words in lower case, and a number for each that is frequent enough in the training reviews."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

PADDING, UNKNOWN = 0, 1
"""The numbers of what fills a short review up, and of all words that are not in the vocabulary."""

FIRST = 2
"""The number of the first word of the vocabulary."""

_TAG = re.compile(r"<[^>]*>")
# "don't" is do + n't and "it's" it + 's, as in the texts from which GloVe's vectors were made.
_WORD = re.compile(r"n't|'(?:s|m|d|re|ve|ll)\b|[a-z]+?(?=n't)|[a-z]+|[0-9]+")


def words(text: str) -> list[str]:
    """Return the words of a review in lower case, without the tags of web pages.

    Examples
    --------
    >>> words("It's GREAT!<br />I can't stop.")
    ['it', "'s", 'great', 'i', 'ca', "n't", 'stop']
    """
    return _WORD.findall(_TAG.sub(" ", text).lower().replace("’", "'"))


def vocabulary(reviews: Iterable[Sequence[str]], fewest: int) -> dict[str, int]:
    """Return a number for each word that occurs often enough, the most frequent first.

    Examples
    --------
    >>> vocabulary([["good", "good", "tea"], ["tea", "good"]], fewest=2)
    {'good': 2, 'tea': 3}
    """
    counted = Counter(word for review in reviews for word in review)
    kept = sorted((word for word, times in counted.items() if times >= fewest), key=lambda word: (-counted[word], word))
    return {word: number for number, word in enumerate(kept, FIRST)}


def numbered(
    reviews: Sequence[Sequence[str]], known: dict[str, int], most: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first `most` words of each review as numbers, a row each, filled up with 0; and how many there are.

    A review without words counts as one unknown word, so that there is something to read.

    Examples
    --------
    >>> table, lengths = numbered([["good", "tea"], ["bad", "good", "tea"]], {"good": 2, "tea": 3}, most=2)
    >>> table.tolist(), lengths.tolist()
    ([[2, 3], [1, 2]], [2, 2])
    """
    codes = [[known.get(word, UNKNOWN) for word in review[:most]] or [UNKNOWN] for review in reviews]
    lengths = np.array([len(code) for code in codes], dtype=np.int64)
    table = np.full((len(codes), int(lengths.max(initial=1))), PADDING, dtype=np.int64)
    for row, code in zip(table, codes, strict=True):
        row[: len(code)] = code
    return table, lengths
