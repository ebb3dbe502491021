"""How tests load what the site is made with: the modules of docs/hooks, as mkdocs does."""

import importlib
import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
TOOLS = ("mkdocs", "material", "latex2mathml")


def needs_the_tools():
    absent = [tool for tool in TOOLS if importlib.util.find_spec(tool) is None]
    if absent:
        pytest.skip(f"the site needs {', '.join(absent)}: pip install --group docs")


def loader(monkeypatch):
    """Return the function that gives a hook by its name."""
    needs_the_tools()
    monkeypatch.syspath_prepend(str(DOCS / "hooks"))
    return importlib.import_module
