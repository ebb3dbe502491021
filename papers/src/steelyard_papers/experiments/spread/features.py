"""The features that classifiers learn from: made once from images or from a user's file, and kept."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.extending import nearest
from steelyard_papers.checks import existing_file
from steelyard_papers.experiments.data_place import digest, found
from steelyard_papers.experiments.experiment import Request
from steelyard_papers.experiments.kept import Kept
from steelyard_papers.experiments.spread.description import FULL, QUICK, WAYS, Recipe, described, way
from steelyard_papers.experiments.spread.feature_file import read_feature_file
from steelyard_papers.experiments.spread.images import CLASSES, SOURCE
from steelyard_papers.experiments.whole_file import write_whole

HOME = Path("mullick2020", "spread")
"""In the cache, where the parts of the experiment are kept as well."""


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """Items, each described by numbers.

    Attributes
    ----------
    X
        One row per item.
    y
        The place of each item's class among the classes.
    classes
        Their names.
    origin
        In words, how the features came about.
    digest
        Tells these features from others.
    """

    X: NDArray[np.float32]
    y: NDArray[np.intp]
    classes: tuple[str, ...]
    origin: str
    digest: str


def features(request: Request) -> Features:
    """Return the features that a request asks for: the user's own, or else those of images.

    They are made by the first call and kept as files; later calls, also those of other processes, read what they need
    of these. Other images, another file or another recipe have files of their own.

    Parameters
    ----------
    request
        Its option "features" says who describes the images, "network" or "pca", or names a user's own file; see
        `read_feature_file`. `quick` is about images only.

    Raises
    ------
    ValueError
        If the images or the file are missing or damaged, or nothing can be kept.
    """
    make, files, settings = _asked(request)
    place = request.cache / HOME / f"features-{_key(_content(files), settings)}"
    kept = _kept(place)
    if kept is None:
        Kept(place.parent).ready()
        _write(place, make())
        kept = _read(place)
    return kept


class _Made(NamedTuple):
    """Features before they are kept; as in `Features`."""

    X: NDArray[np.float32]
    y: NDArray[np.intp]
    classes: tuple[str, ...]
    origin: str


def own_file(request: Request) -> str | None:
    """Return the user's own file, if one is named; one that is called "pca" is "./pca"."""
    named = request.options.get("features")
    return None if named in WAYS else named


def _asked(request: Request) -> tuple[Callable[[], _Made], list[Path], dict[str, Any]]:
    """Return how features are made, of which files, and all else that they depend on."""
    own = own_file(request)
    if own is not None:
        file = _named_file(own)
        return partial(_of_file, file), [file], {"by": "file", "ending": file.suffix.lower()}
    recipe = replace(QUICK if request.quick else FULL, by=way(request.options.get("features")))
    home = found(SOURCE, request.data)
    return partial(_of_images, home, recipe), [home / name for name in SOURCE.files], recipe.settings()


def _named_file(own: str) -> Path:
    """Return the user's file; a name without an ending may be a way that is misspelt."""
    if not Path(own).suffix and not Path(own).exists():
        raise ValueError(
            f"--features is {', '.join(WAYS)} or a file, but there is no file {own!r}.{nearest(own, WAYS)}"
        )
    return existing_file(own)


def _of_file(file: Path) -> _Made:
    X, y, classes = read_feature_file(file)
    origin = f"{len(y):,} items of {len(classes):,} classes by the {X.shape[1]:,} features in {file.name!r}"
    return _Made(X, y, classes, origin)


def _of_images(home: Path, recipe: Recipe) -> _Made:
    X, y, origin = described(home, recipe)
    return _Made(X, y, CLASSES, origin)


def _key(content: str, settings: dict[str, Any]) -> str:
    said = json.dumps({"data": content, **settings}, sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _content(files: list[Path]) -> str:
    """Return the files' digest; a process that does many parts reads files that stay the same once."""
    stamps = [file.stat() for file in files]
    return _digest_at(tuple((str(file), at.st_size, at.st_mtime_ns) for file, at in zip(files, stamps, strict=True)))


@lru_cache(maxsize=4)
def _digest_at(stamped: tuple[tuple[str, int, int], ...]) -> str:
    return digest([Path(file) for file, *_ in stamped])


def _numbers_file(place: Path) -> Path:
    return place.with_name(f"{place.name}.npy")


def _rest_file(place: Path) -> Path:
    return place.with_name(f"{place.name}.npz")


def _write(place: Path, made: _Made) -> None:
    """Keep features as two files: the numbers, of which a part needs few, and then the rest, which makes them valid."""
    X = np.ascontiguousarray(made.X, dtype=np.float32)
    known = hashlib.sha256(json.dumps([X.shape, made.classes]).encode())
    known.update(X.data)
    known.update(made.y.astype("<i8").data)
    numbers, rest = io.BytesIO(), io.BytesIO()
    np.save(numbers, X)
    np.savez(
        rest,
        y=made.y,
        classes=np.array(made.classes),
        origin=np.array(made.origin),
        digest=np.array(known.hexdigest()[:16]),
    )
    write_whole(_numbers_file(place), numbers.getvalue())
    write_whole(_rest_file(place), rest.getvalue())


def _kept(place: Path) -> Features | None:
    """Return what was kept; None if there is nothing, or nothing that can be read."""
    try:
        return _read(place)
    except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
        return None


def _read(place: Path) -> Features:
    # Opened here, since NumPy leaves a file open that turns out to be damaged.
    with _rest_file(place).open("rb") as opened, np.load(opened, allow_pickle=False) as rest:
        y, classes, origin, known = (rest[name] for name in ("y", "classes", "origin", "digest"))
    X = np.asarray(np.load(_numbers_file(place), mmap_mode="r", allow_pickle=False))
    if len(X) != len(y):
        raise ValueError(f"{str(place)!r} has {len(X):,} items, but {len(y):,} classes of items.")
    return Features(X, y.astype(np.intp), tuple(map(str, classes)), str(origin), str(known))
