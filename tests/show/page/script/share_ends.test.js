// The interval of a rate of one class that is a share of items.

import assert from "node:assert/strict";
import { test } from "node:test";
import { rateEnds, shareEnds } from "../../../../src/steelyard/show/page/script/share_ends.js";

const matrix = [7, 3, 5, 85], near = (found, expected) => found.forEach((number, i) => assert.ok(Math.abs(number - expected[i]) < 1e-9, `${found} are not ${expected}`));

test("weights that are all the same tell as much as none", () => {
  const heavy = matrix.map((count) => 3 * count), squares = matrix.map((count) => 9 * count);
  for (const name of ["recall", "precision", "specificity"]) near(shareEnds(name, heavy, squares, 2, 0, 0.95), shareEnds(name, matrix, matrix, 2, 0, 0.95));
});

test("uneven weights tell less", () => {
  const [low, high] = shareEnds("recall", matrix, matrix, 2, 0, 0.95), [lower, higher] = shareEnds("recall", matrix, matrix.map((count) => 2 * count), 2, 0, 0.95);
  assert.ok(lower < low && higher > high);
});

test("without items, a share may be anything; the table of classes leaves it open", () => {
  assert.deepEqual(shareEnds("precision", [0, 10, 0, 90], [0, 10, 0, 90], 2, 0, 0.95), [0, 1]);
  assert.ok(Number.isNaN(rateEnds("precision", [0, 10, 0, 90], 2, 0.95).low[0]));
});
