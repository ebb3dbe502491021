// What someone has chosen in the page, as plain values, and as the fragment of its address.

const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** The state of a page that nobody has touched; `shares` lists those set as [class, share]. */
export function startState({ main, models }) {
  return { metric: main, preset: 0, levels: null, shares: [], class: null, model: 0, other: models.length > 1 ? 1 : 0, rate: 0, matrix: "counts" };
}

/** What the numbers are taken at: the weights of the sliders or else of the preset, and class shares if any are set. */
export function viewOf({ levels, preset, shares }, { presets, support }) {
  const given = levels ?? presets[preset].weights;
  const sum = total(given);
  const weights = Float64Array.from(given, (weight) => (sum > 0 ? weight / sum : 1 / given.length));
  const set = new Map(shares);
  const rest = support.map((size, c) => (set.has(c) ? 0 : size));
  const left = (1 - total([...set.values()])) / total(rest);
  return { weights, shares: set.size ? Float64Array.from(rest, (size, c) => set.get(c) ?? left * size) : null };
}

/** Where sliders stand for some weights: the most important class in the middle, so that each can be raised. */
export function levelsFor(weights) {
  const most = Math.max(...weights);
  return Array.from(weights, (weight) => 50 * (weight / most));
}

/** The shares set, with one more; earlier ones are let go if they leave too little room, or no class to fill it. */
export function withShare(shares, c, share, support) {
  const kept = shares.filter(([other]) => other !== c);
  const free = support.filter((size) => size > 0).length - kept.length > 1;
  return [...(free && total(kept.map(([, size]) => size)) + share <= 1 ? kept : []), [c, share]];
}

/** The fragment of a state; empty at the start. */
export function fragmentOf(state, content) {
  const moved = Object.entries(startState(content)).filter(([key, value]) => String(state[key]) !== String(value));
  return moved.map(([key], i) => `${i ? "&" : "#"}${key}=${state[key]}`).join("");
}

/** The state that a fragment tells, and the names of parts that make no sense; `offers` knows what can be chosen. */
export function readFragment(fragment, content, offers) {
  const [state, unread, { support }] = [startState(content), [], content];
  for (const [key, text] of new URLSearchParams(fragment.slice(1))) {
    const numbers = /^[\d.,e-]+$/.test(text) ? text.split(",").map(Number) : [NaN];
    const within = (most) => (number) => number >= 0 && number <= most;
    const pairs = numbers.flatMap((c, i) => (i % 2 ? [] : [[c, numbers[i + 1]]]));
    if (key === "levels" && numbers.length === support.length && numbers.every(within(100))) state.levels = numbers;
    else if (key === "shares" && pairs.every(([c, share]) => support[c] > 0 && within(1)(share))) state.shares = pairs.reduce((set, pair) => withShare(set, ...pair, support), []);
    else if (offers(key, text)) state[key] = Number.isNaN(numbers[0]) ? text : numbers[0];
    else unread.push(key.slice(0, 20));
  }
  return { state, unread };
}
