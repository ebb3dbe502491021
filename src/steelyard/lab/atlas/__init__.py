"""The atlas: the verdicts of all metrics on all properties for 2, 3 and 5 classes, made once and stored as a table."""

from steelyard.lab.atlas.stored import CLASSES, nearest_classes, verdict, verdicts

__all__ = ["CLASSES", "nearest_classes", "verdict", "verdicts"]
