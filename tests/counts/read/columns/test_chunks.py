from steelyard.counts.read.columns import chunks


def test_chunks_cover_all_items_once(monkeypatch):
    monkeypatch.setattr(chunks, "CHUNK", 4)
    assert list(chunks.chunks(9)) == [(0, 4), (4, 8), (8, 9)]
    assert list(chunks.chunks(8)) == [(0, 4), (4, 8)]
    assert list(chunks.chunks(0)) == []
