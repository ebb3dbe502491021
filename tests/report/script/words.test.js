import assert from "node:assert/strict";
import test from "node:test";
import { amount, digitsOf, listed, percent, portion, shown, titled } from "../../../src/steelyard/report/script/words.js";

test("numbers have a proper minus sign, none before zero, and a dash where undefined", () => {
  assert.deepEqual([0.1234, -0.5, -0.0001, NaN, Infinity, -Infinity].map((value) => shown(value)), ["0.123", "−0.500", "0.000", "–", "∞", "−∞"]);
  assert.equal(shown(0.00031, 5), "0.00031");
});

test("decimals and probabilities are those of the library's verdict", () => {
  // The examples of digits_of and percent in steelyard.comparison.verdict.
  assert.deepEqual([digitsOf(-0.054, 0.02), digitsOf(0.00031, 0.05), digitsOf(2.2e-6), digitsOf(NaN, 0), digitsOf(1e-8)], [3, 4, 6, 3, 8]);
  assert.deepEqual([0.712, 0.052, 1, 0.0002].map(percent), ["71 %", "5.2 %", "above 99.9 %", "below 0.1 %"]);
});

test("shares keep three digits however small", () => {
  assert.deepEqual([1 / 6, 0.001, 0.0000123, 0, 1].map(portion), ["16.7 %", "0.1 %", "0.00123 %", "0 %", "100 %"]);
});

test("counts have their plurals", () => {
  assert.deepEqual([amount(1599, "item"), amount(1, "class"), amount(6, "class")], ["1,599 items", "1 class", "6 classes"]);
});

test("lists end with and", () => {
  assert.deepEqual([["a"], ["a", "b"], ["a", "b", "c"]].map((names) => listed(names).join("")), ["a", "a and b", "a, b and c"]);
  assert.deepEqual(listed([["x ", "a"], ["x ", "b"]]), ["x ", "a", " and ", "x ", "b"]);
});

test("a metric's title tells its parameters", () => {
  assert.deepEqual([titled({ name: "mean_f(beta=2)", title: "mean F" }), titled({ name: "cba", title: "class balance accuracy" })], ["mean F (beta=2)", "class balance accuracy"]);
});
