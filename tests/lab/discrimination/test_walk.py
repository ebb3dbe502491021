"""The pass over the chunks: in order, and never far ahead."""

import threading
from importlib import import_module

import pytest

walk = import_module("steelyard.lab.discrimination.discriminate")  # the function has the name of its module


@pytest.mark.parametrize("threads", [1, 3])
def test_chunks_come_in_order_and_only_a_few_are_under_way(monkeypatch, threads):
    monkeypatch.setattr(walk.os, "cpu_count", lambda: threads)
    started, lock = [], threading.Lock()

    def work(item):
        with lock:
            started.append(item)
        return item * item

    for taken, (item, found) in enumerate(walk._in_order(work, range(100)), 1):  # noqa: SLF001
        assert (item, found) == (taken - 1, (taken - 1) ** 2)
        assert len(started) <= taken + threads + 1
