"""A session says how far the reading is, and leaves standard output alone."""

import json
import subprocess
import sys

import pytest

from steelyard.counts.read.files.engines.duckdb_session import Session, identifier, literal


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
        "from steelyard.counts.read.files.engines.duckdb_session import Session\n"
        "print(Session().rows(\"SELECT current_setting('enable_progress_bar')\"))\n"
        "print(Session(print).rows(\"SELECT current_setting('enable_progress_bar_print')\"))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["[(False,)]", "[(False,)]"]


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
        monkeypatch.setattr("steelyard.counts.read.files.engines.duckdb_session.watched", watched)
        monkeypatch.setattr(session, "_share_of_reading", lambda _: 0.5)
        real, session.connection = session.connection, Connection()
        session.read("SELECT 1", before=0.5, share=0.5, rows=None, size=None)
        session.connection = real
    assert [progress.share for progress in told] == [0.5, 0.7, 0.9, 0.9, 1.0]
