// What a threshold makes of the scores of two classes: `steelyard.show.page.decided` has what is counted at each step.
import { sumOf, unpack } from "./packed.js";

// What is left of a difference of sums that are equal.
const ROUNDING = 1e-9;

/** The sums over steps behind a threshold and before it, of each class; the first step is below all thresholds. */
function sidesOf(packed) {
  const numbers = unpack(packed), many = numbers.length / 2;
  return [0, 1].map((c) => {
    const behind = new Float64Array(many + 1), before = new Float64Array(many + 1), own = numbers.subarray(c * many, (c + 1) * many);
    for (let step = many; step--; ) behind[step] = behind[step + 1] + own[step];
    own.forEach((number, step) => (before[step + 1] = before[step] + number));
    return { behind, before };
  });
}

/** All pairs of some models, in the order of Python's `combinations`. */
const pairsOf = (models) => models.flatMap((a, i) => models.slice(i + 1).map((b) => [a, b]));

export class Cuts {
  constructor({ thresholds, start, place, models, pairs, squares }) {
    const K = models.length, sides = (list) => list.map(sidesOf);
    Object.assign(this, { thresholds: unpack(thresholds), startThreshold: start, place, K, pairs: pairsOf([...Array(K).keys()]) });
    // Sums of weights, and of their squares, if items have weights.
    this.powers = [{ one: sides(models), both: sides(pairs) }, ...(squares ? [{ one: sides(squares.slice(0, K)), both: sides(squares.slice(K)) }] : [])];
    this.start = this.indexOf(start);
  }

  /** The place of the first threshold that is not below a number: what it takes is what the number takes. */
  indexOf(number) {
    const found = this.thresholds.findIndex((threshold) => threshold >= number);
    return found < 0 ? this.thresholds.length : found;
  }

  /** The matrices, their squares, and on which items pairs of models agree, at a threshold. */
  at(index) {
    const step = index + 1, [counts, squares = null] = this.powers.map(({ one }) => one.map((sides) => this.matrix(sides, step)));
    return { counts, squares, tables: this.pairs.map((pair, n) => this.table(pair, n, step)) };
  }

  matrix(sides, step) {
    const found = new Float64Array(4), { place } = this;
    sides.forEach(({ behind, before }, c) => ([found[2 * c + place], found[2 * c + 1 - place]] = [behind[step], before[step]]));
    return [...found];
  }

  /** What two models answer to the same items: both take those whose lower score reaches the threshold. */
  table([a, b], n, step) {
    const { place } = this, truth = [], predictions = [[], []];
    const [amounts, squares] = this.powers.map(({ one, both }) => {
      const found = [];
      for (const c of [0, 1]) {
        const [taken, first, second] = [both[n], one[a], one[b]].map((sides) => sides[c].behind[step]), all = sumOf(["behind", "before"].map((side) => both[n][c][side][step]));
        found.push(...[taken, first - taken, second - taken, all - first - second + taken].map((number) => (Math.abs(number) <= ROUNDING * all ? 0 : number)));
      }
      return found;
    });
    for (const c of [0, 1])
      for (const answers of [[1, 1], [1, 0], [0, 1], [0, 0]]) {
        truth.push(c);
        answers.forEach((taken, model) => predictions[model].push(taken ? place : 1 - place));
      }
    const there = amounts.flatMap((number, e) => (number > 0 ? [e] : [])), kept = (list) => there.map((e) => list[e]);
    return { models: [a, b], truth: kept(truth), predictions: predictions.map(kept), sizes: kept(amounts), kind: null, amounts: squares ? kept(amounts) : null, squares: squares ? kept(squares) : null };
  }
}
