"""Random confusion matrices, as skewed and as full of holes as real ones, for all tests."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("steelyard", deadline=None, derandomize=True, max_examples=100)  # the same search every time
settings.load_profile("steelyard")


def pytest_addoption(parser):
    """Let a second run have only the tests that a first one skipped, as `.ci/run` does."""
    parser.addoption("--note-skipped", metavar="FILE", type=Path, help="write the tests that are skipped into a file")
    parser.addoption("--only-noted", metavar="FILE", type=Path, help="run only the tests that stand in such a file")


def pytest_configure(config):
    if config.getoption("--note-skipped"):
        config.pluginmanager.register(_Skipped(config.getoption("--note-skipped")))


class _Skipped:
    """Writes down what is skipped: tests, and files whose import skips them as a whole. Each process does so itself."""

    def __init__(self, path):
        self._path = path

    def pytest_runtest_logreport(self, report):
        self._note(report)

    def pytest_collectreport(self, report):
        self._note(report)

    def _note(self, report):
        if report.skipped:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(report.nodeid) + "\n")


def pytest_collection_modifyitems(config, items):
    noted = config.getoption("--only-noted")
    if noted:
        names = {json.loads(line) for line in noted.read_text(encoding="utf-8").splitlines()}
        items[:] = [item for item in items if item.nodeid in names or item.nodeid.split("::")[0] in names]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give each file to one process, as `--dist loadfile` does, but all that starts Spark to the same one."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return "spark" if "spark" in nodeid.lower() else super()._split_scope(nodeid)

    return Scheduling(config, log)


def pytest_make_parametrize_id(val, argname):
    """Name a test by none of its bytes: packed ones hold the time, and two processes must collect the same names."""
    return argname if isinstance(val, bytes) else None


def _random_counts(rng, C, size, *, scale=30.0):
    """Return `size` matrices of C classes: sizes over orders of magnitude, empty cells, rows and columns."""
    counts = rng.poisson(scale * np.exp(rng.normal(0, 1.5, (size, C, C))))
    counts[:, np.arange(C), np.arange(C)] *= rng.integers(0, 8, (size, C))
    counts *= rng.random((size, C, C)) < rng.random((size, 1, 1)) * 1.2
    counts *= (rng.random((size, C, 1)) > 0.08) & (rng.random((size, 1, C)) > 0.08)
    counts[counts.sum(axis=(1, 2)) == 0, 0, 0] = 1
    return counts


@pytest.fixture
def random_counts():
    """The generator above, as a function of (rng, C, size)."""
    return _random_counts


@pytest.fixture
def rng():
    """A seeded generator, the same in every test."""
    return np.random.default_rng(20261115)


@pytest.fixture(scope="module")
def one_thread():
    """Small fits: threads that wait for one another take longer than the work."""
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1):
        yield


@pytest.fixture
def own_metrics():
    """Let a test register metrics of its own, and forget them afterwards."""
    import steelyard as sy

    before = {name: set(value) if isinstance(value, set) else value for name, value in vars(sy.metrics).items()}
    before["_loaded"] = dict(before["_loaded"])
    yield
    vars(sy.metrics).update(before)
