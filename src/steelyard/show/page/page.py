"""Content becomes a page: one file with its style, its data and its script, of which the files are joined here.

The script's files are plain modules that a browser or Node could load one by one. Here their imports and comments go
away, and what they export becomes what it is called, so names at the top of files must differ.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from pathlib import Path
from typing import Any

from steelyard.counts.atomic_file import replace_content
from steelyard.show.page.charts import charts_of
from steelyard.show.page.content import Result, content_of
from steelyard.show.page.frame import frame
from steelyard.show.page.texts import text

IMPORT = re.compile(r"import \{ (?P<names>[\w$]+(?:, [\w$]+)*) \} from \"\./(?P<file>[\w.-]+\.js)\";\n?")
EXPORT = re.compile(r"export (?=(?:async )?(?:function\*? |class |const |let ))")
COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n", re.MULTILINE)
"""Lines that are nothing else: those of one line, and the descriptions before functions and classes."""
DECLARED = re.compile(r"(?P<export>export )?(?:async )?(?:function\*?|class|const|let|var) (?P<name>[\w$]+)")


@cache
def script(entry: str = "report.js") -> str:
    """Return the whole script of a page: the file that starts it, and those that it needs."""
    folder = files("steelyard.show.page").joinpath("script")
    modules = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".js")}
    needed, new = set[str](), {entry}
    while new:
        needed |= new
        new = {file for name in new for file in _needed(name, modules)} - needed
    return bundled({name: modules[name] for name in needed})


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
        result = IMPORT.fullmatch(line)
        if result is None:
            continue
        if result["file"] not in modules:
            raise ValueError(f"{name} imports from {result['file']}, which is not there.")
        exported = {each["name"] for each in _declared(modules[result["file"]]) if each["export"]}
        missing = [each for each in result["names"].split(", ") if each not in exported]
        if missing:
            raise ValueError(f"{name} imports {missing[0]} from {result['file']}, which does not export it.")
        yield result["file"]


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
    return (result for line in module.splitlines() if (result := DECLARED.match(line)))


def _check_names(modules: Mapping[str, str]) -> None:
    """Refuse a name at the top of two files."""
    owner: dict[str, str] = {}
    for file in sorted(modules):
        for result in _declared(modules[file]):
            name = result["name"]
            if owner.setdefault(name, file) != file:
                raise ValueError(f"{file} and {owner[name]} both have {name} at their top; joined, it would be one.")


# Content becomes a page: one file with its style, its script and its data, that asks nothing of the network.


ESCAPED = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
"""What could end the element that holds the content, or be read as something else."""


ENDINGS = (".html", ".htm")


def written(result: Result, path: str | os.PathLike[str] | None = None) -> str:
    """Return the page of a result, and write it to a file if a path is given."""
    if path is not None:
        check_place(path)
    page = page_of(content_of(result))
    if path is not None:
        write_page(path, page)
    return page


def check_place(path: str | os.PathLike[str]) -> None:
    """Refuse a place where no page can be written."""
    file = Path(path)
    if file.suffix.lower() not in ENDINGS:
        endings = " or ".join(ENDINGS)
        raise ValueError(f"a page is written as {endings}, by the ending of the file, not as {str(path)!r}.")
    folder = Path(os.path.realpath(file)).parent if file.is_symlink() else file.parent
    if not folder.is_dir():
        raise ValueError(f"there is no folder {str(folder)!r} to write the page to.")
    if file.is_dir():
        raise ValueError(f"{str(path)!r} is a folder; name a file for the page.")


def write_page(path: str | os.PathLike[str], page: str) -> None:
    """Write a page to a file, in one step and with the same line ends everywhere."""
    replace_content(Path(path), page.encode("utf-8"))


def page_of(content: Mapping[str, Any]) -> str:
    """Return the page that shows what `content_of` returned."""
    parts = {**frame(content), "charts": charts_of(content)}
    return filled(ours("page.html"), content, parts, style=ours("style.css"), code=script())


def filled(
    template: str, content: Mapping[str, Any], framed: Mapping[str, str] | None = None, *, style: str, code: str
) -> str:
    r"""Return a template with its places filled, those of the frame with HTML.

    Nothing but this script and style may run in the page, known by their hashes, and nothing may be loaded.

    Examples
    --------
    >>> filled("{{title}} {{content}} {{csp}}{{style}}{{script}}", {"title": "a < b"}, style="", code="")[:33]
    'a &lt; b {"title":"a \\u003c b"} d'
    """
    parts = {
        "csp": _policy(code, style),
        "title": text(content["title"]),
        "style": style,
        "script": code,
        "content": embedded(content),
        **(framed or {}),
    }
    for place in parts:
        if template.count(f"{{{{{place}}}}}") != 1:
            raise ValueError(f"a template must have the place {{{{{place}}}}} once.")
    # In one pass, since a part may look like a place.
    return re.sub(r"\{\{(\w+)\}\}", lambda result: parts.get(result[1], result[0]), template)


def embedded(content: Mapping[str, Any]) -> str:
    """Return content as JSON of plain ASCII that can stand inside a script element whatever names are in it."""
    return json.dumps(content, allow_nan=False, separators=(",", ":")).translate(ESCAPED)


def _policy(code: str, style: str) -> str:
    return (
        f"default-src 'none'; script-src '{_hash(code)}'; style-src '{_hash(style)}'; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def ours(name: str) -> str:
    """Return a file of the page's own."""
    return files("steelyard.show.page").joinpath(name).read_text("utf-8")
