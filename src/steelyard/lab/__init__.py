"""Metrics under the microscope: audits with counterexamples, bounds, how well they tell matrices apart, the atlas."""
