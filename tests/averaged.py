"""The average of one rate, as `sy.measure` gives it."""

import steelyard as sy


def averaged(rate, data, **options):
    (value,) = sy.measure(data, rate, average=True, **options).values()
    return value
