"""Work in another thread: its result, its errors, and Ctrl-C."""

import threading
import time

import pytest

from steelyard.counts.read.files.duckdb_session import watched


class Connection:
    """Work goes on until it is interrupted."""

    def __init__(self):
        self.interrupted = threading.Event()

    def interrupt(self):
        self.interrupted.set()

    def wait(self):
        assert self.interrupted.wait(timeout=30)
        raise RuntimeError("interrupted")


def test_the_result_comes_back_and_looks_are_taken_meanwhile():
    looks = []
    assert watched(lambda: time.sleep(0.2) or 7, Connection(), lambda: looks.append(1)) == 7
    assert looks


def test_an_error_of_the_work_is_raised_where_one_waits():
    with pytest.raises(KeyError, match="gone"):
        watched(lambda: {}["gone"], Connection())


@pytest.mark.parametrize("problem", [KeyboardInterrupt, ValueError])
def test_what_happens_while_waiting_interrupts_the_work(problem):
    connection = Connection()

    def look():
        raise problem

    before = threading.active_count()
    with pytest.raises(problem):
        watched(connection.wait, connection, look)
    assert connection.interrupted.is_set()
    assert threading.active_count() == before


def test_an_interrupt_that_is_lost_is_repeated():
    """DuckDB forgets one that comes before its query has begun: with thousands of files Ctrl-C did nothing."""

    class Deaf(Connection):
        def __init__(self):
            super().__init__()
            self.calls = 0

        def interrupt(self):
            self.calls += 1
            if self.calls > 2:
                super().interrupt()

    connection = Deaf()

    def look():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        watched(connection.wait, connection, look)
    assert connection.calls == 3
