"""How long tests search, that none is skipped unseen, and random confusion matrices as full of holes as real ones."""

import numpy as np
import pytest
from hypothesis import settings

settings.register_profile("steelyard", deadline=None, derandomize=True, max_examples=100)  # the same search every time
settings.register_profile("quick", settings.get_profile("steelyard"), max_examples=20)  # `make test`
settings.load_profile("steelyard")


def pytest_addoption(parser):
    parser.addoption("--forbid-skips", action="store_true", help="a test or a file that is skipped has failed")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    return _without_skip(report, item.config)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    report = yield
    return _without_skip(report, collector.config)


def _without_skip(report, config):
    """Turn a skip into a failure where skips are forbidden, as on the machine that has all that tests need."""
    if report.skipped and config.getoption("--forbid-skips"):
        report.outcome, report.longrepr = "failed", f"skipped, which this run forbids: {report.longrepr[-1]}"
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Leave the experiments, which train and read data, to `make test-all` as a whole."""
    for item in items:
        if "experiment" in item.nodeid.split("::", 1)[0]:
            item.add_marker(pytest.mark.slow)


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
