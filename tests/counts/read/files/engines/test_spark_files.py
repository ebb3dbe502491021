"""What only Spark does."""

import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from counts.read.engines import spark_session
from steelyard.counts.read.files.count_files import count_files
from steelyard.counts.read.files.engines import spark_files
from steelyard.counts.read.frames.engines import LOGGERS

pytest_plugins = ["counts.read.engines"]
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("spark")]


@pytest.fixture
def session(frame_of):
    """Spark, started once."""
    frame_of("Spark", pa.table({"x": [1]}))
    return spark_session()


def test_texts_of_several_lines_in_the_last_column_are_refused_lest_they_are_an_open_quote(tmp_path, session):
    assert session.version
    (tmp_path / "a.csv").write_text('y,p\na,"b\nc"\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"several lines in the last column .* let DuckDB read it"):
        count_files(tmp_path / "a.csv", "y", "p", engine="spark")
    (tmp_path / "a.csv").write_text('p,y\n"b\nc",a\n', encoding="utf-8")
    assert count_files(tmp_path / "a.csv", "y", "p", engine="spark").labels == ("a", "b\nc")


def test_blank_lines_above_the_header_are_refused(tmp_path, session):
    assert session.version
    (tmp_path / "a.csv").write_text("\ny,p\na,b\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"remove the blank lines above its header"):
        count_files(tmp_path / "a.csv", "y", "p", engine="spark")


def test_other_encodings_are_refused_where_spark_would_replace_characters(tmp_path, session):
    assert session.version
    (tmp_path / "a.csv").write_bytes(b"y,p\n" + b"a,b\n" * 5000 + b"caf\xe9,b\n")
    with pytest.raises(ValueError, match="it is not UTF-8 text"):
        count_files(tmp_path / "a.csv", "y", "p", engine="spark")


def test_the_session_that_is_active_is_used(tmp_path, session, monkeypatch):
    monkeypatch.setattr(spark_files, "_local_session", lambda _: pytest.fail("a session of our own"))
    (tmp_path / "a.csv").write_text("y,p\na,b\n", encoding="utf-8")
    assert count_files(tmp_path / "a.csv", "y", "p", engine="spark").total == 1
    assert session.range(3).count() == 3


def test_without_pyspark_the_sentence_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    (tmp_path / "a.csv").write_text("y,p\na,b\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"needs PySpark and Java: pip install pyspark"):
        count_files(tmp_path / "a.csv", "y", "p", engine="spark")


def test_without_java_the_sentence_says_so(tmp_path):
    pytest.importorskip("pyspark", reason="Spark needs pyspark: pip install --group test")
    (tmp_path / "a.csv").write_text("y,p\na,b\n", encoding="utf-8")
    code = "from steelyard.cli import main; main()"
    arguments = ["evaluate", str(tmp_path / "a.csv"), "-t", "y", "-p", "p", "--engine", "spark"]
    environment = {key: value for key, value in os.environ.items() if key not in {"JAVA_HOME", "PYTHONWARNINGS"}}
    environment |= {"PATH": str(tmp_path), "PYSPARK_PYTHON": sys.executable}
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, env=environment
    )
    assert run.returncode == 2
    assert run.stderr.startswith("steelyard: Spark did not start: ")
    assert run.stderr.endswith("It needs Java 17 or newer.\n")
    assert run.stderr.count("\n") == 1


def test_pyspark_logs_nothing_that_a_sentence_says(tmp_path, session):
    from pyspark.logger import PySparkLogger

    said = []
    loggers = [PySparkLogger.getLogger(name) for name in LOGGERS]
    for logger in loggers:
        logger.addFilter(said.append)
    try:
        pq.write_table(pa.table({"y": ["a"] * 2, "p": ["b"] * 2, "w": [2**62, 2**62]}), tmp_path / "a.parquet")
        with pytest.raises(ValueError, match="must sum to less than 2⁶³"):
            count_files(tmp_path / "a.parquet", "y", "p", weight="w", engine="spark")
        assert said == []
        with pytest.raises(Exception, match="DIVIDE_BY_ZERO"):
            session.sql("SELECT 1 / 0").collect()
        assert len(said) == 1  # what others do is logged as before
    finally:
        for logger in loggers:
            logger.removeFilter(said.append)


def test_a_session_of_our_own_is_quiet(tmp_path, session):
    assert session.version  # Java is there
    (tmp_path / "a.csv").write_text("y,p\na,b\na,a\n", encoding="utf-8")
    code = "from steelyard.cli import main; main()"
    arguments = ["evaluate", str(tmp_path / "a.csv"), "-t", "y", "-p", "p", "-m", "accuracy", "--engine", "spark"]
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments, "--csv"], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert run.stderr == ""
    assert run.stdout.splitlines()[1].startswith("accuracy,0.5")
    assert [path.name for path in Path(tmp_path).iterdir()] == ["a.csv"]  # no warehouse, no logs
