import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { cellsOf, columnSums, countsAt, counted, countsOf, diagonal, largestCells, orders, rowSums, shadeOf } from "../../../src/steelyard/report/script/matrix.js";

const counts = Float64Array.of(8, 2, 0, 10, 85, 5, 0, 0, 0); // the last class has no items
const near = (found, expected) => found.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-12, `${value} is not ${expected[i]}`));

test("rows are the truth, columns the prediction, the diagonal what was right", () => {
  assert.deepEqual([...rowSums(counts)], [10, 100, 0]);
  assert.deepEqual([...columnSums(counts)], [18, 87, 5]);
  assert.deepEqual([...diagonal(counts)], [8, 85, 0]);
});

test("counts are unpacked once", () => {
  const content = { counts: [{ n: 4, fill: 0, at: [2, 2], values: [3, 7] }] };
  assert.deepEqual([...countsOf(content, 0)], [0, 3, 0, 7]);
  assert.equal(countsOf(content, 0), countsOf(content, 0));
});

test("other class shares keep the total and each row's proportions, as Confusion.at_priors does", () => {
  assert.equal(countsAt(counts, null), counts);
  // The example of Confusion.at_priors: both classes with 55 of the 110 items.
  near(countsAt(Float64Array.of(8, 2, 10, 90), [0.5, 0.5]), [44, 11, 5.5, 49.5]);
  near(countsAt(counts, [0.25, 0.75, 0]), [22, 5.5, 0, 8.25, 70.125, 4.125, 0, 0, 0]);
});

test("cells are counts, percent of the row or column, or the difference; an empty row stays 0", () => {
  assert.deepEqual([...cellsOf("counts", counts)], [...counts]);
  near(cellsOf("row", counts), [80, 20, 0, 10, 85, 5, 0, 0, 0]);
  near(cellsOf("column", counts), [800 / 18, 200 / 87, 0, 1000 / 18, 8500 / 87, 100, 0, 0, 0]);
  assert.deepEqual([...cellsOf("difference", counts, Float64Array.of(9, 1, 0, 10, 80, 10, 0, 0, 0))], [-1, 1, 0, 0, 5, -5, 0, 0, 0]);
});

test("colours grow with the number, one item is seen among millions, and none goes beyond the full colour", () => {
  assert.equal(shadeOf(0, 5, true), 0);
  assert.equal(shadeOf(0, 0, false), 0);
  assert.ok(shadeOf(1, 1e7, true) > 0.2);
  for (const most of [1, 3, 193, 531, 1e7 + 1]) {
    for (const ofCounts of [true, false]) {
      assert.ok(Math.abs(shadeOf(most, most, ofCounts) - 1) < 1e-12 && shadeOf(most, most, ofCounts) <= 1);
      assert.equal(shadeOf(-most, most, ofCounts), -shadeOf(most, most, ofCounts));
      assert.ok(shadeOf(most / 2, most, ofCounts) < shadeOf(most, most, ofCounts));
    }
  }
});

test("counts are whole, or fractions where other class shares made them so; hardly anything is not nothing", () => {
  assert.deepEqual([0, 1234, -1234, 159.94, 1598.9999999, 0.01, -0.01].map(counted), ["0", "1,234", "−1,234", "159.9", "1,599", "≈ 0", "≈ 0"]);
  assert.ok(shadeOf(1e-6, 1600, true) < 0.001);
});

test("classes are ordered as given, by size, by errors, and by name with numbers as numbers", () => {
  const labels = ["class 10", "class 9", "absent"];
  const compare = orders(counts, labels);
  const sorted = (name) => [0, 1, 2].sort(compare[name]);
  assert.deepEqual(Object.keys(compare).map(sorted), [[0, 1, 2], [1, 0, 2], [1, 0, 2], [2, 1, 0]]);
  const most = orders(Float64Array.of(1, 9, 0, 100), ["a", "b"]);
  assert.deepEqual([[0, 1].sort(most["largest first"]), [0, 1].sort(most["most errors first"])], [[1, 0], [0, 1]]);
});

test("the worst confusions are the largest cells off the diagonal, equal ones in the order of the classes", () => {
  const found = largestCells(Float64Array.of(99, 2, 7, 7, 99, 0, 1, 2, 99), (i, j) => i !== j, 4);
  assert.deepEqual(found, [
    { truth: 0, prediction: 2, count: 7 },
    { truth: 1, prediction: 0, count: 7 },
    { truth: 0, prediction: 1, count: 2 },
    { truth: 2, prediction: 1, count: 2 },
  ]);
  const random = Float64Array.from({ length: 400 }, (_, i) => (i * 7919) % 101);
  const brute = Array.from(random.keys()).filter((i) => Math.floor(i / 20) !== i % 20 && random[i]);
  const expected = brute.map((i) => random[i]).sort((a, b) => b - a).slice(0, 15);
  assert.deepEqual(largestCells(random, (i, j) => i !== j).map(({ count }) => count), expected);
});

test("numbers in cells have the contrast AA on every shade, in light and in dark", () => {
  const style = readFileSync(new URL("../../../src/steelyard/report/style.css", import.meta.url), "utf8");
  const dark = style.indexOf("prefers-color-scheme: dark");
  const colour = (text, name) => text.match(new RegExp(`--${name}: #(\\w{6});`))[1].match(/../g).map((two) => parseInt(two, 16));
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const text of [style.slice(0, dark), style.slice(dark)]) {
    const [ink, none] = ["ink", "matrix-none"].map((name) => colour(text, name));
    for (const full of ["matrix-more", "matrix-less"].map((name) => colour(text, name))) {
      for (let shade = 0; shade <= 1; shade += 0.01) {
        const both = [luminance(ink), luminance(none.map((value, i) => value + shade * (full[i] - value)))];
        assert.ok((Math.max(...both) + 0.05) / (Math.min(...both) + 0.05) >= 4.5, `${full} at ${shade}`);
      }
    }
  }
});
