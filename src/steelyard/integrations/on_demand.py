"""Names of a package that are loaded when they are first used, with one sentence where their library is missing."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

INSTALLED_AS = {"sklearn": "scikit-learn"}
"""Where a library is installed under another name."""


def loaded(package: str, homes: Mapping[str, str], name: str, libraries: tuple[str, ...]) -> Any:
    """Return what a name of a package stands for.

    Parameters
    ----------
    package
        The package.
    homes
        In which of its modules each name lives.
    name
        The name.
    libraries
        What may be missing.

    Examples
    --------
    >>> loaded("steelyard.integrations.sklearn", {"class_weight": "weights"}, "class_weight", ("sklearn",)).__name__
    'class_weight'
    """
    if name not in homes:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    try:
        return getattr(import_module(f"{package}.{homes[name]}"), name)
    except ModuleNotFoundError as problem:
        missing = (problem.name or "").split(".")[0]
        if missing not in libraries:
            raise
        library = INSTALLED_AS.get(missing, missing)
        raise ImportError(f"{name} needs {library}; pip install {library}.") from None
