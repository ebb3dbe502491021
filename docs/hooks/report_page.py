"""The live report of the first example, and the playground, made while the site is built."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import steelyard as sy
from steelyard.show.page.page import playground

REVIEWS = Path(__file__).parents[2] / "examples" / "reviews.csv"
STARS = "5 < 4 < 3 < 2 < 1"
"""The worse the review, the more it matters."""
PAGES = REPORT, PLAYGROUND = "report.html", "playground.html"


def on_files(files: Files, config: Any) -> Files:
    """Add the pages."""
    reviews = sy.Joint.from_files(REVIEWS, "stars", ["bayes", "svm", "even"])
    files.append(File.generated(config, REPORT, content=sy.evaluate(reviews, importance=STARS).to_html()))
    files.append(File.generated(config, PLAYGROUND, content=playground()))
    return files
