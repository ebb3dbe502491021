"""Find the data of an experiment: where the user says, where STEELYARD_DATA points, in our cache, or in a package."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from steelyard.extending import some

VARIABLE = "STEELYARD_DATA"
FILES_NAMED = 3


@dataclass(frozen=True, slots=True)
class Package:
    """A package of Debian and Ubuntu that installs a collection of files.

    Attributes
    ----------
    name
        As `apt-get install` knows it.
    folder
        Where it puts the files.
    """

    name: str
    folder: Path


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
    package
        The package that installs it, if there is one.
    """

    folder: str
    what: str
    origin: str
    files: tuple[str, ...]
    package: Package | None = None


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

    The folder of a package that is installed is looked at last, and also where the user names a data folder: that one
    may hold the data of other experiments, for which no package is there. Files that lie in it come before the
    package's.

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
            return _complete(source, home, f"get it from {source.origin} and put it there")
    package, install = source.package, ""
    if package is not None:
        if package.folder.is_dir():
            if data is not None and not data.is_dir():  # misspelt, and other files than the named ones would be read
                raise ValueError(f"there is no data folder {str(data)!r}.")
            return _complete(source, package.folder, f"apt-get install --reinstall {package.name} brings it back")
        install = f"apt-get install {package.name} on Debian and Ubuntu, or "
    files = f" (as {some(source.files, 1)})" if source.files else ""
    raise ValueError(
        f"{source.what} is not in {str(homes[0])!r}; {install}get it from {source.origin} and put it there{files}, or "
        f"name the folder that holds {source.folder!r} with --data or {VARIABLE}."
    )


def _complete(source: Source, home: Path, remedy: str) -> Path:
    missing = [name for name in source.files if not (home / name).is_file()]
    if missing:
        raise ValueError(f"{str(home)!r} lacks {some(missing, FILES_NAMED)} of {source.what}; {remedy}.")
    return home


def digest(files: Sequence[Path]) -> str:
    """Return what tells these files' contents from others."""
    known = hashlib.sha256()
    for file in files:
        with file.open("rb") as opened:
            known.update(hashlib.file_digest(opened, "sha256").digest())
    return known.hexdigest()[:16]
