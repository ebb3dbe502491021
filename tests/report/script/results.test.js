import assert from "node:assert/strict";
import test from "node:test";
import { startState } from "../../../src/steelyard/report/script/state.js";
import { madeContent } from "./made_content.js";

/** As much of a document as sentences need: elements with attributes and text. */
globalThis.document = {
  createElement: (tag) => ({
    tag,
    attributes: {},
    textContent: "",
    setAttribute(name, value) {
      this.attributes[name] = value;
    },
    append(...parts) {
      this.textContent += parts.map((part) => part.textContent ?? part).join("");
    },
  }),
};
const { verdictOf } = await import("../../../src/steelyard/report/script/results.js");

function said({ changes = {}, content = madeContent(), value, rank, lead, knows = true, never = [], other }) {
  const spread = (numbers) => Float64Array.from({ length: numbers.length * content.metrics.length }, (_, at) => numbers[Math.floor(at / content.metrics.length)]);
  const parts = verdictOf({
    content,
    state: { ...startState(content), ...changes },
    view: { weights: Float64Array.of(0.2, 0.5, 0.3), shares: null },
    scores: { value: spread(value), rank: spread(rank), low: spread([0.5, 0.5]), high: spread([0.7, 0.7]) },
    engine: { difference: () => lead, neverFound: (_, k) => (k === 0 ? never : []), dispute: () => other },
    knows: () => knows,
  });
  for (const part of parts) if (part.tag === "bdi") assert.equal(part.attributes.title, part.textContent);
  return parts.map((part) => part.textContent ?? part).join("").replaceAll("\u00a0", " ");
}

const lead = { value: 0.05, low: 0.01, high: 0.09, better: 0.993 };

test("the verdict says who is ahead, by how much, how sure, under which importance and by which metric", () => {
  assert.equal(said({ value: [0.6, 0.65], rank: [2, 1], lead }), "By balanced accuracy under uniform, second (0.650) is ahead of first (0.600) by 0.050 (95 % interval 0.010 to 0.090), and better with probability 99.3 %.");
});

test("an interval that includes 0 is said to tell nothing", () => {
  assert.match(said({ value: [0.65, 0.6], rank: [1, 2], lead: { ...lead, low: -0.00012 } }), /interval −0.0001 to 0.0900.*\. The interval includes 0: on these items, the two cannot be told apart\.$/);
});

test("without intervals there is no talk of them", () => {
  assert.equal(said({ value: [0.65, 0.6], rank: [1, 2], lead: { value: 0.05, low: NaN, high: NaN, better: NaN } }), "By balanced accuracy under uniform, first (0.650) is ahead of second (0.600) by 0.050.");
});

test("the importance and the shares set by hand are named", () => {
  const by = (changes) => said({ changes, value: [0.65, 0.6], rank: [1, 2], lead }).split(", first")[0];
  assert.equal(by({ levels: [1, 2, 3] }), "By balanced accuracy under your weights");
  assert.equal(by({ preset: 1, shares: [[0, 0.001], [1, 0.5]] }), "By balanced accuracy under rarity if a were 0.1 % of the items and b were 50 % of the items");
  assert.equal(by({ metric: 2, levels: [1, 2, 3] }), "By accuracy");
});

test("equal, undefined and fixed values are said as such", () => {
  assert.equal(said({ value: [0.6, 0.6], rank: [1, 1], lead: { value: 0 } }), "By balanced accuracy under uniform, first and second are equal (0.600).");
  assert.equal(said({ value: [NaN, NaN], rank: [NaN, NaN] }), "For all models, balanced accuracy is undefined.");
  assert.equal(said({ value: [NaN, 0.5], rank: [NaN, 1] }), "By balanced accuracy under uniform, only second has a value: 0.500 (95 % interval 0.500 to 0.700).");
  assert.equal(said({ changes: { metric: 3 }, value: [1, 1], rank: [1, 1], knows: false }), "In this view, there is no my own: it cannot be recomputed.");
});

test("one model reaches its value", () => {
  assert.equal(said({ content: madeContent({ models: ["it"] }), value: [0.6], rank: [1] }), "By balanced accuracy under uniform, it reaches 0.600 (95 % interval 0.500 to 0.700).");
});

test("a class that is never found makes the interval doubtful, where the metric averages over classes", () => {
  const doubtful = { value: [0.65, 0.6], rank: [1, 2], lead, never: [2] };
  assert.match(said(doubtful), /99\.3 %\. first never finds c, so the interval may be too narrow\.$/);
  assert.doesNotMatch(said({ ...doubtful, changes: { metric: 2 } }), /never finds/);
});

test("where undefined terms decide who is ahead, neither is, and both values are told", () => {
  const other = { said: "leaving undefined classes out", values: [0.9, 0.65], first: [0] };
  assert.equal(said({ value: [0.6, 0.65], rank: [2, 1], lead, other }), "By balanced accuracy under uniform, second has 0.650 and first 0.600, but leaving undefined classes out 0.650 and 0.900: neither is ahead, unless you choose.");
});
