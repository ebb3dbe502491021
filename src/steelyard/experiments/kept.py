"""Keep the results of finished parts, so that a run that was stopped goes on where it was."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path

from steelyard.atomic_file import replace_content
from steelyard.experiments.experiment import Part, Result

NAME_LENGTH = 80


class Kept:
    """Results by part, one compressed file each; a part with other settings is another part."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def file(self, part: Part) -> Path:
        """Return where a part's result is or would be."""
        settings = json.dumps(dict(part.settings), sort_keys=True)
        name = re.sub(r"[^\w.-]+", "_", part.key)[:NAME_LENGTH]
        return self._folder / f"{name}-{hashlib.sha256(f'{part.key} {settings}'.encode()).hexdigest()[:16]}.json.gz"

    def get(self, part: Part) -> Result | None:
        """Return a part's result; None if there is none, or none that can be read."""
        try:
            with gzip.open(self.file(part), "rt", encoding="utf-8") as file:
                result: Result = json.load(file)["result"]
        except (OSError, EOFError, ValueError, KeyError, TypeError):
            return None
        return result

    def put(self, part: Part, result: Result) -> None:
        """Keep a part's result."""
        self._folder.mkdir(parents=True, exist_ok=True)
        content = json.dumps({"part": part.key, "settings": dict(part.settings), "result": result})
        replace_content(self.file(part), gzip.compress(content.encode(), mtime=0))
