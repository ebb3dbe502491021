// What is chosen, as plain values and as the fragment of the address.
import { sumOf } from "./packed.js";

/** What is chosen at first; shares are [class, share]. */
export function startState({ main, order: [first, second = first], telling }) {
  return { metric: main, preset: 0, levels: null, shares: [], class: telling, model: first, other: second, rate: 0, matrix: "counts" };
}

/** The weights of the sliders, else of the preset, and the class shares if any are set, or were stated when it was evaluated. */
export function viewOf({ levels, preset, shares }, { presets, shares: begun, stated, support }) {
  const given = levels ?? presets[preset].weights;
  const sum = sumOf(given);
  const set = new Map(shares);
  // Classes that are not set keep their proportions; of stated shares that were 0, those of the data.
  const [rest, counted] = [begun, support].map((sizes) => sizes.map((size, c) => (set.has(c) ? 0 : size)));
  const others = sumOf(rest) > 0 ? rest : counted, left = (1 - sumOf([...set.values()])) / sumOf(others);
  return {
    weights: Float64Array.from(given, (weight) => (sum > 0 ? weight / sum : 1 / given.length)),
    shares: set.size ? Float64Array.from(others, (size, c) => set.get(c) ?? left * size) : stated ? Float64Array.from(begun) : null,
    asEvaluated: !set.size,
  };
}

/** The class shares that someone has set; null while they are those of the result. */
export const sharesSet = ({ asEvaluated, shares }) => (asEvaluated ? null : shares);

/** Where sliders stand: none above the middle, so that each can be raised. */
export function levelsFor(weights) {
  const most = Math.max(...weights);
  return Array.from(weights, (weight) => 50 * (weight / most));
}

/** One more share; those set before are let go if there is no room for them. */
export function withShare(shares, c, share, support) {
  const kept = shares.filter(([other]) => other !== c);
  const free = support.filter((size) => size > 0).length - kept.length > 1;
  return [...(free && sumOf(kept.map(([, size]) => size)) + share <= 1 ? kept : []), [c, share]];
}

export function fragmentOf(state, content) {
  const moved = Object.entries(startState(content)).filter(([key, value]) => String(state[key]) !== String(value));
  return moved.map(([key], i) => `${i ? "&" : "#"}${key}=${state[key]}`).join("");
}

/** The state of a fragment, and whether a part of it makes no sense. */
export function readFragment(fragment, content, offers) {
  let [state, unread, { support }] = [startState(content), false, content];
  for (const [key, text] of new URLSearchParams(fragment.slice(1))) {
    const numbers = /^\d([\d.,e-]*\d)?$/.test(text) ? text.split(",").map(Number) : [NaN];
    const pairs = numbers.flatMap((c, i) => (i % 2 ? [] : [[c, numbers[i + 1]]]));
    if (key === "levels" && numbers.length === support.length && numbers.every((level) => level >= 0 && level <= 100)) state.levels = numbers;
    else if (key === "shares" && pairs.every(([c, share]) => support[c] > 0 && share >= 0 && share <= 1)) state.shares = pairs.reduce((set, pair) => withShare(set, ...pair, support), []);
    else if (offers(key, text)) state[key] = isNaN(text) ? text : Number(text);
    else unread = true;
  }
  return { state, unread };
}
