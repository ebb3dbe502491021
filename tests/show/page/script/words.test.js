import assert from "node:assert/strict";
import test from "node:test";
import { between, digitsOf, percent, pOf, portion, shown } from "../../../../src/steelyard/show/page/script/words.js";

const plain = (text) => text.replaceAll("\u00a0", " ");

test("numbers have a proper minus sign, none before zero, and a dash where undefined", () => {
  assert.deepEqual([0.1234, -0.5, -0.0001, NaN, Infinity, -Infinity].map((value) => shown(value)), ["0.123", "−0.500", "0.000", "–", "∞", "−∞"]);
  assert.equal(shown(0.00031, 5), "0.00031");
});

test("what lies in the middle becomes even, as Python has it", () => {
  // f"{x:.3f}" of 975/1200, of numbers beside a middle, and of a text in the middle that no double is.
  assert.deepEqual([0.8125, 0.0625, -0.8125, 0.9375, 0.6875, 0.8125000000000001, 0.0005, 0.0015].map((value) => shown(value)), ["0.812", "0.062", "−0.812", "0.938", "0.688", "0.813", "0.001", "0.002"]);
  assert.deepEqual([0.5, 1.5, 2.5, -0.5].map((value) => shown(value, 0)), ["0", "2", "2", "0"]);
  assert.deepEqual([0.125, 0.0625].map(percent).map(plain), ["12 %", "6.2 %"]);
  assert.deepEqual([0.125, 0.375].map(pOf).map(plain), ["p = 0.12", "p = 0.38"]);
  assert.equal(shown(1e22), "1e+22");
});

test("decimals and probabilities are those of the library's verdict", () => {
  // The examples of digits_of and percent in steelyard.comparison.verdict.
  assert.deepEqual([digitsOf(-0.054, 0.02), digitsOf(0.00031, 0.05), digitsOf(2.2e-6), digitsOf(NaN, 0), digitsOf(1e-8)], [3, 4, 6, 3, 8]);
  assert.deepEqual([0.712, 0.052, 1, 0.0002].map(percent).map(plain), ["71 %", "5.2 %", "above 99.9 %", "below 0.1 %"]);
});

test("p-values are those of the library's tables", () => {
  // The examples of p_value in steelyard.show.numbers.
  assert.deepEqual([0.0412, 0.00004, 1, 0.0996].map(pOf).map(plain), ["p = 0.041", "p < 0.001", "p = 1", "p = 0.1"]);
  assert.ok(!pOf(0.5).includes(" "), "no line ends within it");
});

test("shares keep three digits however small, and no line ends before their sign", () => {
  assert.deepEqual([1 / 6, 0.001, 0.0000123, 0, 1].map(portion).map(plain), ["16.7 %", "0.1 %", "0.00123 %", "0 %", "100 %"]);
  assert.ok(![portion(0.5), percent(0.5)].join("").includes(" "));
});

test("a word stands between the ends of an interval beside a minus sign", () => {
  // The examples of between in steelyard.show.page.texts.
  assert.equal(between(-0.0952, -0.0251), "−0.095 to −0.025");
  assert.equal(between(-0.018, 0.01), "−0.018 to 0.010");
  assert.equal(between(-0.00001, 0.01), "0.000 – 0.010", "no minus sign is seen");
});

test("an interval without width says that nothing varies, and an unknown one nothing", () => {
  assert.equal(between(0.25, 0.5, 2), "0.25 – 0.50");
  assert.equal(between(0.9961, 0.9999, 2), "0.996 – 1.000");
  assert.equal(between(0.25, 0.5), "0.250 – 0.500");
  assert.equal(between(0, 0), "nothing varies");
  assert.equal(between(NaN, NaN), "");
});
