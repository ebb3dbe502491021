import { slopesOf } from "./influence.js";
import { MOVING, Replay } from "./replay.js";

const slopePlaces = ({ slopes, diagonal }) => [...slopes, ...diagonal].map(([place]) => place);
const same = (a, b) => a === b || Boolean(a && b && a.every((number, i) => number === b[i]));

/** One program for some matrices in turn, at the weights and shares of the moment; only what moved is computed again. */
export class Course {
  constructor(record, matrices) {
    Object.assign(this, { matrices, replay: new Replay(record), parts: new Map() });
    this.outputs = this.replay.outputs;
    this.single = this.outputs.filter(({ kind }) => kind !== "rate");
  }

  set({ weights, shares }) {
    const newShares = !this.weights || !same(shares, this.shares);
    if (!newShares && same(weights, this.weights)) return;
    [this.weights, this.shares] = [weights.slice(), shares && shares.slice()];
    const most = Math.max(...weights);
    // The largest 1, as in Python.
    this.replay.set("relevance", weights.map((weight) => weight / most));
    this.moved = null;
    if (!newShares) return;
    if (shares) this.replay.set("shares", shares);
    for (const part of this.parts.values()) part.kept = [];
    [this.found, this.at] = [new Map(), null];
  }

  /** Bring a part of the program, found once, up to date for a matrix: what does not move is computed once for it. */
  turn(k, key, ends) {
    if (!this.parts.has(key)) this.parts.set(key, { ...this.replay.part(ends()), kept: [] });
    const part = this.parts.get(key), at = `${k} ${key}`;
    if (this.at !== at) {
      if (part.kept[k]) this.replay.load(this.matrices[k], part, part.kept[k]);
      else part.kept[k] = this.replay.still(this.matrices[k], part);
      [this.at, this.moved] = [at, null];
    }
    if (this.moved !== at) this.replay.run(part.moving);
    this.moved = at;
    return part;
  }

  /** The value of an output, or that of class c; with `only`, no other is computed. */
  value(k, output, c = 0, only = output.kind === "rate") {
    if (only) this.turn(k, output.metric, () => [output.value[0], ...(output.undefined?.slice(0, 1) ?? [])]);
    else this.turn(k, "values", () => this.single.map(({ value }) => value[0]));
    const [place, offset, along] = output.value;
    return this.replay.arrays[place][offset + c * along];
  }

  /** Whether a rate is undefined for class c, whatever stands in its place. */
  lacks(k, output, c) {
    if (!output.undefined) return false;
    this.value(k, output, c, true);
    const [place, offset, along] = output.undefined;
    return Boolean(this.replay.arrays[place][offset + c * along]);
  }

  /** The slopes of an output by each cell, or for a rate those of class c. */
  slopes(k, output, c = 0) {
    if (output.kind === "rate") {
      const { seeded } = this.turn(k, `${output.metric} slopes`, () => slopePlaces(output));
      this.replay.set("seed", this.weights.map((_, i) => +(i === c)));
      this.replay.run(seeded);
    } else this.turn(k, "slopes", () => this.single.flatMap(slopePlaces));
    return slopesOf(output, this.replay.arrays, this.weights.length);
  }

  /** What is found once at the shares of the moment, if it does not move with the weights. */
  once(output, key, find) {
    if (output.phase === MOVING) return find();
    if (!this.found.has(key)) this.found.set(key, find());
    return this.found.get(key);
  }
}
