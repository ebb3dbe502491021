"""The food reviews: 5,000 texts with 1 to 5 stars, read and checked."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steelyard_papers.experiments.data_place import Source

FILE = "fine_food_5k.csv"
COLUMNS = ("Id", "Score", "Text")
STARS = (1, 2, 3, 4, 5)
REVIEWS = 5_000

SOURCE = Source(
    folder="amazon_fine_food_5k",
    what="the sample of the first 5,000 Amazon Fine Food Reviews",
    origin="kaggle.com/datasets/snap/amazon-fine-food-reviews (the first 5,000 rows, columns Id, Score and Text)",
    files=(FILE,),
)


@dataclass(frozen=True, slots=True)
class Reviews:
    """Reviews in the order of the file.

    Attributes
    ----------
    texts
        As they were written.
    stars
        1 to 5, of each.
    """

    texts: tuple[str, ...]
    stars: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.stars)

    @property
    def sizes(self) -> dict[int, int]:
        """How many reviews give each number of stars."""
        return {star: self.stars.count(star) for star in STARS}


def read_reviews(file: Path, expected: int = REVIEWS) -> Reviews:
    """Read the reviews; refuse, in one sentence, a file that is not what the experiment is about.

    Parameters
    ----------
    file
        Comma-separated, with the columns Id, Score and Text.
    expected
        How many reviews there must be.
    """
    try:
        with file.open(encoding="utf-8-sig", newline="") as opened:
            reader = csv.DictReader(opened)
            missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
            if missing:
                raise ValueError(f"{str(file)!r} has no column {missing[0]!r}; it needs {', '.join(COLUMNS)}.")
            result = _checked(file, reader)
    except UnicodeDecodeError:
        raise ValueError(f"{str(file)!r} is not a text file in UTF-8.") from None
    except csv.Error as problem:
        raise ValueError(f"{str(file)!r} is not a comma-separated file: {problem}.") from None
    if len(result) != expected:
        kind = "missing" if len(result) < expected else "too many"
        raise ValueError(
            f"{str(file)!r} has {len(result):,} reviews, but {expected:,} are expected: "
            f"{abs(expected - len(result)):,} are {kind}."
        )
    return result


def _checked(file: Path, rows: Iterable[dict[str | Any, str | Any]]) -> Reviews:
    texts, stars, seen = [], [], set()
    for number, row in enumerate(rows, 1):
        if None in row:
            raise ValueError(f"row {number:,} of {str(file)!r} has more cells than columns; quote texts with commas.")
        name, score, text = (row[column] for column in COLUMNS)
        if score not in map(str, STARS):
            raise ValueError(f"row {number:,} of {str(file)!r} has the score {score!r}; it must be 1, 2, 3, 4 or 5.")
        if text is None or not text.strip():
            raise ValueError(f"row {number:,} of {str(file)!r} has no text; every review needs one.")
        if name in seen:
            raise ValueError(f"row {number:,} of {str(file)!r} has the Id {name!r} of an earlier row; Ids must differ.")
        seen.add(name)
        texts.append(text)
        stars.append(int(score))
    return Reviews(tuple(texts), tuple(stars))
