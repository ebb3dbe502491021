"""The shape of the code: imports point one way, the core needs NumPy alone, and the surface cannot grow by accident."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from pandas import read_csv

import steelyard as sy
from source_imports import all_imports, imported_modules, imports, parsed
from steelyard import type_names
from steelyard.lazy_names import homes

SOURCE = Path(sy.__file__).parent
HOMES = {name: f"{module}.{name}".split(".")[1] for name, module in homes("steelyard").items()}
"""Which part of the package each public name comes from."""

RANKS = [
    ["type_names", "lazy_names", "counts", "stream"],
    ["importance"],
    ["measuring"],
    ["intervals", "lab", "decisions"],
    ["evaluation", "shares", "comparison", "scores", "advice"],
    ["show", "plots"],
    ["integrations", "cli", "extending"],
]
"""From the bottom up: a folder may import what is below it, what stands before it in its rank, and itself."""

ORDER = {name: place for place, name in enumerate(name for rank in RANKS for name in rank)}

UPWARD = "counts/answer.py"
"""The one file that points the other way, inside functions only, so that importing never does: the base of all answers
loads what speaks, `show`, when someone looks, and `plots` when someone draws."""

SPEAKING = {"show", "plots"}

KNOTS = """
importance.grammar importance.order
measuring.apply measuring.conditions measuring.record measuring.registry
"""
"""Modules of one folder that need each other, inside functions or for types alone."""

EDGES = {
    "comparison": {"scipy"},
    "decisions": {"scipy"},
    "scores": {"scipy"},
    "intervals": {"scipy"},
    "importance": {"scipy"},
    "measuring": {"torch"},
    "counts": {"duckdb", "pyarrow", "pandas", "polars", "narwhals", "pyspark"},
    "cli": {"typer", "rich", "click"},
    "show": {"rich"},
    "integrations": {
        "lightgbm",
        "mlflow",
        "river",
        "sklearn",
        "torch",
        "torchmetrics",
        "transformers",
        "xgboost",
    },
    "plots": {"matplotlib"},
}
"""Which modules may import what beside Python and NumPy."""

BODIES_KNOW = {f"steelyard.measuring.{name}" for name in ("catalogue", "conditions", "define", "parameters", "view")}

HEAVY = ["duckdb", "rich", "typer", "click", "scipy", "pandas", "polars", "pyarrow", "narwhals", "sklearn", "torch"]
HEAVY += ["imblearn"]
HEAVY += ["matplotlib", "xgboost", "lightgbm", "mlflow", "river", "transformers", "torchmetrics"]

QUESTIONS = {"evaluate", "compare", "count", "measure", "audit", "advise"}
PACKAGES = {"decisions", "extending", "importance", "intervals", "lab", "plots", "scores", "shares", "stream"}
TYPES = {"Advice", "Audit", "Comparison", "Evaluation", "Metric"}
"""What people need to annotate functions of their own with; the papers' package does."""

PUBLIC = QUESTIONS | PACKAGES | TYPES | {"Confusion", "Joint", "metric", "metrics"}

INSIDE = {
    "decisions": {"Recalibration", "Rule", "at_class_shares", "brier", "class_shares", "decide", "log_loss"}
    | {"recalibrate", "tune"},
    "extending": {
        *("Answer", "Column", "Item", "Listing", "Sentence", "Sheet", "plain_values"),
        *("console", "print_parts", "progress_bar", "read_items"),
        *("closely_between", "nearest", "shortened", "signed", "some"),
        *("correlated_t", "holm"),
    },
    "lab": {"Bounds", "Discrimination", "atlas", "bounds", "discriminate"},
    "scores": {
        *("BinnedScores", "Regret", "ScoreComparison", "ScoreCurves", "ScoreEvaluation", "ScoreMetric", "Scores"),
        *("compare", "count", "curve", "evaluate", "metrics", "regret"),
    },
    "shares": {"Curves", "Distortions", "WhatIf", "distortions", "hexagon", "two_normals", "what_if"},
}


def modules():
    return sorted(SOURCE.rglob("*.py"))


def home(path):
    """Return the layer's name of a file: its folder or its own name."""
    relative = path.relative_to(SOURCE)
    return relative.parts[0].removesuffix(".py")


def test_every_folder_has_a_rank():
    homes = {home(path) for path in modules()} - {"__init__"}
    assert homes == set(ORDER), "give the new folder a place in RANKS"


def test_the_package_itself_imports_nothing():
    """Names load when they are first used."""
    inner = [name for name, inside in imports(SOURCE / "__init__.py") if name.startswith("steelyard") and not inside]
    assert inner == []


def test_imports_point_one_way():
    """Those inside functions and for type checkers, too."""
    wrong, upward = [], set()
    for path in modules():
        importer = home(path)
        if importer == "__init__":
            continue
        for name, inside in all_imports(path):
            if not name.startswith("steelyard."):
                continue
            imported = HOMES.get(name.split(".")[1], name.split(".")[1]).split(".")[0]
            if imported in (importer, "__version__") or ORDER[imported] < ORDER[importer]:
                continue
            if inside and path == SOURCE / UPWARD and imported in SPEAKING:
                upward.add(imported)
            else:
                wrong.append(f"{path.relative_to(SOURCE)} imports {name}")
    assert wrong == []
    assert upward == SPEAKING, "the exception is no longer needed"


def test_inside_folders_imports_point_one_way_too():
    names = {".".join(("steelyard", *path.relative_to(SOURCE).with_suffix("").parts)): path for path in modules()}
    names = {name.removesuffix(".__init__"): path for name, path in names.items() if path != SOURCE / "__init__.py"}
    below = {
        name: {
            of
            for of in imported_modules(path, set(names))
            if of != name and not (path == SOURCE / UPWARD and of.split(".")[1] in SPEAKING)
        }
        for name, path in names.items()
    }
    knots = {name.removeprefix("steelyard.") for name in names if name in reached(below, name)}
    assert knots == set(KNOTS.split())


def reached(below, start):
    """Return what a module imports, and what that imports, and so on."""
    found, pending = set(), [start]
    while pending:
        new = below[pending.pop()] - found
        found |= new
        pending += new
    return found


FRAME = "examples/reviews.csv"

WALKS = {
    "metric": (lambda: sy.metrics.cba([[5, 1], [2, 10]]), 9),
    "labels": (lambda: sy.Confusion.from_labels(["a", "b", "b"], ["a", "b", "a"]), 11),
    "count": (lambda: sy.count(FRAME, truth="stars", prediction="svm"), 21),
    "evaluate": (lambda: str(sy.evaluate(FRAME, truth="stars", prediction="svm")), 59),
    "compare": (lambda: str(sy.compare(read_csv(FRAME), truth="stars", prediction=["svm", "even"])), 86),
}
"""What people call, and how many files of ours may run then, without those of the metrics themselves."""


@pytest.mark.parametrize("walk", WALKS)
def test_whoever_follows_a_call_passes_few_files(walk, monkeypatch):
    """Counted the second time, when all is loaded; docs/architecture.md tells the numbers."""
    monkeypatch.chdir(SOURCE.parents[1])
    call, most = WALKS[walk]
    call()
    files, before = set(), sys.getprofile()
    sys.setprofile(lambda frame, event, _: files.add(frame.f_code.co_filename) if event == "call" else None)
    try:
        call()
    finally:
        sys.setprofile(before)
    ours = {Path(file) for file in files if Path(file).is_relative_to(SOURCE)}
    assert len([file for file in ours if file.parent.name != "catalogue"]) <= most


def test_answers_are_put_into_words_in_one_place():
    """Below `show`, the base of all answers alone loads it."""
    below = [path for path in modules() if ORDER.get(home(path), len(ORDER)) < ORDER["show"]]
    loading = {path for path in below for name, _ in all_imports(path) if name.startswith("steelyard.show")}
    assert loading == {SOURCE / UPWARD}


WORDLESS = ("advice", "comparison", "decisions", "evaluation", "intervals", "lab", "scores", "shares")
"""Folders that state things as data, of which the layer above makes sentences."""

AN_ERROR = "what an error says"
A_NAME = "the name of a metric, a test or what an error is about"

WORDED = {
    "advice/advice.py: Entry.name": A_NAME,
    "comparison/attribution.py: Criterion.name": A_NAME,
    "comparison/conclusion.py: known_of": "kinds of knowledge, which have two words",
    "comparison/contestants.py: _why_unpaired": AN_ERROR,
    "comparison/disagreement.py: reversal": AN_ERROR,
    "comparison/weighing.py: Weighing._pairs_by_class": A_NAME,
    "comparison/weighing.py: Weighing._tested": A_NAME,
    "decisions/shares_shift.py: warn_of_wide_weights": "a warning",
    "decisions/validation.py: recalibrator": AN_ERROR,
    "evaluation/evaluate.py: Evaluation.__getitem__": AN_ERROR,
    "evaluation/evaluate.py: Evaluation._of_a_class": AN_ERROR,
    "intervals/method.py: delta.of": A_NAME,
    "lab/audits/asked.py: asked": "the declared reference of a function of the user's own",
    "lab/audits/asked.py: checked": A_NAME,
    "lab/audits/subject.py: MetricFails.__init__": AN_ERROR,
    "lab/bounding/of_sizes.py: of_sizes": AN_ERROR,
    "lab/bounding/of_sizes.py: power_of_ten": "a number",
    "lab/exact/exact_values.py: exact_values": AN_ERROR,
    "lab/exact/expression.py: Expression.__repr__": "a fraction",
    "scores/audits/audit.py: named_at": A_NAME,
    "scores/binned_measures.py: measured_in_bins": AN_ERROR,
    "scores/catalogue.py: _binned.at": A_NAME,
    "scores/catalogue.py: _lift_at_share": A_NAME,
    "scores/catalogue.py: _partial_roc_auc": A_NAME,
    "scores/catalogue.py: _top_k_recall": A_NAME,
    "scores/decision_costs.py: OpenDecisions.measured": A_NAME,
    "scores/decision_costs.py: refuse_empty_classes": AN_ERROR,
    "scores/score_columns.py: _of_columns": A_NAME,
    "scores/table.py: _ModelScores.array": A_NAME,
    "scores/table.py: _refuse_gaps": AN_ERROR,
    "shares/distort.py: _checked_added": AN_ERROR,
}
"""Functions that have several words in a text all the same; and why."""

SEVERAL = re.compile(r"[A-Za-z]{2,}[ ,;:]+[A-Za-z]{2,}[ ,;:]+[A-Za-z]{2,}")
"""Three words in a row."""


def test_answers_make_no_sentences():
    """No function of theirs has, or puts together, a text of several words, but for errors that it raises."""
    worded = set()
    for folder in WORDLESS:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            name = path.relative_to(SOURCE).as_posix()
            worded |= {f"{name}: {function}" for function in functions_with_words(parsed(path))}
    assert worded - set(WORDED) == set(), "state it as data, with a kind, and say it in show/"
    assert set(WORDED) - worded == set(), "an exception is no longer needed"


def functions_with_words(tree, inside=""):
    """Yield the functions that hold a text of several words, or fill in a text, outside docstrings and errors."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield from functions_with_words(node, f"{inside}.{node.name}".lstrip("."))
        if (
            isinstance(node, ast.FunctionDef)
            and not _makes_an_error(node)
            and any(map(_has_words, body_without_errors(node)))
        ):
            yield f"{inside}.{node.name}".lstrip(".")


def _makes_an_error(function):
    return function.returns is not None and ast.unparse(function.returns).endswith("Error")


def body_without_errors(function):
    """Yield all that a function does, but for its docstring, what it raises and the functions in it."""
    pending = [node for node in function.body if not _is_docstring(node)]
    while pending:
        node = pending.pop()
        if not isinstance(node, ast.Raise | ast.FunctionDef):
            yield node
            pending += ast.iter_child_nodes(node)


def _is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _has_words(node):
    if isinstance(node, ast.JoinedStr):
        text = "".join(part.value if isinstance(part, ast.Constant) else "value" for part in node.values)  # noqa: PD011 - of a node
        return bool(SEVERAL.search(text))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return True
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(SEVERAL.search(node.value))


@pytest.mark.parametrize(
    ("body", "worded"),
    [
        ("    return f'It leaves out {x}, which has items.'", True),
        ("    return 'It is undefined here'", True),
        ("    return text.format(answer=x)", True),
        ("    text = f'{x} of {y}'\n    return text", True),
        ("    raise ValueError(f'there is no class {x} here.')", False),
        ("    '''Say what it is, in words.'''\n    return Ground('leaves_out', labels=x)", False),
    ],
)
def test_a_sentence_is_seen(body, worded):
    assert list(functions_with_words(ast.parse(f"def told(x, y):\n{body}\n"))) == ["told"] * worded


def test_the_library_knows_nothing_of_the_papers():
    """They are found by their entry points alone; not even a string names the package."""
    assert [path for path in modules() if "steelyard_papers" in path.read_text(encoding="utf-8")] == []


def test_catalogue_bodies_know_nothing_of_how_they_are_applied():
    for path in (SOURCE / "measuring" / "catalogue").glob("*.py"):
        known = {".".join(name.split(".")[:3]) for name, _ in imports(path) if name.startswith("steelyard.")}
        assert known <= BODIES_KNOW, path.name


def test_dependencies_stay_at_the_edge():
    allowed = set(sys.stdlib_module_names) | {"numpy", "steelyard"}
    wrong = []
    for path in modules():
        edge = EDGES.get(home(path), set())
        wrong += [
            f"{path.relative_to(SOURCE)} imports {name}"
            for name, _ in imports(path)
            if name.split(".")[0] not in allowed | edge
        ]
    assert wrong == []


@pytest.mark.parametrize(
    "use",
    [
        "import steelyard",
        "import steelyard as sy; cm = sy.Confusion([[8, 2], [1, 9]]); sy.measure(cm); sy.metrics.recall(cm)",
        "import steelyard as sy; sy.metrics.cba([[8, 2], [1, 9]], importance='rarity')",
        "import steelyard as sy; cm = sy.Confusion.from_labels([0, 1, 1], [0, 1, 0])",
        "import steelyard as sy; sy.evaluate([0, 1, 1], [0, 1, 0])",
        "import steelyard as sy; str(sy.Confusion([[8, 2], [1, 9]]).imbalance)",
        "from steelyard.measuring.notes import Note; str(Note('small_class', labels=('fraud',), amount=10))",
    ],
    ids=["import", "measure", "importance", "from_labels", "evaluate", "class sizes in words", "a note in words"],
)
def test_the_core_runs_with_numpy_alone(use):
    script = f"import sys; {use}; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == []


def test_printing_an_evaluation_loads_nothing_of_other_questions():
    """When its notes took one function from a file on comparisons, all of these came along, and a fifth of the time."""
    script = "import sys, steelyard as sy; str(sy.evaluate([0, 1, 1], [0, 1, 0])); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    loaded = {name.split(".")[1] for name in run.stdout.split() if name.startswith("steelyard.")}
    assert loaded & {"comparison", "shares", "scores", "decisions", "plots", "integrations", "cli"} == set()
    assert "steelyard.lab.audits.audit" not in run.stdout.split()


def test_import_loads_none_of_our_own_modules():
    script = "import sys, steelyard; print(*[name for name in sys.modules if name.startswith('steelyard.')])"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.split() == []


def test_the_public_names_are_these():
    assert set(sy.__all__) == PUBLIC
    assert sy.__all__ == sorted(sy.__all__)
    assert set(dir(sy)) == PUBLIC | {"__version__"}


def test_every_public_name_resolves_to_its_home():
    for name in sy.__all__:
        assert getattr(sy, name) is not None
    assert set(HOMES) == PUBLIC
    for package, names in INSIDE.items():
        assert set(getattr(sy, package).__all__) == names
    with pytest.raises(AttributeError, match="no attribute 'confusion_matrix'"):
        sy.confusion_matrix  # noqa: B018 - the access is the test


def test_no_file_is_named_for_nothing():
    """One file, one idea: a name that says nothing holds everything."""
    empty = {"utils", "util", "helpers", "helper", "misc", "common", "tools", "base_utils"}
    assert [path for path in modules() if path.stem.strip("_") in empty] == []


def test_every_module_says_what_it_is():
    assert [path for path in modules() if not ast.get_docstring(parsed(path))] == []


def test_test_files_have_names_of_their_own():
    """Pytest imports them by path, but reports and tools go by name."""
    root = Path(__file__).parents[1]
    names = [path.name for tests in ("tests", "papers/tests") for path in (root / tests).rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


def test_types_that_many_files_name_stand_once():
    shared = {name for name in vars(type_names) if name[0].isupper() and name not in ("Any", "Callable")}
    assert shared >= {"Floats", "Integers", "Progress"}
    twice = []
    for path in set(modules()) - {SOURCE / "type_names.py"}:
        tree = parsed(path)
        assigned = {ast.unparse(node.targets[0]) for node in ast.walk(tree) if isinstance(node, ast.Assign)}
        twice += [f"{path.relative_to(SOURCE)}: {name}" for name in assigned & shared]
    assert twice == []


ROOT = Path(__file__).parents[1]
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
NAMED = ["CONTRIBUTING.md", "docs/architecture.md", *(f"docs/decisions/{path.name}" for path in DECISIONS)]
EXAMPLES = {"net_accuracy.py", "test_net_accuracy.py", "utils.py"}
"""Files that whoever adds a metric would write, and one that nobody should."""


@pytest.mark.parametrize("text", NAMED)
def test_files_that_a_text_names_are_there(text):
    every = {
        path.name
        for folder in ("src", "tests", "papers", "docs", "benchmarks")
        for path in (ROOT / folder).rglob("*.*")
    }
    named = set(re.findall(r"`[\w./]*?(\w+\.(?:py|js|csv))`", (ROOT / text).read_text(encoding="utf-8")))
    assert named - every - EXAMPLES == set()
