"""Make the second shipped example: which events of a macOS log three parsers get right.

The log is Loghub's Mac_2k: 2,000 lines of 341 events, of which 135 have a single line. A row is a line of the log: its
true event, and that event again under each parser whose group has exactly the lines of the event; empty otherwise,
since the parser then has no group that could be called so. Event ids only; no text of the log is written.

    STEELYARD_DATA=…/data python examples/make_mac_events.py [CACHE]

takes the runs of `steelyard reproduce gupta2020 log-parsing` from its cache, and makes those that are missing. Drain
and Spell always give the same; of MoLFI's seeds, the one with the median accuracy is written.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from steelyard_papers.experiments.data_place import cache_home, found
from steelyard_papers.experiments.experiment import Request
from steelyard_papers.experiments.kept import Kept
from steelyard_papers.experiments.log_parsing import EXPERIMENT
from steelyard_papers.experiments.log_parsing.compared import chosen
from steelyard_papers.experiments.log_parsing.reading import SOURCE, read
from steelyard_papers.experiments.log_parsing.runs import runs_of
from steelyard_papers.experiments.running import home

DATASET = "Mac"
TARGET = Path(__file__).parent / "mac_events.csv"


def main() -> None:
    """Take or make the runs, and write the answers."""
    cache = Path(sys.argv[1]) if len(sys.argv) > 1 else cache_home() / "experiments"
    request = Request(cache=cache)
    kept, results = Kept(home(EXPERIMENT, cache)), {}
    for part in EXPERIMENT.parts(request):
        if part.settings["dataset"] == DATASET:
            result = kept.get(part)
            if result is None:
                result = EXPERIMENT.work(request, part.settings)
                kept.put(part, result)
            results[part.key] = result
    events = read(found(SOURCE), DATASET).events
    picked = chosen(runs_of(results, {DATASET: events}), DATASET)
    with TARGET.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["event", *(parser.casefold() for parser in picked)])
        writer.writerows(zip(events, *(run.answers for run in picked.values()), strict=True))


if __name__ == "__main__":
    main()
