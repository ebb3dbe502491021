"""Keep the results of finished parts, so that a run that was stopped goes on where it was."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import tempfile
import zlib
from pathlib import Path

from steelyard_papers.experiments.experiment import Part, Result
from steelyard_papers.experiments.whole_file import write_whole

NAME_LENGTH = 80


class Kept:
    """Results by part, one compressed file each; a part with other settings is another part."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def file(self, part: Part) -> Path:
        """Return where a part's result is or would be."""
        try:
            settings = json.dumps(dict(part.settings), sort_keys=True)
        except TypeError as problem:
            raise TypeError(f"the settings of the part {part.key!r} must be plain values: {problem}.") from None
        name = re.sub(r"[^\w.-]+", "_", part.key)[:NAME_LENGTH]
        return self._folder / f"{name}-{hashlib.sha256(f'{part.key} {settings}'.encode()).hexdigest()[:16]}.json.gz"

    def ready(self) -> None:
        """Make the folder; refuse one that nothing can be kept in, before any work is done."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self._folder):
                pass
        except OSError as problem:
            raise ValueError(
                f"finished parts cannot be kept in {str(self._folder)!r} ({problem.strerror}); name another folder "
                "with --cache."
            ) from None

    def get(self, part: Part) -> Result | None:
        """Return a part's result; None if there is none, or none that can be read."""
        file = self.file(part)
        try:
            with gzip.open(file, "rt", encoding="utf-8") as opened:
                result: Result = json.load(opened)["result"]
        except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError):
            return None
        return result

    def put(self, part: Part, result: Result) -> Result:
        """Keep a part's result; return it as `get` will, so that a run and a resumed one conclude from the same."""
        self._folder.mkdir(parents=True, exist_ok=True)
        content = json.dumps({"part": part.key, "settings": dict(part.settings), "result": result})
        write_whole(self.file(part), gzip.compress(content.encode(), mtime=0))
        again: Result = json.loads(content)["result"]
        return again
