"""Read what a command is about: counts from files or stored ones, and the classes as the user lists them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steelyard.cli.options import Data
    from steelyard.counts.confusion import Confusion
    from steelyard.counts.joint import Joint
    from steelyard.counts.table import Table

T = TypeVar("T", bound="Table")


def counted(
    data: Data, by: str | Sequence[str] | None = None, group: str | None = None, *, together: bool = False
) -> Confusion | Joint:
    """Return the counts that a command is about: stored ones, or those of columns of files.

    `together`: of at least two models, to be compared on the same items.
    """
    predictions = data.prediction or []
    if data.matrix:
        if data.file or predictions or by or any(name is not None for name in (data.truth, data.weight, data.counts)):
            raise ValueError("--matrix holds all counts: give no file and no columns beside it.")
        return _stored_models(data.matrix, data.labels)
    if not data.file:
        raise ValueError("name a file with labels, or stored counts with --matrix.")
    from steelyard.counts.data import Given  # noqa: PLC0415
    from steelyard.counts.read.files.count_files import columns_of  # noqa: PLC0415 - loaded when a file is read

    place = _place(data.file)
    refuse_joined(place, predictions)
    least = 2 if together else 1
    if data.truth is None or len(predictions) < least:
        few = "a comparison needs at least two models" if together and data.truth else "say which columns to compare"
        raise ValueError(f"{few}: --truth NAME{' --prediction NAME' * least}; {columns_of(place)}.")
    given = Given(
        place,
        prediction=predictions[0] if len(predictions) == 1 else predictions,
        truth=data.truth,
        weight=data.weight,
        by=by or None,
        group=group,
        missing=data.missing.value,
        counts=data.counts,
    )
    if together:
        return declared(given.counted_together().counts, data.labels)
    (counts, _), joint = given.evaluated()
    return declared(counts if joint is None else joint, data.labels)


def refuse_joined(place: str | list[str], given: Sequence[str]) -> None:
    """Refuse several columns of predictions in one option; a column may have a comma in its name."""
    from steelyard.counts.read.files.count_files import names_of_columns  # noqa: PLC0415 - loaded when a file is read

    for name in given:
        parts = [part.strip() for part in name.split(",")]
        if len(parts) > 1 and {*parts} <= (names := {*names_of_columns(place)}) and name not in names:
            each = " ".join(f"--prediction {part}" for part in parts)
            raise ValueError(f"--prediction {name!r} names several columns: repeat --prediction for each, {each}.")


def files_of(data: Data) -> list[str | Path]:
    """Return the files that a command is about, so that nothing is written over them."""
    return [*files_at(data.file), *(_named(each)[1] for each in data.matrix or [])]


def files_at(files: list[str] | None) -> list[str | Path]:
    """Return the files that are meant by names, patterns, folders and addresses."""
    if not files:
        return []
    from steelyard.counts.read.files.data_files import find_files  # noqa: PLC0415 - loaded when a file is read

    return [each.place for each in find_files(files).files]


def _place(files: list[str]) -> str | list[str]:
    return files[0] if len(files) == 1 else files


def place_of_scores(files: list[str] | None, truth: str | None, scores: list[str] | None) -> str | list[str]:
    """Return the files with scores; refuse to begin without them, or without the names of the columns."""
    if not files:
        raise ValueError("name a file with labels and scores.")
    if truth is None or not scores:
        from steelyard.counts.read.files.count_files import columns_of  # noqa: PLC0415 - loaded when a file is read

        raise ValueError(
            f'say which columns to take: --truth NAME --scores "p_*", or the name of one column; '
            f"{columns_of(_place(files))}."
        )
    return _place(files)


def _stored_models(given: list[str], labels: str | None) -> Confusion | Joint:
    """Read the matrices of several models, each from a file of its own, or from one file that holds them all."""
    from steelyard.counts.confusion import Confusion  # noqa: PLC0415
    from steelyard.counts.read.files.matrix_file import read_counts, read_matrix  # noqa: PLC0415

    if len(given) == 1 and not _is_named(given[0]):
        counts = read_counts(given[0], _joint_or_matrix)
        return _with_labels(counts, labels) if isinstance(counts, Confusion) else declared(counts, labels)
    models: dict[str, Confusion] = {}
    for each in given:
        name, place = _named(each)
        if name in models:
            raise ValueError(f"two matrices are called {name!r}; name them apart, NAME=FILE.")
        models[name] = _with_labels(read_matrix(place), labels)
    return Confusion.of_models(models)


def _with_labels(cm: Confusion, labels: str | None) -> Confusion:
    """Return a stored matrix; listed labels name its classes, if it does not itself."""
    from steelyard.counts.confusion import Confusion  # noqa: PLC0415

    names = [] if labels is None else listed(labels)
    if len(names) == len(cm.labels) and cm.labels == tuple(range(len(names))):  # the matrix had no names of its own
        return Confusion(cm, names)
    return declared(cm, labels)


def _joint_or_matrix(record: Any) -> Confusion | Joint:
    """Return what `Joint.to_dict` or `Confusion.to_dict` wrote."""
    from steelyard.counts.joint import Joint  # noqa: PLC0415
    from steelyard.counts.read.files.matrix_file import matrix_of  # noqa: PLC0415

    return Joint.from_dict(record) if isinstance(record, dict) and "codes" in record else matrix_of(record)


def _named(given: str) -> tuple[str, Path]:
    """Return the name of a model and its file; the file's own name, if none is given."""
    if not _is_named(given):
        return Path(given).stem, Path(given)
    name, _, place = given.partition("=")
    if not name:
        raise ValueError(f"{given!r} has no name before '='; write NAME=FILE, or the file alone.")
    return name, Path(place)


def _is_named(given: str) -> bool:
    return "=" in given and not Path(given).exists()


def declared(table: T, names: str | None) -> T:
    """Declare labels that the user listed as text: counted ones by their text, absent ones as numbers among numbers."""
    if names is None:
        return table
    from steelyard.counts.labels import MISSING, in_short, text  # noqa: PLC0415
    from steelyard.counts.read.label import label_named  # noqa: PLC0415

    wanted: list[Any] = []
    for name in listed(names):
        label = label_named(name, table.labels)
        kept = label is None and MISSING in table.labels and name == text(MISSING)
        if label is None and not kept:
            known, wrong = in_short(table.labels[0]), in_short(name)
            raise ValueError(f"the data have labels such as {known}, but --labels lists {wrong}.")
        wanted.append(label)
    if MISSING in table.labels and MISSING not in wanted:
        wanted.append(MISSING)  # by the wish to keep them
    return table.declare(wanted)


def listed(text: str, option: str = "--labels") -> list[str]:
    """Return the cells of a line of CSV."""
    import csv  # noqa: PLC0415

    if len(text.splitlines()) > 1:
        raise ValueError(f"{option} is one line, labels separated by commas, not {text!r}.")
    try:
        (cells,) = csv.reader([text], skipinitialspace=True, strict=True)
    except csv.Error as problem:
        raise ValueError(f"cannot read {option} {text!r}: {problem}.") from None
    if not cells or not all(cell.strip() for cell in cells):
        raise ValueError(f"{option} {text!r} lists an empty label.")
    return [cell.strip() for cell in cells]


def class_shares(text: str) -> str | dict[str, float]:
    """Return class shares as the library takes them: "uniform", or numbers by class.

    Examples
    --------
    >>> class_shares("fraud=0.005, ok=0.9")
    {'fraud': 0.005, 'ok': 0.9}
    """
    if text == "uniform":
        return text
    shares: dict[str, float] = {}
    for cell in listed(text, "--shares"):
        name, _, number = (part.strip() for part in cell.rpartition("="))
        try:
            share = float(number)
        except ValueError:
            share = -1.0
        if not name or not 0 <= share <= 1:
            raise ValueError(f'cannot read --shares {text!r}: write "fraud=0.005", a number from 0 to 1, or "uniform".')
        if name in shares:
            raise ValueError(f"--shares names class {name!r} twice.")
        shares[name] = share
    return shares
