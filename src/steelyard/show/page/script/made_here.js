// Counts become the content of a page, as `steelyard.show.page.content` makes it in Python; what only Python tells is left out.
import { Engine } from "./engine.js";
import { grow } from "./grow.js";
import { sortedPlaces } from "./matrix.js";
import { sumOf } from "./packed.js";
import { undefinedDecides } from "./undefined_decides.js";

/** Importances by the sizes of the classes, as `steelyard.importance.mechanisms` has them; nothing if they refuse these. */
export const BY_SIZE = {
  uniform: (sizes) => sizes.map(() => 1 / sizes.length),
  prevalence: (sizes) => sizes.map((size) => size / sumOf(sizes)),
  rarity: (sizes) => (sizes.every((size) => size > 0) ? sizes.map((size) => 1 / size / sumOf(sizes.map((other) => 1 / other))) : null),
  complement: (sizes) => sizes.map((size) => (sumOf(sizes) - size) / ((sizes.length - 1) * sumOf(sizes))),
};

/** The content of a page from counted kinds of items, [places of truth and predictions, how many], and what is general. */
export function contentOf(general, { labels, models, kinds, dropped, items, source, code }) {
  const C = labels.length, K = models.length, counts = models.map(() => Array(C * C).fill(0));
  for (const [[truth, ...told], size] of kinds) told.forEach((place, k) => (counts[k][truth * C + place] += size));
  const support = Array.from({ length: C }, (_, c) => sumOf(counts[0].slice(c * C, c * C + C)));
  const table = { models: [...models.keys()], truth: kinds.map(([[truth]]) => truth), predictions: models.map((_, k) => kinds.map(([places]) => places[k + 1])), sizes: kinds.map(([, size]) => size), kind: null, amounts: null, squares: null };
  const content = {
    ...general,
    // Some metrics treat two classes otherwise than several.
    ...(C === 2 ? general.of_two : Object.fromEntries(Object.keys(general.of_two).map((name) => [name, grow(general[name], C)]))),
    labels, models, items, dropped, counts, support, title: source, named: true,
    python_labels: labels.map((label) => (String(Number(label)) === label ? label : JSON.stringify(label))),
    python_models: models.map((name) => JSON.stringify(name)),
    stored: JSON.stringify({ labels, axes: { model: models }, dropped }),
    squares: null, slices: null, start: null, agreeing: null, alone: [], code,
    seen: models.map(() => support),
    shares: support.map((size) => size / items),
    reach: models.map(() => general.reach[0]),
    variance_factor: models.map(() => 1),
    weights: BY_SIZE.uniform(support),
    presets: general.presets.map((preset) => ({ ...preset, weights: BY_SIZE[preset.name](support) })),
    // As an order of all classes says it: the least important 1, the next 2, and so on.
    order_weights: support.map((_, i) => (2 * (C - i)) / (C * (C + 1))),
    units: { kind: "items", paired: K > 1, tables: K > 1 ? [table] : [] },
    telling: support.indexOf(Math.min(...support.filter((size) => size > 0))),
  };
  return told(content);
}

/** What the numbers themselves say: whether undefined terms decide, and which model is shown first. */
function told(content) {
  const engine = new Engine(content), { metrics, models, main } = content, view = { weights: Float64Array.from(content.weights), shares: null };
  const decides = undefinedDecides(engine), { rank } = engine.scores(view);
  return { ...content, metrics: metrics.map((metric, j) => ({ ...metric, undefined_decides: decides[j] })), order: sortedPlaces(models.map((_, k) => rank[k * metrics.length + main])) };
}
