// All live numbers of the page: scores, ranks and intervals of a view, { weights, shares }, from the embedded counts and
// the recorded programs.

import { evenWeights, normalBelow } from "./chance.js";
import { Course } from "./course.js";
import { flowsOf } from "./gradient.js";
import { endsOf, influenceOf, itemsOf, momentsOf, ownMoments, slopesAt, unitsOf } from "./influence.js";
import { unpack } from "./packed.js";
import { leadOf, ranksOf } from "./ranks.js";
import { Program } from "./replay.js";

const UNBOUNDED = [-Infinity, Infinity];

/** The numbers of a report; K models, M metrics, R rates, C classes, at k·M + j where there is one for each metric. */
export class Engine {
  constructor(content) {
    this.content = content;
    this.matrices = content.counts.map(unpack);
    this.tables = content.units ? content.units.tables.map(unitsOf) : [];
    this.plain = new Course(content.program, this.matrices);
    this.bounds = new Program(content.bounds);
    this.byView = new WeakMap();
    let live = 0;
    this.places = content.metrics.map((metric) => (metric.live ? live++ : -1)); // among the outputs of the programs
    this.firstRate = live;
  }

  /** The values of all metrics, and the ranks of the models by each: 1 the best, NaN where undefined. */
  scores(view) {
    return this.once(view, "scores", () => {
      const { metrics, tied } = this.content, course = this.courseAt(view), K = this.matrices.length, M = metrics.length;
      const value = Float64Array.from({ length: K * M }, (_, at) => this.value(course, Math.floor(at / M), at % M));
      const rank = new Float64Array(K * M);
      metrics.forEach((metric, j) => {
        const column = this.matrices.map((_, k) => value[k * M + j]);
        ranksOf(column, metric, tied).forEach((found, k) => (rank[k * M + j] = found));
      });
      return { value, rank };
    });
  }

  /** The intervals of all metrics by the delta method, and how many units, about, decide on their width. */
  intervals(view) {
    return this.once(view, "intervals", () => {
      const { metrics } = this.content, course = this.courseAt(view), { value } = this.scores(view);
      const [low, high, effective] = [0, 1, 2].map(() => new Float64Array(value.length).fill(NaN));
      const bounds = this.boundsAt(view);
      value.forEach((number, at) => {
        const [k, j] = [Math.floor(at / metrics.length), at % metrics.length];
        if (!this.hasInterval(j) || !Number.isFinite(number)) return;
        const moments = this.moments(course, view, k, j);
        effective[at] = moments.effective;
        [low[at], high[at]] = this.ends(number, moments.variance, bounds(metrics[j].name));
      });
      return { low, high, effective };
    });
  }

  /** How far model a is ahead of b by a metric, with an interval, and the chance that it is better. */
  difference(view, a, b, j) {
    return this.once(view, `difference ${a} ${b} ${j}`, () => {
      const { metrics, tied } = this.content, { value: values } = this.scores(view);
      const value = leadOf(values[a * metrics.length + j], values[b * metrics.length + j], metrics[j], tied);
      if (!this.hasInterval(j) || !Number.isFinite(value)) return { value, low: NaN, high: NaN, better: NaN };
      const [least, greatest] = this.boundsAt(view)(metrics[j].name);
      const variance = this.varianceOfDifference(this.courseAt(view), view, a, b, j);
      const [low, high] = this.ends(value, variance, [least - greatest, greatest - least]);
      return { value, low, high, better: value === 0 ? 0.5 : normalBelow(value / this.spread(variance)) };
    });
  }

  /** A rate of each class. */
  rate(view, k, r) {
    const course = this.courseAt(view), output = this.outputOfRate(course, r), [block, at] = course.placeOf(k);
    return this.onceOf(view, course, output, `rates ${block} ${r}`, () => {
      const matrices = course.blockOf(this.matrices, block), replay = course.alone([output], matrices);
      return matrices.map((_, each) => this.content.labels.map((__, c) => replay.number(output, each, c)));
    })[at];
  }

  /** The intervals of a rate of each class. */
  rateIntervals(view, k, r) {
    const course = this.courseAt(view), output = this.outputOfRate(course, r), [block, at] = course.placeOf(k);
    return this.onceOf(view, course, output, `intervals ${block} ${r}`, () => {
      const bounds = this.boundsAt(view)(output.metric), matrices = course.blockOf(this.matrices, block);
      const values = matrices.map((_, each) => this.rate(view, k - at + each, r));
      const found = matrices.map(() => ({ low: values[0].map(() => NaN), high: values[0].map(() => NaN) }));
      const replay = course.alone([output], matrices);
      for (let c = 0; this.known && c < values[0].length; c++) {
        const flows = flowsOf(replay, output, c);
        found.forEach(({ low, high }, each) => {
          const { variance } = this.momentsAt(flows, k - at + each, each);
          [low[c], high[c]] = this.ends(values[each][c], variance, bounds);
        });
      }
      return found;
    })[at];
  }

  /** A metric of each model if a class had other weights, the others in proportion, or all alike if they have none. */
  along(view, j, c, points) {
    const others = 1 - view.weights[c], C = view.weights.length;
    const share = view.weights.map((weight) => (others > 0 ? weight / others : 1 / (C - 1)));
    const found = this.matrices.map(() => new Float64Array(points.length));
    points.forEach((point, p) => {
      const weights = share.map((part, i) => (i === c ? point : (1 - point) * part));
      const course = this.courseAt({ weights, shares: view.shares });
      found.forEach((values, k) => (values[p] = this.value(course, k, j, true)));
    });
    return found;
  }

  /** The share of all weightings, by drawing some evenly, at which each model is the best by a metric; ties are shared. */
  wins(view, j, draws) {
    const course = this.courseAt(view), K = this.matrices.length, key = `wins ${j} ${draws}`;
    if (course.known.has(key)) return course.known.get(key);
    const won = new Float64Array(K), moves = this.places[j] >= 0 && course.moves(this.output(course, j));
    let counted = 0;
    for (const weights of evenWeights(view.weights.length, moves ? draws : 1)) {
      this.courseAt({ weights, shares: view.shares });
      const values = this.matrices.map((_, k) => this.value(course, k, j, true));
      const first = ranksOf(values, this.content.metrics[j], this.content.tied).map((rank) => rank === 1);
      const winners = first.filter(Boolean).length;
      first.forEach((is, k) => (won[k] += is ? 1 / winners : 0));
      counted += winners > 0;
    }
    const shares = won.map((times) => times / counted);
    course.known.set(key, shares);
    return shares;
  }

  /** A metric of a model in a slice. */
  slice(view, k, s, j) {
    if (this.places[j] < 0) return NaN;
    const course = this.courseAt(view), output = this.output(course, j);
    this.sliced ??= this.content.slices.counts.map((slices) => slices.map(unpack));
    const [block, at] = course.placeOf(s);
    return this.onceOf(view, course, output, `slices ${k} ${block} ${j}`, () => {
      const matrices = course.blockOf(this.sliced[k], block), replay = course.alone([output], matrices);
      return matrices.map((_, each) => replay.number(output, each));
    })[at];
  }

  /** Whether there are intervals at all. */
  get known() {
    return this.content.confidence !== null && !this.content.why_no_intervals;
  }

  hasInterval(j) {
    return this.known && this.places[j] >= 0;
  }

  /** What is found once for a view. */
  once(view, key, find) {
    if (!this.byView.has(view)) this.byView.set(view, new Map());
    return remembered(this.byView.get(view), key, find);
  }

  /** What is found once for the shares if it does not move with the weights, else once for a view. */
  onceOf(view, course, output, key, find) {
    return course.moves(output) ? this.once(view, key, find) : remembered(course.known, key, find);
  }

  /** The programs of a view, at its weights and shares. */
  courseAt(view) {
    const course = view.shares ? (this.atShares ??= new Course(this.content.at_shares, this.matrices)) : this.plain;
    course.set(view);
    return course;
  }

  output(course, j) {
    return course.program.outputs[this.places[j]];
  }

  outputOfRate(course, r) {
    return course.program.outputs[this.firstRate + r];
  }

  value(course, k, j, quick = false) {
    if (this.places[j] < 0) return Number(this.content.metrics[j].fixed[k]);
    const output = this.output(course, j);
    const [block, at] = course.placeOf(k), find = () => course.replay(block, output, quick).number(output, at);
    return course.moves(output) ? find() : remembered(course.known, `value ${k} ${j}`, find);
  }

  /** The moments of a metric of each model. */
  moments(course, view, k, j) {
    const output = this.output(course, j), [block, at] = course.placeOf(k);
    return this.onceOf(view, course, output, `moments ${block} ${j}`, () => {
      const flows = flowsOf(course.replay(block, output), output);
      return course.blockOf(this.matrices, block).map((_, each) => this.momentsAt(flows, k - at + each, each));
    })[at];
  }

  /** The moments of a model's number from the flows into the cells of a stack in which it has a place. */
  momentsAt(flows, k, at) {
    return ownMoments(this.unitsOf(k), k, slopesAt(flows, at, this.content.labels.length));
  }

  /** The units that tell how sure a model's own numbers are: the cells of its matrix, or the groups. */
  unitsOf(k) {
    this.own ??= [];
    const grouped = this.content.units.kind === "groups";
    return (this.own[k] ??= grouped ? this.tableOf(k) : itemsOf(this.matrices[k], this.content.labels.length, k));
  }

  tableOf(...models) {
    return this.tables.find((table) => models.every((k) => table.models.includes(k)));
  }

  varianceOfDifference(course, view, a, b, j) {
    const both = this.tableOf(a, b), output = this.output(course, j);
    if (!both) return this.moments(course, view, a, j).variance + this.moments(course, view, b, j).variance;
    const [first, second] = [a, b].map((k) => {
      const [block, at] = course.placeOf(k);
      return influenceOf(both, k, slopesAt(flowsOf(course.replay(block, output), output), at, this.content.labels.length));
    });
    return momentsOf(first.map((moved, i) => moved - second[i]), both.sizes).variance;
  }

  spread(variance) {
    return Math.sqrt(variance * this.content.variance_factor);
  }

  ends(value, variance, bounds) {
    return endsOf(value, this.content.reach * this.spread(variance), bounds);
  }

  /** Between which numbers metrics must be at some weights, by their names. */
  boundsAt(view) {
    return this.once(view, "bounds", () => {
      const { shared, outputs } = this.bounds, found = new Map();
      shared.set("relevance", view.weights);
      shared.run(shared.places);
      for (const output of outputs) found.set(output.metric, [...(found.get(output.metric) ?? []), shared.number(output)]);
      return (name) => found.get(name) ?? UNBOUNDED;
    });
  }
}

function remembered(known, key, find) {
  if (!known.has(key)) known.set(key, find());
  return known.get(key);
}
