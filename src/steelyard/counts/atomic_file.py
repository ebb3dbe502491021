"""Replace a file in one step: whoever reads it, and whenever the machine stops, finds the old content or the new."""

from __future__ import annotations

import os
import secrets
import shutil
from pathlib import Path


def replace_content(path: Path, content: bytes) -> None:
    """Write to a new file in the same folder, and give it the old one's name once it is on the disk."""
    file = Path(os.path.realpath(path))  # a link stays one
    if file.exists() and not file.is_file():  # a pipe or a device is written to, never replaced
        file.write_bytes(content)
        return
    draft = file.with_name(f".steelyard-{secrets.token_hex(8)}.tmp")  # short, as the file's own name may be the longest
    try:
        with draft.open("xb") as stream:
            if file.exists():
                shutil.copymode(file, draft)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(file)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    """See to it that the new name is on the disk as well; Windows does so by itself."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
