"""What people mean by a path, a pattern, a folder, a list of them or an address: data files of one format."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from steelyard.counts.labels import nearest
from steelyard.counts.read.files.formats import (
    COMPRESSED,
    ENDINGS,
    ZSTD,
    Format,
    compression_of,
    format_of,
    is_whole,
    partition_keys,
)


def existing_file(path: str | Path) -> Path:
    """Return the path of a file; refuse a folder, and name the nearest file if there is none."""
    if not str(path):
        raise nameless()
    file = Path(path)
    if file.is_dir():
        raise ValueError(f"{str(path)!r} is a folder; name a file.")
    if file.is_symlink() and not file.exists():
        raise ValueError(f"{str(path)!r} is a link that leads nowhere.")
    if not file.exists():
        raise ValueError(f"there is no file {str(path)!r}.{nearest_entry(file.parent, file.name)}")
    if not file.is_file():
        raise ValueError(f"{str(path)!r} is a pipe or a device, not a file; store its content in a file first.")
    return file


def nameless() -> ValueError:
    """Return the error for a file without a name."""
    return ValueError("the name of a file is empty.")


def nearest_entry(folder: Path, name: str, skipped: tuple[str, ...] = ()) -> str:
    """Return " Did you mean 'x'?" if a folder has something of a similar name, else an empty text.

    Names that start with what is `skipped` are not proposed.
    """
    try:
        return nearest(name, (entry.name for entry in folder.iterdir() if not entry.name.startswith(skipped)))
    except OSError:
        return ""


ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")  # two letters at least: C:// is a drive
SKIPPED = ("_", ".")
"""What starts so is hidden, or left by an engine beside its data: _SUCCESS, _delta_log, .part-0.crc."""

SEPARATOR = f"[{re.escape(os.sep + (os.altsep or ''))}]"
ANY_FOLDERS = re.compile(rf"(?:^|(?<={SEPARATOR}))\*\*(?:{SEPARATOR}+\*\*)*(?:{SEPARATOR}+|$)")
"""The part ** of a pattern, with what separates it from the next one."""

Where = str | Path | Iterable[str | Path]


@dataclass(frozen=True)
class DataFile:
    """One file.

    Attributes
    ----------
    shown
        Its name as people gave or would give it, for messages.
    place
        Its absolute path, or its address.
    size
        Its bytes; None behind an address.
    """

    shown: str
    place: str
    size: int | None = None

    @property
    def name(self) -> str:
        """Its path, without what may follow in an address."""
        return self.place if self.is_local else urlsplit(self.place).path

    @property
    def is_local(self) -> bool:
        """Whether it is a file of this computer, and not one behind an address."""
        return self.size is not None

    @property
    def is_pattern(self) -> bool:
        """Whether it is an address that means several files."""
        return not self.is_local and glob.has_magic(self.place) and not self.place.lower().startswith("http")

    @cached_property
    def keys(self) -> dict[str, str | None]:
        """What its folders say, such as {"year": "2024"}."""
        return partition_keys(self.place)


@dataclass(frozen=True)
class DataFiles:
    """Files of one format, at least one, none twice.

    Attributes
    ----------
    given
        What people asked for, for messages.
    """

    given: str
    files: tuple[DataFile, ...]
    format: Format

    @property
    def size(self) -> int | None:
        """Their bytes, if known."""
        sizes = [file.size for file in self.files if file.size is not None]
        return sum(sizes) if len(sizes) == len(self.files) else None

    def known_as(self, file: DataFile) -> str:
        """Return how a message names one of the files: among many, with its folder."""
        return file.shown if len(self.files) > 1 else Path(file.shown).name


def find_files(where: Where) -> DataFiles:
    """Return the data files that are meant.

    A name that exists is that file or folder, whatever characters it has; any other name with *, ? or [ is a
    pattern; what looks like s3://… is handed to DuckDB as it is. From a folder come all data files in it and
    below it, through links too. What is below a folder, named or meant by **, is skipped if its name starts with "_"
    or "."; every other part of a pattern means what it means to a shell, so that * matches "_a" but not ".a".

    Examples
    --------
    >>> from steelyard.counts.read.files.data_files import find_files
    >>> [file.shown for file in find_files("examples/wine*.csv").files]
    ['examples/wine_quality_red.csv']
    """
    places = [where] if isinstance(where, str | os.PathLike) else _listed(where)
    files = [file for place in places for file in _meant(os.fspath(place))]
    _check_distinct(files)
    for file in files:
        _check_content(file)
    given = os.fspath(places[0]) if len(places) == 1 else f"{os.fspath(places[0])} and {len(places) - 1} more"
    return DataFiles(given, tuple(files), _one_format(files))


def _listed(where: Any) -> list[str | Path]:
    if not isinstance(where, Iterable):
        raise ValueError(f"files are named by a path, a pattern, a folder or a list of them, not {where!r}.")
    places = list(where)
    wrong = [place for place in places if not isinstance(place, str | os.PathLike)]
    if wrong:
        raise ValueError(f"a list of files must name paths, not {wrong[0]!r}.")
    if not places:
        raise ValueError("the list of files is empty; name at least one.")
    return places


def _meant(place: str) -> Iterator[DataFile]:
    if not place:
        raise nameless()
    if ADDRESS.match(place) and not place.lower().startswith("file://"):
        yield DataFile(place, place)
        return
    path = place[len("file://") :] if ADDRESS.match(place) else place
    if os.path.isdir(path):  # noqa: PTH112 - the text is kept as it was given
        yield from _in_folder(path)
    elif glob.has_magic(path) and not os.path.lexists(path):
        yield from _matching(path)
    else:
        yield _local(path)


def _local(path: str) -> DataFile:
    return DataFile(path, os.path.abspath(path), existing_file(path).stat().st_size)  # noqa: PTH100 - kept as given


def _in_folder(folder: str) -> Iterator[DataFile]:
    paths = list(_below(folder))
    if not paths:
        raise ValueError(
            f"the folder {folder!r} has no data files: names that end in {_endings()} and do not start with _ or a dot."
        )
    yield from map(_local, paths)


def _below(folder: str) -> Iterator[str]:
    """Yield the data files in a folder and below it, in the order of their names."""
    for parent, names in _walked(folder):
        for name in sorted(names):
            if not name.startswith(SKIPPED) and format_of(name):
                yield os.path.join(parent, name)  # noqa: PTH118


def _walked(folder: str) -> Iterator[tuple[str, list[str]]]:
    """Yield a folder and those below it, each with the names of its files.

    Each comes once, however many links lead to it, and under its own name rather than a link's, since names may tell
    keys: links are followed last.
    """

    def refuse(problem: OSError) -> None:
        raise ValueError(f"cannot look into the folder {str(problem.filename)!r}: {problem.strerror}.") from None

    starts, seen = [folder], set()
    for start in starts:
        for parent, folders, names in os.walk(start, onerror=refuse):
            real = os.path.realpath(parent)
            if real in seen:
                folders.clear()
                continue
            seen.add(real)
            folders[:] = sorted(name for name in folders if not name.startswith(SKIPPED))
            below = (os.path.join(parent, name) for name in folders)  # noqa: PTH118
            starts += filter(os.path.islink, below)  # which os.walk does not enter
            yield parent, names


def _matching(pattern: str) -> Iterator[DataFile]:
    """Yield what a pattern matches; of a folder that it matches, the data files."""
    files: dict[str, None] = {}
    for name in sorted(set(_matched(pattern))):
        files |= dict.fromkeys(_below(name) if os.path.isdir(name) else [name])  # noqa: PTH112
    if not files:
        raise ValueError(f"no file matches {pattern!r}.{_nearest_to(pattern)}")
    yield from map(_local, files)


def _matched(pattern: str) -> Iterator[str]:
    """Yield the files and folders that a pattern matches; ** goes through folders as if they were named."""
    any_folders = ANY_FOLDERS.search(pattern)
    if any_folders is None:
        yield from glob.iglob(pattern)  # noqa: PTH207
        return
    before, after = pattern[: any_folders.start()], pattern[any_folders.end() :]
    for folder in glob.iglob(before) if before else [os.curdir]:  # noqa: PTH207
        if not after:
            yield folder
            continue
        for parent, _ in _walked(folder):
            inside = os.path.relpath(parent) if not before else parent
            yield from _matched(os.path.join(glob.escape("" if inside == os.curdir else inside), after))  # noqa: PTH118


def _nearest_to(pattern: str) -> str:
    """Point at what is there, where the pattern leads nowhere."""
    there = Path()
    for part in Path(pattern).parts:
        if glob.has_magic(part) or not (there / part).exists():
            return nearest_entry(there, part, SKIPPED)
        there /= part
    return ""


def _check_distinct(files: list[DataFile]) -> None:
    """Refuse to count the same file twice, be it by another name."""
    seen: dict[str, DataFile] = {}
    for file in files:
        real = os.path.realpath(file.place) if file.is_local else file.place
        other = seen.setdefault(real, file)
        if other is not file:
            names = repr(file.shown) if file.shown == other.shown else f"{file.shown!r}, which is {other.shown!r},"
            raise ValueError(f"{names} is meant twice, so that its items would be counted twice; name it once.")


def _check_content(file: DataFile) -> None:
    if file.size == 0:
        raise ValueError(f"{file.shown!r} is empty.")
    if file.shown != file.shown.encode(errors="ignore").decode():
        raise ValueError(f"cannot read {file.shown!r}: its name is not UTF-8; rename it.")
    if file.is_local and compression_of(file.name) == ZSTD:
        with open(file.place, "rb") as content:  # noqa: PTH123 - a text, not a path
            if not is_whole(content):
                raise ValueError(f"cannot read {file.shown!r}: it is cut off, or is no zstd file.")


def _one_format(files: list[DataFile]) -> Format:
    """Return the format that all files have."""
    by_format: dict[Format, DataFile] = {}
    for file in files:
        kind = format_of(file.name)
        if kind is None:
            raise ValueError(f"cannot tell the format of {file.shown!r}; it should end in {_endings()}.")
        if kind == Format.PARQUET and compression_of(file.name):
            raise ValueError(
                f"cannot read {file.shown!r}: a Parquet file is compressed inside, and not once more; unpack it first."
            )
        by_format.setdefault(kind, file)
    if len(by_format) > 1:
        named = " and ".join(f"{kind} such as {file.shown!r}" for kind, file in by_format.items())
        raise ValueError(f"the files are of several formats, {named}; name those of one format.")
    return next(iter(by_format))


def _endings() -> str:
    return f"{', '.join(ENDINGS)} (CSV and JSON also with {' or '.join(COMPRESSED)})"
