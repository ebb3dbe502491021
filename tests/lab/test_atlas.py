"""The stored atlas: complete, true to what audits find now, and every witness checked anew by a second opinion."""

import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction

import pytest

import steelyard as sy
from second_opinion import Counts, value_of
from steelyard.lab import atlas
from steelyard.lab import atlas as stored
from steelyard.lab.atlas import make, write
from steelyard.lab.audits.properties import PROPERTIES

METRICS = [metric.id for metric in sy.metrics.values() if metric.builtin]


def test_it_holds_every_metric_property_and_number_of_classes():
    keys = {(m, examined.id, C) for m in METRICS for examined in PROPERTIES for C in (2, 3, 5)}
    assert set(atlas.verdicts()) == keys
    assert all(verdict.witness for verdict in atlas.verdicts().values() if verdict.status in ("refuted", "shown"))
    assert all(verdict.evidence for verdict in atlas.verdicts().values())


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_audits_find_what_is_stored(metric):
    """For 2 and 3 classes; `steelyard atlas --make` makes all of it."""
    for name, verdict in make_one(metric, (2, 3)):
        assert verdict.to_dict() == atlas.verdict(name, verdict.property, verdict.classes).to_dict()


def make_one(metric, classes):
    return [(metric, verdict) for verdict in sy.audit(metric, classes=classes).verdicts]


@pytest.mark.parametrize("metric", METRICS)
def test_every_value_of_a_witness_is_that_of_the_second_opinion(metric):
    """Exact rationals (or 60 digits, where there are roots and logarithms), by other code."""
    for (name, _, _), verdict in atlas.verdicts().items():
        for witness in (verdict.witness, verdict.illustration) if name == metric else ():
            for scene in witness.scenes if witness else ():
                assert matches(scene, second_value(metric, scene)), scene


def second_value(metric, scene):
    """Return the value by the second opinion; of a rate, that of the first class, or of what it is exchanged with."""
    kind, m = sy.metrics[metric].kind, [list(row) for row in scene.matrix]
    weights = list(scene.weights or [Fraction(1)] * len(m))
    if kind == "rate":
        image = re.search(r"classes 1 and (\d+) exchange their names", scene.caption)
        return value_of(metric, Counts(m), int(image[1]) - 1 if image else 0)
    if kind == "whole":
        return value_of(metric, Counts(m))
    return value_of(metric, Counts(m), weights)


def matches(scene, expected):
    if expected is None or scene.value is None:
        return expected is None and scene.value is None
    if scene.exact is not None and isinstance(expected, Fraction):
        return Fraction(scene.exact) == expected
    return abs(scene.value - float(expected)) < 1e-12


def test_a_made_table_is_read_back(tmp_path, monkeypatch):
    found = make(["f", "g_mean"], classes=(2,), processes=1)
    write(tmp_path / "atlas.csv", found)
    monkeypatch.setattr("steelyard.lab.atlas.files", lambda _: tmp_path)
    _forget()
    try:
        assert [verdict.to_dict() for verdict in atlas.verdicts().values()] == [one.to_dict() for _, one in found]
        assert stored.holds("g_mean", "condition_1", 2) is atlas.verdict("g_mean", "condition_1", 2).holds is True
    finally:
        monkeypatch.undo()
        _forget()


def _forget():
    for read in (stored._rows, stored._verdict, stored.verdicts):  # noqa: SLF001 - what is read is kept
        read.cache_clear()


def test_aliases_of_metrics_and_properties_are_known():
    assert atlas.verdict("f1", "i8", 2) is atlas.verdict("f", "condition_1", 2)


def test_what_is_not_in_the_atlas_is_refused():
    with pytest.raises(ValueError, match="the atlas has no metric 'my_own'"):
        atlas.verdict("my_own", "condition_1", 2)
    with pytest.raises(ValueError, match="there is no property 'condition_9'"):
        atlas.verdict("f", "condition_9", 2)


def test_numbers_of_classes_between_have_the_next_smaller_one():
    assert atlas.verdict("one_point_auroc_ova", "condition_1", 4) is atlas.verdict(
        "one_point_auroc_ova", "condition_1", 3
    )
    assert atlas.verdict("one_point_auroc_ova", "condition_1", 100) is atlas.verdict(
        "one_point_auroc_ova", "condition_1", 5
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there are no groups of processes")
def test_workers_end_with_the_process_that_asked():
    code = "from steelyard.lab.atlas import make; make(progress=lambda *_: print('one', flush=True), processes=2)"
    asking = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True)
    with asking:
        asking.stdout.readline()
        asking.kill()
    for _ in range(100):
        try:
            os.killpg(asking.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    os.killpg(asking.pid, signal.SIGKILL)
    pytest.fail("workers live on")
