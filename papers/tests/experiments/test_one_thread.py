"""PyTorch on one core, and then on as many as before."""

import pytest

from steelyard_papers.experiments.one_thread import one_thread

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def test_one_thread_gives_the_users_threads_back():
    before = torch.get_num_threads()
    with one_thread():
        assert torch.get_num_threads() == 1
    assert torch.get_num_threads() == before
