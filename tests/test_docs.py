"""What the docs show is what happens: examples run, commands print what stands there, links lead somewhere.

Examples in Python are blocks of ```python with prompts; those of a file share one namespace. Commands are lines of
```console that begin with "$ steelyard"; a line "…" stands for lines left out, "…" within a line for the rest of it.
"""

import contextlib
import doctest
import importlib
import importlib.util
import inspect
import io
import json
import os
import pkgutil
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import steelyard
from site_hooks import DOCS, loader, needs_the_tools

ROOT = Path(__file__).parents[1]
TEXTS = sorted([*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "papers/README.md")), *DOCS.rglob("*.md")])
MODULES = sorted(module.name for module in pkgutil.walk_packages(steelyard.__path__, "steelyard."))
SOURCES = {name: Path(importlib.util.find_spec(name).origin).read_text(encoding="utf-8") for name in MODULES}

LIBRARIES = {
    **{name: (name,) for name in ("lightgbm", "mlflow", "river", "sklearn", "transformers", "xgboost")},
    "torch": ("torch", "torchmetrics"),
}
"""What the examples of an integration need, by its folder; PyTorch and what needs it may be missing."""

IMPORT = re.compile(r"^(?:import|from) (\w+)", re.MULTILINE)
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n?", re.MULTILINE)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
LEFT_OUT = "…"

pytestmark = pytest.mark.usefixtures("own_metrics")


def each(paths):
    return pytest.mark.parametrize("path", paths, ids=lambda path: str(path.relative_to(ROOT)))


def blocks(path, language):
    """Return (line number, text) of the blocks in a language."""
    text = path.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, found.start()) + 1, found[3]) for found in BLOCK.finditer(text) if found[2] == language
    ]


@pytest.fixture(autouse=True)
def _at_root(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.fixture
def hooks(monkeypatch):
    """Import the site's hooks as mkdocs does."""
    return loader(monkeypatch)


def installed(library):
    return importlib.util.find_spec(library) is not None


def needs_libraries(names):
    absent = [name for name in dict.fromkeys(names) if not installed(name)]
    if absent:
        pytest.skip(f"the examples need {', '.join(absent)}")


def libraries_of(name):
    """Return what a module of ours and its examples need: those of the experiments may import PyTorch as well."""
    library = name.removeprefix("steelyard.integrations.").split(".")[0]
    return (*LIBRARIES.get(library, ()), *sorted(set(IMPORT.findall(SOURCES[name]))))


def run_doctests(tests):
    report = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False)
    for test in tests:
        runner.run(test, out=report.write, clear_globs=False)
    if runner.failures:
        pytest.fail(report.getvalue(), pytrace=False)
    return runner.tries


@each([path for path in TEXTS if any(">>>" in text for _, text in blocks(path, "python"))])
def test_examples_in_texts_run(path):
    needs_libraries([name for name in ("torch", "torchmetrics") if "import torch" in path.read_text(encoding="utf-8")])
    namespace = {"__name__": "__main__"}
    parser = doctest.DocTestParser()
    tests = [
        parser.get_doctest(text, namespace, path.name, str(path), line)
        for line, text in blocks(path, "python")
        if ">>>" in text
    ]
    for test in tests:
        test.globs = namespace  # get_doctest copies it
    assert run_doctests(tests)


@pytest.mark.parametrize("name", [name for name in MODULES if ">>> " in SOURCES[name]])
def test_examples_in_docstrings_run(name):
    needs_libraries(libraries_of(name))
    module = importlib.import_module(name)
    assert run_doctests(doctest.DocTestFinder(exclude_empty=True).find(module, name))


def test_every_module_can_be_imported():
    absent = {name for name in {need for each in MODULES for need in libraries_of(each)} if not installed(name)}
    for name in MODULES:
        if absent.isdisjoint(libraries_of(name)):
            importlib.import_module(name)


def test_the_recipe_for_a_metric_works():
    """The two files that CONTRIBUTING.md tells to write."""
    metric, check = (textwrap.dedent(text) for _, text in blocks(ROOT / "CONTRIBUTING.md", "python"))
    written = {}
    exec(metric, written)  # noqa: S102 - our own text
    steelyard.metrics.add(written["net_accuracy"])
    exec(check, written)  # noqa: S102
    written["test_worked_out_by_hand"]()


def commands(path):
    """Return (command, shown output) of the steelyard commands in a text."""
    found = []
    for _, text in blocks(path, "console"):
        parts = COMMAND.split(text)[1:]
        found += zip(parts[::2], parts[1::2], strict=True)
    return [(command.replace("\\\n", " "), shown) for command, shown in found if command.startswith("steelyard ")]


def printed(command):
    """Run a command in this process; return what a terminal would show of it."""
    from steelyard.cli import main

    screen = io.StringIO()
    with contextlib.redirect_stdout(screen), contextlib.redirect_stderr(screen), contextlib.suppress(SystemExit):
        main(shlex.split(command)[1:])
    return screen.getvalue()


def pattern(shown):
    """Return the regular expression of a shown output."""
    lines = [line.rstrip() for line in shown.rstrip().splitlines()]
    return "".join(
        r"(?:.*\n)*?" if line == LEFT_OUT else re.escape(line).replace(re.escape(LEFT_OUT), ".*") + r"\n"
        for line in lines
    )


@each([path for path in TEXTS if commands(path)])
def test_commands_print_what_is_shown(path):
    for command, shown in commands(path):
        actual = "".join(f"{line.rstrip()}\n" for line in printed(command).rstrip().splitlines())
        if not re.fullmatch(pattern(shown), actual):
            pytest.fail(f"$ {command}\nprints\n{actual}\nbut the text shows\n{shown}", pytrace=False)


def test_the_command_line_page_names_every_command_and_option():
    import typer

    from steelyard.cli.app import app

    page = (DOCS / "command_line.md").read_text(encoding="utf-8")
    group = typer.main.get_command(app)
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        assert f"## {name}\n" in page
        for option in (option for parameter in command.params for option in parameter.opts if option[0] == "-"):
            assert f"`{option}`" in page, f"{name} {option}"


def test_relative_links_lead_somewhere(hooks):
    made = {
        DOCS / page
        for pages in ("metric_pages", "importance_pages", "atlas_pages", "reference_pages")
        for page in hooks(pages).pages()
    } | {DOCS / page for page in (*hooks("notebooks").notebooks(), *hooks("report_page").PAGES)}
    lost = [f"{path.relative_to(ROOT)}: {target}" for path in TEXTS for target in broken_links(path, made)]
    assert not lost


def broken_links(path, made):
    """Return the links that lead nowhere."""
    for target in LINK.findall(BLOCK.sub("", path.read_text(encoding="utf-8"))):
        if target.startswith(("http://", "https://", "mailto:", "#")):
            continue
        goal = Path(os.path.normpath(path.parent / target.partition("#")[0]))
        if not goal.exists() and goal not in made:
            yield target


# The site.


def test_every_metric_has_a_page_and_every_page_a_metric(hooks):
    pages = {Path(path).stem for path in hooks("metric_pages").pages()} - {"index", "which"}
    assert pages == {metric.id for metric in steelyard.metrics.values() if metric.builtin}


def test_every_mechanism_has_a_page(hooks):
    importance_pages = hooks("importance_pages")
    kinds = set(all_subclasses(steelyard.importance.Importance))
    declared = {
        kind.__name__.lower() for kind in kinds if kind.__module__.startswith("steelyard.") and "formula" in vars(kind)
    }
    pages = {Path(path).stem for path in importance_pages.pages()}
    assert pages == declared | {"index", "grammar"}


IN_PROSE = {
    "sy.metric": {"body", "record"},
    "sy.importance.as_importance": {"given"},
    "sy.importance.parse": {"text"},
    "sy.intervals.as_method": {"given", "options"},
    "sy.decisions.tune": {"parameters"},
    "sy.lab.atlas.nearest_classes": {"classes"},
    "sy.lab.atlas.verdict": {"metric", "property", "classes"},
}
"""Arguments that the sentences before the parameters explain."""

ABSTRACT = {
    "sy.decisions.Recalibration",
    "sy.importance.Importance",
    "sy.intervals.Method",
    "sy.scores.BinnedScores",
}
"""What others are kinds of, or what functions return: their examples are those."""


def public_names():
    """Return every public name, at the top and in packages, as people write it."""
    packages = {f"sy.{name}" for name in steelyard.__all__ if inspect.ismodule(getattr(steelyard, name))}
    return set(held("sy", steelyard)) - packages


def held(name, package):
    """Yield what a package holds, and what packages within it do."""
    for each in package.__all__:
        yield f"{name}.{each}"
        value = getattr(package, each)
        if inspect.ismodule(value):
            yield from held(f"{name}.{each}", value)


def test_every_public_name_is_in_the_reference(hooks):
    reference = hooks("reference_pages")
    written = [entry.name for page in reference.groups().values() for entry in page.entries]
    assert sorted(written) == sorted(public_names())
    index = reference.index_page()
    for file, page in reference.groups().items():
        text = reference.pages()[f"reference/{file}.md"]
        for entry in page.entries:
            assert f"## `{entry.name}` {{#{entry.anchor}}}" in text
            assert isinstance(entry.value, tuple) or f"({file}.md#{entry.anchor})" in index


def test_the_reference_explains_every_argument_with_an_example(hooks):
    reference, docstrings = hooks("reference_pages"), hooks("docstrings")
    for entry in (
        entry for page in reference.groups().values() for entry in page.entries if reference.is_called(entry)
    ):
        parts = docstrings.sections(entry.value)
        told = [names for part in ("Parameters", "Attributes") for names, _ in docstrings.entries(parts.get(part, ""))]
        explained = {name.strip() for names in told for name in names.split(",")} | IN_PROSE.get(entry.name, set())
        assert explained >= set(inspect.signature(entry.value).parameters), entry.name
        assert entry.name in parts.get("Examples", "") or entry.name in ABSTRACT, entry.name


def all_subclasses(kind):
    for sub in kind.__subclasses__():
        yield sub
        yield from all_subclasses(sub)


def test_every_formula_becomes_mathml(hooks):
    from xml.etree import ElementTree as ET

    metrics = [metric for metric in steelyard.metrics.values() if metric.builtin]
    formulas = [latex for metric in metrics for latex in (metric.symbol, metric.formula)]
    formulas += [kind.formula for kind in hooks("importance_pages").mechanisms().values()]
    for latex in formulas:
        written = hooks("formulas").mathml(latex)
        text = "".join(ET.fromstring(written.replace(" data-search-exclude", "")).itertext())  # noqa: S314 - our own
        assert text.strip(), latex
        assert not re.search(r"[\\{}_$]", text), f"{latex} became {text}: braces, $ and _ cannot be shown"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    needs_the_tools()
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    built = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    )
    assert built.returncode == 0, built.stderr
    return folder


@pytest.mark.slow
def test_the_site_has_a_page_for_every_metric(site):
    pages = {path.stem for path in (site / "metrics").glob("*.html")} - {"index", "which"}
    assert pages == {metric.id for metric in steelyard.metrics.values() if metric.builtin}


@pytest.mark.slow
def test_the_site_is_under_15_megabytes(site):
    """It had 90 while each counterexample was a page, and each page held the whole menu."""
    assert sum(file.stat().st_size for file in site.rglob("*") if file.is_file()) < 15e6


@pytest.mark.slow
def test_a_search_finds_what_a_property_says_and_not_every_metric_that_has_it(site):
    found = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    (text,) = (each["text"] for each in found if each["location"] == "atlas/condition_1.html")
    assert "If the rows are rescaled" in text
    assert "balanced_accuracy" not in text
    assert "balanced_accuracy" in (site / "atlas" / "condition_1.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_no_formula_is_left_as_latex(site):
    for page in site.rglob("*.html"):
        assert "$<code>" not in page.read_text(encoding="utf-8"), page.name


@pytest.mark.slow
def test_reading_the_site_makes_no_request_elsewhere(site):
    """Links may lead away; nothing that the browser loads by itself may."""
    loaded = re.compile(
        r"""<(?:script|img|iframe|source|video|audio|embed|object)\b[^>]*?\s(?:src|data|srcset)=["']?(?:https?:)?//[^>]*>"""
        r"""|<link\b(?![^>]*\brel=["']?(?:canonical|next|prev)\b)[^>]*?\shref=["']?(?:https?:)?//[^>]*>""",
        re.IGNORECASE,
    )
    imported = re.compile(r"""(?:@import\s+["']?|url\(\s*["']?)(?:https?:)?//[^)"']*""", re.IGNORECASE)
    found = [hit for page in site.rglob("*.html") for hit in loaded.findall(page.read_text(encoding="utf-8"))]
    for sheet in [*site.rglob("*.css"), *site.rglob("*.html")]:
        found += imported.findall(sheet.read_text(encoding="utf-8"))
    assert not found
