"""The worker runs a parser in another Python; made-up parsers show what it does with their results and failures."""

import copy
import os
import sys

import pytest

from steelyard_papers.experiments.log_parsing.parsing import answer_of
from steelyard_papers.experiments.log_parsing.worker import hash_by_seed, placed

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the made-up Python is a shell script")

PARSER = """
import csv, os, random, re, time
random.seed(0)
class LogParser:
    def __init__(self, indir, outdir, log_format, rex=[], how="plain"):
        self.path, self.savePath, self.log_format, self.how = indir, outdir, log_format, how
    def generate_logformat_regex(self, form):
        return ["Content"], re.compile("^" + form + "$")
    def parse(self, name):
        print("Parsing file:", name)
        _, form = self.generate_logformat_regex(self.log_format)
        kept = [l.strip() for l in open(os.path.join(self.path, name)) if form.search(l.strip())]
        if self.how == "fail": raise RuntimeError("cannot\\nread this")
        if self.how == "die": os._exit(3)
        if self.how == "sleep": time.sleep(60)
        with open(os.path.join(self.savePath, name + "_structured.csv"), "w", newline="") as f:
            w = csv.writer(f); w.writerow(["LineId", "EventId"])
            for i, l in enumerate(kept[1:] if self.how == "lose" else kept, 1):
                w.writerow([i, {"random": random.random(), "hash": hash("a")}.get(self.how, l.split()[0])])
"""


@pytest.fixture
def python(tmp_path):
    package = tmp_path / "packages" / "logparser"
    (package / "Drain").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "Drain" / "__init__.py").write_text(PARSER, encoding="utf-8")
    script = tmp_path / "python"
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{package.parent}" exec "{sys.executable}" "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    return script


@pytest.fixture
def job(tmp_path):
    def made(how="plain", seed=0, lines="a 1\nb 2\n!\na 3\n", form="[a-z] .*"):
        log = tmp_path / "made_up.log"
        log.write_text(lines, encoding="utf-8")
        return {"parser": "Drain", "log": str(log), "settings": {"log_format": form, "how": how}, "seed": seed}

    return made


def test_a_line_that_the_log_format_drops_has_no_group_and_moves_no_other(python, job):
    assert answer_of(python, job()) == ["a", "b", None, "a"]


@pytest.mark.parametrize("how", ["random", "hash"])
def test_the_same_seed_gives_the_same_and_another_seed_another_even_if_the_parser_sets_its_own(python, job, how):
    first = answer_of(python, job(how, 7))
    assert answer_of(python, job(how, 7)) == first
    assert answer_of(python, job(how, 8)) != first


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("fail", "Drain on made_up.log failed: RuntimeError: cannot read this."),
        ("lose", "it wrote 2 lines where 3 of 4 fit its log format"),
        ("die", "it ended with exit status 3"),
    ],
)
def test_a_failure_is_one_sentence(python, job, how, said):
    with pytest.raises(ValueError, match=said):
        answer_of(python, job(how))


def test_a_parser_that_takes_too_long_is_stopped(python, job):
    with pytest.raises(ValueError, match=r"was stopped, since it took longer than 0\.5 seconds"):
        answer_of(python, job("sleep"), limit=0.5)


def test_groups_go_to_the_lines_that_were_read():
    rows = [{"EventId": "x"}, {"EventId": "y"}]
    assert placed(rows, [False, True, False, True]) == [None, "x", None, "y"]


def test_hashes_are_repeatable_and_copies_have_their_own():
    def drawn(seed):
        class Template:
            pass

        hash_by_seed(Template, seed)
        first, second = Template(), Template()
        twin = copy.deepcopy(first)
        hashes = [hash(first), hash(second), hash(twin), hash(copy.deepcopy(twin))]
        assert hash(first) == hashes[0]
        return hashes

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)
    assert len(set(drawn(1))) == 4
