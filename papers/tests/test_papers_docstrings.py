"""The examples in docstrings run."""

import doctest
import importlib
import importlib.util
import re
from pathlib import Path

import pytest

import steelyard_papers

SOURCE = Path(steelyard_papers.__file__).parent
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if ">>>" in path.read_text(encoding="utf-8")]
IMPORT = re.compile(r"^\s*(?:>>> )?(?:import|from) (torch|imblearn|sklearn)\b", re.MULTILINE)
"""Libraries that may be missing, or that only an experiment needs."""


def test_there_are_examples():
    assert MODULES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_examples_in_docstrings_run(path):
    for library in set(IMPORT.findall(path.read_text(encoding="utf-8"))):
        pytest.importorskip(library)
    name = ".".join(["steelyard_papers", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__")
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert (failed, tried > 0) == (0, True)
