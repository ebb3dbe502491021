// What a page shows: the numbers of the result itself until something is moved, then those that are recomputed.
import { Engine } from "./engine.js";
import { unpack } from "./packed.js";

export class View {
  constructor(content) {
    const own = ["value", "low", "high", "rank", "best"].map((name) => [name, content.start && unpack(content.start[name])]);
    Object.assign(this, { content, engine: new Engine(content), parts: [], own: content.start && Object.fromEntries(own) });
  }

  /** Whether what the result says of a metric still holds: neither the importance nor the class shares that it follows were moved. */
  keeps(j) {
    const { content: { metrics }, engine, state: { levels, preset, shares }, view } = this, { of_rows, weighted } = metrics[j];
    return !(weighted && (levels || preset)) && (!shares.length || (of_rows && engine.hasAll(view)));
  }

  /** The scores of a view other than that of the result, whose own numbers are shown where they hold. */
  recomputed() {
    const { content: { metrics }, engine, own, view } = this, M = metrics.length, known = (number, at) => (this.knows(at % M) ? number : NaN);
    const { value, rank, best } = engine.scores(view), found = { value: value.map(known), ...engine.intervals(view), rank: rank.map(known), best: best.map(known) };
    const kept = metrics.map((_, j) => own && this.keeps(j)), held = (name) => (number, at) => (kept[at % M] ? own[name][at] : number);
    return Object.fromEntries(Object.entries(found).map(([name, numbers]) => [name, numbers.map(held(name))]));
  }

  /** Whether the verdict is that of the result, or made of its numbers. */
  get toldByResult() {
    const { moved, content: { main, start }, state: { metric } } = this;
    return Boolean(!moved && start && (metric === main || start.pairs[metric]));
  }

  /** A metric that cannot be recomputed has a value only where that of the result holds. */
  knows(j) {
    return this.content.metrics[j].live || this.keeps(j);
  }

  /** How far a model is ahead of another, and how sure that is: as the result says it where that holds, else recomputed. */
  lead(a, b, j) {
    const { content: { start }, engine, view } = this, known = this.keeps(j) && start?.pairs[j];
    if (known && String(known.models) === String([a, b])) {
      const [value, low, high, better, p, adjusted] = unpack(known.numbers);
      return { value, low, high, better, p, adjusted, limited: known.limited };
    }
    const found = engine.difference(view, a, b, j);
    return { ...found, adjusted: found.low > 0 ? engine.adjusted(view, a, b, j) : found.p };
  }
}
