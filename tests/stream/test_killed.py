"""A process that is killed while it saves leaves a file that holds one of the states that it saved."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

KILLER = """
import os, random, signal, sys, time
from pathlib import Path
from steelyard.stream import Counter

path, memory = Path(sys.argv[1]), eval(sys.argv[2])


def count(counter, start, stop):
    for number in range(start, stop):
        counter.update_one(number % 50, number % 7)
    return counter


def save_again_and_again(number, report):
    counter = count(Counter(**memory), 0, number)
    while True:
        count(counter, number, number + 1)
        number += 1
        counter.save(path)
        os.write(report, b".")


rng, number = random.Random(7), 2000
count(Counter(**memory), 0, number).save(path)
for _ in range(60):
    read, write = os.pipe()
    child = os.fork()
    if not child:
        save_again_and_again(number, write)
    os.close(write)
    with os.fdopen(read, "rb") as report:
        report.read(1)
        time.sleep(0.01 * rng.random())
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        reported = number + 1 + len(report.read())
    restored = Counter.restore(path)
    number = restored.seen
    assert number in {reported, reported + 1}, (number, reported)  # the last one may be saved, but not reported
    assert restored.__getstate__() == count(Counter(**memory), 0, number).__getstate__()
print(len(list(path.parent.iterdir())) - 1)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the test forks, which this system cannot")
@pytest.mark.parametrize("memory", [{}, {"window": 1500}, {"fading": 0.99}], ids=str)
def test_a_killed_process_loses_nothing_that_was_saved(tmp_path, memory):
    command = [sys.executable, "-c", KILLER, str(tmp_path / "x.counter"), repr(memory)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert run.returncode == 0, run.stderr
    drafts = int(run.stdout)
    assert drafts > 0, "no kill fell into the middle of a save, so nothing was shown"
