"""The shape of the papers' package: imports point one way, one version with the library's, and its verbs are found."""

import ast
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import steelyard
import steelyard_papers
from source_imports import imports, parsed

SOURCE = Path(steelyard_papers.__file__).parent
LAYERS = [["reproductions", "classifiers", "training"], ["plots"], ["experiments"], ["cli"]]
"""From the bottom up: a module may import what is below it, and its own folder."""

RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
LIBRARIES = {"imblearn", "matplotlib", "numpy", "rich", "scipy", "sklearn", "threadpoolctl", "torch", "typer"}
"""What may be imported beside Python and the library."""

PUBLIC_MODULES = {"importance", "intervals", "plots", "integrations.sklearn", "integrations.torch"}
PUBLIC_NAMES = {*steelyard.__all__, "__version__"}

STILL_PRIVATE = """
cli cli.pages comparison.correlated_t comparison.p_values counts counts.answer counts.atomic_file counts.matrix_input
counts.labels counts.read.classes counts.read.files.count_files counts.read.files.data_files
counts.read.files.duckdb_session counts.read.files.formats counts.read.label decisions.item_weights importance.ranks
importance.stated integrations.sklearn.around intervals.interval lab.discrimination lab.enumeration measuring.define
measuring.goal measuring.view plots.canvas plots.distortion plots.marks plots.names plots.records.values
shares.distortion.made_up shares.distortion.made_up.curves show show.how_sure show.html show.names show.numbers
show.parts show.printing show.progress type_names
"""
"""What is imported of the library beside public names: each is to become public, or to be done without."""


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
            if imported != importer and RANK[imported] >= RANK[importer]:
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
    assert project["version"] == steelyard_papers.__version__ == steelyard.__version__
    assert f"steelyard[sklearn]=={steelyard.__version__}" in project["dependencies"]


def test_its_verbs_are_installed_as_declared():
    project = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = project["entry-points"]["steelyard.commands"]
    assert {each.name: each.value for each in entry_points(group="steelyard.commands")} == declared
    assert {each.load().__name__ for each in entry_points(group="steelyard.commands")} == set(declared)


def test_what_is_imported_of_the_library_beside_public_names_does_not_grow():
    found = set()
    for path in modules():
        names = {name.removeprefix("steelyard.") for name, _ in imports(path) if name.startswith("steelyard.")}
        found |= names - PUBLIC_MODULES - PUBLIC_NAMES
    assert found == set(STILL_PRIVATE.split())
