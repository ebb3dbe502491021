"""Ten tasks that people have every day, beside four libraries: lines of code, seconds, and whether the answer is right.

Each library gets the shortest code that its own means allow, in lines of at most `WIDTH` characters; lines are counted
in the text that runs. Imports count for nobody. What an answer must be is told by exact fractions, by a closed form, or
by many samples of a known population.

python benchmarks/everyday_tasks.py [--write]
"""

from __future__ import annotations

import argparse
import math
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from timing import alternate, table, write

OURS = "Steelyard"
WIDTH = 120
SETS = 100
"""So many samples of a known population say whether intervals and verdicts keep what they promise."""
DRAWS = 1000
"""So often a bootstrap draws the items anew, where a library leaves that to its user."""
FEWER_DRAWS = 200
"""So often while verdicts are judged, of which each takes a peer seconds; what it finds is far from the limits."""

IMPORTS = {
    OURS: "import steelyard as sy",
    "scikit-learn": """
import numpy as np
import pandas as pd
from sklearn import metrics
from sklearn.utils import resample
""",
    "imbalanced-learn": """
import numpy as np
from imblearn import metrics
""",
    "PyCM": """
import pandas as pd
from pycm import Compare, ConfusionMatrix
""",
    "torchmetrics": """
import numpy as np
import pandas as pd
import torch
from torchmetrics import functional as F
from torchmetrics.classification import MulticlassF1Score
from torchmetrics.wrappers import BootStrapper
""",
}
PACKAGES = ["steelyard", "scikit-learn", "imbalanced-learn", "pycm", "torchmetrics", "torch", "pandas"]

CLASSES = ("fatal", "major", "minor", "ok")
SHARES = (0.02, 0.05, 0.13, 0.8)
IMPORTANCE = {"fatal": 0.5, "major": 0.2, "minor": 0.2, "ok": 0.1}

NO_NUMBER = (None, "None")
"""How PyCM writes that it has none."""

Given = dict[str, Any]
Run = Callable[[Given], Any]


@dataclass(frozen=True)
class Way:
    """How a library does a task: code that leaves its result in `answer`, and how we take the numbers out of it."""

    code: str
    read: Callable[[Any], Any] = lambda answer: answer

    @property
    def lines(self) -> list[str]:
        return self.code.strip().splitlines()


@dataclass(frozen=True)
class Task:
    """What is wanted, what is given, what each library does about it, and a judge of what comes out."""

    title: str
    truth: str
    items: int
    given: Callable[[int, Path], Given]
    judge: Callable[[Run, Given, int], str]
    ways: Mapping[str, Way]


def imports(library: str) -> Given:
    """Return the names that a library's code may use."""
    names: Given = {}
    exec(IMPORTS[library], names)  # noqa: S102 - our own text, above
    return names


def installed(library: str) -> bool:
    """Whether a library is there; PyTorch may be missing."""
    try:
        imports(library)
    except ModuleNotFoundError:
        return False
    return True


def runner(library: str, way: Way) -> Run:
    """Return the function that runs the code on given data; the code may rebind what it was given."""
    known, code = imports(library), compile(way.code.strip(), f"<{library}>", "exec")

    def run(given: Given) -> Any:
        names = {**known, **given}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a peer may warn of what is right; what counts here is its answer
            exec(code, names)  # noqa: S102 - our own text, below
        return names["answer"]

    return run


def verdict(task: Task, library: str, given: Given, sets: int = SETS) -> str:
    """Say whether a library's answer is right."""
    way = task.ways[library]
    run = runner(library, way)
    return task.judge(lambda names: way.read(run(names)), given, sets)


# What the answers must be.


def sums(truth: Iterable[str], prediction: Iterable[str]) -> dict[str, tuple[int, int, int]]:
    """Return hits, items and predictions of each class, counted in plain Python."""
    cells = Counter(zip(truth, prediction, strict=True))
    t, p = Counter(), Counter()
    for (true, said), n in cells.items():
        t[true] += n
        p[said] += n
    return {name: (cells[name, name], t[name], p[name]) for name in sorted({*t, *p})}


def over(a: int, b: int) -> Fraction:
    return Fraction(a, b) if b else Fraction(0)


def mean(values: Iterable[Fraction]) -> Fraction:
    values = list(values)
    return sum(values, Fraction(0)) / len(values)


def macro_f1(counted: Mapping[str, tuple[int, int, int]]) -> Fraction:
    return mean(over(2 * hits, t + p) for hits, t, p in counted.values())


def same(result: Any, expected: Any) -> bool:
    """Whether all numbers agree; torchmetrics computes with 32 bits."""
    if isinstance(expected, Mapping):
        return set(result) == set(expected) and all(same(result[key], expected[key]) for key in expected)
    if isinstance(expected, tuple | list):
        return len(result) == len(expected) and all(map(same, result, expected))
    try:
        return math.isclose(float(result), float(expected), rel_tol=1e-5)
    except (TypeError, ValueError):
        return False


def exactly(truth: Callable[[Given], Any]) -> Callable[[Run, Given, int], str]:
    """Return a judge that compares with exact numbers."""

    def judge(run: Run, given: Given, _: int) -> str:
        result = run(given)
        if same(result, truth(given)):
            return "right"
        return "no number" if result in NO_NUMBER else "wrong"

    return judge


def undefined_or_zero(run: Run, given: Given, _: int) -> str:
    """Judge the MCC of a constant: it is 0/0, for which 0 is a custom."""
    result = run(given)
    if result in NO_NUMBER or math.isnan(result):
        return "right (undefined)"
    return "right (0)" if result == 0 else f"wrong ({float(result):.3f})"


# What is given.


def labels(items: int, classes: tuple[str, ...] = CLASSES, shares: tuple[float, ...] = SHARES) -> Given:
    """Return labels of which about 85 % are right."""
    random = np.random.default_rng(0)
    names = np.array(classes)
    y = random.choice(names, items, p=shares)
    return {"y": y, "p": np.where(random.random(items) < 0.8, y, random.choice(names, items))}


def with_importance(items: int, _: Path) -> Given:
    return {**labels(items), "w": IMPORTANCE}


def never_fatal(items: int, _: Path) -> Given:
    given = labels(items)
    return {**given, "p": np.where(given["p"] == "fatal", "major", given["p"])}


def constant(items: int, _: Path) -> Given:
    y = np.where(np.arange(items) % 100, "ok", "fraud")
    return {"y": y, "p": np.full(items, "ok")}


def two_days(*_: Any) -> Given:
    """Return the matrices of two days, of which each has a class that the other lacks."""
    return {
        "counts_1": [[90, 10, 0], [20, 60, 5], [1, 2, 7]], "labels_1": ["ok", "minor", "major"],
        "counts_2": [[80, 5, 3], [4, 50, 6], [0, 1, 2]], "labels_2": ["ok", "minor", "fatal"],
    }  # fmt: skip


def both_days(given: Given) -> Fraction:
    y, p = [], []
    for day in ("1", "2"):
        names = given[f"labels_{day}"]
        for true, row in zip(names, given[f"counts_{day}"], strict=True):
            for said, n in zip(names, row, strict=True):
                y += [true] * n
                p += [said] * n
    return macro_f1(sums(y, p))


def months(items: int, _: Path) -> Given:
    """Return a frame of twelve months, in the first of which nothing fatal happened or was predicted."""
    data = pd.DataFrame({"month": np.random.default_rng(1).integers(1, 13, items), **labels(items)})
    return {"data": data[(data["month"] > 1) | ((data["y"] != "fatal") & (data["p"] != "fatal"))]}


def by_month(given: Given) -> dict[int, Fraction]:
    return {month: macro_f1(sums(part["y"], part["p"])) for month, part in given["data"].groupby("month")}


def two_classes(items: int, _: Path) -> Given:
    return labels(items, ("fraud", "ok"), (0.3, 0.7))


def at_one_percent(given: Given) -> Fraction:
    """Return by Bayes' theorem the precision if 1 % were frauds."""
    counted = sums(given["y"].tolist(), given["p"].tolist())
    hits, frauds, called = counted["fraud"]
    result, false = Fraction(hits, frauds), Fraction(called - hits, counted["ok"][1])
    return result / (result + 99 * false)


def csv_file(items: int, folder: Path) -> Given:
    file = folder / f"{items}.csv"
    pd.DataFrame({"id": np.arange(items), **labels(items)}).to_csv(file, index=False)
    return {"file": str(file)}


def counted_file(given: Given) -> list[list[int]]:
    with Path(given["file"]).open(encoding="utf-8") as lines:
        cells = Counter(tuple(line.rstrip("\n").split(",")[1:]) for line in lines)
    return [[cells[true, said] for said in CLASSES] for true in CLASSES]


POPULATION = np.array([[0.03, 0.01, 0.01], [0.01, 0.2, 0.04], [0.01, 0.04, 0.65]])
"""How often each truth goes with each prediction: of 150 items, seven or eight are of the rarest class."""


def sample(seed: int, items: int = 150) -> Given:
    drawn = np.random.default_rng(seed).choice(9, items, p=POPULATION.ravel())
    names = np.array(CLASSES[:3])
    return {"y": names[drawn // 3], "p": names[drawn % 3], "draws": DRAWS}


def by_chance(sets: int) -> float:
    """Return three standard errors of a share of 95 %: a peer is not called wrong for what may be chance."""
    return 3 * math.sqrt(0.95 * 0.05 / sets)


def interval_holds(run: Run, _: Given, sets: int) -> str:
    """Judge intervals of the macro F1 by whether they hold that of the population as often as they promise."""
    truth = np.mean(2 * POPULATION.diagonal() / (POPULATION.sum(0) + POPULATION.sum(1)))
    held = 0
    for seed in range(sets):
        low, high = run(sample(seed))
        held += float(low) <= truth <= float(high)
    return f"{'right' if held >= (0.95 - by_chance(sets)) * sets else 'wrong'} ({held} of {sets})"


def two_models(seed: int, right: float = 0.75, items: int = 400) -> Given:
    """Return the answers of a, which is right as often as said in each class, and b, which is in 75 %."""
    random = np.random.default_rng(seed)
    names = np.array(CLASSES[:3])
    y = random.choice(3, items, p=[0.1, 0.3, 0.6])
    a, b = (np.where(random.random(items) < rate, y, (y + random.integers(1, 3, items)) % 3) for rate in (right, 0.75))
    return {"y": names[y], "a": names[a], "b": names[b], "draws": DRAWS}


def better_is_told(run: Run, _: Given, sets: int) -> str:
    """Judge "a is better" by how often it is said of a model that is as good, and of one that is better."""
    fewer = {"draws": FEWER_DRAWS}
    false = sum(bool(run(two_models(seed) | fewer)) for seed in range(sets))
    result = sum(bool(run(two_models(seed, right=0.9) | fewer)) for seed in range(sets))
    right = false <= (0.05 + by_chance(sets)) * sets and result >= 0.8 * sets
    return f"{'right' if right else 'wrong'} ({false} false, {result} found of {sets})"


# What torchmetrics needs where labels are texts.
ENCODE = "y, p = torch.from_numpy(np.unique([y, p], return_inverse=True)[1])"


def of_classes(tables: Iterable[Iterable[Any]]) -> dict[str, tuple[float, ...]]:
    """Return what several tables say of each class."""
    return {name: tuple(map(float, values)) for name, *values in zip(CLASSES, *tables, strict=True)}


TASKS = (
    Task(
        "Recall, precision and F1 of each class",
        "exact fractions; ours have intervals, too",
        100_000,
        lambda items, _: labels(items),
        exactly(
            lambda given: {
                name: (over(hits, t), over(hits, p), over(2 * hits, t + p))
                for name, (hits, t, p) in sums(given["y"].tolist(), given["p"].tolist()).items()
            }
        ),
        {
            OURS: Way(
                'answer = sy.evaluate(y, p).to_rows("classes")',
                lambda rows: {row["label"]: (row["recall"], row["precision"], row["f"]) for row in rows},
            ),
            "scikit-learn": Way(
                "answer = metrics.classification_report(y, p, output_dict=True)",
                lambda said: {c: tuple(said[c][of] for of in ("recall", "precision", "f1-score")) for c in CLASSES},
            ),
            "imbalanced-learn": Way(
                "answer = metrics.classification_report_imbalanced(y, p, output_dict=True)",
                lambda said: {c: tuple(said[c][of] for of in ("rec", "pre", "f1")) for c in CLASSES},
            ),
            "PyCM": Way(
                "answer = ConfusionMatrix(y, p)",
                lambda cm: {c: (cm.TPR[c], cm.PPV[c], cm.F1[c]) for c in CLASSES},
            ),
            "torchmetrics": Way(
                f"""
{ENCODE}
kind = {{"task": "multiclass", "num_classes": 4, "average": None}}
answer = F.recall(p, y, **kind), F.precision(p, y, **kind), F.f1_score(p, y, **kind)
""",
                of_classes,
            ),
        },
    ),
    Task(
        "Macro precision, a class is never predicted",
        "exact fractions; the class has items that the model missed, so its precision counts as 0",
        100_000,
        never_fatal,
        exactly(lambda given: mean(over(h, p) for h, _, p in sums(given["y"].tolist(), given["p"].tolist()).values())),
        {
            OURS: Way("answer = sy.metrics.macro_precision(y, p)"),
            "scikit-learn": Way('answer = metrics.precision_score(y, p, average="macro")'),
            "PyCM": Way("answer = ConfusionMatrix(y, p).PPV_Macro"),
            "torchmetrics": Way(f"""
{ENCODE}
answer = F.precision(p, y, task="multiclass", num_classes=4, average="macro")
"""),
        },
    ),
    Task(
        "Mean recall, classes weighed by importance",
        "exact fractions",
        100_000,
        with_importance,
        exactly(
            lambda given: sum(
                Fraction(str(given["w"][name])) * over(hits, t)
                for name, (hits, t, _) in sums(given["y"].tolist(), given["p"].tolist()).items()
            )
        ),
        {
            OURS: Way("answer = sy.metrics.balanced_accuracy(y, p, importance=w)"),
            "scikit-learn": Way("""
answer = np.average(metrics.recall_score(y, p, labels=list(w), average=None), weights=list(w.values()))
"""),
            "imbalanced-learn": Way("""
answer = np.average(metrics.sensitivity_score(y, p, labels=list(w), average=None), weights=list(w.values()))
"""),
            "PyCM": Way('answer = ConfusionMatrix(y, p).weighted_average("TPR", w)'),
            "torchmetrics": Way(f"""
{ENCODE}
recalls = F.recall(p, y, task="multiclass", num_classes=4, average=None)
answer = np.average(recalls, weights=[w[name] for name in sorted(w)])
"""),
        },
    ),
    Task(
        "The 95 % interval of macro F1",
        f"of {SETS} samples of 150 items, about 95 intervals must hold the macro F1 of the population",
        150,
        lambda items, _: sample(0, items),
        interval_holds,
        {
            OURS: Way(
                'answer = sy.evaluate(y, p, metrics="mean_f").to_rows()',
                lambda rows: (rows[0]["low"], rows[0]["high"]),
            ),
            "scikit-learn": Way("""
answer = np.quantile([metrics.f1_score(*resample(y, p), average="macro") for _ in range(draws)], [0.025, 0.975])
"""),
            "torchmetrics": Way(f"""
{ENCODE}
between = {{"quantile": torch.tensor([0.025, 0.975]), "sampling_strategy": "multinomial"}}
answer = BootStrapper(MulticlassF1Score(3), draws, **between)(p, y)["quantile"]
"""),
        },
    ),
    Task(
        "Is model A better than B on the same items, or is it luck?",
        f"by mean recall, of {SETS} samples of 400 items each: hardly ever if both are right in 75 %, "
        "nearly always if A is right in 90 %",
        400,
        lambda items, _: two_models(0, items=items),
        better_is_told,
        {
            OURS: Way("""
answer = sy.compare(y, {"a": a, "b": b}, metrics="balanced_accuracy")["balanced_accuracy"].interval.low > 0
"""),
            "scikit-learn": Way("""
score = metrics.balanced_accuracy_score
gains = [score(y, a) - score(y, b) for y, a, b in (resample(y, a, b) for _ in range(draws))]
answer = np.quantile(gains, 0.025) > 0
"""),
            "PyCM": Way("""
answer = Compare({"a": ConfusionMatrix(y, a), "b": ConfusionMatrix(y, b)}).best_name == "a"
"""),
        },
    ),
    Task(
        "Macro F1 of each month, one of which lacks a class",
        "exact fractions, over the classes that a month has",
        100_000,
        months,
        exactly(by_month),
        {
            OURS: Way(
                'answer = sy.evaluate(data, truth="y", prediction="p", by="month", metrics="mean_f")["mean_f"]',
                lambda scores: {int(score.slice[0][1]): score.value for score in scores},
            ),
            "scikit-learn": Way(
                'answer = data.groupby("month").apply(lambda part: metrics.f1_score(part.y, part.p, average="macro"))',
                dict,
            ),
            "PyCM": Way("""
parts = data.groupby("month")
answer = {month: ConfusionMatrix(part.y.to_numpy(), part.p.to_numpy()).F1_Macro for month, part in parts}
"""),
            "torchmetrics": Way("""
y, p = torch.from_numpy(np.unique(data[["y", "p"]], return_inverse=True)[1].T)
kind = {"task": "multiclass", "num_classes": 4, "average": "macro"}
parts = data.reset_index(drop=True).groupby("month").indices
answer = {month: F.f1_score(p[at], y[at], **kind) for month, at in parts.items()}
"""),
        },
    ),
    Task(
        "Precision if 1 % were frauds, tested with 30 %",
        "Bayes' theorem in exact fractions",
        100_000,
        two_classes,
        exactly(at_one_percent),
        {
            OURS: Way("""
answer = sy.metrics.precision(sy.Confusion.from_labels(y, p).at_shares({"fraud": 0.01}))[0]
"""),
            "scikit-learn": Way("""
weights = np.where(y == "fraud", 0.01 / np.mean(y == "fraud"), 0.99 / np.mean(y == "ok"))
answer = metrics.precision_score(y, p, pos_label="fraud", sample_weight=weights)
"""),
            "imbalanced-learn": Way("""
found, cleared, _ = metrics.sensitivity_specificity_support(y, p, pos_label="fraud", average="binary")
answer = 0.01 * found / (0.01 * found + 0.99 * (1 - cleared))
"""),
            "PyCM": Way("""
cm = ConfusionMatrix(y, p)
answer = 0.01 * cm.TPR["fraud"] / (0.01 * cm.TPR["fraud"] + 0.99 * cm.FPR["fraud"])
"""),
            "torchmetrics": Way("""
y, p = torch.from_numpy(y == "fraud"), torch.from_numpy(p == "fraud")
found, cleared = F.recall(p, y, task="binary"), F.specificity(p, y, task="binary")
answer = 0.01 * found / (0.01 * found + 0.99 * (1 - cleared))
"""),
        },
    ),
    Task(
        "The confusion matrix of a CSV file",
        "counted line by line in plain Python",
        1_000_000,
        csv_file,
        exactly(counted_file),
        {
            OURS: Way(
                'answer = sy.count(file, "y", "p")',
                lambda cm: cm.reorder(CLASSES).counts.tolist(),
            ),
            "scikit-learn": Way(
                """
data = pd.read_csv(file, usecols=["y", "p"])
answer = metrics.confusion_matrix(data.y, data.p)
""",
                lambda counts: counts.tolist(),
            ),
            "PyCM": Way(
                """
data = pd.read_csv(file, usecols=["y", "p"])
answer = ConfusionMatrix(data.y.to_numpy(), data.p.to_numpy(), metrics_off=True)
""",
                lambda cm: cm.to_array().tolist(),
            ),
            "torchmetrics": Way(
                """
data = pd.read_csv(file, usecols=["y", "p"])
y, p = torch.from_numpy(np.unique(data[["y", "p"]], return_inverse=True)[1].T)
answer = F.confusion_matrix(p, y, task="multiclass", num_classes=4)
""",
                lambda counts: counts.tolist(),
            ),
        },
    ),
    Task(
        "Macro F1 of two stored days, each with a class of its own",
        "exact fractions of both days' items",
        346,
        two_days,
        exactly(both_days),
        {
            OURS: Way("""
answer = sy.metrics.mean_f(sy.Confusion(counts_1, labels=labels_1) + sy.Confusion(counts_2, labels=labels_2))
"""),
            "scikit-learn": Way("""
days = [pd.DataFrame(counts_1, labels_1, labels_1).stack(), pd.DataFrame(counts_2, labels_2, labels_2).stack()]
y, p, n = pd.concat(days).rename("n").reset_index().to_numpy().T
answer = metrics.f1_score(y, p, average="macro", sample_weight=n.astype(int))
"""),
            "PyCM": Way("""
day_1, day_2 = ConfusionMatrix(matrix=counts_1, classes=labels_1), ConfusionMatrix(matrix=counts_2, classes=labels_2)
answer = day_1.combine(day_2).F1_Macro
"""),
            "torchmetrics": Way("""
days = [pd.DataFrame(counts_1, labels_1, labels_1).stack(), pd.DataFrame(counts_2, labels_2, labels_2).stack()]
y, p, n = pd.concat(days).rename("n").reset_index().to_numpy().T
codes = np.unique([y, p], return_inverse=True)[1]
y, p = torch.from_numpy(codes.repeat(n.astype(int), axis=1))
answer = F.f1_score(p, y, task="multiclass", num_classes=4, average="macro")
"""),
        },
    ),
    Task(
        "MCC of a model that always says the same",
        "0/0: undefined, or 0 by custom, of 1 % frauds",
        100_000,
        constant,
        undefined_or_zero,
        {
            OURS: Way("answer = sy.metrics.mcc(y, p)"),
            "scikit-learn": Way("answer = metrics.matthews_corrcoef(y, p)"),
            "PyCM": Way("answer = ConfusionMatrix(y, p).Overall_MCC"),
            "torchmetrics": Way("""
y, p = torch.from_numpy(y == "fraud"), torch.from_numpy(p == "fraud")
answer = F.matthews_corrcoef(p, y, task="binary")
"""),
        },
    ),
)


def short(amount: float) -> str:
    return f"{amount:.0f}" if amount >= 10 else f"{amount:.2g}"


def loses(ours: float, theirs: float) -> bool:
    """Whether a peer is faster; a tenth is noise."""
    return theirs < 0.9 * ours


def measured(task: Task, folder: Path) -> tuple[list[str], list[str]]:
    """Return the row of a task, and the sentences about right answers that are shorter or faster than ours."""
    given = task.given(task.items, folder)
    runs = {library: runner(library, way) for library, way in task.ways.items() if installed(library)}
    seconds = dict(zip(runs, alternate(*(lambda run=run: run(given) for run in runs.values())), strict=True))
    cells, lost = [task.title], []
    for library in IMPORTS:
        if library not in runs:
            cells.append("not installed" if library in task.ways else "not offered")
            continue
        lines, said = len(task.ways[library].lines), verdict(task, library, given)
        time = f"{short(1000 * seconds[OURS])} ms" if library == OURS else f"{short(seconds[library] / seconds[OURS])}×"
        cells.append(f"{lines} line{'s' if lines > 1 else ''}, {time}, {said}")
        if not said.startswith("right"):
            continue
        if lines < len(task.ways[OURS].lines):
            lost.append(f"{library} needs fewer lines for “{task.title}”.")
        if loses(seconds[OURS], seconds[library]):
            lost.append(f"{library} is faster at “{task.title}”.")
    return cells, lost


def code_of(task: Task) -> str:
    """Return the code of all libraries, as it was run."""
    blocks = [f"{library}:\n\n```python\n" + "\n".join(way.lines) + "\n```\n" for library, way in task.ways.items()]
    return "\n".join([f"### {task.title}\n", f"{task.items:,} items. What is right: {task.truth}.\n", *blocks])


def main() -> str:
    """Return the table, what we lose, and the code."""
    with tempfile.TemporaryDirectory() as folder:
        result = [measured(task, Path(folder)) for task in TASKS]
    rows, lost = [row for row, _ in result], [sentence for _, sentences in result for sentence in sentences]
    told = table("Ten everyday tasks", ["task", *IMPORTS], rows, PACKAGES)
    summary = " ".join(lost) or "No library that gives the right answer needs fewer lines than ours, or less time."
    return "\n".join([told, summary + "\n", *map(code_of, TASKS)])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    text = main()
    print(text)
    if parser.parse_args().write:
        write("everyday_tasks", text)
