// All live numbers of the page: scores, ranks and intervals of a view, { weights, shares }, from the embedded counts and
// the recorded programs.
import { evenWeights, normalBelow } from "./chance.js";
import { Course } from "./course.js";
import { endsOf, influenceOf, itemsOf, momentsOf, unitsOf } from "./influence.js";
import { unpack } from "./packed.js";
import { firstOf, leadOf, ranksOf } from "./ranks.js";

const UNBOUNDED = [-Infinity, Infinity];

/** The numbers of a report; K models, M metrics, C classes, at k·M + j where there is one for each metric. */
export class Engine {
  constructor(content) {
    const { counts, slices, units, metrics, labels } = content;
    Object.assign(this, { content, K: counts.length, M: metrics.length, C: labels.length, own: [], byView: new WeakMap() });
    this.matrices = [...counts, ...(slices ? slices.counts.flat() : [])].map(unpack); // slices come behind the models
    this.tables = units.tables.map(unitsOf);
    let live = 0;
    this.places = metrics.map((metric) => (metric.live ? live++ : -1)); // among the outputs of the programs
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
        const column = Array.from({ length: K }, (_, k) => value[k * M + j]);
        const ranks = ranksOf(column, metric, tied);
        ranks.forEach((found, k) => (rank[k * M + j] = found));
        // What becomes of undefined terms must not decide who is the best, unless someone chose it.
        const others = this.otherwise(view, j);
        firstOf(ranks).filter((k) => others.every(({ first }) => first.includes(k))).forEach((k) => (best[k * M + j] = 1));
      });
      return { value, rank, best };
    });
  }

  /** The values of a metric, and who is first, by the other policies for undefined terms that name someone. */
  otherwise(view, j) {
    const { metrics, others = [], tied } = this.content, course = this.courseAt(view);
    const found = others.filter(({ metric }) => metric === j).map(({ output, said }) => {
      const values = Array.from({ length: this.K }, (_, k) => course.value(k, course.outputs[output]));
      return { said, values, first: firstOf(ranksOf(values, metrics[j], tied)) };
    });
    return found.filter(({ first }) => first.length);
  }

  /** By which other policy not this model, the first by a metric, but another is; nothing if some model has the star. */
  dispute(view, first, j) {
    const { best } = this.scores(view), starred = Array.from({ length: this.K }, (_, k) => best[k * this.M + j]).includes(1);
    return starred ? undefined : this.otherwise(view, j).find((other) => !other.first.includes(first));
  }

  /** The intervals of all metrics by the delta method, and how many units, about, decide on their width. */
  intervals(view) {
    return this.once(view, "intervals", () => {
      const { value } = this.scores(view), course = this.courseAt(view), bounds = this.boundsAt(view), { M } = this;
      const [low, high, effective] = [0, 1, 2].map(() => new Float64Array(value.length).fill(NaN));
      value.forEach((number, at) => {
        const output = this.output(course, at % M), k = Math.floor(at / M);
        if (!this.isSure(number, output, k)) return;
        const moments = course.moments(k, output);
        effective[at] = moments.effective;
        [low[at], high[at]] = this.ends(number, this.varianceOf(moments, k), bounds(output.metric), k);
      });
      return { low, high, effective };
    });
  }

  /** How far model a is ahead of b by a metric, with an interval, and the chance that it is better. */
  difference(view, a, b, j) {
    return this.once(view, `difference ${a} ${b} ${j}`, () => {
      const { value: values } = this.scores(view), course = this.courseAt(view), output = this.output(course, j);
      const value = leadOf(values[a * this.M + j], values[b * this.M + j], this.content.metrics[j], this.content.tied);
      if (!this.isSure(value, output, a, b)) return { value, low: NaN, high: NaN, better: NaN };
      const [least, greatest] = this.boundsAt(view)(output.metric);
      const variance = this.varianceOfDifference(course, output, a, b);
      const [low, high] = this.ends(value, variance, [least - greatest, greatest - least], a, b);
      // Of few groups, the normal distribution would claim too much.
      const better = this.content.units.kind === "groups" ? NaN : value === 0 ? 0.5 : normalBelow(value / Math.sqrt(variance));
      return { value, low, high, better };
    });
  }

  /** A rate of each class. */
  rate(view, k, r) {
    const course = this.courseAt(view), output = course.outputs[this.firstRate + r];
    return course.once(output, `rate ${k} ${r}`, () => Float64Array.from({ length: this.C }, (_, c) => course.value(k, output, c)));
  }

  /** The intervals of a rate of each class, or of some. */
  rateIntervals(view, k, r, classes = this.content.labels.keys()) {
    const values = this.rate(view, k, r), course = this.courseAt(view), output = course.outputs[this.firstRate + r];
    const [low, high] = [values.map(() => NaN), values.map(() => NaN)], bounds = this.boundsAt(view)(output.metric);
    for (const c of classes) {
      if (this.isSure(values[c], output, k) && !course.lacks(k, output, c)) [low[c], high[c]] = this.ends(values[c], this.varianceOf(course.moments(k, output, c), k), bounds, k);
    }
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
    return Array.from({ length: this.K }, (_, k) => Float64Array.from(weightings, (weights) => this.value(this.courseAt({ weights, shares }), k, j, true)));
  }

  /** A metric of a model in a slice. */
  slice(view, k, s, j) {
    const place = this.K + k * this.content.slices.keys.length + s;
    return this.places[j] < 0 ? NaN : this.value(this.courseAt(view), place, j);
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
    const course = (this.courses[name] ??= new Course(this.content[name], this.matrices, (k) => this.unitsOf(k)));
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

  /** The units that tell how sure a model's own numbers are: the cells of its matrix, or the groups. */
  unitsOf(k) {
    return (this.own[k] ??= this.content.units.kind === "groups" ? this.tableOf(k) : itemsOf(this.matrices[k], this.C, k));
  }

  /** The classes that matter, have items, and of which a model finds none. */
  neverFound({ weights }, k) {
    const row = (c) => this.matrices[k].subarray(c * this.C, (c + 1) * this.C);
    return [...weights.keys()].filter((c) => weights[c] > 0 && row(c)[c] === 0 && row(c).some((count) => count > 0));
  }

  tableOf(...models) {
    return this.tables.find((table) => models.every((k) => table.models.includes(k)));
  }

  varianceOfDifference(course, output, a, b) {
    const both = this.tableOf(a, b);
    if (!both) return [a, b].reduce((sum, k) => sum + this.varianceOf(course.moments(k, output), k), 0);
    const [first, second] = [a, b].map((k) => influenceOf(both, k, course.slopes(k, output)));
    return this.varianceOf(momentsOf(first.map((moved, i) => moved - second[i]), both.sizes), a);
  }

  /** The variance of a model's number; of groups, that of a sample. */
  varianceOf({ variance }, k) {
    return variance * this.content.variance_factor[k];
  }

  /** Whether a number of some models has an interval. */
  isSure(value, output, ...models) {
    return Boolean(this.known && output && Number.isFinite(value) && models.every((k) => this.content.reach[k] !== null));
  }

  ends(value, variance, bounds, ...models) {
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
