"""Put what the experiments found into their pages: the claims with their verdicts, tables, and figures to enlarge.

A page asks with `<!-- claims of gupta2020/sentiment -->`, or with
`<!-- table gupta2020/sentiment: seed, accuracy as Accuracy -->` (all columns if none is named).
"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

from page_text import plain, table

from steelyard_papers.experiments.findings import MEANING, Claim, by_verdict, counted

RESULTS = Path(__file__).parents[1] / "results"
DECIMALS = 3

CLAIMS = re.compile(r"<!-- claims of (\w+)/(\w+) -->")
FIGURE = re.compile(r"!\[([^\]]*)\]\((images/[^)]+\.svg)\)")
TABLE = re.compile(r"<!-- table (\w+/\w+)(?:: ([^>]+?))? -->")


def records(name: str) -> list[dict[str, str]]:
    """Read a table of the results."""
    with (RESULTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def claims_text(paper: str, experiment: str) -> str:
    """Write each claim, what became of it, and our numbers; those that do not hold come first."""
    claims = by_verdict([Claim(**claim) for claim in records(f"{paper}/{experiment}_claims")])  # type: ignore[arg-type]
    rows = [
        [plain(claim.source), plain(claim.claim), f"**{claim.verdict}**", plain(claim.evidence)] for claim in claims
    ]
    return f"{counted(claims)} {MEANING}\n\n{table(['where', 'claim', 'here', 'our numbers'], rows)}"


def table_text(name: str, asked: str | None) -> str:
    """Write a table, or some columns of it."""
    rows = records(name)
    chosen = [tuple(column.strip().split(" as ")) for column in (asked.split(",") if asked else rows[0])]
    heads = [column[-1] for column in chosen]
    return table(heads, ([cell(row[column[0]]) for column in chosen] for row in rows))


def cell(value: str) -> str:
    """Write a value: numbers that are not whole with three decimals."""
    try:
        number = float(value)
    except ValueError:
        return plain(value)
    return value if number.is_integer() else f"{number:.{DECIMALS}f}"


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace the marks of a page."""
    # A figure leads to itself, since the page is narrower than most.
    markdown = FIGURE.sub(r"[![\1](\2)](\2)", markdown)
    markdown = CLAIMS.sub(lambda asked: claims_text(asked[1], asked[2]), markdown)
    return TABLE.sub(lambda asked: table_text(asked[1], asked[2]), markdown)
