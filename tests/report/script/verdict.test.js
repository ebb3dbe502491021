import assert from "node:assert/strict";
import test from "node:test";
import { changedState, startState } from "../../../src/steelyard/report/script/state.js";
import { briefly, verdictOf } from "../../../src/steelyard/report/script/verdict.js";
import { madeContent } from "./made_content.js";

const plain = (parts) => parts.map((part) => part.name ?? part).join("");

function said({ changes = {}, content = madeContent(), value, rank, lead, recall = [], knows = true }) {
  const spread = (numbers) => Float64Array.from({ length: numbers.length * content.metrics.length }, (_, at) => numbers[Math.floor(at / content.metrics.length)]);
  const page = {
    content,
    state: changedState(startState(content), changes),
    view: { weights: Float64Array.of(0.2, 0.5, 0.3), shares: null },
    scores: { value: spread(value), rank: spread(rank) },
    intervals: { low: spread([0.5]), high: spread([0.7]) },
    engine: { difference: () => lead, rate: () => Float64Array.from(recall) },
    knows: () => knows,
  };
  return { long: verdictOf(page).map(plain).join(" "), short: plain(briefly(page)) };
}

const lead = { value: 0.05, low: 0.01, high: 0.09, better: 0.993 };

test("the verdict says who is ahead, by how much, how sure, under which importance and by which metric", () => {
  const { long, short } = said({ value: [0.6, 0.65], rank: [2, 1], lead });
  assert.equal(long, "By balanced accuracy under uniform, second (0.650) is ahead of first (0.600) by 0.050 (95 % interval 0.010 to 0.090), and better with probability 99.3 %.");
  assert.equal(short, "second is ahead by 0.050, probability 99.3 %");
});

test("an interval that includes 0 is said to tell nothing", () => {
  const { long } = said({ value: [0.65, 0.6], rank: [1, 2], lead: { ...lead, low: -0.00012 } });
  assert.match(long, /interval −0.0001 to 0.0900.*\. The interval includes 0: on these items, the two cannot be told apart\.$/);
});

test("without intervals there is no talk of them", () => {
  const { long } = said({ value: [0.65, 0.6], rank: [1, 2], lead: { value: 0.05, low: NaN, high: NaN, better: NaN } });
  assert.equal(long, "By balanced accuracy under uniform, first (0.650) is ahead of second (0.600) by 0.050.");
});

test("the importance and the shares set by hand are named", () => {
  const by = (changes) => said({ changes, value: [0.65, 0.6], rank: [1, 2], lead }).long.split(", first")[0];
  assert.equal(by({ levels: [1, 2, 3] }), "By balanced accuracy under your weights");
  assert.equal(by({ order: [0, 1, 2] }), "By balanced accuracy under your order of the classes");
  assert.equal(by({ preset: 1, shares: [[0, 0.001], [1, 0.5]] }), "By balanced accuracy under rarity if a were 0.1 % and b were 50 % of the items");
  assert.equal(by({ shares: [[0, 0.1], [1, 0.1], [2, 0.1]] }), "By balanced accuracy under uniform at your class shares");
  assert.match(said({ changes: { metric: 2 }, value: [0.65, 0.6], rank: [1, 2], lead }).long, /^By accuracy, first.*accuracy is as counted: importance has no part in it\.$/);
});

test("equal, undefined and fixed values are said as such", () => {
  assert.equal(said({ value: [0.6, 0.6], rank: [1, 1], lead: { value: 0 } }).long, "By balanced accuracy under uniform, first and second are equal (0.600).");
  assert.equal(said({ value: [NaN, NaN], rank: [NaN, NaN] }).long, "No model has a balanced accuracy: it is undefined for all of them.");
  assert.equal(said({ value: [NaN, 0.5], rank: [NaN, 1] }).long, "By balanced accuracy under uniform, only second has a value; that of first is undefined.");
  assert.equal(said({ changes: { metric: 3 }, value: [1, 1], rank: [1, 1], knows: false }).long, "There is no my own in this view: it cannot be recomputed in this page. It cannot be recorded.");
});

test("of one model, its value and the class through which it loses most", () => {
  const { long, short } = said({ content: madeContent({ models: ["it"] }), value: [0.6], rank: [1], recall: [0.3, 0.6, NaN] });
  assert.equal(long, "By balanced accuracy under uniform, it reaches 0.600 (95 % interval 0.500 to 0.700). It loses most through b: 60 % of that class is found, and it has 50 % of the weight.");
  assert.equal(short, "it 0.600");
});
