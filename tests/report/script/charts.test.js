import assert from "node:assert/strict";
import test from "node:test";
import { sortedPlaces } from "../../../src/steelyard/report/script/classes.js";
import { rankPlaces, rankSummary } from "../../../src/steelyard/report/script/rank_chart.js";
import { cut, markAt, scaleOf, spread, ticks } from "../../../src/steelyard/report/script/svg.js";
import { inTriangle, nearestClass, reigns } from "../../../src/steelyard/report/script/weight_chart.js";

const METRIC = { sign: 1, rounding: 1e-12 };
const TIED = 1e-12;
const POINTS = [0, 0.25, 0.5, 0.75, 1];
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

/** Reigns as [model, from, to], to nine decimals. */
function reigning(lines, metric = METRIC, points = POINTS) {
  return reigns(points, lines, metric, TIED).map(({ model, from, to }) => [model, Number(from.toFixed(9)), Number(to.toFixed(9))]);
}

test("long texts are cut between characters, not within them", () => {
  assert.equal(cut("short", 5), "short");
  assert.equal(cut("🦄🦄🦄🦄", 3), "🦄🦄…");
});

test("an undefined point has no mark, and models have different ones", () => {
  assert.equal(markAt(0, [NaN, 1]), "");
  assert.equal(new Set([0, 1, 2, 3, 4, 5, 6].map((k) => markAt(k, [1, 2]))).size, 7);
});

test("ticks are round and lie within the range", () => {
  assert.deepEqual(ticks(0, 1), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(0.31, 0.47, 4), [0.35, 0.4, 0.45]);
  assert.deepEqual(ticks(-1, 1, 4), [-1, -0.5, 0, 0.5, 1]);
  assert.deepEqual(ticks(2, 2), [2]);
  for (const [low, high] of [[0, 1e-7], [0.999, 1.001], [-3e5, 8e6]]) {
    const found = ticks(low, high);
    assert.ok(found.length >= 2 && found.length <= 7 && found[0] >= low - 1e-12 && found.at(-1) <= high * (1 + 1e-9));
  }
});

test("a scale spans the finite values; what is undefined or infinite has no place on it", () => {
  const { scale, marks } = scaleOf([[NaN, 2], [Infinity, 4]]);
  assert.deepEqual([scale(2), scale(3), scale(4)], [0, 0.5, 1]);
  assert.ok(Number.isNaN(scale(NaN)) && Number.isNaN(scale(Infinity)));
  assert.deepEqual(marks[0], [0, "2"]);
  near(scaleOf([[0.7, 0.7]]).scale(0.7), 0.5);
  assert.equal(scaleOf([[NaN]]).scale(1), 1);
});

test("texts are spread apart, keep their order, stay before the end; what has no place gets none", () => {
  assert.deepEqual(spread([10, 50], 13, 100), [10, 50]);
  assert.deepEqual(spread([50, 50, NaN, 10], 13, 100), [50, 63, NaN, 10]);
  assert.deepEqual(spread([99, 100], 13, 100), [87, 100]);
});

test("models that share a rank lie close together, those without one under the last", () => {
  const places = rankPlaces([1, 3, 1, NaN, NaN]);
  assert.equal(places[0], 1);
  assert.ok(places[2] > 1 && places[2] < 1.7);
  assert.equal(places[1], 3);
  assert.equal(places[3], 6);
  assert.ok(places[4] > 6 && places[4] < 6.7);
  assert.deepEqual(rankPlaces([2, 1, 3]), [2, 1, 3]);
  const all = rankPlaces(Array(10).fill(1));
  assert.ok(new Set(all).size === 10 && Math.max(...all) < 2);
});

test("the summary counts how often each model is first", () => {
  const text = rankSummary(["a", "b"], [[1, 2, 1, NaN], [2, 1, 1, 1]]);
  assert.match(text, /of 4 metrics.*: b by 3, a by 2\.$/);
});

test("the winner changes where lines cross, also between the points", () => {
  // 0.2 + 0.6 w and 0.5 + 0.1 w cross at 0.6.
  const lines = [POINTS.map((w) => 0.2 + 0.6 * w), POINTS.map((w) => 0.5 + 0.1 * w)];
  assert.deepEqual(reigning(lines), [[1, 0, 0.6], [0, 0.6, 1]]);
  assert.deepEqual(reigning(lines, { sign: -1, rounding: 0 }), [[0, 0, 0.6], [1, 0.6, 1]]);
});

test("a crossing at a point is found there, and a tie at the end changes no winner", () => {
  const [flat, rising] = [POINTS.map(() => 0.5), POINTS.map((w) => w)];
  assert.deepEqual(reigning([flat, rising]), [[0, 0, 0.5], [1, 0.5, 1]]);
  assert.deepEqual(reigning([POINTS.map((w) => 1 - w), POINTS.map((w) => (1 - w) / 2)]), [[0, 0, 1]]);
  // Level at the start: who leads further on reigns from there.
  assert.deepEqual(reigning([POINTS.map(() => 0), rising]), [[1, 0, 1]]);
});

test("rounding alone changes no winner, and an undefined model never leads", () => {
  assert.deepEqual(reigning([[0.5, 0.5, 0.5, 0.5, 0.5], [0.5, 0.5 + 1e-16, 0.5 + 2e-16, 0.5 - 1e-16, 0.5]]), [[0, 0, 1]]);
  assert.deepEqual(reigning([[NaN, NaN, NaN, NaN, NaN], [0, 0, 0, 0, 0]]), [[1, 0, 1]]);
  assert.deepEqual(reigning([[NaN, NaN, NaN, NaN, NaN]]), []);
  const [gone] = reigning([[0.9, 0.9, NaN, NaN, NaN], [0.5, 0.5, 0.5, 0.5, 0.5]]);
  assert.ok(gone[2] > 0.25 && gone[2] <= 0.5);
});

test("reigns agree with the best model by brute force", () => {
  const points = Array.from({ length: 51 }, (_, i) => i / 50);
  for (let seed = 1; seed < 40; seed++) {
    const random = (i) => ((seed * 7919 + i * 104729) % 1009) / 1009;
    const value = (k, w) => random(3 * k) + random(3 * k + 1) * w + random(3 * k + 2) * w * w;
    const found = reigns(points, [0, 1, 2, 3].map((k) => points.map((w) => value(k, w))), METRIC, TIED);
    near(found[0].from, 0);
    near(found.at(-1).to, 1);
    for (const { model, from, to } of found) {
      const middle = (from + to) / 2;
      if (to - from > 0.04) assert.ok([0, 1, 2, 3].every((k) => value(model, middle) >= value(k, middle)), `seed ${seed} at ${middle}`);
    }
  }
});

test("the class whose crossing is nearest to its weight is shown first", () => {
  const along = { 4: [0, 0.9], 7: [0, 0.1, 0.55], 9: [0] };
  const reignsAlong = (c) => along[c].map((from) => ({ from }));
  const weights = { 4: 0.85, 7: 0.4, 9: 0.1 };
  assert.equal(nearestClass([7, 4, 9], weights, reignsAlong), 4);
  assert.equal(nearestClass([7, 4, 9], { ...weights, 7: 0.54 }, reignsAlong), 7);
  assert.equal(nearestClass([9], weights, reignsAlong), 9);
});

test("the corners of the triangle stand for one class alone, its middle for all alike", () => {
  assert.deepEqual([[1, 0, 0], [0, 1, 0], [0, 0, 1]].map(inTriangle), [[100, 0], [0, 173], [200, 173]]);
  const [x, y] = inTriangle([1 / 3, 1 / 3, 1 / 3]);
  near(x, 100);
  near(y, (2 / 3) * 173);
});

test("columns are sorted both ways, undefined values last, names with numbers as numbers", () => {
  assert.deepEqual(sortedPlaces(Float64Array.of(0.5, NaN, 0.9, 0.5), true), [2, 0, 3, 1]);
  assert.deepEqual(sortedPlaces(Float64Array.of(0.5, NaN, 0.9, 0.5), false), [0, 3, 2, 1]);
  assert.deepEqual(sortedPlaces(["class 10", "class 9", "b"], false), [2, 1, 0]);
  assert.deepEqual(sortedPlaces(["class 10", "class 9", "b"], true), [0, 1, 2]);
});
