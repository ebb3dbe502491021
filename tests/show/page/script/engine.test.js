import assert from "node:assert/strict";
import test from "node:test";
import { Course } from "../../../../src/steelyard/show/page/script/course.js";
import { evenWeights, gammas, normalBelow } from "../../../../src/steelyard/show/page/script/chance.js";
import { Items, movesOfPair, summed } from "../../../../src/steelyard/show/page/script/class_moves.js";
import { Combined } from "../../../../src/steelyard/show/page/script/combined.js";
import { endsOf, varianceOf } from "../../../../src/steelyard/show/page/script/influence.js";
import { unpack } from "../../../../src/steelyard/show/page/script/packed.js";
import { leadOf, ranksOf } from "../../../../src/steelyard/show/page/script/ranks.js";

const near = (found, expected, within = 1e-12) => assert.ok(Math.abs(found - expected) <= within * Math.max(1, Math.abs(expected)), `${found} is not ${expected}`);

test("packed numbers come back, however they were written", () => {
  assert.deepEqual([...unpack([1.5, "NaN", "-Infinity", 3])], [1.5, NaN, -Infinity, 3]);
  assert.deepEqual([...unpack({ n: 6, fill: 0, at: [1, 4], values: [7, "Infinity"] })], [7, 0, 0, 0, Infinity, 0]);
  assert.deepEqual([...unpack({ n: 2, fill: "NaN", at: [], values: [] })], [NaN, NaN]);
  assert.deepEqual([...unpack([])], []);
});

test("the larger is ahead, or the smaller where that is better, unless it is rounding", () => {
  const higher = { sign: 1, rounding: 0 }, lower = { sign: -1, rounding: 0 };
  assert.equal(leadOf(0.5, 0.25, higher, 1e-12), 0.25);
  assert.equal(leadOf(0.5, 0.25, lower, 1e-12), -0.25);
  assert.equal(leadOf(0.1 + 0.2, 0.3, higher, 1e-12), 0);
  assert.equal(leadOf(1e-17, -1e-17, { sign: 1, rounding: 2e-12 }, 1e-12), 0);
  assert.ok(leadOf(1e-17, -1e-17, higher, 1e-12) > 0);
  assert.equal(leadOf(Infinity, Infinity, higher, 1e-12), 0);
  assert.equal(leadOf(Infinity, 1, higher, 1e-12), Infinity);
  assert.ok(Number.isNaN(leadOf(NaN, 1, higher, 1e-12)));
});

test("models that tie share the smallest rank, and what is undefined has none", () => {
  const metric = { sign: 1, rounding: 0 };
  assert.deepEqual([...ranksOf(Float64Array.of(0.3, 0.9, 0.1 + 0.2, NaN, 0.1), metric, 1e-12)], [2, 1, 2, NaN, 4]);
  assert.deepEqual([...ranksOf([0.3, 0.9], { sign: -1, rounding: 0 }, 1e-12)], [1, 2]);
  assert.deepEqual([...ranksOf([NaN, NaN], metric, 1e-12)], [NaN, NaN]);
});

test("the normal distribution has its known values", () => {
  near(normalBelow(0), 0.5, 0);
  near(normalBelow(1.959963984540054), 0.975);
  near(normalBelow(4) + normalBelow(-4), 1);
  assert.equal(normalBelow(Infinity), 1);
  assert.equal(normalBelow(-Infinity), 0);
  assert.ok(Number.isNaN(normalBelow(NaN)));
});

test("weights are drawn evenly, and the same for the same seed", () => {
  const drawn = [...evenWeights(3, 20000)];
  assert.deepEqual(drawn[7], [...evenWeights(3, 8)][7]);
  drawn.slice(0, 50).forEach((weights) => near(weights.reduce((a, b) => a + b), 1));
  // The first of three even weights is above x with the chance (1 − x)².
  near(drawn.filter(([first]) => first > 0.5).length / drawn.length, 0.25, 0.01);
  near(drawn.filter(([, , last]) => last > 0.9).length / drawn.length, 0.01, 0.003);
});

test("the ends of an interval stay within bounds, unless the value is beyond them", () => {
  assert.deepEqual(endsOf(0.9, 0.2, [0, 1], 1e-9), [0.7, 1]);
  assert.deepEqual(endsOf(1 + 1e-12, 0, [0, 1], 1e-9), [1 + 1e-12, 1 + 1e-12]);
  assert.deepEqual(endsOf(2, 0.5, [0, 1], 1e-9), [1.5, 2.5]);
  assert.deepEqual(endsOf(0.5, Infinity, [0, 1], 1e-9), [NaN, NaN]);
  assert.deepEqual(endsOf(NaN, 0.1, [0, 1]), [NaN, NaN]);
});

test("the variance over groups is about the mean", () => {
  near(varianceOf(Float64Array.of(1, 3), Float64Array.of(10, 30)), 10 * 2.25 + 30 * 0.25); // mean 2.5
});

test("gamma variables have the mean and the variance of their shape", () => {
  const drawn = [...gammas(Float64Array.of(0.25, 1, 6, 0), 40000)];
  for (const [place, shape] of [0.25, 1, 6].entries()) {
    const mean = drawn.reduce((sum, each) => sum + each[place] / drawn.length, 0);
    near(mean, shape, 0.03);
    near(drawn.reduce((sum, each) => sum + (each[place] - mean) ** 2 / drawn.length, 0), shape, 0.06);
  }
  assert.ok(drawn.every((each) => each[3] === 0 && each[0] >= 0));
});

const RULES = { skewest: 4, farthest: 7.034483825301, wide: 1.959963984540054, decides: 0.5 };
const combinedOf = (estimate, mean, spread, skewness, bounds = [-1, 1], bias) => new Combined(estimate, { mean: Float64Array.from(mean), spread: Float64Array.from(spread), skewness: Float64Array.from(skewness) }, RULES, bounds, bias);

test("errors without skew add up by their squares, and the number stays inside its interval and its bounds", () => {
  const normal = combinedOf(0.2, [0, 0], [0.03, 0.04], [0, 0]), [low, high] = normal.ends(2);
  near(low, 0.1);
  near(high, 0.3);
  near(normal.below(0), normalBelow(-4), 1e-9); // 0.2 / 0.05
  near(normal.below(0.3), normalBelow(2), 1e-9);
  assert.equal(normal.below(0.2), 0.5);
  assert.deepEqual(combinedOf(0.9, [0.5], [0], [0]).ends(2), [0.9, 1]);
  near(combinedOf(0.2, [0], [0.05], [0], [-1, 1], [0.01, 0.02]).ends(2)[0], 0.2 - 0.1 - 0.02);
});

test("skewed errors have the quantiles of a gamma variable", () => {
  // 5 and 95 % of χ² with 10 degrees, any table; mean 10, variance 20, skewness √(8 / 10).
  const chi = combinedOf(10, [0], [Math.sqrt(20)], [Math.sqrt(0.8)], [-Infinity, Infinity]);
  near(chi.low(1.6448536269514722), 3.94, 0.005);
  near(chi.high(1.6448536269514722), 18.307, 0.005);
});

test("a class limits a number if the others would tell it from 0", () => {
  assert.equal(combinedOf(0.1, [0, 0], [0.01, 0.2], [0, 0]).limiting(2), 1);
  assert.equal(combinedOf(-0.1, [0, 0], [0.2, 0.01], [0, 0]).limiting(2), 0);
  assert.equal(combinedOf(0.1, [0, 0], [0.06, 0.2], [0, 0]).limiting(2), -1); // it takes both
  assert.equal(combinedOf(0.1, [0, 0, 0], [0.1, 0.1, 0.1], [0, 0, 0]).limiting(2), -1); // none carries most
  assert.equal(combinedOf(0, [0, 0], [0, 0], [0, 0]).limiting(2), -1);
});

test("each class has half an item of hits and half of errors beforehand, unless it has no items", () => {
  const items = new Items(Float64Array.of(3, 1, 0, 0, 0, 0, 0, 2, 2), Float64Array.of(3, 1, 0, 0, 0, 0, 0, 2, 2), 3, 0.5);
  assert.deepEqual([...items.mean(1)], [3.5, 1.25, 0.25, 0, 0, 0, 0.25, 2.25, 2.5]);
  const [{ mean, spread, skewness }, anew] = items.moves(Float64Array.of(1, -1, -1, 9, 9, 9, 0, 0, 2));
  assert.deepEqual([...mean], [0.5 - 0.5, 0, 1]);
  near(spread[0], Math.sqrt(5));
  near(skewness[0], (2 * (3.5 - 1.5)) / 5 ** 1.5);
  assert.deepEqual([spread[1], skewness[1]], [0, 0]);
  near(spread[2], Math.sqrt(4 * 2.5));
  near(anew.spread[0], Math.sqrt(3 + 1 + 4 * 2)); // the items alone, all classes together
  near(anew.mean[0], 0);
});

test("nobody is taken for a class that has no items and that nobody named", () => {
  const items = new Items(Float64Array.of(3, 1, 0, 2, 4, 0, 0, 0, 0), Float64Array.of(3, 1, 0, 2, 4, 0, 0, 0, 0), 3, 0.5);
  assert.deepEqual([...items.mean(1)], [3.5, 1.5, 0, 2.5, 4.5, 0, 0, 0, 0]);
});

test("all classes together are as one", () => {
  const { mean, spread, skewness } = summed({ mean: Float64Array.of(1, -2), spread: Float64Array.of(3, 4), skewness: Float64Array.of(0.5, -1) });
  assert.deepEqual([mean[0], spread[0]], [-1, 5]);
  near(skewness[0], (0.5 * 27 - 64) / 125);
});

test("items with weights vary as so many items that weigh as much", () => {
  const once = new Items(Float64Array.of(3, 1, 0, 2), Float64Array.of(3, 1, 0, 2), 2, 0.5).moves(Float64Array.of(1, -1, 0, 2));
  const heavy = new Items(Float64Array.of(30, 10, 0, 20), Float64Array.of(300, 100, 0, 200), 2, 0.5).moves(Float64Array.of(0.1, -0.1, 0, 0.2));
  for (const name of ["mean", "spread", "skewness"])
    for (const part of [0, 1]) once[part][name].forEach((number, c) => near(heavy[part][name][c], number));
});

test("two models on the same items: each of the four outcomes has half an item beforehand", () => {
  const table = { models: [4, 7], truth: Int32Array.of(0, 0), predictions: [Int32Array.of(0, 1), Int32Array.of(0, 0)], amounts: Float64Array.of(5, 2), squares: Float64Array.of(5, 2) };
  const accuracy = Float64Array.of(1, 0, 0, 1); // of hits
  const { mean, spread, skewness } = movesOfPair(table, [4, 7], [accuracy, accuracy], 2, { unseen: 0.5, no_move: 1e-9 });
  // −1 for the two items that only the second has right, and half an item of each kind.
  assert.deepEqual([...mean], [0, 0]);
  near(spread[0], Math.sqrt(2.5 + 0.5));
  near(skewness[0], (2 * (0.5 - 2.5)) / 3 ** 1.5);
  assert.equal(spread[1], 0);
});

/** Σ relevance · row sum, which moves with the weights, and the sum of the diagonal, which does not. */
const LOOPS = {
  nodes: [
    ["input", 0, "m", 4],
    ["input", 1, "relevance", 2],
    ["sum", 0, 2, 2, [0, 0, 2, 1], [2, 1, 0]],
    ["multiply", 1, 1, 2, [1, 0, 0, 1], [2, 0, 0, 1]],
    ["sum", 1, 1, 2, [3, 0, 0, 1], [1, 0, 0]],
    ["sum", 0, 1, 2, [0, 0, 0, 3], [1, 0, 0]],
  ],
  outputs: [
    { metric: "moving", kind: "average", phase: 1, value: [4, 0, 0], slopes: [], diagonal: [] },
    { metric: "resting", kind: "whole", phase: 0, value: [5, 0, 0], slopes: [], diagonal: [] },
  ],
};

test("only what depends on what was moved is computed again, and each matrix keeps its own numbers", () => {
  const course = new Course(LOOPS, [[3, 1, 2, 5], [1, 0, 0, 1]]), ran = [], { replay } = course;
  const run = replay.run.bind(replay);
  replay.run = (places) => {
    ran.push(...places);
    run(places);
  };
  const values = (k, weights, shares = null) => {
    ran.length = 0;
    course.set({ weights: Float64Array.from(weights), shares });
    return course.outputs.map((output) => course.value(k, output));
  };
  assert.deepEqual(values(0, [0.25, 1]), [8, 8]);
  assert.deepEqual(ran, [2, 5, 3, 4]);
  assert.deepEqual(values(0, [0.25, 1]), [8, 8]);
  assert.deepEqual(ran, []);
  assert.deepEqual(values(0, [1, 0]), [4, 8]);
  assert.deepEqual(ran, [3, 4]);
  assert.deepEqual(values(1, [1, 0]), [1, 2]);
  assert.deepEqual(values(0, [1, 1]), [11, 8]);
  assert.deepEqual(ran, [3, 4]);
  assert.deepEqual(values(1, [1, 1]), [2, 2]);
  assert.deepEqual(values(1, [3, 3]), [2, 2]); // the largest relevance is 1, as in Python
  values(1, [3, 3], Float64Array.of(0.5, 0.5));
  assert.deepEqual(ran, [2, 5, 3, 4]);
});
