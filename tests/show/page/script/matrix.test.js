import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { cellsOf, counted, largestCells, matrixAt, shadeOf, sortedPlaces, transposed } from "../../../../src/steelyard/show/page/script/matrix.js";
import { sumOf } from "../../../../src/steelyard/show/page/script/packed.js";

const COUNTS = Float64Array.of(8, 2, 0, 10, 85, 5, 0, 0, 0); // the last class has no items
const MATRIX = [[8, 2, 0], [10, 85, 5], [0, 0, 0]];

function near(found, expected) {
  assert.equal(found.length, expected.length);
  found.forEach((row, i) => row.forEach((value, j) => assert.ok(Math.abs(value - expected[i][j]) < 1e-12, `${value} is not ${expected[i][j]}`)));
}

test("rows are the truth, columns the prediction", () => {
  assert.deepEqual(matrixAt(COUNTS, null), MATRIX);
  assert.deepEqual(MATRIX.map(sumOf), [10, 100, 0]);
  assert.deepEqual(transposed(MATRIX).map(sumOf), [18, 87, 5]);
  assert.deepEqual(transposed(MATRIX), [[8, 10, 0], [2, 85, 0], [0, 5, 0]]);
});

test("other class shares keep the total and each row's proportions, as Confusion.at_shares does", () => {
  // The example of Confusion.at_shares: both classes with 55 of the 110 items.
  near(matrixAt(Float64Array.of(8, 2, 10, 90), Float64Array.of(0.5, 0.5)), [[44, 11], [5.5, 49.5]]);
  near(matrixAt(COUNTS, Float64Array.of(0.25, 0.75, 0)), [[22, 5.5, 0], [8.25, 70.125, 4.125], [0, 0, 0]]);
});

test("cells are counts, percent of the row or column, or the difference; an empty row stays 0", () => {
  assert.equal(cellsOf("counts", MATRIX), MATRIX);
  near(cellsOf("row", MATRIX), [[80, 20, 0], [10, 85, 5], [0, 0, 0]]);
  near(cellsOf("column", MATRIX), [[800 / 18, 200 / 87, 0], [1000 / 18, 8500 / 87, 100], [0, 0, 0]]);
  assert.deepEqual(cellsOf("difference", MATRIX, [[9, 1, 0], [10, 80, 10], [0, 0, 0]]), [[-1, 1, 0], [0, 5, -5], [0, 0, 0]]);
});

test("colours grow with the number, one item is seen among millions, and none goes beyond the full colour", () => {
  assert.equal(shadeOf(0, 5), 0);
  assert.equal(shadeOf(0, 0), 0);
  assert.ok(shadeOf(1, 1e7) > 0.2);
  for (const most of [1, 3, 193, 531, 1e7 + 1]) {
    assert.equal(shadeOf(most, most), 1);
    assert.equal(shadeOf(-most, most), 1);
    assert.ok(shadeOf(most / 2, most) < 1 && shadeOf(most / 4, most) < shadeOf(most / 2, most));
  }
});

test("counts are whole, or fractions where other class shares made them so; hardly anything is not nothing", () => {
  assert.deepEqual([0, 1234, -1234, 159.94, 1598.9999999, 0.01, -0.01, -0.06].map(counted), ["0", "1,234", "−1,234", "159.9", "1,599", "≈ 0", "≈ 0", "−0.1"]);
});

test("values are sorted both ways, undefined ones last, equal ones as they come", () => {
  assert.deepEqual(sortedPlaces(Float64Array.of(0.5, NaN, 0.9, 0.5), true), [2, 0, 3, 1]);
  assert.deepEqual(sortedPlaces(Float64Array.of(0.5, NaN, 0.9, 0.5), false), [0, 3, 2, 1]);
  assert.deepEqual(sortedPlaces([NaN, NaN, Infinity, -Infinity], false), [3, 0, 1, 2]);
  assert.deepEqual(sortedPlaces(["a", "b", "c"].keys(), false), [0, 1, 2]);
});

test("the worst confusions are the largest cells off the diagonal, equal ones in the order of the classes", () => {
  const found = largestCells([[99, 2, 7], [7, 99, 0], [1, 2, 99]], (i, j) => i !== j);
  assert.deepEqual(found, [[0, 2, 7], [1, 0, 7], [0, 1, 2], [2, 1, 2], [2, 0, 1]]);
  const random = Float64Array.from({ length: 400 }, (_, i) => (i * 7919) % 101);
  const brute = Array.from(random.keys()).filter((i) => Math.floor(i / 20) !== i % 20 && random[i]);
  const expected = brute.map((i) => random[i]).sort((a, b) => b - a).slice(0, 15);
  assert.deepEqual(largestCells(matrixAt(random), (i, j) => i !== j).map(([, , count]) => count), expected);
});

test("numbers in cells have the contrast AA on every shade, in light and in dark", () => {
  const style = readFileSync(new URL("../../../../src/steelyard/show/page/style.css", import.meta.url), "utf8");
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
