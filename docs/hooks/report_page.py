"""The live report of the shipped example, and the playground, made while the site is built."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import steelyard as sy
from steelyard.show.page.playground import playground

WINES = Path(__file__).parents[2] / "examples" / "wine_quality_red.csv"
PAGES = REPORT, PLAYGROUND = "wines_report.html", "playground.html"


def on_files(files: Files, config: Any) -> Files:
    """Add the pages."""
    wines = sy.Joint.from_files(WINES, "quality", ["tree", "svm", "naive_bayes"])
    files.append(File.generated(config, REPORT, content=sy.evaluate(wines).to_html()))
    files.append(File.generated(config, PLAYGROUND, content=playground()))
    return files
