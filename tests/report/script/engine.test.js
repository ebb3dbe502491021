import assert from "node:assert/strict";
import test from "node:test";
import { Course } from "../../../src/steelyard/report/script/course.js";
import { evenWeights, normalBelow } from "../../../src/steelyard/report/script/chance.js";
import { endsOf, momentsOf } from "../../../src/steelyard/report/script/influence.js";
import { unpack } from "../../../src/steelyard/report/script/packed.js";
import { leadOf, ranksOf } from "../../../src/steelyard/report/script/ranks.js";

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

test("moments are about the mean", () => {
  const { variance, effective } = momentsOf(Float64Array.of(1, 3), Float64Array.of(10, 30)); // mean 2.5
  near(variance, 10 * 2.25 + 30 * 0.25);
  near(effective, 30 ** 2 / (10 * 1.5 ** 4 + 30 * 0.5 ** 4));
  assert.equal(momentsOf(Float64Array.of(2, 2), Float64Array.of(1, 1)).effective, Infinity);
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
