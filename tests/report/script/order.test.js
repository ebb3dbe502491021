import assert from "node:assert/strict";
import test from "node:test";
import { movedTo } from "../../../src/steelyard/report/script/order.js";

test("a class moves to a place, the others close up, and no place is beyond the ends", () => {
  const order = [2, 0, 1, 3];
  assert.deepEqual([movedTo(order, 1, 0), movedTo(order, 2, 2), movedTo(order, 0, 9), movedTo(order, 3, -1), movedTo(order, 0, 1)], [[1, 2, 0, 3], [0, 1, 2, 3], [2, 1, 3, 0], [3, 2, 0, 1], order]);
  assert.deepEqual(order, [2, 0, 1, 3]);
});
