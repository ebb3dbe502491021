"""Record what the bodies of metrics do, once, and replay it elsewhere: on a GPU, in a page, in a loss."""

from steelyard.measuring.program.adjoint import Gradient, gradients, with_slopes
from steelyard.measuring.program.program import OPERATIONS, Node, NotRecordable, Output, Program, Replayed, Step, replay
from steelyard.measuring.program.recorder import record, record_bounds

__all__ = [
    "OPERATIONS",
    "Gradient",
    "Node",
    "NotRecordable",
    "Output",
    "Program",
    "Replayed",
    "Step",
    "gradients",
    "record",
    "record_bounds",
    "replay",
    "with_slopes",
]
