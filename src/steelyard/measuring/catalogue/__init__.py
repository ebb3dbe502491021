"""One metric per file, named like the metric. The registry lists this folder; nothing else does."""
