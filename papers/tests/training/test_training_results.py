"""What the page on training says is what the committed results say."""

import csv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "training_with_importance.md").read_text(encoding="utf-8")
CALLED = {"fine_food_5k": "food reviews", "13_wineQualityRed": "red wines", "02_blocks": "page blocks"}
CALLED |= {"LogisticRegression": "logistic", "RandomForestClassifier": "forest"}
CRITERIA = ("user", "rarity", "user × rarity")


@pytest.fixture(scope="module")
def rows():
    with (ROOT / "docs" / "results" / "gupta2020" / "training.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def rounded(row, *names):
    return [f"{float(row[name]):.3f}".replace("-", "−") for name in names]


def test_the_table_is_that_of_the_file(rows):
    at = {tuple(row[name] for name in ("data", "learner", "per", "criterion", "trained")): row for row in rows}
    shown = [line for line in PAGE.splitlines() if line.startswith(tuple(f"| {name} |" for name in CALLED.values()))]
    expected = []
    for data, learner in dict.fromkeys((row["data"], row["learner"]) for row in rows):
        for criterion in CRITERIA:
            plain = at[data, learner, "class", criterion, "plain"]
            cells = [CALLED[data], CALLED[learner], criterion, *rounded(plain, "constant", "value")]
            for per in ("class", "item"):
                names = ("value", "difference", "difference_low", "difference_high")
                value, more, low, high = rounded(at[data, learner, per, criterion, criterion], *names)
                cells.append(f"{value}, {'' if more[0] == '−' else '+'}{more} ({low} to {high})")
            expected.append(f"| {' | '.join(cells)} |")
    assert shown == expected


def test_what_is_counted_in_words_is_so(rows):
    own = [row for row in rows if row["criterion"] == row["trained"]]
    below = {per: [row for row in own if row["per"] == per and behind(row)] for per in ("class", "item")}
    plain = [row for row in rows if row["trained"] == "plain" and row["per"] == "class"]
    assert (len(own), sum(float(row["difference_low"]) > 0 for row in own)) == (30, 28)
    assert all(float(row["difference_low"]) > 0 for row in own if row["criterion"] == "rarity")
    assert (len(below["item"]), len(below["class"])) == (9, 3)
    assert (len(plain), sum(map(behind, plain))) == (15, 12)


def behind(row):
    """Whether a model is worse than always answering the most important class."""
    return float(row["value"]) < float(row["constant"])
