"""Run one log parser on one log; a script of its own, for the parsers' Python: job as JSON on stdin, groups on stdout.

The job has `parser`, `log` (the file), `settings` (the arguments of the parser's class) and `seed`; the answer has
`groups`, the parser's group of every line of the log, null for a line that it lost, or `error`, one sentence.
"""

from __future__ import annotations

import csv
import json
import os
import random
import sys
import tempfile
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import Any


def groups(parser: str, log: Path, settings: dict[str, Any], seed: int) -> list[str | None]:
    """Return the parser's group of every line of a log, None where it lost the line."""
    import numpy as np  # noqa: PLC0415 - of the parsers' environment

    made = import_module(f"logparser.{parser}").LogParser
    if parser == "MoLFI":
        template = import_module("logparser.MoLFI.src.main.org.core.chromosome.template").Template
        hash_by_seed(template, seed)
    # MoLFI's modules call random.seed(0) when they are imported: ours must come after.
    random.seed(seed)
    np.random.seed(seed)  # noqa: NPY002 - the generator that libraries of the parsers would use
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            machine = made(indir=str(log.parent), outdir=folder, **settings)
            machine.parse(log.name)
            csv.field_size_limit(sys.maxsize)
            with (Path(folder) / f"{log.name}_structured.csv").open(encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(file))
        finally:
            os.chdir(log.parent)
    return placed(rows, lines_read(machine, log))


def hash_by_seed(kind: Any, seed: int) -> None:
    """Give the objects of a class hashes that are as arbitrary as their addresses (the default), but repeatable.

    MoLFI's search takes its templates in the order in which a set has them, so that without this two runs with one seed
    differ. A copy of an object gets a hash of its own, as it would have an address of its own.
    """
    drawn = random.Random(seed)  # noqa: S311 - no secrets

    def number(self: Any) -> int:
        if "number" not in self.__dict__:
            self.number = drawn.getrandbits(60)
        return int(self.number)

    def state(self: Any) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "number"}

    kind.__hash__, kind.__getstate__ = number, state


def lines_read(machine: Any, log: Path) -> list[bool]:
    """Return, for every line of the log, whether it fits the parser's log format; it loses those that do not."""
    if hasattr(machine, "generate_logformat_regex"):
        _, form = machine.generate_logformat_regex(getattr(machine, "log_format", None) or machine.logformat)
    else:
        loader = import_module("logparser.utils.logloader")
        form = loader.LogLoader(machine.log_format).regex
    # Opened as the parsers open it, so that the lines are the same.
    with log.open(encoding="utf-8") as file:
        return [form.search(line.strip()) is not None for line in file]


def placed(rows: list[dict[str, str]], read: list[bool]) -> list[str | None]:
    """Return the group of every line; Drain and Spell number only the lines they read, so LineId would not do."""
    if len(rows) != sum(read):
        raise ValueError(f"it wrote {len(rows)} lines where {sum(read)} of {len(read)} fit its log format")
    left = iter(rows)
    return [next(left)["EventId"] if is_read else None for is_read in read]


def main() -> None:
    """Do the job on stdin."""
    job = json.load(sys.stdin)
    answer: dict[str, Any]
    with redirect_stdout(sys.stderr):
        try:
            answer = {"groups": groups(job["parser"], Path(job["log"]), job["settings"], job["seed"])}
        except Exception as problem:  # noqa: BLE001 - a parser may fail in any way, and must say so in one sentence
            answer = {"error": f"{type(problem).__name__}: {' '.join(str(problem).split())}"}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
