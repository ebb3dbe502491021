"""Audits: properties that a metric should have, searches for the smallest matrices that refute them, and verdicts."""

from steelyard.audits.audit import Audit, audit
from steelyard.audits.subject import MetricFault
from steelyard.audits.verdict import Verdict
from steelyard.audits.witness import Scene, Witness

__all__ = ["Audit", "MetricFault", "Scene", "Verdict", "Witness", "audit"]
