"""Names of a package that load when they are first used, with one sentence where their library is missing.

The one table of them is what type checkers read: the imports under `if TYPE_CHECKING:` in the package's `__init__.py`.
"""

from __future__ import annotations

import ast
import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

INSTALLED_AS = {"sklearn": "scikit-learn"}
"""Where a library is installed under another name."""


@cache
def homes(package: str) -> dict[str, str]:
    """Return in which module each name of a package lives: `from module import name as name`, sorted by name.

    Examples
    --------
    >>> homes("steelyard.integrations.river")
    {'Score': 'steelyard.integrations.river.score'}
    """
    tree = ast.parse(pkgutil.get_data(package, "__init__.py") or b"")
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    modules = {
        name.asname: each.module
        for each in block.body
        if isinstance(each, ast.ImportFrom) and each.module is not None
        for name in each.names
        if name.asname is not None
    }
    return dict(sorted(modules.items()))


def loaded(package: str, name: str, libraries: tuple[str, ...] = ()) -> Any:
    """Return what a name of a package stands for; of `libraries`, each may be missing.

    Examples
    --------
    >>> loaded("steelyard", "evaluate").__name__
    'evaluate'
    """
    if name == "__all__":
        return list(homes(package))
    if name not in homes(package):
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    home = homes(package)[name]
    try:
        return import_module(f"{home}.{name}") if home == package else getattr(import_module(home), name)
    except ModuleNotFoundError as problem:
        missing = (problem.name or "").split(".")[0]
        if missing not in libraries:
            raise
        library = INSTALLED_AS.get(missing, missing)
        raise ImportError(f"{name} needs {library}; pip install {library}.") from None
