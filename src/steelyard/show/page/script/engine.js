// All live numbers of the page: scores, ranks and intervals of a view, { weights, shares }, from the embedded counts and
// the recorded programs.
import { evenWeights } from "./chance.js";
import { finite, Items, leastApart, movesApart, movesOfPair, summed } from "./class_moves.js";
import { Combined } from "./combined.js";
import { Course } from "./course.js";
import { cellSlopes, endsOf, influenceOf, unitsOf, varianceOf } from "./influence.js";
import { sumOf, unpack } from "./packed.js";
import { FourNumbers, quotientEnds } from "./quotients.js";
import { firstOf, leadOf, ranksOf } from "./ranks.js";
import { sharesSet } from "./state.js";

// Rates of each class, in the table; draws of each model, and cells of all of them; and tests that can follow a slider.
const [RATES, FEWEST, MOST, CELLS, TESTS] = [4, 10, 100, 1e5, 200];
const UNBOUNDED = [-Infinity, Infinity];
const ROUNDED = 1e-9;

/** One of some p-values, corrected for all of them (`steelyard.comparison.p_values`). */
function holm(own, all) {
  const smaller = all.filter((p) => p <= own * (1 + ROUNDED)).sort((one, other) => one - other);
  const corrected = smaller.reduce((most, p, place) => Math.max(most, Math.min(1, (all.length - place) * p)), 0);
  // That of the same pair the other way round differs by rounding, which corrects nothing.
  return corrected > own * (1 + ROUNDED) ? corrected : own;
}

/** The numbers of a report; K models, M metrics, C classes, at k·M + j where there is one for each metric. */
export class Engine {
  constructor(content) {
    const { counts, slices, squares, units, metrics, labels } = content, C = labels.length;
    Object.assign(this, { content, K: counts.length, models: [...counts.keys()], M: metrics.length, C, byView: new WeakMap(), drawn: [] });
    // Behind the models come the slices, then the models with what was not seen beside another one, and each alone.
    this.matrices = [...counts, ...(slices ? slices.counts.flat() : [])].map(unpack);
    this.squares = [...(squares ?? counts), ...(slices ? (slices.squares ?? slices.counts).flat() : [])];
    this.beside = this.matrices.length;
    [this.items, this.alone] = [[], []];
    this.matrices.push(...this.models.map((k) => this.itemsOf(k).mean(2)));
    this.still = this.models.map((k) => this.itemsOf(k).still(2)).map((matrix) => matrix && this.matrices.push(matrix) - 1);
    this.tables = units.tables.map(unitsOf);
    // The rates of classes among the outputs: of the positive class, and of each.
    this.classRates = new Map([...metrics.filter(({ of_class }) => of_class).map(({ name, of_class }) => [name, of_class]), ...(content.rates ?? []).map((rate) => [rate.name, rate])]);
    // Among the outputs of the programs.
    let live = 0;
    this.places = metrics.map((metric) => (metric.live ? live++ : -1));
    this.firstRate = live;
    this.known = content.confidence !== null && !content.why_no_intervals;
    this.courses = {};
  }

  /** The values of all metrics, the ranks of the models by each, 1 the best, NaN where undefined, and who has the star. */
  scores(view) {
    return this.once(view, "scores", () => {
      const { metrics, tied } = this.content, course = this.courseAt(view), { K, M } = this;
      const value = Float64Array.from({ length: K * M }, (_, at) => this.value(course, Math.floor(at / M), at % M));
      const rank = new Float64Array(K * M), best = new Float64Array(K * M);
      metrics.forEach((metric, j) => {
        const ranks = ranksOf(this.models.map((k) => value[k * M + j]), metric, tied);
        ranks.forEach((found, k) => (rank[k * M + j] = found));
        // What becomes of undefined terms must not decide who is the best, unless someone chose it.
        const others = this.otherwise(view, j), undisputed = firstOf(ranks).filter((k) => others.every(({ first }) => first.includes(k)));
        // Nor is a star for a value that the result calls misleading.
        undisputed.filter((k) => !metric.misleading?.some(([misled]) => misled === k)).forEach((k) => (best[k * M + j] = 1));
      });
      return { value, rank, best };
    });
  }

  /** The values of a metric, and who is first, by the other policies for undefined terms that name someone. */
  otherwise(view, j) {
    const { metrics, others = [], tied } = this.content, course = this.courseAt(view);
    const found = others.filter(({ metric }) => metric === j).map(({ output, said }) => {
      const values = this.models.map((k) => course.value(k, course.outputs[output]));
      return { said, values, first: firstOf(ranksOf(values, metrics[j], tied)) };
    });
    return found.filter(({ first }) => first.length);
  }

  /** By which other policy not this model, the first by a metric, but another is; nothing if some model has the star. */
  dispute(view, first, j) {
    const { best } = this.scores(view), starred = this.models.some((k) => best[k * this.M + j]);
    return starred ? undefined : this.otherwise(view, j).find((other) => !other.first.includes(first));
  }

  /** The intervals of all metrics: class by class, by slopes; of groups, by the delta method. */
  intervals(view) {
    return this.once(view, "intervals", () => {
      const { value } = this.scores(view), course = this.courseAt(view), { M } = this;
      const ends = Array.from(value, (number, at) => this.ends(view, number, Math.floor(at / M), this.output(course, at % M)));
      return { low: ends.map(([low]) => low), high: ends.map(([, high]) => high) };
    });
  }

  /** The ends of the interval of a model's number, or for a rate of that of class c; NaN if there is none. */
  ends(view, value, k, output, c) {
    if (!this.isSure(value, output, k)) return [NaN, NaN];
    const course = this.courseAt(view), bounds = this.boundsAt(view)(output.metric), key = `${k} ${output.metric} ${c}`;
    if (this.grouped) return this.endsOfGroups(value, course.once(output, key, () => this.variance(course, output, [k], c ?? 0)), bounds, k);
    const { by_class, confidence, curved, curved_left_out, reach } = this.content, rate = this.classRates.get(output.metric);
    if (rate?.quotient) return course.once(output, `ends ${key}`, () => quotientEnds(rate.quotient, this.fourNumbers(view, k).of(c ?? rate.class), value, confidence, bounds, c === undefined ? 1 : this.C));
    // Those of other rates need draws of Python's.
    if (rate && (curved_left_out || view.shares || c === undefined)) return [NaN, NaN];
    if (curved_left_out && curved[output.metric]) return [NaN, NaN];
    const [parts, anew] = course.once(output, key, () => this.moves(course, k, output, c ?? 0));
    const times = curved[output.metric], bias = times ? course.once(output, `bias ${key}`, () => this.bias(course, k, output, value, times)) : [0, 0];
    return new Combined(value, parts, by_class, bounds, bias, times || c !== undefined ? undefined : anew).ends(reach[this.modelOf(k)]);
  }

  /** Each class against the rest, of a model or a slice. */
  fourNumbers(view, k) {
    return this.once(view, `four ${k}`, () => new FourNumbers(this.matrices[k], unpack(this.squares[k]), this.C, view.shares));
  }

  /** Whether each class that has items has some in a view, so that what does not move with class shares is as it was. */
  hasAll({ shares }) {
    return !shares || this.content.support.every((size, c) => !size || shares[c] > 0);
  }

  /** How far a curved number is off in the mean, at least and at most: slopes do not see it, so some matrices are drawn. */
  bias(course, k, output, value, times) {
    const slopes = finite(cellSlopes(course.slopes(this.aloneOf(k), output))), mean = this.matrices[this.aloneOf(k)];
    const at = (place) => course.value(place, output, 0, true), middle = at(this.aloneOf(k));
    if (!Number.isFinite(middle)) return [0, 0];
    // Less what the slopes say, which is 0 in the mean: that takes most of the chance out.
    const straight = (place) => this.matrices[place].reduce((sum, amount, cell) => sum + slopes[cell] * (amount - mean[cell]), 0);
    const bent = this.drawnOf(k).map((place) => at(place) - middle - straight(place)).filter(Number.isFinite);
    const off = sumOf(bent) / bent.length || 0, all = [0, times * off, off - middle + value];
    return [Math.min(...all), Math.max(...all)];
  }

  /** The items of a model or a slice; and the place of its matrix with what was not seen. */
  itemsOf(k) {
    return (this.items[k] ??= new Items(this.matrices[k], unpack(this.squares[k]), this.C, this.content.by_class.unseen));
  }

  aloneOf(k) {
    return (this.alone[k] ??= this.matrices.push(this.itemsOf(k).mean(1)) - 1);
  }

  /** The places of drawn matrices of a model, made when they are first asked for. */
  drawnOf(k) {
    this.drawn[k] ??= this.itemsOf(k).drawn(Math.ceil(Math.max(FEWEST, Math.min(MOST, CELLS / (this.K * this.C ** 2))))).map((matrix) => this.matrices.push(matrix) - 1);
    return this.drawn[k];
  }

  /** How far model a is ahead of b by a metric, with an interval; how likely it is better, and the class that limits it. */
  difference(view, a, b, j) {
    return this.once(view, `difference ${a} ${b} ${j}`, () => {
      const { metrics, tied, rope, reach, by_class, confidence } = this.content, { M } = this;
      const { value: values } = this.scores(view), course = this.courseAt(view), output = this.output(course, j);
      const value = leadOf(values[a * M + j], values[b * M + j], metrics[j], tied);
      const unknown = { value, low: NaN, high: NaN, better: NaN, p: NaN, limited: -1 };
      if (!this.isSure(value, output, a, b)) return unknown;
      const [lowest, highest] = this.boundsAt(view)(output.metric), bounds = [lowest - highest, highest - lowest];
      const pair = metrics[j].sign > 0 ? [a, b] : [b, a], parts = this.movesOfPair(view, pair, output, metrics[j].weighted), { least } = parts;
      const apart = new Combined(value, parts, by_class, bounds), all = this.tableOf(a, b) && summed(parts);
      const open = all && metrics[j].undefined_decides ? this.leftOpen(course, pair, output, value + all.mean[0]) : undefined;
      const combined = all ? new Combined(value, all, by_class, bounds, open) : apart;
      const ends = this.grouped ? this.endsOfGroups(value, this.varianceOfDifference(course, output, a, b), bounds, a, b) : combined.ends(reach[a]);
      // What may be chance does not rule out 0.
      const [low, high] = (1 - confidence) / 2 < least ? [Math.min(ends[0], 0), Math.max(ends[1], 0)] : ends;
      // Of few groups, the normal distribution would claim too much.
      if (this.grouped) return { ...unknown, low, high };
      const half = Math.min(Math.max(combined.below(0), least), 1 - least);
      const limits = low <= 0 && high >= 0 ? apart.limiting(reach[a]) % this.C : -1;
      // If it is the largest, all classes are too small.
      const limited = limits >= 0 && !this.fewest(a, b, limits).largest ? limits : -1;
      return { value, low, high, better: 1 - (rope ? combined.below(rope) : half), p: Math.min(1, 2 * Math.min(half, 1 - half)), limited };
    });
  }

  /** How far the middle of a difference is above what the tables allow, where classes that were never predicted may be. */
  leftOpen(course, pair, output, middle) {
    if (!pair.some((k) => this.still[k])) return [0, 0];
    const [first, second] = pair.map((k) => [this.beside + k, this.still[k] || this.beside + k].map((place) => course.value(place, output, 0, true)).filter(Number.isFinite));
    const above = (from, less) => (first.length && second.length ? middle - from(...first) + less(...second) : 0);
    return [Math.min(0, above(Math.max, Math.min)), Math.max(0, above(Math.min, Math.max))];
  }

  /** How many items of a class that of two models has which has fewer, and whether no class of it has more. */
  fewest(a, b, c) {
    const [own] = [a, b].map((k) => this.content.seen[k]).sort((one, other) => one[c] - other[c]);
    return { items: own[c], largest: own[c] === Math.max(...own) };
  }

  /** The p-value of a difference, corrected by Holm over the pairs of all metrics that were compared together; if none were asked for, of this one. */
  adjusted(view, a, b, j) {
    const { asked: several, metrics } = this.content, course = this.courseAt(view), { p: own } = this.difference(view, a, b, j);
    const asked = (several ? [...metrics.keys()] : [j]).filter((m) => metrics[m].live), { models } = this;
    // Where tests are many, Bonferroni's correction: never below Holm's, and it needs no other p-value.
    const count = (asked.length * this.K * (this.K - 1)) / 2;
    if (count > TESTS) return Math.min(1, count * own);
    // All metrics of a model in turn: to come back to it takes as long as all of them.
    for (const k of models) for (const m of asked) this.slopesBeside(view, k, this.output(course, m));
    // A number that several metrics have is one test.
    const tests = new Map();
    for (const x of models) for (const y of models.slice(x + 1)) for (const m of asked) {
      const { value, low, high, p } = this.difference(view, x, y, m);
      if (p >= 0) tests.set(`${x} ${y} ${[value, low, high, p].map((number) => number.toPrecision(9))}`, p);
    }
    return holm(own, [...tests.values()]);
  }

  /** A rate of each class. */
  rate(view, k, r) {
    const own = this.ownRates(view, k, r, "value");
    if (own) return own;
    const course = this.courseAt(view), output = course.outputs[this.firstRate + r];
    return course.once(output, `rate ${k} ${r}`, () => Float64Array.from({ length: this.C }, (_, c) => course.value(k, output, c)));
  }

  /** Whether no item tells a rate of class c. */
  lacks(view, k, r, c) {
    const course = this.courseAt(view);
    return course.lacks(k, course.outputs[this.firstRate + r], c);
  }

  /** What the result itself says of a rate of each class; nothing of one that moves with shares, at other shares. */
  ownRates(view, k, r, part) {
    const { rates, start } = this.content, known = (!sharesSet(view) || (rates[r].of_rows && this.hasAll(view))) && r < RATES && start?.rates, first = (k * RATES + r) * this.C;
    return known && this.once(known, part, () => unpack(known[part])).subarray(first, first + this.C);
  }

  /** The intervals of a rate of each class, or of some; those of the result, where they hold. */
  rateIntervals(view, k, r, classes = this.content.labels.keys()) {
    if (this.ownRates(view, k, r, "low")) return Object.fromEntries(["low", "high"].map((end) => [end, this.ownRates(view, k, r, end)]));
    const values = this.rate(view, k, r), course = this.courseAt(view), output = course.outputs[this.firstRate + r];
    const [low, high] = [values.map(() => NaN), values.map(() => NaN)];
    for (const c of classes) if (!course.lacks(k, output, c)) [low[c], high[c]] = this.ends(view, values[c], k, output, c);
    return { low, high };
  }

  /** A metric of each model if a class had other weights, the others in proportion, or all alike if they have none. */
  along({ weights, shares }, j, c, points) {
    const others = 1 - weights[c];
    const part = weights.map((weight) => (others > 0 ? weight / others : 1 / (this.C - 1)));
    return this.valuesAt(Array.from(points, (point) => part.map((share, i) => (i === c ? point : (1 - point) * share))), shares, j);
  }

  /** The share of all weightings, by drawing some evenly, at which each model is the best by a metric; ties are shared. */
  wins({ shares }, j, draws) {
    const values = this.valuesAt([...evenWeights(this.C, draws)], shares, j), won = new Float64Array(this.K);
    let counted = 0;
    for (let draw = 0; draw < draws; draw++) {
      const ranks = ranksOf(values.map((of) => of[draw]), this.content.metrics[j], this.content.tied);
      const winners = ranks.filter((rank) => rank === 1).length;
      ranks.forEach((rank, k) => (won[k] += rank === 1 ? 1 / winners : 0));
      counted += winners > 0;
    }
    return won.map((times) => times / counted);
  }

  /** One metric of each model, without the others, at many weights. */
  valuesAt(weightings, shares, j) {
    return this.models.map((k) => Float64Array.from(weightings, (weights) => this.value(this.courseAt({ weights, shares }), k, j, true)));
  }

  /** What the result says of a metric of a model in a slice: until something is moved, and if it says anything. */
  ofSlice(k, s, j, moved, part) {
    const { keys, start } = this.content.slices;
    return start && !moved ? this.once(start, part, () => unpack(start[part]))[(k * keys.length + s) * this.M + j] : undefined;
  }

  /** A metric of a model in a slice. */
  slice(view, k, s, j, moved) {
    return this.ofSlice(k, s, j, moved, "value") ?? (this.places[j] < 0 ? NaN : this.value(this.courseAt(view), this.placeOf(k, s), j));
  }

  /** Its interval; of curved metrics and of groups, none but that of the result. */
  sliceEnds(view, k, s, j, moved) {
    const { curved, metrics } = this.content, [low, high] = ["low", "high"].map((part) => this.ofSlice(k, s, j, moved, part));
    if (low !== undefined) return [low, high];
    if (this.grouped || curved[metrics[j].name]) return [NaN, NaN];
    return this.ends(view, this.slice(view, k, s, j, moved), this.placeOf(k, s), this.output(this.courseAt(view), j));
  }

  placeOf(k, s) {
    return this.K + k * this.content.slices.keys.length + s;
  }

  modelOf(place) {
    return place < this.K ? place : Math.floor((place - this.K) / this.content.slices.keys.length);
  }

  /** What is found once for a view. */
  once(view, key, find) {
    if (!this.byView.has(view)) this.byView.set(view, new Map());
    const found = this.byView.get(view);
    if (!found.has(key)) found.set(key, find());
    return found.get(key);
  }

  /** The program of a view, at its weights and shares. */
  courseAt(view) {
    const name = view.shares ? "at_shares" : "program";
    const course = (this.courses[name] ??= new Course(this.content[name], this.matrices));
    course.set(view);
    return course;
  }

  output(course, j) {
    return course.outputs[this.places[j]];
  }

  value(course, k, j, only = false) {
    if (this.places[j] < 0) return Number(this.content.metrics[j].fixed[k]);
    const output = this.output(course, j);
    return course.once(output, `value ${k} ${j}`, () => course.value(k, output, 0, only));
  }

  get grouped() {
    return this.content.units.kind === "groups";
  }

  /** The table of the items, or groups, on which some models are known together. */
  tableOf(...models) {
    return this.tables.find((table) => models.every((k) => table.models.includes(k)));
  }

  /** Whether a model has no errors. */
  faultless(k) {
    return this.matrices[k].every((count, cell) => !count || cell % (this.C + 1) === 0);
  }

  /** Whether two models are known to give the same answers. */
  alike(a, b) {
    const both = this.tableOf(a, b), [first, second] = [a, b].map((k) => both?.predictions[both.models.indexOf(k)]);
    return Boolean(both && first.every((predicted, e) => predicted === second[e]));
  }

  /** How far each class moves a number of one model, or a rate of class c. */
  moves(course, k, output, c) {
    return this.itemsOf(k).moves(cellSlopes(course.slopes(this.aloneOf(k), output, c)));
  }

  /** How far each class moves a number of a model less that of another one, and the least probability of a side of 0. */
  movesOfPair(view, pair, output, weighted) {
    const both = this.tableOf(...pair), course = this.courseAt(view), { by_class, alone } = this.content;
    if (both) return movesOfPair(both, pair, pair.map((k) => cellSlopes(this.slopesBeside(view, k, output))), this.C, by_class);
    const counting = [...view.weights.keys()].filter((c) => !weighted || view.weights[c]), least = leastApart(pair.map((k) => alone[k]), counting);
    return { ...movesApart(...pair.map((k) => this.moves(course, k, output, 0)[0])), least };
  }

  /** The slopes of a model beside another one, kept for all pairs. */
  slopesBeside(view, k, output) {
    return this.once(view, `slopes ${k} ${output.metric}`, () => {
      const { cells, ...lines } = this.courseAt(view).slopes(this.beside + k, output);
      return { ...lines, cells: cells.map(([slopes, ...steps]) => [slopes.slice(), ...steps]) };
    });
  }

  /** The variance over groups of a model's number, or of the difference of two on the same groups. */
  variance(course, output, models, c) {
    const table = this.tableOf(...models), [first, second] = models.map((k) => influenceOf(table, k, cellSlopes(course.slopes(k, output, c))));
    const moved = second ? first.map((number, i) => number - second[i]) : first;
    // That of a sample.
    return varianceOf(moved, table.sizes) * this.content.variance_factor[models[0]];
  }

  varianceOfDifference(course, output, a, b) {
    if (this.tableOf(a, b)) return this.variance(course, output, [a, b]);
    return this.variance(course, output, [a]) + this.variance(course, output, [b]);
  }

  /** Whether a number of some models has an interval. */
  isSure(value, output, ...models) {
    return Boolean(this.known && output && Number.isFinite(value) && models.every((k) => this.content.reach[this.modelOf(k)] !== null));
  }

  endsOfGroups(value, variance, bounds, ...models) {
    return endsOf(value, Math.max(...models.map((k) => this.content.reach[k])) * Math.sqrt(variance), bounds, this.content.beyond);
  }

  /** Between which numbers metrics must be at some weights, by their names. */
  boundsAt(view) {
    return this.once(view, "bounds", () => {
      const course = (this.courses.bounds ??= new Course(this.content.bounds, [[]])), found = new Map();
      course.set({ weights: view.weights, shares: null });
      for (const output of course.outputs) found.set(output.metric, [...(found.get(output.metric) ?? []), course.value(0, output)]);
      return (name) => found.get(name) ?? UNBOUNDED;
    });
  }
}
