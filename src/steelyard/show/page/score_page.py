"""The page of scores: which model's are better, curves, and what a threshold makes of them, in one file.

It is complete before its script runs: the verdict is that of `sy.scores.compare`, and answers are those at the threshold
that importance and class shares fix. What the sliders ask for is computed by the engine of the page of labels.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from steelyard.comparison.compare import MAIN
from steelyard.counts.labels import text as name
from steelyard.scores.comparison import ScoreComparison
from steelyard.scores.curves import curve
from steelyard.scores.evaluation import Question, ScoreEvaluation, evaluated
from steelyard.show import numbers
from steelyard.show.page.charts import panels_of
from steelyard.show.page.curve_figures import KINDS, OF_RANKS, figure
from steelyard.show.page.decided import Decided
from steelyard.show.page.frame import frame
from steelyard.show.page.page import check_place, embedded, filled, ours, script, write_page
from steelyard.show.page.score_tables import class_tables, differences, legend, notes, values, verdict_of
from steelyard.show.page.texts import name_of, text
