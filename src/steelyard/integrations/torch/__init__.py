"""PyTorch: metrics on a device, losses that train for a metric or an importance, and a metric for torchmetrics."""
