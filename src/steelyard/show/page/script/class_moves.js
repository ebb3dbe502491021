// How far each true class alone moves a number, as its items allow: by slopes, as `steelyard.intervals.class_moves` and
// `.rows` have it. An item is of a kind, its class with the predictions it got; of each kind, some were seen, and there
// are a few beforehand.

import { gammas } from "./chance.js";
import { sumOf } from "./packed.js";

// Shares of an item that would only overflow where a metric divides by them, and probabilities that are nothing.
const TINY = 1e-12;

/** For each class, the others that have items or were predicted; if there are none, all others. */
function othersOf(there, classes) {
  const all = [...Array(classes).keys()];
  return all.map((c) => [all.filter((j) => there[j]), all].map((some) => some.filter((j) => j !== c)).find((others) => others.length) ?? []);
}

/** Slopes without those that have no bounds, which tell nothing. */
export const finite = (slopes) => slopes.map((slope) => (Number.isFinite(slope) ? slope : 0));

/** What one item of each class weighs; of one without items, what all do. */
function weighing(truth, amounts, squares, classes) {
  const [amount, square] = [amounts, squares].map((numbers) => {
    const sums = new Float64Array(classes);
    truth.forEach((c, e) => (sums[c] += numbers[e]));
    return sums;
  });
  const all = sumOf(square) / sumOf(amount);
  return square.map((sum, c) => [sum / amount[c], all, 1].find(Number.isFinite));
}

/** The moves of a number times −1. */
export function turned({ mean, spread, skewness }) {
  const over = (numbers) => numbers.map((number) => -number);
  return { mean: over(mean), spread, skewness: over(skewness) };
}

/** The items of one model: its matrix, which classes have items, and what one of each cell weighs. */
export class Items {
  constructor(matrix, squares, classes, unseen) {
    const truth = matrix.map((_, cell) => Math.floor(cell / classes)), seen = [], there = [];
    matrix.forEach((amount, cell) => amount > 0 && (seen[truth[cell]] = there[truth[cell]] = there[cell % classes] = 1));
    const scales = weighing(truth, matrix, squares, classes), prior = new Float64Array(matrix.length);
    othersOf(there, classes).forEach((others, c) => {
      if (!seen[c]) return;
      prior[c * (classes + 1)] = unseen;
      others.forEach((j) => (prior[c * classes + j] = unseen / others.length));
    });
    const own = matrix.map((amount, cell) => (amount > 0 ? squares[cell] / amount : 1));
    Object.assign(this, { classes, matrix, scales: truth.map((c) => scales[c]), own, prior });
  }

  /** The matrix in the mean, with `times` what there is beforehand, in the rows of classes that have items. */
  mean(times) {
    return this.matrix.map((amount, cell) => amount + times * this.prior[cell] * this.scales[cell]);
  }

  /** The same without the columns of classes that have items and were never predicted; nothing if there are none. */
  still(times) {
    const { matrix, classes } = this, seen = [], named = [], never = (c) => seen[c] && !named[c];
    matrix.forEach((amount, cell) => amount > 0 && (seen[Math.floor(cell / classes)] = named[cell % classes] = 1));
    return seen.some((_, c) => never(c)) && this.mean(times).map((amount, cell) => (never(cell % classes) ? 0 : amount));
  }

  /** Draws of what the matrix may be. */
  drawn(draws) {
    const { matrix, prior, scales } = this, shapes = matrix.map((amount, cell) => amount / scales[cell] + prior[cell]);
    return Array.from(gammas(shapes, draws), (items) => items.map((number, cell) => (number < TINY ? 0 : number * scales[cell])));
  }

  /** How far each class moves a number, given the slopes by the cells; and how far it moves if items are drawn anew. */
  moves(slopes) {
    const { classes, matrix, prior, scales, own } = this, sums = new Sums(classes), anew = new Sums(1), steps = finite(slopes);
    for (let c = 0, cell = 0; c < classes; c++)
      for (let j = 0; j < classes; j++, cell++) {
        sums.add(c, steps[cell] * scales[cell], matrix[cell] / scales[cell], prior[cell]);
        if (matrix[cell] > 0) anew.add(0, steps[cell] * own[cell], matrix[cell] / own[cell], 0);
      }
    return [sums.shaped(), anew.shaped()];
  }
}

/** The mean, the spread and the skewness of how far each class moves a number, from its kinds of items. */
class Sums {
  constructor(classes) {
    [this.mean, this.spread, this.skewness] = [0, 1, 2].map(() => new Float64Array(classes));
  }

  /** Add so many items of a kind, seen and beforehand, of which each moves the number so far. */
  add(c, move, seen, prior) {
    const square = move * move * (seen + prior);
    this.mean[c] += move * prior;
    this.spread[c] += square;
    this.skewness[c] += 2 * square * move;
  }

  shaped() {
    const { mean, spread, skewness } = this;
    spread.forEach((variance, c) => {
      spread[c] = Math.sqrt(variance);
      skewness[c] = variance > 0 ? skewness[c] / spread[c] ** 3 : 0;
    });
    return { mean, spread, skewness };
  }
}

/** How far each class moves a number of a first model less that of a second, on the same items of a table; and `least`. */
export function movesOfPair({ models, truth, predictions, kind, amounts, squares }, pair, slopes, classes, { unseen, no_move }) {
  const sums = new Sums(classes), [first, second] = slopes.map(finite), there = [];
  const [one, two] = pair.map((k) => predictions[models.indexOf(k)]), scales = weighing(truth, amounts, squares, classes);
  truth.forEach((c, e) => amounts[e] > 0 && (there[c] = there[one[e]] = there[two[e]] = 1));
  const add = (c, i, j, amount, prior, weight = scales[c]) => sums.add(c, (first[c * classes + i] - second[c * classes + j]) * weight, amount / weight, prior);
  truth.forEach((c, e) => add(c, one[e], two[e], amounts[e], 0));
  const others = othersOf(there, classes);
  for (const c of new Set(truth)) {
    add(c, c, c, 0, unseen);
    // One of them wrong, or both in the same way.
    for (const j of others[c]) [[c, j], [j, c], [j, j]].forEach(([a, b]) => add(c, a, b, 0, unseen / others[c].length));
  }
  // Of d items, or groups, whose answers differ and that move the number, all may speak for the same model by chance, once in 2ᵈ.
  const steps = first.map((slope, cell) => slope + second[cell]), most = new Float64Array(classes), telling = {};
  steps.forEach((step, cell, _, c = Math.floor(cell / classes)) => (most[c] = Math.max(most[c], Math.abs(step))));
  truth.forEach((c, e) => {
    const i = c * classes + one[e], j = c * classes + two[e], key = kind ? kind[e] : i * classes + j;
    if (!(amounts[e] > 0 && Math.abs(steps[i] - steps[j]) > no_move * most[c])) return;
    const found = (telling[key] ??= [0, 0, Math.abs(steps[i] - steps[j]) * scales[c]]);
    [amounts, squares].forEach((numbers, power) => (found[power] += numbers[e]));
  });
  // Of items that move it by unlike amounts, as many alike as would tell as much (Kish 1965); groups are counted.
  const of = (power) => sumOf(Object.values(telling).map(([amount, square, move]) => (kind ? 1 : (amount ** 2 / square) * move ** power)));
  return { ...sums.shaped(), least: 0.5 ** Math.max(1, kind ? of(0) : of(1) ** 2 / (of(2) || 1)) };
}

/** How likely the hits of two models, [hits, items] of each class, fall by chance as far apart as they can in some: Fisher's test. */
export function leastApart([first, second], classes) {
  let chance = 1;
  for (const c of classes) {
    const [hits, n] = [0, 1].map((of) => first[of][c] + second[of][c]);
    // All that are fewer, hits or misses, on the model that has more items.
    const [few, some] = [Math.min(first[1][c], second[1][c]), Math.min(hits, n - hits)].sort((a, b) => a - b);
    for (let i = 0; i < few && chance > TINY; i++) chance *= (n - some - i) / (n - i);
  }
  return Math.min(chance, 0.5);
}

/** All classes together, as one. */
export function summed({ mean, spread, skewness }) {
  const all = (of) => mean.reduce((sum, _, c) => sum + of(c), 0), wide = Math.sqrt(all((c) => spread[c] ** 2));
  return { mean: [all((c) => mean[c])], spread: [wide], skewness: [wide && all((c) => skewness[c] * spread[c] ** 3) / wide ** 3] };
}

/** The moves of models on items of their own: those of the first, and those of the second, turned round. */
export function movesApart(first, second) {
  const other = turned(second), join = (name) => [...first[name], ...other[name]];
  return { mean: join("mean"), spread: join("spread"), skewness: join("skewness") };
}
