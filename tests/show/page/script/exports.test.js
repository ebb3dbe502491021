import assert from "node:assert/strict";
import test from "node:test";
import { codeOf, countsText, csvCell, csvOf } from "../../../../src/steelyard/show/page/script/exports.js";
import { startState, viewOf } from "../../../../src/steelyard/show/page/script/state.js";
import { madeContent } from "./made_content.js";

function codeAt(changes) {
  const content = madeContent();
  const state = { ...startState(content), ...changes };
  return codeOf({ content, moved: state.levels || state.preset || state.shares.length, state, view: viewOf(state, content), keeps: (j) => !content.metrics[j].weighted });
}

test("cells of CSV are quoted where needed, and no name becomes a formula", () => {
  const cells = ["plain", 'say "hi", twice', "two\nlines", "=1+1", "+cmd", "-x", "@SUM(A1)", "\t=1", "\rCR", '=HYPERLINK("x","y")', "", "-0.5", "1e-7", "NaN"];
  assert.deepEqual(cells.map(csvCell), ["plain", '"say ""hi"", twice"', '"two\nlines"', "'=1+1", "'+cmd", "'-x", "'@SUM(A1)", "'\t=1", '"\'\rCR"', '"\'=HYPERLINK(""x"",""y"")"', "", "-0.5", "1e-7", "NaN"]);
});

test("the scores as CSV have a row for each cell, and the names of what the cells hold above", () => {
  const cells = [["first", "0.5"], ["=second", "-0.25"]].map(([model, value]) => ({ dataset: { model, metric: "cba", value } }));
  assert.equal(csvOf(cells), "model,metric,value\r\nfirst,cba,0.5\r\n'=second,cba,-0.25\r\n");
});

test("the counts are what Python has written, with the numbers row by row, and without those of slices", () => {
  const matrices = [[4, 1, 0, 0, 3, 2, 1, 0, 9], [5, 0, 0, 0, 5, 0, 0, 0, 10], [1, 1, 1, 1, 1, 1, 1, 1, 1]].map((cells) => Float64Array.from(cells));
  const text = countsText({ content: madeContent({ stored: '{"labels": [3, NaN, "c"], "axes": {"model": ["first", "second"]}}' }), engine: { matrices } });
  assert.equal(text, '{"labels": [3, NaN, "c"], "axes": {"model": ["first", "second"]}, "counts": [[[4,1,0],[0,3,2],[1,0,9]],[[5,0,0],[0,5,0],[0,0,10]]]}');
});

test("the code names a preset, and writes out weights and shares that are set by hand", () => {
  const { how_anew } = madeContent();
  assert.deepEqual(codeAt({ preset: 0 }), { shares: "", importance: "'uniform'", how: "confidence=0.95" });
  const { shares: told, ...rest } = codeAt({ preset: 1 });
  assert.deepEqual(rest, { importance: "'rarity'", how: how_anew });
  assert.equal(told, "# Of metrics that do not follow the importance, the page keeps the intervals that it began with: confidence=0.95.\n"); // of accuracy
  assert.equal(codeAt({ levels: [50, 25, 25] }).importance, "{\n    'a': 0.5,\n    'b': 0.25,\n    'c': 0.25,\n}");
  const { shares, importance, how } = codeAt({ preset: 1, shares: [[2, 0.5]] });
  assert.equal(shares, "cm = cm.at_shares({\n    'a': 0.25,\n    'b': 0.25,\n    'c': 0.5,\n})\n");
  assert.match(importance, /^\{\n {4}'a': 0\.4,\n/);
  assert.equal(how, "confidence=None");
});
