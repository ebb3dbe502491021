"""Record what the bodies of metrics do, once, and replay it elsewhere: on a GPU, in a page, in a loss."""

from steelyard.recording.gradient import Gradient, gradients
from steelyard.recording.numpy_replay import Replayed, replay
from steelyard.recording.program import OPERATIONS, Node, Output, Program, Step
from steelyard.recording.recorder import record

__all__ = ["OPERATIONS", "Gradient", "Node", "Output", "Program", "Replayed", "Step", "gradients", "record", "replay"]
