"""The reference: a page per group of public names, made from signatures and docstrings while the site is built."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

from docstrings import entries, paragraphs, prose, sections, session
from mkdocs.structure.files import File
from page_text import table

import steelyard as sy
from steelyard.measuring.registry import Registry

FOLDER = "reference"
WIDTH = 100
"""Signatures that are longer have a line for each argument."""

TOGETHER = {
    "questions": ("Questions", ["evaluate", "compare", "count", "measure", "audit", "advise"]),
    "tables": ("Tables", ["Confusion", "Joint"]),
    "results": ("Results", ["Evaluation", "Comparison", "Audit", "Advice"]),
    "metrics": ("Metrics", ["metrics", "metric", "Metric"]),
}
"""The names at the top by pages; what is in packages has a page for each."""

PACKAGES = ["importance", "intervals", "decisions", "scores", "shares", "lab", "plots", "stream", "extending"]

RESULTS = {"Evaluation", "Comparison", "Audit", "Advice", "Metric", "Rule", "Interval", "WhatIf", "Distortions"}
RESULTS |= {"Bounds", "Curves", "Discrimination", "Draw", "Look"}
"""Types that people get and never make, so that how they are made is not shown."""

INTRODUCTION = """# Reference

Every public name, from its docstring. The same thing has the same name everywhere, in Python and on the
[command line](../command_line.md):

| | |
|---|---|
| `data` | what is counted or was: a file, a frame, columns, rows, true labels, a `Confusion`, a `Joint`, a matrix |
| `truth`, `prediction` | columns of data; beside true labels, `prediction` are the predicted ones |
| `weight`, `weights` | `weight` is the name of a column of data, `weights` an array with one weight per item |
| `counts`, `by`, `group` | a column of data; beside labels, one value per item |
| `importance` | how much each class matters: [an importance](../importance/index.md), its text, a mapping, a list |
| `metrics`, `metric` | [metrics](../metrics/index.md) by name, with parameters if wanted: `"mean_f(beta=2)"` |
| `undefined` | what to do with [classes whose rate is undefined](../undefined_is_not_zero.md) |
| `result` | an answer, such as what `sy.evaluate` or `sy.compare` returned |

What belongs to a framework is in `steelyard.integrations`: [In your framework](../in_your_framework.md).
"""


class Entry(NamedTuple):
    """A public name and what it means."""

    name: str
    """As people write it, such as `sy.shares.what_if`."""
    value: Any

    @property
    def anchor(self) -> str:
        return self.name.removeprefix("sy.").replace(".", "-")

    @property
    def summary(self) -> str:
        return " ".join(sections(_documented(self.value))[""].split("\n\n")[0].split())


class Page(NamedTuple):
    """A page of the reference."""

    title: str
    opening: str
    entries: list[Entry]


def groups() -> dict[str, Page]:
    """Return the pages, by the names of their files."""
    together = {
        page: Page(title, "", [Entry(f"sy.{name}", getattr(sy, name)) for name in names])
        for page, (title, names) in TOGETHER.items()
    }
    return together | {name: _package(f"sy.{name}", getattr(sy, name)) for name in PACKAGES}


def _package(name: str, package: ModuleType) -> Page:
    opening = paragraphs(sections(package)[""])
    return Page(f"`{name}`", opening, list(_inside(name, package)))


def _inside(name: str, package: ModuleType) -> Iterator[Entry]:
    """Yield what a package holds: functions first, then types, then packages within."""
    held = [Entry(f"{name}.{each}", getattr(package, each)) for each in package.__all__]
    for entry in sorted(held, key=lambda entry: (isinstance(entry.value, ModuleType), _is_type(entry.value))):
        yield entry
        if isinstance(entry.value, ModuleType):
            yield from _inside(entry.name, entry.value)


def _is_type(value: Any) -> bool:
    return inspect.isclass(value) and value.__name__[0].isupper()


def _documented(value: Any) -> Any:
    """Return what holds the docstring: of the registry, its class."""
    return type(value) if isinstance(value, Registry) else value


def signature(name: str, function: Any, *, bound: bool = False) -> str:
    """Write how something is called; without types, which the parameters say in words."""
    written, kind = [], inspect.Parameter.POSITIONAL_ONLY
    for each in list(inspect.signature(function).parameters.values())[bound:]:
        if kind is inspect.Parameter.POSITIONAL_ONLY and each.kind is not kind and written:
            written.append("/")
        if each.kind is inspect.Parameter.KEYWORD_ONLY and kind is not each.kind:
            written.append("*")
        kind = each.kind
        written.append(str(each.replace(annotation=inspect.Parameter.empty)))
    short = f"{name}({', '.join(written)})"
    return short if len(short) <= WIDTH else f"{name}(\n    " + ",\n    ".join(written) + ",\n)"


def is_called(entry: Entry) -> bool:
    """Whether people call it; results and records are made for them."""
    own = entry.name.rpartition(".")[2]
    return callable(entry.value) and own not in RESULTS and not own.endswith("Record")


def described(value: Any) -> Iterator[str]:
    """Yield what a docstring says, section by section."""
    for heading, text in sections(value).items():
        if heading == "Examples":
            yield session(text)
        elif heading in ("Parameters", "Attributes", "Returns"):
            yield f"**{heading}**\n"
            yield "\n".join(f"- `{names}`: {prose(said)}" for names, said in entries(text))
        else:
            yield paragraphs(text)


def _entry(entry: Entry) -> Iterator[str]:
    yield f"## `{entry.name}` {{#{entry.anchor}}}\n"
    value = entry.value
    if isinstance(value, ModuleType):
        yield paragraphs(sections(value)[""])
        return
    if isinstance(value, tuple):
        yield f"`{value!r}`"
        return
    if is_called(entry):
        yield f"```python\n{signature(entry.name, value)}\n```"
    yield from described(_documented(value))
    if inspect.isclass(_documented(value)):
        for member in members(entry):
            yield from _member(member)


def members(entry: Entry) -> list[Entry]:
    """Return the methods and properties that have a docstring of their own, those of bases of ours included."""
    found: dict[str, Any] = {}
    for base in reversed(_documented(entry.value).__mro__):
        if base.__module__.startswith("steelyard"):
            found |= {name: value for name, value in vars(base).items() if not name.startswith("_")}
    documented = {name: value for name, value in found.items() if _is_member(value) and inspect.getdoc(value)}
    return [Entry(f"{entry.name}.{name}", value) for name, value in documented.items()]


def _is_member(value: Any) -> bool:
    return inspect.isfunction(value) or isinstance(value, classmethod | property | cached_property)


def _member(member: Entry) -> Iterator[str]:
    yield f"### `{member.name.removeprefix('sy.')}` {{#{member.anchor}}}\n"
    name = member.name.rpartition(".")[2]
    if inspect.isfunction(member.value):
        yield f"```python\n{signature(name, member.value, bound=True)}\n```"
    elif isinstance(member.value, classmethod):
        yield f"```python\n{signature(member.name, member.value.__func__, bound=True)}\n```"
    yield from described(member.value)


def page_of(page: Page) -> str:
    """Write a page."""
    parts = [f"# {page.title}\n", page.opening]
    for entry in page.entries:
        parts += _entry(entry)
    return "\n\n".join(part for part in parts if part) + "\n"


def index_page() -> str:
    """Write the list of all names."""
    parts = [INTRODUCTION]
    for file, page in groups().items():
        parts.append(f"## {page.title}\n")
        named = [entry for entry in page.entries if not isinstance(entry.value, tuple)]
        parts.append(table(["", ""], [[f"[`{e.name}`]({file}.md#{e.anchor})", prose(e.summary)] for e in named]))
    return "\n".join(parts)


def pages() -> dict[str, str]:
    """Return all pages, by their path in the site's source."""
    made = {f"{FOLDER}/{file}.md": page_of(page) for file, page in groups().items()}
    return {f"{FOLDER}/index.md": index_page(), **made}


def on_config(config: Any) -> Any:
    """List the pages in the menu."""
    menu = next(section["Reference"] for section in config.nav if "Reference" in section)
    menu.extend({page.title.strip("`"): f"{FOLDER}/{file}.md"} for file, page in groups().items())
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages to the site."""
    for path, content in pages().items():
        files.append(File.generated(config, path, content=content))
    return files
