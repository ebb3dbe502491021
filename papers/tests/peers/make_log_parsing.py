"""Store what the evaluator of logparser3 says: of made-up groups, and of real runs of the parsers.

Run by hand, with a Python that has logparser3 1.0.4, deap and SciPy:
`STEELYARD_DATA=… python papers/tests/peers/make_log_parsing.py`. `test_log_grouping.py` and `test_log_results.py`
read the file; they do not need the peer.
"""

import json
import os
import random
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pandas as pd
from logparser.utils.evaluator import get_accuracy

HOME = Path(__file__).parents[2] / "src" / "steelyard_papers" / "experiments" / "log_parsing"
REFERENCE = Path(__file__).parent / "log_parsing.json"
SEED = 20261116


def evaluated(events, groups):
    precision, recall, f1, accuracy = map(float, get_accuracy(pd.Series(events), pd.Series(groups)))
    return {"precision": precision, "recall": recall, "f1": f1, "accuracy": accuracy}


def made_up():
    """Yield groups that are right here and there: some events split, some merged, some moved."""
    drawn = random.Random(SEED)  # noqa: S311 - no secrets
    for lines, kinds, moved in [(8, 3, 1), (20, 4, 3), (60, 12, 6), (60, 40, 10), (200, 25, 12), (500, 60, 5)]:
        events = [f"E{min(drawn.randrange(kinds), drawn.randrange(kinds))}" for _ in range(lines)]
        groups = [int(event[1:]) // (2 if event in ("E0", "E1") else 1) for event in events]
        for i in drawn.sample(range(lines), moved):
            groups[i] = drawn.randrange(kinds)
        yield {"events": events, "groups": groups, **evaluated(events, groups)}


def real(data):
    sys.path.insert(0, str(HOME))
    from benchmark import DATASETS, PARSERS, arguments

    for dataset in DATASETS:
        log = data / "loghub_2k" / dataset / f"{dataset}_2k.log"
        events = pd.read_csv(f"{log}_structured.csv")["EventId"].tolist()
        for parser in PARSERS:
            job = {"parser": parser, "log": str(log), "settings": arguments(parser, dataset), "seed": 0}
            done = subprocess.run(
                [sys.executable, "-W", "ignore", str(HOME / "worker.py")],
                input=json.dumps(job),
                capture_output=True,
                text=True,
                check=True,
                env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONSAFEPATH": "1"},
            )
            yield {
                "dataset": dataset,
                "parser": parser,
                "seed": 0,
                **evaluated(events, json.loads(done.stdout)["groups"]),
            }


def main():
    versions = {name: version(name) for name in ("logparser3", "regex", "pandas", "scipy", "deap")}
    found = {"versions": versions, "made_up": list(made_up()), "real": list(real(Path(os.environ["STEELYARD_DATA"])))}
    REFERENCE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
