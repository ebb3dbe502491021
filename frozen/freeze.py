"""What the product said before the house was rebuilt, so that each step of it shows what it moved.

`python frozen/freeze.py` prints, as a diff, where text, JSON and page numbers of the stored cases are no longer the
same; `--write` stores them anew, with the change that moved them. It is no test: what may move is decided by reading.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import io
import json
import os
import re
import shlex
import tempfile
from pathlib import Path

import numpy as np

import steelyard as sy
from steelyard.cli import main as command

HERE = Path(__file__).parent
ROOT = HERE.parent
STORED = HERE / "cases"
WINE = "examples/wine_quality_red.csv -t quality"
LOGS = "examples/mac_events.csv -t event --missing keep"

COMMANDS = {
    "evaluate": f"evaluate {WINE} -p tree",
    "evaluate_three": f"evaluate {WINE} -p tree -p svm -p naive_bayes",
    "evaluate_order": f"evaluate {WINE} -p tree -i '5 < 3; 6 < 8'",
    "evaluate_rarity": f"evaluate {WINE} -p tree -i rarity -m cba -m mcc -m 'mcc at importance'",
    "evaluate_scenario": f"evaluate {WINE} -p svm -i '8=0.5; 3=0.3; *=even' -m mean_f -m macro_precision",
    "evaluate_exclude": f"evaluate {WINE} -p svm --undefined exclude",
    "evaluate_zero": f"evaluate {WINE} -p svm --undefined zero -m macro_precision",
    "evaluate_slices": f"evaluate {WINE} -p tree --by fold -m accuracy -m balanced_accuracy",
    "evaluate_bootstrap": f"evaluate {WINE} -p tree --intervals percentile -m cba",
    "evaluate_delta": f"evaluate {WINE} -p tree --intervals delta -m cba",
    "evaluate_bayes": f"evaluate {WINE} -p tree --intervals bayes -m cba",
    "evaluate_none": f"evaluate {WINE} -p tree --intervals none",
    "evaluate_many_classes": f"evaluate {LOGS} -p drain -m balanced_accuracy -m cba -m mcc",
    "compare_many_classes": f"compare {LOGS} -p drain -p spell -p molfi -i rarity -m balanced_accuracy --group event",
    "compare": f"compare {WINE} -p tree -p svm",
    "compare_three": f"compare {WINE} -p tree -p svm -p naive_bayes -m balanced_accuracy -m macro_precision -m mcc",
    "compare_order": f"compare {WINE} -p tree -p svm -i '5 < 3; 6 < 8' -m balanced_accuracy -m accuracy",
    "compare_rope": f"compare {WINE} -p tree -p svm -m accuracy --rope 0.01",
    "compare_folds": f"compare {WINE} -p tree -p svm --by fold -m balanced_accuracy",
    "compare_what_if": f"compare {WINE} -p tree -p svm --what-if 7 -m accuracy",
    "compare_bootstrap": f"compare {WINE} -p tree -p svm --intervals percentile --draws 1000 -m cba",
    "audit": "audit cba --classes 3",
    "audit_accuracy": "audit accuracy",
    "advise_file": f"advise {WINE} -p tree --worse misses",
    "atlas": "atlas",
    "metrics": "metrics",
    "metrics_one": "metrics mcc",
}
"""Each is run as people type it, and as JSON where the verb has that."""

LEFT_OUT = ("program", "at_shares", "bounds", "version")
"""What the page recomputes with, which is long and held to Python's numbers by tests; and what each release changes."""

RARE = [[5, 0], [10, 485]]
THREE = [[12, 3, 0], [20, 170, 10], [5, 45, 450]]
WEAKER = [[9, 6, 0], [30, 150, 20], [5, 65, 430]]
TRUTH = [1] * 12 + [0] * 1188
CALM, BOLD = [1] * 9 + [0] * 3 + [1] * 20 + [0] * 1168, [1] * 9 + [0] * 3 + [1] * 60 + [0] * 1128


def answers():
    """Return answers of the library, by name: those that the command line does not reach."""
    rng = np.random.default_rng(19)
    truth = rng.integers(0, 3, 240)
    predicted = np.where(rng.random(240) < 0.8, truth, rng.integers(0, 3, 240))
    other = np.where(rng.random(240) < 0.7, truth, rng.integers(0, 3, 240))
    amounts, group = rng.gamma(1.0, 50.0, 240).round(2), rng.integers(0, 40, 240)
    pair = {"first": predicted, "second": other}
    return {
        "rare": sy.evaluate(RARE),
        "given_up": sy.evaluate([[5, 2, 0], [3, 7, 0], [1, 1, 0]], metrics=["macro_precision", "mean_f", "mcc"]),
        "weights": sy.evaluate(truth, predicted, weights=amounts),
        "groups": sy.evaluate(truth, predicted, group=group, metrics=["accuracy", "balanced_accuracy"]),
        "no_items": sy.evaluate(truth, predicted, labels=range(5), metrics=["balanced_accuracy", "mean_f"]),
        "calm_and_bold": sy.compare(TRUTH, {"calm": CALM, "bold": BOLD}),
        "compared_weights": sy.compare(truth, pair, weights=amounts, metrics=["accuracy", "cba"]),
        "compared_groups": sy.compare(truth, pair, group=group, metrics=["accuracy", "cba"]),
        "compared_alone": sy.compare({"a": sy.Confusion(THREE), "b": sy.Confusion(WEAKER)}, metrics=["cba", "mcc"]),
        "same": sy.compare(truth, {"a": predicted, "b": predicted}, metrics="accuracy"),
    }


def shown(line):
    """Return what a terminal of 80 columns shows of a command."""
    screen = io.StringIO()
    with contextlib.redirect_stdout(screen), contextlib.redirect_stderr(screen), contextlib.suppress(SystemExit):
        command(shlex.split(line))
    return screen.getvalue()


def page_of(line):
    """Return the numbers that the page of a command starts with."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        shown(f"{line} --html {file}")
        content = re.search(r'id="content">(.*?)</script>', file.read_text(encoding="utf-8"), re.DOTALL)
    numbers = {name: part for name, part in json.loads(content[1]).items() if name not in LEFT_OUT}
    return json.dumps(numbers, indent=1, sort_keys=True)


def cases():
    """Yield the name of each stored file, and its text now."""
    for name, line in COMMANDS.items():
        yield f"{name}.txt", shown(line)
        if line.split()[0] in ("evaluate", "compare"):
            yield f"{name}.json", shown(f"{line} --json")
    for name in ("evaluate_three", "compare_order"):
        yield f"{name}.page.json", page_of(COMMANDS[name])
    for name, answer in answers().items():
        yield f"{name}.txt", f"{answer}\n"
        yield f"{name}.json", json.dumps(answer.to_dict(), indent=1, default=str)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store what is said now")
    settings = parser.parse_args()
    os.chdir(ROOT)
    os.environ["COLUMNS"] = "80"
    STORED.mkdir(exist_ok=True)
    moved = 0
    for name, now in cases():
        file = STORED / name
        before = file.read_text(encoding="utf-8") if file.exists() else ""
        if settings.write:
            file.write_text(now, encoding="utf-8")
        elif before != now:
            moved += 1
            print(
                "".join(difflib.unified_diff(*(t.splitlines(keepends=True) for t in (before, now)), name, "now", n=1))
            )
    print(f"{moved} of {len(list(STORED.iterdir()))} differ." if not settings.write else "Stored.")


if __name__ == "__main__":
    main()
