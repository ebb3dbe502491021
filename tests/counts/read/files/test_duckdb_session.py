"""A connection to DuckDB that reads files."""

import json
import subprocess
import sys

import pytest

from steelyard.counts.read.files.duckdb_session import Session, identifier, literal, reason
from steelyard.counts.read.frames.columns import LONGEST


def step(name, rows=None, *children):
    return {
        "name": name,
        "extra_info": {} if rows is None else {"Estimated Cardinality": str(rows)},
        "children": children,
    }


# Plans of DuckDB 2.0, and the last percentage that it told before a query was done.
ONE = step("HASH_GROUP_BY", 300, step("PROJECTION", 300, step("READ_PARQUET", 300)))
SCAN = step("PROJECTION", 150, step("CTE_SCAN", 150))
AGAIN = step("HASH_GROUP_BY", 75, SCAN)
SETS = step("CTE", 300, step("HASH_GROUP_BY", 150, step("READ_PARQUET", 300)), step("UNION", None, SCAN, AGAIN, AGAIN))


@pytest.mark.parametrize(("plan", "observed"), [(ONE, 49.9), (SETS, 28.5)])
def test_reading_is_done_when_duckdb_says_so(monkeypatch, plan, observed):
    with Session() as session:
        monkeypatch.setattr(session, "rows", lambda _: [("physical_plan", json.dumps([plan]))])
        assert 100 * session._share_of_reading("") == pytest.approx(observed, abs=0.2)  # noqa: SLF001


def test_the_plan_of_a_real_query_is_understood(tmp_path):
    (tmp_path / "a.csv").write_text("y,p\n" + "a,b\n" * 1000, encoding="utf-8")
    with Session() as session:
        query = f"CREATE TABLE t AS SELECT y, p, count(*) FROM read_csv('{tmp_path}/a.csv') GROUP BY y, p"  # noqa: S608
        assert 0.3 < session._share_of_reading(query) < 0.7  # noqa: SLF001
        assert session._share_of_reading("SELECT 1") == 1.0  # noqa: SLF001 - nothing is read


def test_a_prompt_sees_no_bar_of_duckdb():
    """Without a script, DuckDB takes Python for a prompt, and prints its bar to standard output after two seconds."""
    code = (
        "from steelyard.counts.read.files.duckdb_session import Session\n"
        "print(Session().rows(\"SELECT current_setting('enable_progress_bar')\"))\n"
        "print(Session(print).rows(\"SELECT current_setting('enable_progress_bar_print')\"))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["[(False,)]", "[(False,)]"]


def test_files_are_read_in_jupyter_without_ipywidgets():
    """There DuckDB has no bar of its own, and refuses every setting of it: no file could be read."""
    code = (
        "import sys, types\n"
        "sys.modules['ipywidgets'] = None\n"
        "shell = types.SimpleNamespace(config={'IPKernelApp': {}})\n"
        "sys.modules['IPython'] = types.SimpleNamespace(get_ipython=lambda: shell)\n"
        "from steelyard.counts.read.files.duckdb_session import Session\n"
        "print(Session(print).rows('SELECT 1'))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["[(1,)]"]


def test_names_and_texts_are_quoted():
    assert literal("o'hara") == "'o''hara'"
    assert identifier('a"b') == '"a""b"'


def test_progress_never_goes_back(monkeypatch):
    told = []

    class Connection:
        """Says −1 before a query has started and again when it has ended, as DuckDB does."""

        percents = iter([-1.0, 20.0, 40.0, -1.0])
        fetchall = None

        def query_progress(self):
            return next(self.percents)

    def watched(work, connection, look=None):
        del work, connection
        if look is not None:
            for _ in range(4):
                look()
        return []

    with Session(told.append) as session:
        monkeypatch.setattr("steelyard.counts.read.files.duckdb_session.watched", watched)
        monkeypatch.setattr(session, "_share_of_reading", lambda _: 0.5)
        real, session.connection = session.connection, Connection()
        session.read("SELECT 1", before=0.5, share=0.5, rows=None, size=None)
        session.connection = real
    assert [progress.share for progress in told] == [0.5, 0.7, 0.9, 0.9, 1.0]


SAID = [
    ("Invalid Input Error: No magic bytes found at end of file '/tmp/a.parquet'", "it is not a Parquet file, or it is"),
    ("Invalid Input Error: File '/tmp/a.parquet' too small to be a Parquet file", "it is not a Parquet file, or it is"),
    ("IO Error: Unexpected end of GZIP stream: /tmp/a.csv.gz", "it is cut off, or is not compressed in the way its"),
    (
        "Invalid Input Error: CSV Error on Line: 3\nOriginal Line: c\nExpected Number of Columns: 2 Found: 1\nPossible",
        "line 3 has 1 cells, but its header 2.",
    ),
    (
        'Invalid Input Error: CSV Error on Line: 3\nOriginal Line: c,"d\ne\n\nValue with unterminated quote found.\n\n',
        "a quote in line 3 is never closed, or text stands beside it.",
    ),
    (
        "Invalid Input Error: CSV Error on Line: 2\nOriginal Line: ?\nInvalid unicode. This file is not utf-8 encoded.",
        "it is not UTF-8 text.",
    ),
    (
        'Invalid Input Error: Malformed JSON in file "/tmp/b.ndjson", at byte 10 in line 3: unexpected end of data. ',
        "near line 3 it is not JSON (unexpected end of data).",
    ),
    (
        'Invalid Input Error: JSON transform error in file "d", in line 1: Object has duplicate key "y"\nTry setting',
        'it has an object with the key "y" twice.',
    ),
    (
        "An error occurred while trying to automatically install the required extension 'httpfs:\nFailed to download",
        "DuckDB could not fetch its extension httpfs, which opens such addresses.",
    ),
    ('IO Error: Cannot open file "/tmp/a": Permission denied', "you have no permission to read it."),
    ('IO Error: No files found that match the pattern "/tmp/a"\n\nLINE 1: SELECT', "it is not there."),
    (
        f"Error: CSV Error on Line: 2\nOriginal Line: {'a' * 10_000}\nMaximum line size of 2000000 bytes exceeded.\n\n",
        "line 2 has more than 2000000 bytes.",
    ),
    ("Some Error: what nobody has seen yet\nand more\nand more", "what nobody has seen yet, and more."),
]


@pytest.mark.parametrize(("problem", "sentence"), SAID)
def test_what_duckdb_says_becomes_a_sentence(problem, sentence):
    assert reason(problem).startswith(sentence)
    assert reason(problem).endswith(".")
    assert "\n" not in reason(problem)


def test_what_holds_the_data_is_cut_off():
    assert reason(f"Some Error: {'a' * 10_000}") == "a" * LONGEST + "…"
