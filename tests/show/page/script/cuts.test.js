// What a threshold, or gains of the classes, make of scores, against a count item by item.

import assert from "node:assert/strict";
import { test } from "node:test";
import { operatingPoint } from "../../../../src/steelyard/show/page/script/curve_marks.js";
import { Cuts } from "../../../../src/steelyard/show/page/script/cuts.js";
import { Gains } from "../../../../src/steelyard/show/page/script/gains.js";

// The class of each item, and the scores of two models for class 1, in steps of a tenth.
const truth = [0, 0, 0, 1, 1, 1, 1, 0], scores = [[1, 4, 6, 4, 9, 2, 7, 1], [3, 4, 1, 6, 9, 9, 1, 2]];
const thresholds = [1, 2, 3, 4, 6, 7, 9];

/** How many items of each class are at each step: the step of a score is how many thresholds it reaches. */
function stepsOf(column, weights = truth.map(() => 1)) {
  const many = thresholds.length + 1, found = Array(2 * many).fill(0);
  column.forEach((score, i) => (found[truth[i] * many + thresholds.filter((threshold) => threshold <= score).length] += weights[i]));
  return found;
}

const lower = scores[0].map((score, i) => Math.min(score, scores[1][i]));
const content = { thresholds, start: 5, place: 1, models: scores.map((column) => stepsOf(column)), pairs: [stepsOf(lower)], squares: null };

function counted(column, threshold, weights = truth.map(() => 1)) {
  const matrix = [0, 0, 0, 0];
  column.forEach((score, i) => (matrix[2 * truth[i] + (score >= threshold ? 1 : 0)] += weights[i]));
  return matrix;
}

test("matrices are those of a count at every threshold, and above all of them", () => {
  const cuts = new Cuts(content);
  for (const threshold of [...thresholds, 5, 9.5]) {
    const { counts, squares } = cuts.at(cuts.indexOf(threshold));
    assert.deepEqual(counts, scores.map((column) => counted(column, threshold)));
    assert.equal(squares, null);
  }
  assert.equal(cuts.start, 4);
  assert.equal(cuts.indexOf(9.5), thresholds.length);
});

test("the positive class may be the first one", () => {
  const cuts = new Cuts({ ...content, place: 0 });
  assert.deepEqual(cuts.at(cuts.indexOf(4)).counts[0], (([a, b, c, d]) => [b, a, d, c])(counted(scores[0], 4)));
});

test("a table of a pair has the items on which both answer alike", () => {
  const cuts = new Cuts(content), answers = (threshold) => scores.map((column) => column.map((score) => +(score >= threshold)));
  for (const threshold of thresholds) {
    const [table] = cuts.at(cuts.indexOf(threshold)).tables, [first, second] = answers(threshold), found = {};
    truth.forEach((c, i) => (found[[c, first[i], second[i]]] = (found[[c, first[i], second[i]]] ?? 0) + 1));
    assert.deepEqual(Object.fromEntries(table.sizes.map((size, e) => [[table.truth[e], table.predictions[0][e], table.predictions[1][e]], size])), found);
    assert.deepEqual(table.models, [0, 1]);
  }
});

test("weights are summed, and so are their squares", () => {
  const weights = [0.5, 1, 2, 0.25, 3, 1, 1, 0.75], squared = weights.map((weight) => weight ** 2);
  const each = (some) => [...scores, lower].map((column) => stepsOf(column, some));
  const cuts = new Cuts({ ...content, models: each(weights).slice(0, 2), pairs: each(weights).slice(2), squares: each(squared) });
  const { counts, squares, tables } = cuts.at(cuts.indexOf(4));
  assert.deepEqual(counts, scores.map((column) => counted(column, 4, weights)));
  assert.deepEqual(squares, scores.map((column) => counted(column, 4, squared)));
  const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
  assert.equal(total(tables[0].amounts), total(weights));
  assert.equal(total(tables[0].squares), total(squared));
});

const encoded = (numbers) => Buffer.from(numbers.buffer).toString("base64");
const columns = [[0.5, 0.3, 0.2], [0.25, 0.5, 0.25], [0.4, 0.4, 0.2], [0.1, 0.2, 0.7]];

test("an answer is the class of the largest gain · probability, the first of equal ones", () => {
  const gains = new Gains({ start: [1, 1, 1], bits: 64, step: 0, truth: encoded(Uint8Array.from([0, 1, 2, 2])), weights: null, models: [encoded(Float64Array.from(columns.flat()))] });
  assert.deepEqual(gains.at([1, 1, 1]), { counts: [[1, 0, 0, 0, 1, 0, 1, 0, 1]], squares: null, tables: [] });
  assert.deepEqual(gains.at([1, 1, 4]).counts, [[0, 0, 1, 0, 0, 1, 0, 0, 2]]);
  assert.deepEqual(gains.at([1, 0, 0]).counts, [[1, 0, 0, 1, 0, 0, 2, 0, 0]]);
});

test("of equal products the larger gain wins, as in Python: a single gain means always that class", () => {
  const probabilities = [[1, 0, 0], [0.5, 0, 0.5], [0.25, 0.5, 0.25]];
  const gains = new Gains({ start: [1, 1, 1], bits: 64, step: 0, truth: encoded(Uint8Array.from([0, 0, 2])), weights: null, models: [encoded(Float64Array.from(probabilities.flat()))] });
  assert.deepEqual(gains.at([0, 1, 0]).counts, [[0, 2, 0, 0, 0, 0, 0, 1, 0]]);
  assert.deepEqual(gains.at([2, 1, 1]).counts, [[2, 0, 0, 0, 0, 0, 1, 0, 0]]);
});

test("of logarithms, gains are sums", () => {
  const step = -Math.log(1e-12) / (2 ** 16 - 1), logs = Uint16Array.from(columns.flat(), (p) => Math.round((Math.log(p) - Math.log(1e-12)) / step));
  const weights = encoded(Float64Array.from([1, 2, 3, 4])), model = encoded(logs);
  const gains = new Gains({ start: [1, 1, 1], bits: 16, step, truth: encoded(Uint8Array.from([0, 1, 2, 2])), weights, models: [model, model] });
  const { counts, squares, tables } = gains.at([1, 1.01, 4]);
  assert.deepEqual(counts[0], [0, 0, 1, 0, 0, 2, 0, 0, 7]);
  assert.deepEqual(squares[1], [0, 0, 1, 0, 0, 4, 0, 0, 25]);
  assert.deepEqual(tables[0].predictions, [[2, 2, 2], [2, 2, 2]]);
  assert.deepEqual(tables[0].sizes, [1, 1, 2]);
  assert.deepEqual(gains.at([1, 0, 0]).counts[0], [1, 0, 0, 2, 0, 0, 7, 0, 0]);
});

test("a threshold fixes the weight for which it is the best", () => {
  // Weights 0.9 and 0.1 at shares of a quarter and three quarters: t = (0.1 / 0.75) / (0.1 / 0.75 + 0.9 / 0.25).
  const threshold = 0.1 / 0.75 / (0.1 / 0.75 + 0.9 / 0.25), point = operatingPoint([60, 15, 5, 20], 1, threshold, 0.25);
  assert.ok(Math.abs(point.weight - 0.9) < 1e-12);
  assert.equal(point.recall, 0.8);
  assert.equal(point.alarms, 0.2);
  assert.ok(Math.abs(point.precision - 20 / 35) < 1e-12);
});
