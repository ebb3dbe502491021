"""Every verb prints a table for programs with --csv: the one that Python has in `to_csv`."""

import csv
import io
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.cli.app import app
from steelyard.lab import atlas

ROOT = Path(__file__).parents[2]
CREDIT = "examples/credit.csv"
FILE = [CREDIT, "-t", "risk"]
BOTH = sy.Joint.from_files(ROOT / CREDIT, "risk", ["forest", "careful"])


def advised():
    return sy.advise(BOTH["forest"], importance="bad=0.8", metrics=["kappa"]).to_csv()


CASES = {
    "evaluate": ([*FILE, "-p", "forest"], lambda: sy.evaluate(BOTH["forest"]).to_csv()),
    "compare": (
        [*FILE, "-p", "forest", "-p", "careful", "-m", "accuracy"],
        lambda: sy.compare(BOTH, metrics="accuracy").to_csv(),
    ),
    "audit": (["mcc", "-c", "2", "--property", "condition_1"], lambda: audited().to_csv()),
    "advise": ([*FILE, "-p", "forest", "-i", "bad=0.8", "-m", "kappa"], advised),
    "metrics": (["cba"], sy.metrics.cba.to_csv),
}


def audited():
    return sy.audit("mcc", classes=2, properties=["condition_1"])


@pytest.mark.parametrize("verb", CASES)
def test_csv_equals_python(verb, in_process):
    arguments, expected = CASES[verb]
    run = in_process(verb, *arguments, "--csv", cwd=ROOT)
    assert run.returncode == 0, run.stderr
    assert run.stdout == expected()
    assert len(list(csv.DictReader(io.StringIO(run.stdout)))) >= 1


def test_lists_have_a_row_for_each(in_process):
    rows = list(csv.DictReader(io.StringIO(in_process("metrics", "--csv", cwd=ROOT).stdout)))
    assert [row["id"] for row in rows] == [metric.id for metric in sy.metrics.values()]
    rows = list(csv.DictReader(io.StringIO(in_process("atlas", "-m", "mcc", "--csv", cwd=ROOT).stdout)))
    known = [key for key in atlas.verdicts() if key[0] == "mcc" and key[2] == 3]
    assert [(row["metric"], row["property"]) for row in rows] == [key[:2] for key in known]


def test_every_verb_of_ours_takes_it(in_process):
    verbs = [command.name or command.callback.__name__ for command in app.registered_commands]
    assert set(verbs) == {*CASES, "atlas", "scores"}  # test_scores_command.py has the table of scores
    for verb in verbs:
        run = in_process(verb, "--json", "--csv", cwd=ROOT)
        assert (run.returncode, run.stderr) == (2, "steelyard: choose --json or --csv, not both.\n")


def test_a_what_if_is_no_part_of_the_differences(in_process):
    run = in_process("compare", *FILE, "-p", "forest", "-p", "careful", "--what-if", "bad", "--csv", cwd=ROOT)
    assert (run.returncode, run.stderr.count("\n")) == (2, 1)
    assert "take --json with --what-if" in run.stderr
