"""Record what the bodies of metrics do, once, and replay it elsewhere: on a GPU, in a page, in a loss."""

from steelyard.recording.adjoint import with_slopes
from steelyard.recording.gradient import Gradient, gradients
from steelyard.recording.numpy_replay import Replayed, replay
from steelyard.recording.program import OPERATIONS, Node, Output, Program, Step
from steelyard.recording.recorder import record, record_bounds
from steelyard.recording.tape import NotRecordable

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
