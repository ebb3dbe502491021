// Rates of one class as quotients of its four numbers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FourNumbers, quotientEnds } from "../../../../src/steelyard/show/page/script/quotients.js";

const near = (found, expected, off = 1e-9) => assert.ok(Math.abs(found - expected) <= off, `${found} is not ${expected}`);
const RECALL = { above: [1, 0, 0, 0], below: [1, 1, 0, 0] }, PRECISION = { above: [1, 0, 0, 0], below: [1, 0, 1, 0] };
const F = { above: [1, 0, 0, 0], below: [1, 0.5, 0.5, 0] };
const COUNTS = [3, 1, 2, 0, 5, 4, 7, 0, 8];

test("each class against the rest", () => {
  const four = new FourNumbers(COUNTS, COUNTS, 3);
  assert.deepEqual([...four.of(0).amounts], [3, 3, 7, 17]);
  assert.deepEqual([...four.of(1).amounts], [5, 4, 1, 20]);
  assert.deepEqual([...four.of(2).scales], [1, 1, 1, 1]);
  assert.deepEqual([...new FourNumbers([4, 1, 0, 0], [4, 1, 0, 0], 2).of(0).amounts], [4, 1, 0, 0]);
});

test("at other shares items weigh what makes their class as large", () => {
  const { amounts, scales } = new FourNumbers([8, 2, 10, 80], [8, 2, 10, 80], 2, [0.5, 0.5]).of(0);
  [40, 10, 50 / 9, 400 / 9].forEach((amount, i) => near(amounts[i], amount));
  [5, 5, 5 / 9, 5 / 9].forEach((scale, i) => near(scales[i], scale));
});

test("a share of items has Jeffreys' interval, also of none", () => {
  // Of scipy.stats.beta.ppf([0.025, 0.975], 8.5, 2.5), and of 0 of 2 (0.5, 2.5).
  const of = (quotient, matrix, c) => quotientEnds(quotient, new FourNumbers(matrix, matrix, 2).of(c), 0, 0.95, [0, 1]);
  near(of(RECALL, [8, 2, 10, 80], 0)[0], 0.4972255035600069);
  near(of(RECALL, [0, 2, 0, 8], 0)[1], 0.6668217544012089);
  assert.deepEqual(of(PRECISION, [0, 2, 0, 8], 0), [0, 1]);
});

test("F is a function of a share, which the beta distribution has", () => {
  // Hits against all errors, J = hits / (hits + errors), is Beta(16.5, 18) of 16 hits, 16 misses and 1 false alarm, and F = 2J / (1 + J):
  // scipy.stats.beta.ppf([0.025, 0.975], 16.5, 18) is 0.31620, 0.64271.
  const four = { amounts: [16, 16, 1, 1467], scales: [1, 1, 1, 1] }, [low, high] = quotientEnds(F, four, 32 / 49, 0.95, [0, 1]);
  near(low, (2 * 0.3162) / 1.3162, 0.01);
  near(high, (2 * 0.64271) / 1.64271, 0.01);
});
