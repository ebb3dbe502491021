"""Paths that people give: a file that is there, or a sentence that says what is wrong."""

from __future__ import annotations

from pathlib import Path

from steelyard.counts.labels import nearest


def existing_file(path: str | Path) -> Path:
    """Return the path of a file; refuse a folder, and name the nearest file if there is none."""
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


def nearest_entry(folder: Path, name: str, skipped: tuple[str, ...] = ()) -> str:
    """Return " Did you mean 'x'?" if a folder has something of a similar name, else an empty text.

    Names that start with what is `skipped` are not proposed.
    """
    try:
        return nearest(name, (entry.name for entry in folder.iterdir() if not entry.name.startswith(skipped)))
    except OSError:
        return ""
