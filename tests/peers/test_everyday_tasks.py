"""The ten tasks of benchmarks/everyday_tasks.py: the stored table says what happens, and ours is right in all."""

import importlib
import re
from pathlib import Path

import pytest

pytest.importorskip("pandas", reason="the tasks are about data frames, too")

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
STORED = (BENCHMARKS / "results" / "everyday_tasks.md").read_text(encoding="utf-8")

with pytest.MonkeyPatch.context() as patch:
    patch.syspath_prepend(str(BENCHMARKS))
    everyday = importlib.import_module("everyday_tasks")

FEW = 2000
"""Items that all counts of these tests are made of: enough for each class and month."""

PACKAGES = {"scikit-learn": "sklearn", "imbalanced-learn": "imblearn", "PyCM": "pycm", "torchmetrics": "torchmetrics"}
SAMPLED = (everyday.interval_holds, everyday.better_is_told)
"""How tasks are judged that need samples: those of a peer take minutes, and are left to the benchmark."""

each_task = pytest.mark.parametrize("task", everyday.TASKS, ids=lambda task: task.title)


def peers():
    for task in everyday.TASKS:
        for library in task.ways:
            if library != everyday.OURS:
                slow = [pytest.mark.slow] if library == "torchmetrics" else []  # importing it takes seconds
                yield pytest.param(task, library, id=f"{task.title}-{library}", marks=slow)


def stored_cells(task):
    """Return what the table says of a task, by library."""
    row = re.search(rf"^\| {re.escape(task.title)} \|(.*)\|$", STORED, re.MULTILINE)[1]
    return dict(zip(everyday.IMPORTS, (cell.strip() for cell in row.split("|")), strict=True))


def given(task, folder):
    return task.given(min(task.items, FEW), folder)


@each_task
def test_our_answer_is_right(task, tmp_path):
    assert everyday.verdict(task, everyday.OURS, given(task, tmp_path), sets=5).startswith("right")


@pytest.mark.parametrize(("task", "library"), list(peers()))
def test_a_peers_answer_is_what_the_table_says(task, library, tmp_path):
    pytest.importorskip(PACKAGES[library])
    if task.judge in SAMPLED:
        way = task.ways[library]
        assert way.read(everyday.runner(library, way)(given(task, tmp_path) | {"draws": 20})) is not None
        return
    found = everyday.verdict(task, library, given(task, tmp_path))
    *_, stored = stored_cells(task)[library].split(", ")
    assert stored.split()[0] == found.split()[0]


@each_task
def test_lines_are_those_of_the_code_that_runs(task):
    for library, cell in stored_cells(task).items():
        if library not in task.ways:
            assert cell == "not offered"
            continue
        lines = task.ways[library].lines
        assert cell.startswith(f"{len(lines)} line")
        assert all(line and len(line) <= everyday.WIDTH and ";" not in line for line in lines)
        if "right" in cell:
            assert len(task.ways[everyday.OURS].lines) <= len(lines)
    assert everyday.code_of(task) in STORED


def test_there_are_ten_and_a_wrong_answer_is_found():
    assert len(everyday.TASKS) == 10
    judge = everyday.TASKS[1].judge
    labels = {"y": everyday.np.array(["a", "b"]), "p": everyday.np.array(["a", "a"])}
    assert judge(lambda _: 0.25, labels, 0) == "right"  # a has 1/2, b, which is never predicted, 0
    assert judge(lambda _: 0.5, labels, 0) == "wrong"
    assert judge(lambda _: "None", labels, 0) == "no number"
    assert everyday.interval_holds(lambda _: (0.0, 0.1), {}, 10) == "wrong (0 of 10)"
    assert everyday.better_is_told(lambda _: True, {}, 10) == "wrong (10 false, 10 found of 10)"
