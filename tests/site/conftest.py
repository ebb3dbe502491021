"""What all tests of the site's hooks begin with."""

import pytest

from site_hooks import loader


@pytest.fixture
def hook(monkeypatch):
    """Load a module of docs/hooks by its name."""
    return loader(monkeypatch)
