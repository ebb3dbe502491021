"""Record what the bodies of metrics do, once, and replay it elsewhere: on a GPU, in a page, in a loss."""

from steelyard.measuring.program.adjoint import with_slopes
from steelyard.measuring.program.gradient import Gradient, gradients
from steelyard.measuring.program.numpy_replay import Replayed, replay
from steelyard.measuring.program.program import OPERATIONS, Node, Output, Program, Step
from steelyard.measuring.program.recorder import record, record_bounds
from steelyard.measuring.program.tape import NotRecordable

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
