"""All metrics there are, those of the whole matrix also as they follow the importance."""

import steelyard as sy

WHOLE_AT_IMPORTANCE = [metric.at_importance() for metric in sy.metrics.values() if metric.kind == "whole"]
EVERY = [*sy.metrics.values(), *WHOLE_AT_IMPORTANCE]


def weighed(metric):
    """Return the metric that an importance has a part in; a rate as it is."""
    return metric.at_importance() if metric.kind == "whole" else metric


def under(name, importance):
    """Return the name of a metric as it is asked for under an importance; as it is if that is None."""
    return name if importance is None else weighed(sy.metrics[name]).name
