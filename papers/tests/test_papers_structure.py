"""The shape of the papers' package: imports point one way, one version with the library's, and its verbs are found."""

import ast
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import steelyard
import steelyard_papers
from source_imports import imports, parsed
from steelyard.lazy_names import homes

SOURCE = Path(steelyard_papers.__file__).parent
LAYERS = [["type_names", "checks"], ["reproductions", "classifiers", "training"], ["plots"], ["experiments"], ["cli"]]
"""From the bottom up: a module may import what is below it, and its own folder."""

RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
LIBRARIES = {"duckdb", "imblearn", "matplotlib", "numpy", "rich", "scipy", "sklearn", "threadpoolctl", "torch", "typer"}
"""What may be imported beside Python and the library."""

INTEGRATIONS = {"steelyard.integrations.sklearn", "steelyard.integrations.torch"}
"""Public, too, but no attributes of the library: each is imported by who has its framework."""


def modules():
    return sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def test_imports_point_one_way():
    wrong = []
    for path in modules():
        importer = path.relative_to(SOURCE).parts[0]
        for name, _ in imports(path):
            if not name.startswith("steelyard_papers."):
                continue
            imported = name.split(".")[1]
            if imported != importer and RANK[imported] >= RANK[importer.removesuffix(".py")]:
                wrong.append(f"{path.relative_to(SOURCE)} imports {name}")
    assert wrong == []


def test_it_depends_on_what_it_declares():
    allowed = LIBRARIES | set(sys.stdlib_module_names) | {"steelyard", "steelyard_papers"}
    wrong = [(path.name, name) for path in modules() for name, _ in imports(path) if name.split(".")[0] not in allowed]
    assert wrong == []


def test_every_module_says_what_it_is():
    assert [path for path in modules() if not ast.get_docstring(parsed(path))] == []


def test_its_version_is_that_of_the_project_and_of_the_library():
    project = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dynamic"] == ["version"], "it is that of the package itself"
    assert steelyard_papers.__version__ == steelyard.__version__
    assert f"steelyard[sklearn]=={steelyard.__version__}" in project["dependencies"]


def test_its_verbs_are_installed_as_declared():
    project = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = project["entry-points"]["steelyard.commands"]
    assert {each.name: each.value for each in entry_points(group="steelyard.commands")} == declared
    assert {each.load().__name__ for each in entry_points(group="steelyard.commands")} == set(declared)


def test_it_takes_public_names_of_the_library_alone():
    """In functions and for type checkers, too: of a public module, a name of its list; of such a module, the same."""
    wrong = []
    for path in modules():
        taken = {}
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Import):
                wrong += [(path.name, each.name) for each in node.names if each.name.split(".")[0] == "steelyard"]
            elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "steelyard":
                names = public_names(node.module)
                wrong += [(path.name, node.module, each.name) for each in node.names if each.name not in names]
                taken |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in taken:
                names = public_names(taken[node.value.id])
                wrong += [(path.name, taken[node.value.id], node.attr)] if names and node.attr not in names else []
    assert wrong == []


def public_names(module):
    """Return the names that a module of the library offers; none if it is no public one, or no module."""
    found = steelyard
    if module in INTEGRATIONS:
        return homes(module)  # without its framework, which may not be installed
    for name in module.split(".")[1:]:
        if name not in getattr(found, "__all__", ()):
            return []
        found = getattr(found, name)
    return [*getattr(found, "__all__", []), *(["__version__"] if found is steelyard else [])]
