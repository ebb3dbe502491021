"""The parsers' own Python: `logparser3` needs a `regex` of 2022, which no other project should have to live with."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import secrets
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

PINS = {
    "logparser3": "1.0.4",
    # Newer ones refuse the replacement "\s+" that Spell and MoLFI use; its wheels end with Python 3.10, so that newer
    # Pythons compile it.
    "regex": "2022.3.2",
    "numpy": "2.3.5",
    "pandas": "2.3.3",
    # MoLFI imports it, though logparser3 does not declare it.
    "deap": "1.4.3",
    "python-dateutil": "2.9.0.post0",
    "pytz": "2025.2",
    "tzdata": "2025.2",
    "six": "1.17.0",
}
"""All that the three parsers import; logparser3 also declares scikit-learn, SciPy and tqdm, which they do not."""

MATTER = ("logparser3", "regex", "numpy", "pandas", "deap")

OPTION = "parsers_python"
"""The request's option that names a Python which has the parsers already."""

PATIENCE = 120
"""Seconds that a Python may take to import the parsers; the first time, it also compiles their bytecode."""

ADVICE = "or name a Python that has logparser3 and deap with --parsers-python"

CHECK = (
    "import json, platform; from importlib.metadata import version; "
    "import logparser.Drain, logparser.Spell, logparser.MoLFI; "
    f"print(json.dumps({{'python': platform.python_version(), **{{n: version(n) for n in {MATTER!r}}}}}))"
)


def parsers_python(cache: Path, named: str | None = None) -> Path:
    """Return the Python that has the parsers: the one that the user names, else ours, set up if it is not there yet."""
    return Path(named) if named else _ready(cache / "environments")


def parsers_versions(named: str | None = None) -> dict[str, str]:
    """Return the versions that matter: of the Python that the user names, else those that ours has or will have."""
    if named:
        return dict(_versions_of(named))
    return {"python": platform.python_version(), **{name: PINS[name] for name in MATTER}}


@lru_cache
def _versions_of(python: str) -> dict[str, str]:
    who = f"--parsers-python names {python!r}, which"
    try:
        done = subprocess.run(  # noqa: S603 - the user names it
            [python, "-W", "ignore", "-c", CHECK], capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except OSError as problem:
        raise ValueError(f"{who} cannot be run: {problem.strerror}.") from None
    except subprocess.TimeoutExpired:
        raise ValueError(f"{who} did not say within {PATIENCE} seconds whether it has the parsers.") from None
    if done.returncode:
        raise ValueError(
            f"{who} cannot import the parsers: {_last_line(done.stderr)}; it needs "
            f"logparser3=={PINS['logparser3']}, regex=={PINS['regex']} and deap."
        )
    try:
        result: dict[str, str] = json.loads(done.stdout)
    except ValueError:
        raise ValueError(f"{who} is not a Python: it does not answer as one.") from None
    return result


def _ready(folder: Path) -> Path:
    """Return our environment's Python, after setting it up if need be."""
    wanted = json.dumps([platform.python_version(), PINS])
    home = folder / f"logparser3-{PINS['logparser3']}-{hashlib.sha256(wanted.encode()).hexdigest()[:12]}"
    if not python_in(home).exists():  # also if what it was made from is gone
        make(home)
    return python_in(home)


def make(home: Path) -> None:
    """Set up an environment under another name, and give it its own once it works."""
    home.parent.mkdir(parents=True, exist_ok=True)
    draft = home.with_name(f".draft-{secrets.token_hex(6)}")
    python = str(python_in(draft))
    pins = [f"{name}=={version}" for name, version in PINS.items()]
    try:
        _run("venv", sys.executable, "-m", "venv", str(draft))
        _run("pip", python, "-m", "pip", "install", "--disable-pip-version-check", "--no-deps", *pins)
        _run("Python", python, "-W", "ignore", "-c", CHECK)
        if not python_in(home).exists():
            shutil.rmtree(home, ignore_errors=True)
        try:
            draft.rename(home)
        except OSError:
            if not python_in(home).exists():  # else another process was faster, and its environment is as good
                raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _run(who: str, *command: str) -> None:
    without = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=without)  # noqa: S603 - ours
    if done.returncode:
        said = _last_line(done.stderr) or _last_line(done.stdout)
        raise ValueError(
            f"the environment of the log parsers could not be set up; {who} says: {said.rstrip('.')}. It needs a "
            f"package index and a C compiler (for regex {PINS['regex']}); try again where there are both, {ADVICE}."
        )


def _last_line(said: str) -> str:
    """Return the last line of an output that says something; errors rather than what surrounds them."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    useful = [line for line in lines if not line.startswith(("WARNING", "[notice]", "hint:", "note:", "╰", "╭", "│"))]
    errors = [line for line in useful if line.casefold().startswith("error")]
    return (errors or useful or lines or [""])[-1]


def python_in(home: Path) -> Path:
    """Return where an environment has its Python."""
    return home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
