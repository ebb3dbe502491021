import assert from "node:assert/strict";
import test from "node:test";
import { fragmentOf, levelsFor, readFragment, sharesSet, startState, viewOf, withShare } from "../../../../src/steelyard/show/page/script/state.js";
import { madeContent, offers } from "./made_content.js";

const content = madeContent();
const start = startState(content);
const read = (fragment, of = content) => readFragment(fragment, of, offers(of));

function roundTrip(changes) {
  const state = { ...start, ...changes };
  assert.deepEqual(read(fragmentOf(state, content)), { state, unread: false });
}

test("an untouched page has an empty fragment, and an empty fragment is an untouched page", () => {
  assert.equal(fragmentOf(start, content), "");
  for (const empty of ["", "#", "#&&"]) assert.deepEqual(read(empty), { state: start, unread: false });
});

test("every choice survives the way through the fragment, to the last bit", () => {
  roundTrip({ levels: [0.1 + 0.2, 100 / 3, 1e-7] });
  roundTrip({ levels: [0, 0, 0] });
  roundTrip({ preset: 1 });
  roundTrip({ shares: [[2, 0.001], [0, 1 / 3]] });
  roundTrip({ metric: 1, class: 2, model: 1, other: 0, rate: 1, matrix: "difference" });
  roundTrip({ class: 0, levels: [1, 2, 3], shares: [[1, 0]] });
});

test("hostile and broken fragments leave the state alone and are told", () => {
  const hostile = [
    "levels=1,2", "levels=1,2,3,4", "levels=1,2,NaN", "levels=1,2,-3", "levels=1,2,1e999", "levels=1,2,1.2.3", "levels=0x10,2,3", "levels=1,2,101", "levels= 1,2,3", "levels", "levels=",
    "preset=nothing", "preset=2", "preset=null", "preset=-1", "metric=none", "metric=%", "metric=%E0%A4%A", "metric=9", "metric=1.5", "shares=0,2", "shares=9,0.1", "shares=0", "shares=0,", "shares=,", "shares=0.5,0.5", "shares=length,0.1",
    "class=3", "class=-1", "class=", "model=2", "other=x", "rate=7", "matrix=<script>", "matrix=toString", "__proto__=1", "constructor=1", "toString=", "hasOwnProperty", "<img src=x onerror=alert(1)>", "=", "🦊=🦊",
  ];
  for (const part of hostile) assert.deepEqual(read(`#${part}`), { state: start, unread: true }, part);
  assert.equal({}.polluted, undefined);
});

test("what can be read of a damaged fragment is read", () => {
  const { state, unread } = read("#levels=1,2&model=1&nonsense");
  assert.deepEqual([state.model, state.levels, unread], [1, null, true]);
});

test("a fragment without end is read in a moment", () => {
  const begun = performance.now();
  assert.ok(read(`#${"x&".repeat(100_000)}`).unread);
  assert.ok(read(`#levels=${"1,".repeat(500_000)}`).unread);
  assert.ok(read(`#levels=${"1".repeat(1_000_000)}e`).unread);
  assert.ok(performance.now() - begun < 5000);
});

test("a class without items takes no share", () => {
  assert.ok(read("#shares=1,0.5", madeContent({ support: [5, 0, 10] })).unread);
});

test("weights follow the sliders, else the preset, and sum to 1", () => {
  const weights = (changes) => [...viewOf({ ...start, ...changes }, content).weights];
  assert.deepEqual(weights({ levels: [50, 25, 25] }), [0.5, 0.25, 0.25]);
  assert.deepEqual(weights({ preset: 1 }), [0.4, 0.4, 0.2]);
  assert.deepEqual(weights({ preset: 1, levels: [1, 0, 0] }), [1, 0, 0]);
  assert.deepEqual(weights({ levels: [0, 0, 0] }), [1 / 3, 1 / 3, 1 / 3]);
});

test("sliders stand where they give the weights again, and each can be raised", () => {
  assert.deepEqual(levelsFor(Float64Array.of(0.4, 0.4, 0.2)), [50, 50, 25]);
});

test("classes whose share is not set keep their proportions", () => {
  const shares = (set) => viewOf({ ...start, shares: set }, content).shares;
  assert.equal(shares([]), null);
  const rounded = (set) => Array.from(shares(set), (share) => Number(share.toFixed(12)));
  assert.deepEqual(rounded([[2, 0.1]]), [0.45, 0.45, 0.1]);
  assert.deepEqual(rounded([[2, 0.1], [0, 0.3]]), [0.3, 0.6, 0.1]);
});

test("stated shares are those at which it begins, and those that are not set keep their proportions", () => {
  const stated = { ...content, shares: [0.1, 0.1, 0.8], stated: true }, at = (set, of = stated) => viewOf({ ...start, shares: set }, of);
  assert.deepEqual([...at([]).shares], [0.1, 0.1, 0.8]);
  assert.deepEqual([sharesSet(at([])), sharesSet(at([], content))], [null, null]);
  assert.deepEqual(Array.from(sharesSet(at([[2, 0.5]])), (share) => Number(share.toFixed(12))), [0.25, 0.25, 0.5]);
  assert.deepEqual([...at([[0, 0.4]], { ...stated, shares: [1, 0, 0] }).shares].map((share) => Number(share.toFixed(12))), [0.4, 0.2, 0.4]);
});

test("shares set before are let go where there is no room for them, or no class left to take the rest", () => {
  const { support } = content;
  assert.deepEqual(withShare([[0, 0.5]], 1, 0.4, support), [[0, 0.5], [1, 0.4]]);
  assert.deepEqual(withShare([[0, 0.5]], 0, 0.4, support), [[0, 0.4]]);
  assert.deepEqual(withShare([[0, 0.5]], 1, 0.6, support), [[1, 0.6]]);
  assert.deepEqual(withShare([[0, 0.1], [1, 0.1]], 2, 0.5, support), [[2, 0.5]]);
  assert.deepEqual(withShare([[0, 0.1]], 1, 0.5, [5, 5, 0]), [[1, 0.5]]);
});
