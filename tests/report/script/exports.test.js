import assert from "node:assert/strict";
import test from "node:test";
import { countsRecord, csvCell, csvOf, pythonOf } from "../../../src/steelyard/report/script/exports.js";
import { changedState, sharesOf, startState, weightsOf } from "../../../src/steelyard/report/script/state.js";
import { madeContent } from "./made_content.js";

function pageOf(changes = {}, content = madeContent()) {
  const state = changedState(startState(content), changes);
  const numbers = (first) => Float64Array.from({ length: content.models.length * content.metrics.length }, (_, at) => first + at);
  return {
    content,
    state,
    view: { weights: weightsOf(state, content), shares: sharesOf(state, content) },
    scores: { value: numbers(0).with(3, NaN), rank: numbers(1).with(3, NaN) },
    intervals: { low: numbers(NaN), high: numbers(-5) },
  };
}

test("cells of CSV are quoted where needed, and no name becomes a formula", () => {
  const cells = ["plain", 'say "hi", twice', "two\nlines", "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("x","y")', "", -0.5, NaN];
  assert.deepEqual(cells.map(csvCell), ["plain", '"say ""hi"", twice"', '"two\nlines"', "'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", '"\'=HYPERLINK(""x"",""y"")"', "", "-0.5", ""]);
});

test("the scores as CSV have a row for each metric and model, and none that is unknown", () => {
  const lines = csvOf(pageOf()).split("\r\n");
  assert.deepEqual(lines.slice(0, 3), ["metric,model,value,low,high,rank", "balanced_accuracy,first,0,,-5,1", "balanced_accuracy,second,4,,-1,5"]);
  assert.deepEqual([lines[7], lines.length], ["own,first,,,-2,", 10]);
});

test("the code of a small view holds its counts, and names presets", () => {
  const code = pythonOf(pageOf({ preset: 1 }));
  assert.match(code, /\[4, 1, 0\],\n/);
  assert.match(code, /\[0, 5, 0\],\n/);
  assert.match(code, /labels=\['a', 'b', 'c'\],\n    axes=\{"model": \['first', 'second'\]\},\n/);
  assert.match(code, /importance = 'rarity'\n/);
  assert.match(code, /"mean_f\(beta=2\)",\n/);
  assert.match(code, /undefined="exclude", confidence=0.95, intervals="delta"\)/);
});

test("weights and shares set by hand are written out, and counts at other shares ask for no intervals", () => {
  const code = pythonOf(pageOf({ preset: 1, shares: [[2, 0.1]] }));
  assert.match(code, /cm = cm\.at_priors\(\{\n    'a': 0\.45,\n    'b': 0\.45,\n    'c': 0\.1,\n\}\)/);
  assert.match(code, /importance = \{\n    'a': 0\.4,/);
  assert.match(code, /confidence=None\)/);
  assert.match(pythonOf(pageOf({ levels: [50, 25, 25] })), /importance = \{\n    'a': 0\.5,\n    'b': 0\.25,/);
});

test("the code of a large view reads its counts from a file", () => {
  const labels = Array.from({ length: 31 }, (_, i) => `c${i}`);
  const large = madeContent({ labels, python_labels: labels.map((label) => `'${label}'`), counts: [{ n: 961, fill: 1, at: [], values: [] }], models: ["m"], python_models: ["'m'"], presets: [{ name: "uniform", weights: labels.map(() => 1 / 31), python: "'uniform'" }] });
  assert.match(pythonOf(pageOf({}, large)), /^import json\nfrom pathlib import Path\n\nimport steelyard as sy\n\ncm = sy\.Confusion\.from_dict\(json\.loads\(Path\("counts\.json"\)/);
  const record = countsRecord(large);
  assert.deepEqual([Object.keys(record), record.counts.length, record.counts[30].length], [["labels", "counts"], 31, 31]);
});

test("stored counts keep labels that are numbers or missing, and all else as text", () => {
  const content = madeContent({ python_labels: ["3", "None", "('x', 1)"], labels: ["3", "(missing)", "('x', 1)"], dropped: 2 });
  const record = countsRecord(content);
  assert.deepEqual(record.labels, [3, null, "('x', 1)"]);
  assert.deepEqual(record.counts[1], [[5, 0, 0], [0, 5, 0], [0, 0, 10]]);
  assert.deepEqual([record.axes, record.dropped], [{ model: ["first", "second"] }, 2]);
});
