"""Columns of any container as codes and labels: what each kind of array, Series or list offers to the counting."""
