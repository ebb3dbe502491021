"""Made-up logs in the shape of the benchmark's, and made-up groups: nothing of the data is in the repository."""

import csv

from steelyard_papers.experiments.log_parsing.benchmark import DATASETS, LINES
from steelyard_papers.experiments.log_parsing.reading import SOURCE, log_name, truth_name

SIZES = {"E1": 1200, "E2": 500, "E3": 200, "E4": 60, "E5": 25, "E6": 10, "E7": 4, "E8": 1}
EVENTS = [event for event, size in SIZES.items() for _ in range(size)]


def write_log(home, dataset="Mac", events=EVENTS, lines=None):
    """Write a log and its true events; return the benchmark's folder."""
    folder = home / SOURCE.folder
    log, truth = folder / log_name(dataset), folder / truth_name(dataset)
    log.parent.mkdir(parents=True, exist_ok=True)
    many = len(events) if lines is None else lines
    log.write_text("\n".join(f"message {i}" for i in range(1, many + 1)), encoding="utf-8")
    with truth.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["LineId", "Content", "EventId", "EventTemplate"])
        writer.writerows((i, f"message {i}", event, "message <*>") for i, event in enumerate(events, 1))
    return folder


def write_logs(home):
    assert len(EVENTS) == LINES
    for dataset in DATASETS:
        write_log(home, dataset)


def groups(*wrong):
    """Return groups that are right but for these events, each of which is split off into a group of its first line."""
    names = {event: i for i, event in enumerate(SIZES)}
    found = [names[event] for event in EVENTS]
    for event in wrong:
        found[EVENTS.index(event)] = 100 + names[event]
    return found


def result(dataset, parser, seed, *wrong):
    return {"dataset": dataset, "parser": parser, "seed": seed, "groups": groups(*wrong)}
