// What someone has chosen in the page, as plain values, and as the fragment of its address.
//
// `preset`, `order` and `levels` are three ways to say what matters; one of them is in force. `shares` lists the classes
// whose share someone has set, the latest last.

const LONGEST_FRAGMENT = 200_000;
const MATRIX_VIEWS = ["counts", "row", "column", "difference"];

const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/** The state of a page that nobody has touched; which class to look at, a chart finds out. */
export function startState(content) {
  const other = Math.min(1, content.models.length - 1);
  return { metric: content.main, preset: 0, order: null, levels: null, shares: [], class: null, model: 0, other, rate: 0, matrix: "counts" };
}

/** The state after some changes; a new way to say what matters ends the others. */
export function changedState(state, changes) {
  const ways = { preset: null, order: null, levels: null };
  return { ...state, ...(Object.keys(changes).some((key) => key in ways) && ways), ...changes };
}

/** The weight of each class; they sum to 1. */
export function weightsOf({ preset, order, levels }, content) {
  if (order) return Float64Array.from(content.labels, (_, c) => content.order_weights[order.indexOf(c)]);
  if (!levels) return Float64Array.from(content.presets[preset].weights);
  // 0 for all says nothing of any class, as the same for all does.
  const sum = total(levels);
  return Float64Array.from(levels, (level) => (sum > 0 ? level / sum : 1 / levels.length));
}

/** Where the sliders stand: the most important class at 100, unless they were moved by hand. */
export function levelsOf(state, weights) {
  const most = Math.max(...weights);
  return state.levels ?? Array.from(weights, (weight) => 100 * (weight / most));
}

/** The classes, the most important first. */
export function orderOf(state, weights) {
  return state.order ?? [...weights.keys()].sort((a, b) => weights[b] - weights[a] || a - b);
}

/** The share of each class if someone has set any, else null: the others keep their proportions to each other. */
export function sharesOf({ shares }, { support }) {
  if (!shares.length) return null;
  const set = new Map(shares);
  const rest = support.map((size, c) => (set.has(c) ? 0 : size));
  const left = Math.max(0, 1 - total([...set.values()]));
  const all = total(rest) || 1;
  return Float64Array.from(rest, (size, c) => set.get(c) ?? (left * size) / all);
}

/** The shares set, with one more; the earliest are let go where they would leave too little room, or no class free. */
export function withShare(shares, c, share, support) {
  const kept = shares.filter(([other]) => other !== c);
  const free = () => support.some((size, i) => size > 0 && i !== c && !kept.some(([other]) => other === i));
  while (kept.length && (!free() || total(kept.map(([, other]) => other)) > 1 - share)) kept.shift();
  return [...kept, [c, share]];
}

/** The fragment of a state, without "#"; empty at the start. */
export function fragmentOf(state, content) {
  const written = { metric: content.metrics[state.metric].name, preset: content.presets[state.preset]?.name, levels: state.levels?.join(), order: state.order?.join(), shares: state.shares.map((pair) => pair.join(":")).join() };
  const start = startState(content);
  const moved = Object.keys(start).filter((key) => state[key] !== null && String(state[key]) !== String(start[key]));
  return moved.map((key) => `${key}=${encodeURIComponent(written[key] ?? state[key]).replace(/%2C/g, ",").replace(/%3A/g, ":")}`).join("&");
}

/** The state that a fragment tells, and the names of its parts that make no sense here. */
export function readFragment(fragment, content) {
  const unread = [];
  let state = startState(content);
  const readers = readersOf(content);
  const parts = fragment.length > LONGEST_FRAGMENT ? ["too long"] : fragment.replace(/^#/, "").split("&").filter(Boolean);
  for (const part of parts.slice(0, readers.size)) {
    const [key, ...value] = part.split("=");
    try {
      state = changedState(state, { [key]: readers.get(key)(decodeURIComponent(value.join("="))) });
    } catch {
      unread.push(key.slice(0, 20));
    }
  }
  return { state, unread };
}

/** How each part of a fragment is read; what makes no sense throws. */
function readersOf({ labels, metrics, models, presets, rates, support }) {
  const checked = (value, fine) => {
    if (!fine) throw new RangeError(`${value} makes no sense here.`);
    return value;
  };
  const number = (text, most) => checked(Number(text), /^\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) && Number(text) <= most);
  const place = (size) => (text) => checked(number(text, size - 1), Number.isInteger(Number(text)));
  const word = (words) => (text) => checked(words.indexOf(text), words.includes(text));
  const list = (text, read) => {
    const found = text.split(",").map(read);
    return checked(found, found.length === labels.length);
  };
  const share = (shares, pair) => {
    const [c, size] = pair.split(":");
    return withShare(shares, checked(place(labels.length)(c), support[c] > 0), number(size, 1), support);
  };
  const levels = (text) => list(text, (level) => number(level, 100));
  const order = (text) => list(text, place(labels.length));
  return new Map([
    ["metric", word(metrics.map((metric) => metric.name))],
    ["preset", word(presets.map((preset) => preset.weights && preset.name))],
    ["levels", (text) => checked(levels(text), total(levels(text)) > 0)],
    ["order", (text) => checked(order(text), new Set(order(text)).size === labels.length)],
    ["shares", (text) => text.split(",").reduce(share, [])],
    ["class", place(labels.length)],
    ["model", place(models.length)],
    ["other", place(models.length)],
    ["rate", place(rates.length)],
    ["matrix", (text) => MATRIX_VIEWS[word(MATRIX_VIEWS)(text)]],
  ]);
}
