"""What the numbers of a run were made with."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from steelyard import __version__


def versions(libraries: Sequence[str]) -> dict[str, str]:
    """Return the versions of Steelyard, Python and these libraries, by name; those that are missing are left out."""
    result = {"steelyard": __version__, "python": platform.python_version()}
    for library in libraries:
        try:
            result[library] = version(library)
        except PackageNotFoundError:
            continue
    return result
