"""How many random examples a test tries: a multiple of what the profile says, which `make test` has lower."""

from hypothesis import settings


def examples(times):
    """Return the setting of a search that is `times` as long as others."""
    return settings(max_examples=round(times * settings().max_examples))
