"""Time things beside each other in one run, and write tables with the date and the versions."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def alternate(*runs: Callable[[], object], times: int = 5) -> list[float]:
    """Return the median seconds of each, run in turn so that a noisy moment hits all alike."""
    seconds: list[list[float]] = [[] for _ in runs]
    for _ in range(times):
        for run, taken in zip(runs, seconds, strict=True):
            start = time.perf_counter()
            run()
            taken.append(time.perf_counter() - start)
    return [statistics.median(taken) for taken in seconds]


def table(title: str, headings: list[str], rows: list[list[str]], packages: list[str]) -> str:
    """Return a Markdown table with what it was measured on."""
    versions = []
    for package in packages:
        try:
            versions.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            versions.append(f"{package} (not installed)")
    where = f"{datetime.now(timezone.utc):%Y-%m-%d}, {os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}"
    lines = [f"## {title}", "", f"{where}; {', '.join(versions)}. Trust the ratios, not the seconds.", ""]
    lines += ["| " + " | ".join(row) + " |" for row in [headings, ["---"] * len(headings), *rows]]
    return "\n".join(lines) + "\n"


def write(name: str, text: str) -> None:
    """Keep a table for the docs."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.md").write_text(text, encoding="utf-8")
