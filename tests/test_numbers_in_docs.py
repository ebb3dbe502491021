"""Numbers of ours that README and docs state: they grow with the catalogue and follow what was measured last."""

import re
from pathlib import Path

from steelyard.lab import atlas
from steelyard.lab.audits.properties import PROPERTIES
from steelyard.scores.audits import audit as stored
from steelyard.scores.audits.audit import PROPERTIES as OF_SCORES

ROOT = Path(__file__).parents[1]
TRUST = (ROOT / "docs" / "can_i_trust_the_numbers.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def measured(name):
    """Return what a benchmark has stored."""
    return (ROOT / "benchmarks" / "results" / f"{name}.md").read_text(encoding="utf-8")


def test_verdicts_and_properties_are_as_many_as_there_are():
    assert f"audited](can_it_be_trusted.md) for {len(PROPERTIES)} properties" in TRUST
    assert f"{len(atlas.verdicts()):,} verdicts" in TRUST
    assert f"for {len(OF_SCORES)} properties, as counted" in TRUST
    assert f"{len(stored.verdicts()):,} verdicts, by exact lists" in TRUST


def test_how_much_faster_counting_is_stands_in_the_table():
    """The README said 14 to 87 times, and had left out lists of texts."""
    rows = re.findall(r"^\| ([^|]+) \|.* ms \((\d+)×\) \| [^|]* \| [^|]* \|$", measured("counting"), re.MULTILINE)
    lists = sorted(int(ratio) for labels, ratio in rows if "list" in labels)
    arrays = sorted(int(ratio) for labels, ratio in rows if "list" not in labels)
    assert f"Counting labels is {min(lists + arrays)} to {max(lists + arrays)} times faster" in README
    assert f"counting labels is {arrays[0]} to {arrays[-1]} times faster" in TRUST
    assert f"{lists[0]} to {lists[-1]} times from lists of texts" in TRUST


def test_time_and_memory_of_a_file_stand_in_the_table():
    """Both said 95 MB, of an older run."""
    row = re.search(
        r"^\| one Parquet file \| 100,000,000 \|.*\| ([\d.]+)× \| [\d.]+× \| (\d+) MB \|$",
        measured("files"),
        re.MULTILINE,
    )
    ratio, memory = row.groups()
    assert f"10⁸ rows of Parquet take [{memory} MB]" in README
    assert f"10⁸ rows of Parquet take {ratio} times as long as the bare group-by, in {memory} MB" in TRUST


def test_cells_that_do_not_cover_stand_in_the_table():
    """The docs had those of the run before: 60 of 9,452."""
    judged = measured("coverage").split("### The default on the populations for tuning")[0]
    rows = re.findall(r"\| (2 to 5|20) \| ([\d.]+) % \| [^|]* \| (\d+) of (\d+) \| ([\d.]+) % \|", judged)
    few, many = (
        [sum(int(row[k]) for row in rows if row[0] == classes) for k in (2, 3)] for classes in ("2 to 5", "20")
    )
    worst = round(min(float(row[4]) for row in rows))
    assert (
        f"in {few[0]:,} of {few[1]:,} cells, with 20 classes in {many[0]:,} of {many[1]:,}, the worst {worst} %"
        in TRUST
    )
    covers = [float(row[1]) for row in rows]
    for text in (README, TRUST):
        assert f"{min(covers):.0f} to {max(covers):.0f} % of the 95 % intervals" in text
