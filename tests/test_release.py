"""Ready to be released: one version everywhere, and GitHub's steps are those of `.ci/run`."""

import re
import tomllib
from pathlib import Path

import pytest

import steelyard as sy

ROOT = Path(__file__).parents[1]


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def make_targets(script):
    return {target for line in re.findall(r"\bmake ([a-z -]+)", script) for target in line.split()}


def test_the_version_is_the_same_everywhere():
    import steelyard_papers

    assert steelyard_papers.__version__ == sy.__version__
    assert f"\nversion: {sy.__version__}\n" in text("CITATION.cff")
    needed = tomllib.loads(text("papers/pyproject.toml"))["project"]["dependencies"]
    assert f"steelyard[sklearn]=={sy.__version__}" in needed


def test_the_newest_heading_of_the_changelog_is_of_this_version():
    version, when = re.search(r"^## (\S+) \((.*)\)$", text("CHANGELOG.md"), re.MULTILINE).groups()
    assert version == sy.__version__.removesuffix(".dev0")
    assert (when == "unreleased") == sy.__version__.endswith(".dev0")


def test_github_repeats_what_guards_main():
    """All but the experiments, whose data may not be passed on."""
    here, there = text(".ci/run"), text(".github/workflows/ci.yml")
    assert make_targets(here) >= {"demo", "test", "check", "test-all", "docs", "dist"}
    commands = "\n".join(line for line in here.splitlines() if not line.lstrip().startswith("#"))
    steps = "\n".join(re.findall(r"- run: (.*)", there))
    assert make_targets(commands) - {"experiments"} == make_targets(steps.replace("PYTHON=python", ""))
    assert ".ci/install" in commands
    assert ".ci/install" in steps


@pytest.mark.parametrize("file", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda file: file.name)
def test_workflows_and_forms_are_yaml(file):
    yaml = pytest.importorskip("yaml", reason="comes with mkdocs: pip install --group docs")
    assert isinstance(yaml.safe_load(file.read_text(encoding="utf-8")), dict)


def test_a_citation_has_what_the_format_asks_for():
    yaml = pytest.importorskip("yaml", reason="comes with mkdocs: pip install --group docs")
    written = yaml.safe_load(text("CITATION.cff"))
    assert {"cff-version", "message", "title", "authors"} <= set(written)
