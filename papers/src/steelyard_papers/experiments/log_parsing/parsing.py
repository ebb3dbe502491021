"""The parts of the experiment: one parser on one log with one seed, run in the parsers' own Python."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from steelyard_papers.experiments.data_place import digest, found
from steelyard_papers.experiments.experiment import Part, Request, Result
from steelyard_papers.experiments.kept import Kept
from steelyard_papers.experiments.log_parsing.benchmark import DATASETS, PARSERS, arguments
from steelyard_papers.experiments.log_parsing.environment import OPTION, parsers_python, parsers_versions
from steelyard_papers.experiments.log_parsing.reading import SOURCE, log_name, read

SEEDS = 10
"""Of MoLFI, which searches at random; the other two do not."""

QUICK = {"HDFS": 3}
"""Seeds of MoLFI by data set in the quick version: the set on which it takes seconds."""

LIMIT = 1_800
"""Seconds after which a parser is stopped; MoLFI on Mac takes one or two minutes."""

WORKER = Path(__file__).with_name("worker.py")


def parts(request: Request) -> Sequence[Part]:
    """Check the data and name the parts: seed by seed, so that what is stopped early has all data sets."""
    home = found(SOURCE, request.data)
    digests = {dataset: digest([read(home, dataset).file]) for dataset in DATASETS}
    versions = parsers_versions(request.options.get(OPTION))

    def part(dataset: str, parser: str, seed: int, name: str) -> Part:
        return Part(
            f"{dataset}, {parser}{name}",
            {
                "dataset": dataset,
                "parser": parser,
                "seed": seed,
                "arguments": arguments(parser, dataset),
                "log": digests[dataset],
                "versions": versions,
                "worker": digest([WORKER]),
            },
        )

    # The second run has another seed, also of Python's hashes, on which nothing may depend.
    settled = [
        part(dataset, parser, seed, name)
        for seed, name in enumerate(("", ", run 2"))
        for parser in PARSERS[:2]
        for dataset in DATASETS
    ]
    seeds = QUICK if request.quick else dict.fromkeys(DATASETS, SEEDS)
    searched = [
        part(dataset, "MoLFI", seed, f", seed {seed}")
        for seed in range(max(seeds.values()))
        for dataset in DATASETS
        if seed < seeds.get(dataset, 0)
    ]
    return settled + searched


def prepare(request: Request, folder: Path, named: Sequence[Part]) -> None:
    """Set the parsers' Python up at once if a part is to be done: without it, all would fail one by one."""
    if not all(Kept(folder).file(part).exists() for part in named):
        parsers_python(request.cache, request.options.get(OPTION))


def work(request: Request, settings: Mapping[str, Any]) -> Result:
    """Run a parser; return the number of the group of every line, None for lines that it lost."""
    python = parsers_python(request.cache, request.options.get(OPTION))
    log = found(SOURCE, request.data) / log_name(settings["dataset"])
    job = {"parser": settings["parser"], "log": str(log.resolve()), "settings": settings["arguments"]}
    groups = answer_of(python, {**job, "seed": settings["seed"]})
    numbers: dict[str | None, int | None] = {None: None}
    for group in groups:
        numbers.setdefault(group, len(numbers) - 1)
    about = {name: settings[name] for name in ("dataset", "parser", "seed")}
    return {**about, "groups": [numbers[group] for group in groups]}


def answer_of(python: Path, job: Mapping[str, Any], limit: float = LIMIT) -> list[str | None]:
    """Return the groups that the worker finds; refuse, in one sentence, where it fails."""
    settled = {
        "PYTHONHASHSEED": str(job["seed"]),
        "PYTHONUTF8": "1",
        "PYTHONSAFEPATH": "1",  # this folder's modules are not the parsers'
        "OMP_NUM_THREADS": "1",
    }
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    who = f"{job['parser']} on {Path(job['log']).name}"
    try:
        done = subprocess.run(  # noqa: S603 - our worker, in the parsers' Python
            [str(python), "-W", "ignore", str(WORKER)],
            input=json.dumps(dict(job)),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=limit,
            env={**environment, **settled},
        )
    except subprocess.TimeoutExpired:
        raise ValueError(f"{who} was stopped, since it took longer than {limit:g} seconds.") from None
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        answer = {"error": f"it ended with exit status {done.returncode}: {said[-1] if said else 'it said nothing'}"}
    if "error" in answer:
        raise ValueError(f"{who} failed: {answer['error'].rstrip('.')}.")
    groups: list[str | None] = answer["groups"]
    return groups
