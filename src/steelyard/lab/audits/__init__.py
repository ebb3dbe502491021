"""Audits: properties that a metric should have, searches for the smallest matrices that refute them, and verdicts."""

from steelyard.lab.audits.audit import Audit, audit
from steelyard.lab.audits.subject import MetricFault
from steelyard.lab.audits.verdict import Scene, Verdict, Witness

__all__ = ["Audit", "MetricFault", "Scene", "Verdict", "Witness", "audit"]
