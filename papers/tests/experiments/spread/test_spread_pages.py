"""What the pages say about Condition 1 is what the stored results say."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[4] / "docs"


@pytest.fixture(scope="module")
def moved():
    with (DOCS / "results" / "mullick2020" / "spread_condition_1.csv").open(encoding="utf-8", newline="") as file:
        return {(row["variant"], row["classes"], row["condition_1"]): row for row in csv.DictReader(file)}


@pytest.mark.parametrize(
    ("variant", "classes", "apart"),
    [
        ("main", "two", True), ("pca", "two", True), ("defaults", "two", True),
        ("main", "several", True), ("pca", "several", False), ("defaults", "several", False),
    ],
)  # fmt: skip
def test_where_condition_1_parts_the_metrics(moved, variant, classes, apart):
    held, failed = moved[variant, classes, "holds"], moved[variant, classes, "fails"]
    assert (float(held["most"]) < float(failed["least"])) is apart
    if not apart:
        assert (held["most_index"], failed["least_index"]) == ("g_mean", "one_point_auroc_ova")


def test_the_page_has_the_numbers_of_both_variants(moved):
    page = " ".join((DOCS / "mullick_spread.md").read_text(encoding="utf-8").split())
    most, least = (float(moved["defaults", "several", of][end]) for of, end in (("holds", "most"), ("fails", "least")))
    assert f"in *defaults* they move by {most:.4f} and {least:.4f}" in page
    most, least = (float(moved["pca", "several", of][end]) for of, end in (("holds", "most"), ("fails", "least")))
    assert f"moves by {most:.3f} in *pca*, and AUROC-OVA, which fails it, by {least:.3f}" in page
