"""Find the data of an experiment: where the user says, where STEELYARD_DATA points, or in our cache."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from steelyard.labels import some

VARIABLE = "STEELYARD_DATA"
FILES_NAMED = 3


@dataclass(frozen=True, slots=True)
class Source:
    """A collection of files.

    Attributes
    ----------
    folder
        Its name in the data folder.
    what
        In words.
    origin
        Where to get it.
    files
        Those that are read, relative to its folder.
    """

    folder: str
    what: str
    origin: str
    files: tuple[str, ...]


def cache_home() -> Path:
    """Return the user's folder for what can be made or fetched again."""
    root = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(root) if root else Path.home() / ".cache") / "steelyard"


def places(data: Path | None) -> list[Path]:
    """Return where data are looked for, in this order; a place that the user names is the only one."""
    if data is not None:
        return [data]
    named = os.environ.get(VARIABLE)
    return [*([Path(named)] if named else []), cache_home() / "data"]


def found(source: Source, data: Path | None = None) -> Path:
    """Return the folder of a source; refuse, in one sentence, if files of it are missing.

    Parameters
    ----------
    source
        What is needed.
    data
        The folder that the user names, which holds the source's folder.
    """
    homes = [place / source.folder for place in places(data)]
    for home in homes:
        if home.is_dir():
            missing = [name for name in source.files if not (home / name).is_file()]
            if missing:
                raise ValueError(
                    f"{str(home)!r} lacks {some(missing, FILES_NAMED)} of {source.what}; get it from {source.origin} "
                    "and put it there."
                )
            return home
    files = f" (as {some(source.files, 1)})" if source.files else ""
    raise ValueError(
        f"{source.what} is not in {str(homes[0])!r}; get it from {source.origin} and put it there{files}, or name the "
        f"folder that holds {source.folder!r} with --data or {VARIABLE}."
    )


def digest(files: Sequence[Path]) -> str:
    """Return what tells these files' contents from others."""
    known = hashlib.sha256()
    for file in files:
        known.update(hashlib.sha256(file.read_bytes()).digest())
    return known.hexdigest()[:16]
