"""The live report of the shipped example, made while the site is built."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import steelyard as sy

WINES = Path(__file__).parents[2] / "examples" / "wine_quality_red.csv"
PAGE = "wines_report.html"


def on_files(files: Files, config: Any) -> Files:
    """Add the page."""
    wines = sy.Joint.from_files(WINES, "quality", ["tree", "svm", "naive_bayes"])
    files.append(File.generated(config, PAGE, content=sy.evaluate(wines).to_html()))
    return files
