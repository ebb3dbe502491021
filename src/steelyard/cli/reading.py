"""Read what a command is about: counts from files or a stored matrix, and the classes as the user lists them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from steelyard.counts.confusion import Confusion
    from steelyard.counts.joint import Joint


def stored(matrix: Path, labels: str | None) -> Confusion:
    """Read a stored matrix; listed labels name its classes, if it does not itself."""
    from steelyard.counts.read.files.matrix_file import read_matrix  # noqa: PLC0415

    return _with_labels(read_matrix(matrix), labels)


def _with_labels(cm: Confusion, labels: str | None) -> Confusion:
    from steelyard.counts.confusion import Confusion  # noqa: PLC0415

    names = [] if labels is None else listed(labels)
    if len(names) == len(cm.labels) and cm.labels == tuple(range(len(names))):  # the matrix had no names of its own
        return Confusion(cm, names)
    return declared(cm, labels)


def stored_models(given: list[str], labels: str | None) -> Confusion | Joint:
    """Read the matrices of several models, each from a file of its own, or from one file that holds them all."""
    from steelyard.counts.confusion import Confusion  # noqa: PLC0415
    from steelyard.counts.read.files.matrix_file import read_counts  # noqa: PLC0415

    if len(given) == 1 and not _is_named(given[0]):
        counts = read_counts(given[0], _joint_or_matrix)
        return _with_labels(counts, labels) if isinstance(counts, Confusion) else _declared_together(counts, labels)
    found: dict[str, Confusion] = {}
    for each in given:
        name, place = _named(each)
        if name in found:
            raise ValueError(f"two matrices are called {name!r}; name them apart, NAME=FILE.")
        found[name] = stored(place, labels)
    return Confusion.of_models(found)


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


def counted(files: list[str], truth: str | None, predictions: list[str], columns: dict[str, Any]) -> Confusion:
    """Count the columns of files."""
    if not files:
        raise ValueError("name a file with labels, or a stored matrix with --matrix.")
    from steelyard.counts.confusion import Confusion  # noqa: PLC0415
    from steelyard.counts.data import columns_with_group  # noqa: PLC0415
    from steelyard.counts.read.files.count_files import columns_of  # noqa: PLC0415

    place = files[0] if len(files) == 1 else files
    if truth is None or not predictions:
        raise ValueError(f"say which columns to compare, --truth NAME --prediction NAME; {columns_of(place)}.")
    slices = columns_with_group(columns.pop("by") or None, columns.pop("group"))
    one_or_several = predictions[0] if len(predictions) == 1 else predictions
    return Confusion.from_files(place, truth, one_or_several, by=slices, **columns)


def counted_together(
    files: list[str], truth: str | None, predictions: list[str], columns: dict[str, Any], labels: str | None
) -> Joint:
    """Count the columns of several models in files together, so that it is known on which items they agree."""
    from steelyard.counts.data import columns_with_group  # noqa: PLC0415
    from steelyard.counts.joint import Joint  # noqa: PLC0415
    from steelyard.counts.read.files.count_files import columns_of  # noqa: PLC0415

    if not files:
        raise ValueError("name a file with labels, or stored matrices with --matrix.")
    place = files[0] if len(files) == 1 else files
    if truth is None or len(predictions) < 2:
        few = "a comparison needs at least two models: " if truth is not None else "say which columns to compare: "
        raise ValueError(f"{few}--truth NAME --prediction NAME --prediction NAME; {columns_of(place)}.")
    slices = columns_with_group(columns.pop("by") or None, columns.pop("group"))
    return _declared_together(Joint.from_files(place, truth, predictions, by=slices, **columns), labels)


def _declared_together(joint: Joint, names: str | None) -> Joint:
    if names is None:
        return joint
    wanted = declared(joint[0].pooled(), names).labels
    return joint.declare(wanted)


def declared(cm: Confusion, names: str | None) -> Confusion:
    """Declare labels that the user listed as text: counted ones by their text, absent ones as numbers among numbers."""
    if names is None:
        return cm
    from steelyard.counts.labels import MISSING, text  # noqa: PLC0415
    from steelyard.counts.read.label import whole  # noqa: PLC0415

    counted = {text(label): label for label in cm.labels}
    are_texts = all(isinstance(label, str) for label in cm.labels if label is not MISSING)
    wanted: list[Any] = []
    for name in listed(names):
        label = counted.get(name, name if are_texts else whole(name))
        if label is None and name not in counted:
            raise ValueError(f"the data have labels such as {cm.labels[0]!r}, but --labels lists {name!r}.")
        wanted.append(label)
    if MISSING in cm.labels and MISSING not in wanted:
        wanted.append(MISSING)  # by the wish to keep them
    return cm.declare(wanted)


def listed(text: str) -> list[str]:
    """Return the cells of a line of CSV."""
    import csv  # noqa: PLC0415

    try:
        (cells,) = csv.reader([text], skipinitialspace=True, strict=True)
    except csv.Error as problem:
        raise ValueError(f"cannot read --labels {text!r}: {problem}.") from None
    if not cells or not all(cell.strip() for cell in cells):
        raise ValueError(f"--labels {text!r} lists an empty label.")
    return [cell.strip() for cell in cells]
