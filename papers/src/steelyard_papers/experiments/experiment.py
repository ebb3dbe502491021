"""What an experiment is: parts that are worked off one by one and kept, and what is concluded from them together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from steelyard_papers.experiments.findings import Failure, Findings

Row = Mapping[str, Any]
"""One record of a table, by column."""

Result = dict[str, Any]
"""What a part gives: plain values, such as the predicted labels, from which everything else is computed."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for.

    Attributes
    ----------
    data
        Folder with the data; `data_place` knows where else to look.
    cache
        Folder in which finished parts are kept.
    quick
        A small version, which ends within two minutes.
    options
        What only one experiment asks for, such as a file of word vectors.
    """

    cache: Path
    data: Path | None = None
    quick: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the work.

    Attributes
    ----------
    key
        What people call it, once in an experiment, such as "BGL, MoLFI, seed 3".
    settings
        All that its result depends on, as plain values: parameters, seed, digest of the data, versions. A result that
        was kept is taken only if all of them are the same.
    """

    key: str
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment of a paper, as it is run here.

    Attributes
    ----------
    paper, name, title
        Which; its tables are `docs/results/<paper>/<name>.csv` and those whose names begin so.
    takes
        How long on two cores, in words.
    needs
        Raises a ValueError, in one sentence, if a library is missing.
    parts
        Reads and checks the data, and names the parts.
    work
        Does one part; a function of a module, since other processes call it.
    conclude
        Draws tables and verdicts from the finished parts, by key, and the failures.
    draw
        Yields the figures and their names, from the tables.
    prepares
        What happens before the first part, in words.
    options
        The names of the request's options that it knows.
    """

    paper: str
    name: str
    title: str
    takes: str
    needs: Callable[[], None]
    parts: Callable[[Request], Sequence[Part]]
    work: Callable[[Request, Mapping[str, Any]], Result]
    conclude: Callable[[Request, Mapping[str, Result], Sequence[Failure]], Findings]
    draw: Callable[[Mapping[str, Sequence[Row]]], Iterator[tuple[str, Any]]]
    prepares: str = "reading the data"
    options: frozenset[str] = frozenset()
