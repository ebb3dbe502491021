"""What a metric is, and how it is applied to counts; the catalogue has one metric per file."""
