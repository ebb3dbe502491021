"""Files on the command line: patterns, folders, slices, a bar on a terminal, Ctrl-C."""

import csv
import io
import json
import os
import select
import signal
import subprocess
import sys
import threading

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

MAIN = "from steelyard.cli import main; main()"
AT_ONCE = "import steelyard.show.progress as progress; progress.PATIENCE = 0.05; "
"""A bar after a moment instead of a second."""
EVALUATE = ["evaluate", "long", "-t", "y", "-p", "p", "-m", "accuracy", "--csv"]


@pytest.fixture
def months(tmp_path):
    """Predictions of three months, in folders."""
    for month, right in (("01", 4), ("02", 3), ("10", 2)):
        folder = tmp_path / "sales" / f"month={month}"
        folder.mkdir(parents=True)
        table = pa.table({"y": ["a"] * 4, "p": ["a"] * right + ["b"] * (4 - right), "q": ["a"] * 4})
        pq.write_table(table, folder / "part-0.parquet")
    return tmp_path


@pytest.fixture
def accuracies(in_process):
    """A function that evaluates files and returns (model, month, accuracy)."""

    def accuracies(*arguments, cwd):
        run = in_process("evaluate", *arguments, "-t", "y", "-m", "accuracy", "--csv", cwd=cwd)
        assert run.returncode == 0, run.stderr
        assert run.stderr == ""
        return [
            (*(row[name] for name in ("model", "month") if name in row), float(row["value"]))
            for row in csv.DictReader(io.StringIO(run.stdout))
        ]

    return accuracies


@pytest.mark.parametrize(
    "where", [["sales"], ["sales/**/*.parquet"], ["sales/month=10", "sales/month=01/part-0.parquet", "sales/month=02"]]
)
def test_files_patterns_and_folders_are_sliced_by_what_folders_tell(months, accuracies, where):
    found = accuracies(*where, "-p", "p", "--by", "month", cwd=months)
    assert found == [("01", 1.0), ("02", 0.75), ("10", 0.5)]
    assert accuracies(*where, "-p", "p", cwd=months) == [(0.75,)]


def test_models_and_several_slices_make_a_table_of_all(months, accuracies, in_process):
    found = accuracies("sales", "-p", "q", "-p", "p", "--by", "month", cwd=months)
    assert found == [
        ("q", "01", 1.0), ("q", "02", 1.0), ("q", "10", 1.0), ("p", "01", 1.0), ("p", "02", 0.75), ("p", "10", 0.5),
    ]  # fmt: skip
    run = in_process("evaluate", "sales", "-t", "y", "-p", "p", "--by", "month", "--by", "q", "--json", cwd=months)
    slices = {(row["month"], row["q"]) for row in json.loads(run.stdout)["metrics"]}
    assert slices == {("01", "a"), ("02", "a"), ("10", "a")}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sales/*.parqet", "-t", "y", "-p", "p"], "no file matches 'sales/*.parqet'"),
        (["nothing", "sales", "-t", "y", "-p", "p"], "there is no file 'nothing'"),
        (["sales", "sales/**/*.parquet", "-t", "y", "-p", "p"], "is meant twice"),
        (["sales"], "--prediction NAME; 'sales/month=01/part-0.parquet' has the columns 'y', 'p', 'q', 'month'."),
        (["sales", "-t", "y", "-p", "p", "--by", "mont"], "has no column 'mont'; its columns are 'y', 'p', 'q', 'mon"),
        (["sales", "-t", "y", "-p", "p", "--by", "month", "--by", "month"], "each column of `by` may be named once"),
        (["--matrix", "m.csv", "--by", "month"], "--matrix holds all counts"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_exit_code_2(months, in_process, arguments, sentence):
    run = in_process("evaluate", *arguments, cwd=months)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.startswith("steelyard: ")
    assert run.stderr.count("\n") == 1
    assert sentence in run.stderr


@pytest.fixture
def long(tmp_path):
    """A function that makes a folder with so many files of two million rows: one file, and links to it."""
    rows = 2_000_000
    codes = pa.array(np.resize(np.array([0, 1], np.int8), rows))
    column = pa.DictionaryArray.from_arrays(codes, ["a", "b"])
    (tmp_path / "long").mkdir()
    first = tmp_path / "long" / "0.parquet"
    pq.write_table(pa.table({"y": column, "p": column}), first, row_group_size=200_000)

    def make(files):
        for number in range(1, files):
            os.link(first, first.with_name(f"{number}.parquet"))
        return tmp_path

    return make


def on_a_terminal(code, cwd):
    """Start an evaluation whose standard error is a terminal; return it, and what reads there."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", code, *EVALUATE], stdout=subprocess.PIPE, stderr=slave, text=True, cwd=cwd
    )
    os.close(slave)

    def read(until=None):
        written = b""
        while until is None or until not in written:
            assert select.select([master], [], [], 60)[0], written
            try:
                more = os.read(master, 65536)
            except OSError:  # closed at the other end
                break
            if not more:
                break
            written += more
        return written.decode(errors="replace")

    return process, read


@pytest.mark.slow
def test_a_bar_is_on_a_terminal_and_not_in_the_output(long):
    process, read = on_a_terminal(AT_ONCE + MAIN, long(100))
    screen = read()
    output = process.stdout.read()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert "Reading" in screen
    assert "of 200 M rows" in screen
    assert screen.endswith("\x1b[2K")  # wiped
    assert output.splitlines()[1].startswith("accuracy,1.0")
    assert "\x1b" not in output


@pytest.mark.slow
def test_a_pipe_sees_no_bar(long):
    command = [sys.executable, "-c", AT_ONCE + MAIN, *EVALUATE]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=long(100))
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.slow
def test_ctrl_c_stops_the_reading_with_exit_code_130(long):
    """The files would take long; read to their end, they would leave with 0."""
    process, read = on_a_terminal(AT_ONCE + MAIN, long(2500))  # half a minute, should this process be held up as long
    read(until=b"rows")
    process.send_signal(signal.SIGINT)
    again = threading.Timer(5, process.send_signal, [signal.SIGINT])  # as people do; Python drops one in a destructor
    again.start()
    screen = read()
    again.cancel()
    process.stdout.close()
    assert process.wait(timeout=60) == 130, screen[-2000:]
    assert "Traceback" not in screen
