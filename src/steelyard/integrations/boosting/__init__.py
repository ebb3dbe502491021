"""What XGBoost and LightGBM have in common: classes known by their codes, and predictions of many shapes."""
