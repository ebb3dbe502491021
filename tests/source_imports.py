"""What a source file imports, for the tests of the code's shape."""

import ast
from functools import cache


@cache
def parsed(path):
    """Return the tree of a source file."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path):
    """Return (imported module, whether inside a function) for all imports that run, not those for type checkers."""
    return _found(path, typed=False)


def all_imports(path):
    """Return the same with the imports for type checkers."""
    return _found(path, typed=True)


@cache
def _found(path, *, typed):
    return list(_search(path, typed=typed))


def _search(path, *, typed):
    pending = [(node, False) for node in parsed(path).body]
    while pending:
        node, inside = pending.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test) and not typed:
            pending += [(child, inside) for child in node.orelse]
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, inside) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            if node.module == "steelyard":
                yield from ((f"steelyard.{alias.name}", inside) for alias in node.names)
            else:
                yield node.module, inside
        inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        pending += [(child, inside) for child in ast.iter_child_nodes(node)]


def imported_modules(path, known):
    """Return those of the known modules that a file imports, also inside functions and for type checkers."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                found.add(inside if inside in known else node.module)
    return found & known
