import steelyard as sy

DOCS = [[3, 0, 0], [0, 1, 2], [2, 1, 3]]  # the example of PyCM's README


def test_pycm_readme():
    assert round(sy.metrics.macro_specificity(DOCS), 5) == 0.77778  # the mean of its TNR .77778 .88889 .66667
