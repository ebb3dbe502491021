from hypothesis import given
from hypothesis import strategies as st

from steelyard.counts.read.label import arranged
from steelyard.stream.batch import MOST_ORDERS, with_orders

ORDERS = st.lists(st.lists(st.sampled_from("dacb"), min_size=1, max_size=4, unique=True).map(tuple), max_size=6)


@given(ORDERS, st.integers(0, 6))
def test_the_orders_kept_decide_as_all_of_them_do(orders, cut):
    kept = with_orders(with_orders((), orders[:cut]), orders[cut:])
    labels = dict.fromkeys(label for order in orders for label in order)
    assert arranged(labels, kept) == arranged(labels, orders)


def test_ever_new_orders_do_not_fill_the_memory():
    orders = [(number, number + 1) for number in range(100)]
    assert len(with_orders((), orders)) == MOST_ORDERS
