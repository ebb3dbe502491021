"""Run commands in this process, with streams like those of a pipe: a process of its own takes a second to start."""

import io
import subprocess
import sys

import pytest

from steelyard.cli import main


@pytest.fixture
def in_process(monkeypatch):
    """A function that runs a command and returns what `subprocess.run` would; a bug is raised, not printed."""

    def run(*arguments, cwd, encoding="utf-8"):
        out, err = (
            io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors=errors)
            for errors in ("strict", "backslashreplace")
        )
        with monkeypatch.context() as patch:
            patch.chdir(cwd)
            patch.setattr(sys, "stdout", out)
            patch.setattr(sys, "stderr", err)
            with pytest.raises(SystemExit) as left:
                main(list(map(str, arguments)))
            out.flush()
            err.flush()
        written = (stream.buffer.getvalue().decode(encoding, errors="replace") for stream in (out, err))
        return subprocess.CompletedProcess(arguments, left.value.code or 0, *written)

    return run
