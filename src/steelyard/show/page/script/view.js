// What a page shows: the numbers of the result itself until something is moved, then those that are recomputed.
import { Engine } from "./engine.js";
import { unpack } from "./packed.js";

export class View {
  constructor(content) {
    const own = ["value", "low", "high", "rank", "best"].map((name) => [name, content.start && unpack(content.start[name])]);
    Object.assign(this, { content, engine: new Engine(content), parts: [], own: content.start && Object.fromEntries(own) });
  }

  /** The scores of a view other than that of the result, whose own numbers are shown as they are. */
  recomputed() {
    const { value, rank, best } = this.engine.scores(this.view), known = (number, at) => (this.knows(at % this.content.metrics.length) ? number : NaN);
    return { value: value.map(known), ...this.engine.intervals(this.view), rank: rank.map(known), best: best.map(known) };
  }

  /** Whether the verdict is that of the result, or made of its numbers. */
  get toldByResult() {
    const { moved, content: { main, start }, state: { metric } } = this;
    return Boolean(!moved && start && (metric === main || start.pairs[metric]));
  }

  /** A metric that cannot be recomputed has a value at the start alone. */
  knows(j) {
    return this.content.metrics[j].live || !this.moved;
  }

  /** How far a model is ahead of another, and how sure that is: as Python says it at the start, then recomputed. */
  lead(a, b, j) {
    const { content: { start }, engine, moved, view } = this, known = !moved && start?.pairs[j];
    if (known && String(known.models) === String([a, b])) {
      const [value, low, high, better, p, adjusted] = unpack(known.numbers);
      return { value, low, high, better, p, adjusted, limited: known.limited };
    }
    const found = engine.difference(view, a, b, j);
    return { ...found, adjusted: found.low > 0 ? engine.adjusted(view, a, b, j) : found.p };
  }
}
