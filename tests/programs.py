"""Programs that some tests start, and that a machine may lack: those tests are skipped there, with a reason."""

import os
import shutil


def find_program(name):
    """Return where a program is; None if it is not installed, or STEELYARD_BARE says to do as if it were not."""
    return None if "STEELYARD_BARE" in os.environ else shutil.which(name)
