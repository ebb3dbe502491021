import assert from "node:assert/strict";
import test from "node:test";
import { fitted, pathOf, scaleOf } from "../../../../src/steelyard/show/page/script/svg.js";
import { leaders } from "../../../../src/steelyard/show/page/script/weight_chart.js";

const METRIC = { sign: 1, rounding: 1e-12 };
const TIED = 1e-12;
const POINTS = [0, 0.25, 0.5, 0.75, 1];
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

/** Who leads, as [model, point]; of models that are level to the end, the first. */
function leading(lines, metric = METRIC) {
  return leaders(lines, metric, TIED).map(({ models: [model], point }) => [model, point]);
}

test("texts have the room that there is, and are cut between characters, not within them", () => {
  const letters = (text) => [...text].length, wide = (text) => 2 * letters(text), cut = (text, room, widthOf = letters) => fitted(text, room, widthOf);
  assert.equal(cut("x".repeat(20), 20), "x".repeat(20));
  assert.equal(cut("x".repeat(21), 20), `${"x".repeat(19)}…`);
  assert.equal(cut("🦄".repeat(20), 20), "🦄".repeat(20));
  assert.equal(cut("🦄".repeat(21), 20), `${"🦄".repeat(19)}…`);
  assert.equal(cut("a\nb".repeat(200), 20).length, 20);
  assert.equal(cut("x".repeat(21), 20, wide), `${"x".repeat(9)}…`);
  assert.equal(cut("xyz", 0), "…");
});

test("a path is interrupted where a point is undefined or infinite", () => {
  assert.equal(pathOf([[1, 2], [3, 4]]), "M1 2L3 4");
  assert.equal(pathOf([[NaN, 0], [1, 2], [3, NaN], [], [5, 6], [7, 8], [Infinity, 1]]), "M1 2M5 6L7 8");
  assert.equal(pathOf([[NaN, NaN]]), "");
});

test("a scale spans the finite values and ends at round ticks; what is undefined or infinite has no place on it", () => {
  const { scale, ticks } = scaleOf([NaN, 2, Infinity, 4]);
  assert.deepEqual([scale(2), scale(3), scale(4)], [0, 0.5, 1]);
  assert.ok(!Number.isFinite(scale(NaN)) && !Number.isFinite(scale(Infinity)));
  assert.deepEqual(ticks, [[0, "2.0"], [0.25, "2.5"], [0.5, "3.0"], [0.75, "3.5"], [1, "4.0"]]);
  const near = scaleOf([0.347, 0.3621, 0.41]).ticks.map(([, text]) => text);
  assert.deepEqual(near, ["0.34", "0.36", "0.38", "0.40", "0.42"]);
  assert.deepEqual(scaleOf([0, 1]).ticks.map(([, text]) => text), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
  assert.deepEqual(scaleOf([-0.03, 0.02], 3).ticks.map(([, text]) => text), ["−0.04", "−0.02", "0.00", "0.02"]);
  assert.deepEqual(scaleOf([NaN]).ticks, []);
});

test("where all values are the same, they still have a place", () => {
  for (const value of [0, 0.7, 1, -3]) {
    const place = scaleOf([value, value]).scale(value);
    assert.ok(place >= 0 && place <= 1, `${value} at ${place}`);
  }
});

test("the lead changes at the first point at which another is ahead", () => {
  const lines = [POINTS.map((w) => 0.2 + 0.6 * w), POINTS.map((w) => 0.5 + 0.1 * w)]; // they cross at 0.6
  assert.deepEqual(leading(lines), [[1, 0], [0, 3]]);
  assert.deepEqual(leading(lines, { sign: -1, rounding: 0 }), [[0, 0], [1, 3]]);
});

test("a tie at the end changes no lead, and who leads after a tie at the start leads from there", () => {
  assert.deepEqual(leading([POINTS.map((w) => 1 - w), POINTS.map((w) => (1 - w) / 2)]), [[0, 0]]);
  assert.deepEqual(leading([POINTS.map(() => 0), POINTS]), [[1, 0]]);
  assert.deepEqual(leading([POINTS.map(() => 0.5), POINTS]), [[0, 0], [1, 3]]); // level at 0.5, where the lead is kept
});

test("rounding alone changes no lead, and an undefined model never leads", () => {
  assert.deepEqual(leading([[0.5, 0.5, 0.5, 0.5, 0.5], [0.5, 0.5 + 1e-16, 0.5 + 2e-16, 0.5 - 1e-16, 0.5]]), [[0, 0]]);
  assert.deepEqual(leading([[NaN, NaN, NaN, NaN, NaN], [0, 0, 0, 0, 0]]), [[1, 0]]);
  assert.deepEqual(leading([[NaN, NaN, NaN, NaN, NaN]]), []);
  assert.deepEqual(leading([[0.9, 0.9, NaN, NaN, NaN], [0.5, 0.5, 0.5, 0.5, 0.5]]), [[0, 0], [1, 2]]);
});

test("leaders are the best models by brute force, and change only where they must", () => {
  const points = Array.from({ length: 51 }, (_, i) => i / 50);
  for (let seed = 1; seed < 40; seed++) {
    const random = (i) => ((seed * 7919 + i * 104729) % 1009) / 1009;
    const lines = [0, 1, 2, 3].map((k) => points.map((w) => random(3 * k) + random(3 * k + 1) * w + random(3 * k + 2) * w * w));
    const found = leading(lines);
    const at = (i) => found.findLast(([, from]) => from <= i)[0];
    points.forEach((_, i) => near(lines[at(i)][i], Math.max(...lines.map((line) => line[i]))));
    found.slice(1).forEach(([model], n) => assert.notEqual(model, found[n][0]));
  }
});
