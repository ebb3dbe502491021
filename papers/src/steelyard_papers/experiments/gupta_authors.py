"""Where the files are that Gupta et al. published; both of their use cases are weighed by them too."""

from __future__ import annotations

from steelyard_papers.experiments.data_place import Source

AUTHORS = Source(
    folder="wba_authors",
    what="the folder of the paper's authors",
    origin="github.com/2023-07-03/weighted-balanced-accuracy (Evaluator/examples)",
    files=(),
)
