"""Time things beside each other in one run, and write tables with the date and the versions."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime
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


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} (not installed)"


def table(title: str, headings: list[str], rows: list[list[str]], packages: list[str]) -> str:
    """Return a Markdown table with what it was measured on."""
    machine = f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}"
    measured = f"{datetime.now(UTC):%Y-%m-%d}, {machine}; {', '.join(map(_version, packages))}."
    lines = [f"## {title}", "", f"{measured} Trust the ratios, not the seconds.", ""]
    lines += ["| " + " | ".join(row) + " |" for row in [headings, ["---"] * len(headings), *rows]]
    return "\n".join(lines) + "\n"


def write(name: str, text: str) -> None:
    """Keep a table for the docs."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.md").write_text(text, encoding="utf-8")
