"""Write a file as a whole: whoever reads it, and whenever the machine stops, finds the old content or the new."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(file: Path, content: bytes) -> None:
    """Write to a new file in the same folder, and give it the name once it is on the disk."""
    draft = file.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with draft.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(file)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
