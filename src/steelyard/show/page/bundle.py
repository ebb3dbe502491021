"""Join the files of the page's script into one, each behind those it imports from.

The files are plain modules that a browser or Node could load one by one. Here their imports and comments go away, and
what they export becomes what it is called, so names at the top of files must differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files

IMPORT = re.compile(r"import \{ (?P<names>[\w$]+(?:, [\w$]+)*) \} from \"\./(?P<file>[\w.-]+\.js)\";\n?")
EXPORT = re.compile(r"export (?=(?:async )?(?:function\*? |class |const |let ))")
COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)
"""Lines that are nothing else: those of one line, and the descriptions before functions and classes."""
DECLARED = re.compile(r"(?P<export>export )?(?:async )?(?:function\*?|class|const|let|var) (?P<name>[\w$]+)")


@cache
def script() -> str:
    """Return the whole script of the page."""
    folder = files("steelyard.show.page").joinpath("script")
    return bundled({file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".js")})


def bundled(modules: Mapping[str, str]) -> str:
    r"""Return one text of modules by their file names; the order follows from their imports and names alone.

    Examples
    --------
    >>> print(bundled({"a.js": 'import { twice } from "./b.js";\ntwice(2);\n', "b.js": "export const twice = 2;\n"}))
    // b.js
    const twice = 2;
    // a.js
    twice(2);
    <BLANKLINE>
    """
    _check_names(modules)
    order = TopologicalSorter({name: sorted(_needed(name, modules)) for name in sorted(modules)})
    try:
        listed = list(order.static_order())
    except CycleError as error:
        raise ValueError(f"scripts import each other in a circle: {' ← '.join(error.args[1])}.") from None
    return "".join(f"// {name}\n{''.join(_lines(name, modules[name]))}" for name in listed)


def _needed(name: str, modules: Mapping[str, str]) -> Iterator[str]:
    """Yield the files that a module imports from; refuse what they do not export."""
    for line in modules[name].splitlines(keepends=True):
        found = IMPORT.fullmatch(line)
        if found is None:
            continue
        if found["file"] not in modules:
            raise ValueError(f"{name} imports from {found['file']}, which is not there.")
        exported = {each["name"] for each in _declared(modules[found["file"]]) if each["export"]}
        missing = [each for each in found["names"].split(", ") if each not in exported]
        if missing:
            raise ValueError(f"{name} imports {missing[0]} from {found['file']}, which does not export it.")
        yield found["file"]


def _lines(name: str, module: str) -> Iterator[str]:
    """Yield the lines of a module as part of the whole."""
    text = COMMENT.sub("", module if module.endswith("\n") else f"{module}\n")
    for line in text.splitlines(keepends=True):
        if IMPORT.fullmatch(line):
            continue
        if line.startswith("import ") or (line.startswith("export ") and not EXPORT.match(line)):
            raise ValueError(f"{name} has a line that cannot be joined with others: {line.strip()}")
        yield EXPORT.sub("", line, count=1)


def _declared(module: str) -> Iterator[re.Match[str]]:
    return (found for line in module.splitlines() if (found := DECLARED.match(line)))


def _check_names(modules: Mapping[str, str]) -> None:
    """Refuse a name at the top of two files."""
    owner: dict[str, str] = {}
    for file in sorted(modules):
        for found in _declared(modules[file]):
            name = found["name"]
            if owner.setdefault(name, file) != file:
                raise ValueError(f"{file} and {owner[name]} both have {name} at their top; joined, it would be one.")
