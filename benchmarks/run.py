"""Run all benchmarks, print their tables, and keep them with --write: `make bench BENCH_ARGS=--write`."""

from __future__ import annotations

import sys

import audits
import comparisons
import counting
import decisions
import discrimination
import everyday_tasks
import files
import frames
import growth
import intervals
import many_classes
import metrics
import report_page
import scorers
import scores
import skewed_classifiers
import streams
from timing import write

if __name__ == "__main__":
    for part in (
        counting,
        frames,
        files,
        many_classes,
        streams,
        metrics,
        intervals,
        comparisons,
        audits,
        discrimination,
        everyday_tasks,
        scorers,
        scores,
        decisions,
        skewed_classifiers,
        report_page,
        growth,
    ):
        text = part.main()
        print(text, flush=True)
        if "--write" in sys.argv:
            write(part.__name__, text)
