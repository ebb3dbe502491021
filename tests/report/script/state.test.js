import assert from "node:assert/strict";
import test from "node:test";
import { changedState, fragmentOf, levelsOf, orderOf, readFragment, sharesOf, startState, weightsOf, withShare } from "../../../src/steelyard/report/script/state.js";
import { madeContent } from "./made_content.js";

const content = madeContent();
const start = startState(content);

function roundTrip(changes) {
  const state = changedState(start, changes);
  const read = readFragment(`#${fragmentOf(state, content)}`, content);
  assert.deepEqual(read, { state, unread: [] });
}

test("an untouched page has an empty fragment, and an empty fragment is an untouched page", () => {
  assert.equal(fragmentOf(start, content), "");
  for (const empty of ["", "#"]) assert.deepEqual(readFragment(empty, content), { state: start, unread: [] });
});

test("every choice survives the way through the fragment, to the last bit", () => {
  roundTrip({ levels: [0.1 + 0.2, 100 / 3, 1e-7] });
  roundTrip({ levels: [100, 0, 0] });
  roundTrip({ order: [2, 0, 1] });
  roundTrip({ preset: 1 });
  roundTrip({ shares: [[2, 0.001], [0, 1 / 3]] });
  roundTrip({ metric: 1, class: 2, model: 1, other: 0, rate: 1, matrix: "difference" });
  roundTrip({ class: 0, levels: [1, 2, 3], shares: [[1, 0]] });
});

test("hostile and broken fragments leave the state alone and are named", () => {
  const hostile = [
    "levels=1,2", "levels=1,2,3,4", "levels=1,2,NaN", "levels=1,2,-3", "levels=1,2,1e999", "levels=0,0,0", "levels=1,2,", "levels=0x10,2,3", "levels=1,2,101",
    "order=0,1", "order=0,1,1", "order=0,1,3", "order=0,1,1.5", "order=0,1,-1",
    "preset=nothing", "preset=complement", "preset=null", "metric=none", "metric=%", "metric=%E0%A4%A", "shares=0:2", "shares=9:0.1", "shares=0", "shares=0:", "shares=:",
    "class=3", "class=-1", "class=", "model=2", "other=x", "rate=7", "matrix=<script>", "__proto__=1", "constructor=1", "toString=", "hasOwnProperty", "<img src=x onerror=alert(1)>", "=", "🦊=🦊",
  ];
  for (const part of hostile) {
    const { state, unread } = readFragment(`#${part}`, content);
    assert.deepEqual(state, start, part);
    assert.equal(unread.length, 1, part);
    assert.ok(unread[0].length <= 20, part);
  }
});

test("what can be read of a damaged fragment is read", () => {
  const { state, unread } = readFragment("#levels=1,2&model=1&nonsense", content);
  assert.deepEqual([state.model, state.levels, unread], [1, null, ["levels", "nonsense"]]);
});

test("a fragment without end is not read at all", () => {
  const { state, unread } = readFragment(`#model=1&${"&levels=1".repeat(100_000)}`, content);
  assert.deepEqual([state, unread], [start, ["too long"]]);
  assert.ok(readFragment(`#${"x&".repeat(1000)}`, content).unread.length < 20);
});

test("a class without items takes no share", () => {
  assert.deepEqual(readFragment("#shares=1:0.5", madeContent({ support: [5, 0, 10] })).unread, ["shares"]);
});

test("one way to say what matters ends the others", () => {
  const ordered = changedState(changedState(start, { levels: [1, 2, 3] }), { order: [0, 1, 2] });
  assert.deepEqual([ordered.levels, ordered.preset], [null, null]);
  assert.equal(changedState(ordered, { preset: 1 }).order, null);
  assert.deepEqual(changedState(ordered, { model: 1 }).order, [0, 1, 2]);
});

test("weights follow the sliders, the order or the preset, and sum to 1", () => {
  assert.deepEqual([...weightsOf(changedState(start, { levels: [50, 25, 25] }), content)], [0.5, 0.25, 0.25]);
  assert.deepEqual([...weightsOf(changedState(start, { order: [2, 0, 1] }), content)], [1 / 3, 1 / 6, 1 / 2]);
  assert.deepEqual([...weightsOf(changedState(start, { preset: 1 }), content)], [0.4, 0.4, 0.2]);
  assert.deepEqual([...weightsOf(changedState(start, { levels: [0, 0, 0] }), content)], [1 / 3, 1 / 3, 1 / 3]);
});

test("the most important class stands at 100, and the order follows the weights", () => {
  const state = changedState(start, { preset: 1 });
  const weights = weightsOf(state, content);
  assert.deepEqual(levelsOf(state, weights), [100, 100, 50]);
  assert.deepEqual(orderOf(state, Float64Array.of(0.2, 0.6, 0.2)), [1, 0, 2]);
});

test("classes whose share is not set keep their proportions", () => {
  assert.equal(sharesOf(start, content), null);
  assert.deepEqual([...sharesOf({ shares: [[2, 0.1]] }, content)], [0.45, 0.45, 0.1]);
  assert.deepEqual([...sharesOf({ shares: [[2, 0.1], [0, 0.3]] }, content)].map((share) => share.toFixed(12)), ["0.300000000000", "0.600000000000", "0.100000000000"]);
});

test("the earliest share set is let go where there is no room for it, or no class left to take the rest", () => {
  const { support } = content;
  assert.deepEqual(withShare([[0, 0.5]], 1, 0.4, support), [[0, 0.5], [1, 0.4]]);
  assert.deepEqual(withShare([[0, 0.5]], 0, 0.4, support), [[0, 0.4]]);
  assert.deepEqual(withShare([[0, 0.5]], 1, 0.6, support), [[1, 0.6]]);
  assert.deepEqual(withShare([[0, 0.1], [1, 0.1]], 2, 0.5, support), [[1, 0.1], [2, 0.5]]);
  assert.deepEqual(withShare([[0, 0.1]], 1, 0.5, [5, 5, 0]), [[1, 0.5]]);
});
