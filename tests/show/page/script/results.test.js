import assert from "node:assert/strict";
import test from "node:test";
import { startState } from "../../../../src/steelyard/show/page/script/state.js";
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
const { Engine } = await import("../../../../src/steelyard/show/page/script/engine.js");
const { verdictOf } = await import("../../../../src/steelyard/show/page/script/results.js");

function said({ changes = {}, moved = false, content = madeContent(), value, rank, lead, knows = true, other, faultless = () => false, alike = () => false, together = true }) {
  const spread = (numbers) => Float64Array.from({ length: numbers.length * content.metrics.length }, (_, at) => numbers[Math.floor(at / content.metrics.length)]);
  const parts = verdictOf({
    content,
    state: { ...startState(content), ...changes },
    view: { weights: Float64Array.of(0.2, 0.5, 0.3), shares: null },
    scores: { value: spread(value), rank: spread(rank), low: spread([0.5, 0.5]), high: spread([0.7, 0.7]) },
    engine: { content, fewest: Engine.prototype.fewest, dispute: () => other, faultless, alike, tableOf: () => together },
    lead: () => lead,
    moved,
    knows: () => knows,
  });
  for (const part of parts) if (part.tag === "bdi") assert.equal(part.attributes.title, part.textContent);
  return parts.map((part) => part.textContent ?? part).join("").replaceAll("\u00a0", " ");
}

const lead = { value: 0.05, low: 0.01, high: 0.09, better: 0.993, p: 0.014, adjusted: 0.014, limited: -1 };
const first = { value: [0.65, 0.6], rank: [1, 2] };
const by = "By balanced accuracy if all classes count the same, ";

test("the verdict says who is better, by how much, how sure, under which importance and by which metric", () => {
  assert.equal(said({ value: [0.6, 0.65], rank: [2, 1], lead }), `${by}second (0.650) is better than first (0.600) by 0.050 (95 % interval 0.010 to 0.090; better with probability 99.3 %; p = 0.014).`);
});

test("an interval that includes 0 tells nobody apart", () => {
  assert.equal(said({ ...first, lead: { ...lead, low: -0.00012, better: 0.96, p: 0.081, adjusted: 0.081 } }), `${by}first (0.6500) and second (0.6000) are not told apart by these items. They differ by 0.0500 (95 % interval −0.0001 to 0.0900; p = 0.081).`);
});

test("nor does a p-value that is no longer small when it is corrected", () => {
  assert.match(said({ ...first, lead: { ...lead, adjusted: 0.056 } }), /are not told apart by these items\. They differ by 0\.050 \(.*; p = 0\.014; corrected for the 3 metrics asked for p = 0\.056\)\.$/);
});

test("where most of the uncertainty comes from one class, it is named with the number of its items", () => {
  assert.match(said({ ...first, lead: { ...lead, low: -0.1, limited: 1 } }), /second \(0\.600\) are not told apart by these items; most of the uncertainty comes from class b \(4 items\)\. They differ by 0\.050/);
});

test("what does not matter does not tell apart", () => {
  const content = madeContent({ rope: 0.02 });
  assert.match(said({ ...first, content, lead }), /second \(0\.600\) differ by 0\.050, but perhaps by no more than 0\.02 \(95 % interval 0\.010 to 0\.090; p = 0\.014\)\.$/);
  assert.match(said({ ...first, content, lead: { ...lead, adjusted: 0.06 } }), /are not told apart by these items\./);
  assert.match(said({ ...first, content, lead: { ...lead, low: -0.01, p: 0.1, adjusted: 0.1 } }), /are not told apart by these items\./);
  assert.match(said({ ...first, content, lead: { ...lead, low: 0.03 } }), /is better than .*; better by more than 0\.02 with probability 99\.3 %/);
  assert.match(said({ ...first, content, lead: { ...lead, value: 0.01, low: -0.01, high: 0.015 } }), /first \(0\.650\) and second \(0\.600\) differ by no more than 0\.02 \(95 % interval/);
});

test("the same answers and answers without errors are said as such", () => {
  assert.equal(said({ ...first, alike: () => true }), "first and second gave the same answers to all 20 items.");
  assert.equal(said({ ...first, alike: () => true, faultless: () => true }), "No errors were seen: first and second are right on all 20 items, so these items do not show which is better.");
  assert.match(said({ ...first, faultless: () => true, together: false }), /first and second are right on all their items, so/);
});

test("and then how they stand to the next model", () => {
  const three = { content: madeContent({ models: ["first", "second", "third"] }), value: [0.65, 0.65, 0.6], rank: [1, 1, 3], lead };
  const next = `${by}first (0.650) is better than third (0.600) by 0.050 (95 % interval 0.010 to 0.090; better with probability 99.3 %; p = 0.014).`;
  assert.equal(said({ ...three, alike: (_, k) => k === 1 }), `first and second gave the same answers to all 20 items. ${next}`);
  assert.equal(said({ ...three, faultless: (k) => k < 2 }), `No errors were seen: first and second are right on all 20 items, so these items do not show which is better. ${next}`);
  assert.equal(said({ ...three, alike: () => true }), "first, second and third gave the same answers to all 20 items.");
});

test("of groups, the interval alone decides", () => {
  const groups = { ...lead, better: NaN, p: NaN, adjusted: NaN };
  assert.equal(said({ ...first, lead: groups }), `${by}first (0.650) is better than second (0.600) by 0.050 (95 % interval 0.010 to 0.090).`);
});

test("without intervals nobody is better", () => {
  const unknown = { value: 0.05, low: NaN, high: NaN, better: NaN, p: NaN, adjusted: NaN, limited: -1 };
  assert.equal(said({ ...first, lead: unknown }), `${by}first (0.650) and second (0.600) differ by 0.050; there is no interval, so nothing is said about which is better.`);
});

test("a value that misleads is named beside the verdict, until something is moved", () => {
  const content = madeContent(), why = "always answering 'c' would get 0.950 (accuracy)";
  content.metrics[0].misleading = [[1, why]];
  assert.match(said({ ...first, content, lead }), /p = 0\.014\)\. Beware, the value of second misleads: always answering 'c' would get 0\.950 \(accuracy\)\.$/);
  assert.doesNotMatch(said({ ...first, content, lead, moved: true }), /Beware/);
  content.metrics[0].misleading = [[0, why], [1, why]];
  assert.match(said({ ...first, content, lead }), /\. Beware, the values of first and second mislead: always answering 'c' would get 0\.950 \(accuracy\)\.$/);
});

test("the importance and the shares set by hand are named", () => {
  const by = (changes) => said({ changes, ...first, lead }).split(", first")[0];
  assert.equal(by({ levels: [1, 2, 3] }), "By balanced accuracy with your importance");
  assert.equal(by({ preset: 1, shares: [[0, 0.001], [1, 0.5]] }), "By balanced accuracy if rare classes count more and if a were 0.1 % of the items and b were 50 % of the items");
  assert.equal(by({ metric: 2, levels: [1, 2, 3] }), "By accuracy");
});

test("undefined and fixed values are said as such", () => {
  assert.equal(said({ value: [NaN, NaN], rank: [NaN, NaN] }), "For all models, balanced accuracy is undefined.");
  assert.equal(said({ value: [NaN, 0.5], rank: [NaN, 1] }), `${by}only second has a value: 0.500 (95 % interval 0.500 to 0.700).`);
  assert.equal(said({ changes: { metric: 3 }, value: [1, 1], rank: [1, 1], knows: false }), "In this view, there is no my own: it cannot be recomputed.");
});

test("one model reaches its value", () => {
  assert.equal(said({ content: madeContent({ models: ["it"] }), value: [0.6], rank: [1] }), `${by}it reaches 0.600 (95 % interval 0.500 to 0.700).`);
});

test("one without a name has a value, and nobody is named", () => {
  const content = madeContent({ models: ["model"], named: false });
  assert.equal(said({ content, value: [0.6], rank: [1] }), "Balanced accuracy if all classes count the same is 0.600 (95 % interval 0.500 to 0.700).");
  assert.equal(said({ content, value: [NaN], rank: [NaN] }), "Balanced accuracy is undefined.");
});

test("where undefined terms decide who is the best, neither is, and both values are told", () => {
  const other = { said: "leaving undefined classes out", values: [0.9, 0.65], first: [0] };
  assert.equal(said({ value: [0.6, 0.65], rank: [2, 1], lead, other }), `${by}second has 0.650 and first 0.600, but leaving undefined classes out 0.650 and 0.900: neither is ahead, unless you choose.`);
});
